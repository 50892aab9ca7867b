//! The memory of the lab. Half of it is taken and given back: by analyses, recorded trees, matches, experiments and downloads. A
//! quarter is for the agents of games: those that move wait until there is enough for them, and those that waited longest since their
//! last move are reset to make room. One eighth is for games themselves (`in_memory`), and one for messages that clients have not read
//! yet.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use plylab_core::{AnyGame, Message, Spec, message};
use plylab_lab::live::Seat;
use plylab_service::protocol::RequestField;

use crate::fault::{Code, Fault};
use crate::lab::{Lab, lock};
use crate::limits::{OUTBOX_BYTES, OUTBOX_RESERVE};

/// The most that the lab takes by itself, in megabytes.
const USUAL: u64 = 2048;

/// A quarter of the machine, at most 2 GB.
pub(crate) fn usual_megabytes() -> u64 {
    machine_megabytes().map_or(USUAL, |machine| (machine / 4).clamp(64, USUAL))
}

/// The memory of the machine, where the system says so.
fn machine_megabytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes >> 10)
}

#[derive(Default)]
struct Used {
    total: u64,
    by: HashMap<Arc<str>, u64>,
}

/// The memory that can be taken and given back, in bytes.
pub(crate) struct Memory {
    most: u64,
    used: Mutex<Used>,
}

/// Some of it, until it is dropped.
pub(crate) struct Share {
    memory: Arc<Memory>,
    person: Arc<str>,
    bytes: u64,
}

impl Memory {
    pub fn new(megabytes: u64) -> Arc<Memory> {
        Arc::new(Memory { most: megabytes << 20, used: Mutex::default() })
    }

    /// Takes some for a person, who may have half of it.
    pub fn take(self: &Arc<Memory>, person: &Arc<str>, bytes: u64) -> Result<Share, Fault> {
        let mut share = Share { memory: Arc::clone(self), person: Arc::clone(person), bytes: 0 };
        share.resize(bytes)?;
        Ok(share)
    }

    /// Refuses what never fits.
    pub fn check(&self, bytes: u64) -> Result<(), Fault> {
        if bytes <= self.most {
            Ok(())
        } else {
            Err(never_fits(bytes >> 20, self.most >> 20, RequestField::Agent))
        }
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        lock(&self.used).total
    }
}

/// The error of something that needs more than there is, however long it waits.
fn never_fits(megabytes: u64, most: u64, field: RequestField) -> Fault {
    let wrong = message!(
        "memory-too-large",
        "this needs {megabytes} MB, and the lab has {most} MB for it",
        megabytes,
        most
    );
    Fault::new(Code::TooLarge, wrong).at_field(field, Message::range(0, most))
}

impl Share {
    /// Makes it larger or smaller; if there is no room for more, it stays as it is.
    pub fn resize(&mut self, bytes: u64) -> Result<(), Fault> {
        let most = self.memory.most;
        self.memory.check(bytes)?;
        let mut used = lock(&self.memory.used);
        let others = used.by.get(&self.person).map_or(0, |theirs| theirs - self.bytes);
        let grows = bytes > self.bytes;
        if grows && others > 0 && others + bytes > most / 2 {
            let wrong = message!(
                "memory-yours",
                "your analyses, trees and matches hold {megabytes} MB of the lab's memory",
                megabytes = (others + self.bytes) >> 20
            );
            return Err(Fault::new(Code::TooLarge, wrong).at_field(
                RequestField::Agent,
                message!("close-some", "stop some of them, or close pages that show trees"),
            ));
        }
        if grows && used.total - self.bytes + bytes > most {
            return Err(Fault::no_memory());
        }
        used.total = used.total - self.bytes + bytes;
        match others + bytes {
            0 => _ = used.by.remove(&self.person),
            theirs => _ = used.by.insert(Arc::clone(&self.person), theirs),
        }
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        // Nothing always fits.
        let _ = self.resize(0);
    }
}

