//! `plylab grade`.

use clap::Args;
use plylab_core::{GameRecord, Grade, InputError, Message, Name, Registry, StopFlag, message};
use plylab_lab::grade::{GradedGame, GradedMove, Graders};
use plylab_lab::matches::workers;
use plylab_lab::stats::{Sample, digits};
use plylab_lab::words;
use serde::Serialize;

use super::progress::TaskProgress;
use super::whole;
use crate::batch::{Batch, is_totals};
use crate::failure::Failure;
use crate::files::{DiskFiles, InputLines};
use crate::interrupt::stop_on_interrupt;
use crate::language::{as_typed, named, plus_minus, say};
use crate::output::Output;
use crate::terminal::{Style, table};

/// Grade moves against perfect play.
///
/// Reads games as lines of JSON ('plylab results export', 'plylab match --json --games'; docs/games.md) of games that can be
/// solved, and compares each move with the best one. A move that keeps the value of the position is best; any other
/// loses points, as 'plylab solve' counts them. Moves of a random opening do not count. Ctrl-C prints the totals so far. A
/// line that is wrong is answered by its error, the others by their grades, and the exit status is 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab match connect4 level:3 level:5 -n 20 --json --games | plylab grade -
  plylab results export results/levels | plylab grade - --each
  plylab grade games.jsonl --json")]
pub struct GradeArgs {
    /// The games, one per line; '-' reads standard input.
    #[arg(value_name = "FILE")]
    file: String,

    /// Before the totals, print the first error of every game.
    #[arg(long)]
    each: bool,

    /// Before the totals, print every game with all its moves as one line of JSON, and the totals as another.
    #[arg(long, conflicts_with = "each")]
    json: bool,

    /// Games graded at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1, 64))]
    threads: u64,
}

/// The longest line: a game with all its moves.
const LONGEST_LINE: u64 = 1 << 20;

impl GradeArgs {
    /// Grades.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let mut batch = Batch::new(self.json);
        let games = self.games(out, &mut batch)?;
        let stop = stop_on_interrupt();
        let mut totals = None;
        let mut waiting = TaskProgress::new(games.len() as u64, "games");
        let mut outcome: Result<(), Failure> = Ok(());
        let mut reported = 0;
        workers::run_in_order(
            self.threads as usize,
            games.len() as u64,
            Graders::default,
            |graders, index| grade(registry, graders, &games[index as usize].1, &stop).transpose(),
            |graded| {
                let (line, game) = &games[reported];
                outcome = match batch.accept(out, *line, graded.map_err(Failure::from)) {
                    Ok(Some(graded)) => self.report(game, &graded, totals.get_or_insert_with(Vec::new), out),
                    Ok(None) => Ok(()),
                    Err(failure) => Err(failure),
                };
                reported += 1;
                waiting.update(reported as u64);
                if outcome.is_err() {
                    stop.stop();
                }
                outcome.is_ok()
            },
        );
        drop(waiting);
        outcome?;
        let stopped = reported < games.len();
        match totals {
            Some(totals) if self.json => out.json(&totals)?,
            Some(totals) => out.line(text(&totals, out.style).join("\n"))?,
            None => {}
        }
        if stopped { Err(Failure::Interrupted) } else { batch.end() }
    }

    /// All games, with the numbers of their lines; totals of 'plylab match' are skipped.
    fn games(&self, out: &mut Output, batch: &mut Batch) -> Result<Vec<(u64, GameRecord)>, Failure> {
        let mut lines = InputLines::open(&self.file)?.up_to(LONGEST_LINE);
        let mut games = Vec::new();
        let mut seen = false;
        while let Some((number, line)) = batch.next(out, &mut lines)? {
            let line = line.trim();
            if line.is_empty() || is_totals(line) {
                continue;
            }
            seen = true;
            let game = GameRecord::read(line).map_err(|error| lines.locate(error).into());
            games.extend(batch.accept(out, number, game)?.map(|game| (number, game)));
        }
        if !seen && !batch.refused {
            let wrong = message!("no-game-in-file", "there is no game in it");
            let right =
                message!("use-game-lines", "use lines that 'plylab results export' or 'plylab match' wrote");
            return Err(InputError::new(wrong).expected(right).at(Message::quoted(&self.file)).into());
        }
        Ok(games)
    }

    /// Prints one game, if asked to, and counts it.
    fn report(
        &self,
        game: &GameRecord,
        graded: &GradedGame,
        totals: &mut Vec<AgentGrade>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        for (seat, agent) in game.seats.iter().enumerate() {
            let index = totals.iter().position(|totals| totals.agent == *agent).unwrap_or_else(|| {
                totals.push(AgentGrade { agent: agent.clone(), ..AgentGrade::default() });
                totals.len() - 1
            });
            totals[index].add(seat, graded);
        }
        if self.json {
            let players = game.seats.iter().enumerate().map(|(seat, agent)| PlayerGrade {
                agent,
                grade: graded.grade(seat),
                first_error: graded.first_error(Some(seat)),
            });
            let (players, moves) = (players.collect(), &graded.moves);
            return out.json(&GameGrades { key: &game.key, game: &game.game, players, moves });
        }
        if self.each {
            let text = match graded.first_error(None) {
                None => message!("no-error", "{game}: no error", game = game.key.as_str()),
                Some(error) => {
                    let agent = game.seats.get(error.seat).map_or("", String::as_str);
                    error_text(&game.key, error, agent)
                }
            };
            out.line(say(&text))?;
        }
        Ok(())
    }
}

