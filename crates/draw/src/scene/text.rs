//! Pictures made of characters, for games that have no other.

use plylab_core::scene::TextScene;

use super::{Drawing, DrawnMark, Sheet};
use crate::paper::Paper;
use crate::style::Theme;

const MARGIN: i32 = 10;
/// The width of a character at the font size of the styles.
const CHARACTER: i32 = 9;
const LINE: i32 = 20;

pub(super) fn draw(text: &TextScene, theme: Theme) -> Drawing {
    let longest = text.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let length = |unit: i32, count: usize| f64::from(2 * MARGIN) + f64::from(unit) * count as f64;
    let (width, height) = (length(CHARACTER, longest), length(LINE, text.lines.len()));
    let marks = (0..).zip(&text.lines).map(|(number, line)| {
        let mut paper = Paper::new(theme);
        paper.spaced_text("mono", line);
        DrawnMark {
            key: format!("line {number}"),
            look: paper.into_text(),
            x: MARGIN,
            y: MARGIN + LINE * number + 15,
            words: None,
        }
    });
    Drawing { sheet: Sheet { width, height, ..Sheet::default() }, marks: marks.collect() }
}
