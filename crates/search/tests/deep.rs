//! No depth is too much for the stack: searches that go thousands of moves down, from threads as small as they come.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::collections::HashSet;
use std::sync::Mutex;
use std::thread::{self, ThreadId};

use plylab_core::{
    Adversarial, AgentId, Averaging, Budget, Cut, Depth, DepthUnit, Eval, Game, GameInfo, Hashed, Observer,
    ResultKind, Seed, Term, Turn, Visit, mix, perft,
};
use plylab_games::connect4::{ConnectFour, ConnectFourEval};
use plylab_games::pacman::{Classic, ClassicEval, Grid, GridEval, shipped};
use plylab_games::sim::{Sim, SimEval};
use plylab_games::tree::{TreeEval, TreeGame};
use plylab_search::lookahead::{CutRule, Lookahead, LookaheadSettings, Order, Star, TranspositionTable};

/// A walk of that many steps, each to one of `width` sides, which nothing depends on: at its end the first agent has as
/// many points as there are steps.
struct Walk {
    info: GameInfo,
    steps: u32,
    width: u8,
    /// Who moves, by turns.
    turns: Vec<Turn>,
    /// Panics after that many steps.
    breaks: Option<u32>,
    threads: Mutex<HashSet<ThreadId>>,
}

impl Walk {
    fn new(steps: u32, width: u8, turns: &[Turn]) -> Walk {
        let agents = vec!["one".to_owned(), "other".to_owned()];
        let info = GameInfo {
            name: "walk".into(),
            title: "Walk".into(),
            agents,
            depth_unit: DepthUnit::Ply,
            result: ResultKind::Points,
            seats_alike: true,
            notes: Vec::new(),
        };
        Walk { info, steps, width, turns: turns.to_vec(), breaks: None, threads: Mutex::default() }
    }
}

impl Game for Walk {
    type State = u32;
    type Action = u8;
    type Actions = Vec<u8>;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> u32 {
        0
    }

    fn turn(&self, state: &u32) -> Turn {
        if *state == self.steps { Turn::Over } else { self.turns[*state as usize % self.turns.len()] }
    }

    fn actions(&self, state: &u32, out: &mut Self::Actions) {
        out.clear();
        if *state < self.steps {
            out.extend(0..self.width);
        }
    }

    fn apply(&self, state: &mut u32, _: u8) {
        self.threads.lock().unwrap().insert(thread::current().id());
        assert!(self.breaks != Some(*state), "the walk is broken");
        *state += 1;
    }

    fn utility(&self, state: &u32, agent: AgentId) -> f64 {
        if agent == AgentId::FIRST { f64::from(*state) } else { -f64::from(*state) }
    }
}

impl Hashed for Walk {
    fn key(&self, state: &u32) -> u64 {
        mix(u64::from(*state) + 1)
    }
}

#[derive(Clone, Copy)]
struct Steps;

impl Eval<Walk> for Steps {
    fn eval(&self, game: &Walk, state: &u32, agent: AgentId) -> f64 {
        game.utility(state, agent)
    }

    fn explain(&self, game: &Walk, state: &u32, agent: AgentId) -> Vec<Term> {
        vec![Term::new("steps", game.utility(state, agent))]
    }
}

const ONE: Turn = Turn::Agent(AgentId(0));
const OTHER: Turn = Turn::Agent(AgentId(1));

/// Does `work` on a thread with the smallest stack that threads usually have.
fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, work).unwrap();
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn decide(
    game: &Walk,
    settings: LookaheadSettings,
    budget: &Budget,
    observer: impl Observer<u8>,
) -> (f64, u64, usize) {
    let table = (settings.table > 0).then(|| TranspositionTable::new(1).unwrap());
    let lookahead = Lookahead { game, model: &Adversarial, eval: &Steps, settings, table: &table };
    let decision = on_a_small_stack(|| lookahead.decide(&0, budget, &mut Seed(1).rng(), observer).unwrap());
    (decision.value.unwrap().rank(), decision.stats.nodes, decision.line.len())
}

#[test]
fn a_walk_is_searched_to_its_end_whatever_counts_as_depth() {
    let never = |depth| LookaheadSettings::plain(depth, CutRule::Never);
    let strict = |depth| LookaheadSettings::plain(depth, CutRule::Strict);
    let unlimited = Budget::unlimited();
    let game = Walk::new(1000, 1, &[ONE, OTHER]);
    assert_eq!(decide(&game, never(Depth::plies(1000)), &unlimited, ()), (1000.0, 1000, 1000));
    assert_eq!(decide(&game, strict(Depth::plies(999)), &unlimited, ()), (999.0, 999, 999));
    // Dice are no ply, and a round lasts until the first agent moves again: neither is bounded by the depth.
    let game = Walk::new(20_000, 1, &[ONE, Turn::Chance, Turn::Chance, Turn::Chance]);
    assert_eq!(decide(&game, strict(Depth::plies(4000)), &unlimited, ()), (15_997.0, 15_997, 4096));
    let mut turns = vec![OTHER; 20_000];
    turns[0] = ONE;
    let game = Walk::new(20_000, 1, &turns);
    assert_eq!(decide(&game, strict(Depth::rounds(1)), &unlimited, ()), (20_000.0, 20_000, 4096));
}

