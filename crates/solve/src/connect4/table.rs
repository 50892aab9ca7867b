//! The table of positions already searched, shared by threads without locks.
//!
//! No two positions can be confused. A position's key is unique and has as many bits as the board, the extra row
//! included. It is scrambled by a function that can be undone, so the scrambled key is unique, too. Its high bits choose
//! a bucket, and the entry keeps all the others: bucket and entry together are the whole key. The table is never so small
//! that they would not fit. An entry is one word, read and written at once, so no thread ever sees half of one.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::memory;

/// Bits of an entry that hold what is known; the others hold the key.
const KNOWN_BITS: u32 = 21;

/// Added to scores, so that they can be stored without a sign.
const ZERO: i32 = 31;

/// What is known of a position. No entry is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// The score is at least that.
    pub lower: i32,
    /// The score is at most that.
    pub upper: i32,
    /// The move that was good enough, if one was.
    pub column: Option<u32>,
}

/// A word of the table; 0 if there is nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry(u64);

impl Entry {
    /// Nothing is known.
    pub const NONE: Entry = Entry(0);

    #[inline(always)]
    fn new(known: Known, work: u32) -> Entry {
        let column = known.column.map_or(0, |column| u64::from(column) + 1);
        Entry(
            ((known.upper + ZERO) as u64) << 15
                | ((known.lower + ZERO) as u64) << 9
                | column << 5
                | u64::from(work),
        )
    }

    /// What it says, if it says anything.
    #[inline(always)]
    pub fn known(self) -> Option<Known> {
        (self != Entry::NONE).then(|| Known {
            upper: ((self.0 >> 15) & 63) as i32 - ZERO,
            lower: ((self.0 >> 9) & 63) as i32 - ZERO,
            column: (((self.0 >> 5) & 15) as u32).checked_sub(1),
        })
    }

    /// How much it cost, as a power of two.
    #[inline(always)]
    fn work(self) -> u32 {
        (self.0 & 31) as u32
    }

    #[inline(always)]
    fn is_of(self, check: u64) -> bool {
        self.0 >> KNOWN_BITS == check && self != Entry::NONE
    }
}

/// Two entries that share their high bits. The first is the costlier one.
type Bucket = [AtomicU64; 2];

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    /// Bits of a key.
    key_bits: u32,
    /// Bits of a key that the entry holds.
    check_bits: u32,
}

impl Table {
    /// A table of about that many megabytes for keys of `key_bits` bits, or larger if they would not fit otherwise; none
    /// if there is not so much memory.
    pub fn new(megabytes: usize, key_bits: u32) -> Option<Table> {
        let wanted = (megabytes.max(1).checked_mul(1 << 20)? / size_of::<Bucket>()).ilog2();
        // Small boards have fewer positions than the smallest table has buckets.
        let bits = wanted.max(key_bits.saturating_sub(64 - KNOWN_BITS)).min(key_bits);
        let mut buckets = bytemuck::try_zeroed_slice_box(1 << bits).ok()?;
        memory::ask_for_large_pages(&mut buckets);
        Some(Table { buckets, key_bits, check_bits: key_bits - bits })
    }

