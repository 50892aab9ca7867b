//! The version of the lab's data, and the upgrade from older versions.

use rusqlite::{Connection, Transaction};
use serde_json::{Value, json};

/// The version of the data. Files without a version are version 1.
pub(crate) const VERSION: i32 = 3;

/// Why data cannot be used.
#[derive(Debug)]
pub(crate) enum Refused {
    /// It was written by a newer program.
    Newer(i32),
    /// It cannot be read or written.
    Broken(rusqlite::Error),
}

impl From<rusqlite::Error> for Refused {
    fn from(error: rusqlite::Error) -> Refused {
        Refused::Broken(error)
    }
}

/// Creates missing tables and upgrades older data to this version, in one transaction.
pub(crate) fn to_current(connection: &mut Connection, schema: &str) -> Result<(), Refused> {
    let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > VERSION {
        return Err(Refused::Newer(version));
    }
    let transaction = connection.transaction()?;
    let sessions = "SELECT count(*) FROM pragma_table_info('games') WHERE name = 'session'";
    let is_old = transaction.query_row(sessions, [], |row| row.get::<_, u32>(0))? > 0;
    if is_old {
        if version < 2 {
            change(&transaction, "games", game_from_1)?;
            change(&transaction, "replays", replay_from_1)?;
        }
        transaction.execute_batch(FROM_2)?;
    }
    transaction.execute_batch(schema)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(())
}

/// Version 2 knew sessions, each in one browser, and no people: everything belongs to the person who starts the lab.
const FROM_2: &str = "
DROP INDEX games_of;
DROP INDEX replays_of;
ALTER TABLE games RENAME COLUMN session TO owner;
ALTER TABLE games ADD COLUMN day INTEGER NOT NULL DEFAULT 1;
ALTER TABLE games ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
ALTER TABLE replays RENAME COLUMN session TO owner;
ALTER TABLE replays ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
UPDATE games SET owner = 'admin';
UPDATE replays SET owner = 'admin';
UPDATE runs SET body = json_set(body, '$.owner', 'admin', '$.shared', json('false')) WHERE json_valid(body);
DROP TABLE sessions;
";

/// Changes the bodies of all rows of a table. Rows that are not JSON stay as they are: they were unusable before, too.
fn change(transaction: &Transaction<'_>, table: &str, change: fn(&mut Value)) -> rusqlite::Result<()> {
    let mut statement = transaction.prepare(&format!("SELECT id, body FROM {table}"))?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (id, body) in rows.collect::<rusqlite::Result<Vec<(String, String)>>>()? {
        let Ok(mut value) = serde_json::from_str::<Value>(&body) else { continue };
        change(&mut value);
        transaction.execute(&format!("UPDATE {table} SET body = ? WHERE id = ?"), [value.to_string(), id])?;
    }
    Ok(())
}

/// Version 1 stored values as numbers, and forced wins as numbers near one billion.
fn game_from_1(game: &mut Value) {
    let Some(thoughts) = game.get_mut("thoughts").and_then(Value::as_array_mut) else { return };
    for thought in thoughts.iter_mut().filter_map(Value::as_object_mut) {
        let worth = thought.remove("value").and_then(|value| worth_from_1(&value));
        thought.insert("worth".to_owned(), json!(worth.map(|worth| (worth, "exact"))));
    }
}

fn worth_from_1(value: &Value) -> Option<Value> {
    const WIN: f64 = 1e9;
    const LONGEST: f64 = 1000.0;
    match (value, value.as_f64()) {
        (_, Some(number)) => {
            let plies = WIN - number.abs();
            let decided = (0.0..=LONGEST).contains(&plies) && plies.fract() == 0.0;
            Some(match decided {
                true => json!({ "kind": if number > 0.0 { "win" } else { "loss" }, "plies": plies as u32 }),
                false => json!({ "kind": "score", "score": value }),
            })
        }
        (Value::String(_), None) => Some(json!({ "kind": "score", "score": value })),
        _ => None,
    }
}

/// Version 1 stored the ending of a game in two fields.
fn replay_from_1(replay: &mut Value) {
    game_from_1(replay);
    let Some(replay) = replay.as_object_mut() else { return };
    let resigned = replay.remove("resigned").filter(|player| !player.is_null());
    let over = replay.get("outcomes").and_then(Value::as_array).is_some_and(|outcomes| !outcomes.is_empty());
    let ending = match (replay.remove("ending"), resigned) {
        (Some(Value::String(code)), None) if code == "forfeit" => {
            json!({ "code": "forfeit", "agent": 0, "reason": "crash", "message": "a forfeit of an older version" })
        }
        (Some(Value::String(code)), None) => json!({ "code": code }),
        (_, Some(player)) => json!({ "code": "forfeit", "agent": player, "reason": "resigned" }),
        (_, None) => json!({ "code": if over { "over" } else { "stopped" } }),
    };
    replay.insert("ending".to_owned(), ending);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_version_1_are_understood() {
        let worth = |value: Value| worth_from_1(&value);
        assert_eq!(worth(json!(12.5)), Some(json!({ "kind": "score", "score": 12.5 })));
        assert_eq!(worth(json!(999_999_991)), Some(json!({ "kind": "win", "plies": 9 })));
        assert_eq!(worth(json!(-999_999_996)), Some(json!({ "kind": "loss", "plies": 4 })));
        assert_eq!(worth(json!("inf")), Some(json!({ "kind": "score", "score": "inf" })));
        assert_eq!(worth(Value::Null), None);
    }

    #[test]
    fn data_of_a_newer_version_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "user_version", VERSION + 1).unwrap();
        assert!(matches!(to_current(&mut connection, ""), Err(Refused::Newer(_))));
    }
}
