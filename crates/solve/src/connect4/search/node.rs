//! One position of a search.

use plylab_games::connect4::ConnectFourState;

use super::priority;
use crate::connect4::board::BoardShape;
use crate::connect4::proofs::{self, cells};
use crate::connect4::table::{Bounds, Entry};

/// A position. In a search, the side to move has no immediate win.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Node {
    /// The stones of the side to move.
    pub own: u64,
    /// The stones of the other side.
    pub other: u64,
    /// The threats of the side to move: free cells that would win.
    pub wins: u64,
    /// The threats of the other side.
    pub danger: u64,
    /// The number of free cells.
    pub left: i32,
    /// The moves that do not lose immediately; set when all forced moves are played.
    pub moves: u64,
    /// Is the same side to move as before forced moves were played?
    pub same_side: bool,
    /// The move that led here, before any forced ones: its column, and the index of its cell.
    pub column: u32,
    pub cell: u8,
    /// Its priority in the move ordering.
    pub priority: i32,
    /// Its hash in the transposition table.
    pub hash: u64,
    /// Is it stored as its mirror image?
    pub mirrored: bool,
    /// Its table entry when it was looked up.
    pub entry: Entry,
}

impl Node {
    pub const EMPTY: Node = Node {
        own: 0,
        other: 0,
        wins: 0,
        danger: 0,
        left: 0,
        moves: 0,
        same_side: true,
        column: 0,
        cell: 0,
        priority: 0,
        hash: 0,
        mirrored: false,
        entry: Entry::NONE,
    };

    /// The node of a position.
    pub fn new(shape: &BoardShape, state: &ConnectFourState) -> Node {
        let own = state.stones_of_mover();
        let other = own ^ state.stones();
        let free = shape.full & !state.stones();
        Node {
            own,
            other,
            wins: shape.completing(own) & free,
            danger: shape.completing(other) & free,
            left: free.count_ones() as i32,
            ..Node::EMPTY
        }
    }

    #[inline(always)]
    pub fn taken(&self) -> u64 {
        self.own | self.other
    }

    /// Becomes the position after a stone in `cell` of `before`.
    #[inline(always)]
    pub fn play(&mut self, shape: &BoardShape, before: &Node, cell: u64) {
        let stones = before.own | cell;
        self.own = before.other;
        self.other = stones;
        self.wins = before.danger & !cell;
        self.danger = shape.completing(stones) & !(before.taken() | cell);
        self.left = before.left - 1;
    }

    /// Plays all forced moves. Returns the score for the side that was to move first, if no search is needed to compare it
    /// with `alpha`.
    #[inline(always)]
    pub fn play_forced(&mut self, shape: &BoardShape, mut alpha: i32) -> Option<i32> {
        self.same_side = true;
        let score = loop {
            let playable = shape.playable(self.taken());
            let blocks = playable & self.danger;
            let wanted = if blocks == 0 { playable } else { blocks };
            let moves = wanted & !(self.danger >> 1);
            if moves == 0 || blocks & blocks.wrapping_sub(1) != 0 {
                // The other side wins with its next stone, if there is one.
                break -(self.left / 2);
            }
            if self.left <= 2 {
                break 0;
            }
            // Neither side wins with the next two stones.
            let (lower, upper) = (-(self.left - 2) / 2, (self.left - 1) / 2);
            if lower > alpha {
                break lower;
            }
            if upper <= alpha {
                break upper;
            }
            if moves & (moves - 1) == 0 {
                let before = *self;
                self.play(shape, &before, moves);
                self.same_side = !self.same_side;
                alpha = -alpha - 1;
                continue;
            }
            let upper = proofs::upper_bound(shape, self, playable, alpha);
            if upper <= alpha {
                break upper;
            }
            // Proofs of a win succeed too rarely to be worth their cost.
            if alpha < 0 {
                let lower = proofs::lower_bound(shape, self, playable);
                if lower > alpha {
                    break lower;
                }
            }
            self.moves = moves;
            return None;
        };
        Some(if self.same_side { score } else { -score })
    }

    /// The priority of a stone in `cell`, after which `threats` are the mover's threats.
    #[inline(always)]
    pub fn priority_of(&self, shape: &BoardShape, cell: u64, threats: u64) -> i32 {
        let column = shape.column_of(cell);
        let mut priority = priority::CENTRE * column.min(shape.columns - 1 - column) as i32;
        if (cell & shape.upper != 0) == (self.left % 2 == 1) {
            priority += priority::OWN_ROW;
        }
        // A threat directly above a threat of the other side is never reached.
        let threats = threats & !(self.danger << 1);
        let next = shape.playable(self.taken() | cell);
        for threat in cells(threats) {
            priority += priority::THREAT;
            if threat & (next << 1) != 0 {
                priority += priority::THREAT_ABOVE_NEXT;
            } else if threat & (next << 2) != 0 {
                priority += priority::THREAT_ABOVE_SECOND;
            }
            if threat & (threats << 1) != 0 {
                priority += priority::THREAT_ABOVE_THREAT;
            }
        }
        priority
    }

    /// The bounds of the score for the side that moved into this position.
    #[inline(always)]
    pub fn bounds_for_mover(&self, bounds: Bounds) -> (i32, i32) {
        if self.same_side { (-bounds.upper, -bounds.lower) } else { (bounds.lower, bounds.upper) }
    }
}
