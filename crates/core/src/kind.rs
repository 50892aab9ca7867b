//! What a game declares about its rules, as data. What it offers to people is an [`Offer`].

use serde::Serialize;

use crate::files::Files;
use crate::input::InputError;
use crate::key::{Key, Text};
use crate::offer::Offer;
use crate::playable::Playable;
use crate::spec::Params;

/// What a game declares about its rules before it is opened.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameKind {
    /// The name in specs.
    pub name: Text,
    /// Other names for it.
    pub aliases: Vec<Text>,
    /// What it is.
    pub about: Text,
    /// Its settings.
    pub keys: Vec<Key>,
    /// How moves are written.
    pub moves: Text,
    /// How positions are written.
    pub positions: Text,
    /// How its files are written, if it reads any: several lines, by example.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<Text>,
    /// Positions with names, which can be written wherever a position can.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub named_positions: Vec<NamedPosition>,
    /// The version of its rules, to be raised whenever the same moves lead to other positions or results: stored results of
    /// different versions are never mixed.
    pub version: u32,
    /// The reports that describe it, by their letters.
    pub reports: Vec<Text>,
    /// The name of the oracle that knows the values of positions under perfect play.
    pub oracle: Option<Text>,
    /// The name of the bound on the score of agent 0.
    pub score_bound: Option<Text>,
}

impl GameKind {
    /// A game of that name that declares nothing else. Its rules have version 1.
    pub fn new(name: impl Into<Text>, about: impl Into<Text>) -> GameKind {
        GameKind { name: name.into(), about: about.into(), version: 1, ..GameKind::default() }
    }

    /// Is that one of its names?
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }
}

/// A position with a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedPosition {
    /// Its name: `fig-3-1`.
    pub name: Text,
    /// What it shows.
    pub about: Text,
    /// The position in the game's notation.
    pub position: Text,
}

/// A game that can be opened by name.
///
/// [`example`](crate::example) implements it.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{Game, NoFiles, Registered, Seed, Spec};
///
/// let kind = Heaps::kind();
/// let spec: Spec = "heaps:coins=5".parse()?;
/// let game = Heaps::open(&spec.params(&kind.keys)?, &NoFiles)?;
/// assert_eq!(game.initial(Seed(1)).heaps, [5, 5]);
/// # Ok::<(), plylab_core::InputError>(())
/// ```
pub trait Registered: Playable {
    /// What it declares about its rules.
    fn kind() -> GameKind;

    /// What it offers to people. Nothing by default: it can be played all the same.
    fn offer() -> Offer {
        Offer::default()
    }

    /// The game with these settings.
    fn open(params: &Params<'_>, files: &dyn Files) -> Result<Self, InputError>;
}
