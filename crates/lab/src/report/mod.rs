//! The results of an experiment, for people and for programs: tables, text and plots, made from the store.

mod answers;
mod comparisons;
mod exhibits;
mod html;
mod latex;
mod markdown;
mod plots;
mod reference;
mod reproduction;
mod results;
mod sweep;
mod table;
mod text;
mod tournament;

use plylab_core::{Message, Name, message};
use serde::Serialize;

use crate::plan::Plan;
use crate::summary::{CellForfeit, Summary};

pub use answers::Answer;
pub use exhibits::{Exhibit, exhibits};
pub use html::{Chapter, FrontMatter, page};
pub use plots::{file_name, plots};
pub use reference::{Agreement, Compared};
pub use reproduction::{Count, Numbers, Reproduction, SourceTally};
pub use results::{Deviation, Manifest, Results, SectionResults};
pub use table::{ColumnKind, Table, TableColumn, TableValue, machine_columns, wins_of};
pub use text::{aligned, display_width};
use tournament::Standings;

/// A report.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// What the experiment is called.
    pub title: String,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Where the results come from.
    pub manifest: Manifest,
    /// Caveats that apply to all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
    /// Section by section.
    pub sections: Vec<SectionReport>,
    /// The files that games were read from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<GameFile>,
}

/// The results of one section.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SectionReport {
    /// Its name.
    pub name: String,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Its tables, the most important first.
    pub tables: Vec<Table>,
    /// What others found, next to our results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compared: Vec<Compared>,
    /// What was asked, and what the results say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
    /// Caveats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
}

/// A file that games were read from, such as a layout, as it was kept with the results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameFile {
    /// Its name in the experiment.
    pub name: String,
    /// What is in it.
    pub text: String,
}

impl GameFile {
    /// What is written above it.
    pub fn heading(&self) -> Message {
        message!("file-of-games", "The file '{name}'", name = &self.name)
    }
}

/// A plot, drawn in a language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plot {
    /// A short name that can be part of a file name.
    pub name: String,
    /// What it shows, in words.
    pub title: String,
    /// The picture.
    pub svg: String,
}

impl Report {
    /// Makes a report from results.
    pub fn of(results: &Results) -> Report {
        let mut notes = results.plan.notes.clone();
        let manifest = results.manifest.clone();
        if manifest.games < manifest.planned {
            let (done, all) = (manifest.games, manifest.planned);
            notes.push(message!("played-so-far", "{done} of {all} games have been played so far."));
        }
        let mut versions: Vec<&str> = manifest.runs.iter().map(|run| run.version.as_str()).collect();
        versions.dedup();
        if versions.len() > 1 {
            notes.push(message!(
                "several-versions",
                "The results come from several versions of plylab ({versions}), which may differ."
            ));
        }
        let file = |(name, bytes): (&String, &Vec<u8>)| GameFile {
            name: name.clone(),
            text: String::from_utf8_lossy(bytes).into_owned(),
        };
        Report {
            title: results.plan.title.clone(),
            about: results.plan.about.clone(),
            manifest,
            notes,
            sections: (0..)
                .zip(results.sections())
                .map(|(index, section)| SectionReport::of(results, index, &section))
                .collect(),
            files: results.plan.files.iter().map(file).collect(),
        }
    }

    /// Every table, section by section.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().flat_map(|section| &section.tables)
    }

    /// The main table of each section.
    pub fn main_tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().filter_map(|section| section.tables.first())
    }
}

/// The first table of every section, from the results so far.
pub fn main_tables(plan: &Plan, summaries: &[Summary]) -> Vec<Table> {
    let table = |section: &SectionResults<'_>| match Standings::of(section) {
        Some(standings) => tournament::ranking(section, &standings),
        None => sweep::table(section),
    };
    results::sections(plan, summaries).iter().map(table).collect()
}

impl SectionReport {
    fn of(results: &Results, index: usize, section: &SectionResults<'_>) -> SectionReport {
        let compared = reference::compared(section);
        let references = reference::tables(section, &compared);
        let mut tables = Vec::new();
        let mut notes: Vec<Message> =
            plots::left_out(section, &results.plan.arrangement).into_iter().collect();
        if let Some(standings) = Standings::of(section) {
            tables.push(tournament::ranking(section, &standings));
            tables.push(tournament::cross_table(section, &standings));
            tables.extend(tournament::endings(section, &standings));
            tables.push(tournament::verdicts(section));
            tables.extend(references);
        } else {
            tables.push(sweep::table(section));
            tables.extend(references);
            tables.extend(comparisons::table(results, section));
            let cells = match section.cells.iter().filter(|(_, summary)| summary.all_the_same()).count() {
                0 => None,
                1 => Some(message!("a-single-cell", "one cell")),
                n => Some(message!("n-cells", "{n} cells")),
            };
            notes.extend(cells.map(|cells| {
                message!(
                    "all-the-same",
                    "All games of {cells} went the same way: nothing in them is random, so their confidence intervals are \
                     meaningless and more games would add nothing."
                )
            }));
        }
        for (cell, summary) in &section.cells {
            let cell = &cell.key;
            if let Some(CellForfeit { number, seat, reason }) = &summary.first_forfeit
                && !section.is_tournament()
            {
                let (number, seat, reason) = (*number, seat.index(), reason.message());
                notes.push(message!(
                    "first-forfeit",
                    "First forfeit of {cell}: game {number}, seat {seat}: {reason}."
                ));
            }
            if let Some((number, message)) = summary.broken.clone() {
                notes.push(message!(
                    "game-failed",
                    "Game {number} of {cell} failed and is not counted: {message}."
                ));
            }
        }
        notes.extend(tournament::first_forfeits(section));
        notes.extend(sweep::unfinished_maxima(section));
        for deviation in results.deviations.iter().filter(|deviation| deviation.section == index) {
            let Deviation { agent, game, ply, earlier, .. } = deviation;
            notes.push(message!(
                "agent-deviates",
                "{agent} is not deterministic: with the same seed and after the same moves it made another move in \
                 '{game}' (move {ply}) than in '{earlier}'.",
                ply = *ply
            ));
        }
        SectionReport {
            name: section.about.name.clone(),
            about: section.about.about.clone(),
            tables,
            compared,
            answers: answers::of(section),
            notes,
        }
    }
}

/// A text of an experiment as a message of its own.
fn named(text: &str) -> Message {
    message!("named", "{name}", name = Name::of(text))
}
