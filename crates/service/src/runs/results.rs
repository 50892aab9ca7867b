//! Results of runs: reports, single games, files to download, and results from elsewhere, such as those of a tournament in a
//! terminal, which the lab shows and never changes.

use plylab_core::{GameRecord, InputError, Name, StopFlag, message};
use plylab_lab::experiment::Size;
use plylab_lab::messages::Language;
use plylab_lab::report::{
    Chapter, FrontMatter, Plot, Report, Results, Table, exhibits, main_tables, page, plots,
};
use plylab_lab::{GameRow, LabError, ResultStore};
use serde_json::json;

use super::{Body, Run, read};
use crate::dispatch::Caller;
use crate::files::WrittenFile;
use crate::host::OWNER;
use crate::memory::Use;
use crate::protocol::{
    Code, Fault, ReportOf, ReportPlot, ReportedRun, RequestField, Result, RunGame, RunGames, RunPage,
    WorkState, why,
};
use crate::setup::{GivenFiles, within};
use crate::{Service, lock};

/// Default and maximum number of games per answer.
const DEFAULT_GAMES: u64 = 50;
const MAX_GAMES: u64 = 100;

/// The language of that code; English without one.
fn language(code: Option<&str>) -> Result<&'static Language> {
    let Some(code) = code else { return Ok(Language::english()) };
    Language::by_code(code).ok_or_else(|| {
        let codes: Vec<&str> = Language::all().iter().map(|known| known.info().language).collect();
        let wrong = message!("no-language", "there is no language '{code}'");
        Fault::new(Code::BadInput, wrong)
            .at_field(RequestField::Language, message!("use-one-of", "use {choices}", choices = codes))
    })
}

/// The store of a run, and its files. A run that has not started has no store.
fn kept(service: &Service, caller: &Caller, name: &str) -> Result<(Box<dyn ResultStore>, GivenFiles)> {
    let files = read(&mut lock(&service.runs.0), caller, name)?.body.files.clone();
    let store = service
        .store()
        .results(name)
        .map_err(|_| Fault::conflict(message!("no-results-yet", "there are no results yet")))?;
    Ok((store, files))
}

/// Everything a report is made of; `stop` ends what takes long in it.
fn results(
    service: &Service,
    caller: &Caller,
    name: &str,
    stop: &StopFlag,
) -> Result<(Box<dyn ResultStore>, Results)> {
    let (store, _) = kept(service, caller, name)?;
    let mut results = Results::load(store.as_ref(), &service.registry)?;
    results.plan.stop = stop.clone();
    Ok((store, results))
}

/// A report that was stopped is not one.
fn finished(stop: &StopFlag) -> Result<()> {
    if stop.is_stopped() { Err(Fault::closing()) } else { Ok(()) }
}

/// The report of a run: its words as messages, its plots in a language.
pub(crate) fn report(
    service: &Service,
    caller: &Caller,
    with: &ReportOf,
    stop: &StopFlag,
) -> Result<ReportedRun> {
    let language = language(with.language.as_deref())?;
    let (_, results) = results(service, caller, &with.run, stop)?;
    let mut report = Report::of(&results);
    let drawn = plots(&results, language);
    let plots = report.sections.iter().zip(drawn).flat_map(|(section, plots)| {
        plots.into_iter().map(|Plot { name, title, svg }| {
            let section = section.name.clone();
            ReportPlot { section, name, title, svg }
        })
    });
    let plots = plots.collect();
    for section in &mut report.sections {
        section.tables = section.tables.drain(..).map(Table::with_texts).collect();
    }
    finished(stop)?;
    Ok(ReportedRun { report, plots })
}

/// One game of a run, by its key, with its files. If its moves were not stored, it is replayed.
pub(crate) fn game(
    service: &Service,
    caller: &Caller,
    name: &str,
    key: &str,
    stop: &StopFlag,
) -> Result<GameRecord> {
    let (store, files) = kept(service, caller, name)?;
    let plan = store.plan(&service.registry)?;
    let missing = || Fault::not_found(message!("a-game", "game"), key);
    let row = store.find(plan.find(key).ok_or_else(missing)?)?.ok_or_else(missing)?;
    Ok(GameRecord { files, ..row.whole_record(&plan, true, stop)? })
}

