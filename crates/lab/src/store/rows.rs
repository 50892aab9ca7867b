//! Games as rows.

use plylab_core::{Brief, Ending, Message, Outcome, message};
use rusqlite::types::{Value as Sql, ValueRef};
use rusqlite::{Connection, Row, params_from_iter};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::sums::{self, Coverage};
use crate::game_row::GameRow;
use crate::plan::{GameId, hash_of};

/// What [`read`] needs, in its order.
pub const COLUMNS: &str = "cell, number, seed, swapped, ending, ending_fields, outcomes, utilities, plies, efforts, \
                           digest, position, moves, nodes, times, move_times, log, run, checksum";

/// The place of the checksum among [`COLUMNS`]: it covers all columns before it.
pub const CHECKSUM: usize = 18;

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
    let whole = |number: u64| {
        let number = i64::try_from(number);
        number.map(Sql::Integer).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
    };
    let or_null = |text: Option<String>| text.map_or(Sql::Null, Sql::Text);
    let (ending, fields) = split(&row.ending);
    let outcomes = row.outcomes.iter().map(|&outcome| letter(outcome)).collect();
    Ok(vec![
        whole(row.id.cell as u64)?,
        whole(row.id.number)?,
        Sql::Text(row.seed.to_string()),
        Sql::Integer(row.swapped.into()),
        Sql::Text(ending),
        or_null(fields),
        Sql::Text(outcomes),
        Sql::Text(written(&row.utilities)),
        whole(row.plies)?,
        Sql::Text(written(&row.efforts)),
        Sql::Text(row.digest.clone()),
        Sql::Text(row.position.clone()),
        or_null(row.moves.as_ref().map(written)),
        or_null(row.nodes.as_ref().map(written)),
        Sql::Text(written(&row.times)),
        or_null(row.move_times.as_ref().map(written)),
        or_null(Told::of(row).map(|told| written(&told))),
        Sql::Integer(run),
    ])
}

/// Reads a game. The inner error says what is wrong with it.
pub fn read(row: &Row<'_>, coverage: Coverage) -> rusqlite::Result<Result<GameRow, Message>> {
    let damaged = || {
        let shown = |column: usize| match row.get_ref(column) {
            Ok(ValueRef::Integer(number)) => number.to_string(),
            _ => "?".to_owned(),
        };
        message!(
            "game-damaged",
            "game {number} of cell {cell} does not match its checksum",
            number = shown(1),
            cell = shown(0)
        )
    };
    let sum = row.get_ref(CHECKSUM)?;
    if coverage == Coverage::Whole && sum != ValueRef::Text(sums::of_columns(row, CHECKSUM)?.as_bytes()) {
        return Ok(Err(damaged()));
    }
    // Now the types of columns are known; in older stores damage may have changed them.
    let Ok(game) = parse(row) else { return Ok(Err(damaged())) };
    Ok(match game {
        Ok(game) if coverage == Coverage::Facts && sum != ValueRef::Text(checksum(&game).as_bytes()) => {
            Err(damaged())
        }
        Err(what) if coverage == Coverage::Whole => {
            let GameId { cell, number } = GameId { cell: row.get(0)?, number: row.get(1)? };
            Err(message!(
                "game-invalid",
                "game {number} of cell {cell} is invalid: {what}",
                number,
                cell,
                what
            ))
        }
        Err(_) => Err(damaged()),
        Ok(game) => Ok(game),
    })
}

fn parse(row: &Row<'_>) -> rusqlite::Result<Result<GameRow, String>> {
    let seed: String = row.get(2)?;
    let (ending, fields): (String, Option<String>) = (row.get(4)?, row.get(5)?);
    let outcomes: String = row.get(6)?;
    let [utilities, efforts, times] = [row.get::<_, String>(7)?, row.get(9)?, row.get(14)?];
    let moves: Option<String> = row.get(12)?;
    let (nodes, move_times): (Option<String>, Option<String>) = (row.get(13)?, row.get(15)?);
    let id = GameId { cell: row.get(0)?, number: row.get(1)? };
    let (swapped, plies, digest, position) = (row.get(3)?, row.get(8)?, row.get(10)?, row.get(11)?);
    let told: Option<String> = row.get(16)?;
    Ok((|| {
        let Told { logs, thoughts } = told.map(|told| parsed(&told)).transpose()?.unwrap_or_default();
        Ok(GameRow {
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
        })
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

/// The checksum of stores of version 2, over what is the same on every machine.
pub(super) fn checksum(row: &GameRow) -> String {
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
