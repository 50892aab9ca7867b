//! `plylab reproduce`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use plylab_core::{Message, Name, Registry, message};
use plylab_lab::Plan;
use plylab_lab::experiment::Size;
use plylab_lab::report::{Chapter, Report, Reproduction, Results, exhibits, page, plots};
use plylab_lab::shipped;
use plylab_lab::store::SqliteStore;

use super::report::table_lines;
use super::run::{play, stopped};
use super::whole;
use crate::failure::Failure;
use crate::files::{DiskFiles, write_whole};
use crate::interrupt::finish_or_abandon;
use crate::language::{language, plus_minus, say};
use crate::output::{self, Output};

/// Repeat the five reports and compare every number.
///
/// Runs the bundled experiments that repeat a report (see 'plylab run --list'), each into its own folder, and writes
/// one report: every number that the reports printed beside ours, and in words where and why they differ. A run that
/// was stopped continues when you give the same command again. Ctrl-C stops after the games in progress, a second
/// Ctrl-C at once.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab reproduce --quick                a first look
  plylab reproduce                        everything
  plylab reproduce --out /tmp/reports --threads 1")]
pub struct ReproduceArgs {
    /// Play only a few games of each experiment, for a first look.
    #[arg(long)]
    quick: bool,

    /// The folder for the results and the report; by default results/reproduce or results/reproduce-quick.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Games played at the same time; by default one per processor.
    #[arg(long, value_name = "N", value_parser = whole(1, 1024))]
    threads: Option<u64>,
}

impl ReproduceArgs {
    /// Plays them all, then writes the report.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let (size, name) =
            if self.quick { (Size::Quick, "reproduce-quick") } else { (Size::Full, "reproduce") };
        let folder = self.out.clone().unwrap_or_else(|| Path::new("results").join(name));
        let interrupt = finish_or_abandon();
        let (mut reports, mut replays, mut pictures) = (Vec::new(), Vec::new(), Vec::new());
        for (n, experiment) in (1u64..).zip(shipped::reports()) {
            let plan = Plan::read(experiment.text, registry, &DiskFiles, size)
                .map_err(|error| error.at(Message::verbatim(experiment.name)))?;
            let (all, title, games) = (shipped::reports().count(), Name::of(plan.title.as_str()), plan.len());
            output::note(&say(&message!("experiment-of", "{n} of {all}: {title}, {games} games")));
            let results = folder.join(experiment.name);
            let (finished, _) =
                play(&plan, &results, self.threads, None, &interrupt, out.style, SqliteStore::open)?;
            if !finished.complete() {
                return Err(stopped());
            }
            let store = SqliteStore::read(&results)?;
            let results = Results::load(&store, registry)?;
            replays.push(exhibits(&results, &store, 1, language())?);
            pictures.push(plots(&results, language()));
            reports.push(Report::of(&results));
        }
        let reproduction = Reproduction::of(reports);
        write_whole(
            &folder.join("report.md").to_string_lossy(),
            reproduction.markdown(language()).as_bytes(),
        )?;
        let chapters: Vec<Chapter<'_>> = reproduction
            .reports
            .iter()
            .zip(pictures.iter().zip(&replays))
            .zip(shipped::reports().map(|experiment| experiment.text))
            .map(|((report, (plots, exhibits)), file)| Chapter { report, plots, exhibits, file })
            .collect();
        let file = folder.join("report.html");
        let html = page(&Reproduction::title(), &reproduction.front(), &chapters, language());
        write_whole(&file.to_string_lossy(), html.as_bytes())?;
        for line in summary(&reproduction, out) {
            out.line(line)?;
        }
        let file = file.display().to_string();
        out.line(say(&message!("full-report-in", "The full report is in {file}, and in report.md beside it")))
    }
}

/// A summary of the report.
fn summary(reproduction: &Reproduction, out: &Output) -> Vec<String> {
    let mut lines = table_lines(&reproduction.table(), out.style);
    lines.push(String::new());
    lines.push(say(&reproduction.verdict()));
    let sign = plus_minus(out.style);
    for (title, items, sign) in [
        (Reproduction::what_differs(), reproduction.differences(), sign),
        (Reproduction::what_was_asked(), reproduction.answers(), "\u{b1}"),
    ] {
        if !items.is_empty() {
            lines.extend([String::new(), out.style.strong(say(&title))]);
            lines.extend(items.iter().map(|item| format!("- {}", say(item).replace('\u{b1}', sign))));
        }
    }
    lines.push(String::new());
    lines
}
