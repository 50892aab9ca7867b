//! What a search learns of cells while it goes on.

use super::priority;

/// What a search has learnt of cells: by whose turn it is and by cell, how much work was saved by moves there that were
/// good enough, and lost by those that were not. Every question begins without any, because what proves a quick win is
/// seldom what proves a draw.
pub(super) struct Experience([[i32; 64]; 2]);

impl Experience {
    pub const NONE: Experience = Experience([[0; 64]; 2]);

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
    pub fn of(&self, left: i32, cell: u8, nodes: u64) -> i32 {
        if left > Experience::MOST_LEFT || nodes >= Experience::NODES {
            return 0;
        }
        let points = self.0[usize::from(left % 2 == 1)][usize::from(cell % 64)].div_euclid(Experience::WORK);
        points.clamp(-priority::EXPERIENCE, priority::EXPERIENCE)
    }

    /// Of moves searched in this order the last was good enough; together they took `nodes` nodes.
    #[inline(always)]
    pub fn learn(&mut self, left: i32, cells: impl ExactSizeIterator<Item = u8>, nodes: u64) {
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
