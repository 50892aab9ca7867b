//! What a sample says of what it was drawn from: 95 % intervals.

use serde::Serialize;

/// An estimate and the interval around it that holds the truth in 95 of 100 such samples.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The normal distribution's value that 97.5 % lie below.
const Z: f64 = 1.959_963_984_540_054;

/// The share of `hits` among `trials` with Wilson's interval, which is right for few trials too and never leaves 0 to 1.
/// None without trials.
pub fn share(hits: u64, trials: u64) -> Option<Estimate> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let mean = hits as f64 / n;
    let scale = 1.0 + Z * Z / n;
    let centre = (mean + Z * Z / (2.0 * n)) / scale;
    let reach = Z / scale * (mean * (1.0 - mean) / n + Z * Z / (4.0 * n * n)).sqrt();
    // None and all are certain ends; only rounding keeps the formula from saying so.
    let low = if hits == 0 { 0.0 } else { (centre - reach).max(0.0) };
    let high = if hits >= trials { 1.0 } else { (centre + reach).min(1.0) };
    Some(Estimate { mean, low, high })
}

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

    /// How far the 95 % interval of the mean, by Student's t, reaches to either side. One number has no spread: none.
    pub fn reach(&self) -> Option<f64> {
        let freedom = self.count.checked_sub(1).filter(|&freedom| freedom > 0)?;
        let variance = self.squares / freedom as f64;
        Some(student(freedom) * (variance / self.count as f64).sqrt())
    }
}

/// Student's t for 97.5 %, by degrees of freedom from 1 on.
const STUDENT: [f64; 30] = [
    12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004, 2.262_157,
    2.228_139, 2.200_985, 2.178_813, 2.160_369, 2.144_787, 2.131_450, 2.119_905, 2.109_816, 2.100_922,
    2.093_024, 2.085_963, 2.079_614, 2.073_873, 2.068_658, 2.063_899, 2.059_539, 2.055_529, 2.051_831,
    2.048_407, 2.045_230, 2.042_272,
];

/// Student's t for 97.5 %: from the table, and beyond it the first terms of its expansion around the normal value, which
/// are right to six digits there.
fn student(freedom: u64) -> f64 {
    let place = usize::try_from(freedom).unwrap_or(usize::MAX).saturating_sub(1);
    STUDENT.get(place).copied().unwrap_or_else(|| {
        let n = freedom as f64;
        let (z3, z5, z7) = (Z.powi(3), Z.powi(5), Z.powi(7));
        Z + (z3 + Z) / (4.0 * n)
            + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * n * n)
            + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * n * n * n)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64, digits: i32) -> bool {
        (one - other).abs() < 0.5 * 10f64.powi(-digits)
    }

    #[test]
    fn wilson_by_known_values() {
        for (hits, trials, low, high) in
            [(5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (255, 500, 0.4663, 0.5536), (0, 10, 0.0, 0.2775)]
        {
            let found = share(hits, trials).unwrap();
            assert!(near(found.low, low, 4) && near(found.high, high, 4), "{hits} of {trials}: {found:?}");
            assert!(near(found.mean, hits as f64 / trials as f64, 12));
        }
        assert_eq!(share(10, 10).unwrap().high, 1.0);
        assert_eq!(share(0, 1).unwrap().low, 0.0);
        assert_eq!(share(0, 0), None);
    }

    fn sample(values: impl IntoIterator<Item = f64>) -> Sample {
        let mut sample = Sample::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }

    #[test]
    fn mean_by_known_values() {
        let found = sample((1..=10).map(f64::from));
        assert_eq!((found.mean(), found.range()), (Some(5.5), Some((1.0, 10.0))));
        assert!(near(found.reach().unwrap(), 2.166, 3), "{found:?}");
        // The same spread on a large mean.
        let far = sample((1..=10).map(|value| 1e9 + f64::from(value)));
        assert!(near(far.reach().unwrap(), 2.166, 3), "{far:?}");
    }

    #[test]
    fn too_few_numbers_have_no_interval() {
        assert_eq!((sample([]).mean(), sample([]).range(), sample([]).reach()), (None, None, None));
        assert_eq!((sample([-3.0]).mean(), sample([-3.0]).reach()), (Some(-3.0), None));
        assert_eq!(sample([-501.0; 10]).reach(), Some(0.0));
    }

    #[test]
    fn student_by_known_values() {
        for (freedom, t) in [
            (1, 12.7062),
            (9, 2.2622),
            (30, 2.0423),
            (31, 2.0395),
            (40, 2.0211),
            (60, 2.0003),
            (120, 1.9799),
            (10_000, 1.9602),
        ] {
            assert!(near(student(freedom), t, 4), "{freedom}: {}", student(freedom));
        }
        // The table and the expansion meet.
        assert!(student(30) > student(31) && student(31) > student(32));
    }
}
