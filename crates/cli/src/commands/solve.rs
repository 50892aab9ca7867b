//! `plylab solve`.

mod pacman;

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use plylab_core::{Game as _, InputError, Notation as _, Outcome, Seed, Spec, StopFlag, Turn};
use plylab_games::connect4::{self, Column, ConnectFour};
use plylab_games::pacman::{Classic, Grid};
use plylab_games::registry::Registered;
use plylab_games::sim::Sim;
use plylab_solve::connect4::{Control, Goal, Progress, ScoredMove, Settings, Solver, Stopped};
use plylab_solve::sim::SimTable;
use serde::Serialize;

use super::thinking::plural;
use super::whole;
use crate::failure::Failure;
use crate::files::DiskFiles;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::terminal::{signed, table};
use crate::typed::{Typed, next_line};

/// Tell what a position is worth when nobody errs, and what is certain of Pac-Man.
///
/// Connect Four is solved by search, on every board on which four in a row win. Its scores are those of other solvers: 0
/// is a draw; otherwise the score is the number of stones that the winner has left when he wins, plus one, positive if the
/// side to move wins and negative if it loses. SIM, on up to seven points, is solved as a whole, and the answer says also
/// how well one can do against somebody who takes any edge.
///
/// Of Pac-Man, pacman or grid, the shortest walk that eats everything is found, ghosts aside, and with it the most points that
/// can be had. With --agent every way a game of that agent can go is followed, so that its chance to win and its mean score
/// are exact; that needs a small maze, and an agent that decides by the position alone.
///
/// Without a position Connect Four reads standard input, one position a line, and answers each with one line: the
/// position, its score, and with --all the score of every column, '-' where it is full. An empty line is the empty board.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab solve connect4 44444432
  plylab solve connect4 44444432 --all
  plylab solve connect4 \"\" --threads 2 --table 1024     the empty board
  plylab solve connect4:columns=5,rows=5 \"\" --json
  cut -d' ' -f1 POSITIONS | plylab solve connect4 --weak
  plylab solve sim
  plylab solve sim \"AB CD EF\" --all
  plylab solve grid
  plylab solve pacman --layout trap --agent expectimax:depth=3 --ghosts random")]
pub struct SolveArgs {
    /// The game: connect4, sim, pacman or grid, with settings if you like (see 'plylab games').
    game: String,

    /// The position in the game's notation: the columns played, or the edges.
    position: Option<String>,

    /// Find out only who wins, which takes less time (Connect Four).
    #[arg(long)]
    weak: bool,

    /// Judge every legal move.
    #[arg(long)]
    all: bool,

    /// Answer in JSON: one object a position.
    #[arg(long)]
    json: bool,

    /// How many threads search at once (Connect Four).
    #[arg(long, value_name = "N", value_parser = whole(1, 64))]
    threads: Option<u64>,

    /// The size of the table of positions already searched, in megabytes (Connect Four) [default: 256].
    #[arg(long, value_name = "MB", value_parser = whole(1, 1 << 20))]
    table: Option<u64>,

    /// Search also where the opening book knows the answer (Connect Four).
    #[arg(long)]
    no_book: bool,

    /// The maze, short for the setting layout=NAME|FILE (Pac-Man).
    #[arg(long, value_name = "NAME|FILE")]
    layout: Option<String>,

    /// The agent whose chances are told exactly (Pac-Man).
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,

    /// Who plays the ghosts against it: random, directional or another agent (Pac-Man) [default: random].
    #[arg(long, value_name = "AGENT", requires = "agent")]
    ghosts: Option<String>,

    /// The most positions that are followed for it (Pac-Man) [default: 1000000].
    #[arg(long, value_name = "N", requires = "agent", value_parser = whole(1, u32::MAX as u64))]
    positions: Option<u64>,
}

