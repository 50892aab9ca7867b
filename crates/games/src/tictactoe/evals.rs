//! The evaluation of tic-tac-toe.

use plylab_core::{AgentId, Eval, Game, Term, Turn};

use super::rules::{TicTacToe, TicTacToeState};
use crate::common::other;

/// The evaluations by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TicTacToeEval {
    /// The textbooks' count of lines in which only one side has stones.
    Lines,
}

/// The value of a win on an empty board; every stone on the board costs one point. Open lines are never worth more
/// than 324, on a board of five by five, so that even the latest win outranks them.
const WIN: f64 = 1000.0;

/// By the number of stones in an open line: the term's name for its owner, the name for
/// the opponent, and the value.
const OPEN: [(&str, &str, f64); 4] = [
    ("own lines with 1 stone", "opponent's lines with 1 stone", 1.0),
    ("own lines with 2 stones", "opponent's lines with 2 stones", 3.0),
    ("own lines with 3 stones", "opponent's lines with 3 stones", 9.0),
    ("own lines with 4 stones", "opponent's lines with 4 stones", 27.0),
];

/// The number of lines with stones of one side only, by the number of stones minus one.
type Counts = [u32; OPEN.len()];

fn open_lines(game: &TicTacToe, own: u32, against: u32) -> Counts {
    let mut counts = Counts::default();
    for &window in &game.windows {
        let stones = (own & window).count_ones() as usize;
        if against & window == 0
            && let Some(count) = stones.checked_sub(1).and_then(|index| counts.get_mut(index))
        {
            *count += 1;
        }
    }
    counts
}

fn both(game: &TicTacToe, state: &TicTacToeState, agent: AgentId) -> (Counts, Counts) {
    let (own, against) = (state.stones_of(agent), state.stones_of(other(agent)));
    (open_lines(game, own, against), open_lines(game, against, own))
}

/// The value of a finished game.
fn end(game: &TicTacToe, state: &TicTacToeState, agent: AgentId) -> Option<f64> {
    let over = game.turn(state) == Turn::Over;
    over.then(|| game.utility(state, agent) * (WIN - f64::from(state.played())))
}

impl Eval<TicTacToe> for TicTacToeEval {
    fn eval(&self, game: &TicTacToe, state: &TicTacToeState, agent: AgentId) -> f64 {
        if let Some(value) = end(game, state, agent) {
            return value;
        }
        let (own, against) = both(game, state, agent);
        let lead = own.iter().zip(against).map(|(&own, against)| f64::from(own) - f64::from(against));
        lead.zip(OPEN).map(|(lead, (_, _, value))| lead * value).sum()
    }

    fn explain(&self, game: &TicTacToe, state: &TicTacToeState, agent: AgentId) -> Vec<Term> {
        if let Some(value) = end(game, state, agent) {
            return vec![Term::new("game over", value)];
        }
        let (own, against) = both(game, state, agent);
        // The longest lines that are not complete come first.
        let kinds = OPEN.iter().zip(own.iter().zip(against)).take(usize::from(game.line()) - 1).rev();
        kinds
            .flat_map(|(&(own_name, other_name, value), (&own, against))| {
                [
                    Term::new(own_name, value * f64::from(own)),
                    Term::new(other_name, -value * f64::from(against)),
                ]
            })
            .collect()
    }

    fn bounds(&self, _: &TicTacToe) -> Option<(f64, f64)> {
        Some((-WIN, WIN))
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{Notation, Seed, total};

    use super::super::rules::{O, X};
    use super::*;

    fn value(position: &str, agent: AgentId) -> f64 {
        let game = TicTacToe::default();
        TicTacToeEval::Lines.eval(&game, &game.parse_position(position).unwrap(), agent)
    }

    #[test]
    fn open_lines_count_by_their_stones() {
        assert_eq!(value("", X), 0.0);
        // The centre lies on four lines, a corner on three, an edge on two.
        assert_eq!([value("b2", X), value("a1", X), value("b1", X)], [4.0, 3.0, 2.0]);
        // O's corner takes a diagonal from X, and has a row and a column.
        assert_eq!(value("b2 a1", X), 3.0 - 2.0);
        // Two of X on the middle row count three; column b, the other diagonal and column c count one each.
        // O's row and column from a1 count one each.
        assert_eq!(value("b2 a1 c2", X), 3.0 + 3.0 - 2.0);
        assert_eq!(value("b2 a1 c2", O), -(3.0 + 3.0 - 2.0));
    }

    #[test]
    fn every_kind_of_line_is_a_term() {
        let explain = |size: u8, line: u8, position: &str| {
            let game = TicTacToe::new(size, line).unwrap();
            let terms = TicTacToeEval::Lines.explain(&game, &game.parse_position(position).unwrap(), X);
            terms.into_iter().map(|term| format!("{}: {}", term.name, term.value)).collect::<Vec<String>>()
        };
        assert_eq!(
            explain(3, 3, "b2 a1 c2"),
            [
                "own lines with 2 stones: 3",
                "opponent's lines with 2 stones: 0",
                "own lines with 1 stone: 3",
                "opponent's lines with 1 stone: -2",
            ]
        );
        assert_eq!(explain(5, 5, "").len(), 8);
        assert_eq!(explain(3, 3, "a1 a2 b1 b2 c1"), ["game over: 995"]);
    }

    #[test]
    fn a_faster_win_is_worth_more_and_any_win_more_than_none() {
        assert_eq!(value("a1 a2 b1 b2 c1", X), 995.0);
        assert_eq!(value("a1 a2 b1 b2 c1", O), -995.0);
        assert_eq!(value("a1 a2 b1 b2 a3 c2", O), 994.0);
        assert_eq!(value("xox/xoo/oxx", X), 0.0);
        for (size, line) in [(3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5)] {
            let game = TicTacToe::new(size, line).unwrap();
            let max = OPEN[usize::from(line) - 2].2 * game.windows.len() as f64;
            assert!(max <= 324.0 && max < WIN - f64::from(size * size), "{size} {line}");
        }
    }

    #[test]
    fn what_one_side_gains_the_other_loses() {
        let game = TicTacToe::new(5, 4).unwrap();
        for number in 0..50 {
            let mut rng = Seed(4).nth(number).rng();
            let mut state = game.initial(Seed(0));
            while let Some(cell) = game.pick_action(&state, |count| rng.below(count)) {
                game.apply(&mut state, cell);
                let [x, o] = [X, O].map(|agent| TicTacToeEval::Lines.eval(&game, &state, agent));
                assert_eq!(x, -o);
                assert_eq!(x, total(&TicTacToeEval::Lines.explain(&game, &state, X)));
            }
        }
    }
}
