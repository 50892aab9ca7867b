//! Shares of hits and of points, by Wilson's interval.

use super::estimate::Estimate;
use super::special::Z95;
use super::tally::{Results, Tally};

/// The share of `hits` among `trials` with Wilson's interval, which is right for few trials too and never leaves 0 to 1.
/// None without trials.
pub fn share(hits: u64, trials: u64) -> Option<Estimate> {
    score(&Tally { wins: hits.min(trials), draws: 0, losses: trials.saturating_sub(hits) })
}

/// The score rate: the share of the points that the first player made. A draw is half a point. None without games.
///
/// Without draws the interval is Wilson's. Draws make results vary less than wins and losses do, so they narrow it; but
/// a draw that was seen is no promise of the next one. That is why they are counted as if Z^2 more games, none of them
/// drawn, had been played. If all games are drawn, the ends are where Wilson's interval for the share of games that are
/// not drawn would put them, if one side won them all.
pub fn score(results: &impl Results) -> Option<Estimate> {
    let n: f64 = results.points().map(|(_, count)| count).sum();
    if n <= 0.0 {
        return None;
    }
    let mean = results.points().map(|(worth, count)| worth * count).sum::<f64>() / n;
    // By how much the variance of results with this mean falls short of what wins and losses alone would have.
    let between =
        results.points().map(|(worth, count)| worth * (1.0 - worth) * count).sum::<f64>() / (n + Z95 * Z95);
    let scale = 1.0 + Z95 * Z95 / n;
    let centre = (mean + Z95 * Z95 / (2.0 * n)) / scale;
    let variance = (mean * (1.0 - mean) - between).max(0.0);
    let reach = Z95 / scale * (variance / n + Z95 * Z95 * (1.0 - 4.0 * between) / (4.0 * n * n)).sqrt();
    // None and all are certain ends; only rounding keeps the formula from saying so.
    let low = if mean <= 0.0 { 0.0 } else { (centre - reach).clamp(0.0, mean) };
    let high = if mean >= 1.0 { 1.0 } else { (centre + reach).clamp(mean, 1.0) };
    Some(Estimate { mean, low, high })
}
