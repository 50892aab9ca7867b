//! The store of results: a folder with an SQLite file, in which each finished game is one row, written in its own
//! transaction. Whatever happens to the program, what is written stays.

mod error;
mod lock;
mod merge;
mod renew;
mod rows;
mod verify;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plylab_core::{InputError, Registry, StopFlag, message};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Params, params};

use lock::FolderLock;
pub use merge::{Merged, merge};
pub use verify::{DamagedGame, Verified};

use crate::experiment::Size;
use crate::game_row::GameRow;
use crate::plan::{GameId, KeptFiles, Plan, PlayedCell, hash_of};
use crate::result_store::{Interpreter, LabError, ResultStore, RunInfo};

/// The file with the results.
pub const FILE: &str = "results.sqlite";

/// `PLYB`, which distinguishes a store from any other SQLite file.
const APPLICATION: i32 = 0x504c_5942;

/// The version of the schema; stores of another one are refused.
const VERSION: i32 = 4;

/// The games in the order of the plan.
const IN_ORDER: &str = "ORDER BY cell, number";

/// The fact with the interpreters, by run.
const INTERPRETERS: &str = "interpreters";

/// How long the log may become, in pages of 4 kB.
const LOG_PAGES: i32 = 8192;

const SCHEMA: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE files (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE cells (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL,
    games INTEGER NOT NULL, versions TEXT NOT NULL) STRICT;
CREATE TABLE runs (id INTEGER PRIMARY KEY, version TEXT NOT NULL, started INTEGER NOT NULL, cpu TEXT NOT NULL,
    system TEXT NOT NULL, threads INTEGER NOT NULL, shard TEXT NOT NULL) STRICT;
CREATE TABLE games (
    cell INTEGER NOT NULL REFERENCES cells, number INTEGER NOT NULL, swapped INTEGER NOT NULL, plies INTEGER NOT NULL,
    digest TEXT NOT NULL, record TEXT NOT NULL, run INTEGER NOT NULL REFERENCES runs, checksum TEXT NOT NULL,
    PRIMARY KEY (cell, number)) STRICT, WITHOUT ROWID;
";

/// A store of results.
pub struct SqliteStore {
    connection: Connection,
    path: PathBuf,
    /// The number of this run in the table of runs.
    run: i64,
    /// Kept for as long as the store is written to.
    lock: Option<FolderLock>,
    /// How many games were dropped when it was opened, because agents from outside have changed since.
    pub renewed: u64,
    /// How many games were dropped when it was opened, because they were damaged.
    pub damaged: u64,
}

impl SqliteStore {
    /// Opens the store of `plan` in `folder` for writing, and creates it if there is none. Refuses results of another plan,
    /// unless this plan only adds more of the same games.
    pub fn open(folder: &Path, plan: &Plan, run: &RunInfo) -> Result<SqliteStore, LabError> {
        SqliteStore::open_for(folder, plan, run, false)
    }

    /// Like [`SqliteStore::open`], but of the results of another plan those stay that `plan` has as well: games of pairings that
    /// have not changed. All others are deleted.
    pub fn renew(folder: &Path, plan: &Plan, run: &RunInfo) -> Result<SqliteStore, LabError> {
        SqliteStore::open_for(folder, plan, run, true)
    }

    fn open_for(
        folder: &Path,
        plan: &Plan,
        run: &RunInfo,
        may_delete: bool,
    ) -> Result<SqliteStore, LabError> {
        fs::create_dir_all(folder).map_err(|error| error::of_system(&error, folder))?;
        let lock = FolderLock::take(folder)?;
        let path = folder.join(FILE);
        let at = |error: rusqlite::Error| error::of_database(&error, &path);
        let mut connection = Connection::open(&path).map_err(at)?;
        if fs::metadata(&path).is_ok_and(|there| there.permissions().readonly()) {
            return Err(error::of_system(&std::io::ErrorKind::PermissionDenied.into(), &path));
        }
        let fresh = is_blank(&connection).map_err(at)?;
        if !fresh {
            check(&connection, &path)?;
        }
        // With a write-ahead log, a transaction is one short write. It survives anything but a failure of the machine, which
        // can lose only the last moments.
        connection.pragma_update(None, "journal_mode", "wal").map_err(at)?;
        connection.pragma_update(None, "synchronous", "normal").map_err(at)?;
        // From time to time the log is merged into the file, which waits for the disk: the less often, the less waiting.
        connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES).map_err(at)?;
        let transaction = connection.transaction().map_err(at)?;
        let mut damaged = 0;
        if fresh {
            transaction.execute_batch(SCHEMA).map_err(at)?;
            transaction.pragma_update(None, "application_id", APPLICATION).map_err(at)?;
            transaction.pragma_update(None, "user_version", VERSION).map_err(at)?;
        } else {
            damaged = verify::drop_damaged(&transaction).map_err(at)?;
        }
        let renewed = renew::take(&transaction, plan, may_delete, &path)?;
        write_plan(&transaction, plan).map_err(at)?;
        for (row, run) in &renewed.moved {
            rows::insert(&transaction, row, *run).map_err(at)?;
        }
        let run = insert_run(&transaction, run).map_err(at)?;
        rows::seal(&transaction).map_err(at)?;
        transaction.commit().map_err(at)?;
        Ok(SqliteStore { connection, path, run, lock: Some(lock), renewed: renewed.dropped, damaged })
    }

    /// Opens what is in `folder` for reading, also while a run writes to it.
    pub fn read(folder: &Path) -> Result<SqliteStore, LabError> {
        let path = folder.join(FILE);
        if !path.exists() {
            let wrong = if folder.exists() {
                message!("no-results", "there are no results in it")
            } else {
                message!("folder-missing", "there is no such folder")
            };
            let right = message!("name-run-folder", "name the folder that 'plylab run' wrote to");
            return Err(error::refused(folder, wrong, right));
        }
        let at = |error: rusqlite::Error| error::of_database(&error, &path);
        let connection = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(at)?;
        if is_blank(&connection).map_err(at)? {
            return Err(InputError::new(message!("no-results-there", "there are no results in it yet"))
                .at(error::quoted(folder))
                .into());
        }
        check(&connection, &path)?;
        Ok(SqliteStore { connection, path, run: 0, lock: None, renewed: 0, damaged: 0 })
    }

    /// A fact of the store.
    pub fn meta(&self, key: &str) -> Result<String, LabError> {
        fact(&self.connection, key)
            .map_err(self.at())?
            .ok_or_else(|| error::damaged(&self.path, format!("it has no {key}")))
    }

    /// Does several things in one transaction, which is quicker. What was done before an error stays.
    pub(crate) fn together<T>(&self, work: impl FnOnce() -> Result<T, LabError>) -> Result<T, LabError> {
        let transaction = self.connection.unchecked_transaction().map_err(self.at())?;
        let done = work();
        transaction.commit().map_err(self.at())?;
        done
    }

    /// Reads the games that the rest of a query selects.
    fn select(
        &self,
        rest: &str,
        values: impl Params,
        mut see: impl FnMut(GameRow) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let sql = format!("SELECT {} FROM games {rest}", rows::COLUMNS);
        let mut statement = self.connection.prepare(&sql).map_err(self.at())?;
        let mut games = statement.query(values).map_err(self.at())?;
        while let Some(game) = games.next().map_err(self.at())? {
            let row = rows::read(game).map_err(self.at())?;
            see(row.map_err(|what| error::damaged_game(&self.path, what))?)?;
        }
        Ok(())
    }

    /// Errors of the database, with the store's name.
    fn at(&self) -> impl Fn(rusqlite::Error) -> LabError {
        |error| error::of_database(&error, &self.path)
    }

    /// Merges the log into one file. A store that is not closed loses nothing; this is tidier.
    pub fn close(self) -> Result<(), LabError> {
        if self.lock.is_some() {
            // A reader may be in the way; then the log stays, and nothing is lost.
            let _ = self.connection.pragma_update(None, "journal_mode", "delete");
        }
        self.connection.close().map_err(|(_, error)| error::of_database(&error, &self.path))
    }
}

