//! `plylab replay`.

use clap::Args;
use plylab_core::scene::{Backdrop, Scene};
use plylab_core::{
    AnyGame, AnyPosition, Ending, GameRecord, InputError, Message, MoveRecord, Registry, Turn, message,
};
use plylab_draw::scene::scene_svg;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{GameArgs, SeedArgs, whole};
use crate::batch::{Batch, is_totals};
use crate::failure::Failure;
use crate::figures::FigureArgs;
use crate::files::{DiskFiles, InputLines, STDIN};
use crate::output::Output;

/// Replay moves or whole games and print states as JSON.
///
/// Moves come from a file or from standard input, one per line; blank lines and lines that begin with # are skipped.
/// Each move is answered at once with one line of JSON: its number, the player, the move, and the facts of the new
/// state. The first illegal move ends the replay.
///
/// With --games, whole games are read, one per line, as 'plylab results export' and 'plylab match --json --games' write them.
/// Each is replayed and must end as its line says; with --line every state of one of them is printed. A line that is wrong
/// is answered by its error, the others by their games, and the exit status is 2.
///
/// --svg, --png and --pdf draw a position of the game.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  seq 4 6 | plylab replay connect4
  plylab replay pacman --layout trap --moves game.txt
  plylab replay connect4 --from 4453 --moves rest.txt
  plylab replay --games games.jsonl
  plylab replay --games games.jsonl --line 3
  plylab replay --games games.jsonl --line 3 --ply 5 --pdf move-5.pdf")]
pub struct ReplayArgs {
    #[command(flatten)]
    game: Option<GameArgs>,

    /// Replay the games of this file, one per line; '-' reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "layout", "moves", "from", "seed"],
          required_unless_present = "game")]
    games: Option<String>,

    /// With --games, print every state of the game in this line only.
    #[arg(long, value_name = "N", requires = "games", value_parser = whole(1, u64::MAX))]
    line: Option<u64>,

    /// The file with the moves; '-' reads standard input.
    #[arg(long, value_name = "FILE", default_value = STDIN)]
    moves: String,

    /// The position to play from, in the game's notation; the start by default.
    #[arg(long, value_name = "POSITION")]
    from: Option<String>,

    #[command(flatten)]
    seed: SeedArgs,

    /// Write the position after this many moves to the picture; the last one by default.
    #[arg(long, value_name = "N", help_heading = "Pictures ('-' writes to standard output)")]
    ply: Option<u64>,

    #[command(flatten)]
    figure: FigureArgs,
}

impl ReplayArgs {
    /// Plays them.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let mut picture = PictureRequest::new(self)?;
        if picture.wanted && self.games.is_some() && self.line.is_none() {
            return Err(InputError::new(message!("which-game-drawn", "only one game can be drawn"))
                .expected(message!("give-line", "name it with --line"))
                .into());
        }
        if let Some(file) = &self.games {
            self.games(registry, out, file, &mut picture)?;
            return self.draw(out, picture);
        }
        let Some(game) = &self.game else { return Ok(()) };
        if self.moves == STDIN && self.from.as_deref() == Some(STDIN) {
            let wrong =
                message!("both-from-input", "moves and position cannot both come from standard input");
            let right = message!("name-moves", "name a file with --moves");
            return Err(InputError::new(wrong).expected(right).into());
        }
        let game = game.open(registry)?;
        let mut position = self.seed.position(game.as_ref(), self.from.as_deref())?;
        let mut lines = InputLines::open(&self.moves)?;
        let mut ply = 0;
        picture.see(ply, game.as_ref(), position.as_ref());
        while let Some(line) = lines.next()? {
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let turn = position.turn();
            let action = play(position.as_mut(), text).map_err(|error| lines.locate(error))?;
            ply += 1;
            picture.see(ply, game.as_ref(), position.as_ref());
            if !picture.takes_stdout {
                out.json(&ReplayedMove::new(ply, turn, action, position.report()))?;
            }
        }
        self.draw(out, picture)
    }

    /// Writes the picture, if there is to be one.
    fn draw(&self, out: &mut Output, picture: PictureRequest) -> Result<(), Failure> {
        match picture.seen {
            _ if !picture.wanted => Ok(()),
            Some((backdrop, scene)) => {
                let title = self.figure.title.as_deref();
                self.figure.write(out, &scene_svg(&backdrop, &scene, title, self.figure.theme))
            }
            None => {
                let (ply, last) = (self.ply.unwrap_or_default(), picture.last);
                let wrong =
                    message!("no-such-ply", "there is no ply {ply} in a game of {last} {last|move|moves}");
                let right = message!("leave-ply", "leave --ply out for the last position");
                Err(InputError::new(wrong).expected(right).into())
            }
        }
    }

    /// Replays the games of a file.
    fn games(
        &self,
        registry: &Registry,
        out: &mut Output,
        file: &str,
        picture: &mut PictureRequest,
    ) -> Result<(), Failure> {
        let mut lines = InputLines::open(file)?.up_to(LONGEST);
        let (mut last, mut found) = (0, false);
        let mut batch = Batch::new(true);
        while let Some((number, line)) = batch.next(out, &mut lines)? {
            last = number;
            let wanted = self.line.is_none_or(|wanted| wanted == number);
            if !wanted || line.trim().is_empty() || is_totals(&line) {
                continue;
            }
            found = true;
            let every_state = self.line.is_some();
            let replayed = replay_game(registry, out, &line, number, every_state, picture);
            batch.accept(out, number, replayed.map_err(|failure| lines.locate_failure(failure)))?;
        }
        match self.line {
            Some(line) if !found => {
                let wrong = message!("no-game-in-line", "there is no game in line {line}");
                let right = message!("lines-are", "there are {lines} lines", lines = last);
                Err(InputError::new(wrong).expected(right).at(Message::quoted(file)).into())
            }
            _ => batch.end(),
        }
    }
}

