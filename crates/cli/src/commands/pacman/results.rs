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

/// The closing lines in the exact format of the courses; games that did not end by the rules have a line of their own.
pub fn closing(results: &[Result]) -> Vec<String> {
    let counted = results.iter().filter_map(|result| match result {
        Result::Won(score) => Some((f64::from(*score), "Win")),
        Result::Died(score) => Some((f64::from(*score), "Loss")),
        Result::Unfinished { .. } | Result::Forfeit { .. } => None,
    });
    let (scores, record): (Vec<f64>, Vec<&str>) = counted.unzip();
    let mut lines = Vec::new();
    if !scores.is_empty() {
        let games = scores.len();
        let wins = record.iter().filter(|won| **won == "Win").count();
        // The course's scores are floating-point numbers, and `{:?}` writes those as Python does.
        let texts: Vec<String> = scores.iter().map(|score| format!("{score:?}")).collect();
        lines.push(format!("Average Score: {:?}", scores.iter().sum::<f64>() / games as f64));
        lines.push(format!("Scores:        {}", texts.join(", ")));
        lines.push(format!("Win Rate:      {wins}/{games} ({:.2})", wins as f64 / games as f64));
        lines.push(format!("Record:        {}", record.join(", ")));
    }
    let forfeits = results.iter().filter(|result| matches!(result, Result::Forfeit { .. })).count();
    let unfinished = results.len() - scores.len() - forfeits;
    if unfinished + forfeits > 0 {
        let plural = if forfeits == 1 { "forfeit" } else { "forfeits" };
        lines.push(format!("Not counted:   {unfinished} unfinished, {forfeits} {plural}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_ds_ten_games_close_as_the_report_prints_them() {
        let results = [true, true, false, true, false, true, true, false, true, true]
            .map(|won| if won { Result::Won(532) } else { Result::Died(-502) });
        assert_eq!(
            closing(&results).join("\n"),
            "Average Score: 221.8\n\
             Scores:        532.0, 532.0, -502.0, 532.0, -502.0, 532.0, 532.0, -502.0, 532.0, 532.0\n\
             Win Rate:      7/10 (0.70)\n\
             Record:        Win, Win, Loss, Win, Loss, Win, Win, Loss, Win, Win"
        );
    }

    #[test]
    fn games_that_did_not_end_by_the_rules_are_counted_apart() {
        let what = "Pac-Man, time-out after 70 ms".to_owned();
        let mut results =
            vec![Result::Unfinished { score: -90, moves: 100 }, Result::Forfeit { score: 9, what }];
        assert_eq!(closing(&results), ["Not counted:   1 unfinished, 1 forfeit"]);
        let lines: Vec<String> = results.iter().map(Result::to_string).collect();
        assert_eq!(lines[0], "Pacman is still alive after 100 moves, not counted. Score: -90");
        assert_eq!(lines[1], "A forfeit by Pac-Man, time-out after 70 ms, not counted. Score: 9");
        results.push(Result::Died(-501));
        assert_eq!(
            closing(&results),
            [
                "Average Score: -501.0",
                "Scores:        -501.0",
                "Win Rate:      0/1 (0.00)",
                "Record:        Loss",
                "Not counted:   1 unfinished, 1 forfeit"
            ]
        );
        assert!(closing(&[]).is_empty());
    }
}
