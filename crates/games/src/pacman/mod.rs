//! Pac-Man: one engine, two rule sets. [`Classic`] is the game of university courses; [`Grid`] is report A's.

mod classic;
mod course;
mod engine;
mod evals;
mod grid;
mod layout;
mod layouts;
mod left_turn;
mod maze;
mod notation;
mod policies;
mod python;
mod state;
mod view;
mod walk;

pub use classic::{Classic, ClassicRules, SCARED_MOVES};
pub use course::{COURSE_SEED, CourseDice, course_agent};
pub use engine::{Pacman, Rules};
pub use evals::{ClassicActionEval, ClassicEval, GridEval};
pub use grid::{Grid, GridRules};
pub use layout::{Cell, Layout, MAX_CAPSULES, MAX_FOOD, MAX_GHOSTS, MAX_SIDE, Reading};
pub use layouts::{LAYOUTS, Shipped, shipped};
pub use left_turn::LeftTurn;
pub use maze::{Maze, Metric, REFUGE, Spot};
pub use policies::Directional;
pub use python::PythonRandom;
pub use state::{Actor, Food, MAX_AGENTS, State, Status, Step};
pub use view::{AgentReport, Look, Report};
pub use walk::{CoveringWalk, Walks};

use plylab_core::{
    AgentId, AgentKind, InputError, Key, Named, Never, Params, Playable, PolicyKind, Preset, Yardstick,
};

use crate::registry::{Files, GameKind, Registered, read_file};

impl Registered for Classic {
    const KIND: GameKind = GameKind {
        name: "pacman",
        aliases: &["classic", "pacman-classic"],
        about: "eat everything, by the rules used in university courses: capsules, scared ghosts, half cells",
        keys: &[
            Key {
                name: "layout",
                about: "the maze",
                default: "medium",
                limits: "a name from `plylab layouts`, or a .lay file",
            },
            Key { name: "ghosts", about: "keeps the first so many ghosts", default: "all", limits: "0 to 7" },
            Key {
                name: "reading",
                about: "how strictly a file is read: as a course's engine does, long lines are cut and unknown \
                        letters are empty cells",
                default: "strict",
                limits: "strict or course",
            },
        ],
        moves: "North, South, East, West or Stop, or N, S, E, W, X; Pac-Man first, then each ghost",
        positions: "settings that differ from the start: score=9 turn=1 pacman=5,4,N ghost1=5.5,1,E,39 food=none",
    };

    fn open(params: &Params<'_>, files: &dyn Files) -> Result<Self, InputError> {
        let reading = params.choice(
            "reading",
            &[("strict", Reading::Strict), ("course", Reading::Course)],
            Reading::Strict,
        )?;
        let ghosts = params.number("ghosts", 0..=MAX_GHOSTS, MAX_GHOSTS)?;
        let name = params.text("layout").unwrap_or("medium");
        let mut layout = match shipped(name) {
            Some(shipped) => shipped.layout(),
            None => {
                let bytes = read_file(files, name, "layout", LAYOUTS.iter().map(|layout| layout.name))?;
                Layout::from_bytes(&bytes, reading)
            }
        }
        .map_err(|error| error.at(name))?;
        for note in &mut layout.notes {
            *note = format!("{name}: {note}");
        }
        layout.keep_ghosts(ghosts);
        Ok(Classic::new(&layout))
    }
}

impl Playable for Classic {
    type Eval = ClassicEval;
    const EVALS: &'static [Named<ClassicEval>] = &[
        Named {
            name: "score",
            about: "the score, as the reports' minimax, alpha-beta and expectimax use it",
            item: ClassicEval::Score,
        },
        Named { name: "report-d", about: "report D's \"better\" evaluation", item: ClassicEval::ReportD },
        Named { name: "tuned", about: "real ways to food, ghosts and prey", item: ClassicEval::Tuned },
    ];

    type ActionEval = ClassicActionEval;
    const ACTION_EVALS: &'static [Named<ClassicActionEval>] = &[
        Named { name: "report-b", about: "report B's reflex evaluation", item: ClassicActionEval::ReportB },
        Named { name: "report-d", about: "report D's reflex evaluation", item: ClassicActionEval::ReportD },
    ];

    type Policy = Directional;
    const POLICIES: &'static [PolicyKind<Self>] = policies::CLASSIC_POLICIES;

    const PRESETS: &'static [Preset] = &[
        Preset { name: "report-b", about: "report B's reflex agent", spec: "reflex:eval=report-b" },
        Preset { name: "report-d", about: "report D's reflex agent", spec: "reflex:eval=report-d" },
        Preset {
            name: "report-minimax",
            about: "the minimax of reports B and D",
            spec: "minimax:depth=2,eval=score",
        },
        Preset {
            name: "report-alphabeta",
            about: "the alpha-beta of reports B and D",
            spec: "alphabeta:depth=2,eval=score,cut=strict",
        },
        Preset {
            name: "report-expectimax",
            about: "the expectimax of reports B and D",
            spec: "expectimax:depth=2,eval=score",
        },
        Preset {
            name: "report-d-better",
            about: "report D's expectimax with its better evaluation",
            spec: "expectimax:depth=2,eval=report-d",
        },
    ];

    fn yardstick(&self) -> Option<Yardstick> {
        self.measure()
    }

    fn agents() -> Vec<AgentKind<Self>> {
        vec![AgentKind::new("left-turn", "Pac-Man turning left wherever he can", &[], |_, agent, _| {
            if agent == AgentId::FIRST {
                Ok(Box::new(LeftTurn))
            } else {
                Err(InputError::new("a ghost cannot be 'left-turn'").expected("it is a Pac-Man"))
            }
        })]
    }
}

impl Registered for Grid {
    const KIND: GameKind = GameKind {
        name: "grid",
        aliases: &["pacman-grid"],
        about: "report A's small Pac-Man: 18 x 9 cells, two ghosts, staying put is a move",
        keys: &[],
        moves: "up, down, right, left or stay; Pac-Man first, then each ghost",
        positions: "settings that differ from the start: score=9 turn=1 pacman=7,0 ghost1=5,5 food=none",
    };

    fn open(_: &Params<'_>, _: &dyn Files) -> Result<Self, InputError> {
        Grid::new()
    }
}

impl Playable for Grid {
    type Eval = GridEval;
    const EVALS: &'static [Named<GridEval>] = &[
        Named { name: "report", about: "report A's evaluation, term by term", item: GridEval::Report },
        Named { name: "tuned", about: "real ways, and a ghost only when it is near", item: GridEval::Tuned },
    ];

    type ActionEval = Never;
    const ACTION_EVALS: &'static [Named<Never>] = &[];

    type Policy = Never;
    const POLICIES: &'static [PolicyKind<Self>] = &[];

    const PRESETS: &'static [Preset] = &[Preset {
        name: "report-a",
        about: "report A's minimax, for which food is not eaten while it thinks",
        spec: "minimax:depth=4,unit=ply,eval=report,rules=report",
    }];

    fn yardstick(&self) -> Option<Yardstick> {
        self.measure()
    }

    fn as_searched_in_report(&self) -> Option<Self> {
        Some(self.as_searched())
    }
}
