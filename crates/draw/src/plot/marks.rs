//! Markers that distinguish series without colour, and the whiskers of intervals.

use super::Interval;
use super::axis::Axis;
use crate::paper::{Paper, Point};

/// How many colours there are.
const COLOURS: usize = 8;
/// How many markers there are: one less, so that the pairs go on after the colours are used up.
const MARKERS: usize = 7;
/// How many kinds of line there are.
const DASHES: usize = 5;

/// The look of a series, by its number.
#[derive(Clone, Copy)]
pub(super) struct SeriesStyle(pub usize);

impl SeriesStyle {
    /// The class that sets its colour.
    pub fn colour(self) -> String {
        format!("c{}", self.0 % COLOURS + 1)
    }

    /// The class that sets its kind of line.
    pub fn dash(self) -> String {
        format!("d{}", self.0 % DASHES + 1)
    }

    /// Its marker.
    pub fn marker(self, paper: &mut Paper, x: f64, y: f64) {
        let corners = |offsets: &[(f64, f64)]| -> Vec<(f64, f64)> {
            offsets.iter().map(|&(dx, dy)| (x + dx, y + dy)).collect()
        };
        match self.0 % MARKERS {
            0 => paper.circle("marker", (x, y), 3.8),
            1 => paper.rectangle("marker", (x - 3.5, y - 3.5), 7.0, 7.0),
            2 => paper.polygon("marker", corners(&[(0.0, -4.8), (4.6, 3.4), (-4.6, 3.4)])),
            3 => paper.polygon("marker", corners(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)])),
            4 => paper.polygon("marker", corners(&[(0.0, 4.8), (4.6, -3.4), (-4.6, -3.4)])),
            5 => {
                paper.line("marker open", [(x - 4.2, y - 4.2), (x + 4.2, y + 4.2)]);
                paper.line("marker open", [(x - 4.2, y + 4.2), (x + 4.2, y - 4.2)]);
            }
            _ => paper.circle("marker hollow", (x, y), 3.8),
        }
    }
}

/// The interval as a line with a cap at each end, or an arrow where an end is open or beyond the axis. `point` turns a
/// coordinate along the axis, and a distance from the line, into a point.
pub(super) fn whisker(paper: &mut Paper, axis: &Axis, interval: Interval, point: impl Fn(f64, f64) -> Point) {
    let (low, high) = axis.span(interval);
    paper.line("whisker", [point(low, 0.0), point(high, 0.0)]);
    let upwards = (high - low).signum();
    for (end, value, outwards) in [(low, interval.low, -upwards), (high, interval.high, upwards)] {
        if axis.has(value) {
            paper.line("whisker", [point(end, -3.5), point(end, 3.5)]);
        } else {
            let back = end - outwards * 6.0;
            paper.line("whisker arrow", [point(back, -4.0), point(end, 0.0), point(back, 4.0)]);
        }
    }
}
