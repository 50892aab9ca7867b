//! Scores as values: the winner, and the number of plies.

use plylab_core::{AgentId, Outcome, Value};
use plylab_games::connect4::{ConnectFour, ConnectFourState};

/// The value of a score at `state` to the side to move. A winner's score is the number of stones it has left after the
/// winning one, plus one.
pub fn value(game: &ConnectFour, state: &ConnectFourState, score: i32) -> Value {
    let side = state.side();
    let (winner, outcome) = match score {
        0 => return Value::proven(side, Outcome::Draw, None).with_points(0),
        score if score > 0 => (side, Outcome::Win),
        _ => (AgentId(1 - side.0), Outcome::Loss),
    };
    let cells = u32::from(game.columns()) * u32::from(game.rows());
    let first = u32::from(winner == AgentId::FIRST);
    let stones = (cells + first) / 2;
    let placed = (stones + 1).saturating_sub(score.unsigned_abs());
    let plies = (2 * placed).saturating_sub(first).saturating_sub(state.played());
    Value::proven(side, outcome, Some(plies)).with_points(score)
}

#[cfg(test)]
mod tests {
    use plylab_core::{Game as _, Notation as _, Turn, Worth};

    use super::super::slow::{Slow, actions};
    use super::*;
    use crate::after;

    /// Plays best moves by the slow solver until the game is over, and counts them.
    fn plies_by_playing(game: &ConnectFour, slow: &mut Slow, state: &ConnectFourState) -> u32 {
        let mut at = *state;
        let mut plies = 0;
        while game.turn(&at) != Turn::Over {
            let score = slow.score(&at);
            let best = actions(game, &at)
                .into_iter()
                .find(|&column| -slow.score(&after(game, &at, column)) == score);
            at = after(game, &at, best.unwrap());
            plies += 1;
        }
        plies
    }

    #[test]
    fn plies_are_those_that_best_play_takes() {
        for (columns, rows, positions) in
            [(4, 5, ["", "1", "12", "1122", "233"]), (5, 4, ["", "3", "32", "3344", "12345"])]
        {
            let game = ConnectFour::new(columns, rows, 4).unwrap();
            let mut slow = Slow::new(&game);
            for position in positions {
                let state = game.parse_position(position).unwrap();
                let score = slow.score(&state);
                match value(&game, &state, score).worth {
                    Worth::Win { plies } | Worth::Loss { plies } => {
                        assert_eq!(plies, Some(plies_by_playing(&game, &mut slow, &state)), "{position}");
                    }
                    worth => assert_eq!((worth, score), (Worth::Draw, 0), "{position}"),
                }
            }
        }
        let game = ConnectFour::default();
        assert_eq!(
            value(&game, &game.parse_position("121212").unwrap(), 18).worth,
            Worth::Win { plies: Some(1) }
        );
        assert_eq!(value(&game, &game.parse_position("").unwrap(), 1).worth, Worth::Win { plies: Some(41) });
    }
}
