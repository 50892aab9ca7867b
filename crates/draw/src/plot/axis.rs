//! From values to coordinates on the sheet.

use plylab_core::{Field, Words};

use super::format::{Measure, ValueUnit};
use super::ticks;
use super::{AxisScale, Interval, range};
use crate::measure::width;

/// The size of the labels at ticks.
pub(super) const TICK_SIZE: f64 = 11.0;

/// An axis of numbers: what it covers, where that is, and its ticks with their labels.
pub(super) struct Axis {
    scale: AxisScale,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis for `values` with at most about `most` ticks; it is between 0 and 1 until [`between`](Self::between) sets its ends.
    pub fn new(
        values: impl IntoIterator<Item = f64>,
        measure: &Measure,
        scale: AxisScale,
        most: usize,
        language: &dyn Words,
    ) -> Axis {
        let covers = measure.covers.into_iter().flat_map(|(low, high)| [low, high]);
        let shown = values.into_iter().chain(covers).filter(|&value| is_on(scale, value));
        let (low, high) = range(shown).unwrap_or(match scale {
            AxisScale::Linear => (0.0, 1.0),
            AxisScale::Log => (1.0, 100.0),
        });
        let (values, labels): (Vec<f64>, Vec<Field>) = match scale {
            AxisScale::Linear => {
                let ticks::Even { values, step } = ticks::even(low, high, most, false);
                let labels = measure.unit.even(&values, step);
                (values, labels)
            }
            AxisScale::Log => {
                let values = ticks::powers(low, high, most);
                let labels = values.iter().map(|&tick| measure.unit.power(tick)).collect();
                (values, labels)
            }
        };
        let low = values.first().copied().unwrap_or(low);
        let high = values.last().copied().unwrap_or(high);
        let ticks = values.into_iter().zip(rendered(&labels, language)).collect();
        Axis { scale, low, high, from: 0.0, to: 1.0, ticks }
    }

    /// An axis along the sheet that ends where the values end, with ticks between; whole numbers have whole ticks.
    pub fn along(values: &[f64], room: f64, language: &dyn Words) -> Axis {
        let (low, high) = range(values.iter().copied()).unwrap_or((0.0, 1.0));
        let whole = values.iter().all(|value| value.fract() == 0.0);
        let build = |most: usize| {
            let ticks::Even { values, step } = ticks::even(low, high, most, whole);
            let labels = rendered(&ValueUnit::Number.even(&values, step), language);
            let slack = step * 1e-6;
            let inside = |(tick, _): &(f64, String)| *tick >= low - slack && *tick <= high + slack;
            let ticks: Vec<(f64, String)> = values.into_iter().zip(labels).filter(inside).collect();
            let (low, high) = if high > low { (low, high) } else { (low - step, high + step) };
            Axis { scale: AxisScale::Linear, low, high, from: 0.0, to: 1.0, ticks }.between(0.0, room)
        };
        // As many ticks as have room for their labels.
        let fits = |axis: &Axis| {
            axis.ticks.windows(2).all(|pair| {
                let halves = [&pair[0], &pair[1]].map(|(_, label)| width(label, TICK_SIZE) / 2.0);
                axis.at(pair[1].0) - axis.at(pair[0].0) >= halves[0] + halves[1] + 6.0
            })
        };
        (2..=20).rev().map(build).find(fits).unwrap_or_else(|| build(1))
    }

    /// The axis between two coordinates on the sheet.
    pub fn between(self, from: f64, to: f64) -> Axis {
        Axis { from, to, ..self }
    }

    /// Can a value be shown on this axis?
    pub fn has(&self, value: f64) -> bool {
        is_on(self.scale, value)
    }

    /// The coordinate of a value; values beyond an end are at that end.
    pub fn at(&self, value: f64) -> f64 {
        let part = match self.scale {
            AxisScale::Linear => (value - self.low) / (self.high - self.low),
            AxisScale::Log if value > 0.0 => {
                let from = libm::log10(self.low);
                (libm::log10(value) - from) / (libm::log10(self.high) - from)
            }
            AxisScale::Log => 0.0,
        };
        let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
        self.from + part * (self.to - self.from)
    }

    /// The coordinates of the ends of an interval; an end that is open or cannot be shown is at that of the axis.
    pub fn span(&self, interval: Interval) -> (f64, f64) {
        let at = |end: f64, other: f64| self.at(if self.has(end) { end } else { other });
        (at(interval.low, self.low), at(interval.high, self.high))
    }

    /// The values at both ends.
    pub fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The width of the widest label.
    pub fn label_width(&self) -> f64 {
        self.ticks.iter().map(|(_, label)| width(label, TICK_SIZE)).fold(0.0, f64::max)
    }
}

/// Labels in a language.
fn rendered(labels: &[Field], language: &dyn Words) -> Vec<String> {
    labels.iter().map(|label| language.alone(&label.render(language))).collect()
}

fn is_on(scale: AxisScale, value: f64) -> bool {
    super::drawable(value) && (scale == AxisScale::Linear || value >= 1e-300)
}

#[cfg(test)]
mod tests {
    use plylab_core::English;

    use super::*;

    #[test]
    fn values_have_coordinates() {
        let axis = Axis::new([3.0, 97.0], &Measure::numbers("x"), AxisScale::Linear, 5, &English)
            .between(100.0, 0.0);
        assert_eq!([0.0, 25.0, 100.0, 1e9].map(|value| axis.at(value)), [100.0, 75.0, 0.0, 0.0]);
        let axis =
            Axis::new([1.0, 900.0], &Measure::numbers("x"), AxisScale::Log, 5, &English).between(0.0, 300.0);
        assert_eq!([1.0, 10.0, 1000.0, -4.0].map(|value| axis.at(value)), [0.0, 100.0, 300.0, 0.0]);
        assert!(!axis.has(0.0) && !axis.has(f64::NAN) && axis.has(2.0));
    }

    #[test]
    fn labels_along_an_axis_have_room() {
        for last in [1.0, 2.0, 7.0, 30.0, 500.0, 123_456.0, 1e17] {
            for room in [60.0, 200.0, 600.0] {
                let axis = Axis::along(&[1.0, last], room, &English);
                for pair in axis.ticks.windows(2) {
                    let free = axis.at(pair[1].0) - axis.at(pair[0].0);
                    let taken = (width(&pair[0].1, TICK_SIZE) + width(&pair[1].1, TICK_SIZE)) / 2.0;
                    assert!(free > taken, "{last} {room}: {:?}", axis.ticks);
                }
            }
        }
    }

    #[test]
    fn depths_have_a_tick_each() {
        let labels = |values: &[f64]| -> Vec<String> {
            Axis::along(values, 500.0, &English).ticks.into_iter().map(|(_, label)| label).collect()
        };
        assert_eq!(labels(&[1.0, 2.0, 3.0, 4.0, 6.0]), ["1", "2", "3", "4", "5", "6"]);
        assert_eq!(labels(&[3.0]), ["3"]);
    }
}