impl ResultStore for SqliteStore {
    fn plan(&self, registry: &Arc<Registry>) -> Result<Plan, LabError> {
        let files = kept_files(&self.connection).map_err(self.at())?;
        let size = size_of(Some(&self.meta("size")?));
        let played: Vec<PlayedCell> =
            renew::stored(&self.connection).map_err(self.at())?.into_iter().map(|cell| cell.was).collect();
        let (text, stop) = (self.meta("text")?, StopFlag::default());
        let plan = Plan::of_played(&stop, &text, registry, &KeptFiles(files), size, &played)
            .map_err(|error| error.at(error::quoted(&self.path)))?;
        if plan.id() != self.meta("plan")? {
            let wrong = message!("planned-otherwise", "its experiment file now gives another plan");
            let right = message!(
                "use-that-version",
                "use the version of plylab that made it, or run the experiment again in another folder"
            );
            return Err(error::refused(&self.path, wrong, right));
        }
        Ok(plan)
    }

    fn runs(&self) -> Result<Vec<RunInfo>, LabError> {
        let read = || -> rusqlite::Result<Vec<RunInfo>> {
            let mut interpreters = interpreters(&self.connection)?;
            let sql = "SELECT version, started, cpu, system, threads, shard, id FROM runs ORDER BY id";
            let mut statement = self.connection.prepare(sql)?;
            let runs = statement.query_map([], |row| {
                Ok(RunInfo {
                    version: row.get(0)?,
                    started: row.get(1)?,
                    cpu: row.get(2)?,
                    system: row.get(3)?,
                    threads: row.get(4)?,
                    shard: row.get(5)?,
                    interpreters: interpreters.remove(&row.get(6)?).unwrap_or_default(),
                })
            })?;
            runs.collect()
        };
        read().map_err(self.at())
    }

