//! Exact tests of counts: p is added up from the chances of all results that are as unlikely.

use super::special::{incomplete_beta, ln_binomial, normal_cdf};

/// The two-sided p of the sign test: how often so uneven a count comes of as many tosses of a fair coin. Draws tell
/// nothing about who is better, and are left out by the caller.
///
/// It is exact, as a share of the beta distribution. From about ten million on either side, the tail is that of the
/// normal distribution with a correction that leaves ten digits right.
pub fn sign_test(wins: u64, losses: u64) -> f64 {
    if wins == losses {
        return 1.0;
    }
    let (more, fewer) = (wins.max(losses) as f64, wins.min(losses) as f64);
    (2.0 * incomplete_beta(0.5, more, fewer + 1.0)).min(1.0)
}

/// McNemar's exact test: two players were given the same tasks, `only_first` of which only the first solved, and
/// `only_second` only the second. What both or neither solved does not tell them apart.
pub fn mcnemar(only_first: u64, only_second: u64) -> f64 {
    sign_test(only_first, only_second)
}

/// Fisher's exact test of two groups, each with its hits and its misses: the two-sided p, that is, the chance of all tables
/// with these sums that are no likelier than this one.
///
/// Where the hits of a group would vary by more than a million, p is that of the normal distribution, which then agrees
/// to ten digits.
pub fn fisher(first: [u64; 2], second: [u64; 2]) -> f64 {
    // Rows and columns can change places: with the smaller sums in front the numbers stay small.
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
    let most = table.first.min(table.hits);
    if most == 0 {
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
    // The near side begins here; the far side where the chance has fallen as low, found by halving.
    let (near_end, far_end, outside) = if hits > likeliest { (most, 0, -1) } else { (0, most, most + 1) };
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
