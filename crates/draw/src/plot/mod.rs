//! Plots, drawn as SVG by hand: plain data in, text out, the same to the byte on every machine.
//!
//! | type | what it shows |
//! |---|---|
//! | [`Chart`] | values with their intervals along an axis: win rate, score, time or nodes by depth |
//! | [`Distributions`] | the distribution of values in each of a few groups: scores by depth |
//! | [`Rows`] | one value per name: bars from zero, such as agents by win rate, or players by rating, the best first |
//!
//! Labels are given in the language of the picture; numbers and signs are written in it. What cannot be drawn (no number,
//! infinite, not above zero on a logarithmic scale) is left out, and the picture says how much that was. No axis is ever
//! broken, and bars begin at zero.

mod axis;
mod chart;
mod distributions;
mod format;
mod marks;
mod names;
mod rows;
mod sheet;
mod ticks;

pub use chart::{Across, AxisScale, Chart, DataPoint, Series};
pub use distributions::{Distributions, ValueGroup};
pub use format::{Measure, ValueUnit};
pub use rows::{Row, RowStyle, Rows};

use plylab_core::{Field, Message, message};

/// A 95 % confidence interval. An infinite end is open: nothing is known on that side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// An interval.
    pub fn new(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    /// The interval, if it is meaningful: ends in order, and at least one of them known.
    fn checked(self) -> Option<Interval> {
        let known = self.low <= self.high && (drawable(self.low) || drawable(self.high));
        known.then_some(self)
    }

    /// The ends that are known.
    fn ends(self) -> impl Iterator<Item = f64> {
        [self.low, self.high].into_iter().filter(|&end| drawable(end))
    }

    /// In words: `59% to 66%`, `at least 120`.
    fn words(self, number: impl Fn(f64) -> Field) -> Message {
        let (low, high) = (number(self.low), number(self.high));
        match (drawable(self.low), drawable(self.high)) {
            (true, true) => message!("from-to", "{low} to {high}"),
            (true, false) => message!("at-least", "at least {n}", n = low),
            (false, true) => message!("at-most", "at most {n}", n = high),
            (false, false) => message!("not-known", "unknown"),
        }
    }
}

/// The smallest and the largest of some values.
fn range(values: impl IntoIterator<Item = f64>) -> Option<(f64, f64)> {
    let ends = values.into_iter().map(|value| (value, value));
    ends.reduce(|(low, high), (value, _)| (low.min(value), high.max(value)))
}

/// Can a value be drawn at all? Beyond that size the arithmetic of axes would overflow.
fn drawable(value: f64) -> bool {
    value.abs() <= 1e300
}
