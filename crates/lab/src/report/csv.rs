//! Tables as comma-separated values, for spreadsheets and programs.

use super::Report;
use super::table::{Table, Value};

impl Report {
    /// Every main table, one after the other, with an empty line between them; each begins with a header line. An
    /// estimate takes three columns: its mean and the two ends of its interval; a win rate has one more, the games it is of,
    /// where not all games ended.
    pub fn csv(&self) -> String {
        let tables = self.sections.iter().filter_map(|section| section.tables.first());
        tables.map(Table::csv).collect::<Vec<String>>().join("\n")
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
            heads.push(column.title.clone());
            if estimate(index) {
                heads.extend([format!("{} low", column.title), format!("{} high", column.title)]);
            }
            if some_ended(index) {
                heads.push("games that ended".to_owned());
            }
        }
        let mut lines = vec![line(&heads)];
        for row in &self.rows {
            let mut fields = vec![self.title.to_string()];
            for (index, value) in row.iter().enumerate() {
                let mut own = value.fields();
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