/// The memory of messages that clients have not read yet.
pub(crate) struct Unread {
    most: usize,
    total: AtomicUsize,
    by: Mutex<HashMap<Arc<str>, Weak<AtomicUsize>>>,
}

impl Unread {
    pub fn new(megabytes: u64) -> Arc<Unread> {
        let most = usize::try_from(megabytes << 20).unwrap_or(usize::MAX);
        Arc::new(Unread { most, total: AtomicUsize::new(0), by: Mutex::default() })
    }

    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.total.load(Ordering::Relaxed)
    }
}

/// The part of it that waits for one client.
pub(crate) struct Backlog {
    unread: Arc<Unread>,
    bytes: AtomicUsize,
    /// Of all clients of the person.
    theirs: Arc<AtomicUsize>,
}

impl Backlog {
    pub fn new(unread: &Arc<Unread>, person: &Arc<str>) -> Backlog {
        let mut by = lock(&unread.by);
        by.retain(|_, theirs| theirs.strong_count() > 0);
        let known = by.get(person).and_then(Weak::upgrade);
        let theirs = known.unwrap_or_else(|| {
            let theirs = Arc::default();
            by.insert(Arc::clone(person), Arc::downgrade(&theirs));
            theirs
        });
        drop(by);
        Backlog { unread: Arc::clone(unread), bytes: AtomicUsize::new(0), theirs }
    }

    /// May more be asked for? Less than may wait: then nobody is cut off who waits for answers.
    pub fn has_room(&self) -> bool {
        let (theirs, most) = (self.theirs.load(Ordering::Relaxed), self.unread.most);
        theirs < most / 4 && self.unread.used() < most / 4 * 3
    }

    /// Counts a message, unless too much waits already.
    pub fn add(&self, bytes: usize) -> bool {
        let own = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let theirs = self.theirs.fetch_add(bytes, Ordering::Relaxed);
        let total = self.unread.total.fetch_add(bytes, Ordering::Relaxed);
        let most = self.unread.most;
        // A single answer may be larger than all that may wait.
        let fits = (own == 0 || own + bytes <= OUTBOX_BYTES)
            && (theirs == 0 || theirs + bytes <= most / 2)
            && total + bytes <= most;
        // Whoever reads what they get is not cut off by those who do not.
        let fits = fits || own + bytes <= OUTBOX_RESERVE;
        if !fits {
            self.remove(bytes);
        }
        fits
    }

    /// A message has been read, or never will be.
    pub fn remove(&self, bytes: usize) {
        for counter in [&self.bytes, &self.theirs, &self.unread.total] {
            counter.fetch_sub(bytes, Ordering::Relaxed);
        }
    }
}

impl Drop for Backlog {
    fn drop(&mut self) {
        // What was never sent.
        self.remove(self.bytes.load(Ordering::Relaxed));
    }
}

/// The games whose agents hold memory, the one that moved last at the end.
pub(crate) struct AgentMemory {
    held: Mutex<Held>,
    /// Megabytes.
    most: u64,
}

#[derive(Default)]
struct Held {
    total: u64,
    games: VecDeque<Holding>,
}

/// What the agents of a game hold.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Holding {
    game: String,
    megabytes: u64,
    /// How many of them move now: their memory cannot be taken.
    moving: u32,
}

impl Held {
    fn remove(&mut self, game: &str) -> Option<Holding> {
        let index = self.games.iter().position(|held| held.game == game)?;
        let held = self.games.remove(index)?;
        self.total -= held.megabytes;
        Some(held)
    }

    fn add(&mut self, held: Holding) {
        if held.megabytes > 0 {
            self.total += held.megabytes;
            self.games.push_back(held);
        }
    }

    /// An agent of the game begins to move.
    fn begin(&mut self, game: &str, megabytes: u64) {
        let moving = self.remove(game).map_or(0, |held| held.moving) + 1;
        self.add(Holding { game: game.to_owned(), megabytes, moving });
    }

