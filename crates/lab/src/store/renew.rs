//! Another plan in the same store: games that both plans have stay, all others go.

use std::collections::HashMap;
use std::path::Path;

use plylab_core::message;
use rusqlite::Connection;

use super::error;
use super::{fact, kept_files, rows, size_of};
use crate::experiment::Written;
use crate::game_row::GameRow;
use crate::plan::{GameId, Plan, PlanCell, PlayedCell};
use crate::result_store::LabError;

/// A cell as it is stored.
pub struct StoredCell {
    id: usize,
    games: u64,
    pub was: PlayedCell,
}

impl StoredCell {
    fn is(&self, cell: &PlanCell) -> bool {
        self.was.key == cell.key && self.was.fingerprint == cell.fingerprint
    }

    /// Does it differ from `cell` only because agents from outside have changed since?
    fn is_older(&self, cell: &PlanCell) -> bool {
        self.was.key == cell.key
            && self.was.fingerprint != cell.fingerprint
            && cell.differs_only_outside(&self.was)
    }
}

/// What happens to the games of a store when it is opened for a plan.
#[derive(Default)]
pub struct Renewed {
    /// Games that change their place in the plan, each with its run. They are out of the store until the plan is written.
    pub moved: Vec<(GameRow, i64)>,
    /// How many games were dropped because agents have changed.
    pub dropped: u64,
}

/// Drops the games of cells that `plan` does not have, or whose fingerprint is another there. Mostly there are none, and
/// nothing is touched.
///
/// # Errors
///
/// If the plan is another one, and results of others must not be deleted.
pub fn take(
    connection: &Connection,
    plan: &Plan,
    may_delete: bool,
    path: &Path,
) -> Result<Renewed, LabError> {
    let at = |error: rusqlite::Error| error::of_database(&error, path);
    let stored = stored(connection).map_err(at)?;
    let now = |cell: &StoredCell| plan.cells.get(cell.id).filter(|now| now.games >= cell.games);
    if stored.iter().all(|cell| now(cell).is_some_and(|now| cell.is(now))) {
        return Ok(Renewed::default());
    }
    let goes_on = |cell: &StoredCell| now(cell).is_some_and(|now| cell.is(now) || cell.is_older(now));
    if !may_delete && let Some(other) = stored.iter().find(|cell| !goes_on(cell)) {
        return Err(another_plan(connection, plan, &other.was.key, path)?);
    }
    let keys: HashMap<&str, usize> =
        (0..).zip(&plan.cells).map(|(id, cell)| (cell.key.as_str(), id)).collect();
    let older = |cell: &&StoredCell| {
        keys.get(cell.was.key.as_str()).is_some_and(|&id| cell.is_older(&plan.cells[id]))
    };
    let mut dropped = 0;
    for cell in stored.iter().filter(older) {
        let sql = "SELECT count(*) FROM games WHERE cell = ?";
        dropped += connection.query_row(sql, [cell.id], |row| row.get::<_, u64>(0)).map_err(at)?;
    }
    Ok(Renewed { moved: take_out(connection, &stored, plan, &keys, path)?, dropped })
}

/// The error that the cell of that key is another one in the store.
fn another_plan(connection: &Connection, plan: &Plan, key: &str, path: &Path) -> Result<LabError, LabError> {
    let at = |error: rusqlite::Error| error::of_database(&error, path);
    let files = kept_files(connection).map_err(at)?;
    let (text, size) = (fact(connection, "text").map_err(at)?, fact(connection, "size").map_err(at)?);
    let there = Written { text: &text.unwrap_or_default(), files: &files, size: size_of(size.as_deref()) };
    let difference = plan.written().conflict_with(&there).unwrap_or_else(|| {
        message!("cell-differs", "'{key}' was played by another version of plylab, of a game or of an agent")
    });
    let what = message!("other-plan", "it has the results of another plan: {difference}");
    Ok(error::refused(path, what, error::another_folder()))
}

/// The cells of a store, in the order of its plan.
pub fn stored(connection: &Connection) -> rusqlite::Result<Vec<StoredCell>> {
    let sql = "SELECT id, key, fingerprint, games, versions FROM cells ORDER BY id";
    let mut statement = connection.prepare(sql)?;
    let cells = statement.query_map([], |row| {
        let versions: String = row.get(4)?;
        let versions = versions.split(' ').map(|version| version.to_owned().into()).collect();
        let was = PlayedCell { key: row.get(1)?, fingerprint: row.get(2)?, versions };
        Ok(StoredCell { id: row.get(0)?, games: row.get(3)?, was })
    })?;
    cells.collect()
}

/// Takes all games out of the store, and returns those that `plan` has, with their places there.
fn take_out(
    connection: &Connection,
    stored: &[StoredCell],
    plan: &Plan,
    keys: &HashMap<&str, usize>,
    path: &Path,
) -> Result<Vec<(GameRow, i64)>, LabError> {
    let at = |error: rusqlite::Error| error::of_database(&error, path);
    let place = |cell: &StoredCell| {
        let id = *keys.get(cell.was.key.as_str())?;
        cell.is(&plan.cells[id]).then_some((cell.id, id))
    };
    let places: HashMap<usize, usize> = stored.iter().filter_map(place).collect();
    let sql = format!("SELECT {}, run FROM games", rows::COLUMNS);
    let mut statement = connection.prepare(&sql).map_err(at)?;
    let mut games = statement.query([]).map_err(at)?;
    let mut kept = Vec::new();
    while let Some(game) = games.next().map_err(at)? {
        let run = game.get("run").map_err(at)?;
        let row = rows::read(game).map_err(at)?;
        let row = row.map_err(|what| error::damaged_game(path, what))?;
        if let Some(&cell) = places.get(&row.id.cell)
            && row.id.number < plan.cells[cell].games
        {
            let id = GameId { cell, number: row.id.number };
            kept.push((GameRow { id, ..row }, run));
        }
    }
    connection.execute_batch("DELETE FROM games; DELETE FROM cells").map_err(at)?;
    Ok(kept)
}
