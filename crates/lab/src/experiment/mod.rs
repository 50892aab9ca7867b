//! What an experiment file says: sections of games to be played, and what others found.

mod access;
mod axes;
mod cells;
mod check;
mod draft;
mod fault;
mod file;
mod reader;
mod source;
mod template;
#[cfg(test)]
mod tests;
mod values;

use std::collections::BTreeMap;

use plylab_core::Spec;
use serde::{Deserialize, Serialize};

pub(crate) use axes::RUN;
pub(crate) use draft::draft;

/// An axis with the label of the value it has.
pub type Setting = (String, String);

/// How much of an experiment is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// All of it.
    #[default]
    Full,
    /// The few games a cell that `quick` says: the same ones that the full experiment begins with.
    Quick,
}

/// A part of an experiment whose games are compared with each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Section {
    /// Its name, which no other section has.
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
    /// How many moves are drawn before anybody is asked.
    pub opening: u64,
    /// What the games allow.
    pub limits: GameLimits,
    /// What is kept of them.
    pub record: Record,
    /// When to stop early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtRule>,
    /// What others found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<Reference>,
}

/// The kinds of section.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// Every combination of the axes is a cell of its own.
    Sweep,
    /// Every pair that meets is a cell.
    Tournament {
        /// Who takes part.
        entrants: Vec<Spec>,
        /// In a gauntlet, how many of the first meet the others, and nobody else does; none if all meet all.
        #[serde(skip_serializing_if = "Option::is_none")]
        challengers: Option<usize>,
    },
}

/// Something that is varied.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Axis {
    /// Its name, in braces where it is used.
    pub name: String,
    /// What it may be.
    pub values: Vec<AxisValue>,
}

/// A value of an axis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AxisValue {
    /// What it is called in tables; the text itself, unless the file gives it a name.
    pub label: String,
    /// What is put in where the axis is used.
    pub text: String,
}

impl AxisValue {
    /// A value that is called what it is.
    fn plain(text: String) -> AxisValue {
        AxisValue { label: text.clone(), text }
    }
}

/// Who has which seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// As listed.
    Fixed,
    /// As listed, then the other way round, with the same seed; and so on.
    Alternate,
    /// By the seed.
    Random,
}

/// What a game allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GameLimits {
    /// The most moves a game, those of dice included.
    pub moves: u64,
    /// The most states an agent may look at for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_per_move: Option<u64>,
    /// The most milliseconds a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_per_move: Option<u64>,
}

/// What is kept of a game besides its result and its totals.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Record {
    /// The moves.
    pub moves: bool,
    /// How many states each move took.
    pub nodes: bool,
    /// How long each move took.
    pub times: bool,
    /// How good the moves were, in games that can be solved.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub grades: bool,
}

/// A sequential test that ends a pairing as soon as its games decide.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtRule {
    /// The difference that would not matter.
    pub elo0: f64,
    /// The difference that would.
    pub elo1: f64,
    /// How often it may find a difference that is not there.
    pub alpha: f64,
    /// How often it may miss one that is.
    pub beta: f64,
}

/// What somebody else found for one cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reference {
    /// Who.
    pub source: String,
    /// For which cell.
    #[serde(rename = "where")]
    pub place: Vec<Setting>,
    /// In how many games; none if it is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The numbers, by [measure](MEASURES).
    pub values: BTreeMap<String, f64>,
    /// Why ours may differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a reference may give numbers of, and what they are.
pub const MEASURES: &[(&str, &str)] = &[
    ("wins", "games won"),
    ("win-rate", "games won, in percent"),
    ("score", "mean score"),
    ("max", "highest score"),
    ("min", "lowest score"),
    ("rounds", "moves of the first player a game"),
    ("nodes", "states a move of the first player"),
    ("seconds", "seconds a game"),
    ("total-seconds", "seconds for all games"),
];
