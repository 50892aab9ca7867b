//! `plylab report`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use plylab_core::{Message, Name, Registry, message};
use plylab_lab::report::{
    Chapter, Front, Plot, Report, Results, Table, exhibits, machine_columns, page, plots,
};
use plylab_lab::store::Store;

use crate::failure::Failure;
use crate::files::write_whole;
use crate::language::{as_typed, language, plus_minus, said};
use crate::output::Output;
use crate::terminal::{Style, fold};

/// Turn the results of an experiment into tables and plots.
///
/// Without options it prints tables as text. Numbers in columns marked with * depend on the machine; all others are
/// the same on every machine. Confidence intervals are 95 %: Wilson's for rates, Student's for means. You can also
/// report on a folder while a run is still writing to it.
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

    /// Write one page with tables, plots, settings and games to replay; it needs no network and no other file.
    #[arg(long, value_name = "FILE")]
    html: Option<String>,

    /// Write every plot to this folder, as SVG.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,

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
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let store = Store::read(&self.folder)?;
        let results = Results::load(&store, registry)?;
        let report = Report::of(&results);
        if let Some(file) = &self.html {
            write_whole(file, html(&results, &report, &store)?.as_bytes())?;
        }
        if let Some(folder) = &self.plots {
            write_plots(&plots(&results, language()), folder)?;
        }
        if self.json {
            return out.json(&report);
        }
        let text = if self.md {
            report.markdown(language())
        } else if self.csv {
            report.csv()
        } else if self.latex {
            report.latex(language())
        } else if self.html.is_some() || self.plots.is_some() {
            return Ok(());
        } else {
            plain_text(&report, out.style)
        };
        out.raw(text.as_bytes())
    }
}

/// The report as one page, with games to replay.
pub fn html(results: &Results, report: &Report, store: &Store) -> Result<String, Failure> {
    let games = exhibits(results, store, usize::MAX, language())?;
    let plots = plots(results, language());
    let chapter = Chapter { report, plots: &plots, exhibits: &games, file: &results.plan.text };
    Ok(page(&title(report), &Front::default(), &[chapter], language()))
}

/// Every plot of a report as a file of its own: `2-score-1.svg` is one of the second section.
fn write_plots(sections: &[Vec<Plot>], folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| std::io::Error::new(error.kind(), format!("'{}': {error}", folder.display())))?;
    for (number, plots) in sections.iter().enumerate() {
        for plot in plots {
            let file = folder.join(format!("{}-{}.svg", number + 1, plot.name));
            write_whole(&file.to_string_lossy(), plot.svg.as_bytes())?;
        }
    }
    Ok(())
}

/// The maximum width of text.
const WIDTH: usize = 100;

/// The title of a report as a message.
fn title(report: &Report) -> Message {
    message!("named", "{name}", name = Name::of(report.title.as_str()))
}

/// The report as text.
pub fn plain_text(report: &Report, style: Style) -> String {
    let note =
        |note: &Message| fold(&said(&message!("noted", "note: {note}", note = note.clone())), 0, 2, WIDTH);
    let mut lines = vec![style.strong(said(&title(report)))];
    let manifest = &report.manifest;
    lines.push(said(&message!(
        "report-facts",
        "{games} of {planned} games, seed {seed}, plylab {version}",
        games = manifest.games,
        planned = manifest.planned,
        seed = manifest.seed,
        version = manifest.version
    )));
    lines.extend(report.notes.iter().flat_map(note));
    for section in &report.sections {
        lines.push(String::new());
        for table in &section.tables {
            lines.push(style.strong(said(&table.title)));
            lines.extend(table_lines(table, style));
            lines.extend(table.notes.iter().flat_map(|note| fold(&said(note), 0, 0, WIDTH)));
            lines.push(String::new());
        }
        lines.extend(section.notes.iter().flat_map(note));
    }
    if report.tables().any(Table::has_machine_columns) {
        lines.push(said(&machine_columns()));
    }
    for file in &report.files {
        lines.push(format!("\n{}", style.strong(said(&file.heading()))));
        lines.extend(file.text.lines().map(as_typed));
    }
    lines.join("\n") + "\n"
}

/// A table as text, with dimmed headings.
pub fn table_lines(table: &Table, style: Style) -> Vec<String> {
    let mut lines = table.text(language(), plus_minus(style));
    if let Some(heads) = lines.first_mut() {
        *heads = style.quiet(&*heads);
    }
    lines
}
