//! Tables as aligned lines, for a terminal.

use super::table::{Column, Table};
use super::{display_width, widths};
use crate::messages::Language;

impl Table {
    /// The same table without its last columns, so that its lines are at most `width` characters long if possible. At least
    /// two columns stay.
    #[must_use]
    pub fn narrowed(&self, language: &Language, sign: &str, width: usize) -> Table {
        let mut narrow = self.clone();
        while narrow.columns.len() > 2
            && narrow.text(language, sign).iter().any(|line| display_width(line) > width)
        {
            narrow.columns.pop();
            for row in &mut narrow.rows {
                row.truncate(narrow.columns.len());
            }
        }
        narrow
    }

    /// Aligned lines, titles first: names to the left, numbers to the right. `sign` is the plus-minus sign, which not every
    /// terminal can show.
    pub fn text(&self, language: &Language, sign: &str) -> Vec<String> {
        let head = |column: &Column| column.head(language) + column.kind.mark(" *");
        let mut rows = vec![self.columns.iter().map(head).collect::<Vec<String>>()];
        rows.extend(self.rows.iter().map(|row| row.iter().map(|value| value.text(language, sign)).collect()));
        let widths = widths(&rows);
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).zip(&self.columns).map(|((cell, &width), column)| {
                let gap = " ".repeat(width - display_width(cell));
                if column.kind.is_words() { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
            });
            cells.collect::<Vec<String>>().join("  ").trim_end().to_owned()
        };
        rows.iter().map(line).collect()
    }
}
