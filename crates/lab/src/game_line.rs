//! A game as one line of JSON: what it was, how it went, how it ended. The format is versioned and documented in
//! `docs/games.md`.

use std::collections::BTreeMap;
use std::sync::Arc;

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Brief, Clock, Ending, Field, Files, Forfeit, GameRecord, InputError,
    Message, Outcome, Registry, Seed, Spec, StopFlag, StoppedClock, Turn, message,
};
use serde::{Deserialize, Serialize};

use crate::game_row::{Effort, GameRow, digest_of, thoughts_of};
use crate::live::{self, LiveGame, Seat};
use crate::matches::workers;
use crate::plan::Plan;
use crate::runner::play_game;
use crate::seats::Player;

/// The name and number of the format.
pub const SCHEMA: &str = "plylab-game/3";

/// The format before it, in which times were nanoseconds. It is still read.
const SCHEMA_2: &str = "plylab-game/2";

/// The first format, in which a forfeit was a sentence. It is still read.
const SCHEMA_1: &str = "plylab-game/1";

/// A person among the players.
pub const PERSON: &str = "human";

/// A game as one line of JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// Always [`SCHEMA`].
    pub schema: String,
    /// Which game of its experiment or match.
    pub key: String,
    /// The game's spec.
    pub game: String,
    /// Who played, by seat.
    pub agents: Vec<String>,
    /// Its seed, as text, because numbers of that size are not safe in JSON.
    pub seed: String,
    /// The position it began from, if that is not the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Every move, those of dice included.
    pub moves: Vec<String>,
    /// How it ended: a code with its fields.
    #[serde(with = "ending")]
    pub ending: Ending,
    /// How it ended for each seat; empty if it did not end by the rules.
    pub outcomes: Vec<Outcome>,
    /// The utility for each seat; empty if it did not end by the rules.
    pub utilities: Vec<f64>,
    /// The last position.
    pub end: String,
    /// The search effort of each seat, if known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub efforts: Vec<Effort>,
    /// The nodes of each move, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<u64>>,
    /// How long the moves of each seat took, if known. It differs from run to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<Vec<f64>>,
    /// How long each move took, if known. It differs from run to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_seconds: Option<Vec<f64>>,
    /// What the agent at each seat wrote to its log; empty if none wrote anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    /// What agents from outside told of their moves, one entry for each move; empty if they told nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Option<Brief>>,
}

/// A line of the first format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine1 {
    #[serde(rename = "schema")]
    _schema: String,
    key: String,
    game: String,
    agents: Vec<String>,
    seed: String,
    moves: Vec<String>,
    ending: String,
    forfeit: Option<String>,
    outcomes: Vec<Outcome>,
    utilities: Vec<f64>,
    end: String,
    #[serde(default)]
    efforts: Vec<Effort>,
    nodes: Option<Vec<u64>>,
    times: Option<Vec<u64>>,
    move_times: Option<Vec<u64>>,
}

impl GameLine1 {
    fn upgraded(self) -> Result<GameLine, InputError> {
        let ending =
            match (self.ending.as_str(), self.forfeit.as_deref().and_then(|text| text.split_once(' '))) {
                ("over", None) => Ending::Over,
                ("move-limit", None) => Ending::MoveLimit,
                ("stopped", None) => Ending::Stopped,
                ("forfeit", Some((seat, what))) => {
                    let seat =
                        seat.parse().map_err(|_| not_a_game(format!("a forfeit is of seat '{seat}'")))?;
                    // The reason was a sentence, and stays one.
                    let reason = match what {
                        "gave up" => Forfeit::Resigned,
                        what => Forfeit::Crash { message: Message::verbatim(what) },
                    };
                    Ending::Forfeit { agent: AgentId(seat), reason }
                }
                (odd, _) => return Err(not_a_game(message!("ended-by", "it ended by '{how}'", how = odd))),
            };
        Ok(GameLine {
            schema: SCHEMA.to_owned(),
            key: self.key,
            game: self.game,
            agents: self.agents,
            seed: self.seed,
            from: None,
            moves: self.moves,
            ending,
            outcomes: self.outcomes,
            utilities: self.utilities,
            end: self.end,
            efforts: self.efforts,
            nodes: self.nodes,
            seconds: self.times.map(|times| in_seconds(&times)),
            move_seconds: self.move_times.map(|times| in_seconds(&times)),
            logs: Vec::new(),
            thoughts: Vec::new(),
        })
    }
}

