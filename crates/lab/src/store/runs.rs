//! Runs as rows. The programs that ran agents from outside are few, and are facts of the store: one text for all runs.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use crate::result_store::{Interpreter, RunInfo};

/// What [`read`] needs, in its order, before the number of the run.
pub const COLUMNS: &str = "version, started, cpu, system, threads, shard";

/// The fact of the store with the interpreters, by run.
const INTERPRETERS: &str = "interpreters";

/// By the number of their run.
pub type Interpreters = BTreeMap<i64, Vec<Interpreter>>;

/// The interpreters of all runs.
pub fn interpreters(connection: &Connection) -> rusqlite::Result<Interpreters> {
    let sql = "SELECT value FROM meta WHERE key = ?";
    let text: Option<String> = connection.query_row(sql, [INTERPRETERS], |row| row.get(0)).optional()?;
    // They are for people, and worth no error.
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// Writes a run, and returns its number.
pub fn insert(connection: &Connection, run: &RunInfo) -> rusqlite::Result<i64> {
    let sql = format!("INSERT INTO runs ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)");
    connection
        .execute(&sql, params![run.version, run.started, run.cpu, run.system, run.threads, run.shard])?;
    let number = connection.last_insert_rowid();
    if !run.interpreters.is_empty() {
        let mut all = interpreters(connection)?;
        all.insert(number, run.interpreters.clone());
        let text = serde_json::to_string(&all).unwrap_or_default();
        let sql = "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)";
        connection.execute(sql, [INTERPRETERS, &text])?;
    }
    Ok(number)
}

/// Reads a run.
pub fn read(row: &Row<'_>, interpreters: &mut Interpreters) -> rusqlite::Result<RunInfo> {
    Ok(RunInfo {
        version: row.get(0)?,
        started: row.get(1)?,
        cpu: row.get(2)?,
        system: row.get(3)?,
        threads: row.get(4)?,
        shard: row.get(5)?,
        interpreters: interpreters.remove(&row.get(6)?).unwrap_or_default(),
    })
}
