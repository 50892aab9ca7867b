//! Values with their intervals along an axis.

use plylab_core::{Field, Message, Name, Words, message};

use super::axis::Axis;
use super::format::{Measure, ValueUnit};
use super::marks::{SeriesStyle, whisker};
use super::names::NameLayout;
use super::sheet::{MARGIN, PlotSheet, WIDTH};
use super::{Interval, drawable};
use crate::style::Theme;

/// A chart of one or more series of values.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// What it shows, in a line.
    pub title: String,
    /// What is needed to read it: `1000 games per depth; bars are 95% confidence intervals`. May be empty.
    pub description: String,
    /// What runs along the sheet.
    pub x: Across,
    /// What is measured.
    pub y: Measure,
    /// How the measured values are spaced.
    pub scale: AxisScale,
    /// The values.
    pub series: Vec<Series>,
}

/// How values are spaced on an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AxisScale {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart; only positive values can be shown.
    Log,
}

/// What runs along the sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Across {
    /// In words: `depth`.
    pub label: String,
    /// Names from left to right; a point's `x` is the index of one. There is nothing between them, so points are not
    /// joined. Without names there are numbers, and lines between points.
    pub names: Option<Vec<String>>,
}

impl Across {
    /// Can the value be shown here?
    fn has(&self, x: f64) -> bool {
        match &self.names {
            None => drawable(x),
            Some(names) => x >= 0.0 && x < names.len() as f64 && x.fract() == 0.0,
        }
    }

    /// The value in words: `depth 3`.
    fn words(&self, x: f64, language: &dyn Words) -> String {
        let number = || ValueUnit::Number.exact(x).render(language);
        match &self.names {
            None => format!("{} {}", self.label, number()).trim_start().to_owned(),
            Some(names) => names.get(x as usize).cloned().unwrap_or_default(),
        }
    }
}

/// Values that belong together.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name of the series; empty if the title has it.
    pub name: String,
    /// The values.
    pub points: Vec<DataPoint>,
}

/// One value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DataPoint {
    /// Where it is along the sheet.
    pub x: f64,
    /// What was measured.
    pub y: f64,
    /// Its confidence interval.
    pub interval: Option<Interval>,
}

impl DataPoint {
    /// A value.
    pub fn new(x: f64, y: f64) -> DataPoint {
        DataPoint { x, y, interval: None }
    }

    /// A value with its interval.
    pub fn within(x: f64, y: f64, low: f64, high: f64) -> DataPoint {
        DataPoint { x, y, interval: Some(Interval::new(low, high)) }
    }
}

/// The height of the part with the values.
const HEIGHT: f64 = 260.0;
/// The approximate number of ticks on the axis of values.
const TICKS: usize = 6;
/// Powers of ten have short labels, and each of them is a landmark.
const LOG_TICKS: usize = 9;
/// From this many points on, a band shows intervals better than whiskers.
const BAND: usize = 25;
/// The most values that the description lists; more would tire a listener.
const MAX_LISTED: usize = 60;

