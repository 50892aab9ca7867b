//! What an engine tells of its search.

use std::time::Duration;

use plylab_core::{AgentId, AnyPosition, Certainty, Decision, Outcome, SearchStats, Value};

/// What an engine has told so far; a later line replaces what an earlier one said.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct SearchInfo {
    depth: u32,
    nodes: u64,
    value: Option<Value>,
    /// The principal variation, as the engine writes moves.
    line: Vec<String>,
}

impl SearchInfo {
    /// Reads a line about the search of `me`. Of several variations only the first counts.
    pub fn read(&mut self, line: &str, me: AgentId) {
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
                    let value = match (kind, number) {
                        // In hundredths.
                        (Some("cp"), Some(number)) => {
                            Value::score(me, f64::from(number) / 100.0).with(Certainty::Estimate)
                        }
                        (Some("mate"), Some(moves)) => mate(me, moves),
                        _ => continue,
                    };
                    heard.value = Some(match words.peek() {
                        Some(&"lowerbound") => value.with(Certainty::AtLeast),
                        Some(&"upperbound") => value.with(Certainty::AtMost),
                        _ => value,
                    });
                }
                "pv" => heard.line = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        *self = heard;
    }

    /// The decision so far, once there is a variation.
    pub fn so_far(&self, position: &dyn AnyPosition, time: Duration) -> Option<Decision<String>> {
        self.decision(position, self.line.first()?, time)
    }

    /// The decision for `best`, as the engine writes it; none if that is not a legal move of `position`.
    pub fn decision(
        &self,
        position: &dyn AnyPosition,
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
        Some(Decision { value: self.value, line, stats, ..Decision::plain(action) })
    }
}

/// Won in so many moves, or lost if the number is not positive.
fn mate(me: AgentId, moves: i32) -> Value {
    let plies = moves.unsigned_abs().saturating_mul(2);
    if moves > 0 {
        Value::proven(me, Outcome::Win, Some(plies - 1))
    } else {
        Value::proven(me, Outcome::Loss, Some(plies))
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

    const ME: AgentId = AgentId(1);

    fn info(lines: &[&str]) -> SearchInfo {
        let mut info = SearchInfo::default();
        lines.iter().for_each(|line| info.read(line, ME));
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
        assert_eq!(info.value, Some(Value::score(ME, -0.07).with(Certainty::AtMost)));
        assert_eq!(info.line, ["P@e1"]);
    }

    #[test]
    fn scores_become_values() {
        let value = |line: &str| info(&[line]).value.unwrap();
        assert_eq!(value("info score mate 3"), Value::proven(ME, Outcome::Win, Some(5)));
        assert_eq!(value("info score mate -1"), Value::proven(ME, Outcome::Loss, Some(2)));
        assert_eq!(value("info score mate 0"), Value::proven(ME, Outcome::Loss, Some(0)));
        assert_eq!(value("info score cp 53"), Value::score(ME, 0.53).with(Certainty::Estimate));
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
