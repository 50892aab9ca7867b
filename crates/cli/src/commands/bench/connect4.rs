//! `plylab bench connect4`.

use std::time::Instant;

use clap::Args;
use plylab_core::{InputError, Notation as _, message};
use plylab_games::connect4::{ConnectFour, ConnectFourState};
use plylab_solve::connect4::{Control, Goal, Settings, Solver};
use serde::Serialize;

use super::super::whole;
use crate::failure::Failure;
use crate::files::Lines;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::terminal::table;

/// Measure the Connect Four solver on files of positions.
///
/// Each line of a file has a position and its score, like the public test sets for Connect Four solvers: '44444432
/// -2'. The solver clears its transposition table before every position and uses no book. Scores that differ from the
/// file are counted; any difference ends the program with status 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab bench connect4 --set Test_L2_R1
  plylab bench connect4 --set Test_L1_R1 --set Test_L1_R2 --count 100 --json")]
pub struct ConnectFourArgs {
    /// A file of positions and scores; '-' reads standard input. May be given more than once.
    #[arg(long = "set", value_name = "FILE", required = true)]
    sets: Vec<String>,

    /// The maximum number of positions of each file.
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX))]
    count: Option<u64>,

    /// The number of search threads.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(1, 64))]
    threads: u64,

    /// The size of the transposition table in megabytes.
    #[arg(long, value_name = "MB", default_value = "256", value_parser = whole(1, 1 << 20))]
    table: u64,

    /// Answer in JSON: one object per file.
    #[arg(long)]
    json: bool,
}

/// A position of a file, and its score.
struct Task {
    state: ConnectFourState,
    score: i32,
}

/// What was measured on one file.
#[derive(Serialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolverBench {
    /// The file.
    set: String,
    /// Positions solved.
    positions: usize,
    /// How long all took.
    seconds: f64,
    /// Nodes searched.
    nodes: u64,
    /// Scores that differ from those in the file.
    wrong: usize,
}

impl SolverBench {
    fn row(&self) -> Vec<String> {
        let count = self.positions.max(1) as f64;
        vec![
            self.set.clone(),
            self.positions.to_string(),
            format!("{:.1}", self.seconds / count * 1e6),
            format!("{:.1}", self.nodes as f64 / count),
            format!("{:.2}", self.nodes as f64 / self.seconds.max(1e-9) / 1e6),
            self.wrong.to_string(),
        ]
    }
}

impl ConnectFourArgs {
    /// Measures.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let game = ConnectFour::default();
        let number = |given: u64| usize::try_from(given).unwrap_or(usize::MAX);
        let limit = self.count.map_or(usize::MAX, number);
        // Read all files before measuring.
        let sets: Vec<Vec<Task>> =
            self.sets.iter().map(|file| read(&game, file, limit)).collect::<Result<_, _>>()?;
        let settings =
            Settings { threads: number(self.threads), table_megabytes: number(self.table), book_plies: 0 };
        let mut solver = Solver::new(&game, settings)?;
        // The system maps memory at first use; keep that out of the measurement.
        solver.use_whole_table();
        let stop = stop_on_interrupt();
        let mut all = Vec::new();
        for (set, tasks) in self.sets.iter().zip(&sets) {
            let mut measured = SolverBench { set: set.clone(), ..SolverBench::default() };
            for task in tasks {
                solver.clear_table();
                let (nodes, start) = (solver.nodes(), Instant::now());
                let Ok(score) = solver.score(&task.state, Goal::Score, &mut Control::new(stop.clone()))
                else {
                    break;
                };
                measured.seconds += start.elapsed().as_secs_f64();
                measured.nodes += solver.nodes() - nodes;
                measured.positions += 1;
                measured.wrong += usize::from(score != task.score);
            }
            if self.json {
                out.json(&measured)?;
            }
            all.push(measured);
            if stop.is_stopped() {
                break;
            }
        }
        if !self.json {
            let heading = ["set", "positions", "mean time, us", "mean nodes", "M nodes/s", "wrong"];
            let rows: Vec<Vec<String>> = std::iter::once(heading.map(str::to_owned).to_vec())
                .chain(all.iter().map(SolverBench::row))
                .collect();
            out.line(table(&rows, 1).join("\n"))?;
        }
        if stop.is_stopped() {
            return Err(Failure::Interrupted);
        }
        match all.iter().map(|measured| measured.wrong).sum::<usize>() {
            0 => Ok(()),
            wrong => Err(InputError::new(message!("scores-differ", "{wrong} scores differ from the files'"))
                .expected(message!(
                    "scores-compare",
                    "one of the two is wrong; compare with 'plylab solve connect4 POSITION'"
                ))
                .into()),
        }
    }
}

/// The first positions of a file.
fn read(game: &ConnectFour, file: &str, limit: usize) -> Result<Vec<Task>, InputError> {
    let mut lines = Lines::open(file)?;
    let mut tasks = Vec::new();
    while tasks.len() < limit
        && let Some(line) = lines.next()?
    {
        let task = task(game, &line).map_err(|error| lines.locate(error))?;
        tasks.push(task);
    }
    Ok(tasks)
}

fn task(game: &ConnectFour, line: &str) -> Result<Task, InputError> {
    let (moves, score) = line.trim_end().rsplit_once(' ').ok_or_else(|| {
        InputError::new(message!("score-missing", "there is no score"))
            .expected(message!("score-form", "write a position, a blank and its score: 44444432 -2"))
    })?;
    let score = score.parse().map_err(|_| {
        InputError::new(message!("no-score", "'{score}' is not a score"))
            .expected(message!("use-whole", "use a whole number"))
    })?;
    Ok(Task { state: game.parse_position(moves)?, score })
}
