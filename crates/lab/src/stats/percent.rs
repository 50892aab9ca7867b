//! Shares in percent, with as many decimals as they deserve.

use plylab_core::{Field, Message, message};

use super::estimate::Estimate;
use super::number::digits;

/// How many decimals a number deserves whose interval is that wide: the last of them still tells something. Six at
/// most.
pub fn decimals(width: f64) -> usize {
    let (mut decimals, mut step) = (0, width);
    while step < 2.0 && decimals < 6 {
        step *= 10.0;
        decimals += 1;
    }
    decimals
}

/// A share in percent: whole ones, unless the interval is narrow.
pub struct Percent {
    mean: f64,
    low: f64,
    high: f64,
    decimals: usize,
}

impl Percent {
    /// A share, from 0 to 1, in percent.
    pub fn of(share: &Estimate) -> Percent {
        let [mean, low, high] = [share.mean, share.low, share.high].map(|share| 100.0 * share);
        // If all games were alike, that the interval has no width tells nothing of how exact the share is.
        let width = high - low;
        let decimals = if width > 0.0 { decimals(width) } else { 0 };
        Percent { mean, low, high, decimals }
    }

    /// The share and the two ends of its interval, without the sign.
    pub fn fields(&self) -> [Field; 3] {
        [self.mean, self.low, self.high].map(|share| digits(format!("{share:.*}", self.decimals)))
    }

    /// The share: `62 %`.
    pub fn mean(&self) -> Message {
        let [n, ..] = self.fields();
        message!("percent", "{n} %")
    }

    /// The interval: `57 to 67 %`.
    pub fn range(&self) -> Message {
        let [_, low, high] = self.fields();
        message!("percent-range", "{low} to {high} %")
    }

    /// The share and its interval: `62 % (57 to 67)`.
    pub fn with_range(&self) -> Message {
        let [mean, low, high] = self.fields();
        message!("percent-with-range", "{mean} % ({low} to {high})")
    }
}

#[cfg(test)]
mod tests {
    use crate::stats::share;

    use super::*;

    #[test]
    fn narrow_intervals_have_decimals() {
        let percent = |hits, trials| {
            let percent = Percent::of(&share(hits, trials).unwrap());
            format!("{} ({})", percent.mean(), percent.range())
        };
        let alike = Percent::of(&Estimate { mean: 1.0, low: 1.0, high: 1.0 });
        assert_eq!(alike.with_range().to_string(), "100 % (100 to 100)");
        assert_eq!(percent(248, 400), "62 % (57 to 67 %)");
        assert_eq!(percent(62_000, 100_000), "62.0 % (61.7 to 62.3 %)");
        assert_eq!(percent(500_001_000_000, 1_000_000_000_000), "50.00010 % (50.00000 to 50.00020 %)");
    }
}
