//! The null-window alpha-beta search: is the score of the side to move above a number, `alpha`?
//!
//! The search returns a bound: if it is above `alpha`, the score is at least the bound, otherwise at most. Scores are whole
//! numbers, so for the other side the question is whether its score is above `-alpha - 1`.

mod move_ordering;
mod node;
mod priority;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use self::move_ordering::HistoryOrdering;
pub(super) use self::node::Node;
use super::board::{BoardShape, BoardSize, MAX_COLUMNS};
use super::proofs::cells;
use super::table::{Bounds, TranspositionTable};

/// The moves of one position, allocated once per ply.
pub(super) struct PlyMoves {
    children: [Node; MAX_COLUMNS],
    /// Indices into `children`, the most promising first.
    order: [u8; MAX_COLUMNS],
}

impl PlyMoves {
    const EMPTY: PlyMoves = PlyMoves { children: [Node::EMPTY; MAX_COLUMNS], order: [0; MAX_COLUMNS] };
}

/// Frames for the longest game.
pub(super) fn frames(shape: &BoardShape) -> Vec<PlyMoves> {
    (0..shape.cells).map(|_| PlyMoves::EMPTY).collect()
}

/// Positions with fewer free cells are not stored in the table.
const MIN_LEFT_TO_STORE: i32 = 9;
/// Positions with fewer free cells are not looked up in the table before they are searched.
const MIN_LEFT_TO_PROBE: i32 = 12;

/// Positions with fewer free cells are not deferred if another thread is searching them.
const MIN_LEFT_TO_DEFER: i32 = 16;

/// Nodes between two checks of the limits: rare enough to cost nothing, often enough to stop within a millisecond
/// or two.
const CHECK_INTERVAL: u64 = 4096;

/// The nodes that threads are searching right now, so that the others defer them.
pub(super) struct ActiveNodes(Box<[AtomicU64]>);

impl Default for ActiveNodes {
    fn default() -> Self {
        ActiveNodes((0..1 << 12).map(|_| AtomicU64::new(ActiveNodes::NOTHING)).collect())
    }
}

impl ActiveNodes {
    /// No position has this hash, or at most one, which then never counts as active.
    const NOTHING: u64 = u64::MAX;

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize % self.0.len()]
    }

    fn contains(&self, hash: u64) -> bool {
        self.slot(hash).load(Relaxed) == hash
    }

    fn enter(&self, hash: u64) {
        self.slot(hash).store(hash, Relaxed);
    }

    fn leave(&self, hash: u64) {
        self.slot(hash).store(ActiveNodes::NOTHING, Relaxed);
    }
}

/// Whether a search should end, asked with the number of nodes so far.
pub(super) type CheckStop<'a> = dyn FnMut(u64) -> bool + 'a;

/// One thread's search.
pub(super) struct Search<'a, B: BoardSize> {
    board: B,
    table: &'a TranspositionTable,
    active: Option<&'a ActiveNodes>,
    check_stop: &'a mut CheckStop<'a>,
    nodes: u64,
    /// The maximum number of nodes.
    limit: u64,
    /// The number of nodes at which to check the limits next.
    next_check: u64,
    /// Has it been ended? Then scores are meaningless.
    ended: bool,
    /// Can it reach positions that are mirror images of each other?
    mirrors: bool,
    move_ordering: HistoryOrdering,
}

impl<'a, B: BoardSize> Search<'a, B> {
    /// A search of at most `limit` nodes, which ends when `check_stop` returns true.
    pub fn new(
        board: B,
        table: &'a TranspositionTable,
        limit: u64,
        check_stop: &'a mut CheckStop<'a>,
    ) -> Self {
        let next_check = limit.min(CHECK_INTERVAL);
        let move_ordering = HistoryOrdering::NONE;
        Search {
            board,
            table,
            active: None,
            check_stop,
            nodes: 0,
            limit,
            next_check,
            ended: false,
            mirrors: true,
            move_ordering,
        }
    }

    /// The same in parallel with other threads.
    pub fn in_parallel(self, active: &'a ActiveNodes) -> Self {
        Search { active: Some(active), ..self }
    }

    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    #[cold]
    fn check_limits(&mut self) {
        self.ended |= self.nodes >= self.limit || (self.check_stop)(self.nodes);
        self.next_check = self.limit.min(self.nodes + CHECK_INTERVAL);
    }

    /// Computes a node's hash and prefetches its bucket.
    #[inline(always)]
    fn compute_hash(&self, node: &mut Node) {
        let shape = self.board.shape();
        // In each column the stones of the side to move, below a bit that marks the height: unique for every position.
        let key = node.own | (node.taken() + shape.bottom);
        let image = if self.mirrors { shape.mirrored(key) } else { key };
        node.mirrored = image < key;
        node.hash = self.table.hash(key.min(image));
        self.table.prefetch(node.hash);
    }

