//! SIM against known facts: report C's win rates, reproduced by a plain search written here, and the exact
//! solution.
//!
//! All readings of the report's evaluation (all triples of the colour, or only those with the new edge) rank
//! the leaves of one depth alike: they hold equally many edges, so only the triangles distinguish them. What
//! the win rates do depend on, and what these tests pin down, is the walk:
//!
//! - the search cuts off when alpha >= beta, and a later move that returns an equal value replaces the
//!   earlier one, even where that value is only the bound of a cutoff;
//! - with the fault, the list of free edges is one list for the whole game. It is walked by index while every
//!   move tried is removed and put back at its end, at all levels of the search, and it keeps that order
//!   for the next move.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::{HashMap, HashSet};

use plylab_core::{
    Agent as _, AgentId, Budget, Context, Eval as _, Game, Hashed as _, Notation as _, Seed, Symmetric as _,
    Turn,
};
use plylab_games::sim::{ReportC, Sim, SimEdge, SimEval, SimState, Start};

const RED: AgentId = AgentId(0);

/// How a move that was tried goes back into the list of free edges.
#[derive(Clone, Copy, PartialEq)]
enum PutBack {
    /// Where it was.
    InPlace,
    /// The original program's fault: at the end of the list that is being walked.
    AtTheEnd,
}

