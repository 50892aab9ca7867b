//! The memory of the lab: one budget, shared by everything that is held.

mod boards;

pub(crate) use self::boards::{Boards, board_bytes};

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use crate::protocol::{Code, Fault, RequestField, Result};
use crate::{Service, lock};
use plylab_core::{AnyGame, Message, Spec, message};
use plylab_lab::live::Seat;

/// What memory is used for. Each use has a part of the budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
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
    /// The largest request that was refused since room was made.
    refused: u64,
}

/// The budget.
pub struct MemoryBudget {
    bytes: u64,
    used: [Mutex<Used>; 4],
}

/// Some of it, until it is dropped.
pub struct MemoryShare {
    memory: Arc<MemoryBudget>,
    of: Use,
    owner: Arc<str>,
    bytes: u64,
}

impl MemoryBudget {
    /// A budget of that many megabytes.
    pub fn new(megabytes: u64) -> Arc<MemoryBudget> {
        Arc::new(MemoryBudget { bytes: megabytes << 20, used: Default::default() })
    }

    /// The bytes available for this use.
    pub fn most(&self, of: Use) -> u64 {
        match of {
            Use::Work => self.bytes / 2,
            Use::Agents => self.bytes / 4,
            Use::Games | Use::Unread => self.bytes / 8,
        }
    }

    /// Takes some for an owner.
    ///
    /// # Errors
    ///
    /// If there is not enough.
    pub fn take(self: &Arc<MemoryBudget>, of: Use, owner: &Arc<str>, bytes: u64) -> Result<MemoryShare> {
        let mut share = self.share(of, owner);
        share.resize(bytes)?;
        Ok(share)
    }

    /// An empty share for an owner.
    pub fn share(self: &Arc<MemoryBudget>, of: Use, owner: &Arc<str>) -> MemoryShare {
        MemoryShare { memory: Arc::clone(self), of, owner: Arc::clone(owner), bytes: 0 }
    }

    /// Refuses what never fits, however long it waits.
    ///
    /// # Errors
    ///
    /// If there is not enough.
    pub fn check(&self, of: Use, bytes: u64) -> Result<()> {
        let most = self.most(of);
        if bytes <= most {
            return Ok(());
        }
        let (megabytes, most) = (bytes >> 20, most >> 20);
        let wrong =
            message!("memory-too-large", "this needs {megabytes} MB, and the lab has {most} MB for it");
        let field = match of {
            Use::Work | Use::Unread => RequestField::Agent,
            Use::Agents => RequestField::Seats,
            Use::Games => RequestField::Spec,
        };
        Err(Fault::new(Code::TooLarge, wrong).at_field(field, Message::range(0, most)))
    }

    /// Bytes that an owner uses.
    pub fn used_by(&self, of: Use, owner: &str) -> u64 {
        lock(&self.used[of as usize]).by.get(owner).copied().unwrap_or(0)
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

    /// As much room as possible has been made.
    pub fn made_room(&self, of: Use) {
        lock(&self.used[of as usize]).refused = 0;
    }
}

impl MemoryShare {
    /// Its bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Makes it larger or smaller.
    ///
    /// # Errors
    ///
    /// If there is no room for more; it stays as it is then.
    pub fn resize(&mut self, bytes: u64) -> Result<()> {
        let most = self.memory.most(self.of);
        self.memory.check(self.of, bytes)?;
        let mut used = lock(&self.memory.used[self.of as usize]);
        if bytes > self.bytes {
            let total = used.total - self.bytes + bytes;
            let theirs = used.by.get(&self.owner).copied().unwrap_or(0);
            let others = theirs - self.bytes;
            let halved = matches!(self.of, Use::Work | Use::Unread);
            if halved && others > 0 && others + bytes > most / 2 {
                let wrong = message!(
                    "memory-yours",
                    "your analyses, trees and matches hold {megabytes} MB of the lab's memory",
                    megabytes = theirs >> 20
                );
                let right = message!("close-some", "stop some of them, or close pages that show trees");
                return Err(Fault::new(Code::TooLarge, wrong).at_field(RequestField::Agent, right));
            }
            let holds_more = self.of == Use::Games && theirs * used.by.len() as u64 > used.total;
            if total > if holds_more { most / 8 * 7 } else { most } {
                used.refused = used.refused.max(bytes - self.bytes);
                let wrong = message!(
                    "memory-full",
                    "the lab has no memory for this right now; try again in a moment"
                );
                return Err(Fault::new(Code::Busy, wrong));
            }
        }
        self.set(&mut used, bytes);
        drop(used);
        self.bytes = bytes;
        Ok(())
    }

    /// Makes it as large as what is held already, even if there is no room for it.
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

impl Drop for MemoryShare {
    fn drop(&mut self) {
        self.hold(0);
    }
}

/// The games whose agents hold memory, the one that moved last at the end.
#[derive(Default)]
pub(crate) struct Agents(Mutex<VecDeque<Holding>>);

/// What the agents of a game hold.
struct Holding {
    game: String,
    share: MemoryShare,
    /// How many of them move now: their memory cannot be taken.
    moving: u32,
}

impl Agents {
    /// An agent of a game begins to move. Returns the games whose agents waited longest and must be reset to make room.
    fn begin(&self, game: &str, empty: MemoryShare, bytes: u64) -> Result<Vec<String>> {
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
    pub fn moves(service: &Arc<Service>, owner: &Arc<str>, game: &str, bytes: u64) -> Result<Moving> {
        let empty = service.memory.share(Use::Agents, owner);
        let moving = Moving { service: Arc::clone(service), game: game.to_owned() };
        for other in service.agents.begin(game, empty, bytes)? {
            // Nothing else is locked here, so that no game waits for this one.
            if let Some(room) = service.games.get(&other) {
                lock(&room).reset_agents();
            }
        }
        Ok(moving)
    }
}

/// An agent of a game that moves.
pub(crate) struct Moving {
    service: Arc<Service>,
    game: String,
}

impl Drop for Moving {
    fn drop(&mut self) {
        self.service.agents.end(&self.game);
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

    fn code(taken: Result<MemoryShare, Fault>) -> Option<Code> {
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
        let (memory, (ann, _)) = (MemoryBudget::new(8192), people());
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
        let memory = MemoryBudget::new(96);
        assert!(memory.check(Use::Agents, 24 * MB).is_ok());
        assert_eq!(memory.check(Use::Agents, 25 * MB).unwrap_err().code, Code::TooLarge);
    }

    #[test]
    fn memory_is_taken_and_given_back() {
        let (memory, (ann, bob)) = (MemoryBudget::new(200), people());
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
        let (memory, (ann, bob)) = (MemoryBudget::new(200), people());
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
        let (memory, (ann, bob)) = (MemoryBudget::new(128), people());
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
}
