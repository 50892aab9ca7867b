//! The memory of the lab: one budget, of which everything that is held has a share.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
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

/// What memory is used for. Each use has a part of the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// Analyses, recorded trees, matches, experiments and downloads: a half, and one person half of that.
    Work,
    /// The agents of games: a quarter.
    Agents,
    /// Games and their boards: an eighth. When it is nearly full, those who hold more than others wait first.
    Games,
    /// Messages that clients have not read yet: an eighth, and one person half of that.
    Unread,
}

#[derive(Default)]
struct Used {
    total: u64,
    by: HashMap<Arc<str>, u64>,
    /// The most that was refused since room was made.
    refused: u64,
}

/// The budget.
pub(crate) struct Memory {
    bytes: u64,
    used: [Mutex<Used>; 4],
}

/// Some of it, until it is dropped.
pub(crate) struct Share {
    memory: Arc<Memory>,
    of: Use,
    owner: Arc<str>,
    bytes: u64,
}

impl Memory {
    pub fn new(megabytes: u64) -> Arc<Memory> {
        Arc::new(Memory { bytes: megabytes << 20, used: Default::default() })
    }

    /// What there is for this use.
    pub fn most(&self, of: Use) -> u64 {
        match of {
            Use::Work => self.bytes / 2,
            Use::Agents => self.bytes / 4,
            Use::Games | Use::Unread => self.bytes / 8,
        }
    }

    /// Takes some for an owner.
    pub fn take(self: &Arc<Memory>, of: Use, owner: &Arc<str>, bytes: u64) -> Result<Share, Fault> {
        let mut share = Share { memory: Arc::clone(self), of, owner: Arc::clone(owner), bytes: 0 };
        share.resize(bytes)?;
        Ok(share)
    }

    /// Refuses what never fits, however long it waits.
    pub fn check(&self, of: Use, bytes: u64) -> Result<(), Fault> {
        let most = self.most(of);
        if bytes <= most {
            return Ok(());
        }
        let (megabytes, most) = (bytes >> 20, most >> 20);
        let wrong = message!(
            "memory-too-large",
            "this needs {megabytes} MB, and the lab has {most} MB for it",
            megabytes,
            most
        );
        let field = match of {
            Use::Work | Use::Unread => RequestField::Agent,
            Use::Agents => RequestField::Seats,
            Use::Games => RequestField::Spec,
        };
        Err(Fault::new(Code::TooLarge, wrong).at_field(field, Message::range(0, most)))
    }

    /// Bytes in use.
    pub fn used(&self, of: Use) -> u64 {
        lock(&self.used[of as usize]).total
    }

    /// Is it time to make room, also for what was refused?
    pub fn is_tight(&self, of: Use) -> bool {
        let used = lock(&self.used[of as usize]);
        used.total + used.refused > self.most(of) / 4 * 3
    }

    /// Room has been made, as far as it could be.
    pub fn made_room(&self, of: Use) {
        lock(&self.used[of as usize]).refused = 0;
    }
}

impl Share {
    /// Makes it larger or smaller; if there is no room for more, it stays as it is.
    pub fn resize(&mut self, bytes: u64) -> Result<(), Fault> {
        let most = self.memory.most(self.of);
        self.memory.check(self.of, bytes)?;
        let mut used = lock(&self.memory.used[self.of as usize]);
        if bytes > self.bytes {
            let total = used.total - self.bytes + bytes;
            let theirs = used.by.get(&self.owner).copied().unwrap_or(0);
            let others = theirs - self.bytes;
            let halved = matches!(self.of, Use::Work | Use::Unread);
            if halved && others > 0 && others + bytes > most / 2 {
                return Err(too_much_of_yours(theirs));
            }
            let holds_more = self.of == Use::Games && theirs * used.by.len() as u64 > used.total;
            if total > if holds_more { most / 8 * 7 } else { most } {
                used.refused = used.refused.max(bytes - self.bytes);
                return Err(Fault::no_memory());
            }
        }
        self.set(&mut used, bytes);
        drop(used);
        self.bytes = bytes;
        Ok(())
    }

    /// Makes it as large as what is held already, also if there is no room for it.
    pub fn hold(&mut self, bytes: u64) {
        self.set(&mut lock(&self.memory.used[self.of as usize]), bytes);
        self.bytes = bytes;
    }

