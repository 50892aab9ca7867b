//! Logistic regression of results on one number.

/// A result: the number, the result from 0 to 1, and the game it comes from. Results of one game depend on each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Observation {
    /// The number.
    pub x: f64,
    /// The result: 1 a win, one half a draw, 0 a loss.
    pub result: f64,
    /// The game.
    pub game: u64,
}

/// A fitted curve: the log-odds are `intercept + slope * x`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Logistic {
    /// The log-odds at 0.
    pub intercept: f64,
    /// The log-odds per unit.
    pub slope: f64,
    /// The variance of the intercept, the covariance, and the variance of the slope.
    pub covariance: [f64; 3],
}

/// How strongly the curve is held back where all results agree, as one half of a game against them at each end.
const PRIOR: f64 = 0.25;
/// Newton's method converges in a few steps.
const STEPS: usize = 60;

/// Fits the curve to points in the order of their games. Its covariance takes each game as one observation. `None` with
/// fewer than two games, or if all numbers are zero.
pub fn logistic(points: &[Observation]) -> Option<Logistic> {
    let n = points.len() as f64;
    let scale = (points.iter().map(|point| point.x * point.x).sum::<f64>() / n).sqrt();
    let several = points.iter().any(|point| point.game != points[0].game);
    if !several || !scale.is_finite() || scale <= 0.0 {
        return None;
    }
    let (mut a, mut b) = (0.0_f64, 0.0_f64);
    let miss = |a: f64, b: f64, point: &Observation| {
        let x = point.x / scale;
        let chance = 1.0 / (1.0 + (-(a + b * x)).exp());
        (x, point.result - chance, chance * (1.0 - chance))
    };
    let mut inverse = [0.0; 3];
    for _ in 0..STEPS {
        let (mut slope, mut curve) = ([-PRIOR * a, -PRIOR * b], [PRIOR, 0.0, PRIOR]);
        for point in points {
            let (x, miss, weight) = miss(a, b, point);
            slope = [slope[0] + miss, slope[1] + miss * x];
            curve = [curve[0] + weight, curve[1] + weight * x, curve[2] + weight * x * x];
        }
        let det = curve[0] * curve[2] - curve[1] * curve[1];
        inverse = [curve[2] / det, -curve[1] / det, curve[0] / det];
        let step =
            [inverse[0] * slope[0] + inverse[1] * slope[1], inverse[1] * slope[0] + inverse[2] * slope[1]];
        // Far steps are cut short, so that a curve that is far off does not overshoot.
        let far = step[0].abs().max(step[1].abs()).max(1.0);
        (a, b) = (a + step[0] / far, b + step[1] / far);
        if step[0].abs() + step[1].abs() < 1e-12 {
            break;
        }
    }
    let mut spread = [0.0; 3];
    for game in points.chunk_by(|one, other| one.game == other.game) {
        let sum = game.iter().fold([0.0, 0.0], |[s, t], point| {
            let (x, miss, _) = miss(a, b, point);
            [s + miss, t + miss * x]
        });
        spread = [spread[0] + sum[0] * sum[0], spread[1] + sum[0] * sum[1], spread[2] + sum[1] * sum[1]];
    }
    // Games that all ended alike do not prove that the next one will: one game won and one lost are added.
    if points.iter().all(|point| point.result == points[0].result) {
        let games = points.chunk_by(|one, other| one.game == other.game).count() as f64;
        let missed = 0.5 * n / games;
        spread = [spread[0] + 2.0 * missed * missed, spread[1], spread[2] + 2.0 * missed * missed];
    }
    let [p, q, r] = inverse;
    let [u, v, w] = spread;
    // The inverse on both sides of the spread.
    let first = [p * u + q * v, p * v + q * w];
    let second = [q * u + r * v, q * v + r * w];
    let covariance = [
        first[0] * p + first[1] * q,
        (first[0] * q + first[1] * r) / scale,
        (second[0] * q + second[1] * r) / (scale * scale),
    ];
    Some(Logistic { intercept: a, slope: b / scale, covariance })
}

#[cfg(test)]
mod tests {
    use plylab_core::Seed;

    use super::*;

    /// Results drawn from a known curve, `each` points per game.
    fn drawn(seed: u64, games: u64, each: u64, intercept: f64, slope: f64) -> Vec<Observation> {
        let mut rng = Seed(seed).rng();
        (0..games * each)
            .map(|number| {
                let x = 40.0 * (rng.unit() - 0.5);
                let chance = 1.0 / (1.0 + (-(intercept + slope * x)).exp());
                Observation { x, result: f64::from(u8::from(rng.unit() < chance)), game: number / each }
            })
            .collect()
    }

    #[test]
    fn it_finds_the_curve_that_results_were_drawn_from() {
        let fit = logistic(&drawn(1, 4000, 2, 0.3, 0.15)).unwrap();
        assert!((fit.intercept - 0.3).abs() < 0.1 && (fit.slope - 0.15).abs() < 0.01, "{fit:?}");
    }

    #[test]
    fn the_interval_of_the_slope_holds_the_truth_in_about_95_of_100_fits() {
        let held = (0..400).filter(|&seed| {
            let fit = logistic(&drawn(seed, 120, 3, -0.2, 0.1)).unwrap();
            (fit.slope - 0.1).abs() < 1.96 * fit.covariance[2].sqrt()
        });
        let held = held.count();
        assert!((365..=395).contains(&held), "{held} of 400");
    }

    #[test]
    fn games_that_are_all_drawn_leave_some_doubt() {
        let drawn = |games: u64| -> Vec<Observation> {
            (0..12 * games)
                .map(|k| Observation { x: [-3.0, 3.0][(k % 2) as usize], result: 0.5, game: k / 12 })
                .collect()
        };
        for games in [100, 300] {
            let Logistic { intercept, slope, covariance } = logistic(&drawn(games)).unwrap();
            assert_eq!((intercept, slope), (0.0, 0.0));
            // Of 100 games without a decision the next is decided with a chance of 3 % at most, by the rule of three: a
            // chance of one half is right to within half of that.
            let reach = 1.96 * covariance[0].sqrt() / 4.0;
            assert!((reach * games as f64 - 1.5).abs() < 0.15, "{reach}");
            assert!(covariance[2] > 0.0);
        }
    }

    #[test]
    fn results_that_all_agree_give_a_finite_curve() {
        let agree: Vec<Observation> = (0..50)
            .map(|game| {
                let x = if game % 2 == 0 { 5.0 } else { -5.0 };
                Observation { x, result: if x > 0.0 { 1.0 } else { 0.0 }, game }
            })
            .collect();
        let fit = logistic(&agree).unwrap();
        assert!(fit.slope.is_finite() && fit.slope > 0.3, "{fit:?}");
        assert_eq!(logistic(&agree[..1]), None);
        assert_eq!(logistic(&[]), None);
        let zero =
            [Observation { x: 0.0, result: 1.0, game: 0 }, Observation { x: 0.0, result: 0.0, game: 1 }];
        assert_eq!(logistic(&zero), None);
    }
}
