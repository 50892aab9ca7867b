//! The transposition table, shared by threads without locks.
//!
//! An entry is three words written one by one. The first is the key XORed with a digest of the two others: an entry
//! that two threads wrote at the same time does not match its key and counts as absent.

use std::sync::atomic::{AtomicU64, Ordering};

use plylab_core::{Game, Hashed, mix};

/// The kind of a stored value, in two bits of an entry: 0 marks an empty slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The exact value.
    Exact = 1,
    /// A lower bound.
    Lower = 2,
    /// An upper bound.
    Upper = 3,
}

/// A table entry.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Entry {
    pub value: f64,
    pub bound: Bound,
    /// The remaining depth. Only a search to the same depth has the same value.
    pub left: u32,
    /// The index of the best action in the game's order; stored in [`INDEX_BITS`].
    pub best: u32,
}

/// The bits of an entry for an index: enough for any list of actions.
const INDEX_BITS: u32 = 30;

/// The key's check, the value and the rest of an entry.
type Slot = [AtomicU64; 3];

/// A transposition table.
#[derive(Debug)]
pub struct TranspositionTable {
    slots: Box<[Slot]>,
}

impl TranspositionTable {
    /// A table of about that many megabytes; none if there is not enough memory.
    pub fn new(megabytes: usize) -> Option<TranspositionTable> {
        let wanted = (megabytes.max(1) << 20) / size_of::<Slot>();
        // Memory that the system hands out as zeros costs nothing until it is used: a quick decision with a large table
        // stays quick.
        let slots = bytemuck::try_zeroed_slice_box(1 << wanted.ilog2()).ok()?;
        Some(TranspositionTable { slots })
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for word in self.slots.as_flattened() {
            word.store(0, Ordering::Relaxed);
        }
    }

    #[inline]
    fn slot(&self, key: u64) -> &Slot {
        &self.slots[(key as usize) & (self.slots.len() - 1)]
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let [check, value, rest] = self.slot(key).each_ref().map(|word| word.load(Ordering::Relaxed));
        if check ^ digest(value, rest) != key {
            return None;
        }
        let bound = match rest >> 62 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            // An empty slot.
            _ => return None,
        };
        Some(Entry {
            value: f64::from_bits(value),
            bound,
            left: rest as u32,
            best: (rest >> 32) as u32 & ((1 << INDEX_BITS) - 1),
        })
    }

    #[inline]
    pub(super) fn put(&self, key: u64, entry: &Entry) {
        let best = u64::from(entry.best) & ((1 << INDEX_BITS) - 1);
        let rest = (entry.bound as u64) << 62 | best << 32 | u64::from(entry.left);
        let value = entry.value.to_bits();
        let words = [key ^ digest(value, rest), value, rest];
        for (slot, word) in self.slot(key).iter().zip(words) {
            slot.store(word, Ordering::Relaxed);
        }
    }
}

/// Where a search stores its results: an optional [`TranspositionTable`] in games whose states have keys, [`NoTable`] in
/// any game.
///
/// ```
/// use plylab_core::{Adversarial, Budget, Depth, Game, Seed};
/// use plylab_games::connect4::{ConnectFour, ConnectFourEval};
/// use plylab_search::lookahead::{CutRule, Lookahead, NoTable, LookaheadSettings, TranspositionTable, Transpositions};
///
/// fn nodes(table: &impl Transpositions<ConnectFour>) -> u64 {
///     let game = ConnectFour::default();
///     let settings = LookaheadSettings { table: 1, ..LookaheadSettings::plain(Depth::plies(6), CutRule::Strict) };
///     let search = Lookahead { game: &game, model: &Adversarial, eval: &ConnectFourEval::Report, settings, table };
///     let decision = search.decide(&game.initial(Seed(0)), &Budget::unlimited(), &mut Seed(0).rng(), ());
///     decision.map_or(0, |decision| decision.stats.nodes)
/// }
///
/// assert!(nodes(&TranspositionTable::new(1)) < nodes(&NoTable));
/// ```
pub trait Transpositions<G: Game>: Send + Sync {
    /// The table, if there is one.
    fn table(&self) -> Option<&TranspositionTable>;

    /// The key of a state. Called only if there is a table.
    fn key(&self, game: &G, state: &G::State) -> u64;
}

impl<G: Hashed> Transpositions<G> for Option<TranspositionTable> {
    #[inline]
    fn table(&self) -> Option<&TranspositionTable> {
        self.as_ref()
    }

    #[inline]
    fn key(&self, game: &G, state: &G::State) -> u64 {
        game.key(state)
    }
}

/// No table: for games whose states have no keys.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTable;

impl<G: Game> Transpositions<G> for NoTable {
    #[inline]
    fn table(&self) -> Option<&TranspositionTable> {
        None
    }

    #[inline]
    fn key(&self, _: &G, _: &G::State) -> u64 {
        0
    }
}

/// Not a plain sum: values, depths and keys of related states differ in related bits.
#[inline]
fn digest(value: u64, rest: u64) -> u64 {
    mix(mix(value) ^ rest)
}

#[cfg(test)]
mod tests {
    use plylab_core::Seed;

    use super::*;

    #[test]
    fn an_entry_is_found_until_another_overwrites_it() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = |value: f64| Entry { value, bound: Bound::Lower, left: 7, best: 3 };
        assert_eq!(table.get(0), None, "an empty table knows nothing, not even of key 0");
        table.put(5, &entry(-2.5));
        assert_eq!(table.get(5), Some(entry(-2.5)));
        let same_slot = 5 + table.slots.len() as u64;
        assert_eq!(table.get(same_slot), None);
        table.put(same_slot, &entry(1.0));
        assert_eq!((table.get(5), table.get(same_slot)), (None, Some(entry(1.0))));
        table.clear();
        assert_eq!(table.get(same_slot), None);
    }

    #[test]
    fn the_index_of_an_action_may_be_large() {
        let table = TranspositionTable::new(1).unwrap();
        for best in [0, 255, 256, 70_000, (1 << INDEX_BITS) - 1] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let entry = Entry { value: 0.5, bound, left: u32::MAX, best };
                table.put(9, &entry);
                assert_eq!(table.get(9), Some(entry));
            }
        }
    }

    #[test]
    fn more_memory_than_there_can_be_is_refused() {
        assert!(TranspositionTable::new(1 << 40).is_none());
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        let table = TranspositionTable::new(1).unwrap();
        // All keys share a few slots; the value and depth of an entry follow from its key.
        let key = |number: u64| number.wrapping_mul(table.slots.len() as u64) | (number % 3);
        let entry = |key: u64| Entry { value: key as f64, bound: Bound::Exact, left: key as u32, best: 0 };
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let (table, key, entry) = (&table, &key, &entry);
                scope.spawn(move || {
                    let mut rng = Seed(thread).rng();
                    for _ in 0..200_000 {
                        let key = key(rng.below(50) as u64 + 1);
                        match rng.below(2) {
                            0 => table.put(key, &entry(key)),
                            _ => assert!(table.get(key).is_none_or(|found| found == entry(key))),
                        }
                    }
                });
            }
        });
    }
}
