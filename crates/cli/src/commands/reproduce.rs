//! `plylab reproduce`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use plylab_core::{Message, Registry};
use plylab_lab::Plan;
use plylab_lab::experiment::Size;
use plylab_lab::report::{Chapter, REPRODUCTION_TITLE, Report, Reproduction, Results, exhibits, page};
use plylab_lab::shipped;
use plylab_lab::store::Store;

use super::run::play;
use super::whole;
use crate::failure::Failure;
use crate::files::{DiskFiles, write_whole};
use crate::interrupt::finish_or_abandon;
use crate::output::{self, Output};

/// Repeat the five reports and compare every number.
///
/// Runs the bundled experiments that repeat a report (see 'plylab experiments'), each into its own folder, and writes
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
        let (mut reports, mut games) = (Vec::new(), Vec::new());
        for (index, experiment) in shipped::reports().enumerate() {
            let plan = Plan::read(experiment.text, registry, &DiskFiles, size)
                .map_err(|error| error.at(Message::verbatim(experiment.name)))?;
            output::note(&format!(
                "{} of {}: {}, {} games",
                index + 1,
                shipped::reports().count(),
                plan.title,
                plan.len()
            ));
            let results = folder.join(experiment.name);
            let (finished, _) = play(&plan, &results, self.threads, None, &interrupt, out.style)?;
            if !finished.complete() {
                output::note("stopped; run the same command to continue");
                return Err(Failure::Interrupted);
            }
            let store = Store::read(&results)?;
            let results = Results::load(&store, registry)?;
            games.push(exhibits(&results, &store, 1)?);
            reports.push(Report::of(&results));
        }
        let reproduction = Reproduction::of(reports);
        write_whole(&folder.join("report.md").to_string_lossy(), reproduction.markdown().as_bytes())?;
        let chapters: Vec<Chapter<'_>> = reproduction
            .reports
            .iter()
            .zip(&games)
            .zip(shipped::reports())
            .map(|((report, exhibits), experiment)| Chapter { report, exhibits, file: experiment.text })
            .collect();
        let file = folder.join("report.html");
        let html = page(REPRODUCTION_TITLE, &reproduction.front(), &chapters);
        write_whole(&file.to_string_lossy(), html.as_bytes())?;
        for line in summary(&reproduction, out) {
            out.line(line)?;
        }
        out.line(format!("The full report is in {}, and in report.md beside it", file.display()))
    }
}

/// A summary of the report.
fn summary(reproduction: &Reproduction, out: &Output) -> Vec<String> {
    let mut lines = reproduction.table().text("+-");
    if let Some(heads) = lines.first_mut() {
        *heads = out.style.quiet(&*heads);
    }
    lines.push(String::new());
    lines.push(reproduction.verdict());
    let differences = reproduction.differences();
    if !differences.is_empty() {
        lines.push(String::new());
        lines.push(out.style.strong("What differs"));
        let sign = if out.style.unicode { "\u{b1}" } else { "+-" };
        lines.extend(differences.iter().map(|line| format!("- {}", line.replace('\u{b1}', sign))));
    }
    let answers = reproduction.answer_lines();
    if !answers.is_empty() {
        lines.push(String::new());
        lines.push(out.style.strong("What the reports asked"));
        lines.extend(answers.iter().map(|line| format!("- {line}")));
    }
    lines.push(String::new());
    lines
}
