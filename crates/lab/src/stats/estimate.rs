//! An estimate with its confidence interval.

use serde::Serialize;

/// An estimate and its 95 % confidence interval.
///
/// An infinite end is open: the sample sets no bound on that side. JSON, which has no infinity, has null there.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Interval"))]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The schema of an [`Estimate`] that may be infinite.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema, Debug)]
#[schemars(description = "An estimate and its 95 % confidence interval, which may be open.")]
pub struct OpenInterval {
    /// The estimate; null if it is infinite.
    pub mean: Option<f64>,
    /// The lower end; null if the sample sets none.
    pub low: Option<f64>,
    /// The upper end; null if the sample sets none.
    pub high: Option<f64>,
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
