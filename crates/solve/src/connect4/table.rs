//! The transposition table, shared by threads without locks.
//!
//! There are no collisions. A position's key is unique and has as many bits as the board, the extra row included. The
//! hash is a bijection of the key, so it is unique, too. Its high bits select a bucket, and the entry stores all the
//! others: bucket and entry together are the whole key. The table is never too small for that. An entry is one word, read
//! and written atomically, so no thread ever sees a torn one.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::memory;

/// Bits of an entry that hold the bounds and the move; the others hold the key.
const DATA_BITS: u32 = 21;

/// Added to scores, so that they are stored unsigned.
const ZERO: i32 = 31;

/// The bounds of a position's score and its best move. No entry of them is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// The lower bound.
    pub lower: i32,
    /// The upper bound.
    pub upper: i32,
    /// The move that caused a cutoff, if one did.
    pub column: Option<u32>,
}

/// A word of the table; 0 if empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry(u64);

impl Entry {
    /// An empty entry.
    pub const NONE: Entry = Entry(0);

    #[inline(always)]
    fn new(bounds: Bounds, work: u32) -> Entry {
        let column = bounds.column.map_or(0, |column| u64::from(column) + 1);
        Entry(
            ((bounds.upper + ZERO) as u64) << 15
                | ((bounds.lower + ZERO) as u64) << 9
                | column << 5
                | u64::from(work),
        )
    }

    /// Its contents, if it is not empty.
    #[inline(always)]
    pub fn bounds(self) -> Option<Bounds> {
        (self != Entry::NONE).then(|| Bounds {
            upper: ((self.0 >> 15) & 63) as i32 - ZERO,
            lower: ((self.0 >> 9) & 63) as i32 - ZERO,
            column: (((self.0 >> 5) & 15) as u32).checked_sub(1),
        })
    }

    /// The logarithm of its cost in nodes.
    #[inline(always)]
    fn work(self) -> u32 {
        (self.0 & 31) as u32
    }

    #[inline(always)]
    fn is_of(self, check: u64) -> bool {
        self.0 >> DATA_BITS == check && self != Entry::NONE
    }
}

/// Two entries with the same high bits. The first is the costlier one.
type Bucket = [AtomicU64; 2];

/// The transposition table.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    /// Bits of a key.
    key_bits: u32,
    /// Bits of a key that the entry holds.
    check_bits: u32,
}

impl TranspositionTable {
    /// A table of about that many megabytes for keys of `key_bits` bits, or larger if the keys need it; none
    /// if there is not enough memory.
    pub fn new(megabytes: usize, key_bits: u32) -> Option<TranspositionTable> {
        let wanted = (megabytes.max(1).checked_mul(1 << 20)? / size_of::<Bucket>()).ilog2();
        // Small boards have fewer positions than the smallest table has buckets.
        let bits = wanted.max(key_bits.saturating_sub(64 - DATA_BITS)).min(key_bits);
        let mut buckets = bytemuck::try_zeroed_slice_box(1 << bits).ok()?;
        memory::ask_for_large_pages(&mut buckets);
        Some(TranspositionTable { buckets, key_bits, check_bits: key_bits - bits })
    }

