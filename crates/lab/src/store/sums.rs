//! Checksums over everything in a store, so that no change of the file passes unseen: one for each game, and one, the seal,
//! for the rest.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, params};
use sha2::{Digest as _, Sha256};

use crate::plan::hex;

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
pub fn of_values<'a>(values: impl Iterator<Item = ValueRef<'a>>) -> String {
    let mut hash = Sha256::new();
    values.for_each(|value| add(&mut hash, value));
    short(hash)
}

/// The checksum of the first `count` columns of a row, exactly as they are stored.
pub fn of_columns(row: &Row<'_>, count: usize) -> rusqlite::Result<String> {
    let mut hash = Sha256::new();
    for column in 0..count {
        add(&mut hash, row.get_ref(column)?);
    }
    Ok(short(hash))
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
    let seal = seal_of(connection)?;
    connection
        .execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", params![SEAL, seal])
        .map(|_| ())
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
        let mut sums: Vec<String> = lists.iter().map(|list| of_values(list.iter().copied())).collect();
        sums.sort();
        sums.dedup();
        assert_eq!(sums.len(), lists.len());
    }
}
