//! Looks positions of SIM up in the complete solution.

use plylab_core::{Game as _, InputError, Name, Notation as _, Outcome, Seed, Turn, message};
use plylab_games::sim::{Sim, SimState};
use plylab_solve::sim::SimTable;
use serde::Serialize;

use super::{SolveArgs, best_legend, ending, line_of, starred};
use crate::batch::Batch;
use crate::failure::Failure;
use crate::files::{InputLines, STDIN};
use crate::language::{named, say};
use crate::output::Output;
use crate::terminal::table;

impl SolveArgs {
    /// Looks a position up, or all positions of standard input.
    pub(super) fn sim(&self, game: &Sim, out: &mut Output) -> Result<(), Failure> {
        let solution = SimTable::new(game)?;
        let state = match self.position.as_deref() {
            Some(STDIN) => return self.sim_lines(game, &solution, out),
            Some(text) => game.parse_position(text)?,
            None => game.initial(Seed::default()),
        };
        let answer = self.sim_answer(game, &solution, &state)?;
        if self.json { out.json(&answer) } else { answer.print(out) }
    }

    /// Answers every line of standard input: with one line of JSON, or in words with a blank line between answers.
    fn sim_lines(&self, game: &Sim, solution: &SimTable, out: &mut Output) -> Result<(), Failure> {
        let mut lines = InputLines::open(STDIN)?;
        let mut batch = Batch::new(self.json);
        let mut answered = false;
        while let Some((number, line)) = batch.next(out, &mut lines)? {
            let state = game.parse_position(line.trim());
            let answer = state.and_then(|state| self.sim_answer(game, solution, &state));
            let answer = answer.map_err(|error| lines.locate(error).into());
            let Some(answer) = batch.accept(out, number, answer)? else { continue };
            if self.json {
                out.json(&answer)?;
                continue;
            }
            if std::mem::replace(&mut answered, true) {
                out.line("")?;
            }
            answer.print(out)?;
        }
        batch.end()
    }

    fn sim_answer(&self, game: &Sim, solution: &SimTable, state: &SimState) -> Result<SimAnswer, InputError> {
        let verdict = solution.verdict(game, state).ok_or_else(|| {
            InputError::new(message!("position-unreachable", "this position cannot be reached"))
        })?;
        let name = |agent: usize| game.info().agents.get(agent).map_or("", String::as_str);
        let mover = state.side().index();
        let winner = if verdict.outcome == Outcome::Loss { 1 - mover } else { mover };
        let text = |edge| game.action_text(state, edge);
        let moves = self.all.then(|| {
            let moves = solution.moves(game, state).into_iter().map(|judged| SimMove {
                action: text(judged.edge),
                outcome: judged.outcome,
                plies: judged.moves_left,
                chance_against_random: judged.against_random.to_string(),
                best: judged.best,
                exploits: judged.exploits,
            });
            moves.collect()
        });
        Ok(SimAnswer {
            game: self.game.clone(),
            position: game.position_text(state),
            to_move: (game.turn(state) != Turn::Over).then(|| name(mover).to_owned()),
            outcome: verdict.outcome,
            plies: verdict.moves_left,
            chance_against_random: verdict.against_random.to_string(),
            line: solution.line(game, state).into_iter().map(text).collect(),
            moves,
            winner: name(winner).to_owned(),
            chance: verdict.against_random.as_f64(),
        })
    }
}

/// A solved position of SIM.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SimAnswer {
    /// The game.
    game: String,
    /// The position.
    position: String,
    /// Whose turn it is; null when the game is over.
    to_move: Option<String>,
    /// For the side to move.
    outcome: Outcome,
    /// Moves to the end of the game.
    plies: u32,
    /// The best chance against a random opponent, as a fraction.
    chance_against_random: String,
    /// Perfect play.
    line: Vec<String>,
    /// With `--all`, every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<SimMove>>,
    /// Who wins under perfect play.
    #[serde(skip)]
    winner: String,
    /// The best chance against a random opponent.
    #[serde(skip)]
    chance: f64,
}

impl SimAnswer {
    /// In words.
    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        let ending = ending(self.outcome, self.winner.as_str());
        let Some(mover) = &self.to_move else {
            return out.line(say(&message!("over-with", "the game is over: {ending}")));
        };
        let plies = self.plies;
        out.line(say(&message!("ends-in", "{ending} in {plies} {plies|ply|plies}")))?;
        let (name, chance) = (Name::of(mover.as_str()), self.chance_against_random.as_str());
        let percent = Name::of(format!("{:.3}", 100.0 * self.chance));
        out.line(say(&message!(
            "chance-against-random",
            "{name}'s best chance against a random opponent: {chance} ({percent} %)"
        )))?;
        out.line(say(&line_of(&self.line)))?;
        if let Some(moves) = &self.moves {
            let heads = [
                message!("move-head", "move"),
                message!("outcome-head", "outcome"),
                message!("plies-head", "plies"),
                message!("against-random-head", "against random"),
            ];
            let mut rows = vec![heads.iter().map(say).collect()];
            rows.extend(moves.iter().map(|judged| {
                vec![
                    named(&judged.action),
                    named(&judged.outcome.to_string()),
                    starred(judged.best, named(&judged.plies.to_string())),
                    starred(judged.exploits, judged.chance_against_random.clone()),
                ]
            }));
            out.line("")?;
            out.line(table(&rows, 2).join("\n"))?;
            out.line(best_legend())?;
        }
        Ok(())
    }
}

/// A move of a solved position of SIM.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SimMove {
    /// The move.
    action: String,
    /// Its outcome.
    outcome: Outcome,
    /// Moves to the end of the game.
    plies: u32,
    /// Its chance against a random opponent.
    chance_against_random: String,
    /// Is there no better one?
    best: bool,
    /// Has it the best chance against a random opponent?
    exploits: bool,
}
