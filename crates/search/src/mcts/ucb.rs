//! Selection: which child to try next.

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
}

impl Ucb {
    /// The child to try next of a node with so many visits: one never tried, each equally likely, or else the one
    /// with the highest mean + c sqrt(ln N / n). What is proven is weighed as it is: there is nothing to explore.
    #[inline]
    pub fn select(self, children: &[Node], visits: u32, dice: &mut Dice) -> usize {
        let width = self.exploration * sqrt_ln(visits.saturating_add(self.head_start));
        let mut best = 0;
        let mut best_score = f64::NEG_INFINITY;
        let mut untried = 0;
        for (place, child) in children.iter().enumerate() {
            let tries = child.visits();
            let score = match child.worth() {
                Worth::Exact(value) => value,
                Worth::Sum(_) if tries == 0 => {
                    untried += 1;
                    continue;
                }
                Worth::Sum(sum) => {
                    let visits = f64::from(tries.saturating_add(self.head_start));
                    // One division: sum / n + w / sqrt(n).
                    (sum + width * visits.sqrt()) / visits
                }
            };
            if score > best_score {
                best_score = score;
                best = place;
            }
        }
        if untried == 0 { best } else { nth_untried(children, dice.below(untried)).unwrap_or(best) }
    }
}

/// The place of the so-manieth child that has not been tried.
#[inline]
fn nth_untried(children: &[Node], number: usize) -> Option<usize> {
    let untried = |(_, child): &(usize, &Node)| child.visits() == 0 && child.exact().is_none();
    children.iter().enumerate().filter(untried).nth(number).map(|(place, _)| place)
}

/// The square root of the logarithm of small numbers.
static SQRT_LN: LazyLock<[f64; 1024]> = LazyLock::new(|| std::array::from_fn(|n| ln(n as u32).sqrt()));

#[inline]
fn sqrt_ln(number: u32) -> f64 {
    match SQRT_LN.get(number as usize) {
        Some(&root) => root,
        None => ln(number).sqrt(),
    }
}

/// The natural logarithm; 0 for 0. Our own, because that of the system may differ in the last bit from machine to
/// machine, and with it the tree.
fn ln(number: u32) -> f64 {
    if number < 2 {
        return 0.0;
    }
    // number = m 2^e with m from 2/3 to 4/3, and ln m = 2 artanh((m - 1) / (m + 1)).
    let mut exponent = number.ilog2() as i32;
    let mut mantissa = f64::from(number) / f64::from(1u32 << exponent);
    if mantissa > 4.0 / 3.0 {
        mantissa /= 2.0;
        exponent += 1;
    }
    let x = (mantissa - 1.0) / (mantissa + 1.0);
    let square = x * x;
    let series = (0..12).rev().fold(0.0, |sum, term| sum * square + 1.0 / f64::from(2 * term + 1));
    2.0 * x * series + f64::from(exponent) * std::f64::consts::LN_2
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
            assert!((sqrt_ln(number) - expected.sqrt()).abs() < 1e-13, "{number}");
        }
        assert_eq!(ln(0), 0.0);
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
        let mut select =
            |exploration: f64| Ucb { exploration, head_start: 0 }.select(&children, 17, &mut dice);
        assert_eq!([select(0.0), select(0.7), select(0.8)], [0, 0, 1]);
        // With a head start, ln 18 = 2.890: 0.4545 + 0.5126 c, 0 + 0.9815 c: equal at c = 0.9692.
        let mut select =
            |exploration: f64| Ucb { exploration, head_start: 1 }.select(&children, 17, &mut dice);
        assert_eq!([select(0.96), select(0.98)], [0, 1]);
    }

    #[test]
    fn the_untried_come_first_and_the_proven_are_not_explored() {
        let mut dice = Dice::new(Seed(1));
        let ucb = Ucb { exploration: 1.0, head_start: 0 };
        let mut children = vec![node(3, 3.0), node(0, 0.0), node(3, 0.0), node(0, 0.0)];
        let mut seen = [0; 4];
        (0..1000).for_each(|_| seen[ucb.select(&children, 6, &mut dice)] += 1);
        assert_eq!((seen[0], seen[2]), (0, 0));
        assert!(seen[1] > 400 && seen[3] > 400, "{seen:?}");
        children[1].settle(-1.0, 1);
        children[3].settle(0.5, 1);
        children[0] = node(100, 45.0);
        children[2] = node(100, 10.0);
        assert_eq!(Ucb { exploration: 0.1, ..ucb }.select(&children, 200, &mut dice), 3);
        assert_eq!(Ucb { exploration: 1.0, ..ucb }.select(&children, 200, &mut dice), 0);
    }
}
