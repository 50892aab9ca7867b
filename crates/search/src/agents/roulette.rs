//! The agent that picks by roulette wheel: the better an action, the larger its slice.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Context, Decision, Depth, DepthUnit, Evaluation, Key, Message,
    Playable, Rng, RootMove, SearchStats, Seed, Text, Weights, Wheel, WheelRule,
};

use super::others::{OTHERS_BY_CHANCE, Others, others, policy};
use super::reflex::{MoveEvaluator, eval};
use crate::lookahead::{CutRule, Lookahead, LookaheadSettings};

/// Picks an action at random by its value: by evaluation, or by a search to a depth.
pub struct Roulette<G: Playable> {
    evaluator: MoveEvaluator<G>,
    eval_name: Text,
    /// The search that replaces the evaluation, if one is set.
    search: Option<(Others<G::Policy>, Evaluation<G>, LookaheadSettings)>,
    /// The softmax wheel of this temperature instead of the proportional one.
    temperature: Option<f64>,
    rng: Rng,
}

impl<G: Playable> Roulette<G> {
    fn evaluate_moves(
        &mut self,
        context: &Context<'_, G>,
    ) -> Result<EvaluatedMoves<G::Action>, AgentFailure> {
        let &Context { game, state, budget, .. } = context;
        if let Some((model, eval, settings)) = &self.search {
            let lookahead = Lookahead { game, model, eval, settings: *settings, table: &None };
            let decision = lookahead.decide(state, budget, &mut self.rng, ())?;
            if !decision.moves.is_empty() {
                let mut moves = decision.moves;
                // Where the others move by chance, there is no reply to expect.
                if !matches!(model, Others::Min) {
                    moves.iter_mut().for_each(|candidate| candidate.reply = None);
                }
                return Ok((moves, decision.stats));
            }
        }
        Ok(self.evaluator.evaluate_moves(context))
    }

    /// Does its evaluation value states? A search does, whatever values the actions without it.
    fn values_states(&self) -> bool {
        self.search.is_some() || matches!(self.evaluator, MoveEvaluator::State(_))
    }

    fn wheel(&self, moves: &[RootMove<G::Action>]) -> Wheel {
        let values: Vec<f64> = moves.iter().map(|candidate| candidate.value.rank()).collect();
        match self.temperature {
            Some(temperature) => softmax(&values, temperature),
            None => proportional(&values),
        }
    }
}

/// Every legal move with its value, and the cost of finding them.
type EvaluatedMoves<A> = (Vec<RootMove<A>>, SearchStats);

/// Slices in proportion to the values; to how far they are above the least, if that is negative.
fn proportional(values: &[f64]) -> Wheel {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let (rule, zero) =
        if least < 0.0 { (WheelRule::Shifted { least }, least) } else { (WheelRule::Proportional, 0.0) };
    // Beside infinite values all others are nothing.
    if values.contains(&f64::INFINITY) {
        let sizes = values.iter().map(|&value| f64::from(u8::from(value == f64::INFINITY))).collect();
        return Wheel { rule, slices: shares(sizes) };
    }
    // Halves, because the difference of the largest and the least number is not a number.
    let half = |value: f64| value.clamp(f64::MIN, f64::MAX) / 2.0;
    let sizes: Vec<f64> = values.iter().map(|&value| half(value) - half(zero)).collect();
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let sizes = match largest > 0.0 {
        true => sizes.into_iter().map(|size| size / largest).collect(),
        false => vec![1.0; values.len()],
    };
    Wheel { rule, slices: shares(sizes) }
}

/// Slices in proportion to `exp(value / temperature)`.
fn softmax(values: &[f64], temperature: f64) -> Wheel {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Not the platform's own exponential: a seed gives the same game on every machine. The best may be infinite.
    let size = |value: f64| if value == best { 1.0 } else { libm::exp((value - best) / temperature) };
    let sizes = values.iter().map(|&value| size(value)).collect();
    Wheel { rule: WheelRule::Softmax { temperature }, slices: shares(sizes) }
}

/// The sizes as shares of their sum.
fn shares(mut sizes: Vec<f64>) -> Vec<f64> {
    let sum: f64 = sizes.iter().sum();
    sizes.iter_mut().for_each(|size| *size /= sum);
    sizes
}

impl<G: Playable> Agent<G> for Roulette<G> {
    fn begin(&mut self, _: &G, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let (moves, stats) = self.evaluate_moves(&context)?;
        let wheel = self.wheel(&moves);
        let index = self.rng.weighted(&wheel.slices).ok_or_else(AgentFailure::no_move)?;
        let RootMove { action, value, reply } = moves[index];
        let line = std::iter::once(action).chain(reply).collect();
        Ok(Decision { action, value: Some(value), moves, line, wheel: Some(wheel), stats })
    }

    fn odds(
        &mut self,
        context: Context<'_, G>,
        actions: &[G::Action],
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        let (moves, _) = self.evaluate_moves(&context)?;
        let Wheel { slices, .. } = self.wheel(&moves);
        let slice = |action: &G::Action| {
            let index = moves.iter().position(|candidate| candidate.action == *action);
            index.and_then(|index| slices.get(index)).copied().unwrap_or(0.0)
        };
        out.clear();
        out.extend(actions.iter().map(slice));
        Ok(())
    }

