//! The settings of an experiment file. What must hold beyond the types and limits of single values is checked where cells
//! are made from them.

use plylab_core::{Message, message};
use serde::Deserialize;
use toml::Spanned;

use super::values::{Entries, List, Values, Whole, Word, Words};
use super::{ForfeitRule, Measured, ReferenceKind, Start};

/// More games than any experiment needs, and few enough to be listed.
pub const MAX_GAMES: u64 = 10_000_000;

/// A number of games, possibly 0.
pub type Games = Whole<0, MAX_GAMES>;
/// A number of games, at least 1.
pub type SomeGames = Whole<1, MAX_GAMES>;
/// Any other number, at least 1.
pub type Count = Whole<1, { u64::MAX }>;

/// A whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct File {
    pub title: String,
    pub about: Option<String>,
    pub seed: Option<Whole<0, { u64::MAX }>>,
    pub common_dice: Option<bool>,
    pub limits: Option<Limits>,
    pub record: Option<List<Kept, 0>>,
    pub report: Option<Report>,
    pub sweep: Option<List<Spanned<Sweep>>>,
    pub tournament: Option<List<Spanned<Tournament>>>,
}

/// What a report of the results puts where.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Report {
    pub x: Option<Spanned<String>>,
    pub lines: Option<Spanned<String>>,
    pub compare: Option<List<Spanned<String>>>,
}

/// A section whose cells are combinations of the axes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sweep {
    pub name: Spanned<String>,
    pub about: Option<String>,
    pub game: Spanned<String>,
    pub players: Spanned<List<String>>,
    pub vary: Option<Spanned<Axes>>,
    pub games: SomeGames,
    pub quick: Option<Games>,
    pub runs: Option<Spanned<Runs>>,
    pub start: Option<Start>,
    pub opening: Option<Opening>,
    pub limits: Option<Limits>,
    pub record: Option<List<Kept, 0>>,
    pub except: Option<List<Except>>,
    pub reference: Option<List<Reference>>,
    pub question: Option<List<Question>>,
}

/// A section whose cells are pairs of agents.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tournament {
    pub name: Spanned<String>,
    pub about: Option<String>,
    pub game: Spanned<String>,
    pub agents: Spanned<List<Spanned<String>>>,
    pub vary: Option<Spanned<Axes>>,
    pub kind: Option<Pairing>,
    pub challengers: Option<Spanned<Count>>,
    pub games: SomeGames,
    pub quick: Option<Games>,
    pub start: Option<Start>,
    pub opening: Option<Opening>,
    pub forfeits: Option<ForfeitRule>,
    pub limits: Option<Limits>,
    pub record: Option<List<Kept, 0>>,
    pub sprt: Option<Spanned<Sprt>>,
    pub reference: Option<List<Reference>>,
}

/// How many times a sweep is repeated.
pub type Runs = Whole<1, 1000>;

/// How many moves are drawn at random before the players take over.
pub type Opening = Whole<0, 1000>;

/// The axes by name, each with its values.
pub type Axes = Entries<Spanned<Values>>;

/// Who meets whom in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    #[default]
    RoundRobin,
    Gauntlet,
}

/// The limits of games.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    pub moves: Option<Count>,
    pub nodes_per_move: Option<Count>,
    pub time_per_move: Option<Count>,
}

/// What to keep of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kept {
    Moves,
    Nodes,
    Times,
    Grades,
}

/// Cells with another number of games.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Except {
    #[serde(rename = "where")]
    pub coordinates: Entries<Spanned<Words>>,
    pub games: Option<Games>,
    pub quick: Option<Games>,
}

/// What others found for one cell; the numbers are those of [`MEASURES`](super::MEASURES).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Reference {
    pub source: String,
    #[serde(rename = "where")]
    pub coordinates: Spanned<Entries<Word>>,
    pub kind: Option<ReferenceKind>,
    pub games: Option<Count>,
    pub note: Option<String>,
    pub wins: Option<f64>,
    pub win_rate: Option<f64>,
    pub score: Option<f64>,
    pub max: Option<f64>,
    pub min: Option<f64>,
    pub rounds: Option<f64>,
    pub nodes: Option<f64>,
    pub seconds: Option<f64>,
    pub total_seconds: Option<f64>,
}

impl Reference {
    /// The numbers by the names of their measures.
    pub fn measured(&self) -> impl Iterator<Item = (&'static str, f64)> {
        [
            ("wins", self.wins),
            ("win-rate", self.win_rate),
            ("score", self.score),
            ("max", self.max),
            ("min", self.min),
            ("rounds", self.rounds),
            ("nodes", self.nodes),
            ("seconds", self.seconds),
            ("total-seconds", self.total_seconds),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
    }
}

/// What the results of a sweep answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Question {
    pub asks: String,
    pub axis: Spanned<String>,
    pub measures: List<Measured>,
    #[serde(rename = "where")]
    pub coordinates: Option<Entries<Word>>,
    pub who: Option<String>,
    pub if_best: Option<Spanned<Entries<Word>>>,
    pub if_rises: Option<String>,
    pub if_falls: Option<String>,
    pub if_level: Option<String>,
    pub because: Option<Because>,
}

/// A reason that can be removed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Because {
    pub says: String,
    #[serde(rename = "where")]
    pub coordinates: Spanned<Entries<Word>>,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: Option<f64>,
    pub beta: Option<f64>,
}

/// What to add where `table` lacks `key`.
pub fn wanted(table: &str, key: &str) -> Message {
    match (table, key) {
        (_, "game") => message!("add-game", "add a line game = \"connect4\""),
        (_, "players") => message!("add-players", "add a line players = [\"AGENT\", \"AGENT\"]"),
        (_, "agents") => message!("add-agents", "add a line agents = [\"AGENT\", \"AGENT\"]"),
        (_, "games") => message!("add-games", "add a line games = 100: the number of games per cell"),
        ("except", "where") => message!("add-cells", "name the cells: where = {{ depth = 9 }}"),
        ("because", "where") => message!("add-cell", "name the cell: where = {{ depth = 1 }}"),
        ("question", "axis") => message!("add-axis", "name the axis: axis = \"depth\""),
        ("question", "measures") => {
            message!("add-measures", "name what is measured: measures = [\"win-rate\", \"nodes\"]")
        }
        ("reference", "where") => message!("add-cell", "name the cell: where = {{ depth = 1 }}"),
        (_, "source") => message!("add-source", "name the source: source = \"report A\""),
        ("sprt", _) => message!("sprt-form", "write sprt = {{ elo0 = 0, elo1 = 20 }}"),
        _ => message!("add-line", "add a line {key} = \"...\"", key),
    }
}
