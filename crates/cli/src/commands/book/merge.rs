//! `plylab book merge`.

use clap::Args;

use super::build::keep;
use super::{read, title};
use crate::failure::Failure;
use crate::output::Output;

/// Join the shards of a book built with --shard.
///
/// All must be for the same board and the same number of plies, and must agree on positions that several of them
/// have.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The file to write.
    out: String,

    /// The files to join.
    #[arg(value_name = "PART", required = true)]
    parts: Vec<String>,
}

impl MergeArgs {
    /// Joins them.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let mut whole = None;
        for name in &self.parts {
            let part = read(name)?;
            match &mut whole {
                None => whole = Some(part),
                Some(whole) => {
                    whole.merge(&part).map_err(|error| error.at(plylab_core::Message::quoted(name)))?;
                }
            }
        }
        let Some(whole) = whole else { return Ok(()) };
        keep(&self.out, &whole)?;
        let missing = match whole.len() - whole.known() {
            0 => "complete".to_owned(),
            missing => format!("{missing} missing"),
        };
        out.line(format!(
            "{}: {} of {} scores in {}; {missing}",
            title(&whole),
            whole.known(),
            whole.len(),
            self.out
        ))
    }
}