    fn set(&self, used: &mut Used, bytes: u64) {
        used.total = used.total - self.bytes + bytes;
        let theirs = used.by.entry(Arc::clone(&self.owner)).or_default();
        *theirs = *theirs - self.bytes + bytes;
        if *theirs == 0 {
            used.by.remove(&self.owner);
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.hold(0);
    }
}

fn too_much_of_yours(bytes: u64) -> Fault {
    let wrong = message!(
        "memory-yours",
        "your analyses, trees and matches hold {megabytes} MB of the lab's memory",
        megabytes = bytes >> 20
    );
    let right = message!("close-some", "stop some of them, or close pages that show trees");
    Fault::new(Code::TooLarge, wrong).at_field(RequestField::Agent, right)
}

/// The messages that wait for one client.
pub(crate) struct Backlog(Mutex<Share>);

impl Backlog {
    pub fn new(memory: &Arc<Memory>, person: &Arc<str>) -> Backlog {
        let (memory, owner) = (Arc::clone(memory), Arc::clone(person));
        Backlog(Mutex::new(Share { memory, of: Use::Unread, owner, bytes: 0 }))
    }

    /// May more be asked for? Less than may wait: then no client is cut off that waits for answers.
    pub fn has_room(&self) -> bool {
        let share = lock(&self.0);
        let used = lock(&share.memory.used[Use::Unread as usize]);
        let (theirs, most) =
            (used.by.get(&share.owner).copied().unwrap_or(0), share.memory.most(Use::Unread));
        theirs < most / 4 && used.total < most / 4 * 3
    }

    /// Counts a message, unless too much waits already.
    pub fn add(&self, bytes: usize) -> bool {
        let mut share = lock(&self.0);
        let own = share.bytes + bytes as u64;
        // A single answer may be larger than all that may wait.
        let fits = (share.bytes == 0 || own <= OUTBOX_BYTES as u64) && share.resize(own).is_ok();
        // A client that reads what it gets is not cut off by those that do not.
        if !fits && own <= OUTBOX_RESERVE as u64 {
            share.hold(own);
        }
        fits || own <= OUTBOX_RESERVE as u64
    }

    /// A message has been read, or never will be.
    pub fn remove(&self, bytes: usize) {
        let mut share = lock(&self.0);
        let rest = share.bytes.saturating_sub(bytes as u64);
        share.hold(rest);
    }
}

/// The largest answer over HTTP that is not counted.
const SMALL: usize = 64 << 10;

/// An answer over HTTP, whose memory counts until it is sent.
struct Counted {
    text: String,
    _share: Share,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

/// The body of an answer to a person.
pub(crate) fn body(memory: &Arc<Memory>, person: &Arc<str>, text: String) -> Result<Body, Fault> {
    if text.len() <= SMALL {
        return Ok(Body::from(text));
    }
    let share = memory.take(Use::Work, person, text.len() as u64)?;
    Ok(Body::from(Bytes::from_owner(Counted { text, _share: share })))
}

/// The games whose agents hold memory, the one that moved last at the end.
#[derive(Default)]
pub(crate) struct Agents(Mutex<VecDeque<Holding>>);

/// What the agents of a game hold.
struct Holding {
    game: String,
    share: Share,
    /// How many of them move now: their memory cannot be taken.
    moving: u32,
}

impl Agents {
    /// An agent of a game begins to move. Returns the games whose agents waited longest and must be reset to make room.
    fn begin(&self, game: &str, empty: Share, bytes: u64) -> Result<Vec<String>, Fault> {
        let mut held = lock(&self.0);
        let place = held.iter().position(|held| held.game == game);
        let own = place.and_then(|place| held.remove(place));
        let mut own = own.unwrap_or_else(|| Holding { game: game.to_owned(), share: empty, moving: 0 });
        let mut evicted = Vec::new();
        let mut fits = own.share.resize(bytes);
        while fits.is_err()
            && let Some(place) = held.iter().position(|held| held.moving == 0)
        {
            evicted.extend(held.remove(place).map(|held| held.game));
            fits = own.share.resize(bytes);
        }
        own.moving += 1;
        held.push_back(own);
        fits.map(|()| evicted)
    }

    fn end(&self, game: &str) {
        let mut held = lock(&self.0);
        if let Some(own) = held.iter_mut().find(|held| held.game == game) {
            own.moving = own.moving.saturating_sub(1);
        }
        held.retain(|held| held.moving > 0 || held.share.bytes > 0);
    }