#[test]
fn an_engine_deepens_past_every_stack() {
    let game = Walk::new(700, 2, &[ONE, OTHER]);
    let settings = LookaheadSettings {
        table: 1,
        prefer_short_wins: false,
        ..LookaheadSettings::engine(Depth::plies(1000))
    };
    let (value, _, line) = decide(&game, settings, &Budget::unlimited(), ());
    assert_eq!((value, line), (700.0, 700));
}

#[test]
fn however_many_nodes_few_threads_are_started() {
    let nodes = 200_000;
    let budget = Budget { nodes: Some(nodes), ..Budget::unlimited() };
    for depth in [130, 160, 200, 300, 1000, 5000, 9000] {
        let game = Walk::new(10_000, 3, &[ONE, OTHER]);
        let visited =
            decide(&game, LookaheadSettings::plain(Depth::plies(depth), CutRule::Never), &budget, ()).1;
        assert_eq!(visited, nodes + 1);
        let threads = game.threads.into_inner().unwrap().len();
        assert!(threads <= 40, "{threads} threads to depth {depth}");
    }
}

#[test]
fn a_game_that_panics_far_down_panics_for_the_caller() {
    let game = Walk { breaks: Some(900), ..Walk::new(1000, 1, &[ONE, OTHER]) };
    let search = || {
        decide(&game, LookaheadSettings::plain(Depth::plies(1000), CutRule::Strict), &Budget::unlimited(), ())
    };
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(search)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"the walk is broken"));
}

/// How deep it is now, and the deepest it has been.
#[derive(Default)]
struct Gauge {
    now: usize,
    deepest: usize,
    entered: usize,
    cuts: usize,
}

impl<A> Observer<A> for Gauge {
    fn enter(&mut self, _: &Visit<A>) {
        self.now += 1;
        self.entered += 1;
        self.deepest = self.deepest.max(self.now);
    }

    fn cut(&mut self, _: Cut, _: &[A]) {
        self.cuts += 1;
    }

    fn leave(&mut self, _: f64) {
        self.now -= 1;
    }
}

#[test]
fn an_observer_hears_every_thread_in_order() {
    let game = Walk::new(1000, 1, &[ONE, OTHER]);
    let mut gauge = Gauge::default();
    let settings = LookaheadSettings::plain(Depth::plies(1000), CutRule::Strict);
    decide(&game, settings, &Budget::unlimited(), &mut gauge);
    assert_eq!((gauge.now, gauge.deepest, gauge.entered, gauge.cuts), (0, 1001, 1001, 0));
}

/// Searches the start of a game as deep as the agents by name are allowed to, until a limit of nodes is reached.
fn dive<G: Hashed, E: Eval<G>>(game: &G, eval: &E) {
    let start = game.initial(Seed(1));
    let budget = Budget { nodes: Some(20_000), ..Budget::unlimited() };
    let actions = game.list_actions(&start);
    for depth in [Depth::plies(1000), Depth::rounds(1000)] {
        let strict = LookaheadSettings::plain(depth, CutRule::Strict);
        let engine = LookaheadSettings { table: 1, ..LookaheadSettings::engine(depth) };
        for settings in [
            LookaheadSettings::plain(depth, CutRule::Never),
            strict,
            LookaheadSettings { order: Order::Eval, ..strict },
            LookaheadSettings { star: Star::Two, ..strict },
            engine,
            LookaheadSettings { iterative_deepening: false, threads: 2, ..engine },
        ] {
            let table = TranspositionTable::new(1);
            let adversarial = Lookahead { game, model: &Adversarial, eval, settings, table: &table };
            let averaging = Lookahead { game, model: &Averaging::default(), eval, settings, table: &table };
            let decisions = on_a_small_stack(|| {
                [
                    adversarial.decide(&start, &budget, &mut Seed(1).rng(), ()),
                    averaging.decide(&start, &budget, &mut Seed(1).rng(), ()),
                ]
            });
            for decision in decisions {
                assert!(actions.contains(&decision.unwrap().action), "{settings:?}");
            }
        }
    }
}

#[test]
fn every_game_may_be_searched_as_deep_as_agents_are_allowed_to() {
    for layout in ["tiny", "small", "full"] {
        dive(&Classic::new(&shipped(layout).unwrap().layout().unwrap()), &ClassicEval::Score);
    }
    dive(&Grid::new().unwrap(), &GridEval::Report);
    dive(&Sim::default(), &SimEval::Tuned);
    dive(&ConnectFour::default(), &ConnectFourEval::Tuned);
    let chain = format!("{}5{}", "max [ 1 min [ chance [ ".repeat(66), " ] 7 ] ]".repeat(66));
    dive(&TreeGame::parse(&chain).unwrap(), &TreeEval::Value);
}

#[test]
fn sequences_of_any_length_are_counted() {
    let game = Walk::new(300_000, 1, &[ONE, OTHER]);
    let counts = on_a_small_stack(|| [64, 65, 300_000, 300_001].map(|depth| perft(&game, &0, depth)));
    assert_eq!(counts, [1, 1, 1, 0]);
    let game = Walk::new(3, 4, &[ONE, OTHER]);
    assert_eq!([2, 3, 4, 100].map(|depth| perft(&game, &0, depth)), [16, 64, 0, 0]);
}
