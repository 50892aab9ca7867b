//! What can go wrong with a store, in one sentence each.

use std::fmt;
use std::io;
use std::path::Path;

use plylab_core::InputError;
use rusqlite::ErrorCode;

/// Why an experiment did not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabError {
    /// A file, a setting or a store is not what it should be.
    Input(InputError),
    /// What was found could not be written down; everything written before is safe.
    Unwritable(InputError),
}

impl LabError {
    /// Says where.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> LabError {
        match self {
            LabError::Input(error) => LabError::Input(error.at(place)),
            LabError::Unwritable(error) => LabError::Unwritable(error.at(place)),
        }
    }
}

impl From<InputError> for LabError {
    fn from(error: InputError) -> LabError {
        LabError::Input(error)
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabError::Input(error) | LabError::Unwritable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LabError {}

const AGAIN: &str = "what is there is safe: mend that and run the same command again";

/// What SQLite says, in words for people.
pub(super) fn of_database(error: &rusqlite::Error, path: &Path) -> LabError {
    let unwritable = |what: &str| LabError::Unwritable(InputError::new(what).expected(AGAIN));
    let damaged = |what: String| LabError::Input(InputError::new(what).expected(MOVE_AWAY));
    let code = match error {
        rusqlite::Error::SqliteFailure(failure, _) => Some(failure.code),
        _ => None,
    };
    match code {
        Some(ErrorCode::DiskFull) => unwritable("the disk is full"),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => unwritable("it may only be read"),
        Some(ErrorCode::CannotOpen) => unwritable("it cannot be opened for writing"),
        Some(ErrorCode::SystemIoFailure) => unwritable("the disk does not take it (is it full?)"),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LabError::Input(busy()),
        Some(ErrorCode::NotADatabase) => {
            damaged("it is not a store of results, or its beginning is damaged".to_owned())
        }
        Some(ErrorCode::DatabaseCorrupt) => damaged("it is damaged".to_owned()),
        _ => damaged(format!("it cannot be used ({error})")),
    }
    .at(quoted(path))
}

const MOVE_AWAY: &str = "put a copy of it in place, or move it away and begin anew";

/// The store is there, but something in it cannot be.
pub(super) fn damaged(path: &Path, what: impl fmt::Display) -> LabError {
    LabError::Input(InputError::new(format!("it is damaged ({what})")).expected(MOVE_AWAY)).at(quoted(path))
}

/// Somebody else works there.
pub(super) fn busy() -> InputError {
    InputError::new("another run is working here")
        .expected("wait for it, or choose another folder with --out")
}

/// What the system says of a file or folder, in words for people.
pub(super) fn of_system(error: &io::Error, path: &Path) -> LabError {
    let what = match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "it may only be read".to_owned()
        }
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => "it is not a folder".to_owned(),
        _ => format!("it cannot be written ({error})"),
    };
    LabError::Unwritable(InputError::new(what).expected("choose another folder with --out")).at(quoted(path))
}

pub(super) fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}