/// An ending as every answer in JSON has it, with its time in seconds.
///
/// # Errors
///
/// Never, as endings are.
pub fn ending_json(ending: &Ending) -> serde_json::Result<serde_json::Value> {
    let mut value = serde_json::to_value(ending)?;
    let fields = value.as_object_mut();
    let time = fields.and_then(|fields| fields.remove(ending::STORED)).and_then(|time| time.as_f64());
    if let (Some(milliseconds), Some(fields)) = (time, value.as_object_mut()) {
        fields.insert(ending::WRITTEN.to_owned(), (milliseconds / 1e3).into());
    }
    Ok(value)
}

/// Endings of lines.
mod ending {
    use plylab_core::Ending;
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::{Error as _, Serialize as _, Serializer};
    use serde_json::{Map, Value};

    /// The time of a forfeit in stores and in earlier formats, in milliseconds.
    pub(super) const STORED: &str = "milliseconds";

    /// The same in lines, in seconds.
    pub(super) const WRITTEN: &str = "seconds";

    pub(super) fn serialize<S: Serializer>(ending: &Ending, serializer: S) -> Result<S::Ok, S::Error> {
        super::ending_json(ending).map_err(S::Error::custom)?.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ending, D::Error> {
        let mut fields: Map<String, Value> = Map::deserialize(deserializer)?;
        if let Some(seconds) = fields.remove(WRITTEN).and_then(|time| time.as_f64()) {
            fields.insert(STORED.to_owned(), ((seconds * 1e3).round() as u64).into());
        }
        serde_json::from_value(Value::Object(fields)).map_err(D::Error::custom)
    }
}

/// Nanoseconds in seconds.
fn in_seconds(times: &[u64]) -> Vec<f64> {
    times.iter().map(|&nanoseconds| nanoseconds as f64 / 1e9).collect()
}

/// Reads a line of the format before, which differs only in its times.
fn of_schema_2(line: &str) -> Result<GameLine, InputError> {
    let mut fields: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(line).map_err(not_json)?;
    fields.insert("schema".to_owned(), SCHEMA.into());
    for (old, new) in [("times", "seconds"), ("move_times", "move_seconds")] {
        if let Some(times) = fields.remove(old) {
            let times: Option<Vec<u64>> = serde_json::from_value(times).map_err(not_json)?;
            fields.insert(new.to_owned(), serde_json::json!(times.map(|times| in_seconds(&times))));
        }
    }
    serde_json::from_value(serde_json::Value::Object(fields)).map_err(not_json)
}

fn wrong(what: Message) -> InputError {
    InputError::new(what)
        .expected(message!("use-game-lines", "use lines that 'plylab export' or 'plylab match' wrote"))
}

fn not_a_game(error: impl Into<Field>) -> InputError {
    wrong(message!("not-a-game", "it is not a game: {error}", error))
}

/// The message of the JSON parser, the same in every language. It counts lines, too, but a game is only one.
fn not_json(error: serde_json::Error) -> InputError {
    let (text, column) = (error.to_string(), error.column());
    match text.strip_suffix(&format!(" at line 1 column {column}")) {
        Some(what) => not_a_game(what),
        None => not_a_game(text),
    }
}

impl GameLine {
    /// Of a game that was just played.
    pub fn of_record(key: String, game: &Spec, players: &[Player], record: &GameRecord) -> GameLine {
        GameLine {
            schema: SCHEMA.to_owned(),
            key,
            game: game.to_string(),
            agents: players.iter().map(|player| player.name().to_owned()).collect(),
            seed: record.seed.to_string(),
            from: None,
            moves: record.moves.iter().map(|played| played.action.clone()).collect(),
            ending: record.ending.clone(),
            outcomes: record.outcomes.clone(),
            utilities: record.utilities.clone(),
            end: record.end.clone(),
            efforts: Vec::new(),
            nodes: None,
            seconds: None,
            move_seconds: None,
            logs: record.logs.clone(),
            thoughts: thoughts_of(record),
        }
    }

