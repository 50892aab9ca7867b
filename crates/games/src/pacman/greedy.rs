//! The course's greedy Pac-Man: the step whose next state scores best, never standing still.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, ChoiceSource, Context, Decision, Eval as _, Evaluation,
    Game as _, Key, Named, Playable as _, Rng, RootMove, SearchStats, Seed, Value, Weights, share_equally,
};

use super::classic::Classic;
use super::only_pacman;
use super::state::{PacmanState, Step};

/// Takes the step with the best next state by an evaluation, any of them if there are several. Stops only if he must.
#[derive(Debug)]
struct Greedy {
    eval: Named<Evaluation<Classic>>,
    rng: Rng,
}

impl Greedy {
    /// Every step but Stop with its value, in the game's order; Stop alone where nothing else is legal.
    fn evaluate_moves(&self, game: &Classic, state: &PacmanState, me: AgentId) -> Vec<RootMove<Step>> {
        let legal = game.list_actions(state);
        let can_move = legal.iter().any(|&step| step != Step::Stop);
        let steps = legal.iter().copied().filter(|&step| step != Step::Stop || !can_move);
        steps
            .map(|action| {
                let mut next = *state;
                game.apply(&mut next, action);
                let value = Value::score(me, self.eval.item.eval(game, &next, me));
                RootMove { action, value, reply: None }
            })
            .collect()
    }
}

impl Agent<Classic> for Greedy {
    fn begin(&mut self, _: &Classic, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, context: Context<'_, Classic>) -> Result<Decision<Step>, AgentFailure> {
        let Context { game, state, me, budget, .. } = context;
        let meter = budget.start();
        let moves = self.evaluate_moves(game, state, me);
        let best = best_moves(&moves);
        let &RootMove { action, value, .. } = self.rng.pick(&best).ok_or_else(AgentFailure::no_move)?;
        let (nodes, time) = (moves.len() as u64, meter.elapsed());
        let stats = SearchStats { nodes, leaves: nodes, depth: 1, time, ..SearchStats::default() };
        Ok(Decision { value: Some(value), moves, line: vec![action], stats, ..Decision::plain(action) })
    }

    fn odds(
        &mut self,
        context: Context<'_, Classic>,
        actions: &[Step],
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        let best = best_moves(&self.evaluate_moves(context.game, context.state, context.me));
        share_equally(actions, |action| best.iter().any(|candidate| candidate.action == *action), out);
        Ok(())
    }

    fn eval_name(&self) -> Option<&str> {
        Some(&self.eval.name)
    }
}

/// The moves with the highest value, in order.
pub(super) fn best_moves(moves: &[RootMove<Step>]) -> Vec<RootMove<Step>> {
    let best = moves.iter().map(|candidate| candidate.value.rank()).fold(f64::NEG_INFINITY, f64::max);
    moves.iter().filter(|candidate| candidate.value.rank() == best).copied().collect()
}

/// The agent by name.
pub(super) fn kind(game: &Classic) -> AgentKind<Classic> {
    let evals = game.evals().iter().map(Named::choice).collect::<Vec<_>>();
    let keys = vec![Key::choice_of("eval", evals, ChoiceSource::Game, "evaluation of the next state")];
    let about = "a Pac-Man that takes the step with the best next state and never stands still";
    AgentKind::new("greedy", about, keys, |game: &Classic, me, params| {
        only_pacman(me, "greedy")?;
        let eval = params.evaluation(game, "eval")?;
        Ok(Box::new(Greedy { eval, rng: Seed::default().rng() }))
    })
}
