//! The positions of one ply in an order that everybody finds again, so that a book need not say which is which.

use std::cmp::Ordering;

use plylab_core::{Game as _, InputError, Turn, message};
use plylab_games::connect4::{ConnectFour, State};

use super::super::board::Shape;
use super::super::solver::from_centre;

/// The most positions of one ply, before anybody waits for hours or runs out of memory.
const MOST: usize = 1 << 24;

/// A position's key: the free cell of every column and, below it, the stones of the side to move. Of a position and its
/// mirror image both get the smaller one.
pub(super) fn key(shape: &Shape, state: &State) -> u64 {
    let key = (state.stones() + shape.bottom) | state.stones_of_mover();
    key.min(shape.mirrored(key))
}

/// The positions after a number of plies in which the game is not over, one of each pair of mirror images, by rising key.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    keys: Vec<u64>,
    states: Vec<State>,
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
            if found.len() > 8 * MOST {
                return Err(too_many());
            }
        }
        // Two images of one position differ, and which of them is kept must not depend on how it was reached.
        found.sort_unstable_by(|(key, state), (other_key, other)| {
            key.cmp(other_key).then_with(|| by_stones(state, other))
        });
        found.dedup_by_key(|(key, _)| *key);
        if found.len() > MOST {
            return Err(too_many());
        }
        let (keys, states) = found.into_iter().unzip();
        Ok(Positions { keys, states })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The position at that place.
    pub fn state(&self, place: usize) -> Option<&State> {
        self.states.get(place)
    }

    /// All of them, in order.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// Where the position with that key is.
    pub fn place(&self, key: u64) -> Option<usize> {
        self.keys.binary_search(&key).ok()
    }

    /// The keys alone.
    pub fn into_keys(self) -> Vec<u64> {
        self.keys
    }
}

fn by_stones(one: &State, other: &State) -> Ordering {
    (one.stones(), one.stones_of_mover()).cmp(&(other.stones(), other.stones_of_mover()))
}

fn too_many() -> InputError {
    InputError::new(message!("positions-too-many", "there are too many positions"))
        .expected(message!("fewer-plies", "use fewer plies"))
}

/// The positions after each legal move, the one nearest to the centre first.
pub(super) fn replies<'a>(game: &'a ConnectFour, state: &'a State) -> impl Iterator<Item = State> + use<'a> {
    let mut columns = game.list_actions(state);
    columns.sort_by_key(|&column| from_centre(game, column));
    columns.into_iter().map(|column| {
        let mut after = *state;
        game.apply(&mut after, column);
        after
    })
}

/// The places of the last ply's positions in the order of a walk through the game's tree, so that positions with much in
/// common come one after the other, and a table filled by one serves the next.
pub(super) fn walk(game: &ConnectFour, shape: &Shape, plies: &[Positions]) -> Vec<usize> {
    let Some((last, earlier)) = plies.split_last() else { return Vec::new() };
    let mut order = Vec::with_capacity(last.len());
    let mut seen: Vec<Vec<bool>> = plies.iter().map(|positions| vec![false; positions.len()]).collect();
    let mut open: Vec<(usize, State)> =
        plies.first().and_then(|first| first.state(0)).map(|&state| (0, state)).into_iter().collect();
    while let Some((ply, state)) = open.pop() {
        let Some(place) = plies[ply].place(key(shape, &state)) else { continue };
        if std::mem::replace(&mut seen[ply][place], true) {
            continue;
        }
        if ply == earlier.len() {
            order.push(place);
            continue;
        }
        let mut after: Vec<State> =
            replies(game, &state).filter(|after| game.turn(after) != Turn::Over).collect();
        after.reverse();
        open.extend(after.into_iter().map(|after| (ply + 1, after)));
    }
    order
}
