//! Opened games: what never changes of a game, such as the distances in a maze. Equal ones are held once, however many play on them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use plylab_core::{AnyGame, InputError, Spec};

use super::{MemoryBudget, MemoryShare, Use};
use crate::lock;
use crate::protocol::{GivenFiles, Result};

/// Boards that are held although no game is played on them: measuring a maze takes a while.
const UNUSED: usize = 32;

/// What is reserved for a board until it is open: by itself, and for each letter of its files, which may be a cell of a maze.
const EXPECTED: u64 = 8 << 10;
const PER_CELL: u64 = 160;

/// What names a board: its spec, and the files that came with it.
type Name = (String, GivenFiles);

type Opened = OnceLock<Result<Arc<dyn AnyGame>>>;

struct HeldBoard {
    opened: Arc<Opened>,
    share: MemoryShare,
    /// When it was requested last, as a count of requests.
    used: u64,
}

impl HeldBoard {
    /// Does no game use it, and no request open it?
    fn is_unused(&self) -> bool {
        let game = self.opened.get().and_then(|game| game.as_ref().ok());
        Arc::strong_count(&self.opened) == 1 && game.is_none_or(|game| Arc::strong_count(game) == 1)
    }
}

/// The opened boards.
pub(crate) struct Boards {
    memory: Arc<MemoryBudget>,
    boards: Mutex<HashMap<Name, HeldBoard>>,
    requests: AtomicU64,
}

impl Boards {
    pub fn new(memory: &Arc<MemoryBudget>) -> Boards {
        Boards { memory: Arc::clone(memory), boards: Mutex::default(), requests: AtomicU64::new(0) }
    }

    /// The board of that name; `open` is called if it is not there. Memory is reserved before.
    pub fn get(
        &self,
        owner: &Arc<str>,
        spec: &Spec,
        files: &GivenFiles,
        open: impl FnOnce() -> Result<Box<dyn AnyGame>, InputError>,
    ) -> Result<Arc<dyn AnyGame>> {
        let name = (spec.to_string(), files.clone());
        let opened = self.find(owner, &name)?;
        // Others who ask for it meanwhile wait for the same result.
        let game = opened.get_or_init(|| {
            let game: Arc<dyn AnyGame> = Arc::from(open()?);
            self.count(&name, board_bytes(game.as_ref()))?;
            Ok(game)
        });
        if game.is_err() {
            lock(&self.boards).retain(|_, board| !Arc::ptr_eq(&board.opened, &opened));
        }
        self.forget(UNUSED);
        game.clone()
    }

    /// The place of a board, with memory reserved for it.
    fn find(&self, owner: &Arc<str>, name: &Name) -> Result<Arc<Opened>> {
        let used = self.requests.fetch_add(1, Ordering::Relaxed);
        if let Some(board) = lock(&self.boards).get_mut(name) {
            board.used = used;
            return Ok(Arc::clone(&board.opened));
        }
        let bytes = EXPECTED + name.1.values().map(|text| PER_CELL * text.len() as u64).sum::<u64>();
        let share = self.memory.take(Use::Games, owner, bytes).or_else(|_| {
            self.forget(0);
            self.memory.take(Use::Games, owner, bytes)
        })?;
        let mut boards = lock(&self.boards);
        let board = boards.entry(name.clone());
        Ok(Arc::clone(&board.or_insert_with(|| HeldBoard { opened: Arc::default(), share, used }).opened))
    }

    fn count(&self, name: &Name, bytes: u64) -> Result<()> {
        let resize = || lock(&self.boards).get_mut(name).map_or(Ok(()), |board| board.share.resize(bytes));
        resize().or_else(|_| {
            self.forget(0);
            resize()
        })
    }