    /// Its size, rounded up.
    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()).div_ceil(1 << 20)
    }

    /// Its capacity in entries.
    pub fn entries(&self) -> u64 {
        self.buckets.as_flattened().len() as u64
    }

    /// Copies all entries into another table for keys of the same size, which is not smaller.
    pub fn copy_into(&self, larger: &TranspositionTable) {
        for (index, bucket) in self.buckets.iter().enumerate() {
            // The cheaper one first, so that the costlier one stays if both meet again.
            for word in bucket.iter().rev() {
                let entry = Entry(word.load(Relaxed));
                if entry != Entry::NONE {
                    let hash = (index as u64) << self.check_bits | entry.0 >> DATA_BITS;
                    larger.insert(hash, entry);
                }
            }
        }
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        for word in self.buckets.as_flattened_mut() {
            *word.get_mut() = 0;
        }
    }

    /// The hash of a key. Every step is invertible, so no two keys share a hash.
    #[inline(always)]
    pub fn hash(&self, key: u64) -> u64 {
        let ones = u64::MAX >> (64 - self.key_bits);
        let half = self.key_bits / 2;
        let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & ones;
        let key = key ^ key >> half;
        let key = key.wrapping_mul(0xbf58_476d_1ce4_e5b9) & ones;
        key ^ key >> half
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &Bucket {
        &self.buckets[(hash >> self.check_bits) as usize]
    }

    #[inline(always)]
    fn check(&self, hash: u64) -> u64 {
        hash & ((1u64 << self.check_bits) - 1)
    }

    /// Prefetches the bucket of that hash.
    #[inline(always)]
    pub fn prefetch(&self, hash: u64) {
        memory::prefetch(self.bucket(hash));
    }

    /// The entry with that hash, or an empty one.
    #[inline(always)]
    pub fn get(&self, hash: u64) -> Entry {
        let check = self.check(hash);
        let [first, second] = self.bucket(hash).each_ref().map(|word| Entry(word.load(Relaxed)));
        if first.is_of(check) {
            first
        } else if second.is_of(check) {
            second
        } else {
            Entry::NONE
        }
    }

    /// Stores bounds that cost `nodes` nodes. If the bucket is full, the cheaper entry is replaced.
    #[inline(always)]
    pub fn put(&self, hash: u64, bounds: Bounds, nodes: u64) {
        let work = (64 - nodes.leading_zeros()).min(31);
        self.insert(hash, Entry::new(bounds, work));
    }

    /// Stores an entry, possibly from another table, under that hash.
    #[inline(always)]
    fn insert(&self, hash: u64, entry: Entry) {
        let check = self.check(hash);
        let work = entry.work();
        let entry = Entry(check << DATA_BITS | entry.0 & ((1 << DATA_BITS) - 1));
        let [first, second] = self.bucket(hash);
        let costly = Entry(first.load(Relaxed));
        if costly.is_of(check) {
            first.store(entry.0, Relaxed);
        } else if Entry(second.load(Relaxed)).is_of(check) || (costly != Entry::NONE && work < costly.work())
        {
            second.store(entry.0, Relaxed);
        } else {
            second.store(costly.0, Relaxed);
            first.store(entry.0, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const SOME: Bounds = Bounds { lower: -31, upper: 31, column: Some(8) };

    #[test]
    fn no_two_keys_share_a_hash() {
        let table = TranspositionTable::new(1, 18).unwrap();
        let hashes: HashSet<u64> = (0..1 << 18).map(|key| table.hash(key)).collect();
        assert_eq!(hashes.len(), 1 << 18);
        assert!(hashes.iter().all(|hash| hash >> 18 == 0));
    }

    #[test]
    fn a_hash_is_recovered_from_its_bucket_and_entry_alone() {
        // The maximum number of bits, and a requested size that is too small for them.
        let table = TranspositionTable::new(1, 64).unwrap();
        assert_eq!(table.check_bits + DATA_BITS, 64);
        let larger = TranspositionTable::new(64, 64).unwrap();
        let hashes: Vec<u64> =
            (0..1000u64).map(|key| table.hash(u64::wrapping_mul(key, 0x0123_4567_89ab_cdef))).collect();
        for (number, &hash) in hashes.iter().enumerate() {
            table.put(hash, Bounds { lower: number as i32 % 31, ..SOME }, 1);
        }
        table.copy_into(&larger);
        for (number, &hash) in hashes.iter().enumerate() {
            let bounds = Some(Bounds { lower: number as i32 % 31, ..SOME });
            assert_eq!((table.get(hash).bounds(), larger.get(hash).bounds()), (bounds, bounds));
            assert_eq!(table.get(hash ^ 1).bounds(), None, "a neighbour in the same bucket");
        }
    }

    #[test]
    fn the_cheaper_of_two_is_replaced() {
        let table = TranspositionTable::new(1, 49).unwrap();
        let [costly, cheap, new, newer] = [0u64, 1, 2, 3];
        table.put(costly, SOME, 1000);
        table.put(cheap, SOME, 10);
        assert!(table.get(costly).bounds().is_some() && table.get(cheap).bounds().is_some());
        table.put(new, SOME, 5);
        assert!(table.get(cheap).bounds().is_none(), "the second entry is always replaced");
        assert!(table.get(costly).bounds().is_some() && table.get(new).bounds().is_some());
        table.put(newer, SOME, 2000);
        assert!(table.get(costly).bounds().is_some() && table.get(newer).bounds().is_some());
        table.put(costly, Bounds { upper: 3, column: None, ..SOME }, 1);
        assert_eq!(table.get(costly).bounds(), Some(Bounds { upper: 3, column: None, ..SOME }));
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = TranspositionTable::new(1, 49).unwrap();
        assert_eq!(table.get(0), Entry::NONE);
        table.put(0, SOME, 1);
        table.clear();
        assert_eq!(table.get(0), Entry::NONE);
    }

    #[test]
    fn more_memory_than_there_can_be_is_refused() {
        assert!(TranspositionTable::new(1 << 40, 64).is_none());
        assert!(TranspositionTable::new(usize::MAX, 64).is_none());
    }
}
