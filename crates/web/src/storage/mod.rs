//! What survives a restart: people and their tokens, games in progress, replays and runs, in one SQLite file.

pub(crate) mod commit;
mod copy;
mod people;

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plylab_core::{InputError, Message, message};
use plylab_lab::store::SqliteStore as ResultFile;
use plylab_lab::{Plan, ResultStore, run_info};
use plylab_service::protocol::{Fault, Person};
use plylab_service::{REPLAYS, Store, StoredItem, Waiter, lock};
use rusqlite::{Connection, OptionalExtension as _, Row, TransactionBehavior, params};

use self::commit::GroupCommit;
pub(crate) use self::people::TokenRefusal;
pub use self::people::{Grant, Granted, Tokens};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS people (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL, class TEXT, made INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS people_of ON people (class);
CREATE TABLE IF NOT EXISTS classes (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, most INTEGER NOT NULL, made INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, hash BLOB NOT NULL, person TEXT, class TEXT
);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS days (date TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, changed INTEGER NOT NULL, day INTEGER NOT NULL,
    shared INTEGER NOT NULL, body TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_of ON games (owner, changed);
CREATE TABLE IF NOT EXISTS replays (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, made INTEGER NOT NULL,
    shared INTEGER NOT NULL, body TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS replays_of ON replays (owner, number);
CREATE TABLE IF NOT EXISTS runs (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, body TEXT NOT NULL
);
";

/// The version of the data; data of another one is refused.
const VERSION: i32 = 5;

/// The fault of what could not be read or stored.
fn not_kept(error: &rusqlite::Error) -> Fault {
    Fault::not_kept(error.to_string())
}

fn read_kept(row: &Row<'_>) -> rusqlite::Result<StoredItem> {
    let (id, owner, changed) = (row.get(0)?, row.get(1)?, row.get(2)?);
    Ok(StoredItem { id, owner, changed, shared: row.get(3)?, body: row.get(4)? })
}

/// The first column of every row.
fn column(
    connection: &Connection,
    sql: &str,
    params: impl rusqlite::Params,
) -> rusqlite::Result<Vec<String>> {
    connection.prepare_cached(sql)?.query_map(params, |row| row.get(0))?.collect()
}

/// The database. It is locked: no other server may use it at the same time.
pub(crate) struct Storage {
    connection: Mutex<Connection>,
    folder: PathBuf,
    /// Results from elsewhere that are shown, by the names of their runs.
    shown: Mutex<HashMap<String, PathBuf>>,
    /// What must still be written, and who waits for it.
    pub commit: GroupCommit,
    _lock: File,
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// The error of a folder that cannot be used.
fn unusable(folder: &Path, error: &dyn std::fmt::Display) -> InputError {
    InputError::new(message!(
        "no-data-folder",
        "it cannot be used as a data folder: {error}",
        error = error.to_string()
    ))
    .expected(message!("another-data-folder", "choose another folder with --data"))
    .at(Message::quoted(folder.display().to_string()))
}

/// Locks the folder for one program.
fn locked(folder: &Path) -> Result<Option<File>, InputError> {
    fs::create_dir_all(folder.join("runs")).map_err(|error| unusable(folder, &error))?;
    let lock = File::create(folder.join("lock")).map_err(|error| unusable(folder, &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(unusable(folder, &error)),
    }
}

/// Waits a millisecond while another process writes, for ten seconds in all. SQLite's own waits grow longer, and a busy lab leaves only
/// short gaps.
fn wait(times: i32) -> bool {
    std::thread::sleep(Duration::from_millis(1));
    times < 10_000
}

/// Opens the file in `folder`, or creates it.
fn connect(folder: &Path) -> Result<Connection, InputError> {
    let wrong = |error: rusqlite::Error| unusable(folder, &error);
    let mut connection = Connection::open(copy::file(folder)).map_err(wrong)?;
    // A transaction that begins by reading is refused at once if somebody else writes before it does; this one waits.
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    connection.busy_handler(Some(wait)).map_err(wrong)?;
    let mut set_up = || -> rusqlite::Result<i32> {
        let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables > 0 && version != VERSION {
            return Ok(version);
        }
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()?;
        Ok(VERSION)
    };
    match set_up().map_err(wrong)? {
        VERSION => Ok(connection),
        version => Err(InputError::new(message!(
            "data-version",
            "its data was written by another version of plylab (data version {version}; this one reads {ours})",
            ours = VERSION))
        .expected(message!("that-version-or-data", "use that version, or choose another folder with --data"))
        .at(Message::quoted(folder.display().to_string()))),
    }
}

impl Storage {
    /// Opens the data in `folder`, and creates it if there is none. Damaged data is refused, or with `restore` replaced by the
    /// last good copy.
    pub fn open(folder: &Path, restore: bool) -> Result<Storage, InputError> {
        let Some(lock) = locked(folder)? else {
            return Err(InputError::new(message!("data-busy", "another lab is using it"))
                .expected(message!("end-or-another", "stop that one, or choose another folder with --data"))
                .at(Message::quoted(folder.display().to_string())));
        };
        copy::check(folder, restore)?;
        let connection = connect(folder)?;
        let (connection, folder) = (Mutex::new(connection), folder.to_owned());
        let (shown, commit) = (Mutex::default(), GroupCommit::default());
        let db = Storage { connection, folder, shown, commit, _lock: lock };
        // Without room for it, the lab still opens: the copy of before is still there.
        let _ = db.copy();
        Ok(db)
    }

    /// Reads or changes the data.
    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T, Fault> {
        work(&mut lock(&self.connection)).map_err(|error| not_kept(&error))
    }

    /// Changes the data by one statement.
    fn execute(&self, sql: &str, params: impl rusqlite::Params) -> Result<(), Fault> {
        self.with(|connection| connection.execute(sql, params).map(|_| ()))
    }

    /// The folder of the results of a run.
    fn run_folder(&self, name: &str) -> PathBuf {
        self.folder.join("runs").join(name)
    }

    /// The results of the run of that name are in this folder.
    pub fn show(&self, run: String, folder: &Path) {
        lock(&self.shown).insert(run, folder.to_owned());
    }

    /// Notes that the lab runs today. Only days on which it ran count: a clock that jumps makes nothing old.
    pub fn note_day(&self) -> Result<(), Fault> {
        self.execute("INSERT OR IGNORE INTO days (date) VALUES (date('now'))", [])
    }

    /// Deletes games that have not changed for that many days on which the lab ran.
    pub fn delete_old_games(&self, days: u64) -> Result<(), Fault> {
        let days = i64::try_from(days).unwrap_or(i64::MAX);
        self.execute("DELETE FROM games WHERE day < (SELECT count(*) FROM days) - ?", [days])
    }
}

impl Store for Storage {
    fn game(&self, id: &str) -> Result<Option<StoredItem>, Fault> {
        let sql = "SELECT id, owner, changed, shared, body FROM games WHERE id = ?";
        self.with(|connection| connection.query_row(sql, [id], read_kept).optional())
    }

    // The games themselves may be large: they are read one at a time.
    fn game_ids(&self, owner: &str) -> Result<Vec<String>, Fault> {
        let sql = "SELECT id FROM games WHERE owner = ? ORDER BY changed DESC, id";
        self.with(|connection| column(connection, sql, [owner]))
    }

    fn delete_game(&self, id: &str) -> Result<(), Fault> {
        self.execute("DELETE FROM games WHERE id = ?", [id])
    }

    fn keep(&self, games: &[StoredItem], replays: &[StoredItem]) -> Result<(), Fault> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            for StoredItem { id, owner, changed, shared, body } in games {
                let sql = "INSERT OR REPLACE INTO games (id, owner, changed, day, shared, body)
                           VALUES (?, ?, ?, (SELECT count(*) FROM days), ?, ?)";
                transaction.prepare_cached(sql)?.execute(params![id, owner, changed, shared, body])?;
            }
            for StoredItem { id, owner, changed, shared, body } in replays {
                let sql =
                    "INSERT OR REPLACE INTO replays (id, owner, made, shared, body) VALUES (?, ?, ?, ?, ?)";
                transaction.prepare_cached(sql)?.execute(params![id, owner, changed, shared, body])?;
                // The oldest ones of the owner beyond the limit are deleted.
                let sql = "DELETE FROM replays WHERE owner = ?1 AND number <=
                           (SELECT number FROM replays WHERE owner = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)";
                transaction.prepare_cached(sql)?.execute(params![owner, REPLAYS])?;
            }
            transaction.commit()
        })
    }

    fn touch(&self, game: &str) {
        self.commit.touch(game);
    }

    fn when_kept(&self, game: Option<&str>, waiter: Waiter) {
        self.commit.when_kept(game, waiter);
    }

    fn make_room(&self) {
        self.commit.wake();
    }

    fn replay(&self, id: &str) -> Result<Option<StoredItem>, Fault> {
        let sql = "SELECT id, owner, made, shared, body FROM replays WHERE id = ?";
        self.with(|connection| connection.query_row(sql, [id], read_kept).optional())
    }

    fn replay_ids(&self, owner: &str, before: Option<&str>, most: usize) -> Result<Vec<String>, Fault> {
        let sql = "SELECT id FROM replays WHERE owner = ?1 AND
                   (?2 IS NULL OR number < (SELECT number FROM replays WHERE id = ?2))
                   ORDER BY number DESC LIMIT ?3";
        self.with(|connection| column(connection, sql, params![owner, before, most]))
    }

    fn share_replay(&self, id: &str, shared: bool) -> Result<(), Fault> {
        self.execute("UPDATE replays SET shared = ? WHERE id = ?", params![shared, id])
    }

    fn delete_replay(&self, id: &str) -> Result<(), Fault> {
        self.execute("DELETE FROM replays WHERE id = ?", [id])
    }

    fn runs(&self) -> Result<Vec<(String, String)>, Fault> {
        self.with(|connection| {
            let mut statement = connection.prepare("SELECT name, body FROM runs ORDER BY number DESC")?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })
    }

    fn keep_run(&self, name: &str, body: &str) -> Result<(), Fault> {
        let sql = "INSERT INTO runs (name, body) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET body = ?2";
        self.execute(sql, [name, body])
    }

    fn delete_run(&self, name: &str) -> Result<(), Fault> {
        self.execute("DELETE FROM runs WHERE name = ?", [name])?;
        // The name is in the list of runs, so the folder belongs to the lab.
        let _ = fs::remove_dir_all(self.run_folder(name));
        Ok(())
    }

    fn results(&self, run: &str) -> Result<Box<dyn ResultStore>, Fault> {
        let elsewhere = lock(&self.shown).get(run).cloned();
        let folder = elsewhere.unwrap_or_else(|| self.run_folder(run));
        Ok(Box::new(ResultFile::read(&folder)?))
    }

    fn open_results(&self, run: &str, plan: &Plan, threads: usize) -> Result<Box<dyn ResultStore>, Fault> {
        let info = run_info(plan, threads, None);
        Ok(Box::new(ResultFile::open(&self.run_folder(run), plan, &info)?))
    }

    fn result_bytes(&self, run: &str) -> u64 {
        let files = fs::read_dir(self.run_folder(run)).into_iter().flatten().flatten();
        // Files that vanish meanwhile take none.
        let files = files.filter_map(|file| file.metadata().ok()).filter(fs::Metadata::is_file);
        files.map(|file| file.len()).sum()
    }

    fn bytes_of(&self, owner: &str) -> Result<u64, Fault> {
        let sql = "SELECT (SELECT coalesce(sum(octet_length(body)), 0) FROM games WHERE owner = ?1)
                   + (SELECT coalesce(sum(octet_length(body)), 0) FROM replays WHERE owner = ?1)";
        self.with(|connection| connection.prepare_cached(sql)?.query_row([owner], |row| row.get(0)))
    }

    fn people(&self) -> Result<Vec<Person>, Fault> {
        self.with(|connection| people::all(connection))
    }

    fn purge(&self, owner: &str) -> Result<(), Fault> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute("DELETE FROM games WHERE owner = ?", [owner])?;
            transaction.execute("DELETE FROM replays WHERE owner = ?", [owner])?;
            transaction.commit()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("plylab-db-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn game(id: &str) -> StoredItem {
        StoredItem {
            id: id.to_owned(),
            owner: "a".to_owned(),
            changed: 1,
            shared: false,
            body: "{}".to_owned(),
        }
    }

    #[test]
    fn only_days_on_which_the_lab_ran_make_a_game_old() {
        let folder = folder("days");
        let db = Storage::open(&folder, false).unwrap();
        db.note_day().unwrap();
        db.keep(&[game("old")], &[]).unwrap();
        // The clock jumps a hundred years ahead, and back before 1970: two more days, not a hundred years.
        for date in ["2126-01-01", "1969-12-31"] {
            lock(&db.connection).execute("INSERT INTO days (date) VALUES (?)", [date]).unwrap();
        }
        db.delete_old_games(2).unwrap();
        assert_eq!(db.game_ids("a").unwrap().len(), 1);
        db.keep(&[game("new")], &[]).unwrap();
        db.delete_old_games(1).unwrap();
        assert!(db.game("old").unwrap().is_none() && db.game("new").unwrap().is_some());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn data_of_another_version_is_refused_and_left_as_it_is() {
        for version in [0, VERSION - 1, VERSION + 1] {
            let folder = folder("version");
            drop(Storage::open(&folder, false).unwrap());
            let data = Connection::open(copy::file(&folder)).unwrap();
            data.pragma_update(None, "user_version", version).unwrap();
            drop(data);
            let refused = Storage::open(&folder, false).err().unwrap();
            assert_eq!(refused.wrong().code(), "data-version");
            let named = format!("(data version {version}; this one reads {VERSION})");
            assert!(refused.to_string().contains(&named), "{refused}");
            fs::remove_dir_all(folder).unwrap();
        }
    }

    #[test]
    fn many_games_are_kept_together_or_not_at_all() {
        let folder = folder("together");
        let db = Storage::open(&folder, false).unwrap();
        lock(&db.connection)
            .execute_batch(
                "CREATE TRIGGER full BEFORE INSERT ON games WHEN NEW.id = 'b' BEGIN SELECT RAISE(FAIL, 'full'); END",
            )
            .unwrap();
        assert!(db.keep(&[game("a"), game("b")], &[]).is_err());
        assert_eq!(db.game_ids("a").unwrap().len(), 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
