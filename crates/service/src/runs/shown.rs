//! Results from elsewhere, such as those of a tournament in a terminal: the lab shows them and never changes them.

use plylab_core::{InputError, Message, message};
use plylab_lab::experiment::Size;
use plylab_lab::report::{Results, Table, main_tables};
use plylab_lab::{LabError, ResultStore};

use super::{Body, Run};
use crate::host::OWNER;
use crate::protocol::{Code, Fault, WorkState};
use crate::{Service, lock};

impl Service {
    /// Shows results among the runs, under a name made from `title`, which is returned. The store of the host must find them by it.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn show_results(
        &self,
        title: &str,
        elsewhere: String,
        results: &dyn ResultStore,
    ) -> Result<String, InputError> {
        let of_store = |error: LabError| match error {
            LabError::Input(error) | LabError::Unwritable(error) => error,
        };
        let Results { plan, summaries, .. } = Results::load(results, &self.registry).map_err(of_store)?;
        let done = results.count().map_err(of_store)?;
        let started = results.runs().map_err(of_store)?;
        let started = started.last().map_or_else(|| self.host.unix_time(), |run| run.started);
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
        let mut inner = lock(&self.runs.0);
        let name = name_for(title, |name| inner.runs.iter().any(|run| run.name == name));
        let tables = main_tables(&plan, &summaries).into_iter().map(Table::with_texts).collect();
        let run = Run { tables, elsewhere: Some(elsewhere), ..Run::new(name.clone(), body) };
        inner.runs.insert(0, run);
        Ok(name)
    }
}

/// Refuses to change results from elsewhere.
pub(super) fn refuse(run: &Run) -> Result<(), Fault> {
    let Some(folder) = &run.elsewhere else { return Ok(()) };
    let folder = Message::quoted(folder.clone());
    let wrong = message!("run-elsewhere", "the results in {folder} are only shown here");
    Err(Fault::new(Code::Conflict, wrong))
}

/// A name that no other run has, made from a title.
fn name_for(title: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let plain: String = title
        .to_lowercase()
        .chars()
        .map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' })
        .collect();
    let stem = if plain.is_empty() { "results".to_owned() } else { plain };
    let numbered = (2..).map(|number: u32| format!("{stem}-{number}"));
    std::iter::once(stem.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or(stem)
}
