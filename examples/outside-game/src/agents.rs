//! Two agents: one knows the theory of Nim, the other plays any game through text alone.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, AnyAgent, AnyPosition, AnyWatch, Budget, Context, Decision,
    ForeignKind, Game as _, Outcome, Seed, Spec, Thought, Value,
};

use crate::nim::{Nim, Take};

/// Leaves heaps with a nim-sum of zero wherever it can.
struct NimSumAgent;

impl Agent<Nim> for NimSumAgent {
    fn act(&mut self, context: Context<'_, Nim>) -> Result<Decision<Take>, AgentFailure> {
        let Context { game, state, me, .. } = context;
        let actions = game.list_actions(state);
        let wins = |action: &&Take| {
            let mut after = *state;
            game.apply(&mut after, **action);
            after.nim_sum() == 0
        };
        let (winning, any) = (actions.iter().find(wins), actions.first());
        let &action = winning.or(any).ok_or_else(AgentFailure::no_move)?;
        let outcome = if winning.is_some() { Outcome::Win } else { Outcome::Loss };
        Ok(Decision { value: Some(Value::proven(me, outcome, None)), ..Decision::plain(action) })
    }
}

/// The agent `nim-sum`.
pub fn nim_sum() -> AgentKind<Nim> {
    AgentKind::new(
        "nim-sum",
        "plays perfectly: leaves a nim-sum of zero wherever it can",
        Vec::new(),
        |_, _, _| Ok(Box::new(NimSumAgent)),
    )
}

/// Plays the last legal move of any game.
struct Last;

impl AnyAgent for Last {
    fn begin(&mut self, _: AgentId, _: Seed) {}

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        _: &Budget,
        _: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        let action = position.actions().pop().ok_or_else(AgentFailure::no_move)?;
        Ok(Thought::plain(Spec::new("last"), Decision::plain(action)))
    }
}

/// The agent `last`, for every game.
pub fn last() -> ForeignKind {
    let about = "takes the last legal move in the game's order";
    ForeignKind::new("last", about, Vec::new(), "1", |_, _, _| Ok(Box::new(Last)))
}
