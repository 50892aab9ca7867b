//! Experiments: games per second with one and two threads, and the cost of storing results.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use plylab_core::{Clock, InputError, NoFiles, StopFlag};
use plylab_lab::experiment::Size;
use plylab_lab::store::SqliteStore;
use plylab_lab::{
    LabError, Plan, ResultStore as _, RunOptions, WallClock, play_game, run, run_info, shipped,
};

/// Games of about a millisecond.
const MILLISECONDS: &str = r#"
title = "Games of a millisecond"
[[sweep]]
name = "grid"
game = "grid"
players = ["report-a:depth=3", "random"]
games = 3000
"#;

/// Runs every bundled experiment in its quick form.
pub fn throughput() -> Result<(), LabError> {
    println!(
        "experiment, quick form                     games   1 thread  2 threads  ratio   (games per second)"
    );
    let registry = Arc::new(plylab_standard::registry());
    for known in shipped::EXPERIMENTS {
        let plan = Plan::read(known.text, &registry, &NoFiles, Size::Quick)?;
        let one = games_per_second(&plan, 1)?;
        let two = games_per_second(&plan, 2)?;
        println!("{:<40} {:>7} {one:>10.1} {two:>10.1} {:>6.2}", known.name, plan.len(), two / one);
    }
    let plan = Plan::read(MILLISECONDS, &registry, &NoFiles, Size::Full)?;
    let (one, two) = (games_per_second(&plan, 1)?, games_per_second(&plan, 2)?);
    println!("{:<40} {:>7} {one:>10.1} {two:>10.1} {:>6.2}", "games of a millisecond", plan.len(), two / one);
    Ok(())
}

fn games_per_second(plan: &Plan, threads: usize) -> Result<f64, LabError> {
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.0, plan, &run_info(plan, threads, None))?;
    let options =
        RunOptions { threads, shard: None, finish: StopFlag::default(), abandon: StopFlag::default() };
    let started = Instant::now();
    run(&WallClock::shared(), plan, &store, &options, |_| ())?;
    Ok(plan.len() as f64 / started.elapsed().as_secs_f64())
}

/// The cost of storing a game, as a share of playing and storing it: its result and totals, and all data.
pub fn store() -> Result<(), LabError> {
    keep("results and totals", MILLISECONDS)?;
    let everything = MILLISECONDS.replacen("title", "record = [\"moves\", \"nodes\", \"times\"]\ntitle", 1);
    keep("moves, nodes and times of every move", &everything)
}

fn keep(what: &str, experiment: &str) -> Result<(), LabError> {
    let plan = Plan::read(experiment, &Arc::new(plylab_standard::registry()), &NoFiles, Size::Full)?;
    let folder = Folder::new();
    let store = SqliteStore::open(&folder.0, &plan, &run_info(&plan, 1, None))?;
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    let stop = StopFlag::default();
    let started = Instant::now();
    let rows = plan
        .order(None)
        .into_iter()
        .map(|id| play_game(&plan, id, &stop, &clock).map(|record| plan.row(id, &record)))
        .collect::<Result<Vec<_>, InputError>>()?;
    let rows: Vec<_> = rows.into_iter().flatten().collect();
    let playing = started.elapsed().as_secs_f64();
    let started = Instant::now();
    for row in &rows {
        store.add(row)?;
    }
    let keeping = started.elapsed().as_secs_f64();
    let games = rows.len() as f64;
    println!(
        "{} games, {what}: {:.0} us to play one, {:.0} us to store it: {:.1} % of the total",
        rows.len(),
        1e6 * playing / games,
        1e6 * keeping / games,
        100.0 * keeping / (playing + keeping)
    );
    Ok(())
}

/// A folder that is removed after the measurement.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let path = std::env::temp_dir().join(format!("plylab-bench-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