/// Some of the games of a run, to be opened by their keys.
pub(crate) fn games(service: &Service, caller: &Caller, with: &RunPage) -> Result<RunGames> {
    let too_many = |_| Fault::too_many(message!("games", "games"), MAX_GAMES);
    let limit = within(RequestField::Limit, with.limit, DEFAULT_GAMES, MAX_GAMES, too_many)?;
    let (store, _) = kept(service, caller, &with.run)?;
    let plan = store.plan(&service.registry)?;
    let entry = |row: GameRow| {
        let cell = plan.cells.get(row.id.cell)?;
        let mut seats: Vec<String> = cell.players.iter().map(ToString::to_string).collect();
        if row.swapped {
            seats.reverse();
        }
        Some(RunGame {
            key: plan.key(row.id),
            spec: cell.game.clone(),
            players: plan.game(cell).info().agents.clone(),
            seats,
            seed: row.record.seed.to_string(),
            outcomes: row.record.outcomes,
            plies: row.plies,
            why: why(&row.record.ending),
            ending: row.record.ending,
            logs: !row.record.logs.is_empty(),
        })
    };
    // No store holds 2^63 games.
    let offset = with.offset.min(i64::MAX as u64);
    let games = store.page(offset, limit)?.into_iter().filter_map(entry).collect();
    Ok(RunGames { games, offset: with.offset, total: store.count()? })
}

/// A file to download: its type and its text, in a language where people read it.
pub(crate) fn download(
    service: &Service,
    caller: &Caller,
    name: &str,
    file: &str,
    code: Option<&str>,
    stop: &StopFlag,
) -> Result<WrittenFile> {
    let language = language(code)?;
    match file {
        "experiment.toml" => {
            let text = read(&mut lock(&service.runs.0), caller, name)?.body.text.clone();
            return Ok(WrittenFile { media_type: "application/toml; charset=utf-8", text });
        }
        "report.html" | "report.json" | "report.csv" | "report.md" | "games.jsonl" => {}
        _ => return Err(Fault::not_found(message!("a-file", "file"), file)),
    }
    let (store, results) = results(service, caller, name, stop)?;
    if file == "games.jsonl" {
        let mut text = String::new();
        let mut share = service.memory.share(Use::Work, &caller.person.id);
        let mut outcome = Ok(());
        store.each(&mut |row| {
            if outcome.is_ok() {
                let record = row.whole_record(&results.plan, false, stop).map_err(Fault::from);
                outcome = record.and_then(|record| {
                    text.push_str(&record.line());
                    text.push('\n');
                    share.resize(text.len() as u64)
                });
            }
        })?;
        outcome?;
        return Ok(WrittenFile { media_type: "application/jsonl; charset=utf-8", text });
    }
    let report = Report::of(&results);
    finished(stop)?;
    let (media_type, text) = match file {
        "report.json" => ("application/json", json!(report).to_string()),
        "report.csv" => ("text/csv; charset=utf-8", report.csv()),
        "report.md" => ("text/markdown; charset=utf-8", report.markdown(language)),
        _ => {
            let games = exhibits(&results, store.as_ref(), usize::MAX, language)?;
            let plots = plots(&results, language);
            let chapter =
                Chapter { report: &report, plots: &plots, exhibits: &games, file: &results.plan.text };
            let title = message!("named", "{name}", name = Name::of(report.title.as_str()));
            ("text/html; charset=utf-8", page(&title, &FrontMatter::default(), &[chapter], language))
        }
    };
    Ok(WrittenFile { media_type, text })
}

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
        let mut runs = lock(&self.runs.0);
        let name = name_for(title, |name| runs.iter().any(|run| run.name == name));
        let tables = main_tables(&plan, &summaries).into_iter().map(Table::with_texts).collect();
        let run = Run { tables, elsewhere: Some(elsewhere), ..Run::new(name.clone(), body) };
        runs.insert(0, run);
        Ok(name)
    }
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
