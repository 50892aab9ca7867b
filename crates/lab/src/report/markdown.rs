//! Reports in Markdown.

use super::table::{Column, MACHINE_COLUMNS, Table};
use super::{Answer, Manifest, Report};

impl Report {
    /// The report in Markdown, tables and text. Columns marked with `*` depend on the machine.
    pub fn markdown(&self) -> String {
        let mut blocks = self.blocks("#");
        if self.tables().any(Table::has_machine_columns) {
            blocks.push(escape(MACHINE_COLUMNS));
        }
        blocks.push(format!("## Manifest\n\n{}", self.manifest.markdown()));
        blocks.join("\n\n") + "\n"
    }

    /// Title, text and tables, under headings of this level.
    pub(super) fn blocks(&self, level: &str) -> Vec<String> {
        let mut blocks = vec![format!("{level} {}", escape(&self.title))];
        blocks.extend(self.about.clone());
        blocks.extend(self.notes.iter().map(|note| format!("> {note}")));
        for section in &self.sections {
            blocks.push(format!("{level}# {}", escape(&section.name)));
            blocks.extend(section.about.clone());
            for Answer { question, sentences } in &section.answers {
                let said: Vec<String> = sentences.iter().map(|said| escape(&said.to_string())).collect();
                blocks.push(format!("**{}** {}", escape(&question.to_string()), said.join(" ")));
            }
            for (index, table) in section.tables.iter().enumerate() {
                if index > 0 {
                    blocks.push(format!("{level}## {}", escape(&table.title)));
                }
                blocks.push(table.markdown());
                blocks.extend(table.notes.iter().cloned());
            }
            blocks.extend(section.notes.iter().map(|note| format!("> {note}")));
        }
        blocks
    }
}

impl Table {
    /// The table in Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let head = |column: &Column| escape(&column.title) + column.kind.mark(" \\*");
        let rule = |column: &Column| if column.kind.is_words() { "---" } else { "---:" }.to_owned();
        let mut lines = vec![
            line(self.columns.iter().map(head).collect()),
            line(self.columns.iter().map(rule).collect()),
        ];
        lines.extend(
            self.rows.iter().map(|row| line(row.iter().map(|value| escape(&value.text("\u{b1}"))).collect())),
        );
        lines.join("\n")
    }
}

impl Manifest {
    /// The manifest as a list.
    pub(super) fn markdown(&self) -> String {
        let mut lines = vec![
            format!("- version {}, seed {}", self.version, self.seed),
            format!("- {} of {} games", self.games, self.planned),
            format!("- file {}", self.file_hash),
            format!("- plan {}", self.plan),
        ];
        lines.extend(self.runs.iter().map(|run| {
            format!(
                "- run by {} on {} ({}), {} threads, {}",
                run.version,
                escape(&run.cpu),
                run.system,
                run.threads,
                run.shard
            )
        }));
        lines.join("\n")
    }
}

/// Text with all markup escaped.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars() {
        match sign {
            '|' | '*' | '_' | '`' | '<' | '[' | '\\' => {
                escaped.push('\\');
                escaped.push(sign);
            }
            '\n' => escaped.push(' '),
            _ => escaped.push(sign),
        }
    }
    escaped
}
