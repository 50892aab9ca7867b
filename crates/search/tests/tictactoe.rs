//! Tic-tac-toe is small enough to be searched to its end: every search must find what is known of it.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use plylab_core::{
    Adversarial, Agent as _, AgentId, Averaging, Budget, Context, Decision, Depth, Eval, Game, Model,
    Notation, Seed, Term,
};
use plylab_games::tictactoe::{TicTacToe, TicTacToeCell, TicTacToeEval, TicTacToeState};
use plylab_search::lookahead::{
    CutRule, Lookahead, LookaheadSettings, Order, RootValues, TranspositionTable,
};
use plylab_search::mcts::{Mcts, MctsSettings};

/// 1 for a win, -1 for a loss: what a search to the end needs, and no more.
#[derive(Clone, Copy)]
struct Utility;

impl Eval<TicTacToe> for Utility {
    fn eval(&self, game: &TicTacToe, state: &TicTacToeState, agent: AgentId) -> f64 {
        game.utility(state, agent)
    }

    fn explain(&self, game: &TicTacToe, state: &TicTacToeState, agent: AgentId) -> Vec<Term> {
        vec![Term::new("utility", game.utility(state, agent))]
    }
}

fn decide(
    game: &TicTacToe,
    position: &str,
    model: &impl Model<TicTacToe>,
    eval: &impl Eval<TicTacToe>,
    settings: LookaheadSettings,
) -> Decision<TicTacToeCell> {
    let table = (settings.table > 0).then(|| TranspositionTable::new(settings.table).unwrap());
    let lookahead = Lookahead { game, model, eval, settings, table: &table };
    let state = game.parse_position(position).unwrap();
    lookahead.decide(&state, &Budget::unlimited(), &mut Seed(1).rng(), ()).unwrap()
}

/// Every move by its name, with its value to the side to move.
fn values(
    position: &str,
    model: &impl Model<TicTacToe>,
    eval: &impl Eval<TicTacToe>,
    cut: CutRule,
) -> Vec<(String, f64)> {
    let game = TicTacToe::default();
    let settings =
        LookaheadSettings { root: RootValues::Exact, ..LookaheadSettings::plain(Depth::plies(9), cut) };
    let state = game.parse_position(position).unwrap();
    let decision = decide(&game, position, model, eval, settings);
    decision
        .moves
        .iter()
        .map(|weighed| (game.action_text(&state, weighed.action), weighed.value.rank()))
        .collect()
}

#[test]
fn every_first_move_draws() {
    for cut in [CutRule::Never, CutRule::Strict, CutRule::Inclusive] {
        let [plain, lines] =
            [values("", &Adversarial, &Utility, cut), values("", &Adversarial, &TicTacToeEval::Lines, cut)];
        assert_eq!(plain.len(), 9);
        assert_eq!(plain, lines, "{cut:?}");
        assert!(plain.iter().all(|(_, value)| *value == 0.0), "{plain:?}");
    }
    let deepening = LookaheadSettings {
        iterative_deepening: true,
        table: 1,
        killers: true,
        history: true,
        order: Order::Dynamic,
        ..LookaheadSettings::plain(Depth::plies(9), CutRule::Inclusive)
    };
    let decision = decide(&TicTacToe::default(), "", &Adversarial, &TicTacToeEval::Lines, deepening);
    assert_eq!(decision.value.map(|value| value.rank()), Some(0.0));
}

/// The whole tree has 549,946 nodes, as textbooks say; alpha-beta needs few of them.
#[test]
fn minimax_sees_every_node_and_alphabeta_few() {
    let nodes = |cut| {
        let settings = LookaheadSettings::plain(Depth::plies(9), cut);
        decide(&TicTacToe::default(), "", &Adversarial, &Utility, settings).stats.nodes
    };
    assert_eq!(nodes(CutRule::Never), 549_946 - 1, "all but the root");
    assert!(nodes(CutRule::Inclusive) < 549_946 / 10, "{}", nodes(CutRule::Inclusive));
}

/// Between two of X's corners O must take an edge, to make X block; another corner loses to a fork.
#[test]
fn a_corner_loses_between_two_corners() {
    let moves = values("a1 b2 c3", &Adversarial, &Utility, CutRule::Strict);
    let expected = [("a3", -1.0), ("b3", 0.0), ("a2", 0.0), ("c2", 0.0), ("b1", 0.0), ("c1", -1.0)];
    assert_eq!(moves, expected.map(|(cell, value)| (cell.to_owned(), value)));
}

/// Against an opponent who takes any cell, X does not win one game in 192 from a corner, one in 96 from the centre and
/// five in 384 from an edge, and those are drawn. Computed apart from this program, in fractions.
#[test]
fn against_chance_a_corner_is_best() {
    let moves = values("", &Averaging::default(), &Utility, CutRule::Never);
    for (cell, value) in moves {
        let expected = match cell.as_str() {
            "b2" => 95.0 / 96.0,
            "a1" | "a3" | "c1" | "c3" => 191.0 / 192.0,
            _ => 379.0 / 384.0,
        };
        assert!((value - expected).abs() < 1e-12, "{cell}: {value}");
    }
}

/// With two neighbouring stones in the middle X has two ends to complete, and O can block one.
#[test]
fn three_in_a_line_win_at_once_on_larger_boards() {
    for size in [4, 5] {
        let game = TicTacToe::new(size, 3).unwrap();
        let settings = LookaheadSettings::plain(Depth::plies(5), CutRule::Inclusive);
        let decision = decide(&game, "", &Adversarial, &TicTacToeEval::Lines, settings);
        assert_eq!(
            decision.value.map(|value| value.rank()),
            Some(995.0),
            "after five stones, on {size} by {size}"
        );
    }
}

#[test]
fn mcts_finds_the_only_moves_that_draw() {
    let game = TicTacToe::default();
    let mut agent = Mcts::new(&game, MctsSettings { simulations: Some(5_000), ..MctsSettings::tuned() });
    for (position, best) in
        [("a1 b2 c3", ["b3", "a2", "c2", "b1"].as_slice()), ("b2", &["a3", "c3", "a1", "c1"])]
    {
        let state = game.parse_position(position).unwrap();
        agent.begin(&game, AgentId(1), Seed(3));
        let decision = agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
        let played = game.action_text(&state, decision.action);
        assert!(best.contains(&played.as_str()), "{position}: {played}");
    }
}
