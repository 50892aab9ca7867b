//! Books of small boards against the solver, and files against damage.

use plylab_core::{Game as _, InputError, Notation as _, Seed, StopFlag, Symmetric as _, Turn, message};
use plylab_games::connect4::{ConnectFour, ConnectFourState};
use proptest::prelude::*;

use super::super::{Control, Goal, Solver, SolverSettings};
use super::{Book, ScoreSheet, Slice};

const SEARCH: SolverSettings = SolverSettings { table_megabytes: 4, threads: 1, book_plies: 0 };

fn board(columns: u8, rows: u8) -> ConnectFour {
    ConnectFour::new(columns, rows, 4).unwrap()
}

fn filled(game: &ConnectFour, plies: u32, slice: Slice, threads: usize) -> ScoreSheet {
    let mut sheet = ScoreSheet::new(game, plies).unwrap();
    let settings = SolverSettings { threads, ..SEARCH };
    let mut calls = 0;
    let done = sheet.fill(slice, settings, &StopFlag::default(), |_| {
        calls += 1;
        Ok::<(), InputError>(())
    });
    assert_eq!(done, Ok(true));
    assert_eq!(calls, sheet.known());
    sheet
}

/// A position after that many random moves, not yet over.
fn random_position(game: &ConnectFour, plies: u32, seed: u64) -> ConnectFourState {
    let mut rng = Seed(seed).rng();
    loop {
        let mut state = game.initial(Seed(0));
        for _ in 0..plies {
            if game.turn(&state) == Turn::Over {
                break;
            }
            if let Some(column) = game.pick_action(&state, |count| rng.below(count)) {
                game.apply(&mut state, column);
            }
        }
        if game.turn(&state) != Turn::Over && state.played() == plies {
            return state;
        }
    }
}

#[test]
fn a_ply_has_as_many_positions_as_are_known() {
    // Until the seventh ply no game can be over. Of two images one is there.
    let game = ConnectFour::default();
    for (plies, wanted) in (0..).zip([1, 7, 49, 238, 1120, 4263, 16_422]) {
        let sheet = ScoreSheet::new(&game, plies).unwrap();
        let states = (0..sheet.len()).filter_map(|index| sheet.position(index));
        let own_images = states.filter(|state| game.map_state(1, state) == **state).count();
        assert_eq!(2 * sheet.len() - own_images, wanted);
    }
}

#[test]
fn every_position_is_found_again_in_either_image() {
    let game = board(5, 4);
    let sheet = filled(&game, 5, Slice::WHOLE, 1);
    let mut solver = Solver::new(&game, SEARCH).unwrap();
    let book = Book::new(sheet).unwrap();
    for seed in 0..200 {
        let state = random_position(&game, (seed % 6) as u32, seed);
        let score = solver.score(&state, Goal::Score, &mut Control::default()).unwrap();
        assert_eq!(book.score(&state), Some(score), "{}", game.position_text(&state));
        assert_eq!(book.score(&game.map_state(1, &state)), Some(score));
    }
    assert_eq!(book.score(&random_position(&game, 6, 1)), None, "it is too late for the book");
}

#[test]
fn games_that_end_within_the_book_are_counted() {
    // On so narrow a board many games are over after ten plies, some of them drawn after twelve.
    let game = board(3, 4);
    let mut solver = Solver::new(&game, SEARCH).unwrap();
    let book = Book::new(filled(&game, 12, Slice::WHOLE, 1)).unwrap();
    for seed in 0..200 {
        let state = random_position(&game, (seed % 11) as u32, seed);
        let score = solver.score(&state, Goal::Score, &mut Control::default()).unwrap();
        assert_eq!(book.score(&state), Some(score), "{}", game.position_text(&state));
    }
}

#[test]
fn neither_threads_nor_slices_change_a_book() {
    let game = board(4, 5);
    let whole = filled(&game, 4, Slice::WHOLE, 1);
    assert_eq!(filled(&game, 4, Slice::WHOLE, 3).bytes(), whole.bytes());
    let mut joined = ScoreSheet::new(&game, 4).unwrap();
    for index in 0..3 {
        let part = filled(&game, 4, Slice { index, count: 3 }, 1);
        assert!(part.known() < part.len() / 2 && part.known() > 0);
        let refused = Book::new(part.clone()).map(|_| ()).unwrap_err().to_string();
        assert!(refused.contains("scores are missing; continue with 'plylab-bench book build'"), "{refused}");
        let part = ScoreSheet::read(&part.bytes()).unwrap();
        assert_eq!(joined.merge(&part).unwrap(), part.known());
        assert_eq!(joined.merge(&part).unwrap(), 0, "twice is as good as once");
    }
    assert_eq!(joined.bytes(), whole.bytes());
    assert_eq!(whole.check_laws(), Ok(()));
}

