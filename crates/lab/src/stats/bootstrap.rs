//! Intervals for any statistic, by drawing from the sample itself.

use plylab_core::Seed;

use super::estimate::Estimate;
use super::special::{Z95, normal_cdf, normal_quantile};

/// The middle of the values, or half-way between the two in the middle; none if there are none.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    Some(if sorted.len().is_multiple_of(2) { 0.5 * (sorted[middle - 1] + upper) } else { upper })
}

/// A statistic of `values` with its 95 % interval by the bootstrap: as many values are drawn from them, with return, as there
/// are, `draws` times (2000 are plenty), and the interval is where the statistic then lies 95 times of 100. It is moved and
/// stretched (BCa, after Efron), because skewed samples would be misjudged otherwise.
///
/// The same seed gives the same interval on every machine. None for fewer than two values, or without draws. If the
/// statistic itself lies outside, as it can for few values, the interval is widened to hold it.
pub fn bootstrap(
    values: &[f64],
    statistic: impl Fn(&[f64]) -> f64,
    draws: usize,
    seed: Seed,
) -> Option<Estimate> {
    if values.len() < 2 || draws == 0 {
        return None;
    }
    let mean = statistic(values);
    let mut rng = seed.rng();
    let mut drawn = values.to_vec();
    let mut found = Vec::with_capacity(draws);
    for _ in 0..draws {
        for value in &mut drawn {
            *value = values[rng.below(values.len())];
        }
        found.push(statistic(&drawn));
    }
    found.sort_by(f64::total_cmp);

    // How far the draws are off to one side, ties counting half.
    let below = found.partition_point(|&value| value < mean);
    let same = found[below..].partition_point(|&value| value <= mean);
    let count = draws as f64;
    let share = ((below as f64 + 0.5 * same as f64) / count).clamp(0.5 / count, 1.0 - 0.5 / count);
    let bias = normal_quantile(share);
    let skew = acceleration(values, &statistic);
    let end = |z: f64| {
        let moved = bias + z;
        let stretched = bias + moved / (1.0 - skew * moved).max(f64::EPSILON);
        quantile(&found, normal_cdf(stretched))
    };
    Some(Estimate { mean, low: end(-Z95).min(mean), high: end(Z95).max(mean) })
}

/// The most parts that are left out one after the other: enough to see how skewed a statistic is.
const PARTS: usize = 200;

/// How quickly the spread of the statistic changes with the statistic, by the jackknife: parts of the values are left out in
/// turn, single values if they are not many.
fn acceleration(values: &[f64], statistic: &impl Fn(&[f64]) -> f64) -> f64 {
    let parts = values.len().min(PARTS);
    let without = |part: usize| {
        let kept = values.iter().enumerate().filter(|(place, _)| place % parts != part);
        statistic(&kept.map(|(_, &value)| value).collect::<Vec<f64>>())
    };
    let left: Vec<f64> = (0..parts).map(without).collect();
    let mean = left.iter().sum::<f64>() / parts as f64;
    let (mut squares, mut cubes) = (0.0, 0.0);
    for value in left {
        let apart = mean - value;
        squares += apart * apart;
        cubes += apart * apart * apart;
    }
    let skew = cubes / (6.0 * squares * squares.sqrt());
    if skew.is_finite() { skew } else { 0.0 }
}

/// The value that this share of the sorted values lies below, between neighbours in proportion.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len() - 1;
    let place = (share * (sorted.len() + 1) as f64 - 1.0).clamp(0.0, last as f64);
    let lower = place.floor();
    let (low, high) = (sorted[lower as usize], sorted[(lower as usize + 1).min(last)]);
    low + (place - lower) * (high - low)
}
