//! The positions of one ply in a reproducible order, so that a book need not store them.

use std::cmp::Ordering;

use plylab_core::{Game as _, InputError, Turn, message};
use plylab_games::connect4::{ConnectFour, ConnectFourState};

use super::super::board::Shape;
use super::super::solver::from_centre;

/// The maximum number of positions of one ply; more would take hours or too much memory.
const MAX_POSITIONS: usize = 1 << 24;

/// A position's key: the free cell of every column and, below it, the stones of the side to move. A position and its
/// mirror image share the smaller of their keys.
pub(super) fn key(shape: &Shape, state: &ConnectFourState) -> u64 {
    let key = (state.stones() + shape.bottom) | state.stones_of_mover();
    key.min(shape.mirrored(key))
}

/// The positions after a number of plies in which the game is not over, one of each pair of mirror images, by rising key.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    keys: Vec<u64>,
    states: Vec<ConnectFourState>,
}

impl Positions {
    /// The start alone.
    pub fn start(game: &ConnectFour, shape: &Shape) -> Positions {
        let start = game.initial(plylab_core::Seed::default());
        Positions { keys: vec![key(shape, &start)], states: vec![start] }
    }

    /// The positions one ply later.
    ///
    /// # Errors
    ///
    /// If there are too many.
    pub fn next(&self, game: &ConnectFour, shape: &Shape) -> Result<Positions, InputError> {
        let mut found = Vec::with_capacity(4 * self.len());
        for state in &self.states {
            for after in replies(game, state) {
                if game.turn(&after) != Turn::Over {
                    found.push((key(shape, &after), after));
                }
            }
            if found.len() > 8 * MAX_POSITIONS {
                return Err(too_many());
            }
        }
        // A position and its mirror image differ, and which of them is kept must not depend on how it was reached.
        found.sort_unstable_by(|(key, state), (other_key, other)| {
            key.cmp(other_key).then_with(|| by_stones(state, other))
        });
        found.dedup_by_key(|(key, _)| *key);
        if found.len() > MAX_POSITIONS {
            return Err(too_many());
        }
        let (keys, states) = found.into_iter().unzip();
        Ok(Positions { keys, states })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The position at that index.
    pub fn state(&self, index: usize) -> Option<&ConnectFourState> {
        self.states.get(index)
    }

    /// All of them, in order.
    pub fn states(&self) -> &[ConnectFourState] {
        &self.states
    }

    /// The index of the position with that key.
    pub fn index_of(&self, key: u64) -> Option<usize> {
        self.keys.binary_search(&key).ok()
    }

    /// The keys alone.
    pub fn into_keys(self) -> Vec<u64> {
        self.keys
    }
}

fn by_stones(one: &ConnectFourState, other: &ConnectFourState) -> Ordering {
    (one.stones(), one.stones_of_mover()).cmp(&(other.stones(), other.stones_of_mover()))
}

fn too_many() -> InputError {
    InputError::new(message!("positions-too-many", "there are too many positions"))
        .expected(message!("fewer-plies", "use fewer plies"))
}

/// The positions after each legal move, the one nearest to the centre first.
pub(super) fn replies<'a>(
    game: &'a ConnectFour,
    state: &'a ConnectFourState,
) -> impl Iterator<Item = ConnectFourState> + use<'a> {
    let mut columns = game.list_actions(state);
    columns.sort_by_key(|&column| from_centre(game, column));
    columns.into_iter().map(|column| {
        let mut after = *state;
        game.apply(&mut after, column);
        after
    })
}

/// The indices of the last ply's positions in depth-first order of the game tree, so that related positions follow each
/// other, and a table filled by one helps the next.
pub(super) fn walk(game: &ConnectFour, shape: &Shape, plies: &[Positions]) -> Vec<usize> {
    let Some((last, earlier)) = plies.split_last() else { return Vec::new() };
    let mut order = Vec::with_capacity(last.len());
    let mut seen: Vec<Vec<bool>> = plies.iter().map(|positions| vec![false; positions.len()]).collect();
    let mut open: Vec<(usize, ConnectFourState)> =
        plies.first().and_then(|first| first.state(0)).map(|&state| (0, state)).into_iter().collect();
    while let Some((ply, state)) = open.pop() {
        let Some(index) = plies[ply].index_of(key(shape, &state)) else { continue };
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
