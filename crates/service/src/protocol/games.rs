//! Games in progress.

use plylab_core::scene::Backdrop;
use plylab_core::{Message, Outcome, Spec, Text};
use serde::{Deserialize, Serialize};

use super::{Fault, GivenFiles, Link, Move, Position};

/// A game with its settings and players.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckGame {
    /// The game.
    pub spec: String,
    /// Who plays it.
    pub seats: Option<Vec<String>>,
    /// Texts of files.
    #[serde(default)]
    pub files: GivenFiles,
}

/// A game that can be played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameChecked {
    /// The game.
    pub spec: Spec,
    /// Its name for people.
    pub title: Text,
    /// Its players.
    pub players: Vec<String>,
    /// What people should know before they trust what they see.
    pub notes: Vec<Message>,
    /// Who plays each seat.
    pub seats: Option<Vec<String>>,
}

/// An agent for a seat.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckAgent {
    /// The game.
    pub spec: String,
    /// The agent.
    pub agent: String,
    /// The seat.
    pub player: u8,
    /// Texts of files.
    #[serde(default)]
    pub files: GivenFiles,
}

/// An agent that can take the seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgentChecked {
    /// The agent.
    pub agent: Spec,
}

/// A new game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// The game.
    pub spec: String,
    /// Who plays it: `["person", "alphabeta:depth=4"]`; the last one counts for the remaining seats.
    pub seats: Vec<String>,
    /// The seed of everything random; random by default.
    pub seed: Option<String>,
    /// The starting position, in the game's notation; by default the start of the game.
    pub position: Option<String>,
    /// Moves already made.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Texts of files.
    #[serde(default)]
    pub files: GivenFiles,
    /// Maximum milliseconds per move of an agent, 1 to 60000; 10000 by default.
    pub time: Option<u64>,
    /// Maximum nodes per move of an agent.
    pub nodes: Option<u64>,
    /// Do agents move automatically? By default if a human has a seat.
    pub auto: Option<bool>,
}

/// The name of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfGame {
    /// The game.
    pub game: String,
}

/// A move of a human.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayMove {
    /// The game.
    pub game: String,
    /// The move, in any spelling that the game accepts.
    pub action: String,
    /// Only if the game is still at that ply; otherwise `conflict`.
    pub ply: Option<usize>,
}

/// The move that was played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayedMove {
    /// Its number.
    pub ply: usize,
    /// The move, as the game spells it.
    pub action: String,
}

/// How many moves agents make.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StepGame {
    /// The game.
    pub game: String,
    /// 1 to 64 moves; 1 by default.
    pub moves: Option<u32>,
}

/// Where to go back to.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BackTo {
    /// The game.
    pub game: String,
    /// The ply.
    pub ply: usize,
}

/// Where a game is now.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AtPly {
    /// The ply.
    pub ply: usize,
}

/// A new game in the same place.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RestartGame {
    /// The game.
    pub game: String,
    /// Other players.
    pub seats: Option<Vec<String>>,
    /// Another seed.
    pub seed: Option<String>,
}

/// Who plays from here on.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangeSeats {
    /// The game.
    pub game: String,
    /// The players.
    pub seats: Option<Vec<String>>,
    /// Do agents move automatically?
    pub auto: Option<bool>,
    /// Maximum milliseconds per move of an agent.
    pub time: Option<u64>,
    /// Maximum nodes per move of an agent.
    pub nodes: Option<u64>,
}

/// Who resigns.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// The game.
    pub game: String,
    /// The seat of a human.
    pub player: u8,
}

/// A range of plies of a game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GamePlies {
    /// The game.
    pub game: String,
    /// The first ply.
    pub from: usize,
    /// The last ply.
    pub to: usize,
}

/// Positions by ply.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Positions {
    /// The positions.
    pub positions: Vec<Position>,
}

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameState"))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// A human is to move.
    Person,
    /// An agent is to move, and thinks.
    Thinking,
    /// Agents wait for `game.step`.
    Waiting,
    /// It is over.
    Over,
    /// An agent crashed, or the queue was full: `fault` is the error; `game.step`, `game.undo` and `game.restart` continue.
    Failed,
}

/// Games, wins and draws since creation. They belong to the players and move with them when they swap sides.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    /// Games that ended.
    games: u64,
    /// Wins, by seat.
    wins: Vec<u64>,
    /// Draws.
    draws: u64,
}

