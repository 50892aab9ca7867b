//! Experiments that programs write.

use std::fmt::Write as _;

/// A string literal. TOML reads what JSON writes, except for one character.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

/// A list of string literals.
pub fn quoted_list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<String>>().join(", "))
}

/// A tournament as a file; every game is recorded, so it can be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentFile {
    /// What it is called.
    pub title: String,
    /// Decides everything random.
    pub seed: u64,
    /// The game.
    pub game: String,
    /// Who takes part.
    pub agents: Vec<String>,
    /// Games per pair.
    pub games: u64,
    /// Moves drawn at random before the agents take over.
    pub opening: u64,
    /// The maximum time per move, in milliseconds.
    pub time: Option<u64>,
    /// Are the moves graded?
    pub grades: bool,
}

impl TournamentFile {
    /// The name of its only section.
    pub const SECTION: &'static str = "tournament";

    /// The file.
    pub fn text(&self) -> String {
        let TournamentFile { title, seed, game, agents, games, opening, time, grades } = self;
        let record = if *grades { r#"["moves", "times", "grades"]"# } else { r#"["moves", "times"]"# };
        let mut text = format!("title = {}\nseed = {seed}\nrecord = {record}\n", quoted(title));
        if let Some(time) = time {
            let _ = writeln!(text, "limits = {{ time-per-move = {time} }}");
        }
        let _ = writeln!(
            text,
            "\n[[tournament]]\nname = {}\ngame = {}\nagents = {}\ngames = {games}\nopening = {opening}\nforfeits = \"lose\"",
            quoted(TournamentFile::SECTION),
            quoted(game),
            quoted_list(agents),
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use plylab_core::NoFiles;

    use super::*;
    use crate::experiment::{ForfeitRule, Size};
    use crate::plan::Plan;

    #[test]
    fn a_tournament_is_read_as_it_was_written() {
        let file = TournamentFile {
            title: "A \"title\"\u{7f}".to_owned(),
            seed: 7,
            game: "connect4:columns=5,rows=4".to_owned(),
            agents: ["random", "first", "mcts:sims=5"].map(str::to_owned).to_vec(),
            games: 4,
            opening: 2,
            time: Some(250),
            grades: true,
        };
        let registry = Arc::new(plylab_standard::registry());
        let plan = Plan::read(&file.text(), &registry, &NoFiles, Size::Full).unwrap();
        assert_eq!((plan.title.as_str(), plan.seed, plan.cells.len(), plan.len()), (&*file.title, 7, 3, 12));
        let section = &plan.sections[0];
        assert_eq!((section.opening, section.limits.time_per_move), (2, Some(250)));
        assert!(section.record.moves && section.record.grades && section.record.times);
        assert_eq!(section.forfeits, ForfeitRule::Lose);
    }
}
