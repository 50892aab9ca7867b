//! The score of a room over all its games.

use plylab_core::Outcome;
use serde::{Deserialize, Serialize};

/// Games, wins and draws since creation. They belong to the players and move with them when they swap sides.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// Games that ended.
    games: u64,
    /// Wins, by seat.
    wins: Vec<u64>,
    /// Draws.
    draws: u64,
}

impl Score {
    /// The score before the first game.
    pub fn new(seats: usize) -> Score {
        Score { wins: vec![0; seats], ..Score::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, outcomes: &[Outcome]) {
        self.games += 1;
        for wins in self.winners(outcomes) {
            *wins += 1;
        }
        self.draws += u64::from(is_draw(outcomes));
    }

    /// Uncounts a game that continues after all.
    pub fn take_back(&mut self, outcomes: &[Outcome]) {
        self.games -= 1;
        for wins in self.winners(outcomes) {
            *wins -= 1;
        }
        self.draws -= u64::from(is_draw(outcomes));
    }

    /// Two players have swapped seats.
    pub fn swap(&mut self) {
        self.wins.reverse();
    }

    fn winners<'a>(&'a mut self, outcomes: &'a [Outcome]) -> impl Iterator<Item = &'a mut u64> {
        let seats = self.wins.iter_mut().zip(outcomes);
        seats.filter(|(_, outcome)| **outcome == Outcome::Win).map(|(wins, _)| wins)
    }
}

fn is_draw(outcomes: &[Outcome]) -> bool {
    !outcomes.contains(&Outcome::Win) && outcomes.contains(&Outcome::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_can_be_taken_back() {
        let mut score = Score::new(2);
        let (win, draw) = ([Outcome::Win, Outcome::Loss], [Outcome::Draw, Outcome::Draw]);
        score.add(&win);
        score.add(&draw);
        assert_eq!((score.games, score.draws, &score.wins[..]), (2, 1, &[1, 0][..]));
        score.swap();
        assert_eq!(score.wins, [0, 1]);
        score.swap();
        score.take_back(&draw);
        score.take_back(&win);
        assert_eq!(score, Score::new(2));
    }
}