/// An error in words.
fn error_text(game: &str, error: &GradedMove, agent: &str) -> Message {
    let worth = |points: i32| words::number(f64::from(points));
    let (n, action) = (error.number, Name::of(error.action.as_str()));
    let (after, before) = (worth(error.after), worth(error.before));
    if error.turns_the_game() {
        message!(
            "turning-error",
            "{game}: move {n}, {action} by {agent}: {after} instead of {before}, which changes the result"
        )
    } else {
        message!("first-error", "{game}: move {n}, {action} by {agent}: {after} instead of {before}")
    }
}

/// A graded game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameGrades<'a> {
    /// Which game.
    key: &'a str,
    /// Its spec.
    game: &'a str,
    /// By seat.
    players: Vec<PlayerGrade<'a>>,
    /// Every move.
    moves: &'a [GradedMove],
}

/// The moves of a player in a game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PlayerGrade<'a> {
    /// The agent.
    agent: &'a str,
    #[serde(flatten)]
    grade: Grade,
    /// The first move that was not best.
    first_error: Option<&'a GradedMove>,
}

/// Grades a game; `None` if that was stopped. Moves that are not legal, or lead elsewhere than the line says, are refused.
fn grade(
    registry: &Registry,
    graders: &mut Graders,
    line: &GameRecord,
    stop: &StopFlag,
) -> Result<Option<GradedGame>, InputError> {
    let mut graded = || {
        let game = line.open(registry, &DiskFiles)?;
        let mut chosen = 0;
        line.replay(game.as_ref(), |played, _| {
            chosen += u64::from(played.is_some_and(|played| played.agent().is_some()));
            Ok(())
        })?;
        let start = line.first_position(game.as_ref())?;
        let asked: u64 = line.efforts.iter().map(|effort| effort.moves).sum();
        let opening = if line.efforts.is_empty() { 0 } else { chosen - asked.min(chosen) };
        let oracle = graders.of(registry, &line.game, game.as_ref())?;
        GradedGame::of(oracle, start, &line.moves, opening, stop)
    };
    graded().map_err(|error: InputError| error.at(Message::quoted(&line.key)))
}

/// The number of moves in a stage of the game.
const STAGE: u64 = 8;

/// The moves of an agent in all games.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgentGrade {
    /// The agent.
    agent: String,
    /// Its games.
    games: u64,
    #[serde(flatten)]
    grade: Grade,
    /// The share of best moves.
    best_share: Option<f64>,
    /// Points lost per move.
    points_lost_a_move: Option<f64>,
    /// Games without an error.
    faultless_games: u64,
    /// Games in which an error changed the result.
    games_turned: u64,
    /// The number of the first error, on average.
    mean_first_error: Option<f64>,
    /// For moves 1 to 8, 9 to 16 and so on.
    by_stage: Vec<Grade>,
    /// The share of best moves in each game.
    #[serde(skip)]
    shares: Sample,
    /// Points lost per move in each game.
    #[serde(skip)]
    losses: Sample,
    /// The number of the first error in each game with one.
    #[serde(skip)]
    first_errors: Sample,
}

