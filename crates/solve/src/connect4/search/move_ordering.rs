//! The history heuristic of a search.

use super::priority;

/// A history heuristic by side and cell: the work saved by moves that caused cutoffs, less the work lost by those that did
/// not. Every null-window search starts with an empty one, because moves that prove a quick win rarely prove a draw.
pub(super) struct HistoryOrdering([[i32; 64]; 2]);

impl HistoryOrdering {
    pub const NONE: HistoryOrdering = HistoryOrdering([[0; 64]; 2]);

    /// The amount of work per point of priority.
    const WORK: i32 = 1 << 9;
    /// The maximum; beyond it all values are halved, so that older results count less.
    const MAX: i32 = 1 << 28;
    /// Not used with more free cells than this: good moves there differ too much from good moves below.
    const MAX_LEFT: i32 = 34;
    /// Not used after this many nodes: cells alone no longer distinguish that many positions.
    const MAX_NODES: u64 = 1 << 21;

    /// The priority of a cell with `left` free cells, after `nodes` nodes.
    #[inline(always)]
    pub fn of(&self, left: i32, cell: u8, nodes: u64) -> i32 {
        if left > HistoryOrdering::MAX_LEFT || nodes >= HistoryOrdering::MAX_NODES {
            return 0;
        }
        let points =
            self.0[usize::from(left % 2 == 1)][usize::from(cell % 64)].div_euclid(HistoryOrdering::WORK);
        points.clamp(-priority::MAX_HISTORY, priority::MAX_HISTORY)
    }

    /// Of the moves searched in this order the last caused a cutoff; together they took `nodes` nodes.
    #[inline(always)]
    pub fn record_cutoff(&mut self, left: i32, cells: impl ExactSizeIterator<Item = u8>, nodes: u64) {
        // A thousand times the work counts thirty times as much; larger values would overflow.
        let work = (nodes as f64).sqrt().min(f64::from(1 << 20)) as i32;
        let others = cells.len().saturating_sub(1);
        let side = &mut self.0[usize::from(left % 2 == 1)];
        let mut max = 0;
        for (index, cell) in cells.enumerate() {
            let points = &mut side[usize::from(cell % 64)];
            *points += if index == others { work * others as i32 } else { -work };
            max = max.max(points.abs());
        }
        if max > HistoryOrdering::MAX {
            side.iter_mut().for_each(|points| *points /= 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_favours_cells_that_caused_cutoffs_over_those_tried_before() {
        let mut move_ordering = HistoryOrdering::NONE;
        assert_eq!((move_ordering.of(20, 3, 0), move_ordering.of(20, 10, 0)), (0, 0));
        for _ in 0..100 {
            move_ordering.record_cutoff(20, [10, 17, 3].into_iter(), 10_000);
        }
        // A hundred times the root of the nodes, for each of two others that need not have been tried.
        assert_eq!(move_ordering.of(20, 3, 0), 100 * 100 * 2 / HistoryOrdering::WORK);
        assert_eq!(move_ordering.of(20, 10, 0), (-100 * 100_i32).div_euclid(HistoryOrdering::WORK));
        assert_eq!(move_ordering.of(20, 17, 0), move_ordering.of(20, 10, 0));
        assert_eq!(move_ordering.of(20, 4, 0), 0, "a cell that was not tried");
        assert_eq!(move_ordering.of(21, 3, 0), 0, "the other side has its own");
        assert_eq!(move_ordering.of(18, 3, 0), move_ordering.of(20, 3, 0), "the same side, two stones later");
        let far = HistoryOrdering::MAX_LEFT;
        assert_ne!(move_ordering.of(far, 3, HistoryOrdering::MAX_NODES - 1), 0);
        assert_eq!(move_ordering.of(far + 2, 3, 0), 0, "it is of no use so early in the game");
        assert_eq!(move_ordering.of(20, 3, HistoryOrdering::MAX_NODES), 0, "nor so late in the search");
    }

    #[test]
    fn history_values_are_bounded() {
        let mut move_ordering = HistoryOrdering::NONE;
        for _ in 0..10_000 {
            move_ordering.record_cutoff(20, [10, 3].into_iter(), u64::MAX);
            let HistoryOrdering(sides) = &move_ordering;
            assert!(sides.iter().flatten().all(|points| points.abs() <= 2 * HistoryOrdering::MAX));
        }
        assert_eq!(
            (move_ordering.of(20, 3, 0), move_ordering.of(20, 10, 0)),
            (priority::MAX_HISTORY, -priority::MAX_HISTORY)
        );
    }
}
