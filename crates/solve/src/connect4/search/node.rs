//! One position of a search, and the question that is asked of it.

use super::priority;
use crate::connect4::board::Shape;
use crate::connect4::proofs::{self, Sides, cells};
use crate::connect4::table::{Entry, Known};

/// What a search is asked: is the score above this number? The answer is a bound: one that is above it says yes, any other
/// no, and the true score is at least or at most that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Above(pub i32);

impl Above {
    /// The opposite question of the other side.
    #[inline(always)]
    pub fn turned(self) -> Above {
        Above(-self.0 - 1)
    }
}

/// A position on its way into the search. The side to move cannot win at once.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Node {
    /// The stones of the side to move.
    pub own: u64,
    /// The stones of the other side.
    pub other: u64,
    /// The free cells that would win for the side to move.
    pub wins: u64,
    /// The free cells that would win for the other side.
    pub danger: u64,
    /// How many cells are free.
    pub left: i32,
    /// The moves that do not lose at once; known when all forced moves are played.
    pub moves: u64,
    /// Is it the turn of who it was before forced moves were played?
    pub same_side: bool,
    /// The move that led here, before any forced ones: its column, and its cell as a number.
    pub column: u32,
    pub cell: u8,
    /// How early it is searched.
    pub priority: i32,
    /// Where it belongs in the table.
    pub place: u64,
    /// Is it stored as its mirror image?
    pub mirrored: bool,
    /// What the table said when it was looked up.
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
        place: 0,
        mirrored: false,
        entry: Entry::NONE,
    };

    /// A position in which the side to move cannot win at once.
    pub fn new(shape: &Shape, own: u64, other: u64) -> Node {
        let free = shape.full & !(own | other);
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
    pub fn play(&mut self, shape: &Shape, before: &Node, cell: u64) {
        let stones = before.own | cell;
        self.own = before.other;
        self.other = stones;
        self.wins = before.danger & !cell;
        self.danger = shape.completing(stones) & !(before.taken() | cell);
        self.left = before.left - 1;
    }

    /// Plays all forced moves. Gives the answer if no search is needed for it, to the side that was to move at first.
    #[inline(always)]
    pub fn follow(&mut self, shape: &Shape, question: Above) -> Option<i32> {
        let mut question = question;
        self.same_side = true;
        let score = loop {
            let Above(alpha) = question;
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
            // Nobody wins with the next two stones.
            let (least, most) = (-(self.left - 2) / 2, (self.left - 1) / 2);
            if least > alpha {
                break least;
            }
            if most <= alpha {
                break most;
            }
            if moves & (moves - 1) == 0 {
                let before = *self;
                self.play(shape, &before, moves);
                self.same_side = !self.same_side;
                question = question.turned();
                continue;
            }
            let sides = Sides {
                own: self.own,
                other: self.other,
                wins: self.wins,
                danger: self.danger,
                even: self.left % 2 == 0,
            };
            let most = proofs::most(shape, sides, playable, alpha);
            if most <= alpha {
                break most;
            }
            // That a win is certain is seen too seldom for what it takes to look.
            if alpha < 0 {
                let least = proofs::least(shape, sides, playable);
                if least > alpha {
                    break least;
                }
            }
            self.moves = moves;
            return None;
        };
        Some(if self.same_side { score } else { -score })
    }

    /// How much speaks for a stone in `cell`, which makes `threats` the cells that would win.
    #[inline(always)]
    pub fn priority_of(&self, shape: &Shape, cell: u64, threats: u64) -> i32 {
        let column = shape.column_of(cell);
        let mut priority = priority::CENTRE * column.min(shape.columns - 1 - column) as i32;
        if (cell & shape.upper != 0) == (self.left % 2 == 1) {
            priority += priority::OWN_ROW;
        }
        // A threat above a cell that wins for the other side is never reached.
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

    /// What is known of the score, for the side that moved into this position.
    #[inline(always)]
    pub fn known_to_mover(&self, known: Known) -> (i32, i32) {
        if self.same_side { (-known.upper, -known.lower) } else { (known.lower, known.upper) }
    }
}
