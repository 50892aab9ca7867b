//! One value per line, with its name on the left and its number on the right: bars from zero, and the ladder of ratings.

use plylab_core::{Field, Message, Name, Words, message};

use super::axis::Axis;
use super::format::{Measure, Unit};
use super::marks::{Runs, SeriesStyle, whisker};
use super::sheet::{MARGIN, Sheet, WIDTH};
use super::{Interval, Scale, drawable};
use crate::measure::{fit_lines, width};
use crate::style::Theme;

/// Bars that begin at zero, one below the other, in the order given.
#[derive(Clone, PartialEq, Debug)]
pub struct Bars {
    /// What they show, in a line.
    pub title: String,
    /// What is needed to read them. May be empty.
    pub description: String,
    /// What is measured.
    pub measure: Measure,
    /// From top to bottom.
    pub bars: Vec<Bar>,
}

/// One of the [`Bars`].
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// Whose value it is.
    pub name: String,
    /// The value.
    pub value: f64,
    /// Its confidence interval.
    pub interval: Option<Interval>,
}

/// Players by rating, best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladder {
    /// What it shows, in a line.
    pub title: String,
    /// What is needed to read it: which rating is zero, and of how many games. May be empty.
    pub description: String,
    /// What the rating is: `Elo`.
    pub label: String,
    /// The players, in any order.
    pub rungs: Vec<Rung>,
}

/// A player of a [`Ladder`].
#[derive(Clone, PartialEq, Debug)]
pub struct Rung {
    /// The player.
    pub name: String,
    /// The rating. Infinite for a player that won or lost every game: then only the interval is drawn.
    pub rating: f64,
    /// Its confidence interval.
    pub interval: Option<Interval>,
}

impl Bars {
    /// The bars as SVG.
    pub fn svg(&self, language: &dyn Words, theme: Theme) -> String {
        let rows = self.bars.iter().filter(|bar| drawable(bar.value)).map(|bar| Row {
            name: &bar.name,
            value: Some(bar.value),
            interval: bar.interval.and_then(Interval::checked),
        });
        let covers = self.measure.covers.map_or((0.0, 0.0), |(low, high)| (low.min(0.0), high.max(0.0)));
        let table = LabelTable {
            title: &self.title,
            description: &self.description,
            measure: Measure { covers: Some(covers), ..self.measure.clone() },
            style: Style::Bars,
            rows: rows.collect(),
            asked: self.bars.len(),
        };
        table.svg(language, theme)
    }
}

impl Ladder {
    /// The ladder as SVG.
    pub fn svg(&self, language: &dyn Words, theme: Theme) -> String {
        let mut rungs: Vec<&Rung> = self.rungs.iter().filter(|rung| !rung.rating.is_nan()).collect();
        // A player with an infinite rating is sorted by its bound; equals keep their order.
        let known = |rung: &Rung| rung.interval.and_then(Interval::checked);
        rungs.sort_by(|one, other| {
            let end = |rung: &Rung| known(rung).map_or(0.0, |interval| interval.low.max(-1e300));
            other.rating.total_cmp(&one.rating).then(end(other).total_cmp(&end(one)))
        });
        let rows = rungs.iter().map(|rung| Row {
            name: &rung.name,
            value: drawable(rung.rating).then_some(rung.rating),
            interval: known(rung),
        });
        let table = LabelTable {
            title: &self.title,
            description: &self.description,
            measure: Measure::numbers(self.label.as_str()),
            style: Style::Dots,
            rows: rows.filter(|row| row.value.is_some() || row.interval.is_some()).collect(),
            asked: self.rungs.len(),
        };
        table.svg(language, theme)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Bars,
    Dots,
}

struct Row<'a> {
    name: &'a str,
    value: Option<f64>,
    interval: Option<Interval>,
}

struct LabelTable<'a> {
    title: &'a str,
    description: &'a str,
    measure: Measure,
    style: Style,
    rows: Vec<Row<'a>>,
    /// The number of rows given.
    asked: usize,
}

const NAME_SIZE: f64 = 12.0;
const NAME_LINE: f64 = 14.0;
/// Names are wrapped at this width, and cut after two lines.
const NAME_WIDTH: f64 = 220.0;
const BAR_HEIGHT: f64 = 15.0;
const ROW_GAP: f64 = 12.0;
/// Values of the ladder have room on both sides for an arrow.
const INSET: f64 = 14.0;