    /// An agent of a game moves until the result is dropped. Those that move fit, because no more of them move at a time.
    pub fn moves(lab: &Arc<Lab>, owner: &Arc<str>, game: &str, bytes: u64) -> Result<Moving, Fault> {
        let empty = lab.memory.take(Use::Agents, owner, 0)?;
        let moving = Moving { lab: Arc::clone(lab), game: game.to_owned() };
        for other in lab.agents.begin(game, empty, bytes)? {
            let room = lock(&lab.games).get(&other).cloned();
            // Nothing else is locked here, so that no game waits for this one.
            if let Some(room) = room {
                lock(&room).reset_agents();
            }
        }
        Ok(moving)
    }
}

/// An agent of a game that moves.
pub(crate) struct Moving {
    lab: Arc<Lab>,
    game: String,
}

impl Drop for Moving {
    fn drop(&mut self) {
        self.lab.agents.end(&self.game);
    }
}

/// Megabytes that an agent needs, by its settings and their defaults.
pub(crate) fn megabytes(game: &dyn AnyGame, spec: &Spec) -> u64 {
    game.resolve(spec).map_or(0, |resolved| resolved.megabytes)
}

/// Bytes that the agents of a game need.
pub(crate) fn of_seats(game: &dyn AnyGame, seats: &[Seat]) -> u64 {
    seats.iter().filter_map(Seat::spec).map(|spec| megabytes(game, spec) << 20).sum()
}

#[cfg(test)]
mod tests {
    use plylab_core::NoFiles;

    use super::*;

    const MB: u64 = 1 << 20;

    fn people() -> (Arc<str>, Arc<str>) {
        ("ann".into(), "bob".into())
    }

    fn code(taken: Result<Share, Fault>) -> Option<Code> {
        taken.err().map(|fault| fault.code)
    }

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
        let (memory, (ann, _)) = (Memory::new(8192), people());
        let agents = Agents::default();
        let begin =
            |game, megabytes| agents.begin(game, memory.take(Use::Agents, &ann, 0).unwrap(), megabytes * MB);
        let none = || Ok(Vec::<String>::new());
        let only = |game: &str| Ok(vec![game.to_owned()]);
        for (game, megabytes) in [("a", 1000), ("b", 1000), ("a", 1000), ("none", 0)] {
            assert_eq!(begin(game, megabytes), none());
            agents.end(game);
        }
        assert_eq!(begin("c", 500), only("b"));
        agents.end("c");
        assert_eq!(begin("a", 1000), none());
        assert_eq!(begin("d", 1000), only("c"));
        // Two moves of one game, of which the first was given up.
        assert_eq!(begin("d", 1000), none());
        assert!(begin("e", 500).is_err(), "those that move keep their memory");
        agents.end("e");
        agents.end("a");
        agents.end("d");
        assert_eq!(begin("e", 500), only("a"));
        agents.end("e");
        agents.end("d");
        assert_eq!(begin("f", 2000), Ok(vec!["d".to_owned(), "e".to_owned()]));
        agents.end("f");
        assert_eq!(memory.used(Use::Agents), 2000 * MB);
    }

    #[test]
    fn what_never_fits_is_refused() {
        let memory = Memory::new(96);
        assert!(memory.check(Use::Agents, 24 * MB).is_ok());
        assert_eq!(memory.check(Use::Agents, 25 * MB).unwrap_err().code, Code::TooLarge);
    }

    #[test]
    fn memory_is_taken_and_given_back() {
        let (memory, (ann, bob)) = (Memory::new(200), people());
        let take = |owner, megabytes: u64| memory.take(Use::Work, owner, megabytes * MB);
        assert_eq!(code(take(&ann, 101)), Some(Code::TooLarge));
        let first = take(&ann, 40).unwrap();
        // One person has half of it, unless it is all that they have.
        assert_eq!(code(take(&ann, 11)), Some(Code::TooLarge));
        let second = take(&bob, 55).unwrap();
        assert_eq!(code(take(&ann, 6)), Some(Code::Busy));
        drop(second);
        assert_eq!(code(take(&ann, 6)), None);
        drop(first);
        assert_eq!((memory.used(Use::Work), lock(&memory.used[0]).by.len()), (0, 0));
    }

