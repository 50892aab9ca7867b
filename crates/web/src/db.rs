//! What survives a restart: sessions, games in progress and replays, in one SQLite file.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use plylab_core::{InputError, Message, message};
use rusqlite::{Connection, OptionalExtension as _, params};

use crate::fault::Fault;
use crate::upgrade;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS sessions (name TEXT PRIMARY KEY, seen INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, session TEXT NOT NULL, changed INTEGER NOT NULL, body TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_of ON games (session, changed);
CREATE TABLE IF NOT EXISTS replays (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, session TEXT NOT NULL, made INTEGER NOT NULL, body TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS replays_of ON replays (session, number);
CREATE TABLE IF NOT EXISTS runs (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, body TEXT NOT NULL
);
";

/// A stored item, with its name and the time of its last change.
pub(crate) struct Kept {
    pub id: String,
    pub changed: i64,
    pub body: String,
}

/// The database. It is locked: no other server may use it at the same time.
pub(crate) struct GameDb {
    connection: Mutex<Connection>,
    folder: PathBuf,
    _lock: File,
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

impl GameDb {
    /// Opens the data in `folder`, and creates it if there is none.
    pub fn open(folder: &Path) -> Result<GameDb, InputError> {
        let wrong = |error: &dyn std::fmt::Display| {
            InputError::new(message!(
                "no-data-folder",
                "it cannot be used as a data folder: {error}",
                error = error.to_string()
            ))
            .expected(message!("another-data-folder", "choose another folder with --data"))
            .at(Message::quoted(folder.display().to_string()))
        };
        fs::create_dir_all(folder.join("runs")).map_err(|error| wrong(&error))?;
        let lock = File::create(folder.join("lock")).map_err(|error| wrong(&error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(InputError::new(message!("data-busy", "another lab is using it"))
                    .expected(message!(
                        "end-or-another",
                        "stop that one, or choose another folder with --data"
                    ))
                    .at(Message::quoted(folder.display().to_string())));
            }
            Err(TryLockError::Error(error)) => return Err(wrong(&error)),
        }
        let mut connection = Connection::open(folder.join("lab.sqlite")).map_err(|error| wrong(&error))?;
        let set_up = |connection: &Connection| -> rusqlite::Result<()> {
            connection.pragma_update(None, "journal_mode", "wal")?;
            connection.pragma_update(None, "synchronous", "normal")
        };
        set_up(&connection).map_err(|error| wrong(&error))?;
        upgrade::to_current(&mut connection, SCHEMA).map_err(|error| match error {
            upgrade::Refused::Newer(version) => InputError::new(message!(
                "data-newer",
                "its data was written by a newer plylab (data version {version}; this one reads up to {ours})",
                version,
                ours = upgrade::VERSION
            ))
            .expected(message!(
                "that-version-or-data",
                "use that version, or choose another folder with --data"
            ))
            .at(Message::quoted(folder.display().to_string())),
            upgrade::Refused::Broken(error) => wrong(&error),
        })?;
        Ok(GameDb { connection: Mutex::new(connection), folder: folder.to_owned(), _lock: lock })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folder of the results of a run.
    pub fn run_folder(&self, name: &str) -> PathBuf {
        self.folder.join("runs").join(name)
    }

    /// Marks a stored session as seen just now. False if it is not stored.
    pub fn touch_session(&self, session: &str) -> Result<bool, Fault> {
        let sql = "UPDATE sessions SET seen = ? WHERE name = ?";
        Ok(self.connection().execute(sql, params![now(), session])? > 0)
    }

    /// Stores a session.
    pub fn keep_session(&self, session: &str) -> Result<(), Fault> {
        let sql = "INSERT OR REPLACE INTO sessions (name, seen) VALUES (?, ?)";
        self.connection().execute(sql, params![session, now()])?;
        Ok(())
    }

    /// Stores games as they are now: id, session, time of the last change, body.
    pub fn keep_games(&self, games: &[(String, String, i64, String)]) -> Result<(), Fault> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        for (id, session, changed, body) in games {
            transaction.execute(
                "INSERT OR REPLACE INTO games (id, session, changed, body) VALUES (?, ?, ?, ?)",
                params![id, session, changed, body],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    pub fn game(&self, id: &str) -> Result<Option<(String, String)>, Fault> {
        let sql = "SELECT session, body FROM games WHERE id = ?";
        Ok(self.connection().query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
    }

    pub fn games_of(&self, session: &str) -> Result<Vec<Kept>, Fault> {
        let connection = self.connection();
        let mut statement = connection
            .prepare("SELECT id, changed, body FROM games WHERE session = ? ORDER BY changed DESC, id")?;
        let rows = statement.query_map([session], |row| {
            Ok(Kept { id: row.get(0)?, changed: row.get(1)?, body: row.get(2)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Number of games of a session, and of all sessions.
    pub fn count_games(&self, session: &str) -> Result<(usize, usize), Fault> {
        let sql = "SELECT (SELECT count(*) FROM games WHERE session = ?), (SELECT count(*) FROM games)";
        Ok(self.connection().query_row(sql, [session], |row| Ok((row.get(0)?, row.get(1)?)))?)
    }

    pub fn delete_game(&self, id: &str) -> Result<(), Fault> {
        self.connection().execute("DELETE FROM games WHERE id = ?", [id])?;
        Ok(())
    }

    /// Deletes games that have not changed for that many days.
    pub fn delete_old_games(&self, days: u64) -> Result<(), Fault> {
        let oldest = now() - i64::try_from(days).unwrap_or(i64::MAX / 100_000) * 86_400;
        self.connection().execute("DELETE FROM games WHERE changed < ?", [oldest])?;
        Ok(())
    }

    /// Stores a finished game; the oldest ones of the session beyond `most` are deleted.
    pub fn keep_replay(&self, id: &str, session: &str, body: &str, most: usize) -> Result<(), Fault> {
        let connection = self.connection();
        connection.execute(
            "INSERT OR REPLACE INTO replays (id, session, made, body) VALUES (?, ?, ?, ?)",
            params![id, session, now(), body],
        )?;
        connection.execute(
            "DELETE FROM replays WHERE session = ?1 AND number <=
             (SELECT number FROM replays WHERE session = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)",
            params![session, most],
        )?;
        Ok(())
    }

    pub fn replay(&self, id: &str, session: &str) -> Result<Option<Kept>, Fault> {
        let sql = "SELECT id, made, body FROM replays WHERE id = ? AND session = ?";
        let read =
            |row: &rusqlite::Row<'_>| Ok(Kept { id: row.get(0)?, changed: row.get(1)?, body: row.get(2)? });
        Ok(self.connection().query_row(sql, [id, session], read).optional()?)
    }

    /// Replays of a session, the latest first, starting after `before`.
    pub fn replays_of(&self, session: &str, before: Option<&str>, limit: usize) -> Result<Vec<Kept>, Fault> {
        let connection = self.connection();
        let mut statement = connection.prepare(
            "SELECT id, made, body FROM replays WHERE session = ?1 AND
             (?2 IS NULL OR number < (SELECT number FROM replays WHERE id = ?2)) ORDER BY number DESC LIMIT ?3",
        )?;
        let rows = statement.query_map(params![session, before, limit], |row| {
            Ok(Kept { id: row.get(0)?, changed: row.get(1)?, body: row.get(2)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub fn delete_replay(&self, id: &str, session: &str) -> Result<bool, Fault> {
        Ok(self.connection().execute("DELETE FROM replays WHERE id = ? AND session = ?", [id, session])? > 0)
    }

    pub fn keep_run(&self, name: &str, body: &str) -> Result<(), Fault> {
        let sql = "INSERT INTO runs (name, body) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET body = ?2";
        self.connection().execute(sql, [name, body])?;
        Ok(())
    }

    pub fn runs(&self) -> Result<Vec<(String, String)>, Fault> {
        let connection = self.connection();
        let mut statement = connection.prepare("SELECT name, body FROM runs ORDER BY number DESC")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub fn delete_run(&self, name: &str) -> Result<(), Fault> {
        self.connection().execute("DELETE FROM runs WHERE name = ?", [name])?;
        Ok(())
    }
}
