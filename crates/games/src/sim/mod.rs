//! SIM: two players colour the edges between points in turn; the first to complete a triangle of their own colour
//! loses.

mod evals;
mod notation;
mod offer;
mod report_c;
mod rules;
mod view;

pub use evals::SimEval;
pub use report_c::ReportC;
pub use rules::{Sim, SimEdge, SimState, Start};
pub use view::SimReport;

use plylab_core::{
    AgentKind, Files, GameKind, InputError, Key, Named, Never, Offer, Params, Playable, Registered,
};

/// What it is, in a line.
const ABOUT: &str = "colour edges between points; a triangle of your own colour loses";

impl Registered for Sim {
    fn kind() -> GameKind {
        GameKind {
            keys: vec![
                Key::integer("points", 3..=8, "number of points").default("6"),
                Key::choice(
                    "start",
                    ["red", "blue", "drawn"],
                    "who moves first; drawn: red in one game out of three, which is ours: report C gives no chance",
                ),
            ],
            moves: "the two points that the edge joins: AB, or 12".into(),
            positions: "the edges of each side and the side to move: red AB CD, blue EF, blue to move \
                        (when the game is over: red moved last); or the edges played so far: AB EF CD (red moves \
                        first if the start is drawn)"
                .into(),
            reports: vec!["C".into()],
            oracle: Some("sim-table".into()),
            ..GameKind::new("sim", ABOUT)
        }
    }

    fn offer() -> Offer {
        offer::offer()
    }

    fn open(params: &Params<'_>, _: &dyn Files) -> Result<Self, InputError> {
        let starts = [("red", Start::Red), ("blue", Start::Blue), ("drawn", Start::Drawn)];
        Sim::new(params.number("points")?, params.choice("start", &starts)?)
    }
}

impl Playable for Sim {
    type Eval = SimEval;
    type ActionEval = Never;
    type Policy = Never;

    fn evals(&self) -> Vec<Named<SimEval>> {
        vec![
            Named::new(
                "report",
                "report C's triples after each possible next edge: triangles are bad, all others good; tuned is stronger",
                SimEval::Report,
            )
            .titled("report C's evaluation"),
            Named::new("tuned", "who runs out of safe edges first; prefers slower losses", SimEval::Tuned)
                .titled("tuned evaluation"),
        ]
    }

    fn agents(&self) -> Vec<AgentKind<Self>> {
        report_c::kinds()
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{NoFiles, Spec};

    use super::*;

    #[test]
    fn settings_are_read_and_mistakes_named() {
        let error = |text: &str| {
            let (spec, keys): (Spec, _) = (text.parse().unwrap(), Sim::kind().keys);
            let opened = spec.params(&keys).and_then(|params| Sim::open(&params, &NoFiles));
            opened.err().map(|error| error.to_string())
        };
        assert_eq!(error("sim"), None);
        assert_eq!(error("sim:points=8,start=drawn"), None);
        assert_eq!(
            error("sim:points=9"),
            Some("'sim:points=9': points cannot be '9'; use a number from 3 to 8".to_owned())
        );
        assert_eq!(
            error("sim:start=green"),
            Some("'sim:start=green': start cannot be 'green'; use red, blue or drawn".to_owned())
        );
    }
}
