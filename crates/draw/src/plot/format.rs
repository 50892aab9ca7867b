//! Numbers as people read them on an axis and in a tooltip.

use plylab_core::{Field, Name, message};

/// Between digits, and between a number and its unit: narrow, and never the end of a line.
const GAP: char = '\u{202f}';

/// What values are, which decides how they are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueUnit {
    /// Plain numbers: scores, nodes.
    Number,
    /// Parts of a whole, from 0 to 1, written in hundredths.
    Share,
    /// Time in seconds, written in `µs`, `ms` or `s`.
    Seconds,
}

/// What an axis of values measures.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// In words: `mean score`.
    pub label: String,
    /// How values are written.
    pub unit: ValueUnit,
    /// The minimum range of the axis; values beyond extend it.
    pub covers: Option<(f64, f64)>,
}

impl Measure {
    /// Plain numbers.
    pub fn numbers(label: impl Into<String>) -> Measure {
        Measure { label: label.into(), unit: ValueUnit::Number, covers: None }
    }

    /// Win rates and the like: always the full range from 0 to 100 %.
    pub fn share(label: impl Into<String>) -> Measure {
        Measure { label: label.into(), unit: ValueUnit::Share, covers: Some((0.0, 1.0)) }
    }

    /// Time in seconds.
    pub fn seconds(label: impl Into<String>) -> Measure {
        Measure { label: label.into(), unit: ValueUnit::Seconds, covers: None }
    }
}

/// A number that is written in digits; a language writes it in its own.
fn digits(text: impl Into<String>) -> Field {
    Name::of(text).into()
}

/// What numbers are counted in: how many it is, and what is written for a number of it, given its digits.
type Size = (f64, fn(Field) -> Field);

const ONES: Size = (1.0, |n| n);
const HUNDREDTHS: Size = (0.01, |n| message!("tick-percent", "{n}%").into());
const SECONDS: Size = (1.0, |n| message!("tick-seconds", "{n} s").into());

/// Powers of ten, largest first.
const SIZES: [Size; 5] = [
    (1e12, |n| message!("tick-trillion", "{n} T").into()),
    (1e9, |n| message!("tick-billion", "{n} G").into()),
    (1e6, |n| message!("tick-million", "{n} M").into()),
    (1e3, |n| message!("tick-thousand", "{n} k").into()),
    ONES,
];
/// The same for time.
const TIMES: [Size; 4] = [
    SECONDS,
    (1e-3, |n| message!("tick-milliseconds", "{n} ms").into()),
    (1e-6, |n| message!("tick-microseconds", "{n} µs").into()),
    (1e-9, |n| message!("tick-nanoseconds", "{n} ns").into()),
];

impl ValueUnit {
    /// Labels for evenly spaced ticks: all of one size, with no more decimals than the step needs.
    pub(super) fn even(self, ticks: &[f64], step: f64) -> Vec<Field> {
        let largest = ticks.iter().map(|tick| tick.abs()).fold(0.0, f64::max);
        if largest >= 1e15 || step < 1e-12 {
            return ticks.iter().map(|&tick| self.exact(tick)).collect();
        }
        let (factor, write) = match self {
            ValueUnit::Share => HUNDREDTHS,
            ValueUnit::Number if largest < 1e4 => ONES,
            ValueUnit::Number => size(&SIZES, largest),
            ValueUnit::Seconds => size(&TIMES, largest),
        };
        let decimals = decimals(step / factor);
        let label = |&tick: &f64| match self {
            // No thousands are just none.
            ValueUnit::Number if tick == 0.0 && factor > 1.0 => digits("0"),
            _ => write(digits(minus(&format!("{:.decimals$}", tick / factor)))),
        };
        ticks.iter().map(label).collect()
    }

    /// The label of a tick on a logarithmic scale: a power of ten, or two or five times one.
    pub(super) fn power(self, tick: f64) -> Field {
        match self {
            ValueUnit::Number if (1e-3..1e15).contains(&tick) => in_size(tick, size(&SIZES, tick), 3),
            ValueUnit::Number => digits(scientific(tick, 0)),
            ValueUnit::Seconds if (1e-9..1e6).contains(&tick) => in_size(tick, size(&TIMES, tick), 3),
            ValueUnit::Seconds => SECONDS.1(digits(scientific(tick, 0))),
            ValueUnit::Share => self.exact(tick),
        }
    }

    /// A value with a readable number of digits.
    pub(super) fn exact(self, value: f64) -> Field {
        match self {
            ValueUnit::Number => digits(plain(value)),
            ValueUnit::Share => HUNDREDTHS.1(digits(plain(round(value * 100.0, 2)))),
            ValueUnit::Seconds if value == 0.0 || !(1e-9..1e6).contains(&value.abs()) => {
                SECONDS.1(digits(plain(value)))
            }
            ValueUnit::Seconds => {
                let size = size(&TIMES, value.abs());
                let decimals = match (value / size.0).abs() {
                    ..10.0 => 3,
                    ..100.0 => 2,
                    _ => 1,
                };
                in_size(value, size, decimals)
            }
        }
    }
}

/// The largest size that a number reaches, or the smallest there is.
fn size(sizes: &[Size], value: f64) -> Size {
    // A hair's breadth of tolerance: 0.1 + 0.2 seconds are not quite 300 ms.
    let reached = sizes.iter().find(|(factor, _)| value >= factor * (1.0 - 1e-9));
    reached.or(sizes.last()).copied().unwrap_or(ONES)
}