    /// Of a game in progress, or one that has ended.
    pub fn of_live<T: Clone>(key: String, game: &Spec, live: &LiveGame<T>) -> GameLine {
        let player = |seat: &Seat| seat.player().map_or(PERSON, Player::name).to_owned();
        let seats = (0..live.seats().len()).filter_map(|seat| u8::try_from(seat).ok()).map(AgentId);
        let outcomes = live.outcomes();
        GameLine {
            schema: SCHEMA.to_owned(),
            key,
            game: game.to_string(),
            agents: live.seats().iter().map(player).collect(),
            seed: live.beginning().game_seed().to_string(),
            from: live.beginning().from.clone(),
            moves: live.actions(),
            ending: if outcomes.is_some() { Ending::Over } else { Ending::Stopped },
            utilities: seats.filter_map(|seat| live.position().utility(seat)).collect(),
            outcomes: outcomes.unwrap_or_default(),
            end: live.position().text(),
            efforts: Vec::new(),
            nodes: None,
            seconds: None,
            move_seconds: None,
            logs: Vec::new(),
            thoughts: Vec::new(),
        }
    }

    /// The position it began from.
    ///
    /// # Errors
    ///
    /// If its seed is not a number, or the position cannot be read.
    pub fn start(&self, game: &dyn AnyGame) -> Result<Box<dyn AnyPosition>, InputError> {
        let seed: u64 = self.seed.parse().map_err(|_| {
            InputError::new(message!(
                "bad-seed",
                "the seed '{seed}' is not a whole number",
                seed = &self.seed
            ))
            .expected(message!("seed-in-quotes", "use a whole number in quotation marks"))
        })?;
        match &self.from {
            Some(from) => game.position(from),
            None => Ok(game.start(Seed(seed))),
        }
    }

    /// Of a stored game; it is played again if its moves were not stored, unless `stop` is raised.
    pub fn of_row(plan: &Plan, row: &GameRow, times: bool, stop: &StopFlag) -> Result<GameLine, InputError> {
        let cell = &plan.cells[row.id.cell];
        let mut agents: Vec<String> = cell.players.iter().map(Spec::to_string).collect();
        if row.swapped {
            agents.reverse();
        }
        Ok(GameLine {
            schema: SCHEMA.to_owned(),
            key: plan.key(row.id),
            game: cell.game.to_string(),
            agents,
            seed: row.seed.to_string(),
            from: None,
            moves: moves_of(plan, row, stop)?,
            ending: row.ending.clone(),
            outcomes: row.outcomes.clone(),
            utilities: row.utilities.clone(),
            end: row.position.clone(),
            efforts: row.efforts.clone(),
            nodes: row.nodes.clone(),
            seconds: times.then(|| in_seconds(&row.times)),
            move_seconds: row.move_times.as_deref().filter(|_| times).map(in_seconds),
            logs: if times { row.logs.clone() } else { Vec::new() },
            thoughts: if times { row.thoughts.clone() } else { Vec::new() },
        })
    }

    /// Gives `take` the lines of stored games, in their order, until it returns false. Games whose moves were not stored are
    /// played again in several threads.
    ///
    /// # Errors
    ///
    /// The first that [`GameLine::of_row`] finds; all games before it were taken.
    pub fn each_of_rows(
        plan: &Plan,
        rows: &[GameRow],
        times: bool,
        threads: usize,
        stop: &StopFlag,
        mut take: impl FnMut(GameLine) -> bool,
    ) -> Result<(), InputError> {
        // Those that were done before their turn.
        let mut early = BTreeMap::new();
        let mut next = 0;
        let mut outcome = Ok(());
        let ended = StopFlag::default();
        workers::run(
            threads,
            rows.len() as u64,
            || (),
            |(), job| {
                let index = usize::try_from(job).ok().filter(|_| !ended.is_stopped())?;
                Some((index, GameLine::of_row(plan, rows.get(index)?, times, stop)))
            },
            |(index, line)| {
                early.insert(index, line);
                while let Some(line) = early.remove(&next) {
                    next += 1;
                    let goes_on = match line {
                        Ok(line) => take(line),
                        Err(error) => {
                            outcome = Err(error);
                            false
                        }
                    };
                    if !goes_on {
                        ended.stop();
                        return false;
                    }
                }
                true
            },
        );
        outcome
    }

    /// Reads a line, of this format or one before it.
    pub fn read(line: &str) -> Result<GameLine, InputError> {
        let named: Named = serde_json::from_str(line).map_err(not_json)?;
        match named.schema.as_str() {
            SCHEMA => serde_json::from_str(line).map_err(not_json),
            SCHEMA_2 => of_schema_2(line),
            SCHEMA_1 => serde_json::from_str::<GameLine1>(line).map_err(not_json)?.upgraded(),
            odd => Err(wrong(message!(
                "other-format",
                "its format is '{format}', but this plylab reads '{ours}'",
                format = odd,
                ours = SCHEMA
            ))),
        }
    }

