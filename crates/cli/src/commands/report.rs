//! `plylab report`.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use plylab_core::{InputError, Message, Name, Registry, message};
use plylab_draw::raster::Format;
use plylab_lab::Plan;
use plylab_lab::experiment::{Arrangement, Pair};
use plylab_lab::report::{
    Chapter, FrontMatter, Plot, Report, Results, Table, exhibits, file_name, machine_columns, page, plots,
};
use plylab_lab::store::SqliteStore;

use crate::failure::Failure;
use crate::figures::{convert, takes_stdout, write};
use crate::files::{STDOUT, write_whole};
use crate::language::{as_typed, language, plus_minus, say};
use crate::output::{Output, note};
use crate::terminal::{Style, fold, quiet_heads};

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
  plylab report results/report-a --csv > report-a.csv
  plylab report results/report-a --plots figures --pdf
  plylab report results/report-a --latex --columns wins,nodes > table.tex
  plylab report results/report-a --plots figures --x depth")]
pub struct ReportArgs {
    /// The folder that 'plylab run' wrote to.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Write one page with tables, plots, settings and games to replay; it needs no network and no other file. '-' writes to
    /// standard output.
    #[arg(long, value_name = "FILE")]
    html: Option<String>,

    /// Write every plot to this folder, as SVG, in files named by what they show.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,

    /// With --plots, write each as PNG, too.
    #[arg(long, requires = "plots")]
    png: bool,

    /// With --plots, write each as PDF, too, with its letters embedded.
    #[arg(long, requires = "plots")]
    pdf: bool,

    /// The title, instead of that of the experiment.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// The axis of the experiment along the x axis of plots; depth by default.
    #[arg(long, value_name = "AXIS")]
    x: Option<String>,

    /// The axis whose values are the lines of a plot; by default all agents share one plot.
    #[arg(long, value_name = "AXIS")]
    lines: Option<String>,

    /// What to compare pairwise: neighbours on an axis, or two of its values; all neighbours by default.
    #[arg(long, value_name = "AXIS[=A,B]")]
    compare: Vec<String>,

    /// The columns of the main tables, by title or some words of it: score,wins,nodes.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    columns: Vec<String>,

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
        let answers = (self.md || self.csv || self.json || self.latex).then(|| STDOUT.to_owned());
        takes_stdout(self.html.iter().chain(&answers))?;
        let store = SqliteStore::read(&self.folder)?;
        let mut results = Results::load(&store, registry)?;
        self.arrange(&mut results.plan)?;
        if let Some(title) = &self.title {
            results.plan.title.clone_from(title);
        }
        let mut report = Report::of(&results);
        if !self.columns.is_empty() {
            report.keep_columns(&self.columns)?;
        }
        if let Some(file) = &self.html {
            write(out, file, html(&results, &report, &store)?.as_bytes())?;
        }
        if let Some(folder) = &self.plots {
            let formats = [(self.png, Format::Png), (self.pdf, Format::Pdf)];
            let formats: Vec<Format> =
                formats.into_iter().filter_map(|(asked, format)| asked.then_some(format)).collect();
            let names: Vec<&str> = report.sections.iter().map(|section| section.name.as_str()).collect();
            for line in write_plots(&plots(&results, language()), &names, folder, &formats)? {
                // Standard output may hold a table for a program.
                let for_program = answers.is_some() || self.html.as_deref() == Some(STDOUT);
                if for_program { note(&line) } else { out.line(line)? }
            }
        }
        if self.json {
            return out.json(&report);
        }
        let text = if self.md {
            report.markdown(language())
        } else if self.csv {
            report.csv()
        } else if self.latex {
            self.wide(&report).iter().for_each(|wide| note(&say(wide)));
            report.latex(language())
        } else if self.html.is_some() || self.plots.is_some() {
            return Ok(());
        } else {
            plain_text(&report, out.style)
        };
        out.raw(text.as_bytes())
    }

    /// Which table is too wide to be read on a page, if no columns were chosen.
    fn wide(&self, report: &Report) -> Option<Message> {
        let widest = report.main_tables().max_by_key(|table| table.columns.len())?;
        let (title, n) = (widest.title.clone(), widest.columns.len());
        (self.columns.is_empty() && n > READABLE).then(|| {
            message!(
                "latex-wide",
                "'{title}' has {n} columns, which a page shows in small print; choose some, as in --columns wins,nodes"
            )
        })
    }

    /// Arranges the report as the flags say, and the file where they say nothing.
    fn arrange(&self, plan: &mut Plan) -> Result<(), InputError> {
        let pairs = self.compare.iter().map(|text| {
            Pair::read(text, &plan.sections).map_err(|error| error.at(Message::verbatim("--compare")))
        });
        let pairs = pairs.collect::<Result<Vec<Pair>, InputError>>()?;
        for (flag, axis) in [("--x", &self.x), ("--lines", &self.lines)] {
            let alone = Arrangement { x: axis.clone(), ..Arrangement::default() };
            alone.check(&plan.sections).map_err(|error| error.at(Message::verbatim(flag)))?;
        }
        let asked = Arrangement { x: self.x.clone(), lines: self.lines.clone(), pairs };
        asked.check(&plan.sections)?;
        plan.arrangement = plan.arrangement.clone().with(asked);
        Ok(())
    }
}

