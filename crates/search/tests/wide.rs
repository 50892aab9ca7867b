//! A stranger's game, known by its rules alone and with hundreds of actions: no keys, no pictures, no notation.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use plylab_core::{
    ActionList, Adversarial, Agent as _, AgentId, Budget, Context, Depth, DepthUnit, Eval, Game, GameInfo,
    Never, Observer, ResultKind, Seed, SmallVec, Term, Turn, mix, perft,
};
use plylab_search::lookahead::{CutRule, Lookahead, LookaheadSettings, NoTable, Order};
use plylab_search::mcts::{Mcts, MctsSettings};

/// One names a row, then the other a column of a matrix of points.
struct Matrix<L> {
    info: GameInfo,
    size: u32,
    list: std::marker::PhantomData<fn() -> L>,
}

impl<L> Matrix<L> {
    fn new(size: u32) -> Self {
        let info = GameInfo {
            name: "matrix".into(),
            title: "Matrix".into(),
            agents: vec!["row".to_owned(), "column".to_owned()],
            depth_unit: DepthUnit::Ply,
            result: ResultKind::Points,
            seats_alike: true,
            notes: Vec::new(),
        };
        Matrix { info, size, list: std::marker::PhantomData }
    }

    fn entry(&self, row: u32, column: u32) -> f64 {
        (mix(u64::from(row * self.size + column)) % 10_000) as f64 - 5_000.0
    }

    /// The row whose least entry is the largest, and that entry.
    fn maximin(&self) -> (u32, f64) {
        let least = |row| (0..self.size).map(|column| self.entry(row, column)).fold(f64::INFINITY, f64::min);
        (0..self.size).map(|row| (row, least(row))).reduce(|a, b| if b.1 > a.1 { b } else { a }).unwrap()
    }
}

impl<L: ActionList<u32>> Game for Matrix<L> {
    type State = Vec<u32>;
    type Action = u32;
    type Actions = L;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> Vec<u32> {
        Vec::new()
    }

    fn turn(&self, state: &Vec<u32>) -> Turn {
        if state.len() == 2 { Turn::Over } else { Turn::Agent(AgentId(state.len() as u8)) }
    }

    fn actions(&self, state: &Vec<u32>, out: &mut L) {
        out.clear();
        if state.len() < 2 {
            out.extend(0..self.size);
        }
    }

    fn apply(&self, state: &mut Vec<u32>, action: u32) {
        state.push(action);
    }

    fn utility(&self, state: &Vec<u32>, agent: AgentId) -> f64 {
        let entry = match state[..] {
            [row, column] => self.entry(row, column),
            _ => 0.0,
        };
        if agent == AgentId::FIRST { entry } else { -entry }
    }
}

struct Points;

impl<G: Game> Eval<G> for Points {
    fn eval(&self, game: &G, state: &G::State, agent: AgentId) -> f64 {
        game.utility(state, agent)
    }

    fn explain(&self, _: &G, _: &G::State, _: AgentId) -> Vec<Term> {
        Vec::new()
    }
}

/// Counts what is cut, to see that hundreds of siblings may be.
#[derive(Default)]
struct Pruned(usize);

impl Observer<u32> for &mut Pruned {
    fn cut(&mut self, _: plylab_core::Cut, rest: &[u32]) {
        self.0 += rest.len();
    }
}

fn look_ahead<L: ActionList<u32>>() {
    let game = Matrix::<L>::new(300);
    let start = game.initial(Seed(0));
    assert_eq!(perft(&game, &start, 2), 90_000);
    let (row, value) = game.maximin();
    for cut in [CutRule::Never, CutRule::Strict, CutRule::Inclusive] {
        for order in [Order::Natural, Order::Reversed, Order::Dynamic, Order::Eval] {
            let settings = LookaheadSettings {
                order,
                killers: true,
                history: true,
                ..LookaheadSettings::plain(Depth::plies(2), cut)
            };
            let lookahead =
                Lookahead { game: &game, model: &Adversarial, eval: &Points, settings, table: &NoTable };
            let mut pruned = Pruned::default();
            let decision =
                lookahead.decide(&start, &Budget::unlimited(), &mut Seed(1).rng(), &mut pruned).unwrap();
            assert_eq!(
                (decision.action, decision.value.unwrap().as_score().unwrap()),
                (row, value),
                "{cut:?} {order:?}"
            );
            assert_eq!(decision.moves.len(), 300);
            let nodes = decision.stats.nodes as usize;
            assert_eq!(nodes + pruned.0, 300 + 90_000, "{cut:?} {order:?}");
            assert_eq!(pruned.0 > 200, cut != CutRule::Never);
        }
    }
}

#[test]
fn a_look_ahead_needs_the_rules_alone_and_takes_any_number_of_actions() {
    look_ahead::<Vec<u32>>();
    look_ahead::<SmallVec<[u32; 8]>>();
}

#[test]
fn mcts_needs_the_rules_alone_and_takes_any_number_of_actions() {
    for size in [300, 40_000] {
        let game = Matrix::<Vec<u32>>::new(size);
        let settings = MctsSettings { simulations: Some(20_000), ..MctsSettings::tuned() };
        let mut agent: Mcts<_, Never> = Mcts::with_eval(settings, None);
        agent.begin(&game, AgentId::FIRST, Seed(1));
        let decision = agent.act(Context::new(&game, &game.initial(Seed(0)), &Budget::unlimited())).unwrap();
        assert!(decision.action < size);
        // Every move is tried once before any is tried again.
        assert!(decision.moves.len() >= 19_000.min(size as usize), "{}", decision.moves.len());
        assert_eq!(decision.stats.nodes, 20_000);
    }
}
