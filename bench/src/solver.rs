//! Solves positions of Connect Four, ours against the crates `connect-four-ai` and `connect-four-solver`, and against
//! BitBully, which is called through Python.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use plylab_core::Notation as _;
use plylab_games::connect4::{ConnectFour, ConnectFourState};
use plylab_solve::connect4::{Control, Goal, Solver, SolverSettings};

/// What to measure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Files with one position and its score per line.
    files: Vec<String>,
    /// The number of positions of each.
    count: usize,
    /// Are the other crates left out?
    alone: bool,
    /// Are the figures printed for programs?
    json: bool,
    /// The Python that has BitBully.
    bitbully: Option<String>,
    settings: SolverSettings,
}

impl Plan {
    /// Reads `[-n COUNT] [--alone] [--bitbully PYTHON] [--threads N] [--table MB] [--json] FILE...`.
    pub fn read(arguments: &[&str]) -> Result<Plan, String> {
        let mut plan = Plan {
            files: Vec::new(),
            count: usize::MAX,
            alone: false,
            json: false,
            bitbully: None,
            settings: SolverSettings { book_plies: 0, ..SolverSettings::default() },
        };
        let mut arguments = arguments.iter();
        while let Some(&argument) = arguments.next() {
            let mut number = || crate::number(argument, arguments.next().copied().unwrap_or_default());
            match argument {
                "-n" => plan.count = number()?,
                "--threads" => plan.settings.threads = number()?,
                "--table" => plan.settings.table_megabytes = number()?,
                "--alone" => plan.alone = true,
                "--json" => plan.json = true,
                "--bitbully" => {
                    let python =
                        arguments.next().ok_or("--bitbully needs a Python with BitBully installed")?;
                    plan.bitbully = Some((*python).to_owned());
                }
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
    state: ConnectFourState,
    score: i32,
}

/// The positions of a file, or of standard input: moves, a blank, and the score.
fn tasks(game: &ConnectFour, file: &str, count: usize) -> Result<Vec<Task>, String> {
    let text = if file == "-" { io::read_to_string(io::stdin()) } else { fs::read_to_string(file) };
    let text = text.map_err(|error| format!("'{file}': {error}"))?;
    let task = |(number, line): (usize, &str)| {
        let wrong = |what: &str| format!("'{file}': line {}: {what}", number + 1);
        let (moves, score) = line.split_once(' ').ok_or_else(|| wrong("there is no score"))?;
        let state = game.parse_position(moves).map_err(|error| wrong(&error.to_string()))?;
        let score = score.trim().parse().map_err(|_| wrong("the score is not a number"))?;
        Ok(Task { moves: moves.to_owned(), state, score })
    };
    text.lines().take(count).enumerate().map(task).collect()
}

/// A solver that starts every position with an empty table.
trait Contender {
    fn name(&self) -> &'static str;

    /// Clears the table. Not measured.
    fn prepare(&mut self);

    /// The score, and the number of nodes if the solver counts them.
    fn solve(&mut self, task: &Task) -> (i32, Option<u64>);

    /// The same with its CPU time and wall-clock time.
    fn solve_timed(&mut self, task: &Task) -> Timed {
        self.prepare();
        let (clock, processor) = (Instant::now(), processor_time());
        let (score, nodes) = self.solve(task);
        Timed { score, nodes, processor: processor_time() - processor, clock: clock.elapsed() }
    }
}

/// A score and its cost.
struct Timed {
    score: i32,
    nodes: Option<u64>,
    processor: Duration,
    clock: Duration,
}

/// The CPU time of all threads of this program, which depends less on other programs than the wall clock.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

struct Ours(Solver);

impl Contender for Ours {
    fn name(&self) -> &'static str {
        "plylab"
    }

    fn prepare(&mut self) {
        self.0.clear_table();
    }

    fn solve(&mut self, task: &Task) -> (i32, Option<u64>) {
        let before = self.0.nodes();
        // It is never stopped; a missing score would count as wrong.
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

/// It cannot be cleared, only created anew. It does not count its nodes.
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

/// BitBully in its own Python process, which measures itself.
struct BitBully {
    python: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl BitBully {
    fn start(python: &str) -> Result<BitBully, String> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/solve_with_bitbully.py");
        let mut child = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("'{python}': {error}"))?;
        let (questions, answers) = (child.stdin.take(), child.stdout.take());
        let questions = questions.ok_or("its standard input is missing")?;
        let answers = BufReader::new(answers.ok_or("its standard output is missing")?);
        Ok(BitBully { python: child, questions, answers })
    }

    fn ask(&mut self, moves: &str) -> Option<Timed> {
        writeln!(self.questions, "{}", if moves.is_empty() { "-" } else { moves }).ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        let numbers: Vec<i64> = line.split_whitespace().map_while(|number| number.parse().ok()).collect();
        let &[score, nodes, processor, clock] = numbers.as_slice() else { return None };
        Some(Timed {
            score: i32::try_from(score).ok()?,
            nodes: Some(nodes.unsigned_abs()),
            processor: Duration::from_nanos(processor.unsigned_abs()),
            clock: Duration::from_nanos(clock.unsigned_abs()),
        })
    }
}

impl Drop for BitBully {
    fn drop(&mut self) {
        let _ = self.python.kill();
        let _ = self.python.wait();
    }
}

impl Contender for BitBully {
    fn name(&self) -> &'static str {
        "BitBully (C++)"
    }

    fn prepare(&mut self) {}

    fn solve(&mut self, task: &Task) -> (i32, Option<u64>) {
        let Timed { score, nodes, .. } = self.solve_timed(task);
        (score, nodes)
    }

    fn solve_timed(&mut self, task: &Task) -> Timed {
        // A missing score counts as wrong.
        let none = Timed { score: i32::MIN, nodes: None, processor: Duration::ZERO, clock: Duration::ZERO };
        self.ask(&task.moves).unwrap_or(none)
    }
}

/// The measurements of one contender.
#[derive(Clone, Default)]
struct Sum {
    processor: Duration,
    clock: Duration,
    nodes: Option<u64>,
    wrong: usize,
}

impl Sum {
    fn json(&self, file: &str, solver: &str, positions: usize) -> serde_json::Value {
        let (processor, seconds) = (self.processor.as_secs_f64(), self.clock.as_secs_f64());
        serde_json::json!({
            "set": file, "solver": solver, "positions": positions, "seconds": seconds, "processor_seconds": processor,
            "nodes": self.nodes, "wrong": self.wrong
        })
    }
}

/// Solves every position of every file, the contenders in turn, and prints a table for each file.
///
/// # Errors
///
/// If a file cannot be read, or a solver finds a wrong score.
pub fn run(plan: &Plan) -> Result<(), String> {
    let game = ConnectFour::default();
    let mut ours = Solver::new(&game, plan.settings).map_err(|error| error.to_string())?;
    // The system allocates memory on first use, which should not be measured.
    ours.use_whole_table();
    let mut contenders: Vec<Box<dyn Contender>> = vec![Box::new(Ours(ours))];
    if !plan.alone {
        contenders.push(Box::new(ConnectFourAi(connect_four_ai::Solver::empty())));
        contenders.push(Box::new(ConnectFourSolver(connect_four_solver::Solver::new())));
    }
    if let Some(python) = &plan.bitbully {
        contenders.push(Box::new(BitBully::start(python)?));
    }
    // All files are read before anything is measured.
    let sets = plan.files.iter().map(|file| tasks(&game, file, plan.count));
    let sets = sets.collect::<Result<Vec<Vec<Task>>, String>>()?;
    let mut wrong = 0;
    for (file, tasks) in plan.files.iter().zip(&sets) {
        let mut sums = vec![Sum::default(); contenders.len()];
        for task in tasks {
            for (contender, sum) in contenders.iter_mut().zip(&mut sums) {
                let timed = contender.solve_timed(task);
                sum.processor += timed.processor;
                sum.clock += timed.clock;
                sum.nodes = timed.nodes.map(|nodes| nodes + sum.nodes.unwrap_or(0));
                sum.wrong += usize::from(timed.score != task.score);
            }
        }
        let names: Vec<&str> = contenders.iter().map(|contender| contender.name()).collect();
        if plan.json {
            names.iter().zip(&sums).for_each(|(name, sum)| println!("{}", sum.json(file, name, tasks.len())));
        } else {
            println!("{}", table(file, tasks.len(), &names, &sums));
        }
        wrong += sums.iter().map(|sum| sum.wrong).sum::<usize>();
    }
    if wrong > 0 { Err(format!("{wrong} wrong scores")) } else { Ok(()) }
}

fn table(file: &str, count: usize, names: &[&str], sums: &[Sum]) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    let mut lines = vec![
        format!("{name}: {count} positions, each with an empty table; mean microseconds"),
        format!(
            "{:24}  {:>14}  {:>14}  {:>14}  {:>10}  {:>5}  {:>10}",
            "", "processor", "clock", "mean nodes", "M nodes/s", "wrong", "times ours"
        ),
    ];
    let first = sums.first().map_or(0.0, |sum| sum.processor.as_secs_f64());
    lines.extend(names.iter().zip(sums).map(|(name, sum)| {
        let time = sum.processor.as_secs_f64();
        let (mean, rate) = match sum.nodes {
            Some(nodes) => {
                (format!("{:.1}", nodes as f64 / count as f64), format!("{:.2}", nodes as f64 / time / 1e6))
            }
            None => ("-".to_owned(), "-".to_owned()),
        };
        format!(
            "{name:24}  {:>14.2}  {:>14.2}  {mean:>14}  {rate:>10}  {:>5}  {:>10.2}",
            time / count as f64 * 1e6,
            sum.clock.as_secs_f64() / count as f64 * 1e6,
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
    fn options_and_files_are_distinguished() {
        let plan = Plan::read(&["-n", "30", "a", "--threads", "2", "--alone", "b"]).unwrap();
        assert_eq!((plan.files, plan.count, plan.alone), (vec!["a".to_owned(), "b".to_owned()], 30, true));
        assert_eq!(plan.settings.threads, 2);
        assert_eq!(Plan::read(&["a", "-n"]).unwrap_err(), "-n needs a whole number of at least 1");
        assert!(Plan::read(&[]).is_err());
    }

    #[test]
    fn a_file_with_a_mistake_is_refused_and_a_wrong_score_counted() {
        let file = std::env::temp_dir().join(format!("plylab-set-{}", std::process::id()));
        let name = file.display().to_string();
        let solved = |text: &str| {
            fs::write(&file, text).unwrap();
            run(&Plan::read(&["--alone", "--table", "8", "--json", &name]).unwrap())
        };
        // Three in a column win with the next stone, and nothing helps against three in the middle of a row: both times
        // Yellow has 17 stones left at the win.
        assert_eq!(solved("121212 18\n44553 -18\n"), Ok(()));
        assert_eq!(solved("121212 17\n44553 -18\n"), Err("1 wrong scores".to_owned()));
        for (text, wrong) in
            [("121212 18\n1212\n", "line 2: there is no score"), ("1 many\n", "line 1: the score")]
        {
            assert!(solved(text).unwrap_err().contains(wrong), "{wrong}");
        }
        fs::remove_file(&file).unwrap();
    }

    #[test]
    fn ratios_are_to_ours() {
        let sum = |millis, nodes| {
            let time = Duration::from_millis(millis);
            Sum { processor: time, clock: 2 * time, nodes, wrong: 0 }
        };
        let text = table("folder/set", 4, &["plylab", "theirs"], &[sum(2, Some(400)), sum(6, None)]);
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[0].join(" "), "set: 4 positions, each with an empty table; mean microseconds");
        assert_eq!(rows[2], ["plylab", "500.00", "1000.00", "100.0", "0.20", "0", "1.00"]);
        assert_eq!(rows[3], ["theirs", "1500.00", "3000.00", "-", "-", "0", "3.00"]);
    }
}
