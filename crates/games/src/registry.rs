//! Every game by name. A new game is its own folder and one line in the list below.

use plylab_core::{AgentBook, AnyGame, InputError, Key, Params, Playable, Spec, erase};
use serde::Serialize;

/// Where a game reads the files that its settings name. The games themselves touch no disk: a page on the
/// network can be given other files than a person at a terminal, or none.
pub trait Files {
    /// The bytes of the file of that name.
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError>;
}

/// No files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        Err(InputError::new(format!("'{name}' cannot be read: files are not available here")))
    }
}

/// The bytes of the file that a setting names, where that is none of the `names` that come with the game. If it
/// cannot be read and does not look like a file, the name may be mistyped, and the error says which `what` there are.
pub(crate) fn read_file(
    files: &dyn Files,
    name: &str,
    what: &str,
    names: impl IntoIterator<Item = &'static str>,
) -> Result<Vec<u8>, InputError> {
    files.read(name).map_err(|error| {
        if name.contains(['.', '/', '\\']) {
            return error;
        }
        let names: Vec<&str> = names.into_iter().collect();
        error.at(format!("{what} '{name}' is none of {}", names.join(", ")))
    })
}

/// What there is to say of a game before it is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GameKind {
    /// The name in specs.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// What it is.
    pub about: &'static str,
    /// Its settings.
    pub keys: &'static [Key],
    /// How moves are written.
    pub moves: &'static str,
    /// How positions are written.
    pub positions: &'static str,
}

/// A game that can be opened by name.
pub trait Registered: Playable {
    /// What there is to say of it.
    const KIND: GameKind;

    /// The game with these settings.
    fn open(params: &Params<'_>, files: &dyn Files) -> Result<Self, InputError>;
}

macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// Every game.
        pub const GAMES: &[GameKind] = &[$(<$game as Registered>::KIND),*];

        /// Opens the game that `spec` names, with the agents of `book` beside its own.
        pub fn open(spec: &Spec, files: &dyn Files, book: &impl AgentBook) -> Result<Box<dyn AnyGame>, InputError> {
            $(if is_named::<$game>(&spec.name) {
                let params = spec.params(<$game as Registered>::KIND.keys)?;
                return Ok(erase(<$game as Registered>::open(&params, files)?, book));
            })*
            let names: Vec<&str> = GAMES.iter().map(|kind| kind.name).collect();
            Err(InputError::new(format!("there is no game '{}'", spec.name))
                .expected(format!("the games are {}", names.join(", "))))
        }
    };
}

fn is_named<G: Registered>(name: &str) -> bool {
    G::KIND.name == name || G::KIND.aliases.contains(&name)
}

games! {
    crate::connect4::ConnectFour,
    crate::sim::Sim,
    crate::pacman::Classic,
    crate::pacman::Grid,
    crate::tree::Tree,
}
