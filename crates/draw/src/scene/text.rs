//! Pictures made of characters, for games that have no other.

use plylab_core::scene::Text;

use super::drawing::{Drawing, Mark, Sheet};
use crate::paper::Paper;
use crate::style::Theme;

const MARGIN: i32 = 10;
/// The width of a character at the font size of the styles.
const CHARACTER: i32 = 9;
const LINE: i32 = 20;

pub(super) fn draw(text: &Text, theme: Theme) -> Drawing {
    let longest = text.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (longest, lines) =
        (i32::try_from(longest).unwrap_or(0), i32::try_from(text.lines.len()).unwrap_or(0));
    let sheet = Sheet {
        width: f64::from(2 * MARGIN + CHARACTER * longest),
        height: f64::from(2 * MARGIN + LINE * lines),
        back: String::new(),
        front: String::new(),
    };
    let marks = (0..).zip(&text.lines).map(|(number, line)| {
        let mut paper = Paper::new(theme);
        paper.spaced_text("mono", line);
        Mark {
            key: format!("line {number}"),
            look: paper.into_text(),
            x: MARGIN,
            y: MARGIN + LINE * number + 15,
            words: None,
        }
    });
    Drawing { sheet, marks: marks.collect() }
}
