//! What a game offers to the people who play it, as data: boards, opponents, analysts, and how its board is drawn and used.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::budget::DepthUnit;
use crate::game::AgentId;
use crate::key::{Key, Text};
use crate::kind::GameKind;
use crate::scene::{Fact, Tone};
use crate::spec::Spec;

/// What a game offers to people. Nothing in it decides how games go.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// The tones of the seats, as their pieces are drawn: the last is for all remaining seats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tones: Vec<Tone>,
    /// The opponents that a set-up offers before all others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub featured: Vec<Featured>,
    /// What the length of a game is counted in, where people read it.
    pub counted_in: DepthUnit,
    /// Points for a game won on the score bar, where a report has one.
    pub win_points: Option<u32>,
    /// How its board takes moves, beyond the list of legal moves that every game has.
    pub interaction: Option<Interaction>,
    /// Predefined settings to choose from; only the plain game if empty.
    pub boards: Vec<BoardKind>,
    /// Opponents by strength, the easiest first.
    pub levels: Vec<Level>,
    /// Default agents for seats without one: a spec per seat, the last for all remaining seats.
    pub opponents: Vec<Text>,
    /// The agents that analyse positions, the best judge first.
    pub analysts: Vec<Analyst>,
    /// What the estimates of agents mean, as [`Calibration::read`](crate::Calibration::read) reads it.
    #[serde(skip)]
    pub calibrations: Option<Text>,
    /// What engines that speak UCI know it as; its positions are written by [`Notation::uci`](crate::Notation::uci).
    #[serde(skip)]
    pub uci: Option<UciVariant>,
}

/// A game as engines that speak UCI know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciVariant {
    /// The value of the option `UCI_Variant`.
    pub name: Text,
    /// The agent that plays it unless another is asked for: it must use the time it gets.
    pub agent: Text,
}

/// An opponent that a set-up offers before all others: an agent with one setting to choose.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Featured {
    /// Its name.
    pub name: Text,
    /// What it does.
    pub about: Text,
    /// The agent.
    pub agent: Text,
    /// The setting.
    pub key: Text,
    /// What the setting is called.
    pub label: Text,
    /// The values to choose from, in order.
    pub values: Vec<Text>,
    /// The value to begin with.
    pub default: Text,
}

impl Featured {
    /// An agent whose setting `key` can be chosen from nothing yet.
    pub fn new(
        name: impl Into<Text>,
        about: impl Into<Text>,
        agent: impl Into<Text>,
        key: impl Into<Text>,
        label: impl Into<Text>,
    ) -> Featured {
        Featured {
            name: name.into(),
            about: about.into(),
            agent: agent.into(),
            key: key.into(),
            label: label.into(),
            ..Featured::default()
        }
    }

    /// The same with these values to choose from, beginning with `default`.
    pub fn values<V: ToString>(self, values: impl IntoIterator<Item = V>, default: V) -> Featured {
        let values = values.into_iter().map(|value| value.to_string().into()).collect();
        Featured { values, default: default.to_string().into(), ..self }
    }
}

/// How a board takes moves. A page or a terminal that knows the interaction offers it beside the list of legal moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Interaction {
    /// Drop a stone into a column: the move is the column's label.
    Drop,
    /// Choose a cell: the move is the label of its column and then of its row.
    Cell,
    /// Join two points: the move is the labels of both.
    Join,
    /// Steer a piece: each direction is a move.
    Steer {
        /// Up.
        north: Text,
        /// Down.
        south: Text,
        /// Right.
        east: Text,
        /// Left.
        west: Text,
        /// No step.
        stay: Text,
    },
    /// Choose a branch of the tree that is drawn: the move is the branch's name.
    Branch,
}

/// A predefined board: settings under a name.
#[must_use]
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardKind {
    /// Its name.
    pub name: Text,
    /// What it is.
    pub about: Text,
    /// The settings that make it.
    pub settings: Vec<(Text, Text)>,
    /// The text of the file that one of them names, so that users can edit a copy of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// What tells it from the others in a list, such as its size: the same labels for all boards of a game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
}

impl BoardKind {
    /// A board of these settings.
    pub fn new<K: Into<Text>, V: Into<Text>>(
        name: impl Into<Text>,
        about: impl Into<Text>,
        settings: impl IntoIterator<Item = (K, V)>,
    ) -> BoardKind {
        let settings = settings.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
        BoardKind { name: name.into(), about: about.into(), settings, text: None, facts: Vec::new() }
    }

    /// The game with its default settings.
    pub fn standard(about: impl Into<Text>) -> BoardKind {
        BoardKind::new("standard", about, [("", ""); 0])
    }

    /// The same, made from a file of this text.
    pub fn from_text(self, text: impl Into<Text>) -> BoardKind {
        BoardKind { text: Some(text.into()), ..self }
    }

    /// The same with these facts.
    pub fn with_facts(self, facts: impl Into<Vec<Fact>>) -> BoardKind {
        BoardKind { facts: facts.into(), ..self }
    }

    /// The spec of the game `kind` on this board.
    pub fn spec(&self, kind: &GameKind) -> Spec {
        let plain = Spec::new(kind.name.clone());
        self.settings.iter().fold(plain, |spec, (key, value)| spec.with(key.clone(), value.clone()))
    }
}

