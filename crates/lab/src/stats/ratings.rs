//! Ratings of many players from the games between them.
//!
//! The model is that of Elo, which is that of Bradley and Terry: the expected score depends on the difference of two
//! ratings alone, and a draw is half a win. The ratings are the maximum likelihood estimates. They exist only among players
//! each of whom took points, directly or through others, from all the others. For any other player the games give a bound
//! or nothing, and that is what is reported.

use serde::Serialize;

use super::sample::Estimate;
use super::special::Z95;
use super::tally::{POINTS, Tally};

/// The rating of one player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Players of different groups have no games in common, not even through others: they cannot be compared.
    pub group: usize,
    /// Its standing in its group.
    pub standing: Standing,
}

/// The standing of a player, in Elo above the mean of the [`Rated`](Standing::Rated) players of its group.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// One of the core: the largest set of players who all took points from each other, directly or through others. Where
    /// there is no such set, the core is the player with the most games, and the others are measured from it.
    Rated(Estimate),
    /// It lost no point to the core or to those below it: it is at least this strong, with no upper bound.
    AtLeast(f64),
    /// It took no point from the core or from those above it: it is at most this strong, with no lower bound.
    AtMost(f64),
    /// The games do not show whether it is stronger or weaker than the core.
    NotComparable,
}

/// The ratings of all players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// By player.
    pub all: Vec<Rating>,
    /// How the ratings of the core vary together, on the scale of natural logarithms; 0 for all others.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// How much stronger the first is than the second, if both are rated in the same group. The interval does not
    /// follow from theirs, because the two ratings vary together.
    pub fn difference(&self, first: usize, second: usize) -> Option<Estimate> {
        let (one, other) = (self.all.get(first)?, self.all.get(second)?);
        match (one.standing, other.standing) {
            (Standing::Rated(one_is), Standing::Rated(other_is)) if one.group == other.group => {
                let cov = |a: usize, b: usize| self.covariance[a][b];
                let variance = cov(first, first) + cov(second, second) - 2.0 * cov(first, second);
                Some(Estimate::around(one_is.mean - other_is.mean, POINTS * Z95 * variance.max(0.0).sqrt()))
            }
            _ => None,
        }
    }
}

/// Rates `players` players, numbered from 0, by their results: first player, second player, and how their games ended,
/// seen from the first. Results of the same pair are added up; those of a player against itself, or of a player that does
/// not exist, are ignored.
///
/// Intervals come from the information matrix of the model. Where many games are drawn they are wider than
/// necessary, since the model assumes the variance of wins and losses.
pub fn ratings(players: usize, results: &[(usize, usize, Tally)]) -> Ratings {
    let mut table = Crosstable { points: vec![vec![0.0; players]; players] };
    for &(first, second, tally) in results {
        if first != second && first < players && second < players {
            let half = 0.5 * tally.draws as f64;
            table.points[first][second] += tally.wins as f64 + half;
            table.points[second][first] += tally.losses as f64 + half;
        }
    }
    let all: Vec<usize> = (0..players).collect();
    let groups = table.split(&all, |table, one, other| table.games(one, other) > 0.0);
    let mut found = Ratings {
        all: vec![Rating { group: 0, standing: Standing::NotComparable }; players],
        covariance: vec![vec![0.0; players]; players],
    };
    for (number, group) in groups.iter().enumerate() {
        for &player in group {
            found.all[player].group = number;
        }
        if group.len() > 1 {
            rate_group(&table, group, &mut found);
        }
    }
    found
}

/// The points of each player against each other.
struct Crosstable {
    points: Vec<Vec<f64>>,
}

impl Crosstable {
    fn games(&self, one: usize, other: usize) -> f64 {
        self.points[one][other] + self.points[other][one]
    }

    /// The players reachable from `from` by steps that `step` allows.
    fn reach(
        &self,
        among: &[usize],
        from: usize,
        step: impl Fn(&Crosstable, usize, usize) -> bool,
    ) -> Vec<bool> {
        let mut reached = vec![false; self.points.len()];
        reached[from] = true;
        let mut waiting = vec![from];
        while let Some(here) = waiting.pop() {
            for &there in among {
                if !reached[there] && step(self, here, there) {
                    reached[there] = true;
                    waiting.push(there);
                }
            }
        }
        reached
    }

    /// The players in parts: within a part, all players reach each other.
    fn split(
        &self,
        among: &[usize],
        step: impl Fn(&Crosstable, usize, usize) -> bool + Copy,
    ) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for &player in among {
            if parts.iter().flatten().any(|&known| known == player) {
                continue;
            }
            let there = self.reach(among, player, step);
            let back = self.reach(among, player, |table, one, other| step(table, other, one));
            parts.push(among.iter().copied().filter(|&other| there[other] && back[other]).collect());
        }
        parts
    }
}

