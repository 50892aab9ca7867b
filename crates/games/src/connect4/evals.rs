//! The evaluations of Connect Four.

use plylab_core::{AgentId, Eval, Game, Term, Turn};

use super::lines::Lines;
use super::rules::{ConnectFour, ConnectFourState};
use crate::common::{Terms, UNUSED, named, other, sum};

/// The evaluations by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConnectFourEval {
    /// Report E's, flaw included: the sum over windows can exceed the 50 of a win, and a fast win is worth
    /// no more than a slow one.
    Report,
    /// Ours.
    Tuned,
}

impl ConnectFourEval {
    fn terms(self, game: &ConnectFour, state: &ConnectFourState, agent: AgentId) -> Terms<4> {
        match self {
            ConnectFourEval::Report => report(game, state, agent),
            ConnectFourEval::Tuned => tuned(game, state, agent),
        }
    }
}

impl Eval<ConnectFour> for ConnectFourEval {
    fn eval(&self, game: &ConnectFour, state: &ConnectFourState, agent: AgentId) -> f64 {
        sum(self.terms(game, state, agent))
    }

    fn explain(&self, game: &ConnectFour, state: &ConnectFourState, agent: AgentId) -> Vec<Term> {
        named(self.terms(game, state, agent))
    }

    fn bounds(&self, game: &ConnectFour) -> Option<(f64, f64)> {
        match self {
            ConnectFourEval::Report => {
                let windows = game.windows.len() as f64;
                Some((-(4.0 * windows).max(50.0), (5.0 * windows).max(50.0)))
            }
            ConnectFourEval::Tuned => Some((-WIN, WIN)),
        }
    }
}

/// A finished game is worth 50 to report E's winner. Before that it adds up windows: four own stones 100, three and an empty
/// cell 5, two and two empty cells 2, three of the opponent's and an empty cell -4.
fn report(game: &ConnectFour, state: &ConnectFourState, agent: AgentId) -> Terms<4> {
    if game.turn(state) == Turn::Over {
        return [("game over", 50.0 * game.utility(state, agent)), UNUSED, UNUSED, UNUSED];
    }
    let own = state.stones_of(agent);
    let other = own ^ state.stones;
    let lines = Lines::of(game, own, other);
    let threats = Lines::of(game, other, own).threes;
    [
        ("own fours", 100.0 * f64::from(lines.fours)),
        ("own threes", 5.0 * f64::from(lines.threes)),
        ("own twos", 2.0 * f64::from(lines.twos)),
        ("opponent's threes", -4.0 * f64::from(threats)),
    ]
}

/// The value of a win on an empty board; every stone on the board costs one point.
const WIN: f64 = 1000.0;
/// The maximum value of an unfinished position, so that even the latest win outranks it.
const MAX_WITHOUT_WIN: f64 = 900.0;

/// The tuned evaluation. A side with a threat (an empty cell that would complete a row) on a row of the
/// right parity gets that cell in the end, when only forced moves are left: odd rows for the first player, even rows
/// for the second, counted from the bottom.
fn tuned(game: &ConnectFour, state: &ConnectFourState, agent: AgentId) -> Terms<4> {
    if game.turn(state) == Turn::Over {
        let value = game.utility(state, agent) * (WIN - f64::from(state.played()));
        return [("game over", value), UNUSED, UNUSED, UNUSED];
    }
    let own_stones = state.stones_of(agent);
    let own_lines = Lines::of(game, own_stones, own_stones ^ state.stones);
    let other_lines = Lines::of(game, own_stones ^ state.stones, own_stones);
    let (own_threats, other_threats) = (own_lines.threats, other_lines.threats);
    let open = game.open_cells(state);
    // A mover with a threat on an open cell wins now; of two opposing threats on open cells, only one can be stopped.
    let (mover_threats, waiting_threats, sign) = if state.side() == agent {
        (own_threats, other_threats, 1.0)
    } else {
        (other_threats, own_threats, -1.0)
    };
    let decided = if mover_threats & open != 0 {
        sign
    } else if (waiting_threats & open).count_ones() >= 2 {
        -sign
    } else {
        0.0
    };
    let threat_value = |threats: u64, agent: AgentId| -> f64 {
        (0..game.rows())
            .map(|row| {
                let good = row % 2 == agent.0;
                let lower_is_sooner = f64::from(game.rows() - row);
                f64::from((threats & !open & game.row_mask(row)).count_ones())
                    * (if good { 12.0 } else { 4.0 } + lower_is_sooner)
            })
            .sum()
    };
    let below_top = !open & !game.row_mask(game.rows() - 1);
    let stacked = |threats: u64| 60.0 * f64::from((threats & below_top & (threats >> 1)).count_ones().min(4));
    let parts = [
        ("forced win", 400.0 * decided),
        ("threats by row", threat_value(own_threats, agent) - threat_value(other_threats, other(agent))),
        ("stacked threats", stacked(own_threats) - stacked(other_threats)),
        ("open lines", f64::from(own_lines.stones) - f64::from(other_lines.stones)),
    ];
    let scale = (MAX_WITHOUT_WIN / sum(parts).abs()).min(1.0);
    parts.map(|(name, value)| (name, value * scale))
}

