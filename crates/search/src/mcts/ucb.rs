//! Selection: which child to try next.

use std::f64::consts::LN_2;
use std::sync::LazyLock;

use super::arena::{Node, Worth};
use super::dice::Dice;

/// How UCB1 weighs children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ucb {
    /// The factor of the exploration term, in the unit of the rewards.
    pub exploration: f64,
    /// Visits that every node has from the start.
    pub head_start: u32,
    pub tables: &'static Tables,
}

impl Ucb {
    /// The child to try next of a node with so many visits: one never tried, each equally likely, or else the one
    /// with the highest mean + c sqrt(ln N / n). Proven children are not tried again.
    #[inline]
    pub fn select(self, children: &[Node], visits: u32, dice: &mut Dice) -> Selection {
        let width = self.exploration * self.tables.ln(visits.saturating_add(self.head_start)).sqrt();
        let mut best = 0;
        let mut best_score = f64::NEG_INFINITY;
        let mut floor = f64::NEG_INFINITY;
        let mut untried = 0;
        for (place, child) in children.iter().enumerate() {
            let tries = child.visits();
            let score = match child.worth() {
                Worth::Exact(value) => {
                    floor = floor.max(value);
                    continue;
                }
                Worth::Sum(_) if tries == 0 => {
                    untried += 1;
                    continue;
                }
                Worth::Sum(sum) => {
                    // sum / n + w / sqrt(n)
                    let root = self.tables.inverse_root(tries.saturating_add(self.head_start));
                    (sum * root + width) * root
                }
            };
            if score > best_score {
                best_score = score;
                best = place;
            }
        }
        if untried != 0 {
            let place = nth_untried(children, dice.below(untried)).unwrap_or(best);
            return Selection { place, floor: None };
        }
        Selection { place: best, floor: (floor > best_score).then_some(floor) }
    }
}

/// The child to try.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Selection {
    pub place: usize,
    /// A proven sibling is worth this, and more than the child promises. The child is tried all the same, since of
    /// the sibling there is nothing left to learn; but above, this is what counts.
    pub floor: Option<f64>,
}

/// The place of the so-manieth child that has not been tried.
#[inline]
fn nth_untried(children: &[Node], number: usize) -> Option<usize> {
    let untried = |(_, child): &(usize, &Node)| child.visits() == 0 && child.exact().is_none();
    children.iter().enumerate().filter(untried).nth(number).map(|(place, _)| place)
}

/// Numbers below this are looked up.
const SMALL: usize = 1 << 10;

/// Selection asks for little else than logarithms and roots, mostly of small numbers.
#[derive(Debug)]
pub(super) struct Tables {
    /// One more than asked for, so that every number has a next one.
    ln: [f64; SMALL + 1],
    inverse_root: [f64; SMALL],
}

impl Tables {
    /// The one copy of them.
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
        // The leading bits are looked up, between neighbours the line is straight enough.
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

/// The natural logarithm; 0 for 0. Our own, because that of the system may differ in the last bit from machine to
/// machine, and with it the tree.
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
        let mut select = |exploration: f64| {
            Ucb { exploration, head_start: 0, tables: Tables::get() }.select(&children, 17, &mut dice).place
        };
        assert_eq!([select(0.0), select(0.7), select(0.8)], [0, 0, 1]);
        // With a head start, ln 18 = 2.890: 0.4545 + 0.5126 c, 0 + 0.9815 c: equal at c = 0.9692.
        let mut select = |exploration: f64| {
            Ucb { exploration, head_start: 1, tables: Tables::get() }.select(&children, 17, &mut dice).place
        };
        assert_eq!([select(0.96), select(0.98)], [0, 1]);
    }

    #[test]
    fn the_untried_come_first_and_the_proven_are_not_tried() {
        let mut dice = Dice::new(Seed(1));
        let ucb = Ucb { exploration: 1.0, head_start: 0, tables: Tables::get() };
        let mut children = vec![node(3, 3.0), node(0, 0.0), node(3, 0.0), node(0, 0.0)];
        let mut seen = [0; 4];
        (0..1000).for_each(|_| seen[ucb.select(&children, 6, &mut dice).place] += 1);
        assert_eq!((seen[0], seen[2]), (0, 0));
        assert!(seen[1] > 400 && seen[3] > 400, "{seen:?}");
        children[1].settle(-1.0, 1);
        children[3].settle(0.5, 1);
        children[0] = node(100, 45.0);
        children[2] = node(100, 10.0);
        let mut select = |exploration: f64| Ucb { exploration, ..ucb }.select(&children, 200, &mut dice);
        assert_eq!(select(0.1), Selection { place: 0, floor: Some(0.5) });
        assert_eq!(select(1.0), Selection { place: 0, floor: None });
    }
}
