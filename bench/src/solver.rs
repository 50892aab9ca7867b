//! Solving positions of Connect Four, ours beside the crates `connect-four-ai` and `connect-four-solver`.

use std::fs;
use std::time::{Duration, Instant};

use plylab_core::Notation as _;
use plylab_games::connect4::{ConnectFour, State};
use plylab_solve::connect4::{Control, Goal, Settings, Solver};

/// What to measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Files with a position and its score a line.
    files: Vec<String>,
    /// How many positions of each.
    count: usize,
    /// Are the other crates left out?
    alone: bool,
    settings: Settings,
}

impl Plan {
    /// Reads `[-n COUNT] [--alone] [--threads N] [--table MB] FILE...`.
    pub fn read(arguments: &[&str]) -> Result<Plan, String> {
        let mut plan =
            Plan { files: Vec::new(), count: usize::MAX, alone: false, settings: Settings::default() };
        let mut arguments = arguments.iter();
        while let Some(&argument) = arguments.next() {
            let mut number = || {
                let value = arguments.next().and_then(|value| value.parse().ok()).filter(|&value| value > 0);
                value.ok_or_else(|| format!("{argument} needs a whole number from 1 on"))
            };
            match argument {
                "-n" => plan.count = number()?,
                "--threads" => plan.settings.threads = number()?,
                "--table" => plan.settings.table_megabytes = number()?,
                "--alone" => plan.alone = true,
                file => plan.files.push(file.to_owned()),
            }
        }
        if plan.files.is_empty() {
            return Err("name the files of positions to solve".to_owned());
        }
        Ok(plan)
    }
}

/// A position to solve.
struct Task {
    moves: String,
    state: State,
    score: i32,
}

/// The positions of a file: moves, a blank, and the score.
fn tasks(game: &ConnectFour, file: &str, count: usize) -> Result<Vec<Task>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("'{file}': {error}"))?;
    let task = |(number, line): (usize, &str)| {
        let wrong = |what: &str| format!("'{file}': line {}: {what}", number + 1);
        let (moves, score) = line.split_once(' ').ok_or_else(|| wrong("there is no score"))?;
        let state = game.parse_position(moves).map_err(|error| wrong(&error.to_string()))?;
        let score = score.trim().parse().map_err(|_| wrong("the score is not a number"))?;
        Ok(Task { moves: moves.to_owned(), state, score })
    };
    text.lines().take(count).enumerate().map(task).collect()
}

/// Somebody who solves positions, each as if it were the first.
trait Contender {
    fn name(&self) -> &'static str;

    /// Forgets what was solved before. Not measured.
    fn prepare(&mut self);

    /// The score, and how many nodes it took if that is told.
    fn solve(&mut self, task: &Task) -> (i32, Option<u64>);
}

struct Ours(Solver);

impl Contender for Ours {
    fn name(&self) -> &'static str {
        "plylab"
    }

    fn prepare(&mut self) {
        self.0.forget();
    }

    fn solve(&mut self, task: &Task) -> (i32, Option<u64>) {
        let before = self.0.nodes();
        // Nobody stops it: a score that is none would be told as wrong.
        let score = self.0.score(&task.state, Goal::Score, &mut Control::default()).unwrap_or(i32::MIN);
        (score, Some(self.0.nodes() - before))
    }
}

struct ConnectFourAi(connect_four_ai::Solver);

impl Contender for ConnectFourAi {
    fn name(&self) -> &'static str {
        "connect-four-ai 1.0"
    }

    fn prepare(&mut self) {
        self.0.reset();
    }

    fn solve(&mut self, task: &Task) -> (i32, Option<u64>) {
        let Ok(position) = connect_four_ai::Position::from_moves(&task.moves) else {
            return (i32::MIN, None);
        };
        let score = self.0.solve(&position);
        (i32::from(score), Some(self.0.explored_positions as u64))
    }
}

/// It cannot be emptied, only made anew. It does not count its nodes.
struct ConnectFourSolver(connect_four_solver::Solver);

