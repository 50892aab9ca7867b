//! Experiments and their runs.

use plylab_core::{Ending, Message, Outcome, Spec, message};
use plylab_lab::report::{Report, Table};
use serde::{Deserialize, Serialize};

use super::{Code, Fault, Form, GivenFiles, RequestField, WorkState};

/// An experiment to read: one of `name`, `text` and `form`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckExperiment {
    /// A bundled experiment.
    pub name: Option<String>,
    /// An experiment file in TOML.
    pub text: Option<String>,
    /// An experiment that is filled in on a page.
    pub form: Option<Form>,
    /// Texts of files.
    #[serde(default)]
    pub files: GivenFiles,
}

/// An experiment to run: one of `name`, `text` and `form`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StartRun {
    /// A bundled experiment.
    pub name: Option<String>,
    /// An experiment file in TOML.
    pub text: Option<String>,
    /// An experiment that is filled in on a page.
    pub form: Option<Form>,
    /// Texts of files.
    #[serde(default)]
    pub files: GivenFiles,
    /// Fewer games?
    #[serde(default)]
    pub quick: bool,
    /// How many games are played at a time.
    pub threads: Option<usize>,
}

/// Which experiment a request means.
#[derive(Clone, Debug)]
pub enum Experiment {
    /// A bundled one.
    Shipped(String),
    /// A file.
    Text(String),
    /// A form.
    Form(Form),
}

impl Experiment {
    /// The one that is given.
    ///
    /// # Errors
    ///
    /// If none is, or several.
    pub fn of(name: Option<String>, text: Option<String>, form: Option<Form>) -> Result<Experiment, Fault> {
        match (name, text, form) {
            (Some(name), None, None) => Ok(Experiment::Shipped(name)),
            (None, Some(text), None) => Ok(Experiment::Text(text)),
            (None, None, Some(form)) => Ok(Experiment::Form(form)),
            _ => Err(which(message!("give-experiment", "give one of 'name', 'text' and 'form'"))),
        }
    }
}

fn which(right: Message) -> Fault {
    let wrong = message!("which-experiment", "it is not clear which experiment is meant");
    Fault::new(Code::BadRequest, wrong).at_field(RequestField::Name, right)
}

/// A bundled experiment, by `name`, or that of a `run`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TextOf {
    /// A bundled experiment.
    pub name: Option<String>,
    /// A run.
    pub run: Option<String>,
}

/// Whose file a request means.
#[derive(Clone, Copy, Debug)]
pub enum FileOf<'a> {
    /// A bundled experiment's.
    Shipped(&'a str),
    /// A run's.
    Run(&'a str),
}

impl TextOf {
    /// Which of the two it names.
    ///
    /// # Errors
    ///
    /// If it names none, or both.
    pub fn file(&self) -> Result<FileOf<'_>, Fault> {
        match (&self.name, &self.run) {
            (Some(name), None) => Ok(FileOf::Shipped(name)),
            (None, Some(run)) => Ok(FileOf::Run(run)),
            _ => Err(which(message!("give-name-or-run", "give 'name' or 'run'"))),
        }
    }
}

/// An experiment file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentText {
    /// In TOML.
    pub text: String,
}

/// A part of an experiment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedSection {
    /// Its name.
    pub name: String,
    /// Is it a `sweep` or a `tournament`?
    pub kind: &'static str,
    /// Combinations of values.
    pub cells: usize,
    /// Games.
    pub games: u64,
}

/// What an experiment would play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Plan"))]
pub struct CheckedExperiment {
    /// What it asks.
    pub title: String,
    /// More about it.
    pub about: Option<String>,
    /// Games.
    pub games: u64,
    /// Games of a quick run.
    pub quick_games: u64,
    /// Its parts.
    pub sections: Vec<CheckedSection>,
    /// What people should know before they run it.
    pub notes: Vec<Message>,
    /// Its file; of a form, the equivalent one.
    pub text: String,
}

