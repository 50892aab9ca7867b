//! Games as rows, and checksums over everything in a store, so that no change of the file passes unseen: one for each game,
//! and one, the seal, for the rest.

use plylab_core::{Message, message};
use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Connection, Row, params_from_iter};
use sha2::{Digest as _, Sha256};

use super::set_fact;
use crate::game_row::GameRow;
use crate::plan::{GameId, hex};

/// What [`read`] needs, in its order.
pub const COLUMNS: &str = "cell, number, swapped, plies, digest, record, run, checksum";

/// The place of the checksum among [`COLUMNS`]: it covers all columns before it.
pub const CHECKSUM: usize = 7;

/// The statement that writes all [`COLUMNS`] into `table`.
pub fn insertion(table: &str) -> String {
    format!("INSERT INTO {table} ({COLUMNS}) VALUES (?{})", ", ?".repeat(CHECKSUM))
}

/// Writes a game in its own transaction.
pub fn insert(connection: &Connection, row: &GameRow, run: i64) -> rusqlite::Result<()> {
    let mut values = values(row, run)?;
    values.push(Sql::Text(checksum(values.iter().map(ValueRef::from))));
    connection.prepare_cached(&insertion("games"))?.execute(params_from_iter(values))?;
    Ok(())
}

/// The values of all columns but the checksum.
fn values(row: &GameRow, run: i64) -> rusqlite::Result<Vec<Sql>> {
    let odd =
        |error: Box<dyn std::error::Error + Send + Sync>| rusqlite::Error::ToSqlConversionFailure(error);
    let whole = |number: u64| i64::try_from(number).map(Sql::Integer).map_err(|error| odd(error.into()));
    let record = serde_json::to_string(&row.record).map_err(|error| odd(error.into()))?;
    Ok(vec![
        whole(row.id.cell as u64)?,
        whole(row.id.number)?,
        Sql::Integer(row.swapped.into()),
        whole(row.plies)?,
        Sql::Text(row.digest.clone()),
        Sql::Text(record),
        Sql::Integer(run),
    ])
}

/// Reads a game. The inner error says what is wrong with it.
pub fn read(row: &Row<'_>) -> rusqlite::Result<Result<GameRow, Message>> {
    // Exactly as they are stored.
    let values = (0..CHECKSUM).map(|column| row.get_ref(column)).collect::<Result<Vec<_>, _>>()?;
    if row.get_ref(CHECKSUM)? != ValueRef::Text(checksum(values).as_bytes()) {
        let shown = |column: usize| match row.get_ref(column) {
            Ok(ValueRef::Integer(number)) => number.to_string(),
            _ => "?".to_owned(),
        };
        let (cell, number) = (shown(0), shown(1));
        return Ok(Err(message!("game-damaged", "game {number} of cell {cell} does not match its checksum")));
    }
    let id = GameId { cell: row.get(0)?, number: row.get(1)? };
    let (swapped, plies, digest, record) = (row.get(2)?, row.get(3)?, row.get(4)?, row.get::<_, String>(5)?);
    Ok(match serde_json::from_str(&record) {
        Ok(record) => Ok(GameRow { id, swapped, plies, digest, record }),
        Err(error) => {
            let (GameId { cell, number }, what) = (id, error.to_string());
            Err(message!("game-invalid", "game {number} of cell {cell} is invalid: {what}"))
        }
    })
}

/// The key of the seal in the table of facts.
const SEAL: &str = "seal";

/// Everything but the games.
const SEALED: [&str; 4] = [
    "SELECT key, value FROM meta WHERE key <> 'seal' ORDER BY key",
    "SELECT name, bytes FROM files ORDER BY name",
    "SELECT id, key, fingerprint, games, versions FROM cells ORDER BY id",
    "SELECT id, version, started, cpu, system, threads, shard FROM runs ORDER BY id",
];

/// The checksum of the values of a row.
fn checksum<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> String {
    let mut hash = Sha256::new();
    values.into_iter().for_each(|value| add(&mut hash, value));
    short(hash)
}

/// Adds the type, the length and the bytes of a value, so that no two lists of values look alike.
fn add(hash: &mut Sha256, value: ValueRef<'_>) {
    let mut part = |kind: u8, bytes: &[u8]| {
        hash.update([kind]);
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    match value {
        ValueRef::Null => part(0, &[]),
        ValueRef::Integer(number) => part(1, &number.to_le_bytes()),
        ValueRef::Real(number) => part(2, &number.to_le_bytes()),
        ValueRef::Text(text) => part(3, text),
        ValueRef::Blob(bytes) => part(4, bytes),
    }
}

fn short(hash: Sha256) -> String {
    let mut text = hex(&hash.finalize());
    text.truncate(16);
    text
}

fn seal_of(connection: &Connection) -> rusqlite::Result<String> {
    let mut hash = Sha256::new();
    for sql in SEALED {
        let mut statement = connection.prepare(sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                add(&mut hash, row.get_ref(column)?);
            }
        }
        hash.update([u8::MAX]);
    }
    Ok(short(hash))
}

/// Seals everything but the games, as it is now.
pub fn seal(connection: &Connection) -> rusqlite::Result<()> {
    set_fact(connection, SEAL, &seal_of(connection)?)
}

/// Is everything but the games as it was sealed?
pub fn is_sealed(connection: &Connection) -> rusqlite::Result<bool> {
    // A run that begins meanwhile changes all of it at once: look at one state of it.
    let snapshot = connection.unchecked_transaction()?;
    let mut statement = snapshot.prepare("SELECT value FROM meta WHERE key = ?")?;
    let mut rows = statement.query([SEAL])?;
    let Some(row) = rows.next()? else { return Ok(false) };
    Ok(row.get_ref(0)? == ValueRef::Text(seal_of(&snapshot)?.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_values_never_look_alike() {
        let lists: [&[ValueRef<'_>]; 8] = [
            &[],
            &[ValueRef::Null],
            &[ValueRef::Null, ValueRef::Null],
            &[ValueRef::Integer(0)],
            &[ValueRef::Real(0.0)],
            &[ValueRef::Text(b"ab"), ValueRef::Text(b"c")],
            &[ValueRef::Text(b"a"), ValueRef::Text(b"bc")],
            &[ValueRef::Blob(b"a"), ValueRef::Text(b"bc")],
        ];
        let mut sums: Vec<String> = lists.iter().map(|list| checksum(list.iter().copied())).collect();
        sums.sort();
        sums.dedup();
        assert_eq!(sums.len(), lists.len());
    }
}
