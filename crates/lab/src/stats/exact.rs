//! Exact tests of counts: p is the total probability of all results that are at least as unlikely.

use super::special::{incomplete_beta, ln_binomial, normal_cdf};

/// The two-sided p of the sign test: how often as many tosses of a fair coin give a count at least as uneven. Draws carry
/// no information about who is better, and the caller leaves them out.
///
/// It is exact, by the incomplete beta function. From about ten million on either side, the tail is that of the normal
/// distribution with a correction that is right to nine digits.
pub fn sign_test(wins: u64, losses: u64) -> f64 {
    // One more than half is as even as an odd number of games can be.
    if wins.abs_diff(losses) <= 1 {
        return 1.0;
    }
    let (more, fewer) = (wins.max(losses) as f64, wins.min(losses) as f64);
    (2.0 * incomplete_beta(0.5, more, fewer + 1.0)).min(1.0)
}

/// McNemar's exact test for two players with the same games: only the first won `only_first` of them, only the second
/// `only_second`. Games that both or neither won do not count.
pub fn mcnemar(only_first: u64, only_second: u64) -> f64 {
    sign_test(only_first, only_second)
}

/// Fisher's exact test of two groups, each with its hits and its misses: the two-sided p, that is, the chance of all
/// tables with these sums that are no likelier than this one.
///
/// Where the standard deviation of a group's hits is more than a million, p is that of the normal distribution, which
/// then agrees to about six digits.
pub fn fisher(first: [u64; 2], second: [u64; 2]) -> f64 {
    // Rows and columns can be swapped: with the smaller sums first the numbers stay small.
    let [mut rows, mut seen] = [[first, second], [[first[0], second[0]], [first[1], second[1]]]].map(sums);
    let mut hits = i128::from(first[0]);
    if rows[0] > rows[1] {
        hits = seen[0] - hits;
        rows.reverse();
    }
    if seen[0] > seen[1] {
        hits = rows[0] - hits;
        seen.reverse();
    }
    let table = Margins { first: rows[0], second: rows[1], hits: seen[0] };
    let max = table.first.min(table.hits);
    if max == 0 {
        return 1.0;
    }
    let (mean, variance) = table.moments();
    if variance > 1e12 {
        let apart = ((hits as f64 - mean).abs() - 0.5).max(0.0);
        return 2.0 * normal_cdf(-apart / variance.sqrt());
    }
    let here = table.ln_chance(hits);
    let as_unlikely = |x: i128| table.ln_chance(x) <= here + ROUNDING;
    let likeliest = (table.first + 1) * (table.hits + 1) / (table.first + table.second + 2);
    if as_unlikely(likeliest) {
        return 1.0;
    }
    // The near side begins here; the far side where the chance is as low again, found by bisection.
    let (near_end, far_end, outside) = if hits > likeliest { (max, 0, -1) } else { (0, max, max + 1) };
    let (mut likelier, mut far) = (likeliest, outside);
    while (far - likelier).abs() > 1 {
        let middle = likelier + (far - likelier) / 2;
        *(if as_unlikely(middle) { &mut far } else { &mut likelier }) = middle;
    }
    let far_side = if far == outside { 0.0 } else { table.sum_outwards(far, far_end) };
    (table.sum_outwards(hits, near_end) + far_side).min(1.0)
}

/// Chances whose logarithms differ by less are the same but for rounding.
const ROUNDING: f64 = 1e-7;

/// The sum of each row.
fn sums(rows: [[u64; 2]; 2]) -> [i128; 2] {
    rows.map(|row| row.iter().copied().map(i128::from).sum())
}

/// What a two-by-two table is drawn from: the sizes of its groups, and the hits of both together.
struct Margins {
    first: i128,
    second: i128,
    hits: i128,
}

impl Margins {
    /// The mean and the variance of the first group's hits.
    fn moments(&self) -> (f64, f64) {
        let (first, second, hits) = (self.first as f64, self.second as f64, self.hits as f64);
        let all = first + second;
        let share = hits / all;
        (first * share, first * (second / all) * share * ((all - hits) / (all - 1.0)))
    }

    /// ln of the chance that the first group has `x` of the hits.
    fn ln_chance(&self, x: i128) -> f64 {
        let (first, second, hits) = (self.first as f64, self.second as f64, self.hits as f64);
        let all = first + second;
        let (p, q) = (hits / all, (all - hits) / all);
        ln_binomial(x as f64, first, p, q) + ln_binomial((self.hits - x) as f64, second, p, q)
            - ln_binomial(hits, all, p, q)
    }

