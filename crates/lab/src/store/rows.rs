//! Games as rows.

use plylab_core::{Message, message};
use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Connection, Row, params_from_iter};

use super::sums;
use crate::game_row::GameRow;
use crate::plan::GameId;

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
    values.push(Sql::Text(sums::of_values(values.iter().map(ValueRef::from))));
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
    if row.get_ref(CHECKSUM)? != ValueRef::Text(sums::of_columns(row, CHECKSUM)?.as_bytes()) {
        let shown = |column: usize| match row.get_ref(column) {
            Ok(ValueRef::Integer(number)) => number.to_string(),
            _ => "?".to_owned(),
        };
        return Ok(Err(message!(
            "game-damaged",
            "game {number} of cell {cell} does not match its checksum",
            number = shown(1),
            cell = shown(0)
        )));
    }
    let id = GameId { cell: row.get(0)?, number: row.get(1)? };
    let (swapped, plies, digest, record) = (row.get(2)?, row.get(3)?, row.get(4)?, row.get::<_, String>(5)?);
    Ok(match serde_json::from_str(&record) {
        Ok(record) => Ok(GameRow { id, swapped, plies, digest, record }),
        Err(error) => Err(message!(
            "game-invalid",
            "game {number} of cell {cell} is invalid: {what}",
            number = id.number,
            cell = id.cell,
            what = error.to_string()
        )),
    })
}
