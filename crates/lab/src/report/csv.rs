//! Tables as comma-separated values, for spreadsheets and programs.

use super::Report;
use super::table::{Table, Value};

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
            |column: usize| self.rows.iter().any(|row| row.get(column).is_some_and(Value::is_estimate));
        let partial = |value: &Value| matches!(value, Value::Wins { ended, games, .. } if ended < games);
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
                if matches!(value, Value::Text(_)) {
                    own.iter_mut().for_each(|field| *field = harmless(field));
                }
                own.resize(if estimate(index) { 3 } else { 1 }, String::new());
                fields.extend(own);
                if some_ended(index) {
                    let ended =
                        if let Value::Wins { ended, .. } = value { ended.to_string() } else { String::new() };
                    fields.push(ended);
                }
            }
            lines.push(line(&fields));
        }
        lines.concat()
    }
}

/// A text that spreadsheets do not take for a formula: they would compute what begins with one of these signs, whoever wrote
/// it. An apostrophe in front is their mark for text. Numbers stay numbers.
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
        table.column("@axis", Name, texts.iter().map(|&text| Value::Text(text.into())));
        table.column("score", Deterministic, texts.iter().map(|_| Value::Number(-1.5)));
        let expected = ["'=1+1", "'+cmd", "'-x", "'@sum(a1)", "'\tx", "-3", "+2.5", "plain", "a=b"];
        let lines: Vec<String> = expected.iter().map(|text| format!("'=title,{text},-1.5")).collect();
        assert_eq!(table.csv(), format!("section,'@axis,score\n{}\n", lines.join("\n")));
    }
}