    /// The chances from `from` to `end` added up, where they fall all the way: what no longer counts is left out.
    fn sum_outwards(&self, from: i128, end: i128) -> f64 {
        let (first, second, hits) = (self.first as f64, self.second as f64, self.hits as f64);
        let mut chance = libm::exp(self.ln_chance(from));
        let (mut sum, mut x) = (chance, from);
        while x != end {
            let at = x as f64;
            if end > from {
                chance *= (first - at) / (at + 1.0) * ((hits - at) / (second - hits + at + 1.0));
                x += 1;
            } else {
                chance *= at / (first - at + 1.0) * ((second - hits + at) / (hits - at + 1.0));
                x -= 1;
            }
            sum += chance;
            if chance <= 1e-18 * sum {
                break;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::near;
    use super::*;

    #[test]
    fn sign_test_by_known_values() {
        // 5:0 and 8:2 by hand; the others added up term by term with 40 digits.
        for (wins, losses, p) in [
            (5, 0, 0.0625),
            (8, 2, 0.109_375),
            (60, 40, 0.056_887_933_640_980_79),
            (255, 245, 0.687_363_308_080_379_7),
            (5100, 4900, 0.046_585_527_704_947_39),
            (50_010_000, 50_000_000, 0.317_383_100_289_942),
            (30_000_000, 29_970_000, 0.000_107_141_285_951_846_33),
            (50_100_000, 49_900_000, 5.517_565_485_933_042e-89),
        ] {
            let found = sign_test(wins, losses);
            assert!(near(found, p, 1e-9), "{wins} {losses}: {found}");
            assert_eq!(found, sign_test(losses, wins));
        }
        assert_eq!((sign_test(0, 0), sign_test(7, 7), sign_test(1, 0)), (1.0, 1.0, 1.0));
        assert_eq!(mcnemar(8, 2), sign_test(8, 2));
    }

    #[test]
    fn fisher_by_known_values() {
        // The first is the lady tasting tea; all were added up in whole numbers.
        for (table, p) in [
            ([[3, 1], [1, 3]], 0.485_714_285_714_285_7),
            ([[8, 2], [1, 5]], 0.034_965_034_965_034_97),
            ([[10, 0], [0, 10]], 1.082_508_822_446_903e-5),
            ([[255, 245], [260, 240]], 0.800_209_358_635_958_7),
            ([[1, 9], [11, 3]], 0.002_759_456_185_220_083_5),
            ([[0, 5], [5, 5]], 0.100_899_100_899_100_9),
            ([[30, 70], [45, 55]], 0.040_534_006_514_982_61),
            ([[3000, 7000], [3100, 6900]], 0.128_389_291_983_894_03),
        ] {
            let found = fisher(table[0], table[1]);
            assert!(near(found, p, 1e-9), "{table:?}: {found}");
        }
        assert_eq!(fisher([5, 5], [5, 5]), 1.0);
        assert_eq!(fisher([0, 0], [3, 4]), 1.0);
        assert_eq!(fisher([0, 9], [0, 4]), 1.0);
    }

    #[test]
    fn counts_of_any_size_are_answered() {
        let (many, most) = (1_000_000_000_000, u64::MAX);
        // 1000 standard deviations apart; half of one apart.
        assert_eq!(sign_test(many, many - 2_000_000_000), 0.0);
        assert!(
            near(sign_test(many + 500_000, many), 0.723_673_609, 1e-6),
            "{}",
            sign_test(many + 500_000, many)
        );
        assert!(sign_test(most, most - 1) > 0.99);
        assert_eq!(sign_test(most, 0), 0.0);
        let p = fisher([many, many], [many + 1_000_000, many - 1_000_000]);
        assert!(near(p, 0.317_310_5, 1e-5), "{p}");
        assert_eq!(fisher([most, 0], [0, most]), 0.0);
        assert_eq!(fisher([most, most], [most, most]), 1.0);
        assert!(near(fisher([1, most], [1, 0]), 2.0 / most as f64, 1e-6));
    }

    proptest! {
        #[test]
        fn fisher_adds_up_what_is_as_unlikely(a in 0u64..12, b in 0u64..12, c in 0u64..12, d in 0u64..12) {
            let choose = |n: u64, k: u64| (0..k).fold(1u128, |all, i| all * u128::from(n - i) / u128::from(i + 1));
            let ways = |x: u64| choose(a + b, x) * choose(c + d, a + c - x);
            let tables = (a + c).saturating_sub(c + d)..=(a + b).min(a + c);
            let (all, unlikely) = tables.map(ways).fold((0, 0), |(all, unlikely), ways_here| {
                (all + ways_here, unlikely + if ways_here <= ways(a) { ways_here } else { 0 })
            });
            let found = fisher([a, b], [c, d]);
            prop_assert!(near(found, unlikely as f64 / all as f64, 1e-10), "{}", found);
        }

        #[test]
        fn p_is_a_chance_and_the_sides_are_alike(a in any::<u64>(), b in any::<u64>()) {
            let found = sign_test(a, b);
            prop_assert!((0.0..=1.0).contains(&found));
            prop_assert_eq!(found, sign_test(b, a));
        }
    }
}
