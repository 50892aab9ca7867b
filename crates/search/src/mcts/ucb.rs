//! Selection: which child to visit next.

use std::f64::consts::LN_2;
use std::sync::LazyLock;

use super::arena::{Node, NodeValue};
use super::simulation::Dice;

impl Tables {
    /// The child to visit next, of a node with that many visits: a random unvisited one, or else the one
    /// with the highest mean + c sqrt(ln N / n). Proven children are not visited again.
    ///
    /// `exploration` is the factor c of the exploration term, in the unit of the rewards; `head_start` is the number of
    /// visits that every node starts with.
    ///
    /// The second answer is the value of a proven sibling, if it exceeds the child's score. The child is visited all the
    /// same, because the sibling needs no more visits; but this value is backed up.
    #[inline]
    pub fn select(
        &self,
        children: &[Node],
        visits: u32,
        exploration: f64,
        head_start: u32,
        dice: &mut Dice,
    ) -> (usize, Option<f64>) {
        let width = exploration * self.ln(visits.saturating_add(head_start)).sqrt();
        let mut best = 0;
        let mut best_score = f64::NEG_INFINITY;
        let mut floor = f64::NEG_INFINITY;
        let mut untried = 0;
        for (index, child) in children.iter().enumerate() {
            let child_visits = child.visits();
            let score = match child.value() {
                NodeValue::Exact(value) => {
                    floor = floor.max(value);
                    continue;
                }
                NodeValue::Sum(_) if child_visits == 0 => {
                    untried += 1;
                    continue;
                }
                NodeValue::Sum(sum) => {
                    // sum / n + w / sqrt(n)
                    let root = self.inverse_root(child_visits.saturating_add(head_start));
                    (sum * root + width) * root
                }
            };
            if score > best_score {
                best_score = score;
                best = index;
            }
        }
        if untried != 0 {
            let is_untried = |child: &Node| child.visits() == 0 && child.exact().is_none();
            let mut untried_children = (0..children.len()).filter(|&index| is_untried(&children[index]));
            return (untried_children.nth(dice.below(untried)).unwrap_or(best), None);
        }
        (best, (floor > best_score).then_some(floor))
    }
}

/// Numbers below this are looked up in tables.
const SMALL: usize = 1 << 10;

/// Tables of logarithms and roots: selection computes little else, mostly of small numbers.
#[derive(Debug)]
pub(super) struct Tables {
    /// One more than looked up, so that every number has a successor.
    ln: [f64; SMALL + 1],
    inverse_root: [f64; SMALL],
}

impl Tables {
    /// The shared copy.
    pub fn get() -> &'static Tables {
        static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables {
            ln: std::array::from_fn(|number| ln(number as u32)),
            inverse_root: std::array::from_fn(|number| 1.0 / (number.max(1) as f64).sqrt()),
        });
        &TABLES
    }

    /// The natural logarithm, to six digits or more; 0 for 0.
    #[inline]
    fn ln(&self, number: u32) -> f64 {
        if let Some(&ln) = self.ln.get(number as usize) {
            return ln;
        }
        // The leading bits are looked up; linear interpolation is accurate enough between neighbours.
        let rest_bits = number.ilog2() + 1 - SMALL.ilog2();
        let leading = (number >> rest_bits) as usize % SMALL;
        let rest = f64::from(number & ((1 << rest_bits) - 1)) / f64::from(1u32 << rest_bits);
        let (low, high) = (self.ln[leading], self.ln[leading + 1]);
        low + (high - low) * rest + f64::from(rest_bits) * LN_2
    }

    /// One over the square root; 1 for 0.
    #[inline]
    fn inverse_root(&self, number: u32) -> f64 {
        match self.inverse_root.get(number as usize) {
            Some(&root) => root,
            None => 1.0 / f64::from(number).sqrt(),
        }
    }
}

/// The natural logarithm; 0 for 0. Our own, because the system's may differ in the last bit between machines, and the
/// tree with it.
fn ln(number: u32) -> f64 {
    if number < 2 {
        return 0.0;
    }
    // number = m 2^e with m from 2/3 to 4/3, and ln m = 2 artanh((m - 1) / (m + 1)).
    let mut exponent = number.ilog2();
    let mut mantissa = f64::from(number) / f64::from(1u32 << exponent);
    if mantissa > 4.0 / 3.0 {
        mantissa /= 2.0;
        exponent += 1;
    }
    let x = (mantissa - 1.0) / (mantissa + 1.0);
    let series = (0..12).rev().fold(0.0, |sum, term| sum * x * x + 1.0 / f64::from(2 * term + 1));
    2.0 * x * series + f64::from(exponent) * LN_2
}

#[cfg(test)]
mod tests {
    use plylab_core::Seed;

    use super::*;

    #[test]
    fn logarithms_are_right() {
        for number in (1..5000).chain([65_536, 99_999_999, 1 << 31, u32::MAX]) {
            let expected = f64::from(number).ln();
            assert!((ln(number) - expected).abs() < 1e-14 * expected.max(1.0), "{number}");
            assert!((Tables::get().ln(number) - expected).abs() < 1e-6, "{number}");
            let root = 1.0 / f64::from(number).sqrt();
            assert!((Tables::get().inverse_root(number) - root).abs() < 1e-15, "{number}");
        }
        assert_eq!((Tables::get().ln(0), Tables::get().inverse_root(0)), (0.0, 1.0));
    }

    fn node(visits: u32, sum: f64) -> Node {
        let node = Node::default();
        (0..visits).for_each(|_| _ = node.visit::<false>());
        node.add::<false>(sum);
        node
    }

    #[test]
    fn the_formula() {
        let mut dice = Dice::new(Seed(1));
        let children = [node(10, 5.0), node(2, 0.0), node(5, 1.0)];
        // ln 17 = 2.833: 0.5 + 0.532 c, 0 + 1.190 c, 0.2 + 0.753 c.
        let mut select = |exploration: f64| Tables::get().select(&children, 17, exploration, 0, &mut dice).0;
        assert_eq!([select(0.0), select(0.7), select(0.8)], [0, 0, 1]);
        // With a head start, ln 18 = 2.890: 0.4545 + 0.5126 c, 0 + 0.9815 c: equal at c = 0.9692.
        let mut select = |exploration: f64| Tables::get().select(&children, 17, exploration, 1, &mut dice).0;
        assert_eq!([select(0.96), select(0.98)], [0, 1]);
    }

    #[test]
    fn unvisited_children_come_first_and_proven_ones_are_not_visited() {
        let mut dice = Dice::new(Seed(1));
        let mut children = vec![node(3, 3.0), node(0, 0.0), node(3, 0.0), node(0, 0.0)];
        let mut seen = [0; 4];
        (0..1000).for_each(|_| seen[Tables::get().select(&children, 6, 1.0, 0, &mut dice).0] += 1);
        assert_eq!((seen[0], seen[2]), (0, 0));
        assert!(seen[1] > 400 && seen[3] > 400, "{seen:?}");
        children[1].prove(-1.0, 1);
        children[3].prove(0.5, 1);
        children[0] = node(100, 45.0);
        children[2] = node(100, 10.0);
        let mut select = |exploration: f64| Tables::get().select(&children, 200, exploration, 0, &mut dice);
        assert_eq!(select(0.1), (0, Some(0.5)));
        assert_eq!(select(1.0), (0, None));
    }
}
