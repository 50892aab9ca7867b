//! Why an agent chooses its move, in facts and sentences.

mod case;
mod observers;
mod truth;

pub use self::observers::VisitedMove;
pub use self::truth::{Solved, Truth};

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Budget, InputError, Message, Outcome, Registry, Seed, Spec, Term, Text,
    Thought, Turn, Watch,
};
use serde::{Serialize, Serializer};

use self::case::{Case, estimates};
use self::observers::{Roles, Visits};
use crate::words::{decider, in_english};

/// A decision with its reasons.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The seat to move.
    pub turn: Turn,
    /// Its name.
    pub player: String,
    /// What the agent thought.
    #[serde(flatten)]
    pub thought: Thought,
    /// The decision in sentences.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub decision: Vec<Message>,
    /// The principal variation, step by step.
    pub steps: Vec<LineStep>,
    /// The line in a sentence; empty if there is none.
    #[serde(serialize_with = "in_one_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub outlook: Option<Message>,
    /// The last position that it sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<LineEnd>,
    /// For agents that search one move deep: the value of each move, with its terms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub judged: Vec<MoveTerms>,
    /// A sentence for each move that was not chosen.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub others: Vec<Message>,
    /// In a solved game, the exact value of every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<Truth>,
    /// For agents that search by simulations: the visits of each move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub visits: Vec<VisitedMove>,
    /// The positions of the line, the first one included.
    #[serde(skip)]
    pub frames: Vec<Captioned>,
}

/// A position with a caption.
pub type Captioned = (Message, Box<dyn AnyPosition>);

/// A move of the principal variation.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineStep {
    /// Who moves.
    pub turn: Turn,
    /// The name.
    pub player: String,
    /// The move.
    pub action: String,
    /// The position after it.
    pub position: String,
}

/// The end of the principal variation.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineEnd {
    /// If the game is over there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The evaluation.
    pub eval: Option<Text>,
    /// Its terms.
    pub terms: Vec<Term>,
    /// The sum of the terms.
    pub total: f64,
    /// Further remarks.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub remarks: Vec<Message>,
}

/// A move with the terms of its value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveTerms {
    /// The move.
    pub action: String,
    /// The sum of the terms.
    pub total: f64,
    /// What it is made of.
    pub terms: Vec<Term>,
}

/// The sentence, or an empty text.
fn in_one_text<S: Serializer>(sentence: &Option<Message>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&sentence.as_ref().map(Message::to_string).unwrap_or_default())
}

/// The best analyst that a game declares for the board of `spec` and a seat.
fn best_analyst(registry: &Registry, spec: &Spec, me: AgentId) -> Result<Option<Spec>, InputError> {
    registry.analysts(spec, me)?.next().map(|analyst| analyst.spec.parse()).transpose()
}

/// Lets an agent choose a move in a position of the game that `spec` makes, and explains it; without an agent, the best analyst
/// of the game.
///
/// # Errors
///
/// If nobody is to move, or the agent cannot play.
pub fn explain(
    registry: &Registry,
    game: &dyn AnyGame,
    spec: &Spec,
    position: &dyn AnyPosition,
    agent: Option<Spec>,
    seed: Seed,
    budget: &Budget,
) -> Result<Explanation, InputError> {
    let me = decider(position)?;
    let agent = match agent {
        Some(agent) => agent,
        None => best_analyst(registry, spec, me)?.unwrap_or_else(|| Spec::new("alphabeta")),
    };
    let mut thought = game.think(position, &agent, seed, budget, Watch::Off)?;
    let mut visits = Visits::default();
    // An agent that estimates may have simulations to speak of. Watching them takes time.
    if estimates(&thought) {
        thought = game.think(position, &agent, seed, budget, Watch::Search(&mut visits))?;
    }
    let truth = Truth::of(registry, game, spec, position, &thought, seed)?;
    if let Some(truth) = truth.as_ref().filter(|truth| truth.is_by(&agent)) {
        // Bounds become values, each with its reply.
        thought.decision.moves = truth.moves.iter().map(|solved| solved.known.clone()).collect();
        if truth.line.first() == Some(&thought.decision.action) {
            thought.decision.line.clone_from(&truth.line);
        }
    }
    // Simulations give no roles.
    let roles = match visits.is_any() {
        true => Roles::default(),
        false => Roles::of(game, position, &thought, seed)?,
    };
    let case =
        Case { game, root: position, me, thought: &thought, roles, visits: &visits, truth: truth.as_ref() };
    let (steps, frames) = case.steps();
    let judged = case.judged()?;
    Ok(Explanation {
        game: spec.to_string(),
        position: position.text(),
        turn: position.turn(),
        player: case.player(),
        decision: case.decision(),
        outlook: case.outlook(&steps),
        end: case.end(&steps, frames.last().map(|(_, last)| last.as_ref()))?,
        others: if judged.is_empty() { case.others() } else { Vec::new() },
        judged,
        truth,
        visits: visits.moves(),
        steps,
        frames,
        thought,
    })
}
