//! Games as rows.

use plylab_core::Outcome;
use rusqlite::{Connection, Row, params};
use serde::de::DeserializeOwned;

use crate::game_row::{GameRow, RowEnd};
use crate::plan::GameId;

/// What [`read`] needs, in its order.
pub const COLUMNS: &str = "cell, number, seed, swapped, ending, detail, outcomes, utilities, plies, efforts, digest, \
                           position, moves, nodes, times, move_times";

/// Writes a game in a transaction of its own.
pub fn insert(connection: &Connection, row: &GameRow, run: i64) -> rusqlite::Result<()> {
    let sql = "INSERT INTO games (cell, number, seed, swapped, ending, detail, outcomes, utilities, plies, efforts, \
               digest, position, moves, nodes, times, move_times, run) \
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let (ending, detail) = match &row.end {
        RowEnd::Over => ("over", None),
        RowEnd::MoveLimit => ("move-limit", None),
        RowEnd::Forfeit { seat, what } => ("forfeit", Some(format!("{seat} {what}"))),
    };
    let outcomes: String = row.outcomes.iter().map(|&outcome| letter(outcome)).collect();
    connection.prepare_cached(sql)?.execute(params![
        row.id.cell,
        row.id.number,
        row.seed.to_string(),
        row.swapped,
        ending,
        detail,
        outcomes,
        json(&row.utilities),
        row.plies,
        json(&row.efforts),
        row.digest,
        row.position,
        row.moves.as_ref().map(|moves| moves.join(" ")),
        row.nodes.as_ref().map(json),
        json(&row.times),
        row.move_times.as_ref().map(json),
        run
    ])?;
    Ok(())
}

/// Reads a game. The inner error says what in it cannot be.
pub fn read(row: &Row<'_>) -> rusqlite::Result<Result<GameRow, String>> {
    let seed: String = row.get(2)?;
    let (ending, detail): (String, Option<String>) = (row.get(4)?, row.get(5)?);
    let outcomes: String = row.get(6)?;
    let [utilities, efforts, times] = [row.get::<_, String>(7)?, row.get(9)?, row.get(14)?];
    let moves: Option<String> = row.get(12)?;
    let (nodes, move_times): (Option<String>, Option<String>) = (row.get(13)?, row.get(15)?);
    let id = GameId { cell: row.get(0)?, number: row.get(1)? };
    let (swapped, plies, digest, position) = (row.get(3)?, row.get(8)?, row.get(10)?, row.get(11)?);
    Ok((|| {
        Ok(GameRow {
            id,
            seed: seed.parse().map_err(|_| format!("a seed is '{seed}'"))?,
            swapped,
            end: end(&ending, detail.as_deref())?,
            outcomes: outcomes.chars().map(outcome).collect::<Result<_, _>>()?,
            utilities: parsed(&utilities)?,
            plies,
            efforts: parsed(&efforts)?,
            digest,
            position,
            moves: moves.map(|moves| moves.split_whitespace().map(str::to_owned).collect()),
            nodes: nodes.map(|nodes| parsed(&nodes)).transpose()?,
            times: parsed(&times)?,
            move_times: move_times.map(|times| parsed(&times)).transpose()?,
        })
    })())
}

fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win => 'W',
        Outcome::Draw => 'D',
        Outcome::Loss => 'L',
    }
}

fn outcome(letter: char) -> Result<Outcome, String> {
    match letter {
        'W' => Ok(Outcome::Win),
        'D' => Ok(Outcome::Draw),
        'L' => Ok(Outcome::Loss),
        odd => Err(format!("an outcome is {odd:?}")),
    }
}

fn end(ending: &str, detail: Option<&str>) -> Result<RowEnd, String> {
    match (ending, detail) {
        ("over", None) => Ok(RowEnd::Over),
        ("move-limit", None) => Ok(RowEnd::MoveLimit),
        ("forfeit", Some(detail)) => {
            let (seat, what) = detail.split_once(' ').ok_or("a forfeit is nobody's")?;
            let seat = seat.parse().map_err(|_| format!("a forfeit is of seat '{seat}'"))?;
            Ok(RowEnd::Forfeit { seat, what: what.to_owned() })
        }
        _ => Err(format!("a game ended by '{ending}'")),
    }
}

fn json(values: &impl serde::Serialize) -> String {
    // Lists of numbers always have a JSON form.
    serde_json::to_string(values).unwrap_or_default()
}

fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("'{text}': {error}"))
}
