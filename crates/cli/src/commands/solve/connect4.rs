//! Solves positions of Connect Four by search.

use std::time::{Duration, Instant};

use plylab_core::{Game as _, InputError, Message, Name, Notation as _, Outcome, StopFlag, Turn, message};
use plylab_games::connect4::{Column, ConnectFour, ConnectFourState};
use plylab_lab::words;
use plylab_solve::connect4::{Control, Goal, ScoredMove, Solver, SolverSettings, Stopped};
use serde::Serialize;

use super::super::progress::bar;
use super::{SolveArgs, best_legend, ending, line_of, starred};
use crate::batch::Batch;
use crate::failure::Failure;
use crate::files::{STDIN, standard_input};
use crate::interrupt::stop_on_interrupt;
use crate::language::{named, say};
use crate::output::Output;
use crate::terminal::{signed, table};
use crate::typed::{Typed, next_line};

impl SolveArgs {
    /// Solves a position, or all positions of standard input.
    pub(super) fn connect_four(&self, game: &ConnectFour, out: &mut Output) -> Result<(), Failure> {
        let mut settings = SolverSettings::default();
        let number = |given: Option<u64>| given.and_then(|number| usize::try_from(number).ok());
        settings.threads = number(self.threads).unwrap_or(settings.threads);
        settings.table_megabytes = number(self.table).unwrap_or(settings.table_megabytes);
        if self.no_book {
            settings.book_plies = 0;
        }
        let solver = Solver::new(game, settings)?;
        let mut answering = Answering { args: self, game, solver, stop: stop_on_interrupt() };
        let Some(position) = self.position.as_deref().filter(|&position| position != STDIN) else {
            return answering.answer_lines(out);
        };
        let state = game.parse_position(position)?;
        let answer = answering.answer(&state)?;
        if self.json {
            return out.json(&answer);
        }
        for line in answering.words(&state, &answer) {
            out.line(line)?;
        }
        Ok(())
    }
}

/// Answers positions of Connect Four one after the other.
struct Answering<'a> {
    args: &'a SolveArgs,
    game: &'a ConnectFour,
    solver: Solver,
    stop: StopFlag,
}

/// The score of a position, and of each move and the best line if they are asked for.
type Solved = (i32, Option<Vec<ScoredMove>>, Option<Vec<Column>>);

/// A solved position of Connect Four.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConnectFourAnswer {
    /// The game.
    game: String,
    /// The position.
    position: String,
    /// Whose turn it is; null when the game is over.
    to_move: Option<String>,
    /// For the side to move.
    outcome: Outcome,
    /// The exact score; not with `--weak`.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// Moves to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<i32>,
    /// Perfect play.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    /// With `--all`, every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<ConnectFourMove>>,
    /// Nodes searched.
    nodes: u64,
    /// How long it took.
    seconds: f64,
}

/// A move of a solved position of Connect Four.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ConnectFourMove {
    /// The move.
    action: String,
    /// Its outcome.
    outcome: Outcome,
    /// Its score.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// Is there no better one?
    best: bool,
}

