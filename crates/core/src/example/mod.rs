//! The game that the examples of this crate play, small and complete: start here to write one of your own.
//!
//! There are two heaps of coins. The agents take one or two coins from one of them in turn, and every coin is a point.

#[cfg(feature = "serde")]
mod playable;

#[cfg(feature = "serde")]
pub use playable::{HeapsReport, PointsEval};

use crate::message;
use crate::{
    AgentId, ArrayVec, Game, GameInfo, Hashed, InputError, Notation, ResultKind, Scored, Seed, Symmetric,
    Turn, mix,
};

/// The rules, for two heaps of equal size.
#[derive(Debug)]
pub struct Heaps {
    coins: u8,
    info: GameInfo,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeapsState {
    /// The coins of both heaps.
    pub heaps: [u8; 2],
    /// The coins of agent 0 less those of agent 1.
    pub points: i8,
    /// The agent to move, unless both heaps are empty.
    pub mover: AgentId,
}

/// A move: takes coins from a heap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take {
    /// 0 or 1.
    pub heap: u8,
    /// 1 or 2.
    pub coins: u8,
}

impl Heaps {
    /// The maximum size of a heap.
    pub const MAX_COINS: u8 = 9;

    /// The game with `coins` coins in each heap, at most [`Heaps::MAX_COINS`].
    pub fn new(coins: u8) -> Heaps {
        let info = GameInfo {
            result: ResultKind::Points,
            ..GameInfo::two_players("heaps", "Two heaps", ["Left", "Right"])
        };
        Heaps { coins: coins.min(Heaps::MAX_COINS), info }
    }
}

/// Three coins in each heap.
impl Default for Heaps {
    fn default() -> Heaps {
        Heaps::new(3)
    }
}

/// The actions of the first heap come first, one coin before two.
impl Game for Heaps {
    type State = HeapsState;
    type Action = Take;
    type Actions = ArrayVec<Take, 4>;

    const DICE: bool = false;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> HeapsState {
        HeapsState { heaps: [self.coins; 2], points: 0, mover: AgentId(0) }
    }

    fn turn(&self, state: &HeapsState) -> Turn {
        if state.heaps == [0, 0] { Turn::Over } else { Turn::Agent(state.mover) }
    }

    fn actions(&self, state: &HeapsState, out: &mut Self::Actions) {
        out.clear();
        for (heap, coins) in (0..).zip(state.heaps) {
            out.extend((1..=coins.min(2)).map(|coins| Take { heap, coins }));
        }
    }

    fn apply(&self, state: &mut HeapsState, Take { heap, coins }: Take) {
        let left = &mut state.heaps[usize::from(heap)];
        *left = left.saturating_sub(coins);
        let points = coins.cast_signed();
        state.points += if state.mover == AgentId(0) { points } else { -points };
        state.mover = AgentId(1 - state.mover.0);
    }

    fn utility(&self, state: &HeapsState, agent: AgentId) -> f64 {
        if agent == AgentId(0) { f64::from(state.points) } else { -f64::from(state.points) }
    }
}

impl Hashed for Heaps {
    fn key(&self, state: &HeapsState) -> u64 {
        let [first, second] = state.heaps;
        mix(u64::from_le_bytes([first, second, state.points.cast_unsigned(), state.mover.0, 0, 0, 0, 0]))
    }
}

/// The heaps can be swapped.
impl Symmetric for Heaps {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_state(&self, which: usize, state: &HeapsState) -> HeapsState {
        let [first, second] = state.heaps;
        HeapsState { heaps: if which == 0 { [first, second] } else { [second, first] }, ..*state }
    }

    fn map_action(&self, which: usize, Take { heap, coins }: Take) -> Take {
        Take { heap: if which == 0 { heap } else { 1 - heap }, coins }
    }
}

impl Scored for Heaps {
    fn points(&self, state: &HeapsState) -> f64 {
        f64::from(state.points)
    }

    fn without_points(&self, state: &HeapsState) -> HeapsState {
        HeapsState { points: 0, ..*state }
    }
}

/// A move is the letter of a heap and a number of coins, `a2`; a position is both heaps, the points and the agent to move,
/// `3/1 2 0`.
impl Notation for Heaps {
    fn action_text(&self, _: &HeapsState, Take { heap, coins }: Take) -> String {
        format!("{}{coins}", if heap == 0 { 'a' } else { 'b' })
    }

    fn position_text(&self, HeapsState { heaps: [first, second], points, mover }: &HeapsState) -> String {
        format!("{first}/{second} {points} {mover}")
    }

    fn parse_position(&self, text: &str) -> Result<HeapsState, InputError> {
        read(text).ok_or_else(|| {
            let wrong = message!("no-position", "'{text}' is not a position");
            let right = message!("heaps-form", "write the heaps, the points and the agent to move: 3/1 2 0");
            InputError::new(wrong).expected(right)
        })
    }
}

fn read(text: &str) -> Option<HeapsState> {
    let [heaps, points, mover] = text.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let (first, second) = heaps.split_once('/')?;
    let heap = |text: &str| text.parse().ok().filter(|coins| *coins <= Heaps::MAX_COINS);
    let most = Heaps::MAX_COINS.cast_signed() * 2;
    Some(HeapsState {
        heaps: [heap(first)?, heap(second)?],
        points: points.parse().ok().filter(|points| (-most..=most).contains(points))?,
        mover: AgentId(mover.parse().ok().filter(|mover| *mover < 2)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::Suite;

    #[test]
    fn it_keeps_every_promise() {
        for coins in [1, 3, Heaps::MAX_COINS] {
            let game = Heaps::new(coins);
            let coverage = Suite::default().run(&game).unwrap();
            assert!(coverage.finished >= 50, "{coverage:?}");
            Suite::default().run_symmetric(&game).unwrap();
        }
    }
}