    /// A bound for the score of a position; none if the search was ended.
    pub fn root(&mut self, mut node: Node, alpha: i32, frames: &mut [PlyMoves]) -> Option<i32> {
        if let Some(score) = node.play_forced(&self.board.shape(), alpha) {
            return Some(score);
        }
        // Every position below contains the stones of the root. Its mirror image can be reached too only if no stone of the
        // root is the mirror image of one of the other side.
        self.mirrors = self.board.shape().mirrored(node.own) & node.other == 0;
        self.compute_hash(&mut node);
        node.entry = self.table.get(node.hash);
        let score = self.search_before(&node, alpha, frames);
        (!self.ended).then_some(score)
    }

    /// The score for the side that was to move before forced moves were played.
    #[inline(always)]
    fn search_before(&mut self, node: &Node, alpha: i32, frames: &mut [PlyMoves]) -> i32 {
        if node.same_side { self.search(node, alpha, frames) } else { -self.search(node, -alpha - 1, frames) }
    }

    /// The score for the side to move.
    fn search(&mut self, node: &Node, alpha: i32, frames: &mut [PlyMoves]) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        let started = self.nodes;
        let shape = self.board.shape();
        // There is a frame for every ply of the longest game.
        let Some((frame, frames)) = frames.split_first_mut() else { return 0 };
        let left = node.left;
        let mut bounds = Bounds { lower: -(left - 2) / 2, upper: (left - 1) / 2, column: None };
        let stored = left >= MIN_LEFT_TO_STORE;
        let turn = |column: u32| if node.mirrored { shape.columns - 1 - column } else { column };
        if stored {
            let entry = if left < MIN_LEFT_TO_PROBE { self.table.get(node.hash) } else { node.entry };
            if let Some(found) = entry.bounds() {
                if found.lower > alpha {
                    return found.lower;
                }
                if found.upper <= alpha {
                    return found.upper;
                }
                bounds = Bounds { column: found.column.map(turn), ..found };
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
            if let Some(score) = child.play_forced(&shape, -alpha - 1) {
                best = best.max(-score);
                if best > alpha {
                    return best;
                }
                continue;
            }
            // As early as possible, because the prefetch takes long.
            if child.left >= MIN_LEFT_TO_STORE {
                self.compute_hash(child);
            }
            let mut priority =
                node.priority_of(&shape, cell, threats) + self.move_ordering.of(left, child.cell, self.nodes);
            if !child.same_side {
                priority += priority::FORCING;
            }
            if bounds.column == Some(column) {
                priority += priority::TABLE_MOVE;
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
        // No remaining move leads to a win within the next three stones.
        let upper = best.max((left - 3) / 2);
        if upper <= alpha {
            return upper;
        }

        if left > MIN_LEFT_TO_PROBE {
            let mut kept = 0;
            for slot in 0..count {
                let index = frame.order[slot];
                let child = &mut frame.children[usize::from(index)];
                if child.left >= MIN_LEFT_TO_PROBE {
                    child.entry = self.table.get(child.hash);
                    if let Some(found) = child.entry.bounds() {
                        let (lower, upper) = child.bounds_for_mover(found);
                        if lower > alpha {
                            return lower;
                        }
                        if upper <= alpha {
                            best = best.max(upper);
                            continue;
                        }
                    }
                }
                frame.order[kept] = index;
                kept += 1;
            }
            count = kept;
        }

        // Children before this index may be deferred while another thread searches them, once each.
        let mut deferrable = count;
        let mut slot = 0;
        while slot < count && best <= alpha {
            let child = &mut frame.children[usize::from(frame.order[slot])];
            let active = self.active.filter(|_| child.left >= MIN_LEFT_TO_DEFER);
            if let Some(active) = active {
                if (1..deferrable).contains(&slot) && active.contains(child.hash) {
                    frame.order[slot..count].rotate_left(1);
                    deferrable -= 1;
                    continue;
                }
                child.entry = self.table.get(child.hash);
                active.enter(child.hash);
            }
            best = best.max(-self.search_before(child, -alpha - 1, frames));
            if let Some(active) = active {
                active.leave(child.hash);
            }
            if self.ended {
                return best;
            }
            if best > alpha {
                bounds.column = Some(child.column);
                if slot > 0 {
                    let tried = frame.order[..=slot].iter();
                    let cells = tried.map(|&index| frame.children[usize::from(index)].cell);
                    self.move_ordering.record_cutoff(left, cells, self.nodes - started);
                }
            }
            slot += 1;
        }
        if stored {
            if best > alpha {
                bounds.lower = best;
            } else {
                bounds.upper = best;
            }
            bounds.column = bounds.column.map(turn);
            self.table.put(node.hash, bounds, self.nodes - started + 1);
        }
        best
    }
}
