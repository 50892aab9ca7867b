//! Tables as plain text: aligned lines for a terminal, and comma-separated values for spreadsheets and programs.

use super::Report;
use super::table::{Table, TableColumn, TableValue};
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
        let head = |column: &TableColumn| column.head(language) + column.kind.mark(" *");
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

/// The number of terminal columns that a text takes: its characters, without colour sequences and without zero-width
/// characters, which join letters and set the direction of writing.
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

impl Report {
    /// Every main table, one after the other, with an empty line between them; each begins with a header line. An
    /// estimate takes three columns: its mean and the two ends of its interval; a win rate has one more, the games it is of,
    /// where not all games ended.
    pub fn csv(&self) -> String {
        self.main_tables().map(Table::csv).collect::<Vec<String>>().join("\n")
    }
}

impl Table {
    /// The table as comma-separated values, its title first in every line.
    pub fn csv(&self) -> String {
        let estimate =
            |column: usize| self.rows.iter().any(|row| row.get(column).is_some_and(TableValue::is_estimate));
        let partial =
            |value: &TableValue| matches!(value, TableValue::Wins { ended, games, .. } if ended < games);
        let some_ended = |column: usize| self.rows.iter().any(|row| row.get(column).is_some_and(partial));
        let mut heads = vec!["section".to_owned()];
        for (index, column) in self.columns.iter().enumerate() {
            let title = harmless(&column.title);
            if estimate(index) {
                heads.extend([title.clone(), format!("{title} low"), format!("{title} high")]);
            } else {
                heads.push(title);
            }
            if some_ended(index) {
                heads.push("games that ended".to_owned());
            }
        }
        let mut lines = vec![line(&heads)];
        for row in &self.rows {
            let mut fields = vec![harmless(&self.title.to_string())];
            for (index, value) in row.iter().enumerate() {
                let mut own = value.fields();
                if matches!(value, TableValue::Text(_)) {
                    own.iter_mut().for_each(|field| *field = harmless(field));
                }
                own.resize(if estimate(index) { 3 } else { 1 }, String::new());
                fields.extend(own);
                if some_ended(index) {
                    let ended = if let TableValue::Wins { ended, .. } = value {
                        ended.to_string()
                    } else {
                        String::new()
                    };
                    fields.push(ended);
                }
            }
            lines.push(line(&fields));
        }
        lines.concat()
    }
}

/// Keeps spreadsheets from taking a text for a formula: they would evaluate anything that begins with one of these signs.
/// An apostrophe in front marks it as text. Numbers stay numbers.
fn harmless(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

fn line(fields: &[String]) -> String {
    let quoted = |field: &String| {
        if field.contains(['"', ',', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.clone()
        }
    };
    fields.iter().map(quoted).collect::<Vec<String>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use plylab_core::message;

    use super::*;
    use crate::report::ColumnKind::{Deterministic, Name};

    #[test]
    fn texts_are_no_formulas_and_numbers_stay_numbers() {
        let texts = ["=1+1", "+cmd", "-x", "@sum(a1)", "\tx", "-3", "+2.5", "plain", "a=b"];
        let mut table = Table::new(message!("named", "{name}", name = "=title"));
        table.column("@axis", Name, texts.iter().map(|&text| TableValue::Text(text.into())));
        table.column("score", Deterministic, texts.iter().map(|_| TableValue::Number(-1.5)));
        let expected = ["'=1+1", "'+cmd", "'-x", "'@sum(a1)", "'\tx", "-3", "+2.5", "plain", "a=b"];
        let lines: Vec<String> = expected.iter().map(|text| format!("'=title,{text},-1.5")).collect();
        assert_eq!(table.csv(), format!("section,'@axis,score\n{}\n", lines.join("\n")));
    }
}
