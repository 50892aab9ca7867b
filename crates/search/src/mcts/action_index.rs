//! The actions of a game by number, so that a node can store its action in one byte.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// A table of the actions seen so far. All threads fill it, and entries never change.
#[derive(Debug)]
pub(super) struct ActionIndex<A> {
    slots: Box<[OnceLock<A>]>,
}

/// An action's number; 0 if it has none, because the table was full.
pub(super) type Code = u8;

/// One more than the numbers in use: 0 means none.
pub(super) const SLOTS: usize = 1 << Code::BITS;

impl<A: Copy + Eq + Hash> ActionIndex<A> {
    /// An empty one.
    pub fn new() -> Self {
        ActionIndex { slots: (0..SLOTS).map(|_| OnceLock::new()).collect() }
    }

    /// The number of `action`, a new one if it has none yet.
    #[inline]
    pub fn code(&self, action: A) -> Code {
        let mut folded = Folded(0);
        action.hash(&mut folded);
        let start = folded.0 as usize;
        for step in 0..SLOTS {
            let code = (start + step) % SLOTS;
            // 0 means none.
            if code != 0 && *self.slots[code].get_or_init(|| action) == action {
                return code as Code;
            }
        }
        0
    }

    /// The action with this number.
    #[inline]
    pub fn action(&self, code: Code) -> Option<A> {
        self.slots[usize::from(code)].get().copied()
    }
}

/// A very simple hash: actions are small numbers, and the table is small.
struct Folded(u64);

impl Hasher for Folded {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(byte) + 1);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_a_number_of_its_own_until_there_are_none() {
        let book = ActionIndex::new();
        let codes: Vec<Code> = (0..300u32).map(|action| book.code(action * 7)).collect();
        for (action, &code) in codes.iter().enumerate() {
            assert_eq!(book.code(action as u32 * 7), code);
            assert_eq!(book.action(code), (code != 0).then_some(action as u32 * 7));
        }
        assert_eq!(codes.iter().filter(|&&code| code == 0).count(), 300 - 255);
    }
}
