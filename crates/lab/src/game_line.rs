//! A game as one line of JSON: what it was, how it went, how it ended. The format is versioned and documented in
//! `docs/games.md`.

use std::sync::Arc;

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Brief, Clock, Ending, Field, Files, Forfeit, GameRecord, InputError,
    Message, Outcome, Registry, Seed, Spec, StopFlag, StoppedClock, Turn, message,
};
use serde::{Deserialize, Serialize};

use crate::game_row::{Effort, GameRow, digest_of, thoughts_of};
use crate::live;
use crate::plan::Plan;
use crate::runner::play_game;
use crate::seats::Player;

/// The name and number of the format.
pub const SCHEMA: &str = "plylab-game/2";

/// The format before it, in which a forfeit was a sentence. It is still read.
const SCHEMA_1: &str = "plylab-game/1";

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
    /// Every move, those of dice included.
    pub moves: Vec<String>,
    /// How it ended: a code with its fields.
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
    /// How long the moves of each seat took, in nanoseconds, if known. It differs from run to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// How long each move took, in nanoseconds, if known. It differs from run to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_times: Option<Vec<u64>>,
    /// What the agent at each seat wrote to its log; empty if none wrote anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    /// What agents from outside told of their moves, one entry for each move; empty if they told nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Option<Brief>>,
}

/// A line of the format before.
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
            moves: self.moves,
            ending,
            outcomes: self.outcomes,
            utilities: self.utilities,
            end: self.end,
            efforts: self.efforts,
            nodes: self.nodes,
            times: self.times,
            move_times: self.move_times,
            logs: Vec::new(),
            thoughts: Vec::new(),
        })
    }
}

fn wrong(what: Message) -> InputError {
    InputError::new(what)
        .expected(message!("use-game-lines", "use lines that 'plylab export' or 'plylab match' wrote"))
}

fn not_a_game(error: impl Into<Field>) -> InputError {
    wrong(message!("not-a-game", "it is not a game: {error}", error))
}

/// The message of the JSON parser, the same in every language.
fn not_json(error: serde_json::Error) -> InputError {
    not_a_game(error.to_string())
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
            moves: record.moves.iter().map(|played| played.action.clone()).collect(),
            ending: record.ending.clone(),
            outcomes: record.outcomes.clone(),
            utilities: record.utilities.clone(),
            end: record.end.clone(),
            efforts: Vec::new(),
            nodes: None,
            times: None,
            move_times: None,
            logs: record.logs.clone(),
            thoughts: thoughts_of(record),
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
            moves: moves_of(plan, row, stop)?,
            ending: row.ending.clone(),
            outcomes: row.outcomes.clone(),
            utilities: row.utilities.clone(),
            end: row.position.clone(),
            efforts: row.efforts.clone(),
            nodes: row.nodes.clone(),
            times: times.then(|| row.times.clone()),
            move_times: row.move_times.clone().filter(|_| times),
            logs: if times { row.logs.clone() } else { Vec::new() },
            thoughts: if times { row.thoughts.clone() } else { Vec::new() },
        })
    }

    /// Reads a line, of this format or the one before.
    pub fn read(line: &str) -> Result<GameLine, InputError> {
        let named: Named = serde_json::from_str(line).map_err(not_json)?;
        match named.schema.as_str() {
            SCHEMA => serde_json::from_str(line).map_err(not_json),
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
        let seed: u64 = self.seed.parse().map_err(|_| {
            InputError::new(message!(
                "bad-seed",
                "the seed '{seed}' is not a whole number",
                seed = &self.seed
            ))
            .expected(message!("seed-in-quotes", "use a whole number in quotation marks"))
        })?;
        let mut position = game.start(Seed(seed));
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