    /// Measures all boards again, and forgets unused ones except the latest.
    pub fn forget(&self, most: usize) {
        let mut boards = lock(&self.boards);
        for board in boards.values_mut() {
            if let Some(Ok(game)) = board.opened.get() {
                board.share.hold(board_bytes(game.as_ref()));
            }
        }
        let mut unused: Vec<u64> =
            boards.values().filter(|board| board.is_unused()).map(|board| board.used).collect();
        unused.sort_unstable_by(|a, b| b.cmp(a));
        if let Some(&last) = unused.get(most) {
            boards.retain(|_, board| board.used > last || !board.is_unused());
        }
    }
}

/// Bytes that an opened game holds now. Mazes measure distances when they are asked for, so it grows.
pub(crate) fn board_bytes(game: &dyn AnyGame) -> u64 {
    game.memory_bytes() as u64
}

#[cfg(test)]
mod tests {
    use plylab_core::NoFiles;

    use super::*;
    use crate::protocol::Code;

    fn connect4() -> Result<Box<dyn AnyGame>, InputError> {
        plylab_standard::registry().open(&Spec::new("connect4"), &NoFiles)
    }

    fn files(text: &str) -> GivenFiles {
        GivenFiles::from([("maze".to_owned(), text.to_owned())])
    }

    #[test]
    fn equal_boards_are_held_once() {
        let boards = Boards::new(&MemoryBudget::new(64));
        let spec = Spec::new("some");
        let first = boards.get(&"ann".into(), &spec, &files("a"), connect4).unwrap();
        let again = boards.get(&"ann".into(), &spec, &files("a"), || unreachable!()).unwrap();
        let other = boards.get(&"ann".into(), &spec, &files("b"), connect4).unwrap();
        assert!(Arc::ptr_eq(&first, &again) && !Arc::ptr_eq(&first, &other));
        assert_eq!(boards.memory.used(Use::Games), 2 * board_bytes(first.as_ref()));
        // Those that are used stay.
        drop(other);
        boards.forget(0);
        assert!(Arc::ptr_eq(
            &first,
            &boards.get(&"ann".into(), &spec, &files("a"), || unreachable!()).unwrap()
        ));
        drop((first, again));
        boards.forget(0);
        assert_eq!(boards.memory.used(Use::Games), 0);
    }

    #[test]
    fn without_memory_no_board_is_opened() {
        let memory = MemoryBudget::new(64);
        let (boards, spec) = (Boards::new(&memory), Spec::new("some"));
        let mut full = memory.take(Use::Games, &"ann".into(), 0).unwrap();
        full.hold(8 << 20);
        let refused =
            boards.get(&"ann".into(), &spec, &files("a"), || unreachable!()).err().map(|fault| fault.code);
        assert_eq!(refused, Some(Code::Busy));
        // Unused ones make room.
        full.hold(0);
        drop(boards.get(&"ann".into(), &spec, &files("a"), connect4).unwrap());
        let used = memory.used(Use::Games);
        full.hold((8 << 20) - used);
        boards.get(&"ann".into(), &spec, &files("b"), connect4).unwrap();
        assert_eq!(memory.used(Use::Games), 8 << 20);
    }

    #[test]
    fn an_error_is_told_and_tried_again() {
        let boards = Boards::new(&MemoryBudget::new(64));
        let spec = Spec::new("some");
        let none = || plylab_standard::registry().open(&Spec::new("no-such-game"), &NoFiles);
        assert!(boards.get(&"ann".into(), &spec, &files("a"), none).is_err());
        assert_eq!(boards.memory.used(Use::Games), 0);
        assert!(boards.get(&"ann".into(), &spec, &files("a"), connect4).is_ok());
    }

    #[test]
    fn few_are_held_that_are_not_used() {
        let boards = Boards::new(&MemoryBudget::new(64));
        for number in 0..UNUSED + 5 {
            boards.get(&"ann".into(), &Spec::new("some"), &files(&number.to_string()), connect4).unwrap();
        }
        assert_eq!(lock(&boards.boards).len(), UNUSED + 1);
    }
}