impl Chart {
    /// The chart as SVG.
    pub fn svg(&self, language: &dyn Words, theme: Theme) -> String {
        let drawn: Vec<Vec<DataPoint>> =
            self.series.iter().map(|series| self.drawable_points(series)).collect();
        let points = || drawn.iter().flatten();
        let mut sheet = PlotSheet::new(&self.title, &self.description, language, theme);
        self.legend(&mut sheet);

        let values =
            points().flat_map(|point| point.interval.into_iter().flat_map(Interval::ends).chain([point.y]));
        let ticks = if self.scale == AxisScale::Log { LOG_TICKS } else { TICKS };
        let y = Axis::new(values, &self.y, self.scale, ticks, language);
        let right = WIDTH - MARGIN;
        let left = MARGIN + y.label_width() + 8.0;
        let left =
            self.x.names.as_deref().map_or(left, |names| NameLayout::start(names, left, right, MARGIN));
        sheet.notes(&self.y.label);
        let top = sheet.y + 12.0;
        let bottom = top + HEIGHT;
        let y = y.between(bottom, top);
        sheet.grid_across(&y, left, right);
        let columns = Columns::new(&self.x, points().map(|point| point.x), left, right, language);
        sheet.y = bottom + columns.draw(&mut sheet, bottom);
        sheet.label_below(&self.x.label, f64::midpoint(left, right));

        let with_intervals =
            drawn.iter().filter(|points| points.iter().any(|point| point.interval.is_some()));
        let is_band = drawn.iter().any(|points| points.len() >= BAND);
        let step = if with_intervals.count() > 1 && !is_band { columns.sidestep(drawn.len()) } else { 0.0 };
        for (number, (series, points)) in self.series.iter().zip(&drawn).enumerate() {
            let aside = (number as f64 - (drawn.len() as f64 - 1.0) / 2.0) * step;
            let at = |point: &DataPoint| (columns.at(point.x) + aside, y.at(point.y));
            self.draw(&mut sheet, number, series, points, &y, &at);
        }

        if points().next().is_none() {
            sheet.nothing_yet((f64::midpoint(left, right), f64::midpoint(top, bottom)));
        }
        let left_out = self.series.iter().map(|series| series.points.len()).sum::<usize>() - points().count();
        if left_out > 0 {
            sheet.remark(&message!(
                "points-left-out",
                "{n} {n|point has|points have} no position on these axes and {n|was|were} left out.",
                n = left_out
            ));
        }
        let words = self.words(&drawn, &sheet.about(&self.y.label, &self.x.label), language);
        sheet.into_file(&words)
    }

    /// The points that can be drawn, from left to right, without meaningless intervals.
    fn drawable_points(&self, series: &Series) -> Vec<DataPoint> {
        let positive = |value: f64| self.scale == AxisScale::Linear || value >= 1e-300;
        let mut points: Vec<DataPoint> = series
            .points
            .iter()
            .filter(|point| self.x.has(point.x) && drawable(point.y) && positive(point.y))
            .map(|point| DataPoint { interval: point.interval.and_then(Interval::checked), ..*point })
            .collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        points
    }

    fn legend(&self, sheet: &mut PlotSheet<'_>) {
        let joined = self.x.names.is_none();
        let named: Vec<usize> =
            (0..self.series.len()).filter(|&number| !self.series[number].name.is_empty()).collect();
        let entries: Vec<String> = named.iter().map(|&number| self.series[number].name.clone()).collect();
        sheet.legend(&entries, |paper, entry, x, y| {
            let look = SeriesStyle(named[entry]);
            paper.open(&look.colour());
            if joined {
                paper.line(&format!("line {}", look.dash()), [(x - 15.0, y), (x + 15.0, y)]);
            }
            look.marker(paper, x, y);
            paper.close();
        });
    }

    fn draw(
        &self,
        sheet: &mut PlotSheet<'_>,
        number: usize,
        series: &Series,
        points: &[DataPoint],
        y: &Axis,
        at: &impl Fn(&DataPoint) -> (f64, f64),
    ) {
        let look = SeriesStyle(number);
        let language = sheet.language;
        let paper = &mut sheet.paper;
        let joined = self.x.names.is_none();
        let band = joined && points.len() >= BAND;
        paper.open(&look.colour());
        if band {
            let span = |point: &DataPoint| Some((at(point).0, y.span(point.interval?)));
            let ends: Vec<(f64, (f64, f64))> = points.iter().filter_map(span).collect();
            let there = ends.iter().map(|&(x, (_, high))| (x, high));
            let back = ends.iter().rev().map(|&(x, (low, _))| (x, low));
            if !ends.is_empty() {
                paper.polygon("band", there.chain(back));
            }
        }
        if joined && points.len() > 1 {
            paper.line(&format!("line {}", look.dash()), points.iter().map(at));
        }
        for point in points {
            let (x, value_y) = at(point);
            paper.open_named("point", &language.say(&self.point_words(series, point, language)));
            if let Some(interval) = point.interval.filter(|_| !band) {
                whisker(paper, y, interval, |along, across| (x + across, along));
            }
            if band {
                paper.circle("marker", (x, value_y), 1.8);
            } else {
                look.marker(paper, x, value_y);
            }
            paper.circle("touch", (x, value_y), 8.0);
            paper.close();
        }
        paper.close();
    }

