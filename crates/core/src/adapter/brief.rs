//! What an agent thought of its move, in short.

use serde::{Deserialize, Serialize};

use super::Thought;
use crate::agent::Decision;
use crate::game::Turn;
use crate::scene::Mark;
use crate::value::{Certainty, Value, Worth};

/// What an agent thought of its move, short enough to store with every move. Whose value it is follows from the move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brief {
    /// What the move is worth to it, and how sure it is.
    pub worth: Option<(Worth, Certainty)>,
    /// The nodes it visited.
    pub nodes: u64,
    /// How far it looked ahead.
    pub depth: u32,
    /// What it says about its move, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What it draws on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

impl Brief {
    /// None for agents that do not think.
    pub fn of(thought: &Thought) -> Option<Brief> {
        let Decision { value, stats, .. } = &thought.decision;
        let brief = Brief {
            worth: value.map(|value| (value.worth, value.certainty)),
            nodes: stats.nodes,
            depth: stats.depth,
            note: thought.note.clone(),
            marks: thought.marks.clone(),
        };
        brief.says_something().then_some(brief)
    }

    /// The value of a move that was made by `by`.
    pub fn value(&self, by: Turn) -> Option<Value> {
        let (worth, certainty) = self.worth?;
        Some(Value { of: by.agent()?, worth, certainty, points: None })
    }

    fn says_something(&self) -> bool {
        self.worth.is_some() || self.nodes > 0 || self.note.is_some() || !self.marks.is_empty()
    }
}

/// How much of notes and marks is kept of each seat in a game, in bytes.
const ROOM: usize = 64 * 1024;
/// About how many bytes a mark takes.
const MARK: usize = 64;

/// The room that is left in a record for the words and marks of one seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room(usize);

impl Default for Room {
    fn default() -> Room {
        Room(ROOM)
    }
}

impl Room {
    /// As much of a thought as there is room for: values and numbers always, words and marks while they fit.
    pub fn keep(&mut self, mut brief: Brief) -> Option<Brief> {
        let size = brief.note.as_ref().map_or(0, String::len) + MARK * brief.marks.len();
        match self.0.checked_sub(size) {
            Some(left) => self.0 = left,
            None => (brief.note, brief.marks) = (None, Vec::new()),
        }
        brief.says_something().then_some(brief)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::game::AgentId;

    #[test]
    fn what_an_agent_says_is_kept_with_its_move() {
        let plain = Thought::plain("mine".parse().unwrap(), Decision::plain("4".to_owned()));
        assert_eq!(Brief::of(&plain), None);
        let mark: Mark = serde_json::from_value(json!({ "cell": [3, 0], "tone": "red" })).unwrap();
        let said = Thought { note: Some("the centre".to_owned()), marks: vec![mark], ..plain };
        let brief = Brief::of(&said).unwrap();
        let kept: Brief = serde_json::from_value(json!(brief)).unwrap();
        assert_eq!(kept, brief);
        assert_eq!(kept.value(Turn::Agent(AgentId(0))), None);
        // What was kept before agents could say anything is still read.
        let old: Brief = serde_json::from_value(json!({ "worth": null, "nodes": 3, "depth": 1 })).unwrap();
        assert_eq!((old.note, old.marks.len()), (None, 0));
    }

    #[test]
    fn whoever_talks_without_end_is_cut_short_but_values_stay() {
        let brief = |length: usize| Brief {
            worth: Some((Worth::Score { score: 0.5 }, Certainty::Estimate)),
            nodes: 1,
            depth: 1,
            note: Some("x".repeat(length)),
            marks: Vec::new(),
        };
        let mut room = Room::default();
        let kept: Vec<Brief> = (0..100).filter_map(|_| room.keep(brief(1000))).collect();
        assert_eq!(kept.len(), 100);
        assert_eq!(kept.iter().filter(|brief| brief.note.is_some()).count(), ROOM / 1000);
        let silent = Brief { worth: None, nodes: 0, ..brief(1000) };
        assert_eq!(room.keep(silent), None);
    }
}