    #[test]
    fn what_grows_takes_more_or_stays_as_it_is() {
        let (memory, (ann, bob)) = (Memory::new(200), people());
        let take = |owner, megabytes: u64| memory.take(Use::Work, owner, megabytes * MB);
        let mut tree = take(&ann, 20).unwrap();
        tree.resize(30 * MB).unwrap();
        let other = take(&ann, 10).unwrap();
        assert_eq!(tree.resize(41 * MB).unwrap_err().code, Code::TooLarge);
        let full = take(&bob, 55).unwrap();
        assert_eq!(tree.resize(40 * MB).unwrap_err().code, Code::Busy);
        assert_eq!(memory.used(Use::Work), 95 * MB);
        tree.resize(MB).unwrap();
        assert_eq!(memory.used(Use::Work), 66 * MB);
        drop((tree, other, full));
        assert_eq!(memory.used(Use::Work), 0);
    }

    #[test]
    fn those_who_hold_most_games_wait_first() {
        let (memory, (ann, bob)) = (Memory::new(128), people());
        let take = |owner, megabytes: u64| memory.take(Use::Games, owner, megabytes * MB);
        let mut greedy = take(&ann, 13).unwrap();
        let mut modest = take(&bob, 1).unwrap();
        assert!(memory.is_tight(Use::Games));
        assert_eq!(greedy.resize(14 * MB).unwrap_err().code, Code::Busy);
        modest.resize(2 * MB).unwrap();
        let (eve, dan): (Arc<str>, Arc<str>) = ("eve".into(), "dan".into());
        let newcomer = take(&eve, 1).unwrap();
        assert_eq!(code(take(&bob, 1)), Some(Code::Busy));
        // What is there already counts, and nothing else fits then.
        greedy.hold(14 * MB);
        assert_eq!((memory.used(Use::Games), code(take(&dan, 1))), (17 * MB, Some(Code::Busy)));
        drop((greedy, newcomer));
        memory.made_room(Use::Games);
        assert!(modest.resize(10 * MB).is_ok() && !memory.is_tight(Use::Games));
        // What was refused makes it tight until there is room for it.
        assert_eq!(code(take(&eve, 7)), Some(Code::Busy));
        assert!(memory.is_tight(Use::Games));
        memory.made_room(Use::Games);
        assert!(!memory.is_tight(Use::Games));
    }

    #[test]
    fn what_is_not_read_does_not_grow() {
        let (memory, (ann, bob)) = (Memory::new(160), people());
        let slow = Backlog::new(&memory, &ann);
        // One large answer waits, and no second one on this connection or another of the same person.
        assert!(slow.has_room() && slow.add(9 << 20) && !slow.add(1));
        let second = Backlog::new(&memory, &ann);
        assert!(!second.add(2 << 20) && second.add(1 << 20) && !second.has_room());
        // Others have the other half; then there is room for small messages alone.
        let other = Backlog::new(&memory, &bob);
        assert!(other.has_room() && other.add(8 << 20) && !other.add(3 << 20) && !other.has_room());
        let third = Backlog::new(&memory, &"eve".into());
        assert!(!third.add(3 << 20) && third.add(OUTBOX_RESERVE) && third.add(1 << 20));
        assert_eq!(memory.used(Use::Unread), 19 * MB + OUTBOX_RESERVE as u64);
        drop((slow, second, other));
        third.remove(1 << 20);
        assert_eq!(memory.used(Use::Unread), OUTBOX_RESERVE as u64);
        drop(third);
        assert_eq!(memory.used(Use::Unread), 0);
    }

    #[test]
    fn an_answer_counts_until_it_is_sent() {
        let (memory, (ann, _)) = (Memory::new(20), people());
        let text = "x".repeat(3 << 20);
        let held = body(&memory, &ann, text.clone()).unwrap();
        assert_eq!(memory.used(Use::Work), 3 * MB);
        let refused = body(&memory, &ann, text.clone()).err().map(|fault| fault.code);
        assert_eq!(refused, Some(Code::TooLarge));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let read = runtime.block_on(axum::body::to_bytes(held, usize::MAX)).unwrap();
        assert!(read == text && memory.used(Use::Work) == 3 * MB);
        drop(read);
        assert_eq!(memory.used(Use::Work), 0);
        assert!(body(&memory, &ann, "short".to_owned()).is_ok());
    }
}
