//! Experiments and their runs.

use std::fmt::Write as _;

use plylab_core::{Ending, Message, Outcome, Spec};
use plylab_lab::experiment::{quoted, quoted_list};
use plylab_lab::report::{Report, Table};
use serde::{Deserialize, Serialize};

use super::{GivenFiles, WorkState};

/// An experiment that is filled in on a page.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ExperimentForm"))]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// What it asks.
    pub title: String,
    /// More about it.
    #[serde(default)]
    pub about: String,
    /// The seed.
    pub seed: Option<String>,
    /// Its parts.
    pub sweeps: Vec<FormSweep>,
}

/// Games of the same players with varying settings.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FormSweep {
    /// Its name.
    pub name: String,
    /// The game.
    pub game: String,
    /// The players, with `{axis}` where a value of an axis goes.
    pub players: Vec<String>,
    /// What varies.
    #[serde(default)]
    pub vary: Vec<FormAxis>,
    /// Games for each combination of values.
    pub games: u64,
    /// The same in a quick run.
    pub quick: Option<u64>,
    /// Who begins.
    pub start: Option<String>,
    /// Random moves at the beginning.
    pub opening: Option<u64>,
    /// How often everything is repeated.
    pub runs: Option<u64>,
}

/// What varies in a sweep.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FormAxis {
    /// Its name.
    pub axis: String,
    /// Its values.
    pub values: Vec<String>,
}

impl Form {
    /// The file.
    pub fn text(&self) -> String {
        let mut text = format!("title = {}\n", quoted(&self.title));
        if !self.about.is_empty() {
            let _ = writeln!(text, "about = {}", quoted(&self.about));
        }
        if let Some(seed) = &self.seed {
            // Anything but a number is written as a string, which is rejected when the file is read.
            let seed = seed.parse::<u64>().map_or_else(|_| quoted(seed), |seed| seed.to_string());
            let _ = writeln!(text, "seed = {seed}");
        }
        for sweep in &self.sweeps {
            sweep.write(&mut text);
        }
        text
    }
}

impl FormSweep {
    fn write(&self, text: &mut String) {
        let _ = writeln!(text, "\n[[sweep]]\nname = {}", quoted(&self.name));
        let _ = writeln!(text, "game = {}\nplayers = {}", quoted(&self.game), quoted_list(&self.players));
        if !self.vary.is_empty() {
            let axes: Vec<String> = self
                .vary
                .iter()
                .map(|axis| format!("{} = {}", quoted(&axis.axis), quoted_list(&axis.values)))
                .collect();
            let _ = writeln!(text, "vary = {{ {} }}", axes.join(", "));
        }
        let _ = writeln!(text, "games = {}", self.games);
        let numbers = [("quick", self.quick), ("opening", self.opening), ("runs", self.runs)];
        for (name, number) in numbers {
            if let Some(number) = number {
                let _ = writeln!(text, "{name} = {number}");
            }
        }
        if let Some(start) = &self.start {
            let _ = writeln!(text, "start = {}", quoted(start));
        }
    }
}

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
    #[cfg_attr(feature = "schema", schemars(with = "Option<super::Fault>"))]
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use plylab_core::NoFiles;
    use plylab_lab::Plan;
    use plylab_lab::experiment::Size;

    use super::*;

    #[test]
    fn a_form_is_a_file() {
        let form: Form = serde_json::from_value(serde_json::json!({
            "title": "How \"deep\"\nshould it look?\u{7f}", "seed": "7",
            "sweeps": [{
                "name": "against chance", "game": "connect4", "players": ["alphabeta:depth={depth}", "random"],
                "vary": [{ "axis": "depth", "values": ["1", "2"] }], "games": 4, "start": "alternate", "opening": 1,
            }],
        }))
        .unwrap();
        let plan =
            Plan::read(&form.text(), &Arc::new(plylab_standard::registry()), &NoFiles, Size::Full).unwrap();
        assert_eq!((plan.title.as_str(), plan.seed), ("How \"deep\"\nshould it look?\u{7f}", 7));
        assert_eq!((plan.cells.len(), plan.len()), (2, 8));
    }
}
