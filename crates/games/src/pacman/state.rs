//! A state of the game: where the agents are, what food is left, and the score.

use plylab_core::ArrayVec;

use super::layout::{MAX_FOOD, MAX_GHOSTS};
use super::maze::Spot;
use crate::common::bits;

/// The maximum number of agents: Pac-Man and the ghosts.
pub const MAX_AGENTS: usize = MAX_GHOSTS + 1;

/// A move of one agent, in the order in which the classic rules list them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
#[expect(missing_docs, reason = "directions speak for themselves")]
pub enum Step {
    West,
    #[default]
    Stop,
    East,
    North,
    South,
}

/// The steps that an agent may take.
pub type Steps = ArrayVec<Step, { Step::ALL.len() }>;

impl Step {
    /// Every step, in order.
    pub const ALL: [Step; 5] = [Step::West, Step::Stop, Step::East, Step::North, Step::South];

    /// The step's bit in a set of steps.
    #[inline]
    pub fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The opposite direction.
    #[inline]
    pub fn reversed(self) -> Step {
        match self {
            Step::West => Step::East,
            Step::Stop => Step::Stop,
            Step::East => Step::West,
            Step::North => Step::South,
            Step::South => Step::North,
        }
    }

    /// A quarter turn to the left.
    pub fn left(self) -> Step {
        match self {
            Step::West => Step::South,
            Step::Stop => Step::Stop,
            Step::East => Step::North,
            Step::North => Step::West,
            Step::South => Step::East,
        }
    }

    /// A quarter turn to the right.
    pub fn right(self) -> Step {
        self.left().reversed()
    }
}

/// Pac-Man or a ghost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Actor {
    /// Where it is.
    pub at: Spot,
    /// The direction of its last move; [`Step::Stop`] at the start.
    pub facing: Step,
    /// The number of its moves for which a ghost is still scared.
    pub scared: u8,
}

/// Whether the game goes on, is won or is lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Status {
    /// It goes on.
    #[default]
    Playing,
    /// Pac-Man has won.
    Won,
    /// Pac-Man has lost.
    Lost,
}

/// Which pellets are left, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Food([u64; MAX_FOOD / 64]);

impl Food {
    /// The first `count` pellets.
    pub fn first(count: usize) -> Food {
        let mut food = Food::default();
        (0..count).for_each(|number| food.put(number));
        food
    }

    /// Is this pellet left?
    #[inline]
    pub fn has(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    /// Adds a pellet.
    pub fn put(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Removes a pellet.
    #[inline]
    pub fn take(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// The number of pellets.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The numbers of the pellets, in order.
    #[inline]
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(index, &word)| bits(word).map(move |bit| index * 64 + usize::from(bit)))
    }

    /// The bits, for keys.
    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }
}

/// A state of the game: 112 bytes, no heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PacmanState {
    pub(super) food: Food,
    pub(super) actors: [Actor; MAX_AGENTS],
    /// By number.
    pub(super) capsules: u32,
    pub(super) score: i32,
    pub(super) food_left: u16,
    /// The agent to move.
    pub(super) turn: u8,
    pub(super) status: Status,
}

impl PacmanState {
    /// Pac-Man and the ghosts; entries beyond the game's agents have no meaning.
    pub fn actors(&self) -> &[Actor; MAX_AGENTS] {
        &self.actors
    }

    /// The score so far.
    pub fn score(&self) -> i32 {
        self.score
    }

    /// Which pellets are left.
    pub fn food(&self) -> &Food {
        &self.food
    }

    /// Which capsules are left, as bits by number.
    pub fn capsules(&self) -> u32 {
        self.capsules
    }

    /// The number of pellets left.
    pub fn food_left(&self) -> u16 {
        self.food_left
    }

    /// The number of capsules left.
    pub fn capsules_left(&self) -> u32 {
        self.capsules.count_ones()
    }

    /// Whether the game goes on, is won or is lost.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The same state as if the game went on, as a copy in the course's engine has it.
    #[inline]
    pub fn resumed(&self) -> PacmanState {
        PacmanState { status: Status::Playing, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_small() {
        assert_eq!(size_of::<PacmanState>(), 112);
    }

    #[test]
    fn food_is_a_set_of_numbers() {
        let mut food = Food::first(130);
        food.take(64);
        food.take(0);
        assert_eq!(food.count(), 128);
        assert!(food.has(1) && food.has(129) && !food.has(64) && !food.has(130));
        assert!(food.numbers().eq((1..64).chain(65..130)));
    }
}
