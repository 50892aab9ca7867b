//! `plylab explain`.

mod case;
mod cost;
mod roles;
mod text;
mod truth;
mod visits;

use clap::Args;
use plylab_core::scene::Backdrop;
use plylab_core::{AnyPosition, Message, Outcome, Registry, Spec, Term, Text, Thought, Turn, Watch};
use serde::{Serialize, Serializer};

use self::case::{Case, estimates};
use self::roles::Roles;
use self::truth::{Truth, best_judge};
use self::visits::{VisitedMove, Visits};
use super::thinking::{BudgetArgs, decider};
use super::{GameArgs, SeedArgs};
use crate::failure::Failure;
use crate::output::{Output, in_english};

/// Explain why an agent chooses its move.
///
/// Shows the move and its value, the principal variation with its first and last position, the evaluation at its end,
/// the wheel of an agent that spins one, and why not the other moves. All values are for the player to move. In a solved
/// game it adds what is true of the move, unless that would take long to find out.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab explain connect4 4453
  plylab explain connect4 4453 --agent alphabeta:depth=6,eval=tuned
  plylab explain pacman --layout trap --agent expectimax:depth=3 --full
  plylab explain pacman --agent reflex:eval=report-b
  plylab explain pacman --layout small --agent report-d-roulette
  plylab explain tree:file=dice --agent expectimax --json")]
pub struct ExplainArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The position in the game's notation; '-' reads standard input; the start by default.
    position: Option<String>,

    /// The agent: NAME or NAME:key=value,key=value (see 'plylab agents'); by default the game's best judge.
    #[arg(long, value_name = "SPEC")]
    agent: Option<String>,

    /// Draw every position of the principal variation, not only the first and the last.
    #[arg(long)]
    full: bool,

    #[command(flatten)]
    seed: SeedArgs,

    #[command(flatten)]
    budget: BudgetArgs,

    /// Answer in JSON: the decision, the line with its positions, the terms and the sentences.
    #[arg(long)]
    json: bool,
}

/// A decision with its reasons.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// The game.
    game: String,
    /// The position.
    position: String,
    /// The seat to move.
    turn: Turn,
    /// Its name.
    player: String,
    #[serde(flatten)]
    thought: Thought,
    /// The decision in sentences.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    decision: Vec<Message>,
    /// The principal variation, step by step.
    steps: Vec<Step>,
    /// The line in a sentence; empty if there is none.
    #[serde(serialize_with = "in_one_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    outlook: Option<Message>,
    /// The last position that it sees.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    /// For agents that search one move deep: the value of each move, with its terms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    judged: Vec<Judged>,
    /// A sentence for each move that was not chosen.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    others: Vec<Message>,
    /// In a solved game, the exact value of every move.
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<Truth>,
    /// For agents that search by simulations: the visits of each move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    visits: Vec<VisitedMove>,
    #[serde(skip)]
    backdrop: Backdrop,
    #[serde(skip)]
    frames: Vec<Captioned>,
}

/// A position with a caption.
type Captioned = (Message, Box<dyn AnyPosition>);

/// A move of the principal variation.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Step {
    /// Who moves.
    turn: Turn,
    /// The name.
    player: String,
    /// The move.
    action: String,
    /// The position after it.
    position: String,
}

/// The end of the principal variation.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct End {
    /// If the game is over there.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    /// The evaluation.
    eval: Option<Text>,
    /// Its terms.
    terms: Vec<Term>,
    /// The sum of the terms.
    total: f64,
    /// Further remarks.
    #[serde(serialize_with = "in_english")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    remarks: Vec<Message>,
}

/// A move with the terms of its value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Judged {
    /// The move.
    action: String,
    /// The sum of the terms.
    total: f64,
    /// What it is made of.
    terms: Vec<Term>,
}

/// The sentence, or an empty text.
fn in_one_text<S: Serializer>(sentence: &Option<Message>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&sentence.as_ref().map(Message::to_string).unwrap_or_default())
}

impl ExplainArgs {
    /// Explains.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let game = self.game.open(registry)?;
        let asked = self.agent.as_ref().map(|agent| {
            agent.parse().map_err(|error: plylab_core::InputError| error.at(Message::verbatim("--agent")))
        });
        let asked = asked.transpose()?;
        let position = self.seed.position(game.as_ref(), self.position.as_deref())?;
        let me = decider(position.as_ref())?;
        let board = self.game.spec()?;
        let spec = match asked {
            Some(asked) => asked,
            None => best_judge(registry, &board, me)?.unwrap_or_else(|| Spec::new("alphabeta")),
        };
        let seed = self.seed.seed().of_search();
        let budget = self.budget.budget();
        let mut thought = game.think(position.as_ref(), &spec, seed, &budget, Watch::Off)?;
        let mut visits = Visits::default();
        // An agent that estimates may have simulations to speak of. Watching them takes time.
        if estimates(&thought) {
            thought = game.think(position.as_ref(), &spec, seed, &budget, Watch::Search(&mut visits))?;
        }
        let truth = Truth::of(registry, game.as_ref(), &board, position.as_ref(), &thought, seed)?;
        if let Some(truth) = truth.as_ref().filter(|truth| truth.is_by(&spec)) {
            // Bounds become values, each with its reply.
            thought.decision.moves = truth.moves.iter().map(|solved| solved.known.clone()).collect();
            if truth.line.first() == Some(&thought.decision.action) {
                thought.decision.line.clone_from(&truth.line);
            }
        }
        // Simulations give no roles.
        let roles = match visits.is_any() {
            true => Roles::default(),
            false => Roles::of(game.as_ref(), position.as_ref(), &thought, seed)?,
        };
        let case = Case {
            game: game.as_ref(),
            root: position.as_ref(),
            me,
            thought: &thought,
            roles,
            visits: &visits,
            truth: truth.as_ref(),
        };
        let (steps, frames) = case.steps();
        let judged = case.judged()?;
        let explanation = Explanation {
            game: board.to_string(),
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
            backdrop: game.backdrop(),
            frames,
            thought: thought.clone(),
        };
        if self.json { out.json(&explanation) } else { out.line(explanation.text(self.full, out.style)) }
    }
}
