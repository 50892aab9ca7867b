//! Tables as aligned lines, for a terminal.

use super::table::{Column, Table};
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
        aligned(&rows, |column| self.columns.get(column).is_some_and(|column| column.kind.is_words()))
    }
}

/// Rows as aligned lines: some columns to the left, the others, which are numbers, to the right.
pub fn aligned(rows: &[Vec<String>], is_left: impl Fn(usize) -> bool) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let widest = |column: usize| cells(column).map(|cell| display_width(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &room))| {
            let gap = " ".repeat(room - display_width(cell));
            if is_left(column) { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
        });
        cells.collect::<Vec<String>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// The number of columns of a terminal that a text takes: its characters without colour sequences and without those that
/// take no room, which join letters and set the direction of writing.
pub fn display_width(text: &str) -> usize {
    let mut count = 0;
    let mut escaped = false;
    for char in text.chars() {
        match (escaped, char) {
            (false, '\u{1b}') => escaped = true,
            (true, 'm') => escaped = false,
            (true, _) => {}
            (false, '\u{200b}'..='\u{200f}' | '\u{2066}'..='\u{2069}' | '\u{64b}'..='\u{65f}') => {}
            (false, _) => count += 1,
        }
    }
    count
}