    /// It has moved.
    fn end(&mut self, game: &str) {
        if let Some(held) = self.remove(game) {
            self.add(Holding { moving: held.moving.saturating_sub(1), ..held });
        }
    }

    /// Removes games until the rest fit, never one that moves, and returns them.
    fn evict(&mut self, most: u64) -> Vec<Holding> {
        let mut evicted = Vec::new();
        while self.total > most
            && let Some(index) = self.games.iter().position(|held| held.moving == 0)
            && let Some(held) = self.games.remove(index)
        {
            self.total -= held.megabytes;
            evicted.push(held);
        }
        evicted
    }
}

impl AgentMemory {
    pub fn new(megabytes: u64) -> AgentMemory {
        AgentMemory { held: Mutex::default(), most: megabytes }
    }

    /// Refuses a game whose agents never fit.
    pub fn check(&self, megabytes: u64) -> Result<(), Fault> {
        if megabytes <= self.most {
            Ok(())
        } else {
            Err(never_fits(megabytes, self.most, RequestField::Seats))
        }
    }

    /// Megabytes that agents hold.
    pub fn used(&self) -> u64 {
        lock(&self.held).total
    }

    /// An agent of a game moves until the result is dropped. Agents that waited longest are reset to make room; those that move fit,
    /// because the pool lets no more of them move at a time.
    pub fn begin(lab: &Arc<Lab>, game: &str, megabytes: u64) -> Moving {
        let memory = &lab.agent_memory;
        let evicted = {
            let mut held = lock(&memory.held);
            held.begin(game, megabytes);
            held.evict(memory.most)
        };
        for other in evicted {
            let room = lock(&lab.games).get(&other.game).cloned();
            // Nothing else is locked here, so that no game waits for this one.
            if let Some(room) = room {
                lock(&room).reset_agents();
            }
        }
        Moving { lab: Arc::clone(lab), game: game.to_owned() }
    }
}

/// An agent of a game that moves.
pub(crate) struct Moving {
    lab: Arc<Lab>,
    game: String,
}

impl Drop for Moving {
    fn drop(&mut self) {
        lock(&self.lab.agent_memory.held).end(&self.game);
    }
}

/// Megabytes that an agent needs, by its settings and their defaults.
pub(crate) fn megabytes(game: &dyn AnyGame, spec: &Spec) -> u64 {
    game.resolve(spec).map_or(0, |resolved| resolved.megabytes)
}

/// Megabytes that the agents of a game need.
pub(crate) fn of_seats(game: &dyn AnyGame, seats: &[Seat]) -> u64 {
    seats.iter().filter_map(Seat::spec).map(|spec| megabytes(game, spec)).sum()
}

#[cfg(test)]
mod tests {
    use plylab_core::NoFiles;

    use super::*;

    #[test]
    fn agents_report_their_memory() {
        let game = plylab_standard::registry().open(&Spec::new("connect4"), &NoFiles).unwrap();
        let asked = |text: &str| megabytes(game.as_ref(), &text.parse().unwrap());
        let specs = [
            "random",
            "alphabeta:depth=4",
            "alphabeta:table=16",
            "alphabeta:engine=on",
            "perfect",
            "report-e-minimax",
            "level:3",
            "level:9",
            "level:level=10",
        ];
        assert_eq!(specs.map(asked), [0, 0, 16, 64, 256, 0, 0, 64, 64]);
    }