    fn eval_name(&self) -> Option<&str> {
        self.values_states().then_some(&*self.eval_name)
    }

    fn action_eval_name(&self) -> Option<&str> {
        (!self.values_states()).then_some(&*self.eval_name)
    }
}

/// The depth of the search that values actions: none by default, and one move of every agent where the others move by
/// chance, so that an action is worth the mean over the states that follow it.
fn depth<G: Playable>(game: &G) -> Key {
    let info = game.info();
    let round = match info.depth_unit {
        DepthUnit::Ply => info.agents.len(),
        DepthUnit::Round => 1,
    };
    let about =
        "value actions by a search to this depth, in the game's depth unit; 0 uses the evaluation alone";
    let key = Key::integer("depth", 0..=20, about).default("0");
    OTHERS_BY_CHANCE.iter().fold(key, |key, &others| key.default_when("others", others, round.to_string()))
}

pub(super) fn kind<G: Playable>(game: &G) -> AgentKind<G> {
    let keys = vec![
        eval(game),
        depth(game),
        others(),
        policy(game),
        Key::real(
            "temperature",
            0.001..=1e6,
            "softmax wheel: slices in proportion to exp(value / temperature), lower is greedier; without it, slices are \
             in proportion to the values, less the least of them if that is negative",
        )
        .said(Message::new("temperature-of", "temperature {value}")),
    ];
    AgentKind::new(
        "roulette",
        "spins a wheel on which better actions have larger slices",
        keys,
        |game: &G, me, params| {
            let (evaluator, mut eval_name) = MoveEvaluator::from_params(game, params)?;
            let count = params.number("depth")?;
            let depth = Depth { count, unit: game.info().depth_unit };
            let state_eval = match (&evaluator, count) {
                (_, 0) => None,
                (MoveEvaluator::State(eval), _) => Some(eval.clone()),
                (MoveEvaluator::Action(_), _) => {
                    // Leaves are states: a search uses the state evaluation of the same name, or the first.
                    let first = || game.evals().into_iter().next().map(|eval| eval.map(Evaluation::Own));
                    let same = params.find_evaluation(game, &eval_name);
                    let eval = match (same.or_else(first), params.text("eval")) {
                        (Some(eval), None) => eval,
                        (Some(eval), Some(name)) if eval.name == name => eval,
                        _ => return Err(params.bad("eval", &eval_name)),
                    };
                    eval_name = eval.name;
                    Some(eval.item)
                }
            };
            let search = match state_eval {
                Some(eval) => {
                    let model = Others::from_params(game, me, params)?;
                    Some((model, eval, LookaheadSettings::plain(depth, CutRule::Never)))
                }
                None => None,
            };
            let temperature = params.optional("temperature")?;
            Ok(Box::new(Roulette { evaluator, eval_name, search, temperature, rng: Seed::default().rng() }))
        },
    )
    // 2: slices are in proportion to the values, and a temperature means softmax.
    .version(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_in_proportion_to_the_values() {
        let slices = |values: &[f64]| {
            let wheel = proportional(values);
            assert_eq!(wheel.rule, WheelRule::Proportional);
            wheel.slices
        };
        assert_eq!(
            slices(&[1000.0, 0.0, 0.0, 0.0]),
            [1.0, 0.0, 0.0, 0.0],
            "nothing is left for a value of 0"
        );
        assert_eq!(slices(&[1.0, 2.0, 5.0]), [0.125, 0.25, 0.625]);
        assert_eq!(slices(&[0.0, 0.0]), [0.5, 0.5], "all are 0");
        assert_eq!(slices(&[f64::INFINITY, 1.0]), [1.0, 0.0]);
    }

    #[test]
    fn negative_values_are_counted_from_the_least() {
        let wheel = proportional(&[-10.0, 0.0, 20.0]);
        assert_eq!(wheel, Wheel { rule: WheelRule::Shifted { least: -10.0 }, slices: vec![0.0, 0.25, 0.75] });
        assert_eq!(proportional(&[-4.0, -4.0]).slices, [0.5, 0.5], "all are equal");
        assert_eq!(proportional(&[f64::MIN, f64::MAX, f64::NEG_INFINITY]).slices, [0.0, 1.0, 0.0]);
    }

    #[test]
    fn a_low_temperature_is_greedier_and_a_high_one_more_random() {
        let best = |temperature| softmax(&[-1.0, 0.0], temperature).slices[1];
        assert!(best(0.1) > 0.9999 && best(100.0) < 0.51);
        assert!((best(1.0) - 1.0 / (1.0 + libm::exp(-1.0))).abs() < 1e-12);
        assert_eq!(softmax(&[f64::INFINITY, 0.0], 1.0).slices, [1.0, 0.0]);
        assert_eq!(softmax(&[3.0; 4], 5.0).slices, [0.25; 4]);
    }
}
