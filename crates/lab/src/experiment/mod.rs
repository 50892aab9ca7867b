//! Experiment files: sections of games to play, and what others found.

mod arrangement;
mod axes;
mod cells;
mod check;
#[cfg(feature = "sqlite")]
mod difference;
mod draft;
#[cfg(test)]
mod tests;
mod write;

use std::collections::BTreeMap;

use plylab_core::Spec;
use serde::Serialize;

use crate::stats::Sprt;

pub use arrangement::{Arrangement, Pair};
pub(crate) use axes::RUN;
#[cfg(feature = "sqlite")]
pub(crate) use difference::Written;
pub(crate) use draft::{CellDraft, Draft, draft};
pub use write::{TournamentFile, quoted, quoted_list};

/// An axis with the label of the value it has.
pub type Setting = (String, String);

/// How much of an experiment to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// All of it.
    #[default]
    Full,
    /// The few games per cell that `quick` sets: the first ones of the full experiment.
    Quick,
}

/// A part of an experiment whose games are compared with each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Section {
    /// Its name, unique in the file.
    pub name: String,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// What it is.
    pub kind: Kind,
    /// What is varied, in the order of the file.
    pub axes: Vec<Axis>,
    /// Who has which seat.
    pub start: Start,
    /// How many moves are drawn at random before the players take over.
    pub opening: u64,
    /// What a forfeit is worth.
    #[serde(skip_serializing_if = "ForfeitRule::is_default")]
    pub forfeits: ForfeitRule,
    /// The limits of its games.
    pub limits: GameLimits,
    /// What is kept of them.
    pub record: Record,
    /// When to stop early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// What others found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<Reference>,
    /// What it is to answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
}

/// The kinds of section.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// Every combination of the axes is a cell.
    Sweep,
    /// Every pair that meets is a cell.
    Tournament {
        /// Who takes part.
        entrants: Vec<Spec>,
        /// In a gauntlet, how many of the first entrants meet the others, who do not meet each other; `None` for a round robin.
        #[serde(skip_serializing_if = "Option::is_none")]
        challengers: Option<usize>,
    },
}

/// Something that is varied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Axis {
    /// Its name, in braces where it is used.
    pub name: String,
    /// Its values.
    pub values: Vec<AxisValue>,
}

/// A value of an axis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AxisValue {
    /// Its name in tables; the text itself by default.
    pub label: String,
    /// The text that replaces the axis where it is used.
    pub text: String,
}

impl AxisValue {
    /// A value that is its own label.
    fn plain(text: String) -> AxisValue {
        AxisValue { label: text.clone(), text }
    }
}

/// Who has which seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// As listed.
    Fixed,
    /// As listed, then the other way round, with the same seed; and so on.
    Alternate,
    /// By the seed.
    Random,
}

impl Start {
    /// As files write it.
    const NAMES: &[(&str, Start)] =
        &[("fixed", Start::Fixed), ("alternate", Start::Alternate), ("random", Start::Random)];
}

/// What a game that an agent forfeited is worth in a tournament. The table of endings always counts it apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForfeitRule {
    /// Nothing: it is no result by the rules.
    #[default]
    Apart,
    /// It is lost, and won by the opponent.
    Lose,
}

impl ForfeitRule {
    /// As files write it.
    const NAMES: &[(&str, ForfeitRule)] = &[("apart", ForfeitRule::Apart), ("lose", ForfeitRule::Lose)];

    fn is_default(&self) -> bool {
        *self == ForfeitRule::default()
    }
}

/// The limits of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameLimits {
    /// The maximum number of moves per game, dice included.
    pub moves: u64,
    /// The maximum number of nodes an agent may search per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_per_move: Option<u64>,
    /// The maximum time per move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_per_move: Option<u64>,
}

/// What to keep of a game besides its result and its totals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Record {
    /// The moves.
    pub moves: bool,
    /// The nodes searched for each move.
    pub nodes: bool,
    /// How long each move took.
    pub times: bool,
    /// How good the moves were, in games that can be solved.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub grades: bool,
}

/// What others found for one cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reference {
    /// Where the numbers come from.
    pub source: String,
    /// What kind of numbers they are.
    pub kind: ReferenceKind,
    /// The coordinates of the cell.
    #[serde(rename = "where")]
    pub coordinates: Vec<Setting>,
    /// The number of games; `None` if the numbers are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The numbers, by [measure](MEASURES).
    pub values: BTreeMap<String, f64>,
    /// Why ours may differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Kinds of numbers that results are compared with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceKind {
    /// Printed in a report.
    Printed,
    /// Known exactly, by proof or by counting.
    Exact,
    /// Measured in a run of the same or another program.
    Run,
}

impl ReferenceKind {
    /// As files write it.
    const NAMES: &[(&str, ReferenceKind)] =
        &[("printed", ReferenceKind::Printed), ("exact", ReferenceKind::Exact), ("run", ReferenceKind::Run)];
}

/// The measures of a reference, by name, with their labels.
pub const MEASURES: &[(&str, &str)] = &[
    ("wins", "games won"),
    ("win-rate", "games won, in percent"),
    ("score", "mean score"),
    ("max", "highest score"),
    ("min", "lowest score"),
    ("rounds", "moves of the first player per game"),
    ("nodes", "nodes per move of the first player"),
    ("seconds", "seconds per game"),
    ("total-seconds", "seconds for all games"),
];

/// A question that the results of a section answer: how a measure changes along an axis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Question {
    /// The question, in words.
    pub asks: String,
    /// The axis.
    pub axis: String,
    /// What is measured.
    pub measures: Vec<Measured>,
    /// The values of the other axes.
    #[serde(rename = "where")]
    pub coordinates: Vec<Setting>,
    /// Whose points are counted, in words; the first player's if nobody is named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// What follows from a trend of the first measure, in words.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub conclusions: BTreeMap<Trend, String>,
    /// What follows if one value of an axis without a scale is the best by the first measure, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<Setting>,
    /// A possible reason, which the same cells show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<Because>,
}

/// How a measure changes along an axis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trend {
    /// It rises significantly.
    Rises,
    /// It falls significantly.
    Falls,
    /// It does neither.
    Level,
}

/// A reason that can be removed: what changes then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Because {
    /// The reason, in words.
    pub says: String,
    /// The axes and values of the cells without it.
    #[serde(rename = "where")]
    pub coordinates: Vec<Setting>,
}

/// What a question measures of the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measured {
    /// The share of games won.
    WinRate,
    /// The share of points: 1 for a win, 1/2 for a draw.
    Points,
    /// Nodes per move.
    Nodes,
    /// Time per move.
    Seconds,
}

impl Measured {
    /// As files write it.
    const NAMES: &[(&str, Measured)] = &[
        ("win-rate", Measured::WinRate),
        ("points", Measured::Points),
        ("nodes", Measured::Nodes),
        ("seconds", Measured::Seconds),
    ];
}