impl PutBack {
    /// The report's search: the value for red and the best move.
    fn search(
        self,
        game: &Sim,
        state: &SimState,
        free: &mut Vec<SimEdge>,
        depth: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> (f64, Option<SimEdge>) {
        let turn = game.turn(state);
        if turn == Turn::Over {
            return (game.utility(state, RED) * f64::INFINITY, None);
        }
        if depth == 0 {
            return (SimEval::Report.eval(game, state, RED), None);
        }
        let red = turn == Turn::Agent(RED);
        let mut best = (if red { f64::NEG_INFINITY } else { f64::INFINITY }, None);
        for index in 0..free.len() {
            let edge = free.remove(index);
            let mut next = *state;
            game.apply(&mut next, edge);
            let (value, _) = self.search(game, &next, free, depth - 1, alpha, beta);
            match self {
                PutBack::InPlace => free.insert(index, edge),
                PutBack::AtTheEnd => free.push(edge),
            }
            if red && value >= best.0 || !red && value <= best.0 {
                best = (value, Some(edge));
            }
            if red {
                alpha = alpha.max(best.0);
            } else {
                beta = beta.min(best.0);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The win rate of the report's search, in percent.
    fn wins(self, depth: u32, games: u64) -> f64 {
        let window = (f64::NEG_INFINITY, f64::INFINITY);
        red_wins(games, |game, state, free| {
            self.search(game, state, free, depth, window.0, window.1).1.unwrap()
        })
    }
}

/// Red's win rate in percent over `games` games, playing `choose` against a random blue; who moves first is drawn.
/// The free edges are one list for the whole game, which `choose` may reorder.
fn red_wins(games: u64, choose: impl Fn(&Sim, &SimState, &mut Vec<SimEdge>) -> SimEdge) -> f64 {
    let game = Sim::new(6, Start::Drawn).unwrap();
    let mut wins = 0;
    for number in 0..games {
        let seed = Seed(2024).nth(number);
        let mut rng = seed.child("blue").rng();
        let mut state = game.initial(seed.child("start"));
        let mut free: Vec<SimEdge> = (0..15).map(SimEdge).collect();
        while let Turn::Agent(agent) = game.turn(&state) {
            let edge =
                if agent == RED { choose(&game, &state, &mut free) } else { *rng.pick(&free).unwrap() };
            free.retain(|&other| other != edge);
            game.apply(&mut state, edge);
        }
        wins += u64::from(game.utility(&state, RED) > 0.0);
    }
    100.0 * wins as f64 / games as f64
}

/// Plain minimax for red, which evaluates finished games too.
fn minimax(game: &Sim, state: &SimState, depth: u32, eval: SimEval) -> f64 {
    let values = || successors(game, state).into_iter().map(|next| minimax(game, &next, depth - 1, eval));
    match game.turn(state) {
        Turn::Agent(RED) if depth > 0 => values().fold(f64::MIN, f64::max),
        Turn::Agent(_) if depth > 0 => values().fold(f64::MAX, f64::min),
        _ => eval.eval(game, state, RED),
    }
}

/// Asserts that a win rate of `measured` percent over `games` games is within three standard errors of `known`, which is
/// itself known only up to `known_error`.
fn assert_rate(measured: f64, games: u64, known: f64, known_error: f64) {
    let error = (known * (100.0 - known) / games as f64).sqrt().hypot(known_error);
    assert!((measured - known).abs() < 3.0 * error, "{measured} %, known {known} +- {error} %");
}

#[test]
fn the_repaired_program_has_the_known_win_rate() {
    assert_rate(PutBack::InPlace.wins(1, 10_000), 10_000, 96.8, 0.05);
    assert_rate(PutBack::InPlace.wins(3, 6_000), 6_000, 95.4, 0.05);
    assert_rate(PutBack::InPlace.wins(5, 1_000), 1_000, 89.3, 0.05);
}

#[test]
fn the_original_program_has_the_known_win_rate() {
    assert_rate(PutBack::AtTheEnd.wins(1, 10_000), 10_000, 90.3, 0.3);
    assert_rate(PutBack::AtTheEnd.wins(3, 10_000), 10_000, 86.8, 0.3);
}

/// The agents `report-c` and `report-c-repaired` make the same moves as the walk written here, game by game.
#[test]
fn the_agents_are_the_original_program_and_the_repaired_one() {
    for (agent, walk) in
        [(ReportC::new as fn(u32) -> ReportC, PutBack::AtTheEnd), (ReportC::repaired, PutBack::InPlace)]
    {
        assert_same_moves(agent, walk);
    }
}

fn assert_same_moves(agent: fn(u32) -> ReportC, walk: PutBack) {
    let game = Sim::new(6, Start::Drawn).unwrap();
    for (depth, number) in (1..=4).flat_map(|depth| (0..100).map(move |number| (depth, number))) {
        let mut rng = Seed(77).nth(number).rng();
        let mut agent = agent(depth);
        agent.begin(&game, RED, Seed(0));
        let mut state = game.initial(Seed(number));
        let mut free: Vec<SimEdge> = (0..15).map(SimEdge).collect();
        while let Turn::Agent(mover) = game.turn(&state) {
            let edge = if mover == RED {
                let (alpha, beta) = (f64::NEG_INFINITY, f64::INFINITY);
                let expected = walk.search(&game, &state, &mut free, depth, alpha, beta).1.unwrap();
                assert_eq!(
                    agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap().action,
                    expected
                );
                expected
            } else {
                *rng.pick(&free).unwrap()
            };
            free.retain(|&other| other != edge);
            game.apply(&mut state, edge);
        }
    }
}

#[test]
fn the_tuned_evaluation_hardly_ever_loses_to_a_random_player() {
    for (depth, games) in [(1, 4000), (2, 2000), (3, 1000)] {
        let rate = red_wins(games, |game, state, free| {
            let value = |edge: &SimEdge| {
                let mut next = *state;
                game.apply(&mut next, *edge);
                minimax(game, &next, depth - 1, SimEval::Tuned)
            };
            let best = free.iter().map(value).fold(f64::MIN, f64::max);
            *free.iter().find(|edge| value(edge) == best).unwrap()
        });
        assert!(rate > 98.0, "depth {depth}: {rate} %");
    }
}

fn successors(game: &Sim, state: &SimState) -> Vec<SimState> {
    let actions = game.list_actions(state);
    let after = |&edge: &SimEdge| {
        let mut next = *state;
        game.apply(&mut next, edge);
        next
    };
    actions.iter().map(after).collect()
}

/// Every reachable position, each after one that leads to it.
/// `name` picks one of the positions that count as the same.
fn reachable(game: &Sim, name: impl Fn(SimState) -> SimState) -> Vec<SimState> {
    let start = game.initial(Seed(0));
    let mut seen = HashSet::from([start]);
    let mut order = vec![start];
    let mut index = 0;
    while let Some(&state) = order.get(index) {
        index += 1;
        for next in successors(game, &state) {
            let next = name(next);
            if seen.insert(next) {
                order.push(next);
            }
        }
    }
    order
}

/// Of all positions that differ by the names of the points, the one with the lowest key.
fn canonical(game: &Sim, state: SimState) -> SimState {
    (0..game.symmetries())
        .map(|which| game.map_state(which, &state))
        .min_by_key(|image| game.key(image))
        .unwrap()
}

fn unfinished(game: &Sim, states: &[SimState]) -> usize {
    states.iter().filter(|state| game.turn(state) != Turn::Over).count()
}

/// The start counts as a position, and so do finished games.
#[test]
fn the_number_of_positions_is_the_known_one() {
    let game = Sim::default();
    let states = reachable(&game, |state| state);
    assert_eq!((states.len(), unfinished(&game, &states)), (2_230_702, 1_350_022));
}

#[test]
fn the_exact_solution_is_the_known_one() {
    let game = Sim::default();
    let states = reachable(&game, |state| canonical(&game, state));
    assert_eq!((states.len(), unfinished(&game, &states)), (3729, 2250));

    // For red: the value with perfect play, the win probability when both play at random, and the best win probability
    // against a random blue. Later positions have more edges, so in reverse order all successors are known.
    let mut known: HashMap<SimState, [f64; 3]> = HashMap::new();
    let mut best_as_blue: HashMap<SimState, f64> = HashMap::new();
    for state in states.iter().rev() {
        let next: Vec<SimState> =
            successors(&game, state).into_iter().map(|next| canonical(&game, next)).collect();
        let max = |values: &dyn Fn(&SimState) -> f64| next.iter().map(values).fold(f64::MIN, f64::max);
        let mean =
            |values: &dyn Fn(&SimState) -> f64| next.iter().map(values).sum::<f64>() / next.len() as f64;
        let (values, blue) = match game.turn(state) {
            Turn::Over => {
                let red_wins = f64::from(u8::from(game.utility(state, RED) > 0.0));
                ([game.utility(state, RED), red_wins, red_wins], 1.0 - red_wins)
            }
            Turn::Agent(RED) => (
                [max(&|next| known[next][0]), mean(&|next| known[next][1]), max(&|next| known[next][2])],
                mean(&|next| best_as_blue[next]),
            ),
            _ => (
                [-max(&|next| -known[next][0]), mean(&|next| known[next][1]), mean(&|next| known[next][2])],
                max(&|next| best_as_blue[next]),
            ),
        };
        known.insert(*state, values);
        best_as_blue.insert(*state, blue);
    }
    let start = game.parse_position("").unwrap();
    let [value, random, best] = known[&start];
    assert_eq!(value, -1.0, "the second player wins");
    let close = |one: f64, other: f64| (one - other).abs() < 1e-12;
    assert!(close(random, 8374.0 / 21021.0), "{random}");
    assert!(close(best, 3071.0 / 3072.0), "{best}");
    assert!(close(best_as_blue[&start], 1.0), "{}", best_as_blue[&start]);
}
