//! What an engine tells of its search.

use std::time::Duration;

use plylab_core::{AgentId, AnyPosition, Certainty, Decision, Outcome, SearchStats, Value};

/// What an engine has info so far; a later line replaces what an earlier one said.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct SearchInfo {
    depth: u32,
    nodes: u64,
    score: Option<(Score, Certainty)>,
    /// The principal variation, as the engine writes moves.
    line: Vec<String>,
}

/// How good the position is for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    /// In hundredths.
    Hundredths(i32),
    /// Won in so many moves, or lost if it is not positive.
    Mate(i32),
}

impl SearchInfo {
    /// Reads a line. Of several variations only the first counts.
    pub fn read(&mut self, line: &str) {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return;
        }
        let mut heard = self.clone();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                "string" => return,
                "multipv" if number() != Some(1) => return,
                "depth" => heard.depth = number().and_then(|n| n.try_into().ok()).unwrap_or(heard.depth),
                "nodes" => heard.nodes = number().and_then(|n| n.try_into().ok()).unwrap_or(heard.nodes),
                "score" => {
                    let kind = words.next();
                    let number = words.next().and_then(|word| word.parse().ok());
                    let score = match (kind, number) {
                        (Some("cp"), Some(number)) => Score::Hundredths(number),
                        (Some("mate"), Some(number)) => Score::Mate(number),
                        _ => continue,
                    };
                    let certainty = match words.peek() {
                        Some(&"lowerbound") => Certainty::AtLeast,
                        Some(&"upperbound") => Certainty::AtMost,
                        _ if matches!(score, Score::Mate(_)) => Certainty::Exact,
                        _ => Certainty::Estimate,
                    };
                    heard.score = Some((score, certainty));
                }
                "pv" => heard.line = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        *self = heard;
    }

    /// The decision so far, once there is a variation.
    pub fn so_far(
        &self,
        position: &dyn AnyPosition,
        me: AgentId,
        time: Duration,
    ) -> Option<Decision<String>> {
        self.decision(position, me, self.line.first()?, time)
    }

    /// The decision for `best`, as the engine writes it; none if that is not a legal move of `position`.
    pub fn decision(
        &self,
        position: &dyn AnyPosition,
        me: AgentId,
        best: &str,
        time: Duration,
    ) -> Option<Decision<String>> {
        let action = read(position, best)?;
        // A variation that begins with another move is not about this one.
        let line = if self.line.first().is_some_and(|first| first == best) {
            variation(position, &self.line)
        } else {
            vec![action.clone()]
        };
        let stats = SearchStats { nodes: self.nodes, depth: self.depth, time, ..SearchStats::default() };
        let value = self.score.map(|(score, certainty)| score.value(me).with(certainty));
        Some(Decision { value, line, stats, ..Decision::plain(action) })
    }
}

impl Score {
    fn value(self, me: AgentId) -> Value {
        match self {
            Score::Hundredths(number) => Value::score(me, f64::from(number) / 100.0),
            Score::Mate(moves @ 1..) => {
                Value::proven(me, Outcome::Win, Some(moves.unsigned_abs().saturating_mul(2) - 1))
            }
            Score::Mate(moves) => {
                Value::proven(me, Outcome::Loss, Some(moves.unsigned_abs().saturating_mul(2)))
            }
        }
    }
}

/// A legal move that is written as engines do, in the game's own notation.
fn read(position: &dyn AnyPosition, text: &str) -> Option<String> {
    let index = position.uci()?.moves.iter().position(|known| known == text)?;
    position.actions().into_iter().nth(index)
}

/// A variation in the game's own notation, as far as it can be played.
fn variation(position: &dyn AnyPosition, line: &[String]) -> Vec<String> {
    let mut position = position.boxed_clone();
    line.iter()
        .map_while(|text| {
            let action = read(position.as_ref(), text)?;
            position.play(&action).ok()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(lines: &[&str]) -> SearchInfo {
        let mut info = SearchInfo::default();
        lines.iter().for_each(|line| info.read(line));
        info
    }

    #[test]
    fn the_last_line_of_the_first_variation_counts() {
        let info = info(&[
            "info depth 3 seldepth 4 multipv 1 score cp 30 nodes 90 nps 9 time 1 pv P@d1 P@d2",
            "info depth 4 multipv 1 score cp -7 upperbound nodes 203 pv P@e1",
            "info depth 4 multipv 2 score cp 99 nodes 300 pv P@a1",
            "info string depth 9 score cp 5",
            "info currmove P@a1 currmovenumber 3",
            "option name depth 5",
        ]);
        assert_eq!((info.depth, info.nodes), (4, 203));
        assert_eq!(info.score, Some((Score::Hundredths(-7), Certainty::AtMost)));
        assert_eq!(info.line, ["P@e1"]);
    }

    #[test]
    fn scores_become_values() {
        let me = AgentId(1);
        let value = |line: &str| {
            let (score, certainty) = info(&[line]).score.unwrap();
            score.value(me).with(certainty)
        };
        assert_eq!(value("info score mate 3"), Value::proven(me, Outcome::Win, Some(5)));
        assert_eq!(value("info score mate -1"), Value::proven(me, Outcome::Loss, Some(2)));
        assert_eq!(value("info score mate 0"), Value::proven(me, Outcome::Loss, Some(0)));
        assert_eq!(value("info score cp 53"), Value::score(me, 0.53).with(Certainty::Estimate));
    }

    #[test]
    fn nonsense_tells_nothing() {
        for line in
            ["", "info", "info score", "info score cp", "info score cp x", "info depth -4", "info nodes"]
        {
            assert_eq!(info(&[line]), SearchInfo::default(), "{line}");
        }
    }
}
