//! The files that the games of an experiment were read from, such as layouts, as a report shows them.

use std::fmt::Write as _;

use plylab_core::{Message, message};
use plylab_draw::escape;
use serde::Serialize;

use super::{Report, markdown};
use crate::messages::Language;
use crate::plan::Plan;

/// A file that games were read from, as it was kept with the results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameFile {
    /// Its name in the experiment.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl GameFile {
    /// The files of a plan, by name.
    pub(super) fn of(plan: &Plan) -> Vec<GameFile> {
        let file = |(name, bytes): (&String, &Vec<u8>)| GameFile {
            name: name.clone(),
            text: String::from_utf8_lossy(bytes).into_owned(),
        };
        plan.files.iter().map(file).collect()
    }

    /// What is written above it.
    pub fn heading(&self) -> Message {
        message!("file-of-games", "The file '{name}'", name = &self.name)
    }
}

impl Report {
    /// Its files as parts of a page that are opened by a click.
    pub(super) fn files_html(&self, language: &Language) -> String {
        let mut out = String::new();
        for file in &self.files {
            // Escape within lines, so that line ends stay.
            let text = file.text.lines().map(escape).collect::<Vec<String>>().join("\n");
            let heading = escape(&language.say(&file.heading()));
            let _ =
                writeln!(out, "<details><summary>{heading}</summary><pre dir=\"ltr\">{text}</pre></details>");
        }
        out
    }

    /// Its files in Markdown, under headings of this level.
    pub(super) fn files_markdown(&self, level: &str, language: &Language) -> Vec<String> {
        let block = |file: &GameFile| {
            let heading = markdown::escape(&language.say(&file.heading()));
            let lines: Vec<String> = file.text.lines().map(|line| format!("    {line}")).collect();
            format!("{level} {heading}\n\n{}", lines.join("\n"))
        };
        self.files.iter().map(block).collect()
    }
}
