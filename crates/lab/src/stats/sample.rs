//! A running sample (count, mean, spread and range), and estimates with their confidence intervals.

use serde::Serialize;

use super::special::student_quantile;

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

/// A running sample of numbers; only count, mean, spread and range are kept.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sample {
    count: u64,
    sum: f64,
    /// The mean so far, as far as rounding allows.
    about: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
    min: f64,
    max: f64,
}

impl Sample {
    /// Adds a number by Welford's method, so that small spreads around large means are not lost in rounding.
    pub fn add(&mut self, value: f64) {
        (self.min, self.max) =
            if self.count == 0 { (value, value) } else { (self.min.min(value), self.max.max(value)) };
        self.count += 1;
        self.sum += value;
        let before = value - self.about;
        self.about += before / self.count as f64;
        self.squares += before * (value - self.about);
    }

    /// Adds all numbers of another sample.
    pub fn join(&mut self, other: &Sample) {
        if self.count == 0 {
            *self = *other;
        } else if other.count > 0 {
            let (mine, theirs) = (self.count as f64, other.count as f64);
            let apart = other.about - self.about;
            self.squares += other.squares + apart * apart * mine * theirs / (mine + theirs);
            self.about += apart * theirs / (mine + theirs);
            self.count += other.count;
            self.sum += other.sum;
            (self.min, self.max) = (self.min.min(other.min), self.max.max(other.max));
        }
    }

    /// The mean, exact for whole numbers; none if there are no numbers.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// The smallest and the largest number; none if there are no numbers.
    pub fn range(&self) -> Option<(f64, f64)> {
        (self.count > 0).then_some((self.min, self.max))
    }

    /// How many numbers.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The variance of what the numbers were drawn from. One number has no spread: none.
    pub fn variance(&self) -> Option<f64> {
        let freedom = self.count.checked_sub(1).filter(|&freedom| freedom > 0)?;
        Some(self.squares / freedom as f64)
    }

    /// The standard deviation of what the numbers were drawn from.
    pub fn standard_deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// The standard error of the mean.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.count as f64).sqrt())
    }

    /// How far the 95 % interval of the mean, by Student's t, reaches to either side. One number has no spread: none.
    pub fn reach(&self) -> Option<f64> {
        self.standard_error().map(|error| student_quantile(0.975, (self.count - 1) as f64) * error)
    }

    /// The mean with its 95 % interval by Student's t; none if there are fewer than two numbers.
    pub fn interval(&self) -> Option<Estimate> {
        Some(Estimate::around(self.mean()?, self.reach()?))
    }
}

impl Extend<f64> for Sample {
    fn extend<I: IntoIterator<Item = f64>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.add(value));
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Sample {
        let mut sample = Sample::default();
        sample.extend(values);
        sample
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Seed;
    use proptest::prelude::*;

    use super::super::near;
    use super::*;

    #[test]
    fn mean_by_known_values() {
        let found: Sample = (1..=10).map(f64::from).collect();
        assert_eq!((found.count(), found.mean(), found.range()), (10, Some(5.5), Some((1.0, 10.0))));
        assert!(near(found.standard_deviation().unwrap(), 3.027_650_354_097_491_7, 1e-14));
        assert!(near(found.standard_error().unwrap(), 0.957_427_107_756_338_1, 1e-14));
        assert!(near(found.reach().unwrap(), 2.165_850_589_668_17, 1e-12), "{:?}", found.reach());
        // The same spread on a large mean.
        let far: Sample = (1..=10).map(|value| 1e9 + f64::from(value)).collect();
        assert!(near(far.reach().unwrap(), found.reach().unwrap(), 1e-9), "{far:?}");
    }

    #[test]
    fn too_few_numbers_have_no_interval() {
        let sample = |values: &[f64]| values.iter().copied().collect::<Sample>();
        let none = sample(&[]);
        assert_eq!((none.count(), none.mean(), none.range(), none.interval()), (0, None, None, None));
        let one = sample(&[-3.0]);
        assert_eq!((one.mean(), one.variance(), one.interval()), (Some(-3.0), None, None));
        assert_eq!(
            sample(&[-501.0; 10]).interval(),
            Some(Estimate { mean: -501.0, low: -501.0, high: -501.0 })
        );
    }

    #[test]
    fn joined_samples_are_one() {
        let sample = |values: &[f64]| values.iter().copied().collect::<Sample>();
        let (mut joined, all) = (sample(&[1.0, 2.0, 7.0]), sample(&[1.0, 2.0, 7.0, -3.0, 0.5]));
        joined.join(&sample(&[]));
        joined.join(&sample(&[-3.0, 0.5]));
        assert_eq!((joined.count(), joined.mean(), joined.range()), (5, all.mean(), all.range()));
        let (one, other) = (joined.variance().unwrap(), all.variance().unwrap());
        assert!((one - other).abs() < 1e-12, "{one} {other}");
        let mut empty = sample(&[]);
        empty.join(&all);
        assert_eq!(empty, all);
    }

    #[test]
    fn the_interval_holds_the_mean_in_95_of_100_samples() {
        let mut rng = Seed(11).rng();
        let mut held = 0;
        for _ in 0..4000 {
            // Six numbers, each near normal: sums of twelve.
            let sample: Sample = (0..6).map(|_| (0..12).map(|_| rng.unit()).sum::<f64>()).collect();
            held += u32::from(sample.interval().unwrap().contains(6.0));
        }
        // 3800, give or take three standard deviations of 14.
        assert!((3758..=3842).contains(&held), "{held}");
    }

    proptest! {
        #[test]
        fn the_interval_is_around_the_mean(values in prop::collection::vec(-1e6..1e6, 2..50)) {
            let interval = values.iter().copied().collect::<Sample>().interval().unwrap();
            prop_assert!(interval.contains(interval.mean));
            let mirrored = values.iter().map(|value| -value).collect::<Sample>().interval().unwrap();
            prop_assert_eq!((mirrored.low, mirrored.high), (-interval.high, -interval.low));
        }
    }
}