    #[test]
    fn agents_that_waited_longest_are_evicted_and_those_that_move_are_not() {
        let mut held = Held::default();
        let names = |evicted: Vec<Holding>| evicted.into_iter().map(|held| held.game).collect::<Vec<_>>();
        for (game, megabytes) in [("a", 1000), ("b", 1000), ("a", 1000), ("c", 500), ("none", 0)] {
            held.begin(game, megabytes);
            held.end(game);
        }
        assert_eq!(names(held.evict(2048)), ["b"]);
        held.begin("a", 1000);
        held.begin("d", 1500);
        assert_eq!((names(held.evict(2500)), held.total), (vec!["c".to_owned()], 2500));
        assert_eq!(names(held.evict(2048)), Vec::<String>::new());
        // Two moves of one game, of which the first was given up.
        held.begin("d", 1500);
        held.end("a");
        held.end("d");
        assert_eq!((names(held.evict(2048)), held.total), (vec!["a".to_owned()], 1500));
        held.end("d");
        assert_eq!((names(held.evict(0)), held.total), (vec!["d".to_owned()], 0));
    }

    #[test]
    fn agents_that_never_fit_are_refused() {
        let memory = AgentMemory::new(24);
        assert!(memory.check(24).is_ok());
        assert_eq!(memory.check(25).unwrap_err().code, Code::TooLarge);
    }

    #[test]
    fn memory_is_taken_and_given_back() {
        let memory = Memory::new(100);
        let code = |taken: Result<Share, Fault>| taken.err().map(|fault| fault.code);
        let (ann, bob): (Arc<str>, Arc<str>) = ("ann".into(), "bob".into());
        assert_eq!(code(memory.take(&ann, 101 << 20)), Some(Code::TooLarge));
        let first = memory.take(&ann, 40 << 20).unwrap();
        // One person has half of it, unless it is all that they have.
        assert_eq!(code(memory.take(&ann, 11 << 20)), Some(Code::TooLarge));
        let second = memory.take(&bob, 55 << 20).unwrap();
        assert_eq!(code(memory.take(&ann, 6 << 20)), Some(Code::Busy));
        drop(second);
        assert_eq!(code(memory.take(&ann, 6 << 20)), None);
        drop(first);
        assert_eq!((memory.used(), lock(&memory.used).by.len()), (0, 0));
    }

    #[test]
    fn what_grows_takes_more_or_stays_as_it_is() {
        let memory = Memory::new(100);
        let (ann, bob): (Arc<str>, Arc<str>) = ("ann".into(), "bob".into());
        let mut tree = memory.take(&ann, 20 << 20).unwrap();
        tree.resize(30 << 20).unwrap();
        let other = memory.take(&ann, 10 << 20).unwrap();
        assert_eq!(tree.resize(41 << 20).unwrap_err().code, Code::TooLarge);
        let full = memory.take(&bob, 55 << 20).unwrap();
        assert_eq!(tree.resize(40 << 20).unwrap_err().code, Code::Busy);
        assert_eq!(memory.used(), 95 << 20);
        tree.resize(1 << 20).unwrap();
        assert_eq!(memory.used(), 66 << 20);
        drop((tree, other, full));
        assert_eq!(memory.used(), 0);
    }

    #[test]
    fn what_is_not_read_does_not_grow() {
        let unread = Unread::new(20);
        let (ann, bob): (Arc<str>, Arc<str>) = ("ann".into(), "bob".into());
        let slow = Backlog::new(&unread, &ann);
        // One large answer waits, and no second one on this connection or another of the same person.
        assert!(slow.has_room() && slow.add(9 << 20) && !slow.add(1));
        let second = Backlog::new(&unread, &ann);
        assert!(!second.add(2 << 20) && second.add(1 << 20) && !second.has_room());
        // Others have the other half; then there is room for small messages alone.
        let other = Backlog::new(&unread, &bob);
        assert!(other.has_room() && other.add(8 << 20) && !other.add(3 << 20) && !other.has_room());
        let third = Backlog::new(&unread, &"eve".into());
        assert!(!third.add(3 << 20) && third.add(OUTBOX_RESERVE) && third.add(1 << 20));
        assert_eq!(unread.used(), (19 << 20) + OUTBOX_RESERVE);
        drop((slow, second, other));
        third.remove(1 << 20);
        assert_eq!(unread.used(), OUTBOX_RESERVE);
        drop(third);
        assert_eq!(unread.used(), 0);
    }
}