impl Contender for ConnectFourSolver {
    fn name(&self) -> &'static str {
        "connect-four-solver 0.2"
    }

    fn prepare(&mut self) {
        self.0 = connect_four_solver::Solver::new();
    }

    fn solve(&mut self, task: &Task) -> (i32, Option<u64>) {
        let game = connect_four_solver::ConnectFour::from_move_list(&task.moves);
        (i32::from(self.0.score(&game)), None)
    }
}

/// What was measured of one contender.
#[derive(Clone, Default)]
struct Sum {
    time: Duration,
    nodes: Option<u64>,
    wrong: usize,
}

/// Solves every position of every file, the contenders in turn, and prints a table for each file.
///
/// # Errors
///
/// If a file cannot be read, or somebody finds a wrong score.
pub fn run(plan: &Plan) -> Result<(), String> {
    let game = ConnectFour::default();
    let ours = Solver::new(&game, plan.settings).map_err(|error| error.to_string())?;
    let mut contenders: Vec<Box<dyn Contender>> = vec![Box::new(Ours(ours))];
    if !plan.alone {
        contenders.push(Box::new(ConnectFourAi(connect_four_ai::Solver::empty())));
        contenders.push(Box::new(ConnectFourSolver(connect_four_solver::Solver::new())));
    }
    let mut wrong = 0;
    for file in &plan.files {
        let tasks = tasks(&game, file, plan.count)?;
        let mut sums = vec![Sum::default(); contenders.len()];
        for task in &tasks {
            for (contender, sum) in contenders.iter_mut().zip(&mut sums) {
                contender.prepare();
                let start = Instant::now();
                let (score, nodes) = contender.solve(task);
                sum.time += start.elapsed();
                sum.nodes = nodes.map(|nodes| nodes + sum.nodes.unwrap_or(0));
                sum.wrong += usize::from(score != task.score);
            }
        }
        let names: Vec<&str> = contenders.iter().map(|contender| contender.name()).collect();
        println!("{}", table(file, tasks.len(), &names, &sums));
        wrong += sums.iter().map(|sum| sum.wrong).sum::<usize>();
    }
    if wrong > 0 { Err(format!("{wrong} wrong scores")) } else { Ok(()) }
}

fn table(file: &str, count: usize, names: &[&str], sums: &[Sum]) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    let mut lines = vec![
        format!("{name}: {count} positions, each with an empty table"),
        format!(
            "{:24}  {:>14}  {:>14}  {:>14}  {:>5}  {:>10}",
            "", "mean time, us", "mean nodes", "M nodes/s", "wrong", "times ours"
        ),
    ];
    let first = sums.first().map_or(0.0, |sum| sum.time.as_secs_f64());
    lines.extend(names.iter().zip(sums).map(|(name, sum)| {
        let time = sum.time.as_secs_f64();
        let (mean, rate) = match sum.nodes {
            Some(nodes) => {
                (format!("{:.1}", nodes as f64 / count as f64), format!("{:.2}", nodes as f64 / time / 1e6))
            }
            None => ("-".to_owned(), "-".to_owned()),
        };
        format!(
            "{name:24}  {:>14.2}  {mean:>14}  {rate:>14}  {:>5}  {:>10.2}",
            time / count as f64 * 1e6,
            sum.wrong,
            time / first
        )
    }));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_files_are_told_apart() {
        let plan = Plan::read(&["-n", "30", "a", "--threads", "2", "--alone", "b"]).unwrap();
        assert_eq!((plan.files, plan.count, plan.alone), (vec!["a".to_owned(), "b".to_owned()], 30, true));
        assert_eq!(plan.settings.threads, 2);
        assert_eq!(Plan::read(&["a", "-n"]).unwrap_err(), "-n needs a whole number from 1 on");
        assert!(Plan::read(&[]).is_err());
    }

    #[test]
    fn ratios_are_to_ours() {
        let sum = |millis, nodes| Sum { time: Duration::from_millis(millis), nodes, wrong: 0 };
        let text = table("folder/set", 4, &["plylab", "theirs"], &[sum(2, Some(400)), sum(6, None)]);
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0].join(" "), "set: 4 positions, each with an empty table");
        assert_eq!(rows[2], ["plylab", "500.00", "100.0", "0.20", "0", "1.00"]);
        assert_eq!(rows[3], ["theirs", "1500.00", "-", "-", "0", "3.00"]);
    }
}
