//! Errors of a store, one sentence each.

use std::fmt::Display;
use std::io;
use std::path::Path;

use plylab_core::{InputError, Message, message};
use rusqlite::{ErrorCode, ffi};

use crate::result_store::LabError;

/// An error of SQLite, in plain words.
pub(super) fn of_database(error: &rusqlite::Error, path: &Path) -> LabError {
    let again =
        message!("mend-and-run-again", "results so far are safe: fix this and run the same command again");
    let unwritable = |what: Message| LabError::Unwritable(InputError::new(what).expected(again));
    let damaged = |what: Message| LabError::Input(InputError::new(what).expected(move_away()));
    let code = match error {
        rusqlite::Error::SqliteFailure(failure, _) => Some(failure.code),
        _ => None,
    };
    match code {
        Some(ErrorCode::DiskFull) => unwritable(disk_full()),
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => unwritable(read_only()),
        Some(ErrorCode::CannotOpen) => unwritable(message!("unwritable", "it cannot be opened for writing")),
        Some(ErrorCode::SystemIoFailure) if is_about_reading(error) => damaged(message!(
            "unreadable-store",
            "it cannot be read from disk: it is damaged, or the disk is"
        )),
        Some(ErrorCode::SystemIoFailure) => {
            unwritable(message!("disk-refuses", "it cannot be written to disk (is the disk full?)"))
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LabError::Input(busy()),
        Some(ErrorCode::NotADatabase) => {
            damaged(message!("no-store", "it is not a store of results, or its beginning is damaged"))
        }
        Some(ErrorCode::DatabaseCorrupt) => damaged(message!("damaged", "it is damaged")),
        _ => damaged(message!("unusable", "it cannot be used ({error})", error = error.to_string())),
    }
    .at(quoted(path))
}

/// Did SQLite fail to read, rather than to write?
fn is_about_reading(error: &rusqlite::Error) -> bool {
    let read = [
        ffi::SQLITE_IOERR_READ,
        ffi::SQLITE_IOERR_SHORT_READ,
        ffi::SQLITE_IOERR_DATA,
        ffi::SQLITE_IOERR_CORRUPTFS,
    ];
    error.sqlite_error().is_some_and(|failure| read.contains(&failure.extended_code))
}

fn move_away() -> Message {
    message!("move-away", "restore it from a copy, or move it away and start over")
}

fn disk_full() -> Message {
    message!("disk-full", "the disk is full")
}

fn read_only() -> Message {
    message!("read-only", "it is read-only")
}

/// The hint where a folder cannot be used.
pub(super) fn another_folder() -> Message {
    message!("another-folder", "choose another folder with --out")
}

/// What is wrong with a folder or a store, and what to do about it.
pub(super) fn refused(path: &Path, what: Message, right: Message) -> LabError {
    LabError::Input(InputError::new(what).expected(right)).at(quoted(path))
}

/// The store exists, but its content is invalid.
pub(super) fn damaged(path: &Path, what: impl Display) -> LabError {
    let wrong = message!("damaged-by", "it is damaged ({what})", what = what.to_string());
    refused(path, wrong, move_away())
}

/// A game of the store is not as it was written.
pub(super) fn damaged_game(path: &Path, what: Message) -> LabError {
    let again = message!(
        "play-damaged-again",
        "run the experiment again in this folder: damaged games are played again ('plylab results check' lists them)"
    );
    refused(path, what, again)
}

/// Another run is working there.
pub(super) fn busy() -> InputError {
    InputError::new(message!("folder-busy", "another run is working here"))
        .expected(message!("wait-or-another", "wait for it, or choose another folder with --out"))
}

/// An error of the file system, in plain words.
pub(super) fn of_system(error: &io::Error, path: &Path) -> LabError {
    let what = match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => read_only(),
        io::ErrorKind::StorageFull => disk_full(),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            message!("no-folder", "it is not a folder")
        }
        _ => message!("unwritten", "it cannot be written ({error})", error = error.to_string()),
    };
    LabError::Unwritable(InputError::new(what).expected(another_folder())).at(quoted(path))
}

pub(super) fn quoted(path: &Path) -> Message {
    Message::quoted(path.display().to_string())
}
