//! What the engine tells of a search.

use plylab_core::{AnyPosition, Certainty, Decision, SearchStats, Value, Worth};

/// The answer where there is no move.
pub(super) const NO_MOVE: &str = "bestmove 0000";

/// The answer.
pub(super) fn best_move(position: &dyn AnyPosition, action: &str) -> String {
    written(position, action).map_or_else(|| NO_MOVE.to_owned(), |action| format!("bestmove {action}"))
}

/// A line about a search: what is known of it.
pub(super) fn line(position: &dyn AnyPosition, decision: &Decision<String>) -> String {
    let SearchStats { nodes, depth, time, .. } = decision.stats;
    let mut words = vec!["info".to_owned()];
    if depth > 0 {
        words.push(format!("depth {depth}"));
    }
    if let Some(value) = decision.value {
        words.push(score(value));
    }
    words.push(format!("nodes {nodes}"));
    let seconds = time.as_secs_f64();
    if seconds > 0.0 {
        words.push(format!("nps {:.0}", nodes as f64 / seconds));
    }
    words.push(format!("time {}", time.as_millis()));
    let line = variation(position, &decision.line);
    if !line.is_empty() {
        words.push(format!("pv {}", line.join(" ")));
    }
    words.join(" ")
}

/// A value of the side to move: wins and losses in moves, and everything else in hundredths.
fn score(value: Value) -> String {
    let bound = match value.certainty {
        Certainty::AtLeast => " lowerbound",
        Certainty::AtMost => " upperbound",
        Certainty::Exact | Certainty::Estimate => "",
    };
    let said = match value.worth {
        Worth::Win { plies: Some(plies) } => format!("mate {}", plies.div_ceil(2)),
        Worth::Loss { plies: Some(plies) } => format!("mate -{}", plies / 2),
        Worth::Win { plies: None } => format!("cp {DECIDED}"),
        Worth::Loss { plies: None } => format!("cp -{DECIDED}"),
        Worth::Draw => "cp 0".to_owned(),
        Worth::Score { score } => format!("cp {}", (score * 100.0).clamp(-LARGEST, LARGEST).round() as i64),
    };
    format!("score {said}{bound}")
}

/// The score of a game that is won, where nobody knows when.
const DECIDED: u32 = 100_000;

/// The largest score that is written.
const LARGEST: f64 = 1e9;

/// The move as the other side writes it.
fn written(position: &dyn AnyPosition, action: &str) -> Option<String> {
    let index = position.actions().iter().position(|known| known == action)?;
    position.uci()?.moves.into_iter().nth(index)
}

/// A line of moves as the other side writes it, as far as it can be played.
fn variation(position: &dyn AnyPosition, line: &[String]) -> Vec<String> {
    let mut position = position.boxed_clone();
    line.iter()
        .map_while(|action| {
            let text = written(position.as_ref(), action)?;
            position.play(action).ok()?;
            Some(text)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, Outcome};

    use super::*;

    #[test]
    fn scores_are_moves_to_the_end_or_hundredths() {
        let me = AgentId(1);
        let proven = |outcome, plies| score(Value::proven(me, outcome, plies));
        assert_eq!(proven(Outcome::Win, Some(1)), "score mate 1");
        assert_eq!(proven(Outcome::Win, Some(33)), "score mate 17");
        assert_eq!(proven(Outcome::Loss, Some(2)), "score mate -1");
        assert_eq!(proven(Outcome::Loss, None), "score cp -100000");
        assert_eq!(proven(Outcome::Draw, None), "score cp 0");
        let bound = Value::score(me, -2.345).with(Certainty::AtMost);
        assert_eq!(score(bound), "score cp -235 upperbound");
        assert_eq!(score(Value::score(me, f64::INFINITY)), "score cp 1000000000");
    }
}
