//! Distributions: a dot for every value where there are few, and a symmetric histogram where there are many, with the
//! median, the mean and the middle half on top.

use plylab_core::{Message, Name, Words, message};

use super::axis::{Axis, TICK_SIZE};
use super::format::{Measure, ValueUnit};
use super::names::NameLayout;
use super::sheet::{MARGIN, PlotSheet, WIDTH};
use super::{AxisScale, drawable, range, ticks};
use crate::measure::width;
use crate::paper::Paper;
use crate::style::Theme;

/// The values of a few groups, side by side.
#[derive(Clone, PartialEq, Debug)]
pub struct Distributions {
    /// What they show, in a line.
    pub title: String,
    /// What is needed to read them. May be empty.
    pub description: String,
    /// What distinguishes the groups: `depth`.
    pub across: String,
    /// What is measured.
    pub measure: Measure,
    /// From left to right.
    pub groups: Vec<ValueGroup>,
}

/// One group of values.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueGroup {
    /// Its name.
    pub name: String,
    /// The values, in any order.
    pub values: Vec<f64>,
}

const HEIGHT: f64 = 280.0;
const TICKS: usize = 7;
/// The most values that are drawn one by one.
const DOTS: usize = 50;
/// The approximate number of bins of a histogram.
const BINS: usize = 60;
const DOT: f64 = 2.6;
/// The part of its slot that a group fills to either side.
const HALF: f64 = 0.4;

/// Draws a sign of the legend around a point.
type Sign = fn(&mut Paper, f64, f64);

/// The values of a group in order, and what is marked in them.
struct Sorted {
    values: Vec<f64>,
    mean: f64,
}

impl Sorted {
    fn new(group: &ValueGroup) -> Sorted {
        let mut values: Vec<f64> = group.values.iter().copied().filter(|&value| drawable(value)).collect();
        values.sort_by(f64::total_cmp);
        // Divided first, so that the sum of huge values stays finite.
        let mean = values.iter().map(|value| value / values.len() as f64).sum();
        Sorted { values, mean }
    }

    /// The value that a part of the values does not exceed, halfway between neighbours where it falls between them.
    fn quantile(&self, part: f64) -> f64 {
        let rank = part * (self.values.len().max(1) - 1) as f64;
        let (below, above) = (rank.floor() as usize, rank.ceil() as usize);
        let at = |index: usize| self.values.get(index).copied().unwrap_or(0.0);
        at(below) + (at(above) - at(below)) * rank.fract()
    }

    /// The range to show: all values but far outliers. At most one in a hundred on each side is left to be counted at
    /// the edge, and only if it is further from the others than they are from each other.
    fn span(&self) -> Option<(f64, f64)> {
        let (first, last) = (*self.values.first()?, *self.values.last()?);
        let aside = (self.values.len() / 100).max(1);
        if self.values.len() < 5 {
            return Some((first, last));
        }
        let (low, high) = (self.values[aside], self.values[self.values.len() - 1 - aside]);
        let length = high - low;
        if length == 0.0 {
            return Some((first, last));
        }
        let inside = |value: f64| value >= low - length && value <= high + length;
        let seen = || self.values.iter().copied().filter(|&value| inside(value));
        Some((seen().next().unwrap_or(first), seen().next_back().unwrap_or(last)))
    }
}

impl Distributions {
    /// The picture as SVG.
    pub fn svg(&self, language: &dyn Words, theme: Theme) -> String {
        let sorted: Vec<Sorted> = self.groups.iter().map(Sorted::new).collect();
        let mut sheet = PlotSheet::new(&self.title, &self.description, language, theme);
        self.legend(&mut sheet, &sorted);
        let spans = sorted.iter().filter_map(Sorted::span).flat_map(|(low, high)| [low, high]);
        let y = Axis::new(spans, &self.measure, AxisScale::Linear, TICKS, language);
        let names: Vec<String> = self.groups.iter().map(|group| group.name.clone()).collect();
        let right = WIDTH - MARGIN;
        let left = NameLayout::start(&names, MARGIN + y.label_width() + 8.0, right, MARGIN);
        let slot = (right - left) / self.groups.len().max(1) as f64;
        let middle = |index: usize| left + slot * (index as f64 + 0.5);
        sheet.notes(&self.measure.label);
        let any_above = sorted.iter().any(|group| group.values.last().is_some_and(|&last| last > y.ends().1));
        let any_below =
            sorted.iter().any(|group| group.values.first().is_some_and(|&first| first < y.ends().0));
        let top = sheet.y + if any_above { 30.0 } else { 12.0 };
        let bottom = top + HEIGHT;
        let y = y.between(bottom, top);
        sheet.grid_across(&y, left, right);

        let bins = Bins::new(&y, &sorted);
        for (index, (group, values)) in self.groups.iter().zip(&sorted).enumerate() {
            self.draw(&mut sheet, group, values, &y, &bins, middle(index), slot);
        }

        let foot = bottom + if any_below { 18.0 } else { 0.0 };
        let set = NameLayout::set(&names, slot, left + slot / 2.0 - MARGIN);
        set.draw(&mut sheet, &names, foot, middle);
        sheet.y = foot + set.height() + 4.0;
        let sizes: Vec<String> = sorted.iter().map(|group| language.say(&size(group.values.len()))).collect();
        if sizes.iter().all(|text| width(text, TICK_SIZE) < slot) && matches!(set, NameLayout::Upright(_)) {
            sheet.y += 13.0;
            for (index, text) in sizes.iter().enumerate() {
                sheet.paper.text("tick middle", (middle(index), sheet.y - 4.0), &language.alone(text));
            }
        }
        sheet.label_below(&self.across, f64::midpoint(left, right));
        if sorted.iter().all(|group| group.values.is_empty()) {
            sheet.nothing_yet((f64::midpoint(left, right), f64::midpoint(top, bottom)));
        }
        self.notes(&mut sheet, &sorted, &y);
        let groups = self.groups.iter().zip(&sorted);
        let words: Vec<String> =
            groups.map(|(group, values)| language.say(&self.words(group, values))).collect();
        let about = sheet.about(&self.measure.label, &self.across);
        let words = format!("{} {about} {}.", self.description, words.join("; "));
        sheet.into_file(words.trim())
    }

