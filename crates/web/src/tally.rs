//! Counts by whom they belong to; whoever has none takes no memory.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

/// How many each has.
#[derive(Debug)]
pub(crate) struct Tally<K>(HashMap<K, usize>);

impl<K> Default for Tally<K> {
    fn default() -> Tally<K> {
        Tally(HashMap::new())
    }
}

impl<K: Eq + Hash> Tally<K> {
    /// Counts one more, unless they have `most` already.
    pub fn join(&mut self, key: K, most: usize) -> bool {
        if self.of(&key) >= most {
            return false;
        }
        *self.0.entry(key).or_default() += 1;
        true
    }

    /// Counts one less.
    pub fn leave<Q: Eq + Hash + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        if let Some(count) = self.0.get_mut(key) {
            *count -= 1;
            if *count == 0 {
                self.0.remove(key);
            }
        }
    }

    /// How many they have.
    pub fn of<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> usize
    where
        K: Borrow<Q>,
    {
        self.0.get(key).copied().unwrap_or(0)
    }

    /// Does nobody have any?
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_has_more_than_allowed_and_nothing_stays_behind() {
        let mut tally = Tally::<String>::default();
        assert!(tally.join("ann".to_owned(), 2) && tally.join("ann".to_owned(), 2));
        assert!(!tally.join("ann".to_owned(), 2) && tally.join("bob".to_owned(), 2));
        assert!(!tally.join("eve".to_owned(), 0));
        assert_eq!((tally.of("ann"), tally.of("eve")), (2, 0));
        for name in ["ann", "ann", "bob", "bob"] {
            tally.leave(name);
        }
        assert!(tally.is_empty());
    }
}