impl AgentGrade {
    fn add(&mut self, seat: usize, graded: &GradedGame) {
        let grade = graded.grade(seat);
        self.games += 1;
        self.grade.join(&grade);
        (self.best_share, self.points_lost_a_move) = (self.grade.share(), self.grade.mean_lost());
        self.shares.extend(grade.share());
        self.losses.extend(grade.mean_lost());
        let own = || graded.moves.iter().filter(|graded| graded.seat == seat);
        self.games_turned += u64::from(own().any(|graded| graded.lost > 0 && graded.turns_the_game()));
        match graded.first_error(Some(seat)) {
            Some(error) => self.first_errors.add(error.number as f64),
            None => self.faultless_games += 1,
        }
        self.mean_first_error = self.first_errors.mean();
        for graded in own() {
            let stage = ((graded.number - 1) / STAGE) as usize;
            self.by_stage.resize(self.by_stage.len().max(stage + 1), Grade::default());
            self.by_stage[stage].add(graded.lost);
        }
    }
}

/// The totals as two tables: of each agent, and by stage of the game.
fn text(agents: &[AgentGrade], style: Style) -> Vec<String> {
    let heads = [
        message!("agent-head", "agent"),
        message!("games-head", "games"),
        message!("moves-head", "moves"),
        message!("best-moves-head", "best moves"),
        message!("points-lost-head", "points lost per move"),
        message!("faultless-head", "faultless"),
        message!("result-changed-head", "result changed"),
        message!("first-error-head", "first error"),
    ];
    let mut rows = vec![heads.iter().map(say).collect::<Vec<String>>()];
    let number =
        |number: Option<f64>| number.map_or_else(String::new, |number| named(&format!("{number:.2}")));
    let spread = |sample: &Sample, scale: f64| {
        sample.reach().map_or_else(String::new, |reach| {
            let reach = format!("{:.*}", if scale > 1.0 { 1 } else { 2 }, scale * reach);
            format!(" {}{}", plus_minus(style), named(&reach))
        })
    };
    for agent in agents {
        let percent = agent.best_share.map_or_else(String::new, |share| {
            say(&message!("percent-of-moves", "{share} %", share = digits(format!("{:.1}", 100.0 * share))))
        });
        let first = agent.mean_first_error.map_or_else(String::new, |mean| {
            say(&message!("at-move", "move {n}", n = digits(format!("{mean:.1}"))))
        });
        rows.push(vec![
            as_typed(&agent.agent),
            named(&agent.games.to_string()),
            named(&agent.grade.moves.to_string()),
            percent + &spread(&agent.shares, 100.0),
            number(agent.points_lost_a_move) + &spread(&agent.losses, 1.0),
            named(&agent.faultless_games.to_string()),
            named(&agent.games_turned.to_string()),
            first,
        ]);
    }
    let mut lines = table(&rows, 1);
    lines.push(String::new());
    let stages = agents.iter().map(|agent| agent.by_stage.len()).max().unwrap_or(0);
    let by_move = message!("lost-by-move", "points lost per move, by move of the game");
    let heads =
        (0..stages as u64).map(|stage| named(&format!("{}-{}", stage * STAGE + 1, (stage + 1) * STAGE)));
    let mut rows: Vec<Vec<String>> = vec![std::iter::once(say(&by_move)).chain(heads).collect()];
    rows.extend(agents.iter().map(|agent| {
        let lost = agent.by_stage.iter().map(|grade| number(grade.mean_lost()));
        let mut row: Vec<String> = std::iter::once(as_typed(&agent.agent)).chain(lost).collect();
        row.resize(stages + 1, String::new());
        row
    }));
    lines.extend(table(&rows, 1));
    lines
}