/// The position to draw, as the replay passes it.
struct PictureRequest {
    wanted: bool,
    takes_stdout: bool,
    /// After how many moves; after all of them if none is asked for.
    ply: Option<u64>,
    seen: Option<(Backdrop, Scene)>,
    /// The number of the last move.
    last: u64,
}

impl PictureRequest {
    fn new(args: &ReplayArgs) -> Result<PictureRequest, InputError> {
        let wanted = args.figure.targets().next().is_some();
        Ok(PictureRequest {
            wanted,
            takes_stdout: args.figure.takes_stdout()?,
            ply: args.ply,
            seen: None,
            last: 0,
        })
    }

    fn see(&mut self, ply: u64, game: &dyn AnyGame, position: &dyn AnyPosition) {
        self.last = ply;
        if self.wanted && self.ply.is_none_or(|wanted| wanted == ply) {
            self.seen = Some((game.backdrop(), position.scene()));
        }
    }
}

/// The longest line of a game: some millions of moves.
const LONGEST: u64 = 64 * 1024 * 1024;

/// Replays the game of a line, and prints every state or only the end.
fn replay_game(
    registry: &Registry,
    out: &mut Output,
    line: &str,
    number: u64,
    every_state: bool,
    picture: &mut PictureRequest,
) -> Result<(), Failure> {
    let record = GameRecord::read(line)?;
    let game = record.open(registry, &DiskFiles)?;
    let mut failure = Ok(());
    let mut ply = 0;
    record.replay(game.as_ref(), |played, position| {
        ply += u64::from(played.is_some());
        picture.see(ply, game.as_ref(), position);
        let shown = every_state && !picture.takes_stdout;
        if let (Some(played), true, Ok(())) = (played, shown, &failure) {
            failure = ReplayedMove::of(ply, played, position).and_then(|state| out.json(&state));
        }
        Ok(())
    })?;
    failure?;
    if !every_state {
        let GameRecord { key, moves, ending, end, .. } = record;
        out.json(&ReplayedGame { line: number, key, moves: moves.len(), ending, end })?;
    }
    Ok(())
}

/// Plays the move; an error always lists the legal moves.
fn play(position: &mut dyn AnyPosition, text: &str) -> Result<String, InputError> {
    position.play(text).map_err(|error| {
        let legal = position.legal();
        if error.right() == Some(&legal) { error } else { InputError::new(error).expected(legal) }
    })
}

/// A game that was replayed to its end.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayedGame {
    /// The number of the line, from 1.
    line: u64,
    /// The key of the game.
    key: String,
    /// How many moves it has.
    moves: usize,
    /// How it ended.
    ending: Ending,
    /// The last position.
    end: String,
}

/// A move, then the facts of the state after it, which differ from game to game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayedMove {
    /// Its number, from 1.
    ply: u64,
    /// Who made it.
    agent: Turn,
    /// The move.
    action: String,
    #[serde(flatten)]
    facts: Map<String, Value>,
    /// With `--games`, what the record says about the move, as in [games.md](games.md).
    #[serde(skip_serializing_if = "Option::is_none")]
    remarks: Option<Map<String, Value>>,
}

impl ReplayedMove {
    fn new(ply: u64, agent: Turn, action: String, report: Value) -> ReplayedMove {
        let mut facts = if let Value::Object(facts) = report { facts } else { Map::new() };
        // A fact of the same name would be about the state; the move comes first.
        facts.retain(|name, _| !["ply", "agent", "action", "remarks"].contains(&name.as_str()));
        ReplayedMove { ply, agent, action, facts, remarks: None }
    }

    /// A move of a record with what is said about it.
    fn of(ply: u64, played: &MoveRecord, after: &dyn AnyPosition) -> Result<ReplayedMove, Failure> {
        let turn = played.by.unwrap_or(Turn::Over);
        let mut told = ReplayedMove::new(ply, turn, played.action.clone(), after.report());
        if let Value::Object(mut remarks) = serde_json::to_value(played).map_err(std::io::Error::from)? {
            remarks.remove("action");
            told.remarks = Some(remarks);
        }
        Ok(told)
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::AgentId;

    use super::*;

    #[test]
    fn the_move_comes_first_and_is_never_overwritten() {
        let report = serde_json::json!({"score": 9, "ply": 77});
        let answer = ReplayedMove::new(1, Turn::Agent(AgentId(0)), "West".to_owned(), report);
        assert_eq!(
            serde_json::to_string(&answer).unwrap(),
            r#"{"ply":1,"agent":0,"action":"West","score":9}"#
        );
    }
}