fn outcome_of(score: i32) -> Outcome {
    match score.signum() {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

impl Answering<'_> {
    /// The score, and what else was asked for.
    fn solve(&mut self, state: &ConnectFourState, with_line: bool) -> Result<Solved, Failure> {
        let goal = if self.args.weak { Goal::Outcome } else { Goal::Score };
        let bar = bar(None, "{spinner} {elapsed} {msg}");
        let mut shown = Instant::now();
        let mut control = Control::new(self.stop.clone()).on_progress(|progress| {
            if bar.elapsed() < PROGRESS_DELAY || shown.elapsed() < PACE {
                return;
            }
            shown = Instant::now();
            let n = Name::of(format!("{:.1}", progress.nodes as f64 / 1e6));
            let [lower, upper] =
                [progress.lower, progress.upper].map(|bound| words::number(f64::from(bound)));
            bar.set_message(say(&message!("solving", "{n} million positions, score {lower} to {upper}")));
            bar.tick();
        });
        let mut solve = || {
            let score = self.solver.score(state, goal, &mut control)?;
            let moves = self.args.all.then(|| self.solver.moves(state, goal, &mut control)).transpose()?;
            let line = with_line.then(|| self.solver.line(state, &mut control)).transpose()?;
            Ok((score, moves, line))
        };
        solve().map_err(|Stopped| Failure::Interrupted)
    }

    fn answer(&mut self, state: &ConnectFourState) -> Result<ConnectFourAnswer, Failure> {
        let started = Instant::now();
        let nodes = self.solver.nodes();
        let weak = self.args.weak;
        let (score, moves, line) = self.solve(state, !weak)?;
        let best = moves.iter().flatten().map(|scored| scored.score).max();
        let judged = |scored: &ScoredMove| ConnectFourMove {
            action: self.game.action_text(state, scored.column),
            outcome: outcome_of(scored.score),
            score: (!weak).then_some(scored.score),
            best: Some(scored.score) == best,
        };
        let plies = line.as_ref().map(|line| line.len() as i32);
        let text = |column: Column| self.game.action_text(state, column);
        Ok(ConnectFourAnswer {
            game: self.args.game.clone(),
            position: self.game.position_text(state),
            to_move: self.name(state, 0).filter(|_| self.game.turn(state) != Turn::Over),
            outcome: outcome_of(score),
            score: (!weak).then_some(score),
            plies,
            line: line.map(|line| line.into_iter().map(text).collect()),
            moves: moves.as_ref().map(|moves| moves.iter().map(judged).collect()),
            nodes: self.solver.nodes() - nodes,
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    /// The side to move, or the one `later` moves later.
    fn name(&self, state: &ConnectFourState, later: usize) -> Option<String> {
        let sides = &self.game.info().agents;
        sides.get((state.played() as usize + later) % sides.len().max(1)).cloned()
    }

    /// The answer as text.
    fn words(&self, state: &ConnectFourState, answer: &ConnectFourAnswer) -> Vec<String> {
        let winner = usize::from(answer.outcome == Outcome::Loss);
        let ending = ending(answer.outcome, self.name(state, winner).unwrap_or_default());
        if answer.to_move.is_none() {
            return vec![say(&message!("over-with", "the game is over: {ending}"))];
        }
        let mut lines = Vec::new();
        lines.push(say(&match (answer.score, answer.plies) {
            (Some(score), Some(plies)) => {
                let score = words::number(f64::from(score));
                message!("ends-in-with-score", "{ending} in {plies} {plies|ply|plies}, score {score}")
            }
            _ => ending,
        }));
        lines.extend(answer.line.as_ref().map(|line| say(&line_of(line))));
        if let Some(moves) = &answer.moves {
            let heading = match self.args.weak {
                true => message!("outcome-head", "outcome"),
                false => message!("score-head", "score"),
            };
            let mut rows = vec![vec![say(&message!("move-head", "move")), say(&heading)]];
            rows.extend(moves.iter().map(|judged| {
                let worth = match judged.score {
                    Some(score) => signed(f64::from(score)),
                    None => judged.outcome.to_string(),
                };
                vec![named(&judged.action), starred(judged.best, named(&worth))]
            }));
            lines.push(String::new());
            lines.extend(table(&rows, 1));
            lines.push(best_legend());
        }
        lines
    }

    /// Answers every line of standard input with one line.
    fn answer_lines(&mut self, out: &mut Output) -> Result<(), Failure> {
        let mut number = 0;
        let mut batch = Batch::new(self.args.json);
        loop {
            number += 1;
            let line = match batch.accept(out, number, next_line(&self.stop).map_err(Failure::from))? {
                Some(Typed::Line(line)) => line,
                Some(Typed::End) => return batch.end(),
                Some(Typed::Stopped) => return Err(Failure::Interrupted),
                None => continue,
            };
            let located = |error: InputError| error.at(Message::line(number as usize)).at(standard_input());
            let state = self.game.parse_position(&line).map_err(|error| located(error).into());
            let Some(state) = batch.accept(out, number, state)? else { continue };
            if self.args.json {
                let answer = self.answer(&state)?;
                out.json(&answer)?;
                continue;
            }
            let (score, moves, _) = self.solve(&state, false)?;
            let mut words = vec![line, score.to_string()];
            if let Some(moves) = moves {
                words.extend((0..self.game.columns()).map(|column| {
                    let scored = moves.iter().find(|scored| scored.column == Column(column));
                    scored.map_or_else(|| "-".to_owned(), |scored| scored.score.to_string())
                }));
            }
            out.line(words.join(" ").trim_start())?;
        }
    }
}

/// A shorter search shows no progress.
const PROGRESS_DELAY: Duration = Duration::from_millis(500);

/// How often it is updated.
const PACE: Duration = Duration::from_millis(100);
