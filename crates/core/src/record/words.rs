//! How much of what agents say is kept in a record.

use super::MoveRecord;

/// How much of notes and marks is kept of each seat in a game, in bytes.
const LIMIT: usize = 64 * 1024;
/// About how many bytes a mark takes.
const MARK: usize = 64;

/// How many bytes of notes and marks of one seat a record still takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordLimit(usize);

impl Default for WordLimit {
    fn default() -> WordLimit {
        WordLimit(LIMIT)
    }
}

impl WordLimit {
    /// Leaves out what there is no room for: values and numbers always stay, words and marks while they fit.
    pub fn apply(&mut self, played: &mut MoveRecord) {
        let size = played.note.as_ref().map_or(0, String::len) + MARK * played.marks.len();
        match self.0.checked_sub(size) {
            Some(left) => self.0 = left,
            None => (played.note, played.marks) = (None, Vec::new()),
        }
        if !played.has_thought() {
            played.depth = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Certainty, Worth};

    #[test]
    fn an_agent_that_talks_without_end_is_cut_short_but_its_values_stay() {
        let said = MoveRecord {
            worth: Some((Worth::Score { score: 0.5 }, Certainty::Estimate)),
            nodes: 1,
            depth: 1,
            note: Some("x".repeat(1000)),
            ..MoveRecord::from("4")
        };
        let mut limit = WordLimit::default();
        let mut kept = vec![said.clone(); 100];
        kept.iter_mut().for_each(|played| limit.apply(played));
        assert!(kept.iter().all(|played| played.worth == said.worth));
        assert_eq!(kept.iter().filter(|played| played.note.is_some()).count(), LIMIT / 1000);
        let mut silent = MoveRecord { worth: None, nodes: 0, ..said };
        limit.apply(&mut silent);
        assert_eq!(silent, MoveRecord::from("4"));
    }
}
