//! The positions of one ply in a reproducible order, so that a book need not store them.

use plylab_core::{Game as _, InputError, Turn, message};
use plylab_games::connect4::{ConnectFour, ConnectFourState};

use super::super::board::BoardShape;
use super::super::solver::centre_first;
use crate::after;

/// The maximum number of positions of one ply; more would take hours or too much memory.
const MAX_POSITIONS: usize = 1 << 24;

/// A position's key: the free cell of every column and, below it, the stones of the side to move. A position and its
/// mirror image share the smaller of their keys.
pub(super) fn key(shape: &BoardShape, state: &ConnectFourState) -> u64 {
    let key = (state.stones() + shape.bottom) | state.stones_of_mover();
    key.min(shape.mirrored(key))
}

/// The positions after a number of plies in which the game is not over, one of each pair of mirror images, by rising key.
pub(super) type Positions = Vec<(u64, ConnectFourState)>;

/// The positions one ply later.
///
/// # Errors
///
/// If there are too many.
pub(super) fn next_ply(
    game: &ConnectFour,
    shape: &BoardShape,
    positions: &[(u64, ConnectFourState)],
) -> Result<Positions, InputError> {
    let too_many = || {
        InputError::new(message!("positions-too-many", "there are too many positions"))
            .expected(message!("fewer-plies", "use fewer plies"))
    };
    let mut found = Vec::with_capacity(4 * positions.len());
    for (_, state) in positions {
        let unfinished = replies(game, state).filter(|after| game.turn(after) != Turn::Over);
        found.extend(unfinished.map(|after| (key(shape, &after), after)));
        if found.len() > 8 * MAX_POSITIONS {
            return Err(too_many());
        }
    }
    // A position and its mirror image differ, and which of them is kept must not depend on how it was reached.
    found.sort_unstable_by_key(|(key, state)| (*key, state.stones(), state.stones_of_mover()));
    found.dedup_by_key(|(key, _)| *key);
    if found.len() > MAX_POSITIONS { Err(too_many()) } else { Ok(found) }
}

/// The positions after each legal move, the one nearest to the centre first.
pub(super) fn replies<'a>(
    game: &'a ConnectFour,
    state: &'a ConnectFourState,
) -> impl Iterator<Item = ConnectFourState> + use<'a> {
    centre_first(game, state).into_iter().map(|column| after(game, state, column))
}

/// The indices of the last ply's positions in depth-first order of the game tree, so that related positions follow each
/// other, and a table filled by one helps the next.
pub(super) fn walk(game: &ConnectFour, shape: &BoardShape, plies: &[Positions]) -> Vec<usize> {
    let Some((last, earlier)) = plies.split_last() else { return Vec::new() };
    let mut order = Vec::with_capacity(last.len());
    let mut seen: Vec<Vec<bool>> = plies.iter().map(|positions| vec![false; positions.len()]).collect();
    let mut open: Vec<(usize, ConnectFourState)> = plies[0].iter().map(|&(_, state)| (0, state)).collect();
    while let Some((ply, state)) = open.pop() {
        let wanted = key(shape, &state);
        let Ok(index) = plies[ply].binary_search_by_key(&wanted, |(key, _)| *key) else { continue };
        if std::mem::replace(&mut seen[ply][index], true) {
            continue;
        }
        if ply == earlier.len() {
            order.push(index);
            continue;
        }
        let mut after: Vec<ConnectFourState> =
            replies(game, &state).filter(|after| game.turn(after) != Turn::Over).collect();
        after.reverse();
        open.extend(after.into_iter().map(|after| (ply + 1, after)));
    }
    order
}
