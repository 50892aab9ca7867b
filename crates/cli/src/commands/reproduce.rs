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

/// Repeat the experiments of the five reports, and set ours beside theirs.
///
/// Plays every experiment that comes with Plylab (see 'plylab experiments'), each into a folder of its own, and writes one
/// report: every number that the reports printed beside ours, and in words where and why they differ. What was stopped
/// goes on where it was when the same command is given again; Ctrl-C stops after the games in hand, a second Ctrl-C at
/// once.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab reproduce --quick                a first look, in seconds
  plylab reproduce                        everything, in minutes
  plylab reproduce --out /tmp/reports --threads 1")]
pub struct ReproduceArgs {
    /// Play only the few games that are enough for a first look.
    #[arg(long)]
    quick: bool,

    /// The folder for the results and the report; results/reproduce or results/reproduce-quick if left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// How many games are played at a time; one for each processor if left out.
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
        for (place, experiment) in shipped::reports().enumerate() {
            let plan = Plan::read(experiment.text, registry, &DiskFiles, size)
                .map_err(|error| error.at(Message::verbatim(experiment.name)))?;
            output::note(&format!(
                "{} of {}: {}, {} games",
                place + 1,
                shipped::reports().count(),
                plan.title,
                plan.len()
            ));
            let results = folder.join(experiment.name);
            let (finished, _) = play(&plan, &results, self.threads, None, &interrupt, out.style)?;
            if !finished.complete() {
                output::note("stopped; the same command goes on from here");
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
        out.line(format!("The whole report is in {} and report.md beside it", file.display()))
    }
}

/// What came of it, for people who do not read the whole report.
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
    lines.push(String::new());
    lines
}
