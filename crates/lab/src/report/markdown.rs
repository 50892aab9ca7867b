//! Reports in Markdown.

use plylab_core::{Direction, Message, message};

use super::results::{interpreter_words, run_words};
use super::table::{Table, TableColumn, TableValue, machine_columns};
use super::{Manifest, Report};
use crate::messages::Language;

impl Report {
    /// The report in Markdown, tables and text. Columns marked with `*` depend on the machine.
    pub fn markdown(&self, language: &Language) -> String {
        let mut blocks = self.blocks("#", language);
        if self.tables().any(Table::has_machine_columns) {
            blocks.push(escape(&language.say(&machine_columns())));
        }
        for file in &self.files {
            let heading = escape(&language.say(&file.heading()));
            let lines: Vec<String> = file.text.lines().map(|line| format!("    {line}")).collect();
            blocks.push(format!("## {heading}\n\n{}", lines.join("\n")));
        }
        let heading = language.say(&message!("manifest", "Manifest"));
        blocks.push(format!("## {heading}\n\n{}", self.manifest.markdown(language)));
        document(&blocks, language)
    }

    /// Title, text and tables, under headings of this level.
    pub(super) fn blocks(&self, level: &str, language: &Language) -> Vec<String> {
        let mut blocks = vec![format!("{level} {}", escape(&language.name(&self.title)))];
        blocks.extend(self.about.iter().map(|about| language.name(about)));
        blocks.extend(self.notes.iter().map(|note| format!("> {}", language.say(note))));
        for section in &self.sections {
            blocks.push(format!("{level}# {}", escape(&language.name(&section.name))));
            blocks.extend(section.about.iter().map(|about| language.name(about)));
            for answer in &section.answers {
                let (question, said) = (language.say(&answer.question), language.say(&answer.said()));
                blocks.push(format!("**{}** {}", escape(&question), escape(&said)));
            }
            for (index, table) in section.tables.iter().enumerate() {
                if index > 0 {
                    blocks.push(format!("{level}## {}", escape(&language.say(&table.title))));
                }
                blocks.push(table.markdown(language));
                blocks.extend(table.notes.iter().map(|note| language.say(note)));
            }
            blocks.extend(section.notes.iter().map(|note| format!("> {}", language.say(note))));
        }
        blocks
    }
}

impl Table {
    /// The table in Markdown.
    pub fn markdown(&self, language: &Language) -> String {
        let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
        let head = |column: &TableColumn| escape(&column.head(language)) + column.kind.mark(" \\*");
        let rule = |column: &TableColumn| if column.kind.is_words() { "---" } else { "---:" }.to_owned();
        let cell = |value: &TableValue| escape(&value.text(language, "\u{b1}"));
        let heads = [self.columns.iter().map(head).collect(), self.columns.iter().map(rule).collect()];
        let rows = self.rows.iter().map(|row| row.iter().map(cell).collect());
        heads.into_iter().chain(rows).map(line).collect::<Vec<String>>().join("\n")
    }
}

impl Manifest {
    /// The manifest as a list.
    pub(super) fn markdown(&self, language: &Language) -> String {
        let Manifest { version, seed, file_hash, plan, games, planned, runs } = self;
        let mut facts = vec![
            message!("manifest-version", "version {version}, seed {seed}", version = *version, seed = *seed),
            message!("manifest-games", "{games} of {planned} games", games = *games, planned = *planned),
            message!("manifest-file", "file {hash}", hash = file_hash),
            message!("manifest-plan", "plan {hash}", hash = plan),
        ];
        facts.extend(runs.iter().map(|run| message!("manifest-run", "run by {run}", run = run_words(run))));
        let interpreters = interpreter_words(runs).into_iter();
        facts.extend(interpreters.map(|words| message!("manifest-interpreter", "agents run by {words}")));
        let fact = |fact: &Message| format!("- {}", escape(&language.say(fact)));
        facts.iter().map(fact).collect::<Vec<String>>().join("\n")
    }
}

/// Blocks as a document; right-to-left languages say so.
pub(super) fn document(blocks: &[String], language: &Language) -> String {
    let text = blocks.join("\n\n");
    match language.info().direction {
        Direction::Ltr => text + "\n",
        Direction::Rtl => format!("<div dir=\"rtl\">\n\n{text}\n\n</div>\n"),
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
