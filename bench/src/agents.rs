//! Agents in other processes: the cost of a move by text, report and scene, and of a question, beside a pipe that does nothing.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use plylab_core::{
    AgentId, AnyAgent as _, AnyGame, Budget, InputError, Message, NoFiles, Seed, Spec, StopFlag, Watch,
};
use plylab_outside::names::Outsider;
use plylab_outside::{Launch, OutsideAgent, Pool, Process};

use crate::harness::ROUNDS;

/// Moves of a round.
const MOVES: u32 = 2000;
/// Questions of a move, where questions are measured.
const QUESTIONS: u32 = 100;

/// Measures all of them, for the languages that are on this machine.
///
/// # Errors
///
/// If a game cannot be opened or an agent fails.
pub fn run() -> Result<(), InputError> {
    let registry = plylab_standard::registry();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("agents");
    let folder = folder.display();
    let built = std::env::temp_dir().join(format!("plylab-bench-quick-{}", std::process::id()));
    let mut languages = vec![("Python", vec!["python3".to_owned(), format!("{folder}/quick.py")])];
    let compiled =
        Command::new("g++").args(["-O2", "-o"]).arg(&built).arg(format!("{folder}/quick.cpp")).status();
    if compiled.is_ok_and(|status| status.success()) {
        languages.insert(0, ("C++", vec![built.display().to_string()]));
    }
    println!("Agents in other processes: microseconds, best and median of {ROUNDS} rounds of {MOVES} moves");
    for (language, command) in languages {
        if language == "C++" {
            show("a pipe: cat", &pipe(&["cat"])?);
        } else {
            show("a pipe: Python", &pipe(&["python3", "-c", ECHO])?);
        }
        for spec in ["connect4", "pacman:layout=medium"] {
            let game = registry.open(&spec.parse()?, &NoFiles)?;
            for want in ["nothing", "text", "report", "scene"] {
                let times = moves(game.as_ref(), &command, want, MOVES)?;
                show(&format!("{language}, {spec}, {want}"), &times);
            }
            let with = moves(game.as_ref(), &command, &QUESTIONS.to_string(), MOVES / QUESTIONS)?;
            let each: Vec<f64> = with.iter().map(|time| time / f64::from(QUESTIONS)).collect();
            show(&format!("{language}, {spec}, a question"), &each);
        }
    }
    // It may be gone already, if it was never built.
    let _ = std::fs::remove_file(built);
    Ok(())
}

const ECHO: &str = "import sys\nfor line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()";

fn show(name: &str, times: &[f64]) {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (best, median) =
        (sorted.first().copied().unwrap_or(0.0), sorted.get(sorted.len() / 2).copied().unwrap_or(0.0));
    println!("{name:44}  {best:9.1}  {median:9.1}");
}

/// The microseconds of a line there and back, by round; the first round warms up.
fn rounds(count: u32, mut once: impl FnMut() -> Result<(), InputError>) -> Result<Vec<f64>, InputError> {
    let mut times = Vec::new();
    for round in 0..=ROUNDS {
        let started = Instant::now();
        for _ in 0..count {
            once()?;
        }
        if round > 0 {
            times.push(started.elapsed().as_secs_f64() * 1e6 / f64::from(count));
        }
    }
    Ok(times)
}

fn pipe(command: &[&str]) -> Result<Vec<f64>, InputError> {
    let failed = |failure| InputError::new(Message::verbatim(format!("{failure:?}")));
    let launch = Launch::new(command.iter().map(|&word| word.to_owned()).collect())?;
    let mut process = Process::start(&launch).map_err(failed)?;
    let line = "x".repeat(200);
    rounds(MOVES, || {
        process.send(&line);
        process.receive(None, &StopFlag::default()).map(|_| ()).map_err(failed)
    })
}

fn moves(game: &dyn AnyGame, command: &[String], want: &str, count: u32) -> Result<Vec<f64>, InputError> {
    let mut command = command.to_vec();
    command.push(want.to_owned());
    let outsider = Arc::new(Outsider::new("quick", command)?);
    let mut agent = OutsideAgent::new(outsider, Pool::new(), Spec::new("quick"), game, AgentId(0));
    agent.begin(AgentId(0), Seed(1));
    let (position, budget) = (game.start(Seed(1)), Budget::unlimited());
    rounds(count, || {
        agent.think(position.as_ref(), &budget, Watch::Off)?;
        Ok(())
    })
}
