//! The experiments that come with the lab: the reports' own, to be repeated by anybody, and ours.

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
        /// Every one of them: those of the reports in their order, then ours.
        pub const EXPERIMENTS: &[Shipped] = &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../experiments/", $name, ".toml")),
        }),*];
    };
}

experiments!["report-a", "report-a-large", "report-b", "report-c", "report-d", "report-e", "pacman-strong"];

/// Those that repeat the reports.
pub const REPORTS: &[Shipped] = EXPERIMENTS.split_at(6).0;

/// The one of that name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    EXPERIMENTS.iter().find(|known| known.name == name)
}