impl LabelTable<'_> {
    fn svg(&self, language: &dyn Words, theme: Theme) -> String {
        let mut sheet = Sheet::new(self.title, self.description, language, theme);
        let names: Vec<Vec<String>> =
            self.rows.iter().map(|row| fit_lines(row.name, NAME_SIZE, NAME_WIDTH, 2)).collect();
        let values: Vec<String> = self.rows.iter().map(|row| self.value_text(row).render(language)).collect();
        let widest = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|text| width(text, NAME_SIZE)).fold(0.0, f64::max)
        };
        let left = MARGIN + widest(&mut names.iter().flatten()) + 12.0;
        let right = WIDTH - MARGIN - widest(&mut values.iter()) - 14.0;
        let inset = if self.style == Style::Dots { INSET } else { 0.0 };
        let known = self
            .rows
            .iter()
            .flat_map(|row| row.interval.into_iter().flat_map(Interval::ends).chain(row.value));
        let known: Vec<f64> = known.collect();
        let room = right - left - 2.0 * inset;
        // As many ticks as there is space for labels.
        let axis = (2..=7)
            .rev()
            .map(|most| Axis::new(known.iter().copied(), &self.measure, Scale::Linear, most, language))
            .find(|axis| axis.ticks.len() as f64 * (axis.label_width() + 10.0) <= room)
            .unwrap_or_else(|| Axis::new(known.iter().copied(), &self.measure, Scale::Linear, 1, language))
            .between(left + inset, right - inset);

        let top = sheet.y + 6.0;
        let heights =
            names.iter().map(|lines| (lines.len().max(1) as f64 * NAME_LINE).max(BAR_HEIGHT) + ROW_GAP);
        let bottom = top + heights.clone().sum::<f64>().max(40.0);
        sheet.grid_down(&axis, top, bottom);
        let mut y = top;
        for (((row, lines), value), height) in self.rows.iter().zip(&names).zip(&values).zip(heights) {
            let middle = y + height / 2.0;
            self.draw(&mut sheet, row, lines, value, &axis, middle, left);
            y += height;
        }
        if self.rows.is_empty() {
            sheet.nothing_yet((WIDTH / 2.0, f64::midpoint(top, bottom)));
        }
        sheet.y = bottom + 22.0;
        sheet.label_below(&self.measure.label, f64::midpoint(left, right));
        let left_out = self.asked - self.rows.len();
        if left_out > 0 {
            let note = message!(
                "names-left-out",
                "{n} {n|name without a value is|names without a value are} left out.",
                n = left_out
            );
            sheet.notes("note", &language.say(&note));
        }
        let words: Vec<String> = self.rows.iter().map(|row| language.say(&self.words(row))).collect();
        let words = format!("{} {}: {}.", self.description, self.measure.label, words.join("; "));
        sheet.into_file(words.trim())
    }

    #[expect(clippy::too_many_arguments, reason = "everything about one row, already measured")]
    fn draw(
        &self,
        sheet: &mut Sheet<'_>,
        row: &Row<'_>,
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
        match (self.style, row.value) {
            (Style::Bars, Some(value)) => {
                let (zero, end) = (axis.at(0.0), axis.at(value));
                paper.open("c1");
                let corner = (zero.min(end), middle - BAR_HEIGHT / 2.0);
                paper.rectangle("bar", corner, (end - zero).abs(), BAR_HEIGHT);
                paper.close();
                paper.open("ink");
                if let Some(interval) = row.interval {
                    whisker(paper, axis, interval, middle, Runs::Across);
                }
                paper.close();
            }
            (_, value) => {
                paper.open("c1");
                if let Some(interval) = row.interval {
                    whisker(paper, axis, interval, middle, Runs::Across);
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
            Style::Bars => self.measure.unit.exact(value),
            // Parts of a point of rating mean nothing.
            Style::Dots => Unit::Number.exact(value.round()),
        }
    }

    fn value_text(&self, row: &Row<'_>) -> Field {
        let words = |interval: Interval| interval.words(|end| self.number(end));
        match (row.value, row.interval) {
            (Some(value), Some(interval)) if drawable(interval.low) && drawable(interval.high) => {
                let (value, interval) = (self.number(value), words(interval));
                message!("value-within", "{value} ({interval})").into()
            }
            (Some(value), _) => self.number(value),
            (None, Some(interval)) => words(interval).into(),
            (None, None) => "".into(),
        }
    }

    fn words(&self, row: &Row<'_>) -> Message {
        let x = Name::of(row.name);
        let interval = row.interval.map(|interval| interval.words(|end| self.number(end)));
        match (row.value.map(|value| self.number(value)), interval) {
            (Some(value), Some(interval)) => {
                message!("point-within", "{x}: {value} (95% interval: {interval})")
            }
            (Some(value), None) => message!("point", "{x}: {value}"),
            (None, Some(interval)) => message!("point", "{x}: {value}", value = interval),
            (None, None) => message!("point", "{x}: {value}", value = ""),
        }
    }
}
