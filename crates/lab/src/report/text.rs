//! Tables as aligned lines, for a terminal.

use super::table::{Column, Table};
use super::widths;

impl Table {
    /// The same table without its last columns, so that its lines are at most `width` characters long if possible. At least
    /// two columns stay.
    #[must_use]
    pub fn narrowed(&self, sign: &str, width: usize) -> Table {
        let mut narrow = self.clone();
        while narrow.columns.len() > 2 && narrow.text(sign).iter().any(|line| line.chars().count() > width) {
            narrow.columns.pop();
            for row in &mut narrow.rows {
                row.truncate(narrow.columns.len());
            }
        }
        narrow
    }

    /// Aligned lines, titles first: names to the left, numbers to the right. `sign` is the plus-minus sign, which not every
    /// terminal can show.
    pub fn text(&self, sign: &str) -> Vec<String> {
        let head = |column: &Column| column.title.clone() + column.kind.mark(" *");
        let mut rows = vec![self.columns.iter().map(head).collect::<Vec<String>>()];
        rows.extend(self.rows.iter().map(|row| row.iter().map(|value| value.text(sign)).collect()));
        let widths = widths(&rows);
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).zip(&self.columns).map(|((cell, &width), column)| {
                let gap = " ".repeat(width - cell.chars().count());
                if column.kind.is_words() { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
            });
            cells.collect::<Vec<String>>().join("  ").trim_end().to_owned()
        };
        rows.iter().map(line).collect()
    }
}
