//! Pac-Man: one engine, two rule sets. [`Classic`] is the game of university courses; [`Grid`] is report A's.

mod classic;
mod course;
mod engine;
mod evals;
mod greedy;
mod grid;
mod layout;
mod layouts;
mod left_turn;
mod maze;
mod notation;
mod offer;
mod overlay;
mod policies;
mod python;
mod state;
mod view;

pub use classic::{Classic, ClassicRules, SCARED_MOVES};
pub use course::{COURSE_SEED, CourseDice, course_agent};
pub use engine::{Pacman, PacmanRules};
pub use evals::{ClassicActionEval, ClassicEval, GridEval};
pub use grid::{Grid, GridRules};
pub use layout::{Cell, Layout, MAX_CAPSULES, MAX_FOOD, MAX_GHOSTS, MAX_SIDE, Reading};
pub use layouts::{BundledLayout, LAYOUTS, shipped};
pub use left_turn::LeftTurn;
pub use maze::{Maze, Metric, Paths, Spot};
pub use policies::Directional;
pub use python::PythonRandom;
pub use state::{Actor, Food, MAX_AGENTS, PacmanState, Status, Step, Steps};
pub use view::{AgentReport, PacmanReport, PacmanTheme};

use plylab_core::{
    AgentId, AgentKind, Choice, ChoiceSource, Files, GameKind, InputError, Key, Message, Named, Never, Offer,
    Params, Playable, PolicyKind, Preset, Registered, Text, message, read_file,
};

/// In this game the other agents are called ghosts.
fn setting_aliases() -> Vec<(Text, Text)> {
    vec![("ghosts".into(), "others".into())]
}

impl Registered for Classic {
    fn kind() -> GameKind {
        let layouts =
            LAYOUTS.iter().map(|layout| Choice { name: layout.name.into(), about: layout.about.into() });
        GameKind {
            aliases: vec!["classic".into(), "pacman-classic".into()],
            keys: vec![
                Key::choice_of("layout", layouts, ChoiceSource::File, "the maze").default("medium"),
                Key::integer(
                    "ghosts",
                    0..=MAX_GHOSTS as i64,
                    "number of ghosts, in the layout's order; default: all",
                ),
                Key::choice(
                    "reading",
                    ["strict", "course"],
                    "how strictly a file is read; course: long lines are cut and unknown letters are empty cells, as \
                     in the course's engine",
                ),
            ],
            moves: "North, South, East, West or Stop, or N, S, E, W, X; Pac-Man first, then each ghost"
                .into(),
            positions:
                "settings that differ from the start: score=9 turn=1 pacman=5,4,N ghost1=5.5,1,E,39 food=none"
                    .into(),
            reports: vec!["B".into(), "D".into()],
            score_bound: Some("pacman-tour".into()),
            ..GameKind::new(
                "pacman",
                "eat all the food, by the rules used in university courses: capsules, scared ghosts, half cells",
            )
        }
    }

    fn offer() -> Offer {
        offer::classic()
    }

    fn open(params: &Params<'_>, files: &dyn Files) -> Result<Self, InputError> {
        let readings = [("strict", Reading::Strict), ("course", Reading::Course)];
        let reading = params.choice("reading", &readings)?;
        let ghosts = params.optional("ghosts")?.unwrap_or(MAX_GHOSTS);
        let name = params.value("layout").unwrap_or_default();
        let mut layout = match shipped(name) {
            Some(shipped) => shipped.layout(),
            None => {
                let bytes = read_file(files, name, "layout", LAYOUTS.iter().map(|layout| layout.name))?;
                Layout::from_bytes(&bytes, reading)
            }
        }
        .map_err(|error| error.at(Message::verbatim(name)))?;
        for note in &mut layout.notes {
            *note = message!(
                "at-place",
                "{place}: {wrong}",
                place = Message::verbatim(name),
                wrong = note.clone()
            );
        }
        layout.keep_ghosts(ghosts);
        Ok(Classic::new(&layout))
    }
}

/// Refuses an agent that only Pac-Man can use to the ghosts.
pub fn only_pacman(me: AgentId, agent: &str) -> Result<(), InputError> {
    if me == AgentId::FIRST {
        return Ok(());
    }
    Err(InputError::new(message!("agent-of-pacman", "a ghost cannot use '{agent}'"))
        .expected(message!("agent-for-pacman", "it is an agent for Pac-Man")))
}

impl Playable for Classic {
    type Eval = ClassicEval;
    type ActionEval = ClassicActionEval;
    type Policy = Directional;

