//! `plylab report`.

use std::path::PathBuf;

use clap::Args;
use plylab_lab::report::{Report, Results, Table};
use plylab_lab::store::Store;

use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::{Style, fold};

/// Make tables and plots of the results of an experiment.
///
/// Without an option it prints tables for people. Numbers in columns marked with * depend on the machine; all others are
/// the same on every machine. Intervals hold the truth in 95 of 100 such experiments: Wilson's for rates, Student's for
/// means. A folder to which a run is still writing can be reported on, too.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab report results/report-a
  plylab report results/report-a --html report-a.html
  plylab report results/report-a --csv > report-a.csv")]
pub struct ReportArgs {
    /// The folder that 'plylab run' wrote to.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print Markdown.
    #[arg(long, group = "format")]
    md: bool,

    /// Print the main tables as comma-separated values.
    #[arg(long, group = "format")]
    csv: bool,

    /// Print everything as JSON: one object.
    #[arg(long, group = "format")]
    json: bool,

    /// Print tables for a paper in LaTeX.
    #[arg(long, group = "format")]
    latex: bool,
}

impl ReportArgs {
    /// Reports.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let store = Store::read(&self.folder)?;
        let results = Results::load(&store)?;
        let report = Report::of(&results);
        if self.json {
            return out.json(&report);
        }
        let text = if self.md {
            report.markdown()
        } else if self.csv {
            report.csv()
        } else if self.latex {
            report.latex()
        } else {
            people(&report, out.style)
        };
        out.raw(text.as_bytes())
    }
}

/// As wide as words get.
const WIDTH: usize = 100;

fn people(report: &Report, style: Style) -> String {
    let mut lines = vec![style.strong(report.title.clone())];
    let manifest = &report.manifest;
    lines.push(format!(
        "{} of {} games, seed {}, plylab {}",
        manifest.games, manifest.planned, manifest.seed, manifest.version
    ));
    lines.extend(report.notes.iter().flat_map(|note| fold(&format!("note: {note}"), 0, 2, WIDTH)));
    for section in &report.sections {
        lines.push(String::new());
        for table in &section.tables {
            lines.push(style.strong(table.title.clone()));
            lines.extend(table_lines(table, style));
            lines.extend(table.notes.iter().flat_map(|note| fold(note, 0, 0, WIDTH)));
            lines.push(String::new());
        }
        lines.extend(section.notes.iter().flat_map(|note| fold(&format!("note: {note}"), 0, 2, WIDTH)));
    }
    if report.tables().any(Table::has_machine_columns) {
        lines.push(
            "Columns marked with * depend on the machine; all others are the same on every machine."
                .to_owned(),
        );
    }
    lines.join("\n") + "\n"
}

/// A table for people, heads in a quiet tone.
pub fn table_lines(table: &Table, style: Style) -> Vec<String> {
    let mut lines = table.text(if style.unicode { "\u{b1}" } else { "+-" });
    if let Some(heads) = lines.first_mut() {
        *heads = style.quiet(&*heads);
    }
    lines
}