/// A level of difficulty: a name for an agent.
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Level {
    /// Its name.
    pub name: Text,
    /// What to expect of it.
    pub about: Text,
    /// The agent.
    pub spec: Text,
    /// The first seat it is for, where seats differ (Pac-Man or his ghosts); none if it can take any.
    pub player: Option<AgentId>,
    /// The boards it is for: the values that these settings of the game may have. Empty if it is for every board.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub boards: BTreeMap<Text, Vec<Text>>,
    /// How many of its moves are best, in percent, where that was measured.
    #[serde(skip)]
    pub best_moves: Option<u8>,
}

impl Level {
    /// A level for any seat.
    pub fn new(name: impl Into<Text>, about: impl Into<Text>, spec: impl Into<Text>) -> Level {
        Level { name: name.into(), about: about.into(), spec: spec.into(), ..Level::default() }
    }

    /// The same, with that percentage of best moves in games against itself.
    pub fn plays_best(self, percent: u8) -> Level {
        Level { best_moves: Some(percent), ..self }
    }

    /// The same, for that seat and those after it.
    pub fn for_seat(self, seat: u8) -> Level {
        Level { player: Some(AgentId(seat)), ..self }
    }

    /// The same, for boards on which the setting `key` is one of `values`.
    pub fn only_where(
        mut self,
        key: impl Into<Text>,
        values: impl IntoIterator<Item = &'static str>,
    ) -> Level {
        self.boards.insert(key.into(), values.into_iter().map(Text::from).collect());
        self
    }

    /// Is it for the board that `spec` makes of a game with these settings?
    pub fn fits(&self, spec: &Spec, keys: &[Key]) -> bool {
        fits(&self.boards, spec, keys)
    }
}

/// Does every one of these settings have one of these values on the board that `spec` makes?
fn fits(boards: &BTreeMap<Text, Vec<Text>>, spec: &Spec, keys: &[Key]) -> bool {
    boards.iter().all(|(name, values)| {
        let default = || keys.iter().find(|key| key.name == *name).and_then(|key| key.default.as_deref());
        let value = spec.setting(name).or_else(default);
        value.is_some_and(|value| values.iter().any(|known| known == value))
    })
}

/// An agent that analyses positions, under a name for people.
///
/// ```
/// use plylab_core::{AgentId, Analyst, Spec};
///
/// let solver = Analyst::new("exact", "knows the value of every move", "perfect:root=exact")
///     .estimated_by("alphabeta:depth=6")
///     .only_where("points", ["5", "6"]);
/// let on = |spec: &str| spec.parse::<Spec>().map(|spec| solver.fits(&spec, &[], AgentId(0)));
/// assert_eq!((on("sim:points=6")?, on("sim:points=8")?), (true, false));
/// # Ok::<(), plylab_core::InputError>(())
/// ```
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analyst {
    /// Its name.
    pub name: Text,
    /// How it judges.
    pub about: Text,
    /// The agent.
    pub spec: Text,
    /// The only seat it is for, where seats differ; none if it can take any.
    pub player: Option<AgentId>,
    /// The boards it is for, as in [`Level::boards`].
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub boards: BTreeMap<Text, Vec<Text>>,
    /// The agent whose estimates are shown until its own values are known.
    pub estimate: Option<Text>,
    /// The most milliseconds it gets for a position; if none, as many as users allow. In JSON, a number of seconds.
    #[serde(rename = "seconds", serialize_with = "in_seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub time: Option<u64>,
    /// How many games it plays out from a position, to tell how they end; 0 if the values tell.
    pub playouts: u32,
}

/// Milliseconds as every answer in JSON has times.
fn in_seconds<S: serde::Serializer>(milliseconds: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    milliseconds.map(|milliseconds| milliseconds as f64 / 1e3).serialize(serializer)
}

impl Analyst {
    /// An analyst for any seat and any board.
    pub fn new(name: impl Into<Text>, about: impl Into<Text>, spec: impl Into<Text>) -> Analyst {
        Analyst { name: name.into(), about: about.into(), spec: spec.into(), ..Analyst::default() }
    }

    /// The same, with the estimates of another agent until its own values are known.
    pub fn estimated_by(self, spec: impl Into<Text>) -> Analyst {
        Analyst { estimate: Some(spec.into()), ..self }
    }

    /// The same, with at most that many milliseconds for a position.
    pub fn within(self, milliseconds: u64) -> Analyst {
        Analyst { time: Some(milliseconds), ..self }
    }

    /// The same, for that seat only.
    pub fn for_seat(self, seat: u8) -> Analyst {
        Analyst { player: Some(AgentId(seat)), ..self }
    }

    /// The same, and plays out that many games from a position.
    pub fn with_playouts(self, playouts: u32) -> Analyst {
        Analyst { playouts, ..self }
    }

    /// The same, for boards on which the setting `key` is one of `values`.
    pub fn only_where(
        mut self,
        key: impl Into<Text>,
        values: impl IntoIterator<Item = &'static str>,
    ) -> Analyst {
        self.boards.insert(key.into(), values.into_iter().map(Text::from).collect());
        self
    }

    /// Is it for that seat on the board that `spec` makes of a game with these settings?
    pub fn fits(&self, spec: &Spec, keys: &[Key], seat: AgentId) -> bool {
        self.player.is_none_or(|own| own == seat) && fits(&self.boards, spec, keys)
    }
}