    /// Opens its game.
    pub fn open(&self, registry: &Registry, files: &dyn Files) -> Result<Box<dyn AnyGame>, InputError> {
        registry.open(&self.game.parse()?, files)
    }

    /// Plays its moves in `game` again, passes on every position with the move that led to it, and refuses a game that
    /// does not end as the line says.
    pub fn replay(
        &self,
        game: &dyn AnyGame,
        mut see: impl FnMut(Option<(Turn, &str)>, &dyn AnyPosition) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let mut position = self.start(game)?;
        see(None, position.as_ref())?;
        for (number, action) in self.moves.iter().enumerate() {
            let turn = position.turn();
            let played = position.play(action).map_err(|error| error.at(Message::nth_move(number + 1)))?;
            see(Some((turn, &played)), position.as_ref())?;
        }
        let differs = |what: Message| {
            Err(InputError::new(what).expected(message!(
                "line-changed",
                "the line was changed, or the game was played under other rules"
            )))
        };
        let end = position.text();
        if end != self.end {
            let was = &self.end;
            return differs(message!(
                "end-differs",
                "the last position is '{is}', not '{was}'",
                is = end,
                was
            ));
        }
        let over = position.turn() == Turn::Over;
        if over != (self.ending == Ending::Over) {
            return differs(if over {
                message!("over-after-all", "the game is over, but the line says that it is not")
            } else {
                message!("not-over-after-all", "the game is not over, but the line says that it is")
            });
        }
        let outcomes = live::outcomes(game, position.as_ref()).unwrap_or_default();
        if outcomes != self.outcomes {
            let names = |outcomes: &[Outcome]| Field::names(outcomes.iter().map(ToString::to_string));
            return differs(message!(
                "outcome-differs",
                "the outcome is {is}, not {was}",
                is = names(&outcomes),
                was = names(&self.outcomes)
            ));
        }
        Ok(())
    }
}

/// Enough of a line to recognise its format.
#[derive(Deserialize)]
struct Named {
    schema: String,
}

/// The moves of a stored game: as they were stored, or by playing it again from its seed, which takes as long as it took.
///
/// # Errors
///
/// If the replay differs, or `stop` is raised meanwhile.
pub fn moves_of(plan: &Plan, row: &GameRow, stop: &StopFlag) -> Result<Vec<String>, InputError> {
    if let Some(moves) = &row.moves {
        return Ok(moves.clone());
    }
    let clock: Arc<dyn Clock> = Arc::new(StoppedClock);
    let record = play_game(plan, row.id, stop, &clock)?;
    let moves: Vec<String> = record.moves.into_iter().map(|played| played.action).collect();
    if stop.is_stopped() {
        return Err(InputError::new(message!("stopped-before-again", "the replay was stopped"))
            .at(Message::quoted(plan.key(row.id))));
    }
    if digest_of(&moves) != row.digest {
        return Err(InputError::new(message!("replay-differs", "replaying gave different moves"))
            .expected(message!(
                "record-moves",
                "record = [\"moves\"] keeps the moves of games that cannot be repeated"
            ))
            .at(Message::quoted(plan.key(row.id))));
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use plylab_core::Forfeit;

    use super::*;

    #[test]
    fn a_time_out_is_written_in_seconds_and_read_in_both_forms() {
        let line = |schema: &str, time: &str| {
            let text = format!(
                r#"{{"schema":"{schema}","key":"k","game":"sim","agents":[],"seed":"1","moves":[],"ending":{{"code":"forfeit",
                "agent":1,"reason":"time-out",{time}}},"outcomes":[],"utilities":[],"end":""}}"#
            );
            GameLine::read(&text).unwrap()
        };
        let now = line(SCHEMA, r#""seconds":0.151"#);
        let reason = Forfeit::TimeOut { milliseconds: 151, starved: false };
        assert_eq!(now.ending, Ending::Forfeit { agent: AgentId(1), reason });
        assert_eq!(line(SCHEMA_2, r#""milliseconds":151"#), now);
        assert!(serde_json::to_string(&now).unwrap().contains(r#""seconds":0.151"#));
    }
}
