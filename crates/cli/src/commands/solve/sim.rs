//! Looks positions of SIM up in the complete solution.

use plylab_core::{Game as _, InputError, Name, Notation as _, Outcome, Seed, Turn, message};
use plylab_games::sim::Sim;
use plylab_solve::sim::SimTable;
use serde::Serialize;

use super::{SolveArgs, best_legend, ending, line_of, starred};
use crate::failure::Failure;
use crate::files::{STDIN, read_stdin, standard_input};
use crate::language::{named, said};
use crate::output::Output;
use crate::terminal::table;

impl SolveArgs {
    /// Looks a position up.
    pub(super) fn sim(&self, game: &Sim, out: &mut Output) -> Result<(), Failure> {
        let solution = SimTable::new(game)?;
        let state = match self.position.as_deref() {
            Some(STDIN) => game.parse_position(&read_stdin()?).map_err(|error| error.at(standard_input()))?,
            Some(text) => game.parse_position(text)?,
            None => game.initial(Seed::default()),
        };
        let verdict = solution.verdict(game, &state).ok_or_else(|| {
            InputError::new(message!("position-unreachable", "this position cannot be reached"))
        })?;
        let name = |agent: usize| game.info().agents.get(agent).map_or("", String::as_str);
        let mover = state.side().index();
        let text = |edge| game.action_text(&state, edge);
        let answer = SimAnswer {
            game: self.game.clone(),
            position: game.position_text(&state),
            to_move: (game.turn(&state) != Turn::Over).then(|| name(mover).to_owned()),
            outcome: verdict.outcome,
            plies: verdict.moves_left,
            chance_against_random: verdict.against_random.to_string(),
            line: solution.line(game, &state).into_iter().map(text).collect(),
            moves: self.all.then(|| {
                let judged = solution.moves(game, &state);
                judged
                    .iter()
                    .map(|judged| SimMove {
                        action: text(judged.edge),
                        outcome: judged.outcome,
                        plies: judged.moves_left,
                        chance_against_random: judged.against_random.to_string(),
                        best: judged.best,
                        exploits: judged.exploits,
                    })
                    .collect()
            }),
        };
        if self.json {
            return out.json(&answer);
        }
        let winner = if verdict.outcome == Outcome::Loss { 1 - mover } else { mover };
        let ending = ending(verdict.outcome, name(winner));
        if answer.to_move.is_none() {
            return out.line(said(&message!("over-with", "the game is over: {ending}", ending)));
        }
        let plies = answer.plies;
        out.line(said(&message!("ends-in", "{ending} in {plies} {plies|ply|plies}", ending, plies)))?;
        out.line(said(&message!(
            "chance-against-random",
            "{name}'s best chance against a random opponent: {chance} ({percent} %)",
            name = Name::of(name(mover)),
            chance = answer.chance_against_random.as_str(),
            percent = Name::of(format!("{:.3}", 100.0 * verdict.against_random.as_f64()))
        )))?;
        out.line(said(&line_of(&answer.line)))?;
        if let Some(moves) = &answer.moves {
            let heads = [
                message!("move-head", "move"),
                message!("outcome-head", "outcome"),
                message!("plies-head", "plies"),
                message!("against-random-head", "against random"),
            ];
            let mut rows = vec![heads.iter().map(said).collect()];
            rows.extend(moves.iter().map(SimMove::row));
            out.line("")?;
            out.line(table(&rows, 2).join("\n"))?;
            out.line(best_legend())?;
        }
        Ok(())
    }
}

/// The answer for a position of SIM.
#[derive(Serialize)]
struct SimAnswer {
    game: String,
    position: String,
    to_move: Option<String>,
    outcome: Outcome,
    plies: u32,
    chance_against_random: String,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<SimMove>>,
}

#[derive(Serialize)]
struct SimMove {
    action: String,
    outcome: Outcome,
    plies: u32,
    chance_against_random: String,
    best: bool,
    exploits: bool,
}

impl SimMove {
    fn row(&self) -> Vec<String> {
        vec![
            named(&self.action),
            named(&self.outcome.to_string()),
            starred(self.best, named(&self.plies.to_string())),
            starred(self.exploits, self.chance_against_random.clone()),
        ]
    }
}
