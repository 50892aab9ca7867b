//! Merges the shards of one plan.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plylab_core::{Ending, InputError, Registry, message};
use rusqlite::{Connection, params};

use super::error;
use super::lock::FolderLock;
use super::{FILE, IN_ORDER, SqliteStore, insert_run, rows};
use crate::plan::{GameId, Plan};
use crate::result_store::{LabError, ResultStore as _};

/// The result of a merge.
#[derive(Clone, PartialEq, Debug)]
pub struct Merged {
    /// Games in the merged store.
    pub games: u64,
    /// Games that the plan has.
    pub planned: u64,
    /// Games that more than one shard had.
    pub doubled: u64,
}

/// Merges the stores in `folders` into a new one in `target`. All must have the same plan; a game that several have must
/// be the same in all of them, except for times. The target is created completely or not at all.
pub fn merge(folders: &[PathBuf], target: &Path, registry: &Arc<Registry>) -> Result<Merged, LabError> {
    let stores =
        folders.iter().map(|folder| SqliteStore::read(folder)).collect::<Result<Vec<SqliteStore>, _>>()?;
    let Some(first) = stores.first() else {
        return Err(InputError::new(message!("nothing-to-merge", "there is nothing to merge"))
            .expected(message!("name-slices", "name the folders of the shards"))
            .into());
    };
    let plan = first.plan(registry)?;
    // The first is copied as it is, the others game by game.
    first.each(&mut |_| ())?;
    for (folder, store) in folders.iter().zip(&stores) {
        if store.meta("plan")? != plan.id() {
            let own = store.plan(registry)?;
            let [here, there] = [&own, &plan].map(Plan::written);
            let than = message!(
                "other-plan-than",
                "it has results of another plan than '{folder}'",
                folder = folders[0].display().to_string()
            );
            let what = match here.difference_from(&there) {
                Some(difference) => message!("as-follows", "{what}: {difference}", what = than),
                None => than,
            };
            let right = message!("same-experiment", "merge shards of the same experiment file");
            return Err(error::refused(folder, what, right));
        }
    }
    fs::create_dir_all(target).map_err(|error| error::of_system(&error, target))?;
    let _lock = FolderLock::take(target)?;
    let whole = target.join(FILE);
    if whole.exists() {
        let wrong = message!("results-already", "it already has results");
        return Err(error::refused(target, wrong, error::another_folder()));
    }
    let draft = target.join(format!("{FILE}.part"));
    let merged = join(&stores, folders, &draft);
    let merged = merged.and_then(|merged| {
        fs::rename(&draft, &whole).map_err(|error| error::of_system(&error, &whole))?;
        Ok(Merged { planned: plan.len(), ..merged })
    });
    if merged.is_err() {
        // What a failure leaves behind is not a store; if it cannot be removed it does no harm.
        let _ = fs::remove_file(&draft);
    }
    merged
}

fn join(stores: &[SqliteStore], folders: &[PathBuf], draft: &Path) -> Result<Merged, LabError> {
    let at = |error: rusqlite::Error| error::of_database(&error, draft);
    let _ = fs::remove_file(draft);
    // Start with a copy of the first shard: schema, plan and files.
    stores[0].connection.execute("VACUUM INTO ?", [draft.to_string_lossy()]).map_err(at)?;
    let mut connection = Connection::open(draft).map_err(at)?;
    connection.pragma_update(None, "synchronous", "normal").map_err(at)?;
    let transaction = connection.transaction().map_err(at)?;
    let mut doubled = 0;
    for (store, folder) in stores.iter().zip(folders).skip(1) {
        let mut last_run = transaction.last_insert_rowid();
        for run in store.runs()? {
            last_run = insert_run(&transaction, &run).map_err(at)?;
        }
        store.select(IN_ORDER, [], |row| {
            // A game that failed is not a result: another shard may have one.
            if matches!(row.record.ending, Ending::Broken { .. }) {
                return Ok(());
            }
            let sql = format!("SELECT {} FROM games WHERE cell = ? AND number = ?", rows::COLUMNS);
            let mut statement = transaction.prepare_cached(&sql).map_err(at)?;
            let mut found = statement.query(params![row.id.cell, row.id.number]).map_err(at)?;
            let Some(known) = found.next().map_err(at)? else {
                return rows::insert(&transaction, &row, last_run).map_err(at);
            };
            let known = rows::read(known).map_err(at)?.map_err(|what| error::damaged_game(draft, what))?;
            if known.same_on_every_machine() == row.same_on_every_machine() {
                doubled += 1;
                return Ok(());
            }
            let GameId { cell, number: game } = row.id;
            let what = message!("slices-differ", "game {game} of cell {cell} differs in another shard");
            let right =
                message!("slice-wrong", "one of the two was computed by another version, or is damaged");
            Err(error::refused(folder, what, right))
        })?;
    }
    rows::seal(&transaction).map_err(at)?;
    let games = transaction.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).map_err(at)?;
    transaction.commit().map_err(at)?;
    connection.close().map_err(|(_, error)| at(error))?;
    Ok(Merged { games, planned: 0, doubled })
}
