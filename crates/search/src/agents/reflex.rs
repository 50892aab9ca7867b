//! The agent that looks no further than its own move.

use plylab_core::{
    ActionEval as _, Agent, AgentFailure, AgentId, AgentKind, Budget, Choice, Decision, Eval as _,
    InputError, Key, Named, Params, Playable, Rng, RootMove, SearchStats, Seed, Source, Text, Value, Weights,
    share_equally,
};

/// How a reflex agent judges an action: by itself, or by the state it leads to.
pub(super) enum Judge<G: Playable> {
    Action(G::ActionEval),
    State(G::Eval),
}

impl<G: Playable> Judge<G> {
    /// The evaluation of actions or else of states that the setting names.
    pub fn from_params(game: &G, params: &Params<'_>) -> Result<(Self, Text), InputError> {
        let name = params.value("eval").unwrap_or_default();
        let action = game.action_evals().into_iter().find(|entry| entry.name == name);
        let state = game.evals().into_iter().find(|entry| entry.name == name);
        match (action, state) {
            (Some(entry), _) => Ok((Judge::Action(entry.item), entry.name)),
            (None, Some(entry)) => Ok((Judge::State(entry.item), entry.name)),
            (None, None) => Err(params.bad("eval", name)),
        }
    }

    /// Every legal action with its value to `me`, in the game's order.
    pub fn weigh(&self, game: &G, state: &G::State, me: AgentId) -> Vec<RootMove<G::Action>> {
        let actions = game.list_actions(state);
        let value = |action: G::Action| {
            let mut after = state.clone();
            game.apply(&mut after, action);
            match self {
                Judge::Action(eval) => eval.eval(game, state, action, &after, me),
                Judge::State(eval) => eval.eval(game, &after, me),
            }
        };
        actions
            .iter()
            .map(|&action| RootMove { action, value: Value::score(me, value(action)), reply: None })
            .collect()
    }
}

/// The best of what was weighed.
pub(super) fn best_value<A>(moves: &[RootMove<A>]) -> f64 {
    moves.iter().map(|weighed| weighed.value.rank()).fold(f64::NEG_INFINITY, f64::max)
}

/// Takes the action with the best value, any of them if there are several.
pub struct Reflex<G: Playable> {
    judge: Judge<G>,
    eval_name: Text,
    me: AgentId,
    rng: Rng,
}

impl<G: Playable> Agent<G> for Reflex<G> {
    fn begin(&mut self, _: &G, me: AgentId, seed: Seed) {
        self.me = me;
        self.rng = seed.rng();
    }

    fn act(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let meter = budget.start();
        let moves = self.judge.weigh(game, state, self.me);
        let value = best_value(&moves);
        let best: Vec<G::Action> = moves
            .iter()
            .filter(|weighed| weighed.value.rank() == value)
            .map(|weighed| weighed.action)
            .collect();
        let &action = self.rng.pick(&best).ok_or_else(crate::no_move)?;
        let nodes = moves.len() as u64;
        let stats =
            SearchStats { nodes, leaves: nodes, depth: 1, time: meter.elapsed(), ..SearchStats::default() };
        Ok(Decision { action, value: Some(Value::score(self.me, value)), moves, line: vec![action], stats })
    }

    fn odds(
        &mut self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        _: &Budget,
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        let moves = self.judge.weigh(game, state, self.me);
        let value = best_value(&moves);
        let is_best = |action: &G::Action| {
            moves.iter().any(|weighed| weighed.action == *action && weighed.value.rank() == value)
        };
        share_equally(actions, is_best, out);
        Ok(())
    }

    fn eval_name(&self) -> Option<&str> {
        match self.judge {
            Judge::Action(_) => None,
            Judge::State(_) => Some(&self.eval_name),
        }
    }

    fn action_eval_name(&self) -> Option<&str> {
        match self.judge {
            Judge::Action(_) => Some(&self.eval_name),
            Judge::State(_) => None,
        }
    }
}

/// The setting that chooses an evaluation of actions or of states.
pub(super) fn eval<G: Playable>(game: &G) -> Key {
    let mut choices: Vec<Choice> = game.action_evals().iter().map(Named::choice).collect();
    choices.extend(game.evals().iter().map(Named::choice));
    let mut seen: Vec<Text> = Vec::new();
    choices.retain(|choice| {
        !seen.contains(&choice.name) && {
            seen.push(choice.name.clone());
            true
        }
    });
    let about = "how an action is judged: an evaluation of actions, or of the states they lead to";
    Key::choice_of("eval", choices, Source::Game, about)
}

pub(super) fn kind<G: Playable>(game: &G) -> AgentKind<G> {
    let keys = vec![eval(game)];
    AgentKind::new("reflex", "takes the action that looks best at once", keys, |game: &G, me, params| {
        let (judge, eval_name) = Judge::from_params(game, params)?;
        Ok(Box::new(Reflex { judge, eval_name, me, rng: Seed::default().rng() }))
    })
}
