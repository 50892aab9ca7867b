//! SIM: two players colour the edges between points in turn; the first to complete a triangle of their own colour
//! loses.

mod evals;
mod notation;
mod report_c;
mod rules;
mod setup;
mod view;

pub use evals::SimEval;
pub use report_c::ReportC;
pub use rules::{Edge, Sim, SimState, Start};
pub use view::Report;

use plylab_core::scene::Tone;
use plylab_core::{
    AgentKind, Analyst, BoardKind, Files, GameKind, InputError, Interaction, Key, Level, Named, Never,
    Params, Playable, Registered,
};

/// The analyst that estimates.
const ALPHA_BETA: &str = "alphabeta:depth=6,eval=tuned,engine=on,table=16,root=exact";

impl Registered for Sim {
    fn kind() -> GameKind {
        let about = "colour edges between points; a triangle of your own colour loses";
        let standard: [(&str, &str); 0] = [];
        let mut boards = vec![BoardKind::new("standard", about, standard)];
        let sizes = [
            ("5 points", "5 points on the circle", "5"),
            ("7 points", "7 points on the circle", "7"),
            ("8 points", "8 points on the circle", "8"),
        ];
        boards.extend(sizes.map(|(name, about, points)| BoardKind::new(name, about, [("points", points)])));
        boards.push(BoardKind::new(
            "drawn start",
            "the first player is drawn at random, as in report C",
            [("start", "drawn")],
        ));
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
            tones: vec![Tone::Red, Tone::Blue],
            interaction: Some(Interaction::Join),
            boards,
            // Best moves of those with random ties: 200 games each, 'plylab match sim AGENT AGENT -n 200 --grade'.
            levels: vec![
                Level::new("beginner", "picks a random edge", "random").plays_best(58),
                Level::new("easy", "report C's program, faults included", "report-c:depth=1"),
                Level::new("medium", "looks three moves ahead", "alphabeta:depth=3,ties=random").plays_best(77),
                Level::new("hard", "looks six moves ahead", "alphabeta:depth=6,ties=random"),
                Level::new("perfect", "never makes a mistake", "perfect:ties=random")
                    .plays_best(100)
                    .only_where("points", ["3", "4", "5", "6", "7"]),
            ],
            opponents: vec!["alphabeta:depth=6,unit=ply,engine=on,table=16,eval=tuned".into()],
            analysts: vec![
                Analyst::new("exact table", "knows every position: who wins, and in how many moves", "perfect")
                    .estimated_by(ALPHA_BETA)
                    .only_where("points", ["3", "4", "5", "6", "7"]),
                Analyst::new("alpha-beta", "searches ahead and estimates the rest", ALPHA_BETA),
                Analyst::new("Monte Carlo", "counts the wins of 20,000 simulations", "mcts:sims=20000"),
            ],
            calibrations: Some(include_str!("calibrations.json").into()),
            oracle: Some("sim-table".into()),
            ..GameKind::new("sim", about)
        }
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
