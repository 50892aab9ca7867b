//! What all plots have in common: title, description, legend, notes, and the document around them.

use plylab_core::{Direction, Message, Name, Words, message};

use super::axis::Axis;
use crate::measure::{fit, flow, width, wrap};
use crate::paper::Paper;
use crate::style::Theme;

/// The width of every plot.
pub(super) const WIDTH: f64 = 680.0;
pub(super) const MARGIN: f64 = 16.0;
const TITLE_SIZE: f64 = 15.0;
const NOTE_SIZE: f64 = 11.5;
const LEGEND_SIZE: f64 = 12.0;
/// The width of the sign of a legend entry.
const SIGN: f64 = 30.0;
const LEGEND_LINE: f64 = 20.0;
/// The space between two entries of a legend.
const LEGEND_GAP: f64 = 18.0;

/// A sheet that is filled from top to bottom.
pub(super) struct PlotSheet<'a> {
    title: &'a str,
    pub language: &'a dyn Words,
    pub paper: Paper,
    /// Down to where it is filled.
    pub y: f64,
}

impl<'a> PlotSheet<'a> {
    /// A sheet with a title and lines of description.
    pub fn new(title: &'a str, description: &str, language: &'a dyn Words, theme: Theme) -> PlotSheet<'a> {
        let mut sheet = PlotSheet { title, language, paper: Paper::new(theme), y: 10.0 };
        for line in wrap(title, TITLE_SIZE * 1.05, WIDTH - 2.0 * MARGIN) {
            sheet.y += 19.0;
            sheet.line("title", &line);
        }
        sheet.notes(description);
        sheet.y += 6.0;
        sheet
    }

    /// Lines of small text.
    pub fn notes(&mut self, text: &str) {
        for line in wrap(text, NOTE_SIZE, WIDTH - 2.0 * MARGIN) {
            self.y += 16.0;
            self.line("note", &line);
        }
    }

    /// A remark on what is drawn above.
    pub fn remark(&mut self, note: &Message) {
        self.y += 4.0;
        self.notes(&self.language.say(note));
    }

    /// A line of text at the side where lines begin.
    fn line(&mut self, class: &str, text: &str) {
        let text = self.language.alone(text);
        match self.language.direction() {
            Direction::Ltr => self.paper.text(class, (MARGIN, self.y - 3.0), &text),
            Direction::Rtl => {
                self.paper.text(&format!("{class} end"), (WIDTH - MARGIN, self.y - 3.0), &text);
            }
        }
    }

    /// Entries of a legend, in as many lines as they need; `draw` draws the sign of one around a point.
    pub fn legend(&mut self, entries: &[String], mut draw: impl FnMut(&mut Paper, usize, f64, f64)) {
        if entries.is_empty() {
            return;
        }
        let room = WIDTH - 2.0 * MARGIN;
        let texts: Vec<String> =
            entries.iter().map(|entry| fit(entry, LEGEND_SIZE, room - SIGN - 6.0)).collect();
        let widths = texts.iter().map(|text| SIGN + 6.0 + width(text, LEGEND_SIZE));
        let top = self.y + LEGEND_LINE;
        for (number, (text, (x, line))) in texts.iter().zip(flow(widths, LEGEND_GAP, room)).enumerate() {
            let x = MARGIN + x;
            self.y = top + LEGEND_LINE * line as f64;
            draw(&mut self.paper, number, x + SIGN / 2.0, self.y - 8.0);
            self.paper.text("entry", (x + SIGN + 6.0, self.y - 4.0), &self.language.alone(text));
        }
        self.y += 4.0;
    }

    /// Lines across the picture at the ticks of an axis that runs upwards, with labels on the left.
    pub fn grid_across(&mut self, axis: &Axis, left: f64, right: f64) {
        for (tick, label) in &axis.ticks {
            let y = axis.at(*tick);
            self.paper.line(grid_class(axis, *tick), [(left, y), (right, y)]);
            self.paper.text("tick end", (left - 7.0, y + 4.0), label);
        }
    }

    /// Lines down the picture at the ticks of an axis that runs to the right, with labels below.
    pub fn grid_down(&mut self, axis: &Axis, top: f64, bottom: f64) {
        for (tick, label) in &axis.ticks {
            let x = axis.at(*tick);
            self.paper.line(grid_class(axis, *tick), [(x, top), (x, bottom)]);
            self.paper.text("tick middle", (x, bottom + 16.0), label);
        }
    }

    /// What an axis along the sheet measures, on a line of its own below it; around `middle`, as far as the edges allow.
    pub fn label_below(&mut self, label: &str, middle: f64) {
        if label.is_empty() {
            return;
        }
        self.y += 16.0;
        let label = fit(label, NOTE_SIZE, WIDTH - 2.0 * MARGIN);
        let half = width(&label, NOTE_SIZE) / 2.0;
        let middle = middle.min(WIDTH - MARGIN - half).max(MARGIN + half);
        self.paper.text("note middle", (middle, self.y - 3.0), &self.language.alone(&label));
    }

    /// A note at `middle` that there are no values.
    pub fn nothing_yet(&mut self, middle: (f64, f64)) {
        let note = self.language.say(&message!("nothing-to-show", "nothing to show yet"));
        self.paper.text("note middle", middle, &self.language.alone(&note));
    }

    /// What is measured by what, in a sentence. Both are in the language of the picture already.
    pub fn about(&self, measure: &str, axis: &str) -> String {
        let (measure, axis) = (Name::of(measure), Name::of(axis));
        self.language.say(&message!("chart-about", "{measure} by {axis}."))
    }

    /// The file, with what it shows in words.
    pub fn into_file(self, words: &str) -> String {
        let size = (WIDTH, (self.y + 12.0).ceil());
        self.paper.into_file("plylab-plot", size, self.title, words)
    }
}

/// Zero has its own line unless the axis begins there.
fn grid_class(axis: &Axis, tick: f64) -> &'static str {
    if tick == 0.0 && axis.ends().0 < 0.0 { "grid zero" } else { "grid" }
}