    fn point_words(&self, series: &Series, point: &DataPoint, language: &dyn Words) -> Message {
        let exact = |value: f64| self.y.unit.exact(value);
        let x = Name::of(self.x.words(point.x, language));
        let x = if series.name.is_empty() {
            x.into()
        } else {
            Field::from(vec![Name::of(series.name.as_str()), x])
        };
        let value = exact(point.y);
        match point.interval {
            Some(interval) => message!(
                "point-within",
                "{x}: {value} (95% interval: {interval})",
                interval = interval.words(exact)
            ),
            None => message!("point", "{x}: {value}"),
        }
    }

    /// A text description of the chart.
    fn words(&self, drawn: &[Vec<DataPoint>], about: &str, language: &dyn Words) -> String {
        let listed = self.series.iter().zip(drawn).flat_map(|(series, points)| {
            points.iter().map(move |point| language.say(&self.point_words(series, point, language)))
        });
        let all: Vec<String> = listed.collect();
        let values = match all.len() {
            0 => language.say(&message!("nothing-to-show-yet", "Nothing to show yet.")),
            more if more > MAX_LISTED => language.say(&message!("n-values", "{n} values.", n = more)),
            _ => format!("{}.", all.join("; ")),
        };
        format!("{} {about} {values}", self.description).trim().to_owned()
    }
}

/// The x coordinates of values.
enum Columns<'a> {
    Numbers { axis: Axis, gap: f64 },
    Names { left: f64, slot: f64, full: &'a [String], names: NameLayout },
}

impl<'a> Columns<'a> {
    fn new(
        x: &'a Across,
        values: impl Iterator<Item = f64>,
        left: f64,
        right: f64,
        language: &dyn Words,
    ) -> Columns<'a> {
        let Some(names) = &x.names else {
            const INSET: f64 = 26.0;
            let mut values: Vec<f64> = values.collect();
            let (from, to) = (left + INSET, right - INSET);
            let axis = Axis::along(&values, to - from, language).between(from, to);
            values.sort_by(f64::total_cmp);
            values.dedup();
            let gaps = values.windows(2).map(|pair| axis.at(pair[1]) - axis.at(pair[0]));
            let gap = gaps.fold(2.0 * INSET, f64::min);
            return Columns::Numbers { axis, gap };
        };
        let slot = (right - left) / names.len().max(1) as f64;
        let set = NameLayout::set(names, slot, left + slot / 2.0 - MARGIN);
        Columns::Names { left, slot, full: names, names: set }
    }

    fn at(&self, x: f64) -> f64 {
        match self {
            Columns::Numbers { axis, .. } => axis.at(x),
            Columns::Names { left, slot, .. } => left + slot * (x + 0.5),
        }
    }

    /// How far whiskers at the same x are moved apart, so that all are visible.
    fn sidestep(&self, series: usize) -> f64 {
        let (max, gap): (f64, f64) = match self {
            Columns::Numbers { gap, .. } => (5.0, *gap),
            Columns::Names { slot, .. } => (14.0, *slot),
        };
        max.min(0.5 * gap / series.max(1) as f64)
    }

    /// Draws what is below the values, and returns its height.
    fn draw(&self, sheet: &mut PlotSheet<'_>, bottom: f64) -> f64 {
        match self {
            Columns::Numbers { axis, .. } => {
                for (tick, label) in &axis.ticks {
                    let x = axis.at(*tick);
                    sheet.paper.line("grid", [(x, bottom), (x, bottom + 5.0)]);
                    sheet.paper.text("tick middle", (x, bottom + 18.0), label);
                }
                22.0
            }
            Columns::Names { full, names, .. } => {
                names.draw(sheet, full, bottom, |index| self.at(index as f64));
                names.height() + 4.0
            }
        }
    }
}