    fn legend(&self, sheet: &mut PlotSheet<'_>, sorted: &[Sorted]) {
        let few = sorted.iter().any(|group| (1..=DOTS).contains(&group.values.len()));
        let many = sorted.iter().any(|group| group.values.len() > DOTS);
        let signs: [(bool, Message, Sign); 5] = [
            (few, message!("one-value", "one value"), |paper, x, y| paper.circle("dot", (x, y), DOT)),
            (many, message!("number-of-values", "number of values"), |paper, x, y| {
                let (top, bottom) = (y - 7.0, y + 7.0);
                let corners = [(x - 6.0, top), (x + 6.0, top), (x + 13.0, bottom), (x - 13.0, bottom)];
                paper.polygon("histogram", corners);
            }),
            (few || many, message!("middle-half", "middle half"), |paper, x, y| {
                paper.line("box", [(x, y - 8.0), (x, y + 8.0)]);
            }),
            (few || many, message!("median", "median"), |paper, x, y| {
                paper.line("median", [(x - 9.0, y), (x + 9.0, y)]);
            }),
            (few || many, message!("mean", "mean"), diamond),
        ];
        let shown: Vec<&(bool, Message, Sign)> = signs.iter().filter(|(there, ..)| *there).collect();
        let entries: Vec<String> = shown.iter().map(|(_, words, _)| sheet.language.say(words)).collect();
        sheet.legend(&entries, |paper, entry, x, y| {
            paper.open("c1");
            shown[entry].2(paper, x, y);
            paper.close();
        });
    }

    #[expect(clippy::too_many_arguments, reason = "everything about one group, already measured")]
    fn draw(
        &self,
        sheet: &mut PlotSheet<'_>,
        group: &ValueGroup,
        sorted: &Sorted,
        y: &Axis,
        bins: &Bins,
        x: f64,
        slot: f64,
    ) {
        let language = sheet.language;
        let paper = &mut sheet.paper;
        if sorted.values.is_empty() {
            return;
        }
        paper.open_named("point c1", &language.say(&self.words(group, sorted)));
        let half = (slot * HALF).min(70.0);
        let (lowest, highest) = y.ends();
        let inside = || sorted.values.iter().copied().filter(|&value| value >= lowest && value <= highest);
        if sorted.values.len() <= DOTS {
            for (dx, at) in swarm(inside().map(|value| y.at(value)), half) {
                paper.circle("dot", (x + dx, at), DOT);
            }
        } else {
            bins.draw(paper, y, inside(), x, half);
        }
        let [lower, median, upper] = [0.25, 0.5, 0.75].map(|part| sorted.quantile(part));
        paper.line("box", [(x, y.at(lower)), (x, y.at(upper))]);
        let reach = half.min(16.0);
        paper.line("median", [(x - reach, y.at(median)), (x + reach, y.at(median))]);
        if sorted.mean >= lowest && sorted.mean <= highest {
            diamond(paper, x, y.at(sorted.mean));
        }
        let above = sorted.values.iter().filter(|&&value| value > highest).count();
        let below = sorted.values.iter().filter(|&&value| value < lowest).count();
        for (number, edge, outwards) in [(above, y.at(highest), -1.0), (below, y.at(lowest), 1.0)] {
            if number > 0 {
                let base = edge + 4.0 * outwards;
                let tip = base + 6.0 * outwards;
                paper.polygon("fill", [(x - 16.0, base), (x - 8.0, base), (x - 12.0, tip)]);
                paper.text(
                    "tick",
                    (x - 5.0, base + 3.0 * outwards + 4.0),
                    &language.number(&number.to_string()),
                );
            }
        }
        paper.close();
    }