impl SolveArgs {
    /// Solves.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let spec: Spec = self.game.parse()?;
        if let Some(game) = open_as::<ConnectFour>(&spec)? {
            self.refuse("Connect Four", &self.for_pacman())?;
            return self.connect_four(&game, out);
        }
        if let Some(game) = open_as::<Sim>(&spec)? {
            self.refuse(
                "SIM, which is solved as a whole",
                &[self.for_connect_four(), self.for_pacman()].concat(),
            )?;
            return self.sim(&game, out);
        }
        let spec = match &self.layout {
            Some(layout) => spec.with("layout", layout),
            None => spec,
        };
        if let Some(game) = open_as::<Classic>(&spec)? {
            return self.pacman(&spec, &game, out);
        }
        if let Some(game) = open_as::<Grid>(&spec)? {
            return self.pacman(&spec, &game, out);
        }
        Err(InputError::new(format!("'{}' cannot be solved", spec.name))
            .expected("use connect4, sim, pacman or grid")
            .into())
    }

    /// The flags that only Connect Four knows, and whether they are given.
    fn for_connect_four(&self) -> Vec<(&'static str, bool)> {
        vec![
            ("--weak", self.weak),
            ("--threads", self.threads.is_some()),
            ("--table", self.table.is_some()),
            ("--no-book", self.no_book),
        ]
    }

    /// The flags that only Pac-Man knows, and whether they are given.
    fn for_pacman(&self) -> Vec<(&'static str, bool)> {
        vec![("--layout", self.layout.is_some()), ("--agent", self.agent.is_some())]
    }

    /// Flags that mean nothing to a game are an error.
    fn refuse(&self, game: &str, flags: &[(&str, bool)]) -> Result<(), InputError> {
        match flags.iter().find(|(_, given)| *given) {
            Some((flag, _)) => {
                Err(InputError::new(format!("{flag} means nothing to {game}")).expected("leave it out"))
            }
            None => Ok(()),
        }
    }

    fn connect_four(&self, game: &ConnectFour, out: &mut Output) -> Result<(), Failure> {
        let mut settings = Settings::default();
        let number = |given: Option<u64>| given.and_then(|number| usize::try_from(number).ok());
        settings.threads = number(self.threads).unwrap_or(settings.threads);
        settings.table_megabytes = number(self.table).unwrap_or(settings.table_megabytes);
        settings.book = !self.no_book;
        let solver = Solver::new(game, settings)?;
        let mut desk = Desk { args: self, game, solver, stop: stop_on_interrupt() };
        let Some(position) = &self.position else { return desk.answer_lines(out) };
        let state = game.parse_position(position)?;
        let answer = desk.answer(&state)?;
        if self.json {
            return out.json(&answer);
        }
        for line in desk.words(&state, &answer) {
            out.line(line)?;
        }
        Ok(())
    }

    fn sim(&self, game: &Sim, out: &mut Output) -> Result<(), Failure> {
        let solution = SimTable::new(game)?;
        let state = match &self.position {
            Some(text) => game.parse_position(text)?,
            None => game.initial(Seed::default()),
        };
        let verdict = solution
            .verdict(game, &state)
            .ok_or_else(|| InputError::new("play cannot lead to this position"))?;
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
        let ending = match verdict.outcome {
            Outcome::Win => format!("{} wins", name(mover)),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Loss => format!("{} wins", name(1 - mover)),
        };
        if answer.to_move.is_none() {
            return out.line(format!("the game is over: {ending}"));
        }
        out.line(format!("{ending} in {}", plural(u64::from(answer.plies), "ply", "plies")))?;
        let percent = 100.0 * verdict.against_random.as_f64();
        out.line(format!(
            "{}'s best chance against somebody who takes any edge: {} ({percent:.3} %)",
            name(mover),
            answer.chance_against_random,
        ))?;
        out.line(format!("line: {}", answer.line.join(" ")))?;
        if let Some(moves) = &answer.moves {
            let mut rows = vec![["move", "outcome", "plies", "against random"].map(str::to_owned).to_vec()];
            rows.extend(moves.iter().map(SimMove::row));
            out.line("")?;
            out.line(table(&rows, 2).join("\n"))?;
            out.line(BEST)?;
        }
        Ok(())
    }
}

/// The game that a spec names, if it is that one.
pub fn open_as<G: Registered>(spec: &Spec) -> Result<Option<G>, InputError> {
    if G::KIND.name != spec.name && !G::KIND.aliases.contains(&spec.name.as_str()) {
        return Ok(None);
    }
    G::open(&spec.params(G::KIND.keys)?, &DiskFiles).map(Some)
}

/// What is told of a position of SIM.
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
            self.action.clone(),
            self.outcome.to_string(),
            starred(self.best, self.plies.to_string()),
            starred(self.exploits, self.chance_against_random.clone()),
        ]
    }
}

/// Below a table with stars in it.
const BEST: &str = "* best";

fn starred(best: bool, text: String) -> String {
    if best { format!("* {text}") } else { text }
}

/// Where positions of Connect Four are answered one after the other.
struct Desk<'a> {
    args: &'a SolveArgs,
    game: &'a ConnectFour,
    solver: Solver,
    stop: StopFlag,
}

/// What the solver says of a position.
struct Solved {
    score: i32,
    moves: Option<Vec<ScoredMove>>,
    line: Option<Vec<Column>>,
}

/// What is told of a position of Connect Four.
#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    to_move: Option<String>,
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    /// Moves to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct Move {
    action: String,
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    best: bool,
}

