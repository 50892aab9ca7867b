//! `plylab merge`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use plylab_core::Registry;
use plylab_lab::store::{Merged, merge};

use crate::failure::Failure;
use crate::output::Output;

/// Join slices of an experiment that were run with --shard.
///
/// All must be of the same plan. A game that several slices have must have gone the same way in each of them. What comes
/// of it is the same as if one machine had played everything.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  plylab merge results/mine-1-of-2 results/mine-2-of-2 --out results/mine")]
pub struct MergeArgs {
    /// The folders of the slices.
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// The folder for the joined results.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl MergeArgs {
    /// Joins them.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let Merged { games, planned, doubled } = merge(&self.folders, &self.out, registry)?;
        let twice =
            if doubled > 0 { format!(", {doubled} of them in more than one slice") } else { String::new() };
        let missing = match planned.saturating_sub(games) {
            0 => "all are there".to_owned(),
            missing => format!("{missing} are missing: run the experiment with --out to play them"),
        };
        out.line(format!("{games} of {planned} games in {}{twice}; {missing}", self.out.display()))
    }
}
