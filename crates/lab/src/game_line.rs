//! A game as one line of JSON: what it was, how it went, how it ended. The format is versioned and documented in
//! `docs/games.md`.

use std::sync::Arc;

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Clock, Ending, GameRecord, InputError, Outcome, Seed, Spec, StopFlag,
    StoppedClock, Turn,
};
use plylab_games::registry::{self, Files};
use serde::{Deserialize, Serialize};

use crate::game_row::{Effort, GameRow, RowEnd, digest_of};
use crate::plan::{BOOK, Plan};

/// The name and number of the format.
pub const SCHEMA: &str = "plylab-game/1";

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
    /// How it ended: `over`, `move-limit`, `stopped` or `forfeit`.
    pub ending: String,
    /// What was done wrong, and by which seat, if it was forfeited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
    /// For each seat `win`, `draw` or `loss`; empty if it did not end by the rules.
    pub outcomes: Vec<String>,
    /// What it was worth to each seat; empty if it did not end by the rules.
    pub utilities: Vec<f64>,
    /// The last position.
    pub end: String,
    /// What the moves of each seat took, if that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub efforts: Vec<Effort>,
    /// How many states each move took, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<u64>>,
    /// How long the moves of each seat took, in nanoseconds, if that is known. It differs from run to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Vec<u64>>,
    /// How long each move took, in nanoseconds, if that is known. It differs from run to run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_times: Option<Vec<u64>>,
}

impl GameLine {
    /// Of a game that was just played.
    pub fn of_record(key: String, game: &Spec, agents: &[Spec], record: &GameRecord) -> GameLine {
        let (ending, forfeit) = match &record.ending {
            Ending::Over => ("over", None),
            Ending::MoveLimit => ("move-limit", None),
            Ending::Stopped => ("stopped", None),
            Ending::Forfeit { agent, reason } => ("forfeit", Some(format!("{} {reason}", agent.index()))),
        };
        GameLine {
            schema: SCHEMA.to_owned(),
            key,
            game: game.to_string(),
            agents: agents.iter().map(Spec::to_string).collect(),
            seed: record.seed.to_string(),
            moves: record.moves.iter().map(|played| played.action.clone()).collect(),
            ending: ending.to_owned(),
            forfeit,
            outcomes: words(&record.outcomes),
            utilities: record.utilities.clone(),
            end: record.end.clone(),
            efforts: Vec::new(),
            nodes: None,
            times: None,
            move_times: None,
        }
    }

    /// Of a game that was kept; its moves are played again if they were not, unless `stop` is raised.
    pub fn of_row(plan: &Plan, row: &GameRow, times: bool, stop: &StopFlag) -> Result<GameLine, InputError> {
        let cell = &plan.cells[row.id.cell];
        let mut agents: Vec<String> = cell.players.iter().map(Spec::to_string).collect();
        if row.swapped {
            agents.reverse();
        }
        let (ending, forfeit) = match &row.end {
            RowEnd::Over => ("over", None),
            RowEnd::MoveLimit => ("move-limit", None),
            RowEnd::Forfeit { seat, what } => ("forfeit", Some(format!("{seat} {what}"))),
        };
        Ok(GameLine {
            schema: SCHEMA.to_owned(),
            key: plan.key(row.id),
            game: cell.game.to_string(),
            agents,
            seed: row.seed.to_string(),
            moves: moves_of(plan, row, stop)?,
            ending: ending.to_owned(),
            forfeit,
            outcomes: words(&row.outcomes),
            utilities: row.utilities.clone(),
            end: row.position.clone(),
            efforts: row.efforts.clone(),
            nodes: row.nodes.clone(),
            times: times.then(|| row.times.clone()),
            move_times: row.move_times.clone().filter(|_| times),
        })
    }

    /// Reads a line.
    pub fn read(line: &str) -> Result<GameLine, InputError> {
        let wrong = |what: String| {
            InputError::new(what).expected("use lines that 'plylab export' or 'plylab match' wrote")
        };
        let named: Named =
            serde_json::from_str(line).map_err(|error| wrong(format!("it is not a game: {error}")))?;
        if named.schema != SCHEMA {
            return Err(wrong(format!(
                "it is a game of the format '{}', and this plylab reads '{SCHEMA}'",
                named.schema
            )));
        }
        serde_json::from_str(line).map_err(|error| wrong(format!("it is not a game: {error}")))
    }

    /// Opens its game.
    pub fn open(&self, files: &dyn Files) -> Result<Box<dyn AnyGame>, InputError> {
        registry::open(&self.game.parse()?, files, &BOOK)
    }

    /// Plays its moves in `game` again, shows every position with the move that led to it, and refuses a game that does not
    /// end as the line says.
    pub fn replay(
        &self,
        game: &dyn AnyGame,
        mut see: impl FnMut(Option<(Turn, &str)>, &dyn AnyPosition) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let seed: u64 = self.seed.parse().map_err(|_| {
            InputError::new(format!("the seed '{}' is no number", self.seed))
                .expected("use a whole number in quotation marks")
        })?;
        let mut position = game.start(Seed(seed).child("start"));
        see(None, position.as_ref())?;
        for (number, action) in self.moves.iter().enumerate() {
            let turn = position.turn();
            let played = position.play(action).map_err(|error| error.at(format!("move {}", number + 1)))?;
            see(Some((turn, &played)), position.as_ref())?;
        }
        let differs = |what: &str, is: &str, was: &str| {
            InputError::new(format!("{what} is '{is}' and not '{was}'"))
                .expected("the line was changed, or the game was played by other rules")
        };
        let end = position.text();
        if end != self.end {
            return Err(differs("the last position", &end, &self.end));
        }
        let over = position.turn() == Turn::Over;
        if over != (self.ending == "over") {
            let is = if over { "over" } else { "not over" };
            return Err(differs("the game", is, &self.ending));
        }
        let seats = game.info().agents.len();
        let outcomes: Vec<Outcome> =
            (0..seats).filter_map(|seat| position.outcome(AgentId(u8::try_from(seat).ok()?))).collect();
        let (is, was) = (words(&outcomes).join(" "), self.outcomes.join(" "));
        if is != was {
            return Err(differs("the outcome", &is, &was));
        }
        Ok(())
    }
}

/// Enough of a line to know whether it is ours.
#[derive(Deserialize)]
struct Named {
    schema: String,
}

fn words(outcomes: &[Outcome]) -> Vec<String> {
    outcomes.iter().map(ToString::to_string).collect()
}

/// The moves of a kept game: as they were kept, or played again from its seed, which takes as long as it took.
///
/// # Errors
///
/// If it goes otherwise, or `stop` is raised meanwhile.
pub fn moves_of(plan: &Plan, row: &GameRow, stop: &StopFlag) -> Result<Vec<String>, InputError> {
    if let Some(moves) = &row.moves {
        return Ok(moves.clone());
    }
    let clock: Arc<dyn Clock> = Arc::new(StoppedClock);
    let game = plan.game(&plan.cells[row.id.cell]);
    let record = game.play(&plan.match_plan(row.id, stop, &clock), &mut |_, _| ())?;
    let moves: Vec<String> = record.moves.into_iter().map(|played| played.action).collect();
    if stop.is_stopped() {
        return Err(InputError::new("it was stopped before it was played again")
            .at(format!("'{}'", plan.key(row.id))));
    }
    if digest_of(&moves) != row.digest {
        return Err(InputError::new("it goes otherwise when it is played again")
            .expected("record = [\"moves\"] keeps the moves of games that cannot be repeated")
            .at(format!("'{}'", plan.key(row.id))));
    }
    Ok(moves)
}