/// Did the first take points from the second?
fn scored(table: &Crosstable, one: usize, other: usize) -> bool {
    table.points[one][other] > 0.0
}

/// Rates players who are all connected by games.
fn rate_group(table: &Crosstable, group: &[usize], found: &mut Ratings) {
    let circles = table.split(group, scored);
    let games = |circle: &[usize]| -> f64 {
        circle.iter().flat_map(|&one| group.iter().map(move |&other| table.games(one, other))).sum()
    };
    let larger = |one: &&Vec<usize>, other: &&Vec<usize>| {
        // Of equals, the one that comes first.
        one.len().cmp(&other.len()).then(games(one).total_cmp(&games(other))).then(other.cmp(one))
    };
    let Some(core) = circles.iter().max_by(larger) else { return };
    let fit = RatingsFit::of(table, core);
    for (index, &player) in core.iter().enumerate() {
        let reach = Z95 * fit.covariance[index][index].max(0.0).sqrt();
        let rating = Estimate::around(fit.ratings[index], reach).map(|rating| POINTS * rating);
        found.all[player].standing = Standing::Rated(rating);
        for (other, &neighbour) in core.iter().enumerate() {
            found.covariance[player][neighbour] = fit.covariance[index][other];
        }
    }
    let anchor = core[0];
    let below = table.reach(group, anchor, scored);
    let above = table.reach(group, anchor, |table, one, other| scored(table, other, one));
    bound_beyond(table, &circles, &above, 1.0, found);
    bound_beyond(table, &circles, &below, -1.0, found);
}

/// Bounds for the circles on one side of the core, `side` 1 above and -1 below: nearest first, each by its games
/// against players that already have a rating or bound.
fn bound_beyond(table: &Crosstable, circles: &[Vec<usize>], beyond: &[bool], side: f64, found: &mut Ratings) {
    let known = |found: &Ratings, player: usize| match found.all[player].standing {
        Standing::Rated(rating) => Some(rating.mean / POINTS),
        Standing::AtLeast(bound) | Standing::AtMost(bound) if beyond[player] => Some(bound / POINTS),
        _ => None,
    };
    let mut waiting: Vec<&Vec<usize>> =
        circles.iter().filter(|circle| beyond[circle[0]] && known(found, circle[0]).is_none()).collect();
    // A circle is next when no waiting circle is between it and the core. There is always one, because circles do not
    // reach each other both ways.
    while let Some(next) = waiting.iter().position(|circle| {
        waiting.iter().filter(|other| other != &circle).all(|other| {
            !circle.iter().any(|&one| {
                other
                    .iter()
                    .any(|&two| if side > 0.0 { scored(table, one, two) } else { scored(table, two, one) })
            })
        })
    }) {
        let circle = waiting.swap_remove(next);
        let fit = RatingsFit::of(table, circle);
        let mut against = Vec::new();
        for (&player, rating) in circle.iter().zip(&fit.ratings) {
            for other in (0..table.points.len()).filter(|&other| table.games(player, other) > 0.0) {
                if let Some(rated) = known(found, other).filter(|_| !circle.contains(&other)) {
                    against.push((table.games(player, other), side * (rating - rated)));
                }
            }
        }
        let shift = side * perfect_bound(&against);
        for (&player, rating) in circle.iter().zip(&fit.ratings) {
            let bound = POINTS * (rating + shift);
            found.all[player].standing =
                if side > 0.0 { Standing::AtLeast(bound) } else { Standing::AtMost(bound) };
        }
    }
}

/// The shift of the differences at which winning all these games (count, difference) is just within 95 % of what chance
/// does. For a single opponent it is the end of Wilson's interval.
fn perfect_bound(games: &[(f64, f64)]) -> f64 {
    let too_lucky = |shift: f64| {
        let (mut lost, mut variance) = (0.0, 0.0);
        for &(count, apart) in games {
            // From the other side, where it stays exact when it is small.
            let other = expected(-apart - shift);
            lost += count * other;
            variance += count * other * (1.0 - other);
        }
        lost > Z95 * variance.sqrt()
    };
    let span = games.iter().fold(100.0, |span: f64, (_, apart)| span.max(100.0 + apart.abs()));
    let (mut low, mut high) = (-span, span);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        *(if too_lucky(middle) { &mut low } else { &mut high }) = middle;
    }
    0.5 * (low + high)
}

/// The expected score at a difference of `apart`.
fn expected(apart: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-apart))
}