    fn done(&self) -> Result<HashSet<GameId>, LabError> {
        let read = || -> rusqlite::Result<HashSet<GameId>> {
            let mut statement = self.connection.prepare("SELECT cell, number FROM games")?;
            let ids = statement.query_map([], |row| Ok(GameId { cell: row.get(0)?, number: row.get(1)? }))?;
            ids.collect()
        };
        read().map_err(self.at())
    }

    fn add(&self, row: &GameRow) -> Result<(), LabError> {
        rows::insert(&self.connection, row, self.run).map_err(self.at())
    }

    fn forget(&self, cell: usize, from: u64) -> Result<(), LabError> {
        let sql = "DELETE FROM games WHERE cell = ? AND number >= ?";
        self.connection.execute(sql, params![cell, from]).map(|_| ()).map_err(self.at())
    }

    fn forget_broken(&self) -> Result<(), LabError> {
        let sql = "DELETE FROM games WHERE record ->> '$.ending.code' = 'broken'";
        self.connection.execute(sql, []).map(|_| ()).map_err(self.at())
    }

    fn each(&self, see: &mut dyn FnMut(GameRow)) -> Result<(), LabError> {
        self.select(IN_ORDER, [], |row| {
            see(row);
            Ok(())
        })
    }

    fn find(&self, id: GameId) -> Result<Option<GameRow>, LabError> {
        let mut found = None;
        self.select("WHERE cell = ? AND number = ?", params![id.cell, id.number], |row| {
            found = Some(row);
            Ok(())
        })?;
        Ok(found)
    }

    fn count(&self) -> Result<u64, LabError> {
        let sql = "SELECT count(*) FROM games";
        self.connection.query_row(sql, [], |row| row.get(0)).map_err(self.at())
    }

    fn page(&self, offset: u64, limit: u64) -> Result<Vec<GameRow>, LabError> {
        let mut page = Vec::new();
        self.select(&format!("{IN_ORDER} LIMIT ? OFFSET ?"), params![limit, offset], |row| {
            page.push(row);
            Ok(())
        })?;
        Ok(page)
    }

