//! One value per line, with its name on the left and its number on the right: bars from zero, and the ladder of ratings.

use plylab_core::{Field, Message, Name, Words, message};

use super::axis::Axis;
use super::format::{Measure, ValueUnit};
use super::marks::{SeriesStyle, whisker};
use super::sheet::{MARGIN, PlotSheet, WIDTH};
use super::{AxisScale, Interval, drawable};
use crate::measure::{fit_lines, width};
use crate::style::Theme;

/// Names with a value each, one below the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Rows {
    /// What they show, in a line.
    pub title: String,
    /// What is needed to read them: which rating is zero, and of how many games. May be empty.
    pub description: String,
    /// What is measured.
    pub measure: Measure,
    /// How values are drawn.
    pub style: RowStyle,
    /// The values.
    pub rows: Vec<Row>,
}

/// How the values of [`Rows`] are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowStyle {
    /// As bars that begin at zero, in the order given.
    Bars,
    /// As dots, the best first: players by rating.
    Ladder,
}

/// One of the [`Rows`].
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Whose value it is.
    pub name: String,
    /// The value. The rating of a player that won or lost every game is infinite: then only the interval is drawn.
    pub value: f64,
    /// Its confidence interval.
    pub interval: Option<Interval>,
}

impl Row {
    /// The value, if it can be drawn.
    fn drawn(&self) -> Option<f64> {
        Some(self.value).filter(|&value| drawable(value))
    }
}

const NAME_SIZE: f64 = 12.0;
const NAME_LINE: f64 = 14.0;
/// Names are wrapped at this width, and cut after two lines.
const NAME_WIDTH: f64 = 220.0;
const BAR_HEIGHT: f64 = 15.0;
const ROW_GAP: f64 = 12.0;
/// Values of the ladder have room on both sides for an arrow.
const INSET: f64 = 14.0;

