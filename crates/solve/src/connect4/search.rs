//! The search: does the side to move reach a score, yes or no?

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::board::{Board, MOST_COLUMNS, Shape};
use super::proofs::{self, Sides, cells};
use super::table::{Entry, Known, Table};

/// What a search is asked: is the score above this number? The answer is a bound: one that is above it says yes, any other
/// no, and the true score is at least or at most that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Above(pub i32);

impl Above {
    /// The opposite question of the other side.
    #[inline(always)]
    fn turned(self) -> Above {
        Above(-self.0 - 1)
    }
}

/// A position on its way into the search. The side to move cannot win at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The stones of the side to move.
    own: u64,
    /// The stones of the other side.
    other: u64,
    /// The free cells that would win for the side to move.
    wins: u64,
    /// The free cells that would win for the other side.
    danger: u64,
    /// How many cells are free.
    left: i32,
    /// The moves that do not lose at once; known when all forced moves are played.
    moves: u64,
    /// Is it the turn of who it was before forced moves were played?
    same_side: bool,
    /// The move that led here, before any forced ones: its column, and its cell as a number.
    column: u32,
    cell: u8,
    /// How early it is searched.
    priority: i32,
    /// Where it belongs in the table.
    place: u64,
    /// Is it stored as its mirror image?
    mirrored: bool,
    /// What the table said when it was looked up.
    entry: Entry,
}

