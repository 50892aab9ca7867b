//! The agent that picks by roulette wheel: the better an action, the larger its slice.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Context, Decision, Depth, Key, Playable, Rng, RootMove,
    SearchStats, Seed, Text,
};

use super::others::Others;
use super::reflex::{MoveEvaluator, eval};
use crate::lookahead::{CutRule, Lookahead, Settings};

/// Picks an action at random in proportion to its value: by evaluation, or by a minimax search to a depth.
pub struct Roulette<G: Playable> {
    evaluator: MoveEvaluator<G>,
    eval_name: Text,
    /// The search that replaces the evaluation, if one is set.
    search: Option<(G::Eval, Settings)>,
    temperature: f64,
    rng: Rng,
}

impl<G: Playable> Roulette<G> {
    fn evaluate_moves(
        &mut self,
        context: &Context<'_, G>,
    ) -> Result<EvaluatedMoves<G::Action>, AgentFailure> {
        let &Context { game, state, me, budget, .. } = context;
        if let Some((eval, settings)) = &self.search {
            let model = Others::<G::Policy>::Min;
            let lookahead = Lookahead { game, model: &model, eval, settings: *settings, table: &None };
            let decision = lookahead.decide(state, budget, &mut self.rng, ())?;
            if !decision.moves.is_empty() {
                return Ok((decision.moves, decision.stats));
            }
        }
        let meter = budget.start();
        let moves = self.evaluator.evaluate_moves(game, state, me);
        let nodes = moves.len() as u64;
        let stats =
            SearchStats { nodes, leaves: nodes, depth: 1, time: meter.elapsed(), ..SearchStats::default() };
        Ok((moves, stats))
    }
}

/// Every legal move with its value, and the cost of finding them.
type EvaluatedMoves<A> = (Vec<RootMove<A>>, SearchStats);

/// The slices of the wheel. Values are shifted so that the worst still gets a tenth of the range; a low temperature makes
/// the large slices larger.
fn slices(values: &[f64], temperature: f64) -> Vec<f64> {
    let worst = values.iter().copied().fold(f64::INFINITY, f64::min);
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let range = best - worst;
    if range <= 0.0 {
        return vec![1.0; values.len()];
    }
    let share = |value: f64| (value - worst) / range + 0.1;
    // Not the platform's own power function: a seed gives the same game on every machine.
    values.iter().map(|&value| libm::pow(share(value) / 1.1, 1.0 / temperature)).collect()
}

impl<G: Playable> Agent<G> for Roulette<G> {
    fn begin(&mut self, _: &G, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let (moves, stats) = self.evaluate_moves(&context)?;
        let values: Vec<f64> = moves.iter().map(|candidate| candidate.value.rank()).collect();
        let index = self.rng.weighted(&slices(&values, self.temperature)).ok_or_else(crate::no_move)?;
        let RootMove { action, value, reply } = moves[index];
        let line = std::iter::once(action).chain(reply).collect();
        Ok(Decision { action, value: Some(value), moves, line, stats })
    }

    fn eval_name(&self) -> Option<&str> {
        match self.evaluator {
            MoveEvaluator::Action(_) if self.search.is_none() => None,
            MoveEvaluator::Action(_) | MoveEvaluator::State(_) => Some(&self.eval_name),
        }
    }

    fn action_eval_name(&self) -> Option<&str> {
        match self.evaluator {
            MoveEvaluator::Action(_) if self.search.is_none() => Some(&self.eval_name),
            MoveEvaluator::Action(_) | MoveEvaluator::State(_) => None,
        }
    }
}

pub(super) fn kind<G: Playable>(game: &G) -> AgentKind<G> {
    let keys = vec![
        eval(game),
        Key::integer(
            "depth",
            0..=20,
            "value actions by a minimax search to this depth, in the game's depth unit; 0 uses the evaluation alone",
        )
        .default("0")
        .said("depth {#n}"),
        Key::real(
            "temperature",
            0.01..=100.0,
            "1 picks in proportion to the values; lower is greedier, higher is more random",
        )
        .default("1")
        .said("temperature {#n}"),
    ];
    AgentKind::new("roulette", "picks at random, favouring better actions", keys, |game: &G, _, params| {
        let (evaluator, mut eval_name) = MoveEvaluator::from_params(game, params)?;
        let count = params.number("depth")?;
        let depth = Depth { count, unit: game.info().depth_unit };
        let search = match (&evaluator, count) {
            (_, 0) => None,
            (MoveEvaluator::State(eval), _) => Some((eval.clone(), Settings::plain(depth, CutRule::Never))),
            (MoveEvaluator::Action(_), _) => {
                // Leaves are states: a search uses the state evaluation of the same name, or the first.
                let evals = game.evals();
                let same = evals.iter().find(|eval| eval.name == eval_name);
                let eval = match (same.or(evals.first()), params.text("eval")) {
                    (Some(eval), None) => eval,
                    (Some(eval), Some(name)) if eval.name == name => eval,
                    _ => return Err(params.bad("eval", &eval_name)),
                };
                eval_name = eval.name.clone();
                Some((eval.item.clone(), Settings::plain(depth, CutRule::Never)))
            }
        };
        let temperature = params.number("temperature")?;
        Ok(Box::new(Roulette { evaluator, eval_name, search, temperature, rng: Seed::default().rng() }))
    })
}

#[cfg(test)]
mod tests {
    use super::slices;

    #[test]
    fn better_actions_have_larger_slices_and_none_is_empty() {
        let wheel = slices(&[-10.0, 0.0, 10.0], 1.0);
        assert!((wheel[0] * 11.0 - wheel[2]).abs() < 1e-12, "{wheel:?}");
        assert!(wheel[0] > 0.0 && wheel[0] < wheel[1] && wheel[1] < wheel[2]);
        assert_eq!(slices(&[4.0, 4.0], 1.0), [1.0, 1.0]);
    }

    #[test]
    fn low_temperature_is_greedier_and_high_more_random() {
        let share = |temperature| {
            let wheel = slices(&[0.0, 1.0], temperature);
            wheel[1] / (wheel[0] + wheel[1])
        };
        assert!(share(0.1) > 0.999_999 && share(1.0) < 0.92 && share(100.0) < 0.51);
    }
}