/// A bundled experiment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Shipped"))]
pub struct ShippedEntry {
    /// Its name.
    pub name: &'static str,
    /// What it asks.
    pub title: String,
    /// More about it.
    pub about: Option<String>,
    /// Games.
    pub games: u64,
    /// Games of a quick run.
    pub quick_games: u64,
}

/// Experiments on offer, and runs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExperimentList {
    /// The bundled experiments.
    pub shipped: Vec<ShippedEntry>,
    /// The runs.
    pub runs: Vec<RunEntry>,
}

/// A run: an experiment file with its results, stored by the lab.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Run"))]
pub struct RunEntry {
    /// Its name: `report-c-quick-k3f9`.
    pub run: String,
    /// What it asks.
    pub title: String,
    /// How far it is. `experiment.resume` continues one that is stopped, and tries one again that failed.
    pub state: WorkState,
    /// Games played.
    pub done: u64,
    /// Games to play.
    pub total: u64,
    /// Does it play fewer games?
    pub quick: bool,
    /// When it was started, in seconds since 1970.
    pub started: i64,
    /// When it changed last.
    pub changed: i64,
    /// Why it failed, if it did.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Fault>"))]
    pub fault: Option<serde_json::Value>,
    /// Whose it is.
    pub owner: String,
    /// May others read it?
    pub shared: bool,
}

/// A run that was started.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartedRun {
    /// The run.
    pub run: RunEntry,
}

/// A run that is watched.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WatchedRun {
    /// The run.
    pub run: RunEntry,
    /// Its results so far.
    pub tables: Vec<Table>,
}

/// The progress of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunProgress {
    /// The run.
    pub run: RunEntry,
    /// Games played since it was started or resumed.
    pub fresh: u64,
    /// How fast it is.
    pub games_per_second: Option<f64>,
    /// How long it will take at that pace.
    pub seconds_left: Option<f64>,
    /// Its results so far.
    pub tables: Vec<Table>,
}

/// The name of a run.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfRun {
    /// The run.
    pub run: String,
}

/// A run to stop.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StopRun {
    /// The run.
    pub run: String,
    /// At once, also the games in progress?
    #[serde(default)]
    pub now: bool,
}

/// A run to continue.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ResumeRun {
    /// The run.
    pub run: String,
    /// How many games are played at a time.
    pub threads: Option<usize>,
}

/// Some games of a run.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RunPage {
    /// The run.
    pub run: String,
    /// How many games before the first; 0 by default.
    #[serde(default)]
    pub offset: u64,
    /// How many games, 1 to 100; 50 by default.
    pub limit: Option<u64>,
}

/// A game of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunGame {
    /// Its name in the run.
    pub key: String,
    /// What was played.
    pub spec: Spec,
    /// The players.
    pub players: Vec<String>,
    /// Who played them.
    pub seats: Vec<String>,
    /// The seed of everything random.
    pub seed: String,
    /// The result for each player.
    pub outcomes: Vec<Outcome>,
    /// How many moves were made.
    pub plies: u64,
    /// How it ended.
    pub ending: Ending,
    /// Why it ended without a result, if an agent failed.
    pub why: Option<Message>,
    /// Has an agent written to its log?
    pub logs: bool,
}

/// Games of a run.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunGames {
    /// The games.
    pub games: Vec<RunGame>,
    /// How many games are before the first.
    pub offset: u64,
    /// How many games there are.
    pub total: u64,
}

/// A report to make.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReportOf {
    /// The run.
    pub run: String,
    /// The language of the plots; `en` by default.
    pub language: Option<String>,
}

/// A plot of a report.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Plot"))]
pub struct ReportPlot {
    /// The part of the report that it belongs to.
    pub section: String,
    /// A short name.
    pub name: String,
    /// What it shows, in words.
    pub title: String,
    /// The picture.
    pub svg: String,
}

/// A report and its plots.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportedRun {
    /// The report, as `plylab report --json` prints it, with the texts of tables.
    pub report: Report,
    /// The plots.
    pub plots: Vec<ReportPlot>,
}