/// The maximum likelihood ratings of a circle, on the scale of natural logarithms, and their covariance.
struct RatingsFit {
    ratings: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

/// The largest step of a rating; without a limit, Newton's method diverges where there is little data.
const STRIDE: f64 = 4.0;

impl RatingsFit {
    /// Maximises the likelihood, which has a single maximum, by Newton's method. The last player is held at 0, and the mean
    /// is subtracted at the end.
    fn of(table: &Crosstable, circle: &[usize]) -> RatingsFit {
        let count = circle.len();
        let mut ratings = vec![0.0; count];
        for _ in 0..50 + 50 * count {
            let inverse = inverse(information(table, circle, &ratings));
            let slope = slope(table, circle, &ratings);
            let mut step: Vec<f64> =
                inverse.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
            step.push(0.0);
            let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            let mut scale = (STRIDE / longest).min(1.0);
            let here = likelihood(table, circle, &ratings);
            let moved = |scale: f64| -> Vec<f64> {
                ratings.iter().zip(&step).map(|(rating, step)| rating + scale * step).collect()
            };
            // Halve the step while it overshoots the maximum; rounding may hide the last bit of progress.
            while scale > 1e-6 && likelihood(table, circle, &moved(scale)) < here - 1e-12 * here.abs() {
                scale *= 0.5;
            }
            ratings = moved(scale);
            if longest < 1e-12 {
                break;
            }
        }
        let mut covariance = inverse(information(table, circle, &ratings));
        covariance.iter_mut().for_each(|row| row.push(0.0));
        covariance.push(vec![0.0; count]);
        centre(&mut ratings);
        covariance.iter_mut().for_each(|row| centre(row));
        for column in 0..count {
            let mut values: Vec<f64> = covariance.iter().map(|row| row[column]).collect();
            centre(&mut values);
            covariance.iter_mut().zip(values).for_each(|(row, value)| row[column] = value);
        }
        RatingsFit { ratings, covariance }
    }
}

/// Subtracts the mean.
fn centre(values: &mut [f64]) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter_mut().for_each(|value| *value -= mean);
}

/// The log-likelihood of the results.
fn likelihood(table: &Crosstable, circle: &[usize], ratings: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (&one, mine) in circle.iter().zip(ratings) {
        for (&other, theirs) in circle.iter().zip(ratings) {
            // ln(expected score), exact at both ends.
            let apart = mine - theirs;
            sum += table.points[one][other] * (apart.min(0.0) - libm::log1p(libm::exp(-apart.abs())));
        }
    }
    sum
}

/// The gradient of the log-likelihood, points minus expected points, without the last player.
fn slope(table: &Crosstable, circle: &[usize], ratings: &[f64]) -> Vec<f64> {
    let surplus = |(&one, mine): (&usize, &f64)| {
        let against = circle.iter().zip(ratings).filter(|(other, _)| **other != one);
        against
            .map(|(&other, theirs)| {
                table.points[one][other] * expected(theirs - mine)
                    - table.points[other][one] * expected(mine - theirs)
            })
            .sum()
    };
    circle.iter().zip(ratings).take(circle.len() - 1).map(surplus).collect()
}

/// The information matrix, without the row and column of the last player.
fn information(table: &Crosstable, circle: &[usize], ratings: &[f64]) -> Vec<Vec<f64>> {
    let size = circle.len() - 1;
    let mut matrix = vec![vec![0.0; size]; size];
    for (row, (&one, mine)) in circle.iter().zip(ratings).enumerate().take(size) {
        for (column, (&other, theirs)) in circle.iter().zip(ratings).enumerate() {
            if row != column {
                let apart = mine - theirs;
                let weight = table.games(one, other) * expected(apart) * expected(-apart);
                matrix[row][row] += weight;
                if column < size {
                    matrix[row][column] -= weight;
                }
            }
        }
    }
    matrix
}

/// The inverse of a symmetric positive definite matrix, by Cholesky decomposition. A pivot lost to rounding is replaced by
/// the smallest value it could have.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for column in 0..size {
        let whole = matrix[column][column];
        let taken: f64 = (0..column).map(|k| matrix[column][k] * matrix[column][k]).sum();
        let pivot = (whole - taken).max(whole * f64::EPSILON).max(f64::MIN_POSITIVE).sqrt();
        matrix[column][column] = pivot;
        for row in column + 1..size {
            let known: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            matrix[row][column] = (matrix[row][column] - known) / pivot;
        }
    }
    // Columns of the inverse: forwards with the triangle, backwards with its mirror image.
    let mut columns = vec![vec![0.0; size]; size];
    for (index, column) in columns.iter_mut().enumerate() {
        for row in index..size {
            let known: f64 = (index..row).map(|k| matrix[row][k] * column[k]).sum();
            let unit = if row == index { 1.0 } else { 0.0 };
            column[row] = (unit - known) / matrix[row][row];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|k| matrix[k][row] * column[k]).sum();
            column[row] = (column[row] - known) / matrix[row][row];
        }
    }
    columns
}

#[cfg(test)]
mod tests;