fn in_size(value: f64, (factor, write): Size, decimals: i32) -> Field {
    write(digits(plain(round(value / factor, decimals))))
}

/// How many decimals a step of 1, 2 or 5 times a power of ten needs.
fn decimals(step: f64) -> usize {
    (0..12)
        .find(|&decimals| step * power_of_ten(decimals) >= 1.0 - 1e-9)
        .map_or(12, |decimals| decimals as usize)
}

/// Ten to that power, to the last bit.
pub(super) fn power_of_ten(exponent: i32) -> f64 {
    // Reading decimal digits is exact on every machine; repeated multiplication is not.
    format!("1e{exponent}").parse().unwrap_or(f64::NAN)
}

fn round(value: f64, decimals: i32) -> f64 {
    let factor = power_of_ten(decimals);
    let rounded = (value * factor).round() / factor;
    if rounded.is_finite() { rounded } else { value }
}

/// A number with its digits in groups of three where there are many, and no more decimals than make sense.
fn plain(value: f64) -> String {
    let size = value.abs();
    if value.is_nan() {
        return "nan".to_owned();
    }
    if size.is_infinite() {
        return if value > 0.0 { "∞".to_owned() } else { "−∞".to_owned() };
    }
    if size >= 1e15 || (size > 0.0 && size < 1e-3) {
        return scientific(value, 3);
    }
    let decimals = match size {
        1e4.. => 0,
        100.0.. => 1,
        1.0.. => 3,
        _ => 5,
    };
    let text = format!("{size:.decimals$}");
    let text = if decimals > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 && whole.len() > 4 {
            grouped.push(GAP);
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 && text != "0" { "−" } else { "" };
    format!("{sign}{grouped}{rest}")
}

fn scientific(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits =
        if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{}e{}", minus(digits), minus(exponent))
}

/// With the sign of printed mathematics, and none for zero.
fn minus(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|sign| matches!(sign, '0' | '.')) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::English;

    use super::*;

    /// With plain blanks, which are easier to read in a test.
    fn blanks(texts: impl IntoIterator<Item = Field>) -> Vec<String> {
        texts.into_iter().map(|text| text.render(&English).replace(GAP, " ")).collect()
    }

    #[test]
    fn ticks_have_the_decimals_of_their_step_and_one_size() {
        assert_eq!(blanks(ValueUnit::Number.even(&[-0.5, 0.0, 0.5], 0.5)), ["−0.5", "0.0", "0.5"]);
        assert_eq!(blanks(ValueUnit::Number.even(&[0.0, 1000.0, 2000.0], 1000.0)), ["0", "1000", "2000"]);
        assert_eq!(
            blanks(ValueUnit::Number.even(&[-5e5, 0.0, 5e5, 1e6], 5e5)),
            ["−0.5 M", "0", "0.5 M", "1.0 M"]
        );
        assert_eq!(blanks(ValueUnit::Share.even(&[0.0, 0.2, 1.0], 0.2)), ["0%", "20%", "100%"]);
        assert_eq!(blanks(ValueUnit::Share.even(&[0.5, 0.505], 0.005)), ["50.0%", "50.5%"]);
        assert_eq!(blanks(ValueUnit::Seconds.even(&[0.0, 0.002, 0.004], 0.002)), ["0 ms", "2 ms", "4 ms"]);
        assert_eq!(blanks(ValueUnit::Number.even(&[0.0, 1e20], 1e20)), ["0", "1e20"]);
    }

    #[test]
    fn powers_are_short() {
        let powers = [0.01, 1.0, 10.0, 1e3, 2e4, 1e6, 1e9, 1e15, 1e-7];
        assert_eq!(
            blanks(powers.map(|tick| ValueUnit::Number.power(tick))),
            ["0.01", "1", "10", "1 k", "20 k", "1 M", "1 G", "1e15", "1e−7"]
        );
        let times = [1e-10, 1e-9, 1e-6, 1e-5, 1e-3, 0.1, 1.0, 100.0, 1e6];
        assert_eq!(
            blanks(times.map(|tick| ValueUnit::Seconds.power(tick))),
            ["1e−10 s", "1 ns", "1 µs", "10 µs", "1 ms", "100 ms", "1 s", "100 s", "1e6 s"]
        );
    }

    #[test]
    fn exact_values_are_exact_enough() {
        let numbers = [0.0, -0.0, 62.5, -1.0 / 3.0, 1234.56, 1_234_567.0, -45678.2, 3e18, 2.5e-7];
        assert_eq!(
            blanks(numbers.map(|value| ValueUnit::Number.exact(value))),
            ["0", "0", "62.5", "−0.33333", "1234.6", "1 234 567", "−45 678", "3e18", "2.5e−7"]
        );
        assert_eq!(blanks([0.625, 0.99994].map(|value| ValueUnit::Share.exact(value))), ["62.5%", "99.99%"]);
        let times = [0.0, 1.5e-6, 0.0123456, 0.25, 3.0, 250.04, 2e7];
        assert_eq!(
            blanks(times.map(|value| ValueUnit::Seconds.exact(value))),
            ["0 s", "1.5 µs", "12.35 ms", "250 ms", "3 s", "250 s", "20 000 000 s"]
        );
        assert_eq!(blanks([ValueUnit::Number.exact(f64::NEG_INFINITY)]), ["−∞"]);
    }
}
