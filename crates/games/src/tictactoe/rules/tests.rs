use std::collections::{HashMap, HashSet};

use plylab_core::{Outcome, perft};

use super::*;

fn start(game: &TicTacToe) -> TicTacToeState {
    game.initial(Seed(0))
}

/// Every position that play can lead to.
fn reachable(game: &TicTacToe) -> HashSet<TicTacToeState> {
    let mut seen = HashSet::from([start(game)]);
    let mut open = vec![start(game)];
    while let Some(state) = open.pop() {
        let actions = game.list_actions(&state);
        for &cell in &actions {
            let mut next = state;
            game.apply(&mut next, cell);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

/// How the game ends for X with perfect play.
fn best_for_x(game: &TicTacToe, state: TicTacToeState, known: &mut HashMap<TicTacToeState, i32>) -> i32 {
    if let Some(&value) = known.get(&state) {
        return value;
    }
    let actions = game.list_actions(&state);
    let values = actions.iter().map(|&cell| {
        let mut next = state;
        game.apply(&mut next, cell);
        best_for_x(game, next, known)
    });
    let value = match game.turn(&state) {
        Turn::Agent(X) => values.max().unwrap(),
        Turn::Agent(_) => values.min().unwrap(),
        Turn::Chance | Turn::Over => game.utility(&state, X) as i32,
    };
    known.insert(state, value);
    value
}

/// The number of complete games from `state` on, by winner (X, O, neither).
fn whole_games(game: &TicTacToe, state: TicTacToeState) -> [u64; 3] {
    let actions = game.list_actions(&state);
    if actions.is_empty() {
        return match game.outcome(&state, X) {
            Outcome::Win => [1, 0, 0],
            Outcome::Loss => [0, 1, 0],
            Outcome::Draw => [0, 0, 1],
        };
    }
    actions.iter().fold([0; 3], |sum, &cell| {
        let mut next = state;
        game.apply(&mut next, cell);
        let more = whole_games(game, next);
        [sum[0] + more[0], sum[1] + more[1], sum[2] + more[2]]
    })
}

/// The well-known numbers: 255,168 games in all, of which 131,184 are won by X, 77,904 by O, and 46,080 drawn.
#[test]
fn the_number_of_games_is_the_known_one() {
    let game = TicTacToe::default();
    let perft: Vec<u64> = (1..=9).map(|depth| perft(&game, &start(&game), depth)).collect();
    assert_eq!(perft[..5], [9, 72, 504, 3024, 15_120]);
    // Those that end with move 5, 6, 7 or 8 have no moves after it.
    let ended = [1440, 5328, 47_952, 72_576];
    for (index, ended) in (4..).zip(ended) {
        assert_eq!(perft[index + 1], (perft[index] - ended) * (8 - index as u64), "move {}", index + 2);
    }
    assert_eq!(perft[8], 127_872);
    assert_eq!(ended.iter().sum::<u64>() + perft[8], 255_168);
    assert_eq!(whole_games(&game, start(&game)), [131_184, 77_904, 46_080]);
}

#[test]
fn the_number_of_positions_is_the_known_one_also_up_to_symmetry() {
    let game = TicTacToe::default();
    let positions = reachable(&game);
    assert_eq!(positions.len(), 5478);
    let ends = positions.iter().filter(|state| game.turn(state) == Turn::Over);
    let (won, drawn): (Vec<&TicTacToeState>, Vec<&TicTacToeState>) =
        ends.partition(|state| game.is_won(state));
    assert_eq!((won.len(), drawn.len()), (626 + 316, 16));
    let classes: HashSet<(u32, u32)> = positions
        .iter()
        .filter_map(|state| (0..8).map(|which| game.map_state(which, state)).map(|it| (it.x, it.o)).min())
        .collect();
    assert_eq!(classes.len(), 765);
}

#[test]
fn perfect_play_is_a_draw_after_any_first_move() {
    let game = TicTacToe::default();
    let mut known = HashMap::new();
    assert_eq!(best_for_x(&game, start(&game), &mut known), 0);
    for cell in cells(game.all) {
        let mut state = start(&game);
        game.apply(&mut state, cell);
        assert_eq!(known[&state], 0, "{cell:?}");
    }
}

#[test]
fn lines_of_every_board_are_found() {
    // Rows and columns hold size x (size - line + 1) windows each, diagonals of each kind (size - line + 1) squared.
    for (size, line, count) in [(3, 3, 8), (4, 3, 24), (4, 4, 10), (5, 3, 48), (5, 4, 28), (5, 5, 12)] {
        let game = TicTacToe::new(size, line).unwrap();
        assert_eq!(game.windows.len(), count);
        for &window in &game.windows {
            assert_eq!((window.count_ones(), window & !game.all), (u32::from(line), 0));
            assert!(game.has_line(window), "{window:b}");
            // Without any one stone there is no line.
            assert!(cells(window).all(|cell| !game.has_line(window ^ cell.mask())), "{window:b}");
        }
    }
}

#[test]
fn a_line_is_found_exactly_where_a_window_is_full() {
    for (size, line) in [(3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5)] {
        let game = TicTacToe::new(size, line).unwrap();
        let mut rng = Seed(3).rng();
        let mut found = 0;
        for _ in 0..5000 {
            let thin = [u32::MAX, rng.word() as u32][rng.below(2)];
            let stones = rng.word() as u32 & thin & game.all;
            assert_eq!(game.has_line(stones), game.lines(stones).next().is_some(), "{stones:b}");
            found += u32::from(game.has_line(stones));
        }
        assert!((100..4900).contains(&found), "{found} of 5000 on {size} by {size}, {line}");
    }
}

#[test]
fn symmetries_are_the_eight_of_the_square() {
    let game = TicTacToe::default();
    let images: HashSet<Vec<TicTacToeCell>> =
        (0..8).map(|which| cells(game.all).map(|cell| game.map_action(which, cell)).collect()).collect();
    assert_eq!(images.len(), 8);
    let neighbours = |one: TicTacToeCell, two: TicTacToeCell| {
        let ((a, b), (c, d)) = (game.coordinates(one), game.coordinates(two));
        a.abs_diff(c) + b.abs_diff(d) == 1
    };
    for which in 0..8 {
        for one in cells(game.all) {
            for two in cells(game.all) {
                let image = |cell| game.map_action(which, cell);
                assert_eq!(neighbours(one, two), neighbours(image(one), image(two)));
            }
        }
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    let error = |size, line| TicTacToe::new(size, line).unwrap_err().to_string();
    assert_eq!(error(2, 3), "a board of 2 by 2 cells is not supported; use a size from 3 to 5");
    assert_eq!(error(6, 3), "a board of 6 by 6 cells is not supported; use a size from 3 to 5");
    assert_eq!(error(4, 5), "5 in a row cannot win on a board of 4 by 4 cells; use 3 to 4");
    assert_eq!(error(3, 4), "4 in a row cannot win on a board of 3 by 3 cells; use 3");
    assert_eq!(error(5, 2), "2 in a row cannot win on a board of 5 by 5 cells; use 3 to 5");
}

#[test]
fn a_meaningless_action_does_no_harm() {
    for size in 3..=5 {
        let game = TicTacToe::new(size, 3).unwrap();
        for cell in 0..=255 {
            let mut state = start(&game);
            game.apply(&mut state, TicTacToeCell(cell));
            game.turn(&state);
            for which in 0..8 {
                game.map_state(which, &state);
                game.map_action(which, TicTacToeCell(cell));
            }
        }
    }
}
