//! Two agents: one knows the theory of Nim, the other plays any game by texts alone.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, AnyAgent, AnyPosition, Budget, Decision, ForeignKind, Game as _,
    InputError, Outcome, Seed, Spec, Thought, Value, Watch,
};

use crate::nim::{Heaps, Nim, Take};

/// Leaves heaps whose exclusive or is zero wherever it can.
struct Knowing;

impl Agent<Nim> for Knowing {
    fn begin(&mut self, _: &Nim, _: AgentId, _: Seed) {}

    fn act(&mut self, game: &Nim, state: &Heaps, _: &Budget) -> Result<Decision<Take>, AgentFailure> {
        let actions = game.list_actions(state);
        let wins = |action: &&Take| {
            let mut after = *state;
            game.apply(&mut after, **action);
            after.nim_sum() == 0
        };
        let (winning, any) = (actions.iter().find(wins), actions.first());
        let &action = winning.or(any).ok_or_else(AgentFailure::no_move)?;
        let outcome = if winning.is_some() { Outcome::Win } else { Outcome::Loss };
        let value = game.turn(state).agent().map(|me| Value::proven(me, outcome, None));
        Ok(Decision { value, ..Decision::plain(action) })
    }
}

/// The agent by name.
pub fn nim_sum() -> AgentKind<Nim> {
    AgentKind::new("nim-sum", "never loses a won position", Vec::new(), |_, _, _| Ok(Box::new(Knowing)))
}

/// Takes the last legal move of any game.
struct Last;

impl AnyAgent for Last {
    fn begin(&mut self, _: AgentId, _: Seed) {}

    fn think(&mut self, position: &dyn AnyPosition, _: &Budget, _: Watch<'_>) -> Result<Thought, InputError> {
        let action = position.actions().pop().unwrap_or_default();
        Ok(Thought {
            agent: Spec::new("last"),
            eval: None,
            action_eval: None,
            decision: Decision::plain(action),
        })
    }
}

/// The agent by name, for every game there is.
pub fn last() -> ForeignKind {
    let about = "takes the last legal move in the game's order";
    ForeignKind::new("last", about, Vec::new(), "1", |_, _, _| Ok(Box::new(Last)))
}