    fn close(self: Box<SqliteStore>) -> Result<(), LabError> {
        SqliteStore::close(*self)
    }
}

impl std::fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Store").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Is it an empty file, as it is before the first transaction?
fn is_blank(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let application: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    Ok(tables == 0 && application == 0)
}

/// Refuses a file that is not a store, a store of another version, and a damaged one.
fn check(connection: &Connection, path: &Path) -> Result<(), LabError> {
    let at = |error: rusqlite::Error| error::of_database(&error, path);
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0)).map_err(at);
    if number("application_id")? != APPLICATION {
        let wrong = message!("other-program", "it is another program's file");
        return Err(error::refused(path, wrong, error::another_folder()));
    }
    let version = number("user_version")?;
    if version != VERSION {
        let wrong = message!(
            "store-version",
            "it was written by another version of plylab (store {version}; this one reads {ours})",
            ours = VERSION
        );
        let right = message!(
            "that-version",
            "use that version to read it, or run the experiment again in another folder with --out"
        );
        return Err(error::refused(path, wrong, right));
    }
    let health: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(at)?;
    if health != "ok" {
        return Err(error::damaged(path, health.replace('\n', " ")));
    }
    if !rows::is_sealed(connection).map_err(at)? {
        return Err(error::damaged(path, "its plan does not match its checksum"));
    }
    Ok(())
}

/// A fact of a store, if it has it.
fn fact(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    connection.query_row("SELECT value FROM meta WHERE key = ?", [key], |row| row.get(0)).optional()
}

/// Writes a fact of a store.
fn set_fact(connection: &Connection, key: &str, value: &str) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)";
    connection.execute(sql, [key, value]).map(|_| ())
}

/// The programs that ran agents from outside, by run. They are few, and are one fact of the store for all runs.
fn interpreters(connection: &Connection) -> rusqlite::Result<BTreeMap<i64, Vec<Interpreter>>> {
    // They are only shown to people: unreadable ones are no reason to fail.
    Ok(fact(connection, INTERPRETERS)?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// Writes a run, and returns its number.
fn insert_run(connection: &Connection, run: &RunInfo) -> rusqlite::Result<i64> {
    connection.execute(
        "INSERT INTO runs (version, started, cpu, system, threads, shard) VALUES (?, ?, ?, ?, ?, ?)",
        params![run.version, run.started, run.cpu, run.system, run.threads, run.shard],
    )?;
    let number = connection.last_insert_rowid();
    if !run.interpreters.is_empty() {
        let mut all = interpreters(connection)?;
        all.insert(number, run.interpreters.clone());
        set_fact(connection, INTERPRETERS, &serde_json::to_string(&all).unwrap_or_default())?;
    }
    Ok(number)
}

/// How much of an experiment is played, as a store has it.
fn size_of(fact: Option<&str>) -> Size {
    if fact == Some("quick") { Size::Quick } else { Size::Full }
}

/// The files that its games were read from, by name.
fn kept_files(connection: &Connection) -> rusqlite::Result<BTreeMap<String, Vec<u8>>> {
    let mut statement = connection.prepare("SELECT name, bytes FROM files")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn write_plan(connection: &Connection, plan: &Plan) -> rusqlite::Result<()> {
    set_fact(connection, "text", &plan.text)?;
    set_fact(connection, "hash", &hash_of(&plan.text))?;
    set_fact(connection, "plan", plan.id())?;
    set_fact(connection, "size", if plan.size == Size::Quick { "quick" } else { "full" })?;
    for (name, bytes) in &plan.files {
        connection
            .execute("INSERT OR REPLACE INTO files (name, bytes) VALUES (?, ?)", params![name, bytes])?;
    }
    for (id, cell) in plan.cells.iter().enumerate() {
        connection.execute(
            "INSERT INTO cells (id, key, fingerprint, games, versions) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (id) DO UPDATE SET games = ?4",
            params![id, cell.key, cell.fingerprint, cell.games, cell.versions.join(" ")],
        )?;
    }
    Ok(())
}
