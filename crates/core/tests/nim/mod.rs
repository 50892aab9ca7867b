//! Nim with two heaps, as a small game for tests of the contract; on demand it breaks one of its promises.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use plylab_core::scene::{Backdrop, Fact, GraphPoint, Ground, Network, Picture, Scene, TextScene};
use plylab_core::{
    AgentId, DepthUnit, Eval, Game, GameInfo, Hashed, InputError, Named, Never, Notation, Playable, Policy,
    PolicyKind, ResultKind, Seed, Symmetric, Term, Turn, View, Weights, find_action, message, mix,
};

/// Which promise is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    None,
    UnstableActions,
    DoubledActions,
    KeptActions,
    RestlessApply,
    ActionsAfterTheEnd,
    UnknownAgent,
    EndlessUtility,
    BlankMove,
    SameMoveText,
    AnyTextIsAMove,
    ForgetfulPosition,
    LongPosition,
    RestlessKey,
    OneKey,
    EndlessEval,
    LyingTerms,
    BrokenBounds,
    HeavyPolicy,
    UnevenBackdrop,
    UnevenScene,
    TornScene,
    BareReport,
    RestlessStart,
    NoIdentity,
    CrookedActions,
    CrookedEval,
    /// Another program that plays the rules dies once a heap is empty.
    DiesAtAnEmptyHeap,
}

/// Two heaps and the player to move. The player who takes the last stone wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heaps {
    heaps: [u8; 2],
    turn: u8,
}

impl Heaps {
    /// The first legal move.
    pub fn first_take(&self) -> Take {
        Take { heap: u8::from(self.heaps[0] == 0), count: 1 }
    }
}

/// Takes stones from a heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    pub heap: u8,
    pub count: u8,
}

/// The game.
pub struct Nim {
    fault: Fault,
    info: GameInfo,
    calls: AtomicU64,
    died: AtomicBool,
}

impl Nim {
    pub fn new(fault: Fault) -> Nim {
        let info = GameInfo {
            name: "nim".into(),
            title: "Nim".into(),
            agents: vec!["Left".to_owned(), "Right".to_owned()],
            depth_unit: DepthUnit::Ply,
            result: ResultKind::Outcome,
            seats_alike: true,
            notes: Vec::new(),
        };
        Nim { fault, info, calls: AtomicU64::new(0), died: AtomicBool::new(false) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// Another number at every call: what a game must not depend on.
    fn restless(&self) -> u64 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }
}

impl Game for Nim {
    type State = Heaps;
    type Action = Take;
    type Actions = Vec<Take>;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, seed: Seed) -> Heaps {
        let more = if self.has(Fault::RestlessStart) { self.restless() % 3 } else { 0 };
        let mut rng = seed.rng();
        Heaps { heaps: [3 + rng.below(4) as u8 + more as u8, 4 + rng.below(4) as u8], turn: 0 }
    }

    fn turn(&self, state: &Heaps) -> Turn {
        match state.heaps {
            [0, 0] => Turn::Over,
            [1, 1] if self.has(Fault::UnknownAgent) => Turn::Agent(AgentId(2)),
            _ => Turn::Agent(AgentId(state.turn)),
        }
    }

    fn actions(&self, state: &Heaps, out: &mut Self::Actions) {
        if !self.has(Fault::KeptActions) {
            out.clear();
        }
        for heap in 0..2 {
            out.extend((1..=state.heaps[usize::from(heap)]).map(|count| Take { heap, count }));
        }
        match self.fault {
            Fault::UnstableActions if self.restless() % 2 == 1 => out.reverse(),
            Fault::DoubledActions if out.len() == 1 => out.push(out[0]),
            Fault::ActionsAfterTheEnd if out.is_empty() => out.push(Take { heap: 0, count: 0 }),
            _ => {}
        }
    }

    fn apply(&self, state: &mut Heaps, Take { heap, count }: Take) {
        let heap = &mut state.heaps[usize::from(heap) % 2];
        *heap = heap.saturating_sub(count);
        if self.has(Fault::RestlessApply) && self.restless() % 2 == 1 {
            *heap = 0;
        }
        state.turn = 1 - state.turn;
        if self.has(Fault::DiesAtAnEmptyHeap) && state.heaps.contains(&0) {
            self.died.store(true, Ordering::Relaxed);
        }
    }

    fn failure(&self) -> Option<InputError> {
        let died = self.died.load(Ordering::Relaxed);
        died.then(|| {
            InputError::new(message!("died", "the rules were played by another program, which died"))
        })
    }

    fn utility(&self, state: &Heaps, agent: AgentId) -> f64 {
        if self.has(Fault::EndlessUtility) {
            return f64::INFINITY;
        }
        if agent.0 == state.turn { -1.0 } else { 1.0 }
    }
}

impl Hashed for Nim {
    fn key(&self, state: &Heaps) -> u64 {
        match self.fault {
            Fault::RestlessKey => self.restless(),
            Fault::OneKey => 1,
            _ => {
                mix(u64::from(state.heaps[0]) << 16 | u64::from(state.heaps[1]) << 8 | u64::from(state.turn))
            }
        }
    }
}

