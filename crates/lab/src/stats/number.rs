//! Numbers as people read them, for the gaps of messages.

use plylab_core::{Field, Name};

/// A number that is written in digits, decimals included; a language writes it in its own digits.
pub fn digits(text: impl Into<String>) -> Field {
    Name::of(text).into()
}

/// A whole number with its thousands separated from five digits on.
pub fn count(number: u64) -> Field {
    whole(grouped(number))
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

/// A number without separators stays a number, which decides between singular and plural.
fn whole(text: String) -> Field {
    match text.parse::<u64>() {
        Ok(number) => number.into(),
        Err(_) => digits(text),
    }
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

#[cfg(test)]
mod tests {
    use plylab_core::English;

    use super::*;

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
}
