//! The agent that looks no further than its own move.

use plylab_core::{
    ActionEval as _, Actions, Agent, AgentFailure, AgentId, AgentKind, Budget, Decision, Eval as _,
    InputError, Key, Params, Playable, Rng, RootMove, SearchStats, Seed, Weights, share_equally,
};

/// How a reflex agent judges an action: by itself, or by the state it leads to.
pub(super) enum Judge<G: Playable> {
    Action(G::ActionEval),
    State(G::Eval),
}

impl<G: Playable> Judge<G> {
    /// The evaluation of actions or else of states that the setting names; without one the game's first.
    pub fn from_params(params: &Params<'_>) -> Result<(Self, &'static str), InputError> {
        let wanted = |name: &str| params.text("eval").is_none_or(|text| text == name);
        let action = G::ACTION_EVALS.iter().find(|entry| wanted(entry.name));
        let state = G::EVALS.iter().find(|entry| wanted(entry.name));
        match (action, state) {
            (Some(entry), _) => Ok((Judge::Action(entry.item), entry.name)),
            (None, Some(entry)) => Ok((Judge::State(entry.item), entry.name)),
            (None, None) => {
                let names: Vec<&str> = G::ACTION_EVALS
                    .iter()
                    .map(|entry| entry.name)
                    .chain(G::EVALS.iter().map(|entry| entry.name))
                    .collect();
                let name = params.text("eval").unwrap_or_default();
                Err(params.bad("eval", name, &format!("the game has {}", names.join(", "))))
            }
        }
    }

    /// Every legal action with its value to `me`, in the game's order.
    pub fn weigh(&self, game: &G, state: &G::State, me: AgentId) -> Vec<RootMove<G::Action>> {
        let mut actions = Actions::new();
        game.actions(state, &mut actions);
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
            .map(|&action| RootMove { action, value: value(action), exact: true, reply: None })
            .collect()
    }
}

/// Takes the action with the best value, any of them if there are several.
pub struct Reflex<G: Playable> {
    judge: Judge<G>,
    eval_name: &'static str,
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
        let value = moves.iter().map(|weighed| weighed.value).fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<G::Action> =
            moves.iter().filter(|weighed| weighed.value == value).map(|weighed| weighed.action).collect();
        let &action = self.rng.pick(&best).ok_or_else(super::no_move)?;
        let nodes = moves.len() as u64;
        let stats =
            SearchStats { nodes, leaves: nodes, depth: 1, time: meter.elapsed(), ..SearchStats::default() };
        Ok(Decision { action, value: Some(value), moves, line: vec![action], stats })
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
        let value = moves.iter().map(|weighed| weighed.value).fold(f64::NEG_INFINITY, f64::max);
        let is_best = |action: &G::Action| {
            moves.iter().any(|weighed| weighed.action == *action && weighed.value == value)
        };
        share_equally(actions, is_best, out);
        Ok(())
    }

    fn eval_name(&self) -> Option<&'static str> {
        match self.judge {
            Judge::Action(_) => None,
            Judge::State(_) => Some(self.eval_name),
        }
    }

    fn action_eval_name(&self) -> Option<&'static str> {
        match self.judge {
            Judge::Action(_) => Some(self.eval_name),
            Judge::State(_) => None,
        }
    }
}

pub(super) const EVAL: Key = Key {
    name: "eval",
    about: "how an action is judged: an evaluation of actions, or of the states they lead to",
    default: "the game's first",
    limits: "see `plylab games`",
};

pub(super) fn kind<G: Playable>() -> AgentKind<G> {
    AgentKind::new("reflex", "takes the action that looks best at once", &[EVAL], |_, me, params| {
        let (judge, eval_name) = Judge::from_params(params)?;
        Ok(Box::new(Reflex { judge, eval_name, me, rng: Seed::default().rng() }))
    })
}
