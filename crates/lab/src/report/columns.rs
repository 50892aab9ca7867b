//! Tables with only the columns that are asked for.

use plylab_core::{InputError, message};

use super::plots::file_name;
use super::table::{ColumnKind, Table};
use super::{Report, table::Column};
use crate::words::distinct;

impl Report {
    /// Keeps, in the main table of each section, the columns with names and those that are asked for, in that order. A column
    /// is called by its title or some words of it: `score` is `mean score (95 %)`.
    pub fn keep_columns(&mut self, wanted: &[String]) -> Result<(), InputError> {
        for name in wanted {
            if self.main_tables().any(|table| !table.columns_named(name).is_empty()) {
                continue;
            }
            let columns = self.main_tables().flat_map(|table| &table.columns);
            let others = columns.filter(|column| column.kind != ColumnKind::Name);
            let titles = distinct(others.map(|column| column.title.as_str()));
            let wrong = message!("no-table-column", "no table has a column '{name}'", name = name.as_str());
            let right = message!("columns-are", "the columns are {titles}");
            return Err(InputError::new(wrong).expected(right));
        }
        for table in self.sections.iter_mut().filter_map(|section| section.tables.first_mut()) {
            table.keep(wanted);
        }
        Ok(())
    }
}

impl Table {
    /// The columns of this name: exactly, or else those whose titles have all its words.
    fn columns_named(&self, name: &str) -> Vec<usize> {
        let name = file_name(name);
        let title = |column: &Column| file_name(column.title.trim_end_matches(" (95 %)"));
        let find = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let fitting = |(_, column): &(usize, &Column)| fits(&title(column));
            self.columns.iter().enumerate().filter(fitting).map(|(index, _)| index).collect()
        };
        let exact = find(&|title| title == name);
        if !exact.is_empty() {
            return exact;
        }
        find(&|title| {
            !name.is_empty() && name.split('-').all(|word| title.split('-').any(|part| part == word))
        })
    }

    fn keep(&mut self, wanted: &[String]) {
        let names = (0..self.columns.len()).filter(|&index| self.columns[index].kind == ColumnKind::Name);
        let kept = distinct(names.chain(wanted.iter().flat_map(|name| self.columns_named(name))));
        self.columns = kept.iter().map(|&index| self.columns[index].clone()).collect();
        for row in &mut self.rows {
            *row = kept.iter().filter_map(|&index| row.get(index).cloned()).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Message;

    use super::super::table::Value;
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(Message::verbatim("t"));
        table.column("depth", ColumnKind::Name, [Value::Text("1".into())]);
        for title in ["wins", "mean score (95 %)", "nodes per move", "own time per game", "own time per move"]
        {
            table.column(title, ColumnKind::Deterministic, [Value::Count(1)]);
        }
        table
    }

    fn kept(wanted: &[&str]) -> Vec<String> {
        let mut table = table();
        table.keep(&wanted.iter().map(|&name| name.to_owned()).collect::<Vec<String>>());
        assert_eq!(table.rows[0].len(), table.columns.len());
        table.columns.into_iter().map(|column| column.title).collect()
    }

    #[test]
    fn columns_are_called_by_title_or_by_some_words_of_it() {
        assert_eq!(kept(&["score", "wins"]), ["depth", "mean score (95 %)", "wins"]);
        assert_eq!(kept(&["nodes", "nodes per move"]), ["depth", "nodes per move"]);
        assert_eq!(kept(&["time"]), ["depth", "own time per game", "own time per move"]);
        assert_eq!(kept(&["time per move"]), ["depth", "own time per move"]);
        assert_eq!(kept(&["", "win"]), ["depth"]);
    }
}