    /// Its size, rounded up.
    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()).div_ceil(1 << 20)
    }

    /// How many entries it has room for.
    pub fn entries(&self) -> u64 {
        self.buckets.as_flattened().len() as u64
    }

    /// Puts everything into another table for keys of the same size, which is not smaller.
    pub fn copy_into(&self, larger: &Table) {
        for (index, bucket) in self.buckets.iter().enumerate() {
            // The cheaper one first, so that the costlier one stays if both meet again.
            for word in bucket.iter().rev() {
                let entry = Entry(word.load(Relaxed));
                if entry != Entry::NONE {
                    let place = (index as u64) << self.check_bits | entry.0 >> KNOWN_BITS;
                    larger.insert(place, entry);
                }
            }
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in self.buckets.as_flattened_mut() {
            *word.get_mut() = 0;
        }
    }

    /// Where the position with this key belongs. Every step can be undone, so no two keys share a place.
    #[inline(always)]
    pub fn place(&self, key: u64) -> u64 {
        let ones = u64::MAX >> (64 - self.key_bits);
        let half = self.key_bits / 2;
        let key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & ones;
        let key = key ^ key >> half;
        let key = key.wrapping_mul(0xbf58_476d_1ce4_e5b9) & ones;
        key ^ key >> half
    }

    #[inline(always)]
    fn bucket(&self, place: u64) -> &Bucket {
        &self.buckets[(place >> self.check_bits) as usize]
    }

    #[inline(always)]
    fn check(&self, place: u64) -> u64 {
        place & ((1u64 << self.check_bits) - 1)
    }

    /// Says that something of that place will be wanted soon.
    #[inline(always)]
    pub fn fetch(&self, place: u64) {
        memory::fetch(self.bucket(place));
    }

    /// What is stored at that place.
    #[inline(always)]
    pub fn get(&self, place: u64) -> Entry {
        let check = self.check(place);
        let [first, second] = self.bucket(place).each_ref().map(|word| Entry(word.load(Relaxed)));
        if first.is_of(check) {
            first
        } else if second.is_of(check) {
            second
        } else {
            Entry::NONE
        }
    }

    /// Stores what is known, and that it took `nodes` nodes to find it. Of two others in the bucket, the cheaper goes.
    #[inline(always)]
    pub fn put(&self, place: u64, known: Known, nodes: u64) {
        let work = (64 - nodes.leading_zeros()).min(31);
        self.insert(place, Entry::new(known, work));
    }

    /// Stores an entry at another place than where it may come from.
    #[inline(always)]
    fn insert(&self, place: u64, entry: Entry) {
        let check = self.check(place);
        let work = entry.work();
        let entry = Entry(check << KNOWN_BITS | entry.0 & ((1 << KNOWN_BITS) - 1));
        let [first, second] = self.bucket(place);
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

    const SOME: Known = Known { lower: -31, upper: 31, column: Some(8) };

    #[test]
    fn no_two_keys_share_a_place() {
        let table = Table::new(1, 18).unwrap();
        let places: HashSet<u64> = (0..1 << 18).map(|key| table.place(key)).collect();
        assert_eq!(places.len(), 1 << 18);
        assert!(places.iter().all(|place| place >> 18 == 0));
    }

    #[test]
    fn a_place_is_found_again_from_its_bucket_and_entry_alone() {
        // As many bits as there can be, and a table that is asked to be too small for them.
        let table = Table::new(1, 64).unwrap();
        assert_eq!(table.check_bits + KNOWN_BITS, 64);
        let larger = Table::new(64, 64).unwrap();
        let places: Vec<u64> =
            (0..1000u64).map(|key| table.place(u64::wrapping_mul(key, 0x0123_4567_89ab_cdef))).collect();
        for (number, &place) in places.iter().enumerate() {
            table.put(place, Known { lower: number as i32 % 31, ..SOME }, 1);
        }
        table.copy_into(&larger);
        for (number, &place) in places.iter().enumerate() {
            let known = Some(Known { lower: number as i32 % 31, ..SOME });
            assert_eq!((table.get(place).known(), larger.get(place).known()), (known, known));
            assert_eq!(table.get(place ^ 1).known(), None, "a neighbour in the same bucket");
        }
    }

    #[test]
    fn the_cheaper_of_two_makes_room() {
        let table = Table::new(1, 49).unwrap();
        let [costly, cheap, new, newer] = [0u64, 1, 2, 3];
        table.put(costly, SOME, 1000);
        table.put(cheap, SOME, 10);
        assert!(table.get(costly).known().is_some() && table.get(cheap).known().is_some());
        table.put(new, SOME, 5);
        assert!(table.get(cheap).known().is_none(), "the second place is always taken");
        assert!(table.get(costly).known().is_some() && table.get(new).known().is_some());
        table.put(newer, SOME, 2000);
        assert!(table.get(costly).known().is_some() && table.get(newer).known().is_some());
        table.put(costly, Known { upper: 3, column: None, ..SOME }, 1);
        assert_eq!(table.get(costly).known(), Some(Known { upper: 3, column: None, ..SOME }));
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = Table::new(1, 49).unwrap();
        assert_eq!(table.get(0), Entry::NONE);
        table.put(0, SOME, 1);
        table.clear();
        assert_eq!(table.get(0), Entry::NONE);
    }

    #[test]
    fn more_memory_than_there_can_be_is_refused() {
        assert!(Table::new(1 << 40, 64).is_none());
        assert!(Table::new(usize::MAX, 64).is_none());
    }
}
