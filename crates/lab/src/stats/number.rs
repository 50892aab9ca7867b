//! Numbers and shares as people read them, for the gaps of messages.

use plylab_core::{Field, Message, Name, message};

use super::sample::Estimate;

/// A number that is written in digits, decimals included; a language writes it in its own digits.
pub fn digits(text: impl Into<String>) -> Field {
    Name::of(text).into()
}

/// A whole number with its thousands separated from five digits on. One without separators stays a number, which decides
/// between singular and plural.
pub fn count(number: u64) -> Field {
    if number < 10_000 { number.into() } else { digits(grouped(number)) }
}

/// An approximate number: two significant digits, thousands separated.
pub fn about(number: u64) -> Field {
    let mut unit = 1_u64;
    while number / unit >= 100 {
        unit *= 10;
    }
    // A number that would overflow when rounded up stays as it is.
    let rounded = (number / unit + u64::from(number % unit >= unit - unit / 2)).checked_mul(unit);
    count(rounded.unwrap_or(number))
}

/// A whole number with its thousands separated from five digits on, in English.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many decimals of a number are meaningful if its interval is that wide; at most six.
pub fn decimals(width: f64) -> usize {
    let (mut decimals, mut step) = (0, width);
    while step < 2.0 && decimals < 6 {
        step *= 10.0;
        decimals += 1;
    }
    decimals
}

/// A share in percent and the two ends of its interval: whole numbers, unless the interval is narrow.
pub struct Percent([Field; 3]);

impl Percent {
    /// A share, from 0 to 1, in percent.
    pub fn of(share: &Estimate) -> Percent {
        let percents = [share.mean, share.low, share.high].map(|share| 100.0 * share);
        // If all games were alike, that the interval has no width tells nothing of how exact the share is.
        let width = percents[2] - percents[1];
        let decimals = if width > 0.0 { decimals(width) } else { 0 };
        Percent(percents.map(|percent| digits(format!("{percent:.decimals$}"))))
    }

    /// The share and the two ends of its interval, without the sign.
    pub fn fields(&self) -> [Field; 3] {
        self.0.clone()
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
    use plylab_core::English;

    use super::*;
    use crate::stats::share;

    #[test]
    fn numbers_are_rounded_and_grouped() {
        for (number, text) in [
            (0, "0"),
            (7, "7"),
            (99, "99"),
            (104, "100"),
            (996, "1000"),
            (19_122, "19,000"),
            (1_250_000, "1,300,000"),
        ] {
            assert_eq!(about(number).render(&English), text);
        }
        assert_eq!(about(u64::MAX).render(&English), "18,000,000,000,000,000,000");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(9999), "9999");
    }

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
