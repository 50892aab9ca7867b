//! A small game whose rules are played by another program, which dies.

use std::sync::atomic::{AtomicU64, Ordering};

use plylab_core::scene::{Backdrop, Ground, Picture, Scene, TextScene};
use plylab_core::{
    AgentId, DepthUnit, Eval, Files, Game, GameInfo, GameKind, Hashed, InputError, Key, Named, Never,
    Notation, Params, Playable, Registered, ResultKind, Seed, Term, Turn, View, find_action, message,
};

/// A dozen stones, of which each side takes one or two. The program that plays it dies after so many moves.
pub struct Frail {
    info: GameInfo,
    lasts: u64,
    played: AtomicU64,
}

const STONES: u8 = 12;

/// What it says then.
pub fn died() -> InputError {
    InputError::new(message!("it-died", "the other program died"))
}

/// The stones left, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    left: u8,
    turn: u8,
}

impl Game for Frail {
    type State = Heap;
    type Action = u8;
    type Actions = Vec<u8>;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> Heap {
        Heap { left: STONES, turn: 0 }
    }

    fn turn(&self, state: &Heap) -> Turn {
        // A dead program cannot say whose turn it is; that the game is over is as harmless as anything.
        if state.left == 0 || self.failure().is_some() {
            Turn::Over
        } else {
            Turn::Agent(AgentId(state.turn))
        }
    }

    fn actions(&self, state: &Heap, out: &mut Self::Actions) {
        out.clear();
        out.extend(1..=state.left.min(2));
    }

    fn apply(&self, state: &mut Heap, action: u8) {
        self.played.fetch_add(1, Ordering::Relaxed);
        *state = Heap { left: state.left.saturating_sub(action), turn: 1 - state.turn };
    }

    fn utility(&self, state: &Heap, agent: AgentId) -> f64 {
        if agent.0 == state.turn { -1.0 } else { 1.0 }
    }

    fn failure(&self) -> Option<InputError> {
        (self.played.load(Ordering::Relaxed) > self.lasts).then(died)
    }
}

impl Hashed for Frail {
    fn key(&self, state: &Heap) -> u64 {
        u64::from(state.left) << 1 | u64::from(state.turn)
    }
}

impl Notation for Frail {
    fn action_text(&self, _: &Heap, action: u8) -> String {
        action.to_string()
    }

    fn parse_action(&self, state: &Heap, text: &str) -> Result<u8, InputError> {
        find_action(self, state, text)
    }

    fn position_text(&self, state: &Heap) -> String {
        format!("{} {}", state.left, state.turn)
    }

    fn parse_position(&self, text: &str) -> Result<Heap, InputError> {
        let numbers: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [left, turn] => Ok(Heap { left, turn }),
            _ => Err(InputError::new(message!("not-a-heap", "that is no heap"))),
        }
    }
}

impl View for Frail {
    type Report = serde_json::Value;

    fn backdrop(&self) -> Backdrop {
        Backdrop { title: "Frail".to_owned(), ground: Ground::Text }
    }

    fn scene(&self, state: &Heap) -> Scene {
        let lines = vec!["|".repeat(usize::from(state.left))];
        Scene { facts: Vec::new(), picture: Picture::Text(TextScene { lines }) }
    }

    fn report(&self, state: &Heap) -> serde_json::Value {
        serde_json::json!({ "left": state.left })
    }
}

/// An evaluation that says nothing.
#[derive(Clone, Copy)]
pub struct Nothing;

impl Eval<Frail> for Nothing {
    fn eval(&self, _: &Frail, _: &Heap, _: AgentId) -> f64 {
        0.0
    }

    fn explain(&self, _: &Frail, _: &Heap, _: AgentId) -> Vec<Term> {
        vec![Term::new("nothing", 0.0)]
    }
}

impl Playable for Frail {
    type Eval = Nothing;
    type ActionEval = Never;
    type Policy = Never;

    fn evals(&self) -> Vec<Named<Nothing>> {
        vec![Named::new("nothing", "says nothing", Nothing)]
    }
}

impl Registered for Frail {
    fn kind() -> GameKind {
        GameKind {
            keys: vec![Key::integer("lasts", 0..=1000, "moves until it dies").default("1000")],
            ..GameKind::new("frail", "a heap of stones, elsewhere")
        }
    }

    fn open(params: &Params<'_>, _: &dyn Files) -> Result<Frail, InputError> {
        let info = GameInfo {
            name: "frail".into(),
            title: "Frail".into(),
            agents: vec!["One".to_owned(), "Other".to_owned()],
            depth_unit: DepthUnit::Ply,
            result: ResultKind::Outcome,
            seats_alike: true,
            notes: Vec::new(),
        };
        Ok(Frail { info, lasts: params.number("lasts")?, played: AtomicU64::new(0) })
    }
}