impl Node {
    const EMPTY: Node = Node {
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
    fn taken(&self) -> u64 {
        self.own | self.other
    }

    /// Becomes the position after a stone in `cell` of `before`.
    #[inline(always)]
    fn play(&mut self, shape: &Shape, before: &Node, cell: u64) {
        let stones = before.own | cell;
        self.own = before.other;
        self.other = stones;
        self.wins = before.danger & !cell;
        self.danger = shape.completing(stones) & !(before.taken() | cell);
        self.left = before.left - 1;
    }

    /// Plays all forced moves. Gives the answer if no search is needed for it, to the side that was to move at first.
    #[inline(always)]
    fn follow(&mut self, shape: &Shape, question: Above) -> Option<i32> {
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
    fn priority_of(&self, shape: &Shape, cell: u64, threats: u64) -> i32 {
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
    fn known_to_mover(&self, known: Known) -> (i32, i32) {
        if self.same_side { (-known.upper, -known.lower) } else { (known.lower, known.upper) }
    }
}

/// Room for the moves of one position, kept from node to node.
pub(super) struct Frame {
    children: [Node; MOST_COLUMNS],
    /// Places in `children`, the most promising first.
    order: [u8; MOST_COLUMNS],
}

impl Frame {
    const EMPTY: Frame = Frame { children: [Node::EMPTY; MOST_COLUMNS], order: [0; MOST_COLUMNS] };
}

/// Room for the longest game.
pub(super) fn frames(shape: &Shape) -> Vec<Frame> {
    (0..shape.cells).map(|_| Frame::EMPTY).collect()
}

/// How much speaks for a move. What counts is how little work a proof takes, not how often one succeeds. Found by trying
/// on positions of the public sets.
mod priority {
    /// It is the move that was good enough before.
    pub const KNOWN: i32 = 10_000;
    /// It leaves the other side no choice.
    pub const FORCING: i32 = 48;
    /// A cell that would win, if it can be reached.
    pub const THREAT: i32 = 36;
    /// It is above a cell that can be taken now: the other side must not take that.
    pub const THREAT_ABOVE_NEXT: i32 = 48;
    /// It is above a cell that can be taken soon.
    pub const THREAT_ABOVE_SECOND: i32 = 36;
    /// Another threat is right below it.
    pub const THREAT_ABOVE_THREAT: i32 = 72;
    /// It is in a row that is its side's when columns fill up.
    pub const OWN_ROW: i32 = 1;
    /// A column further from the edge.
    pub const CENTRE: i32 = 7;
    /// The most that experience says for or against a cell.
    pub const EXPERIENCE: i32 = 60;
}

/// What a search has learnt of cells: by whose turn it is and by cell, how much work was saved by moves there that were
/// good enough, and lost by those that were not. Every question begins without any, because what proves a quick win is
/// seldom what proves a draw.
struct Experience([[i32; 64]; 2]);

impl Experience {
    const NONE: Experience = Experience([[0; 64]; 2]);

    /// So much work is worth a point of priority.
    const WORK: i32 = 1 << 9;
    /// More is not remembered: all is halved then, so that what was long ago counts less.
    const MOST: i32 = 1 << 28;
    /// With more free cells than this, it says nothing: what is good there differs too much from what is good below.
    const MOST_LEFT: i32 = 34;
    /// After so many nodes, nothing either: positions are then too many for cells alone to tell them apart.
    const NODES: u64 = 1 << 21;

    /// How much speaks for a cell when so many are free, after so many nodes.
    #[inline(always)]
    fn of(&self, left: i32, cell: u8, nodes: u64) -> i32 {
        if left > Experience::MOST_LEFT || nodes >= Experience::NODES {
            return 0;
        }
        let points = self.0[usize::from(left % 2 == 1)][usize::from(cell % 64)].div_euclid(Experience::WORK);
        points.clamp(-priority::EXPERIENCE, priority::EXPERIENCE)
    }

    /// Of moves searched in this order the last was good enough; together they took `nodes` nodes.
    #[inline(always)]
    fn learn(&mut self, left: i32, cells: impl ExactSizeIterator<Item = u8>, nodes: u64) {
        // A thousand times the work is worth thirty times as much; more than this would not fit.
        let work = (nodes as f64).sqrt().min(f64::from(1 << 20)) as i32;
        let others = cells.len().saturating_sub(1);
        let side = &mut self.0[usize::from(left % 2 == 1)];
        let mut most = 0;
        for (place, cell) in cells.enumerate() {
            let points = &mut side[usize::from(cell % 64)];
            *points += if place == others { work * others as i32 } else { -work };
            most = most.max(points.abs());
        }
        if most > Experience::MOST {
            side.iter_mut().for_each(|points| *points /= 2);
        }
    }
}

/// Positions with fewer free cells are not worth an entry.
const LEAST_LEFT_TO_STORE: i32 = 9;
/// Positions with fewer free cells are not looked up before their turn comes.
const LEAST_LEFT_TO_LOOK_AHEAD: i32 = 12;

/// Positions with fewer free cells are searched by several threads at once rather than kept apart.
const LEAST_LEFT_TO_KEEP_APART: i32 = 16;

/// Nodes between two looks at whether to go on: rare enough to cost nothing, often enough to stop within a millisecond
/// or two.
const LOOK_EVERY: u64 = 4096;

/// What several threads are searching right now, so that each finds work of its own.
pub(super) struct Busy(Box<[AtomicU64]>);

impl Default for Busy {
    fn default() -> Self {
        Busy((0..1 << 12).map(|_| AtomicU64::new(Busy::NOTHING)).collect())
    }
}

impl Busy {
    /// No position belongs there, or at most one, which then never counts as searched.
    const NOTHING: u64 = u64::MAX;

    fn slot(&self, place: u64) -> &AtomicU64 {
        &self.0[place as usize % self.0.len()]
    }

    fn contains(&self, place: u64) -> bool {
        self.slot(place).load(Relaxed) == place
    }

    fn enter(&self, place: u64) {
        self.slot(place).store(place, Relaxed);
    }

    fn leave(&self, place: u64) {
        self.slot(place).store(Busy::NOTHING, Relaxed);
    }
}

/// Whether a search should end, asked with the number of nodes so far.
pub(super) type Look<'a> = dyn FnMut(u64) -> bool + 'a;

/// One thread's search.
pub(super) struct Search<'a, B: Board> {
    board: B,
    table: &'a Table,
    busy: Option<&'a Busy>,
    look: &'a mut Look<'a>,
    nodes: u64,
    /// The most nodes.
    limit: u64,
    /// The node at which to look next.
    pause: u64,
    /// Has it been ended? Then scores mean nothing.
    ended: bool,
    /// Can it come to positions that are mirror images of each other?
    mirrors: bool,
    experience: Experience,
}

impl<'a, B: Board> Search<'a, B> {
    /// A search of at most `limit` nodes, which ends when `look` says so.
    pub fn new(board: B, table: &'a Table, limit: u64, look: &'a mut Look<'a>) -> Self {
        let pause = limit.min(LOOK_EVERY);
        let experience = Experience::NONE;
        Search {
            board,
            table,
            busy: None,
            look,
            nodes: 0,
            limit,
            pause,
            ended: false,
            mirrors: true,
            experience,
        }
    }

    /// The same beside other threads.
    pub fn together(self, busy: &'a Busy) -> Self {
        Search { busy: Some(busy), ..self }
    }

    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    #[cold]
    fn pause(&mut self) {
        self.ended |= self.nodes >= self.limit || (self.look)(self.nodes);
        self.pause = self.limit.min(self.nodes + LOOK_EVERY);
    }

    /// Finds where a node belongs in the table.
    #[inline(always)]
    fn find_place(&self, node: &mut Node) {
        let shape = self.board.shape();
        // The stones of the side to move below a bit that marks the height: no two positions share it.
        let key = node.own | (node.taken() + shape.bottom);
        let image = if self.mirrors { shape.mirrored(key) } else { key };
        node.mirrored = image < key;
        node.place = self.table.place(key.min(image));
        self.table.fetch(node.place);
    }

    /// The answer for a position; none if the search was ended.
    pub fn root(&mut self, mut node: Node, question: Above, frames: &mut [Frame]) -> Option<i32> {
        if let Some(score) = node.follow(&self.board.shape(), question) {
            return Some(score);
        }
        // Every position that comes from here has the stones of here. Its mirror image has them, too, only if none of them
        // is the image of one of the other side.
        self.mirrors = self.board.shape().mirrored(node.own) & node.other == 0;
        self.find_place(&mut node);
        node.entry = self.table.get(node.place);
        let score = self.search_before(&node, question, frames);
        (!self.ended).then_some(score)
    }

    /// The answer to the side that was to move before forced moves were played.
    #[inline(always)]
    fn search_before(&mut self, node: &Node, question: Above, frames: &mut [Frame]) -> i32 {
        if node.same_side {
            self.search(node, question, frames)
        } else {
            -self.search(node, question.turned(), frames)
        }
    }

    /// The answer to the side to move.
    fn search(&mut self, node: &Node, question: Above, frames: &mut [Frame]) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.pause {
            self.pause();
        }
        let started = self.nodes;
        let shape = self.board.shape();
        let Above(alpha) = question;
        // A game is never longer than there is room for.
        let Some((frame, frames)) = frames.split_first_mut() else { return 0 };
        let left = node.left;
        let mut known = Known { lower: -(left - 2) / 2, upper: (left - 1) / 2, column: None };
        let stored = left >= LEAST_LEFT_TO_STORE;
        let turn = |column: u32| if node.mirrored { shape.columns - 1 - column } else { column };
        if stored {
            let entry = if left < LEAST_LEFT_TO_LOOK_AHEAD { self.table.get(node.place) } else { node.entry };
            if let Some(found) = entry.known() {
                if found.lower > alpha {
                    return found.lower;
                }
                if found.upper <= alpha {
                    return found.upper;
                }
                known = Known { column: found.column.map(turn), ..found };
            }
        }

        let mut best = i32::MIN;
        let mut count = 0;
        for cell in cells(node.moves) {
            let column = shape.column_of(cell);
            let child = &mut frame.children[count];
            child.play(&shape, node, cell);
            child.column = column;
            child.cell = cell.trailing_zeros() as u8;
            let threats = child.danger;
            if let Some(score) = child.follow(&shape, question.turned()) {
                best = best.max(-score);
                if best > alpha {
                    return best;
                }
                continue;
            }
            // As early as can be, for what is stored there takes long to come.
            if child.left >= LEAST_LEFT_TO_STORE {
                self.find_place(child);
            }
            let mut priority =
                node.priority_of(&shape, cell, threats) + self.experience.of(left, child.cell, self.nodes);
            if !child.same_side {
                priority += priority::FORCING;
            }
            if known.column == Some(column) {
                priority += priority::KNOWN;
            }
            child.priority = priority;
            let mut slot = count;
            while slot > 0 && frame.children[usize::from(frame.order[slot - 1])].priority < priority {
                frame.order[slot] = frame.order[slot - 1];
                slot -= 1;
            }
            frame.order[slot] = count as u8;
            count += 1;
        }
        // In what is left, nobody wins with the next three stones.
        let most = best.max((left - 3) / 2);
        if most <= alpha {
            return most;
        }

        if left > LEAST_LEFT_TO_LOOK_AHEAD {
            let mut kept = 0;
            for slot in 0..count {
                let index = frame.order[slot];
                let child = &mut frame.children[usize::from(index)];
                if child.left >= LEAST_LEFT_TO_LOOK_AHEAD {
                    child.entry = self.table.get(child.place);
                    if let Some(found) = child.entry.known() {
                        let (least, most) = child.known_to_mover(found);
                        if least > alpha {
                            return least;
                        }
                        if most <= alpha {
                            best = best.max(most);
                            continue;
                        }
                    }
                }
                frame.order[kept] = index;
                kept += 1;
            }
            count = kept;
        }

        // Those before this place may be put off while another thread is at them, once each.
        let mut patient = count;
        let mut slot = 0;
        while slot < count && best <= alpha {
            let child = &mut frame.children[usize::from(frame.order[slot])];
            let busy = self.busy.filter(|_| child.left >= LEAST_LEFT_TO_KEEP_APART);
            if let Some(busy) = busy {
                if (1..patient).contains(&slot) && busy.contains(child.place) {
                    frame.order[slot..count].rotate_left(1);
                    patient -= 1;
                    continue;
                }
                child.entry = self.table.get(child.place);
                busy.enter(child.place);
            }
            best = best.max(-self.search_before(child, question.turned(), frames));
            if let Some(busy) = busy {
                busy.leave(child.place);
            }
            if self.ended {
                return best;
            }
            if best > alpha {
                known.column = Some(child.column);
                if slot > 0 {
                    let tried = frame.order[..=slot].iter();
                    let cells = tried.map(|&index| frame.children[usize::from(index)].cell);
                    self.experience.learn(left, cells, self.nodes - started);
                }
            }
            slot += 1;
        }
        if stored {
            if best > alpha {
                known.lower = best;
            } else {
                known.upper = best;
            }
            known.column = known.column.map(turn);
            self.table.put(node.place, known, self.nodes - started + 1);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experience_speaks_for_cells_that_were_good_enough_and_against_those_tried_before() {
        let mut experience = Experience::NONE;
        assert_eq!((experience.of(20, 3, 0), experience.of(20, 10, 0)), (0, 0));
        for _ in 0..100 {
            experience.learn(20, [10, 17, 3].into_iter(), 10_000);
        }
        // A hundred times the root of the nodes, for each of two others that need not have been tried.
        assert_eq!(experience.of(20, 3, 0), 100 * 100 * 2 / Experience::WORK);
        assert_eq!(experience.of(20, 10, 0), (-100 * 100_i32).div_euclid(Experience::WORK));
        assert_eq!(experience.of(20, 17, 0), experience.of(20, 10, 0));
        assert_eq!(experience.of(20, 4, 0), 0, "a cell that was not tried");
        assert_eq!(experience.of(21, 3, 0), 0, "the other side has its own");
        assert_eq!(experience.of(18, 3, 0), experience.of(20, 3, 0), "the same side, two stones later");
        let far = Experience::MOST_LEFT;
        assert_ne!(experience.of(far, 3, Experience::NODES - 1), 0);
        assert_eq!(experience.of(far + 2, 3, 0), 0, "it is of no use so early in the game");
        assert_eq!(experience.of(20, 3, Experience::NODES), 0, "nor so late in the search");
    }

    #[test]
    fn experience_has_bounds_however_long_it_is() {
        let mut experience = Experience::NONE;
        for _ in 0..10_000 {
            experience.learn(20, [10, 3].into_iter(), u64::MAX);
            let Experience(sides) = &experience;
            assert!(sides.iter().flatten().all(|points| points.abs() <= 2 * Experience::MOST));
        }
        assert_eq!(
            (experience.of(20, 3, 0), experience.of(20, 10, 0)),
            (priority::EXPERIENCE, -priority::EXPERIENCE)
        );
    }
}
