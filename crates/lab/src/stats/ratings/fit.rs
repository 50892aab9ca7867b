//! The maximum likelihood ratings of players who all took points from each other, by Newton's method.

use super::Crosstable;

/// The expected score at a difference of `apart`.
pub(super) fn expected(apart: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-apart))
}

/// The maximum likelihood ratings of a circle, on the scale of natural logarithms, and their covariance.
pub(super) struct Fit {
    pub ratings: Vec<f64>,
    pub covariance: Vec<Vec<f64>>,
}

/// The largest step of a rating; without a limit, Newton's method diverges where there is little data.
const STRIDE: f64 = 4.0;

impl Fit {
    /// Maximises the likelihood, which has a single maximum, by Newton's method. The last player is held at 0, and the mean
    /// is subtracted at the end.
    pub fn of(table: &Crosstable, circle: &[usize]) -> Fit {
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
        Fit { ratings, covariance }
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