/// The heaps can be swapped.
impl Symmetric for Nim {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_state(&self, which: usize, state: &Heaps) -> Heaps {
        let [one, other] = state.heaps;
        let same = which == 0 && !self.has(Fault::NoIdentity);
        Heaps { heaps: if same { [one, other] } else { [other, one] }, ..*state }
    }

    fn map_action(&self, which: usize, Take { heap, count }: Take) -> Take {
        let same = which == 0 || self.has(Fault::CrookedActions);
        Take { heap: if same { heap } else { 1 - heap }, count }
    }
}

impl Notation for Nim {
    fn action_text(&self, _: &Heaps, Take { heap, count }: Take) -> String {
        match self.fault {
            Fault::BlankMove => format!("{} {count}", heap + 1),
            Fault::SameMoveText => (heap + 1).to_string(),
            _ => format!("{}x{count}", heap + 1),
        }
    }

    fn parse_action(&self, state: &Heaps, text: &str) -> Result<Take, InputError> {
        match find_action(self, state, text) {
            Err(_) if self.has(Fault::AnyTextIsAMove) => Ok(state.first_take()),
            found => found,
        }
    }

    fn position_text(&self, state: &Heaps) -> String {
        let [one, other] = state.heaps;
        match self.fault {
            Fault::ForgetfulPosition => format!("{one}/{other} 0"),
            Fault::LongPosition => format!("{one}/{other} {}\n", state.turn),
            _ => format!("{one}/{other} {}", state.turn),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Heaps, InputError> {
        let wrong = || {
            InputError::new(message!("no-position", "'{text}' is not a position"))
                .expected(message!("nim-form", "write 3/4 0"))
        };
        let (heaps, turn) = text.trim_end().split_once(' ').ok_or_else(wrong)?;
        let (one, other) = heaps.split_once('/').ok_or_else(wrong)?;
        let number =
            |text: &str, most: u8| text.parse().ok().filter(|number| *number <= most).ok_or_else(wrong);
        Ok(Heaps { heaps: [number(one, 20)?, number(other, 20)?], turn: number(turn, 1)? })
    }
}

impl View for Nim {
    type Report = serde_json::Value;

    fn backdrop(&self) -> Backdrop {
        let uneven = GraphPoint { label: "heap".to_owned(), x: f64::NAN, y: 0.0 };
        let ground = match self.fault {
            Fault::UnevenBackdrop => Ground::Graph(Network { points: vec![uneven], edges: Vec::new() }),
            _ => Ground::Text,
        };
        Backdrop { title: "Nim".to_owned(), ground }
    }

    fn scene(&self, state: &Heaps) -> Scene {
        let heaps = state.heaps.map(|stones| "|".repeat(usize::from(stones)));
        let rest = if self.has(Fault::UnevenScene) { f64::NAN } else { 0.0 };
        let lines = if self.has(Fault::TornScene) { vec![heaps.join("\n")] } else { heaps.to_vec() };
        Scene { facts: vec![Fact::new("rest", rest)], picture: Picture::Text(TextScene { lines }) }
    }

    fn report(&self, state: &Heaps) -> serde_json::Value {
        match self.fault {
            Fault::BareReport => serde_json::json!(state.heaps),
            _ => serde_json::json!({ "heaps": state.heaps }),
        }
    }
}

/// The difference of the heaps, which is all that matters.
#[derive(Clone, Copy, Debug)]
pub struct HeapsEval;

impl Eval<Nim> for HeapsEval {
    fn eval(&self, game: &Nim, state: &Heaps, agent: AgentId) -> f64 {
        let [one, other] = state.heaps.map(f64::from);
        match game.fault {
            Fault::EndlessEval => f64::NAN,
            Fault::CrookedEval => one,
            _ => {
                if agent.0 == state.turn {
                    (one - other).abs()
                } else {
                    -(one - other).abs()
                }
            }
        }
    }

    fn explain(&self, game: &Nim, state: &Heaps, agent: AgentId) -> Vec<Term> {
        let lie = if game.has(Fault::LyingTerms) { 1.0 } else { 0.0 };
        vec![Term::new("difference", self.eval(game, state, agent)), Term::new("nothing", lie)]
    }

    fn bounds(&self, game: &Nim) -> Option<(f64, f64)> {
        Some(if game.has(Fault::BrokenBounds) { (-1.0, 1.0) } else { (-20.0, 20.0) })
    }
}

/// Takes as many as it can, nearly always.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Policy<Nim> for Greedy {
    fn weights(&self, game: &Nim, _: &Heaps, _: AgentId, actions: &[Take], out: &mut Weights) {
        out.clear();
        out.extend(actions.iter().map(|take| f64::from(take.count)));
        let total: f64 = if game.has(Fault::HeavyPolicy) { 1.0 } else { out.iter().sum() };
        out.iter_mut().for_each(|weight| *weight /= total);
    }
}

impl Playable for Nim {
    type Eval = HeapsEval;
    type ActionEval = Never;
    type Policy = Greedy;

    fn evals(&self) -> Vec<Named<HeapsEval>> {
        vec![Named::new("heaps", "the difference of the heaps", HeapsEval)]
    }

    fn policies(&self) -> Vec<PolicyKind<Self>> {
        vec![PolicyKind::new("greedy", "larger takes are likelier", Vec::new(), |_, _, _| Ok(Greedy))]
    }
}
