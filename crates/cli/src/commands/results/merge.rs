//! `plylab results merge`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use plylab_core::{Registry, message};
use plylab_lab::store::{Merged, merge};
use plylab_lab::words::joined;

use crate::failure::Failure;
use crate::language::say;
use crate::output::Output;

/// Join the shards of an experiment run with --shard.
///
/// All must be of the same plan, and must agree on games that several of them have. The result is the same as if one
/// machine had played everything.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  plylab results merge results/mine-1-of-2 results/mine-2-of-2 --out results/mine")]
pub struct MergeArgs {
    /// The folders of the shards.
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
        let folder = self.out.display().to_string();
        let there = if doubled > 0 {
            message!(
                "merged-doubled",
                "{games} of {planned} games in {folder}, {doubled} of them in more than one shard"
            )
        } else {
            message!("merged", "{games} of {planned} games in {folder}")
        };
        let rest = match planned.saturating_sub(games) {
            0 => message!("merged-complete", "complete"),
            n => message!("merged-missing", "{n} missing: run the experiment with --out to play them"),
        };
        out.line(say(&joined(there, rest)))
    }
}
