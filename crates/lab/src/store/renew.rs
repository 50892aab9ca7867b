//! Another plan in the same store: games that both plans have stay, all others go.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::{Connection, params};

use super::error::{self, LabError};
use super::rows;
use super::sums::Coverage;
use crate::game_row::GameRow;
use crate::plan::{GameId, Plan};

/// Drops the games of cells that `plan` does not have, or whose fingerprint is another there, and gives those that stay
/// their place in `plan`. Writes no plan yet: returns the games that are to be put back after that, each with its run.
pub fn take_out(connection: &Connection, plan: &Plan, path: &Path) -> Result<Vec<(GameRow, i64)>, LabError> {
    let at = |error: rusqlite::Error| error::of_database(&error, path);
    let mut statement = connection.prepare("SELECT id, key, fingerprint FROM cells").map_err(at)?;
    let cells = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .and_then(Iterator::collect::<Result<Vec<(usize, String, String)>, _>>)
        .map_err(at)?;
    let same = |key: &str, fingerprint: &str| {
        plan.cells.iter().position(|cell| cell.key == key && cell.fingerprint == fingerprint)
    };
    let places: HashMap<usize, usize> =
        cells.iter().filter_map(|(id, key, print)| Some((*id, same(key, print)?))).collect();
    let sql = format!("SELECT {}, run FROM games", rows::COLUMNS);
    let mut statement = connection.prepare(&sql).map_err(at)?;
    let mut games = statement.query([]).map_err(at)?;
    let mut kept = Vec::new();
    while let Some(game) = games.next().map_err(at)? {
        let run = game.get("run").map_err(at)?;
        let row = rows::read(game, Coverage::Whole).map_err(at)?;
        let row = row.map_err(|what| error::damaged_game(path, what))?;
        if let Some(&cell) = places.get(&row.id.cell)
            && row.id.number < plan.cells[cell].games
        {
            let id = GameId { cell, number: row.id.number };
            kept.push((GameRow { id, ..row }, run));
        }
    }
    connection.execute("DELETE FROM games", params![]).map_err(at)?;
    connection.execute("DELETE FROM cells", params![]).map_err(at)?;
    Ok(kept)
}

/// Puts back what was taken out.
pub fn put_back(connection: &Connection, games: &[(GameRow, i64)]) -> rusqlite::Result<()> {
    games.iter().try_for_each(|(row, run)| rows::insert(connection, row, *run))
}

/// Drops the games of outside agents that have changed since: they are games of other agents.
pub fn drop_changed(connection: &Connection, plan: &Plan) -> rusqlite::Result<u64> {
    let mut statement = connection.prepare("SELECT id, key, fingerprint, versions FROM cells")?;
    let cells = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?
        .collect::<Result<Vec<(usize, String, String, String)>, _>>()?;
    let mut dropped = 0;
    for (id, key, fingerprint, versions) in cells {
        let versions: Vec<&str> = versions.split(' ').collect();
        let Some(cell) = plan.cells.get(id).filter(|cell| cell.key == key && cell.fingerprint != fingerprint)
        else {
            continue;
        };
        if cell.had(&fingerprint, &versions) {
            dropped += connection.execute("DELETE FROM games WHERE cell = ?", [id])? as u64;
            connection.execute(
                "UPDATE cells SET fingerprint = ?2, versions = ?3 WHERE id = ?1",
                params![id, cell.fingerprint, cell.versions.join(" ")],
            )?;
        }
    }
    Ok(dropped)
}