#[test]
fn what_was_stopped_goes_on() {
    let game = board(4, 5);
    let whole = filled(&game, 4, Slice::WHOLE, 1);
    let mut sheet = ScoreSheet::new(&game, 4).unwrap();
    let stop = StopFlag::default();
    let mut solved = 0;
    let done = sheet.fill(Slice::WHOLE, SEARCH, &stop, |_| {
        solved += 1;
        if solved == 5 {
            stop.stop();
        }
        Ok::<(), InputError>(())
    });
    assert_eq!(done, Ok(false));
    assert!(sheet.known() >= 5 && sheet.known() < sheet.len());
    let mut sheet = ScoreSheet::read(&sheet.bytes()).unwrap();
    let before = sheet.known();
    let mut more = 0;
    let done = sheet.fill(Slice::WHOLE, SEARCH, &StopFlag::default(), |_| {
        more += 1;
        Ok::<(), InputError>(())
    });
    assert_eq!((done, before + more), (Ok(true), sheet.len()));
    assert_eq!(sheet.bytes(), whole.bytes());
}

#[test]
fn a_failure_to_keep_the_book_ends_the_work() {
    let mut sheet = ScoreSheet::new(&board(4, 5), 4).unwrap();
    let full = InputError::new(message!("disk-full", "the disk is full"));
    let done = sheet.fill(Slice::WHOLE, SEARCH, &StopFlag::default(), |_| Err(full.clone()));
    assert_eq!(done, Err(full));
}

#[test]
fn parts_that_do_not_agree_are_refused() {
    let game = board(4, 5);
    let mut sheet = filled(&game, 3, Slice::WHOLE, 1);
    let mut other = sheet.clone();
    other.set(2, sheet.score(2).unwrap() - 1);
    let error = sheet.merge(&other).unwrap_err().to_string();
    assert!(error.starts_with("two parts disagree on position 3: one has "), "{error}");
    let error = |other: &ScoreSheet| sheet.clone().merge(other).unwrap_err().to_string();
    assert_eq!(
        error(&ScoreSheet::new(&game, 2).unwrap()),
        "it is for 2 plies of a board of 4 x 5; use parts for 3 plies of a board of 4 x 5"
    );
    assert_eq!(
        error(&ScoreSheet::new(&board(5, 4), 3).unwrap()),
        "it is for 3 plies of a board of 5 x 4; use parts for 3 plies of a board of 4 x 5"
    );
}

#[test]
fn a_score_that_breaks_a_law_is_found() {
    let game = board(4, 4);
    let sheet = filled(&game, 6, Slice::WHOLE, 1);
    assert_eq!(sheet.check_laws(), Ok(()));
    let highest = *sheet.range().end();
    let winning = (0..sheet.len()).find(|&index| sheet.score(index) == Some(highest)).unwrap();
    let quiet = (0..sheet.len()).find(|&index| sheet.score(index) == Some(0)).unwrap();
    for (index, score) in [(winning, 0), (quiet, highest)] {
        let mut wrong = sheet.clone();
        wrong.set(index, score);
        assert!(wrong.check_laws().is_err());
    }
}

#[test]
fn what_is_no_book_is_refused_in_one_sentence() {
    let error = |bytes: &[u8]| ScoreSheet::read(bytes).map(|_| ()).unwrap_err().to_string();
    let good = filled(&board(4, 4), 3, Slice::WHOLE, 1).bytes();
    let no_book = "it is not an opening book; use a file that 'plylab-bench book build' has written";
    assert_eq!(error(b""), no_book);
    assert_eq!(error(b"44444432 -1\n"), no_book);
    let damaged = "the book is damaged; build it again, or use another copy";
    assert_eq!(error(&good[..good.len() - 1]), damaged);
    assert_eq!(error(&good[..10]), damaged);
    let mut newer = good.clone();
    newer[8] = 2;
    assert_eq!(error(&newer), "the book has version 2.1; build it again: this program reads version 1.1");
    assert!(ScoreSheet::new(&ConnectFour::new(5, 5, 3).unwrap(), 2).is_err());
    assert!(ScoreSheet::new(&ConnectFour::default(), 13).is_err());
}

#[test]
fn the_embedded_book_is_whole() {
    let game = ConnectFour::default();
    let sheet = ScoreSheet::read(Book::embedded_file()).unwrap();
    assert_eq!(sheet.known(), sheet.len());
    assert_eq!(sheet.check_laws(), Ok(()));
    let book = Book::embedded(&game).unwrap();
    assert_eq!((book.plies(), sheet.plies()), (8, 8));
    let score = |moves: &str| book.score(&game.parse_position(moves).unwrap());
    // The solved game, known since 1988: the first player wins from the centre with his 21st stone, draws from the
    // columns next to it, and loses from the others.
    assert_eq!(score(""), Some(1));
    let first: Vec<Option<i32>> = ["1", "2", "3", "4", "5", "6", "7"].map(score).to_vec();
    assert_eq!(first, [2, 1, 0, -1, 0, 1, 2].map(Some));
    assert!(Book::embedded(&board(7, 5)).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_changed_byte_and_any_missing_end_is_refused(index in any::<prop::sample::Index>(), change in 1u8..) {
        let good = {
            let mut sheet = ScoreSheet::new(&board(4, 4), 4).unwrap();
            for index in 0..sheet.len() {
                sheet.set(index, (index % 5) as i32 - 2);
            }
            sheet.bytes()
        };
        prop_assert!(ScoreSheet::read(&good).is_ok());
        let index = index.index(good.len());
        let mut bad = good.clone();
        bad[index] ^= change;
        prop_assert!(ScoreSheet::read(&bad).is_err());
        prop_assert!(ScoreSheet::read(&good[..index]).is_err());
    }
}
