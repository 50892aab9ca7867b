//! Ratings of many players from the games between them.
//!
//! The model is that of Elo, which is that of Bradley and Terry: the expected score depends on the difference of two
//! ratings alone, and a draw is half a win. The ratings are the likeliest ones. They exist only among players each of
//! whom took points, directly or through others, from all the others; of everybody else the games tell a bound or
//! nothing, and that is what is said of them.

use serde::Serialize;

use super::elo::POINTS;
use super::estimate::Estimate;
use super::special::Z95;
use super::tally::Tally;

/// What the games tell of one player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// Players of different groups have no games in common, not even through others: they cannot be compared.
    pub group: usize,
    /// Where it stands in its group.
    pub standing: Standing,
}

/// Where a player stands, in Elo above the mean of those in its group that are [`Rated`](Standing::Rated).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// One of the core: the most players who all took points from each other, directly or through others. Where nobody
    /// did, it is one player alone, with the most games, from whom the others are measured.
    Rated(Estimate),
    /// It gave no point to the core or to those below it: it is at least this strong, and there is no upper end.
    AtLeast(f64),
    /// It took no point from the core or from those above it: it is at most this strong, and there is no lower end.
    AtMost(f64),
    /// The games do not even tell whether it is stronger or weaker than the core.
    NotComparable,
}

