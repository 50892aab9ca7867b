//! A number that is not known for certain.

use serde::Serialize;

/// An estimate and the interval around it that holds the truth in 95 of 100 such samples.
///
/// An end that is infinite is open: the sample sets no bound on that side. JSON, which has no infinity, says null.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// From `reach` below to `reach` above.
    pub(super) fn around(mean: f64, reach: f64) -> Estimate {
        Estimate { mean, low: mean - reach, high: mean + reach }
    }

    /// The same on another scale that rises with this one.
    pub(super) fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { mean: scale(self.mean), low: scale(self.low), high: scale(self.high) }
    }

    /// Is the value within the interval?
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}
