//! Analyses: agents search a position side by side.

use plylab_core::scene::Mark;
use plylab_core::{AgentId, Chance, Message, Spec, Text, Value, WheelRule};
use plylab_lab::playouts::PlayoutEstimates;
use serde::{Deserialize, Serialize};

use super::{At, Fault, WorkState};

/// A position, and who searches it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StartAnalysis {
    /// The position.
    pub at: At,
    /// 1 to 4 agents, or `best` for the first of the game's `analysts` that fits the board and the player.
    pub agents: Vec<String>,
    /// Milliseconds for each, 1 to 600000; 10000 by default.
    pub time: Option<u64>,
    /// Maximum nodes for each.
    pub nodes: Option<u64>,
}

/// An analysis at another position.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SetAnalysis {
    /// The analysis.
    pub analysis: String,
    /// The position.
    pub at: At,
}

/// An analysis to stop.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StopAnalysis {
    /// The analysis.
    pub analysis: String,
    /// Only this lane of it.
    pub lane: Option<usize>,
}

/// An analysis that has begun.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartedAnalysis {
    /// Its name.
    pub analysis: String,
    /// The player to move: all values are for that player.
    pub player: AgentId,
    /// That player's name.
    pub name: String,
}

/// What is known of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedMove {
    /// The move.
    pub action: String,
    /// Its value, with its certainty.
    pub value: Value,
    /// The best reply.
    pub reply: Option<String>,
    /// The chance to win that the value means, if it is an estimate.
    pub chance: Option<Chance>,
    /// What follows a move whose result is proven: the reply and the threat that decides it.
    pub then: Option<Message>,
}

/// The slice of a move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WheelSlice {
    /// The move.
    pub action: String,
    /// Its chance.
    pub share: f64,
}

/// The roulette wheel from which an agent drew its move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RouletteWheel {
    /// How the slices follow from the values.
    #[serde(flatten)]
    pub rule: WheelRule,
    /// The slices.
    pub slices: Vec<WheelSlice>,
}

/// What names a lane: every event of it begins with this.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneName {
    /// The analysis.
    pub analysis: String,
    /// The lane: the index of its agent.
    pub lane: usize,
    /// The agent.
    pub agent: Spec,
    /// The player to move: all values are for that player.
    pub player: AgentId,
    /// That player's name.
    pub name: String,
    /// The position.
    pub text: String,
}

/// What an agent knows of a position so far. It is sent whenever there is a new result, and several times a second as the node
/// count grows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LaneProgress {
    /// Which agent, and which position.
    #[serde(flatten)]
    pub lane: LaneName,
    /// How far it is.
    pub state: WorkState,
    /// The depth reached.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes per second.
    pub nodes_per_second: u64,
    /// Milliseconds since it began.
    pub time: f64,
    /// Nodes whose remaining children were pruned.
    pub cuts: u64,
    /// Nodes answered by the transposition table.
    pub table_hits: u64,
    /// Did the search reach the end of the game on every line? Then a `score` is the game's own, not an estimate.
    pub exhaustive: bool,
    /// The agent that estimates what the analyst does not know yet: such values have `certainty` `estimate`, and `depth` is
    /// its own until the analyst knows the position.
    pub estimated_by: Option<Spec>,
    /// The value of the position; none before the first result, and of agents that do not search.
    pub value: Option<Value>,
    /// The chance to win that an estimate means; none without a calibration for this board and agent.
    pub chance: Option<Chance>,
    /// How games end that the analyst plays out from here, for player 0. The other seats play as in the game, or as the game's
    /// `opponents`; the games have fixed seeds. It grows game by game.
    pub expected: Option<PlayoutEstimates>,
    /// The best move; none before the first result.
    pub best: Option<String>,
    /// The evaluation.
    pub eval: Option<Text>,
    /// What the agent says.
    pub note: Option<String>,
    /// What the agent draws on the board.
    pub marks: Vec<Mark>,
    /// The wheel of an agent that draws its move.
    pub wheel: Option<RouletteWheel>,
    /// What is known of each move, in the game's order. It may be incomplete at first.
    pub moves: Vec<JudgedMove>,
    /// The principal variation.
    pub line: Vec<String>,
    /// Why it failed, if it did.
    pub fault: Option<Fault>,
}
