//! `plylab results`.

pub mod check;
mod export;
mod merge;

use std::sync::Arc;

use clap::{Args, Subcommand};
use plylab_core::Registry;

use crate::failure::Failure;
use crate::output::Output;

/// Verify, export or merge the results of experiments.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab results check results/report-a
  plylab results export results/report-a > games.jsonl
  plylab results merge results/mine-1-of-2 results/mine-2-of-2 --out results/mine")]
pub struct ResultsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Check(check::CheckArgs),
    Export(export::ExportArgs),
    Merge(merge::MergeArgs),
}

impl ResultsArgs {
    /// Runs the command.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        match &self.what {
            What::Check(args) => args.run(registry, out),
            What::Export(args) => args.run(registry, out),
            What::Merge(args) => args.run(registry, out),
        }
    }
}