    fn evals(&self) -> Vec<Named<ClassicEval>> {
        vec![
            Named::new(
                "score",
                "the score, as used by the reports' minimax, alpha-beta and expectimax; tuned is stronger",
                ClassicEval::Score,
            )
            .titled("score"),
            Named::new("report-d", "report D's \"better\" evaluation", ClassicEval::ReportD)
                .titled("report D's evaluation"),
            Named::new("tuned", "maze distances to food, ghosts and prey", ClassicEval::Tuned)
                .titled("tuned evaluation"),
        ]
    }

    fn action_evals(&self) -> Vec<Named<ClassicActionEval>> {
        vec![
            Named::new("report-b", "report B's reflex evaluation", ClassicActionEval::ReportB)
                .titled("report B's evaluation"),
            Named::new("report-d", "report D's reflex evaluation", ClassicActionEval::ReportD)
                .titled("report D's evaluation"),
        ]
    }

    fn policies(&self) -> Vec<PolicyKind<Self>> {
        vec![policies::directional()]
    }

    fn presets(&self) -> Vec<Preset> {
        vec![
            Preset::new("report-b", "report B's reflex agent", "reflex:eval=report-b")
                .titled("report B's reflex agent"),
            Preset::new("report-d", "report D's reflex agent", "reflex:eval=report-d")
                .titled("report D's reflex agent"),
            Preset::new(
                "report-minimax",
                "the minimax of reports B and D",
                "minimax:depth=2,eval=score,prefer-short-wins=off",
            )
            .titled("minimax of reports B and D"),
            Preset::new(
                "report-alphabeta",
                "the alpha-beta of reports B and D",
                "alphabeta:depth=2,eval=score,cut=strict,prefer-short-wins=off",
            )
            .titled("alpha-beta of reports B and D"),
            Preset::new(
                "report-expectimax",
                "the expectimax of reports B and D",
                "expectimax:depth=2,eval=score",
            )
            .titled("expectimax of reports B and D"),
            Preset::new(
                "report-d-better",
                "report D's expectimax with its better evaluation",
                "expectimax:depth=2,eval=report-d",
            )
            .titled("report D's expectimax"),
            Preset::new(
                "report-d-roulette",
                "report D's roulette wheel: its reflex evaluation gives the slices",
                "roulette:eval=report-d",
            )
            .titled("report D's roulette wheel"),
            Preset::new(
                "report-d-roulette-mean",
                "report D's second wheel: the slices are means of its better evaluation over the states that follow",
                "roulette:eval=report-d,others=mean",
            )
            .titled("report D's second wheel"),
        ]
    }

    fn agents(&self) -> Vec<AgentKind<Self>> {
        let about = "a Pac-Man that turns left wherever he can";
        let left_turn = AgentKind::new("left-turn", about, Vec::new(), |_, agent, _| {
            only_pacman(agent, "left-turn")?;
            Ok(Box::new(LeftTurn))
        });
        vec![left_turn.titled("left-turner"), greedy::kind(self).titled("greedy Pac-Man")]
    }

    fn setting_aliases(&self) -> Vec<(Text, Text)> {
        setting_aliases()
    }
}

impl Registered for Grid {
    fn kind() -> GameKind {
        GameKind {
            aliases: vec!["pacman-grid".into()],
            moves: "up, down, right, left or stay; Pac-Man first, then each ghost".into(),
            positions:
                "settings that differ from the start: score=9 turn=1 pacman=7,0 ghost1=5,5 food=11,6;9,2"
                    .into(),
            named_positions: GridRules::NAMED.to_vec(),
            reports: vec!["A".into()],
            score_bound: Some("grid-tour".into()),
            ..GameKind::new(
                "grid",
                "report A's small Pac-Man: 18 x 9 cells, two ghosts, staying put is a move",
            )
        }
    }

    fn offer() -> Offer {
        offer::grid()
    }

    fn open(_: &Params<'_>, _: &dyn Files) -> Result<Self, InputError> {
        Grid::new()
    }
}

impl Playable for Grid {
    type Eval = GridEval;
    type ActionEval = Never;
    type Policy = Never;

    fn evals(&self) -> Vec<Named<GridEval>> {
        vec![
            Named::new("report", "report A's evaluation, term by term; tuned is stronger", GridEval::Report)
                .titled("report A's evaluation"),
            Named::new("tuned", "maze distances; a ghost counts only when it is near", GridEval::Tuned)
                .titled("tuned evaluation"),
        ]
    }

    fn presets(&self) -> Vec<Preset> {
        let about = "report A's minimax, which searches as if food were never eaten";
        let spec = "minimax:depth=4,unit=ply,eval=report,rules=report,prefer-short-wins=off";
        vec![Preset::new("report-a", about, spec).titled("report A's minimax")]
    }

    fn setting_aliases(&self) -> Vec<(Text, Text)> {
        setting_aliases()
    }

    fn as_searched_in_report(&self) -> Option<Self> {
        Some(self.as_searched())
    }
}