impl Rows {
    /// The rows as SVG.
    pub fn svg(&self, language: &dyn Words, theme: Theme) -> String {
        let rows = self.drawn_rows();
        let measure = match self.style {
            RowStyle::Bars => {
                let (low, high) = self.measure.covers.unwrap_or_default();
                &Measure { covers: Some((low.min(0.0), high.max(0.0))), ..self.measure.clone() }
            }
            RowStyle::Ladder => &self.measure,
        };
        let mut sheet = PlotSheet::new(&self.title, &self.description, language, theme);
        let names: Vec<Vec<String>> =
            rows.iter().map(|row| fit_lines(&row.name, NAME_SIZE, NAME_WIDTH, 2)).collect();
        let values: Vec<String> = rows.iter().map(|row| self.value_text(row).render(language)).collect();
        let widest = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|text| width(text, NAME_SIZE)).fold(0.0, f64::max)
        };
        let left = MARGIN + widest(&mut names.iter().flatten()) + 12.0;
        let right = WIDTH - MARGIN - widest(&mut values.iter()) - 14.0;
        let inset = if self.style == RowStyle::Ladder { INSET } else { 0.0 };
        let known: Vec<f64> = rows
            .iter()
            .flat_map(|row| row.interval.into_iter().flat_map(Interval::ends).chain(row.drawn()))
            .collect();
        let room = right - left - 2.0 * inset;
        // As many ticks as there is space for labels.
        let build = |most| Axis::new(known.iter().copied(), measure, AxisScale::Linear, most, language);
        let fits = |axis: &Axis| axis.ticks.len() as f64 * (axis.label_width() + 10.0) <= room;
        let axis = (2..=7).rev().map(build).find(fits).unwrap_or_else(|| build(1));
        let axis = axis.between(left + inset, right - inset);

        let top = sheet.y + 6.0;
        let heights =
            names.iter().map(|lines| (lines.len().max(1) as f64 * NAME_LINE).max(BAR_HEIGHT) + ROW_GAP);
        let bottom = top + heights.clone().sum::<f64>().max(40.0);
        sheet.grid_down(&axis, top, bottom);
        let mut y = top;
        for (((row, lines), value), height) in rows.iter().zip(&names).zip(&values).zip(heights) {
            let middle = y + height / 2.0;
            self.draw(&mut sheet, row, lines, value, &axis, middle, left);
            y += height;
        }
        if rows.is_empty() {
            sheet.nothing_yet((WIDTH / 2.0, f64::midpoint(top, bottom)));
        }
        sheet.y = bottom + 22.0;
        sheet.label_below(&self.measure.label, f64::midpoint(left, right));
        let left_out = self.rows.len() - rows.len();
        if left_out > 0 {
            let note = message!(
                "names-left-out",
                "{n} {n|name without a value is|names without a value are} left out.",
                n = left_out
            );
            sheet.notes(&language.say(&note));
        }
        let words: Vec<String> = rows.iter().map(|row| language.say(&self.words(row))).collect();
        let words = format!("{} {}: {}.", self.description, self.measure.label, words.join("; "));
        sheet.into_file(words.trim())
    }

    /// The rows that can be drawn, from top to bottom, without meaningless intervals.
    fn drawn_rows(&self) -> Vec<Row> {
        let rows = self
            .rows
            .iter()
            .map(|row| Row { interval: row.interval.and_then(Interval::checked), ..row.clone() });
        match self.style {
            RowStyle::Bars => rows.filter(|row| row.drawn().is_some()).collect(),
            RowStyle::Ladder => {
                let mut rows: Vec<Row> = rows
                    .filter(|row| row.drawn().is_some() || (!row.value.is_nan() && row.interval.is_some()))
                    .collect();
                // A player with an infinite rating is sorted by its bound; equals keep their order.
                let end = |row: &Row| row.interval.map_or(0.0, |interval| interval.low.max(-1e300));
                rows.sort_by(|one, other| {
                    other.value.total_cmp(&one.value).then(end(other).total_cmp(&end(one)))
                });
                rows
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "everything about one row, already measured")]
    fn draw(
        &self,
        sheet: &mut PlotSheet<'_>,
        row: &Row,
        lines: &[String],
        value: &str,
        axis: &Axis,
        middle: f64,
        left: f64,
    ) {
        let language = sheet.language;
        let paper = &mut sheet.paper;
        paper.open_named("point", &language.say(&self.words(row)));
        let first = middle + 4.0 - (lines.len() as f64 - 1.0) / 2.0 * NAME_LINE;
        for (number, line) in lines.iter().enumerate() {
            paper.text("entry end", (left - 10.0, first + number as f64 * NAME_LINE), &language.alone(line));
        }
        let beside = |along: f64, across: f64| (along, middle + across);
        match (self.style, row.drawn()) {
            (RowStyle::Bars, Some(value)) => {
                let (zero, end) = (axis.at(0.0), axis.at(value));
                paper.open("c1");
                let corner = (zero.min(end), middle - BAR_HEIGHT / 2.0);
                paper.rectangle("bar", corner, (end - zero).abs(), BAR_HEIGHT);
                paper.close();
                paper.open("ink");
                if let Some(interval) = row.interval {
                    whisker(paper, axis, interval, beside);
                }
                paper.close();
            }
            (_, value) => {
                paper.open("c1");
                if let Some(interval) = row.interval {
                    whisker(paper, axis, interval, beside);
                }
                if let Some(value) = value {
                    SeriesStyle(0).marker(paper, axis.at(value), middle);
                }
                paper.close();
            }
        }
        paper.text("entry end", (WIDTH - MARGIN, middle + 4.0), &language.alone(value));
        paper.close();
    }

    fn number(&self, value: f64) -> Field {
        match self.style {
            RowStyle::Bars => self.measure.unit.exact(value),
            // Parts of a point of rating mean nothing.
            RowStyle::Ladder => ValueUnit::Number.exact(value.round()),
        }
    }

    fn value_text(&self, row: &Row) -> Field {
        let value = row.drawn().map(|value| self.number(value));
        let words = row.interval.map(|interval| interval.words(|end| self.number(end)));
        let is_closed = |interval: Interval| drawable(interval.low) && drawable(interval.high);
        match (value, words) {
            (Some(value), Some(interval)) if row.interval.is_some_and(is_closed) => {
                message!("value-within", "{value} ({interval})").into()
            }
            (Some(value), _) => value,
            (None, words) => words.map_or_else(|| "".into(), Field::from),
        }
    }

    fn words(&self, row: &Row) -> Message {
        let x = Name::of(row.name.as_str());
        let value = row.drawn().map(|value| self.number(value));
        match (value, row.interval.map(|interval| interval.words(|end| self.number(end)))) {
            (Some(value), Some(interval)) => {
                message!("point-within", "{x}: {value} (95% interval: {interval})")
            }
            (Some(value), None) => message!("point", "{x}: {value}"),
            (None, words) => {
                message!("point", "{x}: {value}", value = words.map_or_else(|| "".into(), Field::from))
            }
        }
    }
}