#[cfg(test)]
mod tests {
    use plylab_core::{Notation, Seed};

    use super::*;

    fn report(moves: &str, agent: u8) -> f64 {
        let game = ConnectFour::default();
        let state = game.parse_position(moves).unwrap();
        ConnectFourEval::Report.eval(&game, &state, AgentId(agent))
    }

    #[test]
    fn report_counts_every_window_of_four() {
        assert_eq!(report("", 0), 0.0);
        // Yellow on 3 and 4 of the bottom row: the windows 1-4, 2-5 and 3-6 hold two and nothing else.
        assert_eq!(report("3747", 0), 6.0);
        // Three in a row on 3, 4, 5: two windows of three (2-5, 3-6), and 1-4, 4-7 of two; red's stones on
        // column 1 make a window of two for red only.
        assert_eq!(report("31415", 0), 5.0 + 5.0 + 2.0);
        // For red: yellow's two threes cost 4 each, red's own pair in column 1 counts 2, and nothing
        // else counts.
        assert_eq!(report("31415", 1), 2.0 - 8.0);
    }

    #[test]
    fn report_values_ends_at_fifty_and_keeps_the_flaw() {
        assert_eq!(report("1212121", 0), 50.0);
        assert_eq!(report("1212121", 1), -50.0);
        // Yellow can win in the fourth column, yet the fifth, which does not even end the game, has a higher value.
        let game = ConnectFour::default();
        let over = |moves: &str| game.turn(&game.parse_position(moves).unwrap()) == Turn::Over;
        assert!(over("4543413731524"));
        assert_eq!(report("4543413731524", 0), 50.0);
        assert!(!over("4543413731525"));
        assert_eq!(report("4543413731525", 0), 51.0);
    }

    #[test]
    fn tuned_prefers_a_faster_win_and_any_win_to_none() {
        let game = ConnectFour::default();
        let value =
            |state: &ConnectFourState, agent: u8| ConnectFourEval::Tuned.eval(&game, state, AgentId(agent));
        let end = |moves: &str, agent: u8| {
            let state = game.parse_position(moves).unwrap();
            assert_eq!(game.turn(&state), Turn::Over, "{moves}");
            value(&state, agent)
        };
        // Yellow wins in the first column after 7, 9 and 11 stones; red in the second after 8.
        assert_eq!(["1212121", "121213731", "12121373751"].map(|moves| end(moves, 0)), [993.0, 991.0, 989.0]);
        assert_eq!(
            ["1212121", "121213731", "12121373751"].map(|moves| end(moves, 1)),
            [-993.0, -991.0, -989.0]
        );
        assert_eq!([0, 1].map(|agent| end("12123242", agent)), [-992.0, 992.0]);

        let latest_win = WIN - 42.0;
        let (mut unfinished, mut won) = (0, 0);
        for number in 0..300 {
            let mut rng = Seed(6).nth(number).rng();
            let mut state = game.initial(Seed::default());
            let mut actions = <ConnectFour as Game>::Actions::new();
            loop {
                game.actions(&state, &mut actions);
                let Some(&action) = rng.pick(&actions) else { break };
                for agent in [0, 1] {
                    assert!(value(&state, agent).abs() < latest_win, "{state:?}");
                }
                unfinished += 1;
                game.apply(&mut state, action);
            }
            if game.is_won(&state) {
                assert!(value(&state, 0).abs() >= latest_win, "{state:?}");
                won += 1;
            }
        }
        assert!(unfinished > 3000 && won > 200, "{unfinished} positions, {won} wins");
    }
}
