//! The games, agents and settings on offer.

use plylab_core::scene::{Backdrop, Scene, Tone};
use plylab_core::{
    Analyst, DepthUnit, Featured, Interaction, Key, Level, Listing, Message, NamedPosition, ResultKind, Spec,
    Text,
};
use serde::Serialize;

/// Everything that menus show.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// The games.
    pub games: Vec<CatalogueGame>,
}

/// A game: what it declares, and what it has once opened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameKind"))]
pub struct CatalogueGame {
    /// The name in specs.
    pub name: Text,
    /// Other names that specs may use for it.
    pub aliases: Vec<Text>,
    /// The name for people.
    pub title: Text,
    /// What it is.
    pub about: Text,
    /// With the default settings; other settings may have more or fewer players (Pac-Man's ghosts): ask `game.check`.
    pub players: Vec<String>,
    /// The default unit of search depth.
    pub depth_unit: DepthUnit,
    /// How finished games are counted.
    pub result: ResultKind,
    /// Can every agent take every seat?
    pub seats_alike: bool,
    /// What people should know before they trust what they see.
    pub notes: Vec<Message>,
    /// What the length of a game is counted in.
    pub counted_in: DepthUnit,
    /// The letters of the reports that describe the game.
    pub reports: Vec<Text>,
    /// Points for a win on the score bar, where a report has one.
    pub win_points: Option<u32>,
    /// How moves are written.
    pub moves: Text,
    /// How positions are written.
    pub positions: Text,
    /// Positions with names; the name can be used wherever a position can.
    pub named_positions: Vec<NamedPosition>,
    /// The colours of the seats, as their pieces are drawn; the last one counts for all remaining seats.
    pub tones: Vec<Tone>,
    /// Opponents that a set-up offers before all others.
    pub featured: Vec<Featured>,
    /// How the board takes moves, beyond the list of legal moves.
    pub interaction: Option<Interaction>,
    /// The game's settings; show a control for each.
    pub keys: Vec<Key>,
    /// Ready-made settings for menus. Pac-Man's are its layouts.
    pub boards: Vec<CatalogueBoard>,
    /// The evaluations of states.
    pub evals: Vec<Listing>,
    /// The evaluations of actions.
    pub action_evals: Vec<Listing>,
    /// The agents; presets have `stands_for` and accept the settings of the agent they stand for.
    pub agents: Vec<CatalogueAgent>,
    /// Difficulty levels.
    pub levels: Vec<Level>,
    /// The specs of `analysts`.
    pub analysis: Vec<Text>,
    /// Agents that judge positions, the best first.
    pub analysts: Vec<Analyst>,
    /// Default agents, by seat; the last one counts for all remaining seats.
    pub opponents: Vec<Text>,
}

/// Ready-made settings, with a picture.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BoardKind"))]
pub struct CatalogueBoard {
    /// The name.
    pub name: Text,
    /// What it is.
    pub about: Text,
    /// The game with these settings.
    pub spec: Spec,
    /// Its players.
    pub players: Vec<String>,
    /// What never changes in its pictures.
    pub backdrop: Backdrop,
    /// The picture of its start.
    pub scene: Scene,
    /// The text of the file that a setting names, so that users can edit a copy of it.
    pub text: Option<Text>,
}

/// An agent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AgentKind"))]
pub struct CatalogueAgent {
    /// The name in specs.
    pub name: Text,
    /// The name for people.
    pub title: Text,
    /// What it does.
    pub about: Text,
    /// Of a preset: the spec it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<Text>,
    /// Its settings, even if there are none.
    pub keys: Vec<Key>,
}

impl From<Listing> for CatalogueAgent {
    fn from(Listing { name, title, about, stands_for, keys }: Listing) -> CatalogueAgent {
        CatalogueAgent { name, title, about, stands_for, keys }
    }
}
