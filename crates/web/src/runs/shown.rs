//! Results from elsewhere, such as those of a tournament in a terminal: the lab shows them and never changes them.

use std::path::Path;
use std::sync::Arc;

use plylab_core::{InputError, Message, Registry, StopFlag, message};
use plylab_lab::experiment::Size;
use plylab_lab::report::{Results, Table, main_tables};
use plylab_lab::store::Store;
use plylab_lab::{LabError, ResultStore as _};
use plylab_service::protocol::WorkState;

use super::{Body, Run, Runs};
use crate::fault::{Code, Fault};
use crate::lab::lock;
use crate::storage::db::{OWNER, now};

impl Runs {
    /// Shows the results in `folder` among the runs.
    ///
    /// # Errors
    ///
    /// If there are none, or they cannot be read.
    pub fn show(&self, folder: &Path, registry: &Arc<Registry>) -> Result<(), InputError> {
        let of_store = |error: LabError| match error {
            LabError::Input(error) | LabError::Unwritable(error) => error,
        };
        let store = Store::read(folder).map_err(of_store)?;
        let Results { plan, summaries, .. } = Results::load(&store, registry).map_err(of_store)?;
        let done = store.count().map_err(of_store)?;
        let started = store.runs().map_err(of_store)?.last().map_or_else(now, |run| run.started);
        // Games whose files are not text cannot be opened again, as in the lab's own runs.
        let files = plan
            .files
            .iter()
            .filter_map(|(name, bytes)| Some((name.clone(), String::from_utf8(bytes.clone()).ok()?)));
        let body = Body {
            title: plan.title.clone(),
            state: if done < plan.len() { WorkState::Stopped } else { WorkState::Done },
            done,
            total: plan.len(),
            quick: plan.size == Size::Quick,
            threads: 1,
            started,
            changed: started,
            fault: None,
            text: plan.text.clone(),
            files: files.collect(),
            owner: OWNER.to_owned(),
            shared: true,
        };
        let mut inner = lock(&self.0);
        let (finish, abandon) = (StopFlag::default(), StopFlag::default());
        let name = name_for(folder, |name| inner.runs.iter().any(|run| run.name == name));
        let elsewhere = Some(folder.to_owned());
        let tables = main_tables(&plan, &summaries).into_iter().map(Table::with_texts).collect();
        let watchers = Vec::new();
        inner.runs.insert(0, Run { name, body, finish, abandon, tables, watchers, elsewhere });
        Ok(())
    }
}

/// Refuses to change results from elsewhere.
pub(super) fn refuse(run: &Run) -> Result<(), Fault> {
    let Some(folder) = &run.elsewhere else { return Ok(()) };
    let folder = Message::quoted(folder.display().to_string());
    let wrong = message!("run-elsewhere", "the results in {folder} are only shown here", folder);
    Err(Fault::new(Code::Conflict, wrong))
}

/// A name that no other run has, made from that of the folder.
fn name_for(folder: &Path, is_taken: impl Fn(&str) -> bool) -> String {
    let last = folder.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let plain: String =
        last.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' }).collect();
    let stem = if plain.is_empty() { "results".to_owned() } else { plain };
    let numbered = (2..).map(|number: u32| format!("{stem}-{number}"));
    std::iter::once(stem.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(stem)
}