impl Score {
    /// The score before the first game.
    pub fn new(seats: usize) -> Score {
        Score { wins: vec![0; seats], ..Score::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, outcomes: &[Outcome]) {
        self.count(outcomes, |count| *count += 1);
    }

    /// Uncounts a game that continues after all.
    pub fn take_back(&mut self, outcomes: &[Outcome]) {
        self.count(outcomes, |count| *count -= 1);
    }

    fn count(&mut self, outcomes: &[Outcome], change: impl Fn(&mut u64)) {
        change(&mut self.games);
        for (wins, outcome) in self.wins.iter_mut().zip(outcomes) {
            if *outcome == Outcome::Win {
                change(wins);
            }
        }
        if !outcomes.contains(&Outcome::Win) && outcomes.contains(&Outcome::Draw) {
            change(&mut self.draws);
        }
    }

    /// Two players have swapped seats.
    pub fn swap(&mut self) {
        self.wins.reverse();
    }
}

/// A game in progress.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameInProgress {
    /// Its name.
    pub id: String,
    /// What is played.
    pub spec: Spec,
    /// The same for people.
    pub title: Text,
    /// Its players.
    pub players: Vec<String>,
    /// Who plays them: `person`, or the spec of an agent.
    pub seats: Vec<String>,
    /// The seed of everything random.
    pub seed: String,
    /// The starting position, if it is not the start of the game.
    pub start: Option<String>,
    /// Its files; with `spec`, `seed`, `start` and the moves, it can be opened elsewhere.
    pub files: GivenFiles,
    /// Maximum milliseconds per move of an agent.
    pub time: u64,
    /// Maximum nodes per move of an agent.
    pub nodes: Option<u64>,
    /// Do agents move automatically?
    pub auto: bool,
    /// Who is to move, or why nobody is.
    pub state: Phase,
    /// Why it failed, if it did.
    pub fault: Option<Fault>,
    /// The moves, with a summary of what an agent thought.
    pub moves: Vec<Move>,
    /// The current position; for earlier ones use `game.positions`.
    pub position: Position,
    /// The result for each player, also after resigning.
    pub outcomes: Option<Vec<Outcome>>,
    /// The seat that resigned.
    pub resigned: Option<u8>,
    /// Games, wins and draws since creation.
    pub score: Score,
    /// The ply that `game.undo` would go back to; none if there is nothing to take back.
    pub undo: Option<usize>,
    /// The name of the replay of the finished game.
    pub replay: Option<String>,
    /// Whose it is.
    pub owner: String,
    /// May others read it?
    pub shared: bool,
    /// Grows by one with every change; after reconnecting, a client knows whether it missed something.
    pub revision: u64,
    /// What the agent at each seat wrote to its log, once the game has ended or an agent has failed; empty if none wrote
    /// anything.
    pub logs: Vec<String>,
}

/// A game, and the picture that all its positions share.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenedGame {
    /// The game.
    pub game: GameInProgress,
    /// What never changes in its pictures.
    pub backdrop: Backdrop,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameEntry {
    /// Its name.
    pub id: String,
    /// What is played.
    pub spec: String,
    /// The same for people.
    pub title: String,
    /// Its players.
    pub players: Vec<String>,
    /// Who plays them.
    pub seats: Vec<String>,
    /// Who is to move, or why nobody is.
    pub state: Phase,
    /// How many moves were made.
    pub plies: usize,
    /// The result for each player.
    pub outcomes: Option<Vec<Outcome>>,
    /// When it changed last, in seconds since 1970.
    pub changed: i64,
    /// May others read it?
    pub shared: bool,
}

/// Games in progress.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameList {
    /// The games.
    pub games: Vec<GameEntry>,
}

/// A game to be taken elsewhere.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportedGame {
    /// As a line of `plylab-game/4`.
    pub line: String,
    /// As the content of a link.
    pub link: Link,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_can_be_taken_back() {
        let mut score = Score::new(2);
        let (win, draw) = ([Outcome::Win, Outcome::Loss], [Outcome::Draw, Outcome::Draw]);
        score.add(&win);
        score.add(&draw);
        assert_eq!((score.games, score.draws, &score.wins[..]), (2, 1, &[1, 0][..]));
        score.swap();
        assert_eq!(score.wins, [0, 1]);
        score.swap();
        score.take_back(&draw);
        score.take_back(&win);
        assert_eq!(score, Score::new(2));
    }
}
