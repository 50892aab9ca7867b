//! `plylab book merge`.

use clap::Args;

use super::build::keep;
use super::{read, title};
use crate::failure::Failure;
use crate::output::Output;

/// Join parts of a book that were built with --shard.
///
/// All must be for the same board and as many plies, and where two of them know the same position they must agree.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The file for all of them.
    out: String,

    /// The parts.
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
            0 => "all are there".to_owned(),
            missing => format!("{missing} are missing"),
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
