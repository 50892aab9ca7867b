//! The results of an experiment, for people and for programs: tables, text and plots, made from the store.

mod csv;
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

use serde::Serialize;

use crate::plan::Plan;
use crate::summary::{FirstForfeit, Summary};

pub use exhibits::{Exhibit, exhibits};
pub use html::{Chapter, Front, page};
pub use reference::{Agreement, Compared};
pub use reproduction::{Count, Numbers, Reproduction, SourceTally, TITLE as REPRODUCTION_TITLE};
pub use results::{Manifest, Results, SectionResults};
pub use table::{Column, ColumnKind, MACHINE_COLUMNS, Table, Value};
pub use tournament::Standings;

/// A report.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    pub notes: Vec<String>,
    /// Section by section.
    pub sections: Vec<SectionReport>,
}

/// The results of one section.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    /// Caveats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Its plots.
    #[serde(skip)]
    pub plots: Vec<Plot>,
}

/// A plot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plot {
    /// A short name that can be part of a file name.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The picture.
    pub svg: String,
}

impl Report {
    /// Makes a report from results.
    pub fn of(results: &Results) -> Report {
        let mut notes: Vec<String> = results.plan.notes.iter().map(ToString::to_string).collect();
        let manifest = results.manifest.clone();
        if manifest.games < manifest.planned {
            notes.push(format!("{} of {} games have been played so far.", manifest.games, manifest.planned));
        }
        let mut versions: Vec<&str> = manifest.runs.iter().map(|run| run.version.as_str()).collect();
        versions.dedup();
        if versions.len() > 1 {
            notes.push(format!(
                "The results come from several versions of plylab ({}), which may differ.",
                versions.join(", ")
            ));
        }
        Report {
            title: results.plan.title.clone(),
            about: results.plan.about.clone(),
            manifest,
            notes,
            sections: results.sections().iter().map(|section| SectionReport::of(results, section)).collect(),
        }
    }

    /// Every table, section by section.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().flat_map(|section| &section.tables)
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
    fn of(results: &Results, section: &SectionResults<'_>) -> SectionReport {
        let compared = reference::compared(section);
        let references = reference::tables(&section.about.name, &compared);
        let mut tables = Vec::new();
        match Standings::of(section) {
            Some(standings) => {
                tables.push(tournament::ranking(section, &standings));
                tables.push(tournament::cross_table(section, &standings));
                tables.push(tournament::verdicts(section));
                tables.extend(references);
            }
            None => {
                tables.push(sweep::table(section));
                tables.extend(references);
                tables.extend(sweep::comparisons(results, section));
            }
        }
        let mut notes: Vec<String> = plots::left_out(section).into_iter().collect();
        let repeated = section.cells.iter().filter(|(_, summary)| summary.all_the_same()).count();
        if repeated > 0 && !section.is_tournament() {
            let cells = if repeated == 1 { "one cell" } else { &format!("{repeated} cells") };
            notes.push(format!(
                "All games of {cells} went the same way: nothing in them is random, so their confidence intervals are \
                 meaningless and more games would add nothing."
            ));
        }
        for (cell, summary) in &section.cells {
            if let Some(FirstForfeit { number, seat, reason }) = &summary.first_forfeit {
                notes.push(format!("First forfeit of {}: game {number}, seat {seat}: {reason}.", cell.key));
            }
            if let Some((number, message)) = &summary.broken {
                notes.push(format!("Game {number} of {} failed and is not counted: {message}.", cell.key));
            }
        }
        SectionReport {
            name: section.about.name.clone(),
            about: section.about.about.clone(),
            tables,
            compared,
            notes,
            plots: plots::of(section),
        }
    }
}

/// The column widths of a table with these texts as values.
fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    (0..columns).map(|column| width(column).unwrap_or(0)).collect()
}
