//! The solver against the slow search, and against known properties of scores.

pub mod slow;

use plylab_core::{Game, Notation, Seed, StopFlag, Symmetric, Turn};
use plylab_games::connect4::{ConnectFour, ConnectFourState};

use self::slow::{Slow, late_position};
use super::board::{BoardSize as _, Sized, Standard};
use super::proofs;
use super::search::Node;
use super::{Control, Goal, ScoredMove, SolveProgress, Solver, SolverSettings, Stopped};
use crate::after;

/// Boards of all kinds, and the number of free cells from which the slow search can solve them.
const BOARDS: [(u8, u8, u32); 12] = [
    (7, 6, 11),
    (8, 7, 9),
    (9, 6, 9),
    (6, 6, 11),
    (7, 5, 11),
    (5, 7, 12),
    (5, 5, 12),
    (6, 4, 12),
    (4, 5, 13),
    (4, 4, 13),
    (3, 7, 14),
    (1, 62, 40),
];

fn board(columns: u8, rows: u8) -> ConnectFour {
    ConnectFour::new(columns, rows, 4).unwrap()
}

fn solver(game: &ConnectFour) -> Solver {
    Solver::new(game, SolverSettings { table_megabytes: 4, threads: 1, book_plies: 0 }).unwrap()
}

fn score(solver: &mut Solver, state: &ConnectFourState) -> i32 {
    solver.score(state, Goal::Score, &mut Control::default()).unwrap()
}

