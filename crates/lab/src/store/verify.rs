//! Which games of a store are damaged, and how they are dropped so that they are played again.

use plylab_core::Message;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::error;
use super::rows;
use super::{GameId, SqliteStore};
use crate::result_store::LabError;

/// The result of checking the games of a store.
#[derive(Clone, PartialEq, Debug)]
pub struct Verified {
    /// All games.
    pub games: u64,
    /// Games that no longer match their checksums.
    pub damaged: Vec<DamagedGame>,
}

/// A game that no longer matches its checksum.
#[derive(Clone, PartialEq, Debug)]
pub struct DamagedGame {
    /// Its id as stored; `None` if even that is unreadable.
    pub id: Option<GameId>,
    /// What is wrong with it.
    pub what: Message,
}

impl SqliteStore {
    /// Checks every game.
    pub fn verify(&self) -> Result<Verified, LabError> {
        let mut verified = Verified { games: 0, damaged: Vec::new() };
        each_raw(&self.connection, |game| {
            verified.games += 1;
            if let Err(what) = rows::read(game)? {
                let id =
                    (game.get(0).ok()).zip(game.get(1).ok()).map(|(cell, number)| GameId { cell, number });
                verified.damaged.push(DamagedGame { id, what });
            }
            Ok(())
        })
        .map_err(|error| error::of_database(&error, &self.path))?;
        Ok(verified)
    }
}

fn each_raw(
    connection: &Connection,
    mut see: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare(&format!("SELECT {} FROM games ORDER BY cell, number", rows::COLUMNS))?;
    let mut games = statement.query([])?;
    while let Some(game) = games.next()? {
        see(game)?;
    }
    Ok(())
}

/// Drops the games that are damaged, and returns how many there were. A damaged key may be out of order, where no search
/// finds it: so the sound games are moved aside, and all others go with the table's content.
pub fn drop_damaged(connection: &Connection) -> rusqlite::Result<u64> {
    let is_sound = |game: &rusqlite::Row<'_>| rows::read(game).map(|game| game.is_ok());
    let mut damaged = 0;
    each_raw(connection, |game| {
        damaged += u64::from(!is_sound(game)?);
        Ok(())
    })?;
    if damaged == 0 {
        return Ok(0);
    }
    let columns = rows::COLUMNS;
    connection
        .execute_batch(&format!("CREATE TEMP TABLE sound AS SELECT {columns} FROM games WHERE false"))?;
    {
        let mut keep = connection.prepare(&rows::insertion("temp.sound"))?;
        each_raw(connection, |game| {
            if is_sound(game)? {
                let values = (0..=rows::CHECKSUM).map(|column| game.get::<_, Value>(column));
                keep.execute(params_from_iter(values.collect::<Result<Vec<Value>, _>>()?))?;
            }
            Ok(())
        })?;
    }
    connection.execute_batch(&format!(
        "DELETE FROM games; INSERT INTO games ({columns}) SELECT {columns} FROM temp.sound; DROP TABLE temp.sound"
    ))?;
    Ok(damaged)
}
