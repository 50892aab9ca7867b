//! The search: does the side to move reach a score, yes or no?

mod experience;
mod node;
mod priority;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use self::experience::Experience;
pub(super) use self::node::{Above, Node};
use super::board::{Board, MOST_COLUMNS, Shape};
use super::proofs::cells;
use super::table::{Known, Table};

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
