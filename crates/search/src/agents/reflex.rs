//! The agent that evaluates its own moves and searches no further.

use plylab_core::{
    ActionEval as _, Agent, AgentFailure, AgentId, AgentKind, AgentParams, Choice, ChoiceSource, Context,
    Decision, Eval as _, Evaluation, InputError, Key, Named, Playable, Rng, RootMove, SearchStats, Seed,
    Text, Value, Weights, share_equally,
};

/// How a reflex agent evaluates an action: directly, or by the state it leads to.
pub(super) enum MoveEvaluator<G: Playable> {
    Action(G::ActionEval),
    State(Evaluation<G>),
}

impl<G: Playable> MoveEvaluator<G> {
    /// The evaluation of actions or else of states that the setting names.
    pub fn from_params(game: &G, params: &AgentParams<'_, G>) -> Result<(Self, Text), InputError> {
        let name = params.value("eval").unwrap_or_default();
        let action = game.action_evals().into_iter().find(|entry| entry.name == name);
        let state = params.find_evaluation(game, name);
        match (action, state) {
            (Some(entry), _) => Ok((MoveEvaluator::Action(entry.item), entry.name)),
            (None, Some(entry)) => Ok((MoveEvaluator::State(entry.item), entry.name)),
            (None, None) => Err(params.bad("eval", name)),
        }
    }

    /// Every legal action with its value to the agent to move, in the game's order, and what that cost.
    pub fn evaluate_moves(&self, context: &Context<'_, G>) -> (Vec<RootMove<G::Action>>, SearchStats) {
        let &Context { game, state, me, budget, .. } = context;
        let meter = budget.start();
        let actions = game.list_actions(state);
        let value = |action: G::Action| {
            let mut after = state.clone();
            game.apply(&mut after, action);
            match self {
                MoveEvaluator::Action(eval) => eval.eval(game, state, action, &after, me),
                MoveEvaluator::State(eval) => eval.eval(game, &after, me),
            }
        };
        let root_move =
            |&action: &G::Action| RootMove { action, value: Value::score(me, value(action)), reply: None };
        let moves: Vec<_> = actions.iter().map(root_move).collect();
        let nodes = moves.len() as u64;
        let stats =
            SearchStats { nodes, leaves: nodes, depth: 1, time: meter.elapsed(), ..SearchStats::default() };
        (moves, stats)
    }
}

/// The best value among `moves`.
fn best_value<A>(moves: &[RootMove<A>]) -> f64 {
    moves.iter().map(|candidate| candidate.value.rank()).fold(f64::NEG_INFINITY, f64::max)
}

/// Takes the action with the best value; breaks ties at random.
pub struct Reflex<G: Playable> {
    evaluator: MoveEvaluator<G>,
    eval_name: Text,
    rng: Rng,
}

impl<G: Playable> Agent<G> for Reflex<G> {
    fn begin(&mut self, _: &G, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let (moves, stats) = self.evaluator.evaluate_moves(&context);
        let value = best_value(&moves);
        let best: Vec<G::Action> = moves
            .iter()
            .filter(|candidate| candidate.value.rank() == value)
            .map(|candidate| candidate.action)
            .collect();
        let &action = self.rng.pick(&best).ok_or_else(AgentFailure::no_move)?;
        Ok(Decision {
            action,
            value: Some(Value::score(context.me, value)),
            moves,
            line: vec![action],
            wheel: None,
            stats,
        })
    }

    fn odds(
        &mut self,
        context: Context<'_, G>,
        actions: &[G::Action],
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        let (moves, _) = self.evaluator.evaluate_moves(&context);
        let value = best_value(&moves);
        let is_best = |action: &G::Action| {
            moves.iter().any(|candidate| candidate.action == *action && candidate.value.rank() == value)
        };
        share_equally(actions, is_best, out);
        Ok(())
    }

    fn eval_name(&self) -> Option<&str> {
        matches!(self.evaluator, MoveEvaluator::State(_)).then_some(&*self.eval_name)
    }

    fn action_eval_name(&self) -> Option<&str> {
        matches!(self.evaluator, MoveEvaluator::Action(_)).then_some(&*self.eval_name)
    }
}

/// The setting that chooses an evaluation of actions or of states.
pub(super) fn eval<G: Playable>(game: &G) -> Key {
    let (of_actions, of_states) = (game.action_evals(), game.evals());
    let mut choices: Vec<Choice> = Vec::new();
    for choice in of_actions.iter().map(Named::choice).chain(of_states.iter().map(Named::choice)) {
        if choices.iter().all(|known| known.name != choice.name) {
            choices.push(choice);
        }
    }
    let about = "evaluation of actions, or of the states they lead to";
    Key::choice_of("eval", choices, ChoiceSource::Game, about).said_by_title()
}

pub(super) fn kind<G: Playable>(game: &G) -> AgentKind<G> {
    let keys = vec![eval(game)];
    AgentKind::new(
        "reflex",
        "takes the action with the best immediate evaluation",
        keys,
        |game: &G, _, params| {
            let (evaluator, eval_name) = MoveEvaluator::from_params(game, params)?;
            Ok(Box::new(Reflex { evaluator, eval_name, rng: Seed::default().rng() }))
        },
    )
    .titled("reflex agent")
}