/// The ratings of all players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    ratings: Vec<Rating>,
    /// How the ratings of the core vary together, on the scale of natural logarithms; 0 for all others.
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// By player.
    pub fn all(&self) -> &[Rating] {
        &self.ratings
    }

    /// How much stronger the first is than the second, if both are rated in the same group. The interval does not
    /// follow from theirs, because the two ratings vary together.
    pub fn difference(&self, first: usize, second: usize) -> Option<Estimate> {
        let (one, other) = (self.ratings.get(first)?, self.ratings.get(second)?);
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
/// seen from the first. Results of the same two are added up; those of a player against itself, or of one that is not
/// there, tell nothing and are left out.
///
/// Intervals come from the information matrix of the model. Where many games are drawn they are wider than they need
/// be, since the model takes results to vary as wins and losses do.
pub fn ratings(players: usize, results: &[(usize, usize, Tally)]) -> Ratings {
    let mut table = Table { points: vec![vec![0.0; players]; players] };
    for &(first, second, tally) in results {
        if first != second && first < players && second < players {
            let half = 0.5 * tally.draws as f64;
            table.points[first][second] += tally.wins as f64 + half;
            table.points[second][first] += tally.losses as f64 + half;
        }
    }
    let everybody: Vec<usize> = (0..players).collect();
    let groups = table.split(&everybody, |table, one, other| table.games(one, other) > 0.0);
    let mut found = Ratings {
        ratings: vec![Rating { group: 0, standing: Standing::NotComparable }; players],
        covariance: vec![vec![0.0; players]; players],
    };
    for (number, group) in groups.iter().enumerate() {
        for &player in group {
            found.ratings[player].group = number;
        }
        if group.len() > 1 {
            rate_group(&table, group, &mut found);
        }
    }
    found
}

/// Who made how many points against whom.
struct Table {
    points: Vec<Vec<f64>>,
}

impl Table {
    fn games(&self, one: usize, other: usize) -> f64 {
        self.points[one][other] + self.points[other][one]
    }

    /// The players that can be reached from `from` by steps that `step` allows.
    fn reach(&self, among: &[usize], from: usize, step: impl Fn(&Table, usize, usize) -> bool) -> Vec<bool> {
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

    /// The players in parts: within a part, everybody reaches everybody.
    fn split(&self, among: &[usize], step: impl Fn(&Table, usize, usize) -> bool + Copy) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for &player in among {
            if parts.iter().flatten().any(|&placed| placed == player) {
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
fn scored(table: &Table, one: usize, other: usize) -> bool {
    table.points[one][other] > 0.0
}

/// Rates players who are all connected by games.
fn rate_group(table: &Table, group: &[usize], found: &mut Ratings) {
    let circles = table.split(group, scored);
    let games = |circle: &[usize]| -> f64 {
        circle.iter().flat_map(|&one| group.iter().map(move |&other| table.games(one, other))).sum()
    };
    let larger = |one: &&Vec<usize>, other: &&Vec<usize>| {
        // Of equals, the one that comes first.
        one.len().cmp(&other.len()).then(games(one).total_cmp(&games(other))).then(other.cmp(one))
    };
    let Some(core) = circles.iter().max_by(larger) else { return };
    let fit = Fit::of(table, core);
    for (place, &player) in core.iter().enumerate() {
        let reach = Z95 * fit.covariance[place][place].max(0.0).sqrt();
        let rating = Estimate::around(fit.ratings[place], reach).map(|rating| POINTS * rating);
        found.ratings[player].standing = Standing::Rated(rating);
        for (other, &neighbour) in core.iter().enumerate() {
            found.covariance[player][neighbour] = fit.covariance[place][other];
        }
    }
    let anchor = core[0];
    let below = table.reach(group, anchor, scored);
    let above = table.reach(group, anchor, |table, one, other| scored(table, other, one));
    place_beyond(table, &circles, &above, 1.0, found);
    place_beyond(table, &circles, &below, -1.0, found);
}

/// Bounds for the circles on one side of the core, `side` 1 above and -1 below: nearest first, each by its games
/// against those who are placed already.
fn place_beyond(table: &Table, circles: &[Vec<usize>], beyond: &[bool], side: f64, found: &mut Ratings) {
    let placed = |found: &Ratings, player: usize| match found.ratings[player].standing {
        Standing::Rated(rating) => Some(rating.mean / POINTS),
        Standing::AtLeast(bound) | Standing::AtMost(bound) if beyond[player] => Some(bound / POINTS),
        _ => None,
    };
    let mut waiting: Vec<&Vec<usize>> =
        circles.iter().filter(|circle| beyond[circle[0]] && placed(found, circle[0]).is_none()).collect();
    // A circle is next when nobody who waits stands between it and the core. There is always one, because circles do
    // not reach each other both ways.
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
        let fit = Fit::of(table, circle);
        let mut against = Vec::new();
        for (&player, rating) in circle.iter().zip(&fit.ratings) {
            for other in (0..table.points.len()).filter(|&other| table.games(player, other) > 0.0) {
                if let Some(rated) = placed(found, other).filter(|_| !circle.contains(&other)) {
                    against.push((table.games(player, other), side * (rating - rated)));
                }
            }
        }
        let shift = side * perfect_bound(&against);
        for (&player, rating) in circle.iter().zip(&fit.ratings) {
            let bound = POINTS * (rating + shift);
            found.ratings[player].standing =
                if side > 0.0 { Standing::AtLeast(bound) } else { Standing::AtMost(bound) };
        }
    }
}

/// The expected score at a difference of `apart`.
fn expected(apart: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-apart))
}

/// How much must be added to the differences, so that winning all these games (how many, at what difference) is just
/// within the 95 % of what chance does? For a single opponent that is the end of Wilson's interval.
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

/// The likeliest ratings of a circle, on the scale of natural logarithms, and how they vary together.
struct Fit {
    ratings: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

/// The largest step of a rating at once; without a limit, Newton's steps go astray where the games say little.
const STRIDE: f64 = 4.0;

impl Fit {
    /// Newton's steps up the likelihood, which has a single top. The last player is held at 0 and the mean is taken out
    /// at the end.
    fn of(table: &Table, circle: &[usize]) -> Fit {
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
            // Half as far, and half again, if that went past the top; rounding may hide the last bit of the way.
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
        Fit { ratings, covariance }
    }
}

/// Takes the mean out.
fn centre(values: &mut [f64]) {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter_mut().for_each(|value| *value -= mean);
}

/// ln of how likely the results are.
fn likelihood(table: &Table, circle: &[usize], ratings: &[f64]) -> f64 {
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

/// By how much each made more points than expected, but for the last.
fn slope(table: &Table, circle: &[usize], ratings: &[f64]) -> Vec<f64> {
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

/// How much the games tell of the ratings: the information matrix, without the last player's row and column.
fn information(table: &Table, circle: &[usize], ratings: &[f64]) -> Vec<Vec<f64>> {
    let size = circle.len() - 1;
    let mut matrix = vec![vec![0.0; size]; size];
    for (place, (&one, mine)) in circle.iter().zip(ratings).enumerate().take(size) {
        for (column, (&other, theirs)) in circle.iter().zip(ratings).enumerate() {
            if place != column {
                let apart = mine - theirs;
                let told = table.games(one, other) * expected(apart) * expected(-apart);
                matrix[place][place] += told;
                if column < size {
                    matrix[place][column] -= told;
                }
            }
        }
    }
    matrix
}

/// The inverse of a symmetric positive matrix, by Cholesky's way. A pivot that rounding has eaten is replaced by the
/// least that could be left of it.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for column in 0..size {
        let whole = matrix[column][column];
        let eaten: f64 = (0..column).map(|k| matrix[column][k] * matrix[column][k]).sum();
        let pivot = (whole - eaten).max(whole * f64::EPSILON).max(f64::MIN_POSITIVE).sqrt();
        matrix[column][column] = pivot;
        for row in column + 1..size {
            let known: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            matrix[row][column] = (matrix[row][column] - known) / pivot;
        }
    }
    // Columns of the inverse: forwards with the triangle, backwards with its mirror image.
    let mut columns = vec![vec![0.0; size]; size];
    for (place, column) in columns.iter_mut().enumerate() {
        for row in place..size {
            let known: f64 = (place..row).map(|k| matrix[row][k] * column[k]).sum();
            let unit = if row == place { 1.0 } else { 0.0 };
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
mod tests {
    use proptest::prelude::*;

    use super::super::near;
    use super::*;
    use crate::stats::elo;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    fn rated(found: &Ratings, player: usize) -> Estimate {
        match found.all()[player].standing {
            Standing::Rated(rating) => rating,
            other => panic!("{player} is {other:?}"),
        }
    }

    fn check(found: &Ratings, known: &[(f64, f64)]) {
        for (player, &(mean, reach)) in known.iter().enumerate() {
            let rating = rated(found, player);
            assert!(near(rating.mean, mean, 1e-10), "{player}: {rating:?}");
            assert!(near(rating.high - rating.mean, reach, 1e-10), "{player}: {rating:?}");
            assert!(near(rating.mean - rating.low, reach, 1e-10), "{player}: {rating:?}");
        }
    }

    #[test]
    fn ratings_by_known_values() {
        // From mpmath, by another method (minorise and maximise) and the pseudo-inverse of the whole matrix.
        let three = [(0, 1, tally(10, 5, 5)), (1, 2, tally(8, 4, 8)), (0, 2, tally(12, 2, 6))];
        let found = ratings(3, &three);
        check(
            &found,
            &[
                (65.383_903_422_5, 74.660_901_289_16),
                (-29.721_556_114_06, 73.117_729_912_26),
                (-35.662_347_308_43, 73.287_535_491_06),
            ],
        );
        let difference = found.difference(0, 1).unwrap();
        assert!(near(difference.mean, 65.383_903_422_5 + 29.721_556_114_06, 1e-10));
        assert!(near(difference.high - difference.mean, 128.334_883_641_6, 1e-10), "{difference:?}");
        let four =
            [(0, 1, tally(7, 0, 3)), (1, 2, tally(7, 0, 3)), (2, 3, tally(7, 0, 3)), (0, 3, tally(19, 1, 0))];
        let (outer, inner) = ((268.468_823_826_8, 164.571_292_799_7), (89.489_607_942_27, 140.077_001_901_7));
        check(&ratings(4, &four), &[outer, inner, (-inner.0, inner.1), (-outer.0, outer.1)]);
    }

    #[test]
    fn a_circle_is_rated_even_if_each_match_is_one_sided() {
        let circle = [(0, 1, tally(5, 0, 0)), (1, 2, tally(5, 0, 0)), (2, 0, tally(5, 0, 0))];
        let found = ratings(3, &circle);
        for player in 0..3 {
            assert!(rated(&found, player).mean.abs() < 1e-9);
        }
    }

    #[test]
    fn whoever_won_or_lost_everything_has_a_bound() {
        let results = [
            (0, 1, tally(6, 0, 0)),
            (0, 2, tally(4, 0, 0)),
            (1, 2, tally(3, 0, 3)),
            (3, 1, tally(0, 0, 10)),
            (4, 0, tally(2, 0, 0)),
        ];
        let found = ratings(5, &results);
        assert_eq!(rated(&found, 1).mean, 0.0);
        // Ten wins against two equals at 0, as if against one: the end of Wilson's interval.
        let bound = elo(&tally(10, 0, 0)).unwrap().low;
        let Standing::AtLeast(first) = found.all()[0].standing else { panic!("{found:?}") };
        assert!(near(first, bound, 1e-9), "{first} {bound}");
        let Standing::AtMost(last) = found.all()[3].standing else { panic!("{found:?}") };
        assert!(near(last, -bound, 1e-9), "{last} {bound}");
        // And two wins against the one that is at least there.
        let Standing::AtLeast(top) = found.all()[4].standing else { panic!("{found:?}") };
        assert!(near(top, first + elo(&tally(2, 0, 0)).unwrap().low, 1e-9), "{top} {first}");
        assert_eq!(found.difference(0, 1), None);
    }

    #[test]
    fn those_who_never_met_are_not_compared() {
        // Two groups, and one player without games.
        let results = [(0, 1, tally(3, 1, 1)), (2, 3, tally(2, 0, 2))];
        let found = ratings(5, &results);
        let groups: Vec<usize> = found.all().iter().map(|rating| rating.group).collect();
        assert_eq!(groups, [0, 0, 1, 1, 2]);
        assert_eq!((rated(&found, 2).mean, found.all()[4].standing), (0.0, Standing::NotComparable));
        assert_eq!(found.difference(0, 2), None);
        // Both lost to the same player and to nobody else: nothing tells which of them is stronger.
        let beaten = ratings(4, &[(0, 1, tally(2, 1, 2)), (2, 0, tally(4, 0, 0)), (2, 3, tally(4, 0, 0))]);
        assert!(matches!(beaten.all()[2].standing, Standing::AtLeast(_)));
        assert_eq!(beaten.all()[3].standing, Standing::NotComparable);
        assert_eq!((beaten.all()[3].group, beaten.all()[0].group), (0, 0));
    }

    #[test]
    fn a_ladder_is_measured_from_one_player() {
        let found = ratings(3, &[(0, 1, tally(5, 0, 0)), (1, 2, tally(5, 0, 0))]);
        let bound = elo(&tally(5, 0, 0)).unwrap().low;
        assert_eq!(rated(&found, 1), Estimate { mean: 0.0, low: 0.0, high: 0.0 });
        let [Standing::AtLeast(above), _, Standing::AtMost(below)] =
            [0, 1, 2].map(|player| found.all()[player].standing)
        else {
            panic!("{found:?}")
        };
        assert!(near(above, bound, 1e-9) && near(below, -bound, 1e-9));
        // Two who are below the core keep their distance.
        let pair = ratings(
            5,
            &[(0, 1, tally(1, 1, 1)), (1, 2, tally(1, 1, 1)), (3, 4, tally(3, 0, 1)), (0, 3, tally(9, 0, 0))],
        );
        let [Standing::AtMost(third), Standing::AtMost(fourth)] =
            [3, 4].map(|player| pair.all()[player].standing)
        else {
            panic!("{pair:?}")
        };
        assert!(near(third - fourth, elo(&tally(3, 0, 1)).unwrap().mean, 1e-9), "{pair:?}");
    }

    #[test]
    fn extreme_tables_end_and_stay_finite() {
        let most = u64::MAX;
        let two = ratings(2, &[(0, 1, tally(most, 0, 1))]);
        assert!(near(two.difference(0, 1).unwrap().mean, POINTS * libm::log(most as f64), 1e-9), "{two:?}");
        // A chain of forty, each all but unbeatable for the next.
        let chain: Vec<(usize, usize, Tally)> =
            (0..40).map(|place| (place, place + 1, tally(1_000_000, 0, 1))).collect();
        let found = ratings(41, &chain);
        for place in 0..40 {
            let step = found.difference(place, place + 1).unwrap();
            assert!(near(step.mean, 2400.0, 1e-9), "{place}: {step:?}");
        }
        assert_eq!(ratings(0, &[]).all(), []);
        // Nonsense is left out.
        assert_eq!(
            ratings(1, &[(0, 0, tally(1, 1, 1)), (0, 7, tally(1, 1, 1))]).all()[0].standing,
            Standing::NotComparable
        );
    }

    proptest! {
        #[test]
        fn two_players_differ_by_their_elo(wins in 0u64..1000, draws in 0u64..1000, losses in 0u64..1000) {
            let tally = tally(wins, draws, losses);
            prop_assume!(draws > 0 || (wins > 0 && losses > 0));
            let found = ratings(2, &[(0, 1, tally)]).difference(0, 1).unwrap();
            prop_assert!((found.mean - elo(&tally).unwrap().mean).abs() < 1e-8);
            prop_assert!(found.contains(found.mean));
        }

        #[test]
        fn counts_of_any_size_are_answered(
            results in prop::collection::vec((0usize..6, 0usize..6, any::<u64>(), 0u64..2, 0u64..3), 0..14)
        ) {
            let results: Vec<(usize, usize, Tally)> =
                results.into_iter().map(|(one, other, w, d, l)| (one, other, tally(w, d, l))).collect();
            for rating in ratings(6, &results).all() {
                if let Standing::Rated(Estimate { mean, low, high }) = rating.standing {
                    prop_assert!(low.is_finite() && low <= mean && mean <= high && high.is_finite());
                }
            }
        }

        #[test]
        fn every_table_is_answered(
            results in prop::collection::vec((0usize..7, 0usize..7, 0u64..4, 0u64..2, 0u64..4), 0..14)
        ) {
            let results: Vec<(usize, usize, Tally)> =
                results.into_iter().map(|(one, other, w, d, l)| (one, other, tally(w, d, l))).collect();
            let found = ratings(7, &results);
            let mut means = vec![Vec::new(); 7];
            for rating in found.all() {
                match rating.standing {
                    Standing::Rated(estimate) => {
                        prop_assert!(estimate.low.is_finite() && estimate.contains(estimate.mean));
                        means[rating.group].push(estimate.mean);
                    }
                    Standing::AtLeast(bound) | Standing::AtMost(bound) => prop_assert!(bound.is_finite()),
                    Standing::NotComparable => {}
                }
            }
            for group in means {
                prop_assert!(group.iter().sum::<f64>().abs() < 1e-6);
            }
            // Seen from the other side it is the same, upside down. (Which player a ladder is measured from is not.)
            let mirrored: Vec<_> = results.iter().map(|&(one, other, tally)| (one, other, tally.swapped())).collect();
            for (there, back) in found.all().iter().zip(ratings(7, &mirrored).all()) {
                match (there.standing, back.standing) {
                    (Standing::Rated(one), Standing::Rated(other)) => {
                        prop_assert!((one.mean + other.mean).abs() < 1e-6);
                    }
                    (Standing::AtLeast(one), Standing::AtMost(other))
                    | (Standing::AtMost(one), Standing::AtLeast(other)) => {
                        prop_assert!((one + other).abs() < 1e-6);
                    }
                    (one, other) => prop_assert_eq!(one, other),
                }
            }
        }
    }
}
