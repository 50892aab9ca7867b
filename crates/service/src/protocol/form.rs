//! An experiment filled in on a page, converted to a file.

use std::fmt::Write as _;

use plylab_lab::experiment::{quoted, quoted_list};
use serde::Deserialize;

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