/// Calls `check` with some late positions of every board, and a solver and a slow search for it.
fn on_late_positions(
    each: u64,
    mut check: impl FnMut(&ConnectFour, &ConnectFourState, &mut Solver, &mut Slow<'_>),
) {
    for (columns, rows, left) in BOARDS {
        let game = board(columns, rows);
        let mut solver = solver(&game);
        let mut rng = Seed(u64::from(columns) * 100 + u64::from(rows)).rng();
        for _ in 0..each {
            let left = left - rng.below(left as usize / 2) as u32;
            let state = late_position(&game, left, &mut rng);
            check(&game, &state, &mut solver, &mut Slow::new(&game));
        }
    }
}

#[test]
fn scores_are_those_of_the_slow_search() {
    on_late_positions(250, |game, state, solver, slow| {
        let (found, wanted) = (score(solver, state), slow.score(state));
        assert_eq!(found, wanted, "{}", game.position_text(state));
        let outcome = solver.score(state, Goal::Outcome, &mut Control::default());
        assert_eq!(outcome, Ok(wanted.signum()), "{}", game.position_text(state));
    });
}

#[test]
fn every_move_has_the_score_of_the_slow_search() {
    on_late_positions(20, |game, state, solver, slow| {
        for goal in [Goal::Score, Goal::Outcome] {
            let moves = solver.moves(state, goal, &mut Control::default()).unwrap();
            let wanted: Vec<ScoredMove> = game
                .list_actions(state)
                .iter()
                .map(|&column| {
                    let score = -slow.score(&after(game, state, column));
                    ScoredMove { column, score: if goal == Goal::Score { score } else { score.signum() } }
                })
                .collect();
            assert_eq!(moves, wanted, "{}", game.position_text(state));
        }
    });
}

#[test]
fn lines_end_as_scored_and_every_move_of_them_is_best() {
    on_late_positions(20, |game, state, solver, slow| {
        let mut at = *state;
        for column in solver.line(state, &mut Control::default()).unwrap() {
            let next = after(game, &at, column);
            assert_eq!(-slow.score(&next), slow.score(&at), "{}", game.position_text(&at));
            at = next;
        }
        assert_eq!(game.turn(&at), Turn::Over);
    });
}

#[test]
fn mirrored_positions_score_the_same_with_and_without_a_warm_table() {
    on_late_positions(50, |game, state, solver, _| {
        let image = game.map_state(1, state);
        let warm = (score(solver, state), score(solver, &image));
        solver.clear_table();
        let cold = score(solver, &image);
        assert_eq!(warm, (cold, cold), "{}", game.position_text(state));
    });
}

#[test]
fn proofs_never_say_more_than_is_true() {
    let mut said = [0; 4];
    on_late_positions(1500, |game, state, _, slow| {
        let shape =
            Sized(super::board::BoardShape::new(u32::from(game.columns()), u32::from(game.rows()))).shape();
        let node = Node::new(&shape, state);
        let playable = shape.playable(node.taken());
        if playable == 0 || (node.wins | node.danger) & playable != 0 {
            return;
        }
        let even = node.left % 2 == 0;
        let score = slow.score(state);
        for window in -5..5 {
            let most = proofs::upper_bound(&shape, &node, playable, window);
            assert!(most > window || score <= most, "{}: {score} > {most}", game.position_text(state));
            said[usize::from(even)] += u32::from(most <= window);
        }
        let least = proofs::lower_bound(&shape, &node, playable);
        assert!(score >= least, "{}: {score} < {least}", game.position_text(state));
        said[2 + usize::from(even)] += u32::from(least >= 0);
    });
    assert!(said.iter().all(|&count| count > 50), "each proof has been tried: {said:?}");
}

#[test]
fn whole_small_boards_score_as_in_the_slow_search() {
    for (columns, rows) in [(4, 3), (3, 4), (4, 4), (5, 3), (2, 7), (6, 3), (4, 5)] {
        let game = board(columns, rows);
        let start = game.initial(Seed(0));
        let wanted = Slow::new(&game).score(&start);
        assert_eq!(score(&mut solver(&game), &start), wanted, "{columns} x {rows}");
    }
}

#[test]
fn the_second_player_never_loses_on_six_columns_with_an_even_number_of_rows() {
    // Proven by Allis by strategic rules, for every even number of rows.
    for rows in [2, 4] {
        let game = board(6, rows);
        let start = game.initial(Seed(0));
        assert!(score(&mut solver(&game), &start) <= 0, "{rows} rows");
    }
}

#[test]
fn on_seven_columns_with_an_even_number_of_rows_only_the_middle_can_win() {
    // Proven by Allis as well: every other first move leaves the second player at least a draw.
    let game = board(7, 4);
    let moves = solver(&game).moves(&game.initial(Seed(0)), Goal::Score, &mut Control::default()).unwrap();
    assert!(moves.iter().all(|scored| scored.column.0 == 3 || scored.score <= 0), "{moves:?}");
}

/// Middle-game positions of the standard board.
fn middle_positions() -> Vec<ConnectFourState> {
    let mut rng = Seed(77).rng();
    (0..40).map(|_| late_position(&ConnectFour::default(), 22, &mut rng)).collect()
}

#[test]
fn scores_obey_their_bounds_and_the_best_move_keeps_them() {
    let game = ConnectFour::default();
    let mut solver = solver(&game);
    for state in middle_positions() {
        let left = 42 - state.played() as i32;
        let value = score(&mut solver, &state);
        assert!((-left / 2..=(left + 1) / 2).contains(&value));
        let best = solver.moves(&state, Goal::Score, &mut Control::default()).unwrap();
        assert_eq!(best.iter().map(|scored| scored.score).max(), Some(value));
        let line = solver.line(&state, &mut Control::default()).unwrap();
        // A draw fills the board; otherwise the winner has as many stones left as the score says, less one.
        let end = left - line.len() as i32;
        assert_eq!(if value == 0 { 0 } else { end / 2 + 1 }, value.abs());
        // The parity of the last stone tells who won.
        assert!(value == 0 || (value > 0) == (line.len() % 2 == 1));
    }
}

#[test]
fn the_size_of_the_table_and_the_number_of_threads_change_no_answer() {
    let game = ConnectFour::default();
    let mut one =
        Solver::new(&game, SolverSettings { table_megabytes: 1, threads: 1, book_plies: 0 }).unwrap();
    let mut large =
        Solver::new(&game, SolverSettings { table_megabytes: 64, threads: 1, book_plies: 0 }).unwrap();
    let mut three =
        Solver::new(&game, SolverSettings { table_megabytes: 32, threads: 3, book_plies: 0 }).unwrap();
    // The last needs more nodes than the first table has entries, so that tables grow and threads are used.
    let hard = game.parse_position("4444423").unwrap();
    for state in middle_positions().iter().chain([&hard]) {
        let wanted = score(&mut one, state);
        assert_eq!((score(&mut large, state), score(&mut three, state)), (wanted, wanted));
    }
    assert!(large.nodes() > 100_000);
}

#[test]
fn the_standard_board_has_the_same_shape_at_compile_time_and_at_run_time() {
    let (constant, carried) = (Standard.shape(), Sized(super::board::BoardShape::new(7, 6)).shape());
    assert_eq!(format!("{constant:?}"), format!("{carried:?}"));
}

#[test]
fn finished_games_have_the_score_of_their_end() {
    let game = ConnectFour::default();
    let mut solver = solver(&game);
    let won = game.parse_position("1212121").unwrap();
    // The winner has 17 of 21 stones left.
    assert_eq!(score(&mut solver, &won), -18);
    assert_eq!(solver.moves(&won, Goal::Score, &mut Control::default()), Ok(vec![]));
    assert_eq!(solver.line(&won, &mut Control::default()), Ok(vec![]));
}

#[test]
fn a_raised_flag_stops_a_long_search_and_the_table_stays_sound() {
    let game = ConnectFour::default();
    for threads in [1, 2] {
        let mut solver =
            Solver::new(&game, SolverSettings { table_megabytes: 32, threads, book_plies: 0 }).unwrap();
        let stop = StopFlag::default();
        let raised = stop.clone();
        let mut seen = Vec::new();
        let mut control = Control::new(stop).on_progress(|progress: &SolveProgress| {
            seen.push(*progress);
            if progress.nodes > 200_000 {
                raised.stop();
            }
        });
        let start = game.initial(Seed(0));
        assert_eq!(solver.score(&start, Goal::Score, &mut control), Err(Stopped));
        drop(control);
        assert!(seen.len() > 10 && seen.iter().all(|progress| progress.lower < progress.upper));
        assert!(solver.nodes() < 2_000_000, "{threads} threads");
        for state in middle_positions() {
            let mut fresh =
                Solver::new(&game, SolverSettings { table_megabytes: 1, threads: 1, book_plies: 0 }).unwrap();
            assert_eq!(score(&mut solver, &state), score(&mut fresh, &state));
        }
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let five = ConnectFour::new(7, 6, 5).unwrap();
    let error = Solver::new(&five, SolverSettings::default()).err().unwrap();
    assert_eq!(error.to_string(), "5 in a row cannot be solved; use a board where four in a row win");
}

#[test]
fn a_table_grows_no_further_than_it_can() {
    // Three megabytes make a table of two, and no position of so small a board needs more than sixteen.
    for (columns, rows, table_megabytes, wanted) in [(7, 6, 3, 2), (4, 4, 64, 16)] {
        let game = board(columns, rows);
        let mut solver =
            Solver::new(&game, SolverSettings { table_megabytes, threads: 1, book_plies: 0 }).unwrap();
        solver.use_whole_table();
        assert_eq!(solver.table_megabytes(), wanted);
    }
}
