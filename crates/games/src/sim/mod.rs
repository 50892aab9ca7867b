//! SIM: colour the edges between points in turn; whoever completes a triangle of their own colour loses.

mod evals;
mod notation;
mod report_c;
mod rules;
mod setup;
mod view;

pub use evals::SimEval;
pub use report_c::ReportC;
pub use rules::{Edge, Sim, Start, State};
pub use view::Report;

use plylab_core::{AgentKind, InputError, Key, Named, Never, Params, Playable, PolicyKind, Preset};

use crate::registry::{Files, GameKind, Registered};

impl Registered for Sim {
    const KIND: GameKind = GameKind {
        name: "sim",
        aliases: &[],
        about: "colour edges between points; a triangle of your own colour loses",
        keys: &[
            Key { name: "points", about: "number of points", default: "6", limits: "3 to 8" },
            Key {
                name: "start",
                about: "who moves first; drawn is red in one game of three",
                default: "red",
                limits: "red, blue or drawn",
            },
        ],
        moves: "the two points that the edge joins: AB, or 12",
        positions: "the edges of each side and who is to move, red AB CD, blue EF, blue to move (red moved last \
                    when the game is over), or the edges played so far, AB EF CD (red's first if the start is \
                    drawn)",
    };

    fn open(params: &Params<'_>, _: &dyn Files) -> Result<Self, InputError> {
        let starts = [("red", Start::Red), ("blue", Start::Blue), ("drawn", Start::Drawn)];
        Sim::new(params.number("points", 3..=8, 6)?, params.choice("start", &starts, Start::Red)?)
    }
}

impl Playable for Sim {
    type Eval = SimEval;
    const EVALS: &'static [Named<SimEval>] = &[
        Named {
            name: "report",
            about: "report C's triples after every next edge: triangles are bad, all others good",
            item: SimEval::Report,
        },
        Named {
            name: "tuned",
            about: "who runs out of safe edges first, and the later loss before the sooner",
            item: SimEval::Tuned,
        },
    ];

    type ActionEval = Never;
    const ACTION_EVALS: &'static [Named<Never>] = &[];

    type Policy = Never;
    const POLICIES: &'static [PolicyKind<Self>] = &[];

    const PRESETS: &'static [Preset] = &[];

    fn agents() -> Vec<AgentKind<Self>> {
        report_c::kinds()
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{CoreAgents, Spec};

    use crate::registry::{NoFiles, open};

    #[test]
    fn settings_are_read_and_mistakes_named() {
        let error = |text: &str| {
            let spec: Spec = text.parse().unwrap();
            open(&spec, &NoFiles, &CoreAgents).err().map(|error| error.to_string())
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
