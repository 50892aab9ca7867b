//! Experiments and tournaments.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plylab_cli::FilesBeside;
use plylab_core::{GameKind, GameRecord, Message, Offer, Registry};
use plylab_lab::experiment::{Size, TournamentFile};
use plylab_lab::messages::Language;
use plylab_lab::report::{Chapter, FrontMatter, Report, Results, exhibits, page, plots};
use plylab_lab::store::SqliteStore;
use plylab_lab::{LabError, Plan, ResultStore as _, RunOptions, WallClock, run, run_info, shipped};
use plylab_standard::StandardAgents;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value as Json, json};

use crate::agent::{PyAgent, agent_of};
use crate::budget::bad_time;
use crate::errors::{OrRaise as _, input_error, unexpected};
use crate::game::{SharedGame, game};
use crate::json::to_python;
use crate::registry::{open_registry, registry};
use crate::run::BackgroundWork;

/// The text of a bundled experiment; None if there is none of that name.
#[pyfunction]
pub fn experiment_text(name: &str) -> Option<&'static str> {
    shipped::find(name).map(|known| known.text)
}

/// The experiment file of a tournament.
#[pyfunction]
#[pyo3(signature = (what, agents, *, games, seed, opening, time))]
pub fn tournament_text<'py>(
    what: &Bound<'py, PyAny>,
    agents: Vec<Bound<'py, PyAny>>,
    games: u64,
    seed: u64,
    opening: u64,
    time: Option<f64>,
) -> PyResult<String> {
    let rules = game(what)?.0;
    let agents: Vec<Bound<'py, PyAgent>> = agents.iter().map(agent_of).collect::<PyResult<_>>()?;
    if let Some(time) = time.filter(|time| !time.is_finite() || *time < 0.001) {
        return Err(bad_time(time));
    }
    let file = TournamentFile {
        title: format!("Tournament: {}", rules.spec),
        seed,
        game: rules.spec.to_string(),
        agents: agents.iter().map(|agent| agent.get().name().to_owned()).collect(),
        games,
        opening,
        time: time.map(|seconds| (seconds * 1e3) as u64),
        grades: registry().oracle(rules.game.as_ref()).is_ok(),
    };
    Ok(file.text())
}

/// Adds games in Python to a registry. The versions identify their code.
fn add_games(known: &mut Registry, games: &[Arc<SharedGame>], versions: Vec<u32>) -> PyResult<()> {
    for (shared, version) in games.iter().zip(versions) {
        let Some(own) = shared.own().cloned() else {
            return Err(input_error(format!("{} is a game of ours; name it by its spec", shared.spec)));
        };
        let name = shared.spec.name.clone();
        if known.kind(&name).is_ok() {
            return Err(input_error(format!(
                "there is already a game '{name}'; give yours another with the attribute name"
            )));
        }
        let kind = GameKind { version, ..GameKind::new(name, "a game in Python") };
        known.add_made(kind, Offer::default(), StandardAgents, move |_, _| Ok(own.clone()));
    }
    Ok(())
}

/// Runs an experiment of a `file` in a folder, with games and agents of the caller besides those by name, and returns its
/// tables, its games and its report as a page. Files that it names are looked for beside `file` first.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
#[pyo3(signature = (text, folder, *, file, threads, quick, games, game_versions, agents, versions))]
pub fn run_experiment<'py>(
    py: Python<'py>,
    text: &str,
    folder: PathBuf,
    file: PathBuf,
    threads: usize,
    quick: bool,
    games: Vec<Bound<'py, PyAny>>,
    game_versions: Vec<u32>,
    agents: Vec<Bound<'py, PyAny>>,
    versions: Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let work = BackgroundWork::default();
    let mut known = open_registry();
    let games: Vec<Arc<SharedGame>> = games.iter().map(|what| Ok(game(what)?.0)).collect::<PyResult<_>>()?;
    add_games(&mut known, &games, game_versions)?;
    for (agent, version) in agents.iter().zip(versions) {
        let agent = agent_of(agent)?;
        if !agent.get().is_named() {
            known.add_agent(PyAgent::kind(&agent, version, &games, &work));
        }
    }
    let known = Arc::new(known);
    let size = if quick { Size::Quick } else { Size::Full };
    let plan = Plan::read(text, &known, &FilesBeside::new(file), size).or_raise()?;
    let options = RunOptions { threads, shard: None, finish: work.stop.clone(), abandon: work.stop.clone() };
    let answer = work.work(py, || play(&plan, &folder, &options, &known))?;
    // What a game in Python has raised is the cause of everything else.
    games.iter().try_for_each(|own| own.checked(()))?;
    let (tables, games, html) = answer.map_err(|error| match error {
        LabError::Input(error) => input_error(error.to_string()),
        LabError::Unwritable(error) => unexpected(error),
    })?;
    let dict = PyDict::new(py);
    dict.set_item("tables", to_python(py, &tables)?)?;
    dict.set_item("games", to_python(py, &games)?)?;
    dict.set_item("title", &plan.title)?;
    dict.set_item("html", html)?;
    Ok(dict.into_any())
}

/// Plays the games that are missing. Returns the tables of the report, all games, and the report as a page.
fn play(
    plan: &Plan,
    folder: &Path,
    options: &RunOptions,
    known: &Arc<Registry>,
) -> Result<(Vec<Json>, Vec<GameRecord>, String), LabError> {
    let store = SqliteStore::renew(folder, plan, &run_info(plan, options.threads, None))?;
    let finished = run(&WallClock::shared(), plan, &store, options, |_| ());
    store.close()?;
    finished?;
    let store = SqliteStore::read(folder)?;
    let results = Results::load(&store, known)?;
    let report = Report::of(&results);
    let tables = report.sections.iter().flat_map(|section| {
        section.tables.iter().map(
            |table| json!({ "section": section.name, "title": table.title.to_string(), "csv": table.csv() }),
        )
    });
    let tables = tables.collect();
    let (mut games, mut wrong) = (Vec::new(), Ok(()));
    store.each(&mut |row| match row.whole_record(&results.plan, false, &options.abandon) {
        Ok(record) => games.push(record),
        Err(error) => wrong = Err(error),
    })?;
    wrong?;
    let language = Language::english();
    let shown = exhibits(&results, &store, usize::MAX, language)?;
    let plots = plots(&results, language);
    let chapter = Chapter { report: &report, plots: &plots, exhibits: &shown, file: &results.plan.text };
    let title = Message::verbatim(report.title.as_str());
    let html = page(&title, &FrontMatter::default(), &[chapter], language);
    Ok((tables, games, html))
}
