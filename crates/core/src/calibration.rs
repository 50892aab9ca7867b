//! What estimates mean: the chance to win, fitted to the results of games.

use serde::{Deserialize, Serialize};

use crate::key::Text;

/// The quantile of the normal distribution for intervals of 95 %.
const Z95: f64 = 1.959_963_984_540_054;

/// What the values of one agent mean on one board: a curve for each depth, fitted to the results of games that it played
/// against itself. It holds for these versions of the rules and of the agent only.
///
/// ```
/// use plylab_core::{Calibration, Fit};
///
/// let fit = Fit { depth: 4, positions: 900, intercept: 0.0, slope: 0.1, covariance: [0.01, 0.0, 0.0001] };
/// let even = fit.chance(0.0);
/// assert_eq!(even.mean, 0.5);
/// assert!(even.low < 0.5 && 0.5 < even.high);
/// assert!(fit.chance(20.0).mean > 0.85);
/// assert!(Calibration::read("[]").unwrap().is_empty());
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The game, with all settings written out.
    pub game: Text,
    /// The version of its rules.
    pub rules: u32,
    /// The agent, with all settings written out.
    pub agent: Text,
    /// The version of the agent.
    pub version: Text,
    /// The evaluation that it applied to states, if any.
    pub eval: Option<Text>,
    /// How many games were played.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// A curve for each depth, the smallest first.
    pub fits: Vec<Fit>,
    /// Values at some of the positions. If the agent finds others, the calibration is stale.
    pub samples: Vec<CalibrationSample>,
}

/// A logistic curve from values to chances.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// The depth of the search.
    pub depth: u32,
    /// The number of values that it was fitted to.
    pub positions: u64,
    /// The log-odds of the side to move at a value of 0.
    pub intercept: f64,
    /// The log-odds per unit of value.
    pub slope: f64,
    /// The variance of the intercept, the covariance, and the variance of the slope.
    pub covariance: [f64; 3],
}

/// The value that an agent found at a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CalibrationSample {
    /// The position.
    pub position: String,
    /// The value of the side to move.
    pub value: f64,
}

/// The chance to win, with its interval of 95 %; a draw is half a win.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chance {
    /// The chance.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Calibration {
    /// Reads a list of calibrations; none if it is not one.
    pub fn read(json: &str) -> Option<Vec<Calibration>> {
        serde_json::from_str(json).ok()
    }

    /// The curve of that depth, or else of the nearest.
    pub fn fit(&self, depth: u32) -> Option<&Fit> {
        self.fits.iter().min_by_key(|fit| fit.depth.abs_diff(depth))
    }
}

impl Fit {
    /// The chance of the side to move at this value.
    pub fn chance(&self, value: f64) -> Chance {
        let [a, ab, b] = self.covariance;
        let odds = self.intercept + self.slope * value;
        let reach = Z95 * (a + 2.0 * ab * value + b * value * value).max(0.0).sqrt();
        let chance = |odds: f64| 1.0 / (1.0 + (-odds).exp());
        Chance { mean: chance(odds), low: chance(odds - reach), high: chance(odds + reach) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let fit =
            |depth| Fit { depth, positions: 3, intercept: 0.5, slope: 0.25, covariance: [0.1, -0.01, 0.2] };
        let calibration = Calibration {
            game: "heaps".into(),
            rules: 1,
            agent: "minimax".into(),
            version: "2".into(),
            eval: None,
            games: 7,
            seed: 1,
            fits: vec![fit(2), fit(6)],
            samples: vec![CalibrationSample { position: "1/2 0 0".to_owned(), value: -1.5 }],
        };
        let text = serde_json::to_string(&[&calibration]).unwrap();
        assert_eq!(Calibration::read(&text), Some(vec![calibration.clone()]));
        assert_eq!(Calibration::read("{}"), None);
        let nearest = [0, 3, 5, 99].map(|depth| calibration.fit(depth).map(|fit| fit.depth));
        assert_eq!(nearest, [Some(2), Some(2), Some(6), Some(6)]);
    }

    #[test]
    fn the_interval_holds_the_chance_and_widens_away_from_the_data() {
        let fit = Fit { depth: 1, positions: 9, intercept: 0.2, slope: 0.5, covariance: [0.04, 0.0, 0.01] };
        for value in [-1e9, -3.0, 0.0, 3.0, 1e9] {
            let Chance { mean, low, high } = fit.chance(value);
            assert!((0.0..=mean).contains(&low) && (mean..=1.0).contains(&high), "{value}");
        }
        assert!(fit.chance(-3.0).mean < 0.5 && fit.chance(3.0).mean > 0.5);
    }
}
