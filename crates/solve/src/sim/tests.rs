//! The table against figures that two other programs agree on, against the rules, and against a plain search.

use std::collections::HashMap;

use plylab_core::{Game as _, Notation as _, Outcome, Seed, Symmetric as _, Turn};
use plylab_games::sim::{Sim, SimState, Start};

use super::{PositionCounts, Probability, SimTable, SimValue};

fn solved() -> (Sim, SimTable) {
    let game = Sim::default();
    let table = SimTable::new(&game).unwrap();
    (game, table)
}

fn start(game: &Sim, table: &SimTable) -> SimValue {
    table.verdict(game, &game.initial(Seed(0))).unwrap()
}

/// Positions that random moves lead to, finished ones included.
fn some_positions(game: &Sim, count: u64) -> Vec<SimState> {
    let mut positions = Vec::new();
    for number in 0..count {
        let mut rng = Seed(31).nth(number).rng();
        let mut state = game.initial(Seed(0));
        loop {
            positions.push(state);
            let edges = game.list_actions(&state);
            let Some(&edge) = rng.pick(&edges) else { break };
            game.apply(&mut state, edge);
        }
    }
    positions
}

#[test]
fn there_are_as_many_positions_as_other_programs_found() {
    let (_, table) = solved();
    let wanted = PositionCounts {
        positions: 2_230_702,
        unfinished: 1_350_022,
        classes: 3_729,
        unfinished_classes: 2_250,
    };
    assert_eq!(table.counts(), wanted);
}

#[test]
fn the_second_player_wins_with_seven_points_too() {
    let game = Sim::new(7, Start::Red).unwrap();
    let table = SimTable::new(&game).unwrap();
    let verdict = start(&game, &table);
    // A program written apart from this one counted the same unfinished classes and the same length.
    assert_eq!((verdict.outcome, verdict.moves_left), (Outcome::Loss, 19));
    assert_eq!(table.counts().unfinished_classes, 77_608);
}

#[test]
fn the_second_player_wins() {
    let (game, table) = solved();
    assert_eq!(start(&game, &table).outcome, Outcome::Loss);
}

#[test]
fn chances_against_a_random_opponent_are_the_exact_ones() {
    let (game, table) = solved();
    let verdict = start(&game, &table);
    assert_eq!(verdict.against_random.to_string(), "3071/3072");
    assert_eq!(verdict.other_against_random, Probability::ALWAYS);
    assert_eq!(verdict.by_chance.to_string(), "8374/21021");
    assert_eq!(verdict.other_by_chance, Probability::new(21021 - 8374, 21021), "there are no draws");
    // If red moves first in one game of three.
    let drawn = Probability::mean(&[
        verdict.against_random,
        verdict.other_against_random,
        verdict.other_against_random,
    ]);
    assert_eq!(drawn.to_string(), "9215/9216");
}

#[test]
fn with_fewer_points_the_game_is_a_draw() {
    for points in 3..=5 {
        let game = Sim::new(points, Start::Red).unwrap();
        let table = SimTable::new(&game).unwrap();
        assert_eq!(start(&game, &table).outcome, plain(&game, &game.initial(Seed(0)), &mut HashMap::new()).0);
        assert_eq!(start(&game, &table).outcome, Outcome::Draw, "{points} points");
    }
}

/// Outcome and moves left by the rules alone, without renaming anything.
fn plain(game: &Sim, state: &SimState, known: &mut HashMap<SimState, (Outcome, u32)>) -> (Outcome, u32) {
    if let Some(&found) = known.get(state) {
        return found;
    }
    let edges = game.list_actions(state);
    let mut best = None;
    for edge in edges {
        let mut after = *state;
        game.apply(&mut after, edge);
        let (outcome, left) = plain(game, &after, known);
        let (rank, outcome) = match outcome {
            Outcome::Win => (i64::from(left) - 100, Outcome::Loss),
            Outcome::Draw => (0, Outcome::Draw),
            Outcome::Loss => (100 - i64::from(left), Outcome::Win),
        };
        if best.is_none_or(|(highest, _, _)| rank > highest) {
            best = Some((rank, outcome, left + 1));
        }
    }
    let found = match best {
        Some((_, outcome, left)) => (outcome, left),
        // Who is next has won if there is a triangle, because the other made it.
        None => (if game.utility(state, state.side()) > 0.0 { Outcome::Win } else { Outcome::Draw }, 0),
    };
    known.insert(*state, found);
    found
}

#[test]
fn positions_are_worth_what_a_plain_search_finds() {
    let (game, table) = solved();
    let mut known = HashMap::new();
    // From six moves on there are few enough positions for a full search.

    for state in some_positions(&game, 60).iter().filter(|state| state.played() >= 6) {
        let verdict = table.verdict(&game, state).unwrap();
        let wanted = plain(&game, state, &mut known);
        assert_eq!((verdict.outcome, verdict.moves_left), wanted, "{}", game.position_text(state));
    }
}

#[test]
fn a_verdict_is_that_of_the_best_move_and_renaming_points_changes_nothing() {
    let (game, table) = solved();
    for (number, state) in some_positions(&game, 30).iter().enumerate() {
        let verdict = table.verdict(&game, state).unwrap();
        let renamed = game.map_state(number * 37 % 720, state);
        assert_eq!(table.verdict(&game, &renamed), Some(verdict));
        let moves = table.moves(&game, state);
        let best: Vec<(Outcome, u32)> = moves
            .iter()
            .filter(|judged| judged.best)
            .map(|judged| (judged.outcome, judged.moves_left))
            .collect();
        assert!(best.iter().all(|&found| found == (verdict.outcome, verdict.moves_left)));
        let chances: Vec<Probability> =
            moves.iter().filter(|judged| judged.exploits).map(|judged| judged.against_random).collect();
        assert!(chances.iter().all(|&chance| chance == verdict.against_random));
        assert_eq!(moves.is_empty(), game.turn(state) == Turn::Over);
        assert_eq!((best.is_empty(), chances.is_empty()), (moves.is_empty(), moves.is_empty()));
    }
}

#[test]
fn lines_last_as_long_as_they_should_and_end_as_they_should() {
    let (game, table) = solved();
    for state in some_positions(&game, 30) {
        let verdict = table.verdict(&game, &state).unwrap();
        let line = table.line(&game, &state);
        assert_eq!(line.len(), verdict.moves_left as usize);
        let mut end = state;
        for edge in line {
            game.apply(&mut end, edge);
        }
        let wanted = if verdict.outcome == Outcome::Win { 1.0 } else { -1.0 };
        assert_eq!(game.utility(&end, state.side()), wanted, "{}", game.position_text(&state));
    }
}

#[test]
fn who_begins_makes_no_difference_to_the_side_to_move() {
    let (game, table) = solved();
    let blue = Sim::new(6, Start::Blue).unwrap();
    assert_eq!(start(&blue, &table), start(&game, &table));
}

#[test]
fn other_numbers_of_points_are_not_this_table() {
    let (_, table) = solved();
    let five = Sim::new(5, Start::Red).unwrap();
    assert_eq!(table.verdict(&five, &five.initial(Seed(0))), None);
    assert_eq!(table.moves(&five, &five.initial(Seed(0))), []);
    let error = SimTable::new(&Sim::new(8, Start::Red).unwrap()).err().unwrap();
    assert_eq!(error.to_string(), "SIM on 8 points is too large to be solved; use at most 7 points");
}
