//! Games as rows.

use plylab_core::{Brief, Ending, Outcome};
use rusqlite::{Connection, Row, params};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::game_row::GameRow;
use crate::plan::{GameId, hash_of};

/// What [`read`] needs, in its order.
pub const COLUMNS: &str = "cell, number, seed, swapped, ending, ending_fields, outcomes, utilities, plies, efforts, \
                           digest, position, moves, nodes, times, move_times, checksum, log";

/// Writes a game in its own transaction.
pub fn insert(connection: &Connection, row: &GameRow, run: i64) -> rusqlite::Result<()> {
    let sql = "INSERT INTO games (cell, number, seed, swapped, ending, ending_fields, outcomes, utilities, plies, \
               efforts, digest, position, moves, nodes, times, move_times, checksum, log, run) \
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let (ending, fields) = split(&row.ending);
    let outcomes: String = row.outcomes.iter().map(|&outcome| letter(outcome)).collect();
    connection.prepare_cached(sql)?.execute(params![
        row.id.cell,
        row.id.number,
        row.seed.to_string(),
        row.swapped,
        ending,
        fields,
        outcomes,
        written(&row.utilities),
        row.plies,
        written(&row.efforts),
        row.digest,
        row.position,
        row.moves.as_ref().map(written),
        row.nodes.as_ref().map(written),
        written(&row.times),
        row.move_times.as_ref().map(written),
        checksum(row),
        Told::of(row).map(|told| written(&told)),
        run
    ])?;
    Ok(())
}

/// Reads a game. The inner error says what is invalid.
pub fn read(row: &Row<'_>) -> rusqlite::Result<Result<GameRow, String>> {
    let seed: String = row.get(2)?;
    let (ending, fields): (String, Option<String>) = (row.get(4)?, row.get(5)?);
    let outcomes: String = row.get(6)?;
    let [utilities, efforts, times] = [row.get::<_, String>(7)?, row.get(9)?, row.get(14)?];
    let moves: Option<String> = row.get(12)?;
    let (nodes, move_times): (Option<String>, Option<String>) = (row.get(13)?, row.get(15)?);
    let id = GameId { cell: row.get(0)?, number: row.get(1)? };
    let (swapped, plies, digest, position) = (row.get(3)?, row.get(8)?, row.get(10)?, row.get(11)?);
    let (sum, told): (String, Option<String>) = (row.get(16)?, row.get(17)?);
    Ok((|| {
        let Told { logs, thoughts } = told.map(|told| parsed(&told)).transpose()?.unwrap_or_default();
        let row = GameRow {
            id,
            seed: seed.parse().map_err(|_| format!("invalid seed '{seed}'"))?,
            swapped,
            ending: joined(&ending, fields.as_deref())?,
            outcomes: outcomes.chars().map(outcome).collect::<Result<_, _>>()?,
            utilities: parsed(&utilities)?,
            plies,
            efforts: parsed(&efforts)?,
            digest,
            position,
            moves: moves.map(|moves| parsed(&moves)).transpose()?,
            nodes: nodes.map(|nodes| parsed(&nodes)).transpose()?,
            times: parsed(&times)?,
            move_times: move_times.map(|times| parsed(&times)).transpose()?,
            logs,
            thoughts,
        };
        if checksum(&row) != sum {
            return Err(format!("game {} of cell {} does not match its checksum", id.number, id.cell));
        }
        Ok(row)
    })())
}

/// What agents from outside leave behind besides their moves, as it is stored in the column `log`.
#[derive(Default, Serialize, Deserialize)]
#[serde(from = "Kept")]
struct Told {
    logs: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    thoughts: Vec<Option<Brief>>,
}

impl Told {
    fn of(row: &GameRow) -> Option<Told> {
        let is_any = !row.logs.is_empty() || !row.thoughts.is_empty();
        is_any.then(|| Told { logs: row.logs.clone(), thoughts: row.thoughts.clone() })
    }
}

/// The column as it may be: at first it was a list of logs.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Logs(Vec<String>),
    All {
        logs: Vec<String>,
        #[serde(default)]
        thoughts: Vec<Option<Brief>>,
    },
}

impl From<Kept> for Told {
    fn from(kept: Kept) -> Told {
        match kept {
            Kept::Logs(logs) => Told { logs, thoughts: Vec::new() },
            Kept::All { logs, thoughts } => Told { logs, thoughts },
        }
    }
}

/// A checksum of what is the same on every machine, which reveals any change in the file.
fn checksum(row: &GameRow) -> String {
    let facts = json!([
        row.id.cell,
        row.id.number,
        row.seed.to_string(),
        row.swapped,
        row.ending,
        row.outcomes,
        row.utilities,
        row.plies,
        row.efforts,
        row.digest,
        row.position,
        row.moves,
        row.nodes,
    ]);
    hash_of(&facts.to_string())[..16].to_owned()
}

/// An ending as its code and its fields.
fn split(ending: &Ending) -> (String, Option<String>) {
    let mut value = json!(ending);
    let code = value.as_object_mut().and_then(|fields| fields.remove("code"));
    let code = code.and_then(|code| code.as_str().map(str::to_owned)).unwrap_or_default();
    let fields = value.as_object().filter(|fields| !fields.is_empty());
    (code, fields.map(written))
}

/// The way back from [`split`].
fn joined(code: &str, fields: Option<&str>) -> Result<Ending, String> {
    let mut value: Value = fields.map(parsed).transpose()?.unwrap_or_else(|| json!({}));
    if let Some(fields) = value.as_object_mut() {
        fields.insert("code".to_owned(), json!(code));
    }
    serde_json::from_value(value).map_err(|_| format!("invalid ending '{code}'"))
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
        odd => Err(format!("invalid outcome {odd:?}")),
    }
}

fn written(values: &impl Serialize) -> String {
    // Lists of numbers always have a JSON form.
    serde_json::to_string(values).unwrap_or_default()
}

fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("'{text}': {error}"))
}
