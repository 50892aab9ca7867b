//! Numbers as they come in, and what they say of their mean.

use super::estimate::Estimate;
use super::special::student_quantile;

/// Numbers as they come in, of which only the count, the mean, the spread and the range are kept.
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
    /// Takes one more number in. Welford's way: small spreads around large means are not lost in rounding.
    pub fn add(&mut self, value: f64) {
        (self.min, self.max) =
            if self.count == 0 { (value, value) } else { (self.min.min(value), self.max.max(value)) };
        self.count += 1;
        self.sum += value;
        let before = value - self.about;
        self.about += before / self.count as f64;
        self.squares += before * (value - self.about);
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