/// The report as one page, with games to replay.
pub fn html(results: &Results, report: &Report, store: &SqliteStore) -> Result<String, Failure> {
    let games = exhibits(results, store, usize::MAX, language())?;
    let plots = plots(results, language());
    let chapter = Chapter { report, plots: &plots, exhibits: &games, file: &results.plan.text };
    Ok(page(&title(report), &FrontMatter::default(), &[chapter], language()))
}

/// Every plot of a report as files of its own, named by what it shows: `win-rate-by-depth.svg`, after the name of its section
/// if there are several. Returns a line on each: its files and its title.
fn write_plots(
    sections: &[Vec<Plot>],
    names: &[&str],
    folder: &Path,
    formats: &[Format],
) -> Result<Vec<String>, Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| std::io::Error::new(error.kind(), format!("'{}': {error}", folder.display())))?;
    let mut lines = Vec::new();
    let mut taken = HashSet::new();
    for (number, plots) in sections.iter().enumerate() {
        let section = names.get(number).map(|name| file_name(name)).filter(|_| sections.len() > 1);
        for plot in plots {
            let parts: Vec<&str> = section.iter().map(String::as_str).chain([plot.name.as_str()]).collect();
            let mut name = parts.join("-");
            if !taken.insert(name.clone()) {
                // Two sections whose names differ in signs only.
                name = format!("{}-{name}", number + 1);
                taken.insert(name.clone());
            }
            let mut endings = vec!["svg"];
            let path = |ending: &str| folder.join(format!("{name}.{ending}")).to_string_lossy().into_owned();
            write_whole(&path("svg"), plot.svg.as_bytes())?;
            for format in formats {
                write_whole(&path(format.ending()), &convert(*format, &plot.svg)?)?;
                endings.push(format.ending());
            }
            let files: Vec<String> = endings.into_iter().map(path).collect();
            lines.push(format!("{}: {}", as_typed(&files.join(", ")), plot.title));
        }
    }
    if lines.is_empty() {
        lines.push(say(&message!("no-plots", "there is nothing to plot yet")));
    }
    Ok(lines)
}

/// The most columns of a table that is readable on a page.
const READABLE: usize = 8;

/// The maximum width of text.
const WIDTH: usize = 100;

/// The title of a report as a message.
fn title(report: &Report) -> Message {
    message!("named", "{name}", name = Name::of(report.title.as_str()))
}

/// The report as text.
pub fn plain_text(report: &Report, style: Style) -> String {
    let note =
        |note: &Message| fold(&say(&message!("noted", "note: {note}", note = note.clone())), 0, 2, WIDTH);
    let mut lines = vec![style.strong(say(&title(report)))];
    let manifest = &report.manifest;
    lines.push(say(&message!(
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
            lines.push(style.strong(say(&table.title)));
            lines.extend(table_lines(table, style));
            lines.extend(table.notes.iter().flat_map(|note| fold(&say(note), 0, 0, WIDTH)));
            lines.push(String::new());
        }
        lines.extend(section.notes.iter().flat_map(note));
    }
    if report.tables().any(Table::has_machine_columns) {
        lines.push(say(&machine_columns()));
    }
    for file in &report.files {
        lines.push(format!("\n{}", style.strong(say(&file.heading()))));
        lines.extend(file.text.lines().map(as_typed));
    }
    lines.join("\n") + "\n"
}

/// A table as text, with dimmed headings.
pub fn table_lines(table: &Table, style: Style) -> Vec<String> {
    quiet_heads(table.text(language(), plus_minus(style)), style)
}
