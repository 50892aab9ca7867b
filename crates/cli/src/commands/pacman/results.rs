//! The output that courses expect: a line after each game, four at the end.

use std::fmt;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Result {
    /// Everything is eaten.
    Won(i32),
    /// A ghost caught Pac-Man.
    Died(i32),
    /// It did not end by the rules.
    Unfinished {
        /// The score so far.
        score: i32,
        /// The number of moves.
        moves: usize,
    },
    /// An agent forfeited it.
    Forfeit {
        /// The score so far.
        score: i32,
        /// Who, and how.
        what: String,
    },
}

impl fmt::Display for Result {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Result::Won(score) => write!(f, "Pacman emerges victorious! Score: {score}"),
            Result::Died(score) => write!(f, "Pacman died! Score: {score}"),
            Result::Unfinished { score, moves } => {
                write!(f, "Pacman is still alive after {moves} moves, not counted. Score: {score}")
            }
            Result::Forfeit { score, what } => {
                write!(f, "A forfeit by {what}, not counted. Score: {score}")
            }
        }
    }
}

/// The results of a run.
#[derive(Debug, Default)]
pub struct Results(Vec<Result>);

impl Results {
    /// Adds a game.
    pub fn add(&mut self, result: Result) {
        self.0.push(result);
    }

    /// The closing lines in the exact format of the courses; games that did not end by the rules have a line of their own.
    pub fn closing(&self) -> Vec<String> {
        let counted: Vec<(f64, bool)> = self.0.iter().filter_map(Result::counted).collect();
        let unfinished = self.0.iter().filter(|result| matches!(result, Result::Unfinished { .. })).count();
        let forfeits = self.0.iter().filter(|result| matches!(result, Result::Forfeit { .. })).count();
        let mut lines = Vec::new();
        if !counted.is_empty() {
            let games = counted.len();
            let wins = counted.iter().filter(|(_, won)| *won).count();
            let mean = counted.iter().map(|(score, _)| score).sum::<f64>() / games as f64;
            // The course's scores are floating-point numbers, and `{:?}` writes those as Python does.
            let scores: Vec<String> = counted.iter().map(|(score, _)| format!("{score:?}")).collect();
            let record: Vec<&str> =
                counted.iter().map(|(_, won)| if *won { "Win" } else { "Loss" }).collect();
            lines.push(format!("Average Score: {mean:?}"));
            lines.push(format!("Scores:        {}", scores.join(", ")));
            lines.push(format!("Win Rate:      {wins}/{games} ({:.2})", wins as f64 / games as f64));
            lines.push(format!("Record:        {}", record.join(", ")));
        }
        if unfinished + forfeits > 0 {
            let plural = if forfeits == 1 { "forfeit" } else { "forfeits" };
            lines.push(format!("Not counted:   {unfinished} unfinished, {forfeits} {plural}"));
        }
        lines
    }
}

impl Result {
    /// The score and whether it is a win, if the game ended by the rules.
    fn counted(&self) -> Option<(f64, bool)> {
        match self {
            Result::Won(score) => Some((f64::from(*score), true)),
            Result::Died(score) => Some((f64::from(*score), false)),
            Result::Unfinished { .. } | Result::Forfeit { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_ds_ten_games_close_as_the_report_prints_them() {
        let mut results = Results::default();
        for won in [true, true, false, true, false, true, true, false, true, true] {
            results.add(if won { Result::Won(532) } else { Result::Died(-502) });
        }
        assert_eq!(
            results.closing().join("\n"),
            "Average Score: 221.8\n\
             Scores:        532.0, 532.0, -502.0, 532.0, -502.0, 532.0, 532.0, -502.0, 532.0, 532.0\n\
             Win Rate:      7/10 (0.70)\n\
             Record:        Win, Win, Loss, Win, Loss, Win, Win, Loss, Win, Win"
        );
    }

    #[test]
    fn games_that_did_not_end_by_the_rules_are_counted_apart() {
        let mut results = Results::default();
        results.add(Result::Unfinished { score: -90, moves: 100 });
        results.add(Result::Forfeit { score: 9, what: "Pac-Man, time-out after 70 ms".to_owned() });
        assert_eq!(results.closing(), ["Not counted:   1 unfinished, 1 forfeit"]);
        let lines: Vec<String> = results.0.iter().map(Result::to_string).collect();
        assert_eq!(lines[0], "Pacman is still alive after 100 moves, not counted. Score: -90");
        assert_eq!(lines[1], "A forfeit by Pac-Man, time-out after 70 ms, not counted. Score: 9");
        results.add(Result::Died(-501));
        assert_eq!(
            results.closing(),
            [
                "Average Score: -501.0",
                "Scores:        -501.0",
                "Win Rate:      0/1 (0.00)",
                "Record:        Loss",
                "Not counted:   1 unfinished, 1 forfeit"
            ]
        );
        assert!(Results::default().closing().is_empty());
    }
}
