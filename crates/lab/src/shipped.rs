//! The bundled experiments: those of the reports, and those that measure the players of the lab.

/// An experiment by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! experiments {
    ($($name:literal),* $(,)?) => {
        /// All of them, the reports first and in their order.
        pub const EXPERIMENTS: &[Shipped] = &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../experiments/", $name, ".toml")),
        }),*];
    };
}

experiments![
    "report-a",
    "report-a-large",
    "report-b",
    "report-c",
    "report-d",
    "report-e",
    "levels",
    "pacman-strong"
];

/// Those that reproduce a report.
pub fn reports() -> impl Iterator<Item = &'static Shipped> {
    EXPERIMENTS.iter().filter(|known| known.name.starts_with("report-"))
}

/// The one of that name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    EXPERIMENTS.iter().find(|known| known.name == name)
}