fn outcome_of(score: i32) -> Outcome {
    match score.signum() {
        1 => Outcome::Win,
        0 => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

impl Desk<'_> {
    fn goal(&self) -> Goal {
        if self.args.weak { Goal::Outcome } else { Goal::Score }
    }

    /// The score, and what was asked for besides.
    fn solve(&mut self, state: &connect4::State, with_line: bool) -> Result<Solved, Failure> {
        let goal = self.goal();
        let watch = Watch::default();
        let mut control = Control::new(self.stop.clone()).on_progress(|progress| watch.show(progress));
        let mut solve = || {
            let score = self.solver.score(state, goal, &mut control)?;
            let moves = self.args.all.then(|| self.solver.moves(state, goal, &mut control)).transpose()?;
            let line = with_line.then(|| self.solver.line(state, &mut control)).transpose()?;
            Ok(Solved { score, moves, line })
        };
        let solved = solve();
        drop(control);
        watch.end();
        solved.map_err(|Stopped| Failure::Interrupted)
    }

    fn answer(&mut self, state: &connect4::State) -> Result<Answer, Failure> {
        let started = Instant::now();
        let nodes = self.solver.nodes();
        let weak = self.args.weak;
        let Solved { score, moves, line } = self.solve(state, !weak)?;
        let best = moves.iter().flatten().map(|scored| scored.score).max();
        let judged = |scored: &ScoredMove| Move {
            action: self.game.action_text(state, scored.column),
            outcome: outcome_of(scored.score),
            score: (!weak).then_some(scored.score),
            best: Some(scored.score) == best,
        };
        let plies = line.as_ref().map(|line| line.len() as i32);
        let text = |column: Column| self.game.action_text(state, column);
        Ok(Answer {
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
    fn name(&self, state: &connect4::State, later: usize) -> Option<String> {
        let sides = &self.game.info().agents;
        sides.get((state.played() as usize + later) % sides.len().max(1)).cloned()
    }

    /// The answer for people.
    fn words(&self, state: &connect4::State, answer: &Answer) -> Vec<String> {
        let ending = match answer.outcome {
            Outcome::Win => format!("{} wins", self.name(state, 0).unwrap_or_default()),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Loss => format!("{} wins", self.name(state, 1).unwrap_or_default()),
        };
        if answer.to_move.is_none() {
            return vec![format!("the game is over: {ending}")];
        }
        let mut lines = Vec::new();
        lines.push(match (answer.score, answer.plies) {
            (Some(score), Some(plies)) => {
                let score = signed(f64::from(score));
                format!("{ending} in {}, score {score}", plural(plies as u64, "ply", "plies"))
            }
            _ => ending,
        });
        if let Some(line) = &answer.line {
            lines.push(format!("line: {}", line.join(" ")));
        }
        if let Some(moves) = &answer.moves {
            let heading = if self.args.weak { "outcome" } else { "score" };
            let mut rows = vec![vec!["move".to_owned(), heading.to_owned()]];
            rows.extend(moves.iter().map(|judged| {
                let worth = match judged.score {
                    Some(score) => signed(f64::from(score)),
                    None => judged.outcome.to_string(),
                };
                vec![judged.action.clone(), starred(judged.best, worth)]
            }));
            lines.push(String::new());
            lines.extend(table(&rows, 1));
            lines.push(BEST.to_owned());
        }
        lines
    }

    /// One answer a line, for as long as there are positions.
    fn answer_lines(&mut self, out: &mut Output) -> Result<(), Failure> {
        let mut number = 0;
        loop {
            let line = match next_line(&self.stop)? {
                Typed::Line(line) => line,
                Typed::End => return Ok(()),
                Typed::Stopped => return Err(Failure::Interrupted),
            };
            number += 1;
            let state = self
                .game
                .parse_position(&line)
                .map_err(|error| error.at(format!("line {number}")).at("standard input"))?;
            if self.args.json {
                let answer = self.answer(&state)?;
                out.json(&answer)?;
                continue;
            }
            let Solved { score, moves, .. } = self.solve(&state, false)?;
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

/// What people see of a long search while they wait.
#[derive(Default)]
struct Watch(std::cell::RefCell<Option<Shown>>);

struct Shown {
    started: Instant,
    told: Instant,
    bar: ProgressBar,
}

/// What is over sooner needs no word.
const PATIENCE: Duration = Duration::from_millis(500);
/// How often it changes.
const PACE: Duration = Duration::from_millis(100);

impl Watch {
    fn show(&self, progress: &Progress) {
        let mut shown = self.0.borrow_mut();
        let now = Instant::now();
        let shown = shown.get_or_insert_with(|| Shown { started: now, told: now, bar: bar() });
        if now - shown.started < PATIENCE || now - shown.told < PACE {
            return;
        }
        shown.told = now;
        shown.bar.set_message(format!(
            "{:.1} million positions, score {} to {}",
            progress.nodes as f64 / 1e6,
            signed(f64::from(progress.lower)),
            signed(f64::from(progress.upper))
        ));
        shown.bar.tick();
    }

    fn end(&self) {
        if let Some(shown) = self.0.borrow().as_ref() {
            shown.bar.finish_and_clear();
        }
    }
}

fn bar() -> ProgressBar {
    let bar = if io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar
}
