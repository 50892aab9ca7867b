//! The wait for a complete analysis of Connect Four: exact scores of all columns, by the plies of the opening book.

use std::time::{Duration, Instant};

use plylab_core::{
    Game as _, InputError, MatchLimits, NoFiles, Notation as _, Rng, Seed, Spec, StopFlag, Turn,
};
use plylab_games::connect4::{ConnectFour, ConnectFourState};
use plylab_solve::connect4::book::Book;
use plylab_solve::connect4::{Control, Goal, Solver, SolverSettings};

/// The number of positions, each from a game of its own.
const POSITIONS: u64 = 500;

/// The levels that play those games.
const LEVELS: [u32; 6] = [3, 4, 5, 6, 7, 8];

/// The longest wait that feels immediate.
const IMMEDIATE: Duration = Duration::from_millis(300);

/// Nobody waits longer.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Measures positions of games between levels, each cold and with one thread, by how much of the book is used.
pub fn run() -> Result<(), InputError> {
    let game = ConnectFour::default();
    let positions = positions(&game)?;
    let plies = Book::embedded(&game).map_or(0, Book::plies);
    println!(
        "Connect Four: exact scores of all columns in {} positions of games between levels",
        positions.len()
    );
    println!(
        "{:>10}  {:>13}  {:>9}  {:>9}  {:>9}  {:>9}",
        "book plies", "within 300 ms", "median", "95 %", "98 %", "longest"
    );
    // The whole book first: its figure is the one that counts.
    for book_plies in [8, 7, 6, 4, 0].into_iter().filter(|&wanted| wanted <= plies) {
        let mut solver = Solver::new(&game, SolverSettings { book_plies, ..SolverSettings::default() })?;
        let mut times: Vec<Duration> = positions.iter().map(|state| wait(&mut solver, state)).collect();
        times.sort();
        let within = times.iter().filter(|&&time| time <= IMMEDIATE).count();
        let at = |share: f64| in_words(times[((times.len() - 1) as f64 * share) as usize]);
        println!(
            "{book_plies:>10}  {:>11.1} %  {:>9}  {:>9}  {:>9}  {:>9}",
            100.0 * within as f64 / times.len() as f64,
            at(0.5),
            at(0.95),
            at(0.98),
            at(1.0)
        );
    }
    Ok(())
}

/// One position from each of many games between two of the levels.
fn positions(game: &ConnectFour) -> Result<Vec<ConnectFourState>, InputError> {
    let opened = plylab_standard::registry().open(&"connect4".parse()?, &NoFiles)?;
    (0..POSITIONS)
        .map(|number| {
            let seed = Seed(0).nth(number);
            let mut rng: Rng = seed.child("position").rng();
            let mut level = || LEVELS[rng.below(LEVELS.len())];
            let specs: Vec<Spec> =
                vec![format!("level:{}", level()).parse()?, format!("level:{}", level()).parse()?];
            let record = opened.play(opened.seat(&specs)?, seed, &MatchLimits::none(), &mut |_, _| ())?;
            let moves: String = record.moves.iter().map(|played| played.action.as_str()).collect();
            // Nobody analyses a game that is over.
            let ply = rng.below(moves.len());
            let state = game.parse_position(&moves[..ply])?;
            debug_assert_ne!(game.turn(&state), Turn::Over);
            Ok(state)
        })
        .collect()
}

/// The time until all columns have their scores, with an empty table.
fn wait(solver: &mut Solver, state: &ConnectFourState) -> Duration {
    solver.clear_table();
    let stop = StopFlag::default();
    let start = Instant::now();
    let mut control = Control::new(stop.clone()).on_progress(|_| {
        if start.elapsed() >= MAX_WAIT {
            stop.stop();
        }
    });
    match solver.moves(state, Goal::Score, &mut control) {
        Ok(_) => start.elapsed(),
        Err(_) => MAX_WAIT,
    }
}

fn in_words(time: Duration) -> String {
    match time >= MAX_WAIT {
        true => "2 s".to_owned(),
        false => format!("{:.1} ms", time.as_secs_f64() * 1e3),
    }
}
