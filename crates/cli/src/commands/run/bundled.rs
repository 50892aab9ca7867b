//! The bundled experiments: `plylab run --list` and `--show`.

use std::sync::Arc;

use plylab_core::{InputError, Message, Registry, message};
use plylab_lab::Plan;
use plylab_lab::experiment::Size;
use plylab_lab::shipped::{self, EXPERIMENTS, Shipped};
use serde::Serialize;

use crate::failure::Failure;
use crate::files::DiskFiles;
use crate::language::{as_typed, language, named};
use crate::output::Output;
use crate::terminal::list;

/// An experiment.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentEntry {
    /// Its name.
    name: &'static str,
    /// Games.
    games: u64,
    /// Games with `--quick`.
    quick: u64,
    /// Its title.
    title: String,
    /// Its purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<String>,
    /// The file.
    text: &'static str,
}

impl ExperimentEntry {
    fn new(shipped: &Shipped, registry: &Arc<Registry>) -> Result<ExperimentEntry, InputError> {
        let read = |size| Plan::read(shipped.text, registry, &DiskFiles, size);
        let plan = |size| read(size).map_err(|error| error.at(Message::verbatim(shipped.name)));
        let (full, quick) = (plan(Size::Full)?, plan(Size::Quick)?);
        Ok(ExperimentEntry {
            name: shipped.name,
            games: full.len(),
            quick: quick.len(),
            title: full.title,
            about: full.about,
            text: shipped.text,
        })
    }
}

/// Lists them, or prints the file of the one called `name`.
pub fn show(
    name: Option<&str>,
    json: bool,
    registry: &Arc<Registry>,
    out: &mut Output,
) -> Result<(), Failure> {
    let find = |name| {
        shipped::find(name).ok_or_else(|| {
            let names: Vec<&str> = EXPERIMENTS.iter().map(|known| known.name).collect();
            InputError::new(message!("no-experiment", "there is no experiment '{name}'"))
                .expected(message!("experiments-are", "the experiments are {names}"))
        })
    };
    let only = name.map(find).transpose()?;
    if let (Some(experiment), false) = (only, json) {
        return out.raw(experiment.text.as_bytes());
    }
    let wanted = only.map_or(EXPERIMENTS, std::slice::from_ref);
    let entries = wanted.iter().map(|shipped| ExperimentEntry::new(shipped, registry));
    let entries = entries.collect::<Result<Vec<ExperimentEntry>, _>>()?;
    if json {
        return out.json(&entries);
    }
    let mut rows = vec![["name", "games", "quick", "title"].map(|head| language().name(head)).to_vec()];
    rows.extend(entries.iter().map(|entry| {
        let [games, quick] = [entry.games, entry.quick].map(|count| named(&count.to_string()));
        vec![as_typed(entry.name), games, quick, language().name(&entry.title)]
    }));
    out.line(list(&rows, out.style))
}