    fn notes(&self, sheet: &mut PlotSheet<'_>, sorted: &[Sorted], y: &Axis) {
        let (lowest, highest) = y.ends();
        let values = || sorted.iter().flat_map(|group| group.values.iter().copied());
        let beyond = values().filter(|&value| value < lowest || value > highest).count();
        if beyond > 0 {
            let exact = |value: f64| self.measure.unit.exact(value);
            let (least, most) = range(values()).unwrap_or_default();
            sheet.remark(&message!(
                "values-beyond",
                "{n} {n|value lies|values lie} far from all others, beyond this axis; triangles count them. All values: \
                 {least} to {most}.",
                n = beyond,
                least = exact(least),
                most = exact(most)
            ));
        }
        let asked: usize = self.groups.iter().map(|group| group.values.len()).sum();
        let left_out = asked - values().count();
        if left_out > 0 {
            sheet.remark(&message!(
                "values-left-out",
                "{n} {n|value that is no number is|values that are no numbers are} left out.",
                n = left_out
            ));
        }
    }

    fn words(&self, group: &ValueGroup, sorted: &Sorted) -> Message {
        let exact = |value: f64| self.measure.unit.exact(value);
        let name = Name::of(group.name.as_str());
        let (Some(&least), Some(&most)) = (sorted.values.first(), sorted.values.last()) else {
            return message!("group-empty", "{name}: no values");
        };
        message!(
            "group-values",
            "{name}: {n} {n|value|values}, median {median}, mean {mean}, middle half {lower} to {upper}, all {least} to \
             {most}",
            n = sorted.values.len(),
            median = exact(sorted.quantile(0.5)),
            mean = exact(sorted.mean),
            lower = exact(sorted.quantile(0.25)),
            upper = exact(sorted.quantile(0.75)),
            least = exact(least),
            most = exact(most)
        )
    }
}

/// `n = 20 000`.
fn size(values: usize) -> Message {
    message!("group-size", "n = {n}", n = ValueUnit::Number.exact(values as f64))
}

fn diamond(paper: &mut Paper, x: f64, y: f64) {
    paper.polygon("mean", [(x, y - 5.0), (x + 5.0, y), (x, y + 5.0), (x - 5.0, y)]);
}

/// Dots side by side where they would cover each other: how far each is moved from the middle, and its y.
fn swarm(ys: impl Iterator<Item = f64>, half: f64) -> Vec<(f64, f64)> {
    let ys: Vec<f64> = ys.collect();
    let shelf = |y: f64| (y / (2.0 * DOT)).round() as i64;
    let runs = ys.chunk_by(|&one, &other| shelf(one) == shelf(other));
    let beside = |run: &[f64]| -> Vec<(f64, f64)> {
        let step = (2.0 * DOT + 0.6).min(2.0 * half / run.len() as f64);
        let middle = (run.len() as f64 - 1.0) / 2.0;
        run.iter().enumerate().map(|(index, &at)| ((index as f64 - middle) * step, at)).collect()
    };
    runs.flat_map(beside).collect()
}

/// Bins that all groups share.
struct Bins {
    first: f64,
    step: f64,
    count: usize,
}

impl Bins {
    fn new(y: &Axis, sorted: &[Sorted]) -> Bins {
        let (low, high) = y.ends();
        let whole = sorted.iter().flat_map(|group| &group.values).all(|value| value.fract() == 0.0);
        let ticks::Even { values, step } = ticks::even(low, high, BINS, whole);
        // Whole numbers are in the middle of their bins.
        let shift = if whole && step == 1.0 { 0.5 } else { 0.0 };
        Bins { first: values.first().copied().unwrap_or(low) - shift, step, count: values.len() }
    }

    /// The outline of a histogram on both sides of a line; its widest bin is as wide as there is room.
    fn draw(&self, paper: &mut Paper, y: &Axis, values: impl Iterator<Item = f64>, x: f64, half: f64) {
        let mut counts = vec![0usize; self.count];
        for value in values {
            let bin = ((value - self.first) / self.step) as usize;
            counts[bin.min(self.count - 1)] += 1;
        }
        let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
        // One outline for each run of bins that are not empty.
        let filled: Vec<usize> = (0..counts.len()).filter(|&bin| counts[bin] > 0).collect();
        for run in filled.chunk_by(|bin, next| bin + 1 == *next) {
            let edge = |bin: usize| y.at(self.first + bin as f64 * self.step);
            let side = |sign: f64| -> Vec<(f64, f64)> {
                let steps = run.iter().flat_map(|&bin| {
                    // A single value among thousands is still a line.
                    let reach = (counts[bin] as f64 / most * half).max(0.5) * sign;
                    [(x + reach, edge(bin)), (x + reach, edge(bin + 1))]
                });
                steps.collect()
            };
            paper.polygon("histogram", side(1.0).into_iter().chain(side(-1.0).into_iter().rev()));
        }
    }
}
