//! What is known for certain about a position of a solved game, beside what an agent thinks of it.

use plylab_core::{
    AnyGame, AnyPosition, Budget, Decision, InputError, Message, Name, Registry, RootMove, Seed, Spec,
    Thought, Watch, Worth, message,
};
use serde::Serialize;

use super::best_analyst;
use crate::threat::Threat;
use crate::words;

/// The most nodes for a position that an agent was asked about that is no solver: less than a second of search.
const ENOUGH: u64 = 2_000_000;

/// The exact value of every move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Truth {
    /// The agent that knows it.
    pub solver: Spec,
    /// The moves in the game's order.
    pub moves: Vec<Solved>,
    /// How the game goes on if both sides play perfectly.
    #[serde(skip)]
    pub line: Vec<String>,
}

/// A move of a solved position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Solved {
    /// The move, its value and the best reply.
    #[serde(flatten)]
    pub known: RootMove<String>,
    /// The threat that decides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threat: Option<Threat>,
    /// The same in words.
    #[serde(skip)]
    pub threat_words: Option<Message>,
}

impl Truth {
    /// The truth about the position: what `thought` found if a solver has found everything, or else what the solver of the game
    /// finds soon. None if the game is not solved, or this would take too long.
    pub fn of(
        registry: &Registry,
        game: &dyn AnyGame,
        spec: &Spec,
        position: &dyn AnyPosition,
        thought: &Thought,
        seed: Seed,
    ) -> Result<Option<Truth>, InputError> {
        let Some(me) = position.turn().agent() else { return Ok(None) };
        let solved = registry.kind(&spec.name)?.oracle.is_some();
        let Some(solver) = best_analyst(registry, spec, me)?.filter(|_| solved) else { return Ok(None) };
        if thought.agent.name == solver.name
            && let Some(truth) = Truth::found(game, position, thought)
        {
            return Ok(Some(truth));
        }
        let budget = Budget { nodes: Some(ENOUGH), ..Budget::unlimited() };
        Ok(Truth::found(game, position, &game.think(position, &solver, seed, &budget, Watch::Off)?))
    }

    /// What a thought knows, if it knows everything.
    fn found(game: &dyn AnyGame, position: &dyn AnyPosition, thought: &Thought) -> Option<Truth> {
        let decision = &thought.decision;
        let is_known = |known: &RootMove<String>| known.value.is_exact() && known.value.outcome().is_some();
        if decision.moves.is_empty()
            || !decision.moves.iter().all(is_known)
            || decision.moves.len() < position.actions().len()
        {
            return None;
        }
        let solved = |known: &RootMove<String>| {
            let threat = Threat::of_move(position, known);
            let threat_words = threat.as_ref().map(|threat| threat.words(game));
            Solved { threat, threat_words, known: known.clone() }
        };
        let find = |action: &String| decision.moves.iter().find(|known| known.action == *action);
        let moves = position.actions().iter().filter_map(find).map(solved).collect();
        Some(Truth { solver: thought.agent.clone(), moves, line: decision.line.clone() })
    }

    /// Is this the agent that solved it?
    pub fn is_by(&self, agent: &Spec) -> bool {
        self.solver.name == agent.name
    }

    /// The truth about a decision in a sentence; none if the agent has said it itself.
    pub fn about(&self, decision: &Decision<String>, agent: &Spec) -> Option<Message> {
        let action = decision.action.as_str();
        let moves = self.moves.iter().map(|solved| &solved.known);
        let own = moves.clone().find(|known| known.action == action)?;
        let best = moves.max_by(|one, other| one.value.rank().total_cmp(&other.value.rank()))?;
        if let Worth::Loss { plies } = best.value.worth {
            return Some(lost(own, best, plies));
        }
        if self.is_by(agent) || decision.value.is_some_and(|value| value.worth == own.value.worth) {
            return None;
        }
        let (action, value) = (Name::of(action), words::worth(own.value.worth));
        Some(if own.value.rank() == best.value.rank() {
            message!("truly-best", "In truth {action} is a {value}: no move is better.")
        } else {
            message!(
                "truly-worse",
                "In truth {action} is a {value}, and {best} would be a {best_value}.",
                best = Name::of(best.action.as_str()),
                best_value = words::worth(best.value.worth)
            )
        })
    }
}

/// Every move loses: which one loses last?
fn lost(own: &RootMove<String>, best: &RootMove<String>, plies: Option<u32>) -> Message {
    // Of several, the one it plays is named.
    let longest = if own.value.rank() == best.value.rank() { own } else { best };
    match plies {
        Some(plies) => message!(
            "lost-anyway-longest",
            "The position is lost anyway; {action} holds out longest, {plies} {plies|ply|plies}.",
            action = Name::of(longest.action.as_str())
        ),
        None => message!("lost-anyway", "The position is lost anyway."),
    }
}
