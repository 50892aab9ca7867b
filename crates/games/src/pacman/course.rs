//! The names that university courses use, and their ghosts, which all draw from one Python generator, game after game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plylab_core::{
    Agent, AgentFailure, AgentId, Context, Decision, Game, InputError, Message, Playable, Policy, Seed, Spec,
    Uniform, Weights, message,
};

use super::classic::Classic;
use super::greedy::best_moves;
use super::python::PythonRandom;
use super::state::Step;

/// The text that the course's engine seeds its generator with when the seed is fixed.
pub const COURSE_SEED: &str = "cs188";

/// The course's classes and our agents.
const CLASSES: &[(&str, &str)] = &[
    ("LeftTurnAgent", "left-turn"),
    ("GreedyAgent", "greedy"),
    ("ReflexAgent", "reflex"),
    ("MinimaxAgent", "minimax"),
    ("AlphaBetaAgent", "alphabeta"),
    ("ExpectimaxAgent", "expectimax"),
    ("RandomGhost", "random"),
    ("DirectionalGhost", "directional"),
];

/// The course's evaluations and ours.
const EVALS: &[(&str, &str)] = &[
    ("scoreEvaluation", "score"),
    ("scoreEvaluationFunction", "score"),
    ("better", "report-d"),
    ("betterEvaluationFunction", "report-d"),
];

fn ours<'a>(table: &[(&str, &'a str)], name: &'a str) -> &'a str {
    table.iter().find(|(theirs, _)| *theirs == name).map_or(name, |(_, ours)| ours)
}

/// The agent with a course's name or ours, with further settings `key=value,key=value`, in which `evalFn` is
/// understood.
pub fn course_agent(name: &str, settings: &str) -> Result<Spec, InputError> {
    let mut spec: Spec = ours(CLASSES, name).parse()?;
    for setting in settings.split(',').map(str::trim).filter(|setting| !setting.is_empty()) {
        let Some((key, value)) = setting.split_once('=') else {
            return Err(InputError::new(message!("setting-without-value", "'{setting}' has no value"))
                .expected(message!("settings-form", "write key=value,key=value"))
                .at(Message::quoted(settings)));
        };
        spec = match (key.trim(), value.trim()) {
            ("evalFn", eval) => spec.with("eval", ours(EVALS, eval)),
            (key, value) => spec.with(key, value),
        };
    }
    Ok(spec)
}

/// The generator of a run, from which all its ghosts draw in turn. Clones share it.
#[derive(Clone, Debug)]
pub struct CourseDice(Arc<Mutex<PythonRandom>>);

impl CourseDice {
    /// Seeded with a text, as in the course's engine at the start of a run.
    pub fn new(text: &str) -> Self {
        CourseDice(Arc::new(Mutex::new(PythonRandom::from_text(text))))
    }

    /// The ghost that `spec` names, drawing from this generator; none if `spec` names no random ghost.
    pub fn ghost(
        &self,
        game: &Classic,
        spec: &Spec,
        me: AgentId,
    ) -> Option<Result<Box<dyn Agent<Classic>>, InputError>> {
        if spec.name == "random" {
            return Some(spec.params(&[]).map(|_| self.drawing(Uniform)));
        }
        let kind = game.policies().into_iter().find(|kind| kind.name == spec.name)?;
        let policy = spec.params(&kind.keys).and_then(|params| kind.build(game, me, &params));
        Some(policy.map(|policy| self.drawing(policy)))
    }

    fn drawing(&self, policy: impl Policy<Classic> + 'static) -> Box<dyn Agent<Classic>> {
        Box::new(CourseGhost { policy, dice: self.clone() })
    }

    /// Pac-Man as the course plays him: the agents that pick one of their best steps at random pick by this generator,
    /// also where there is only one. `name` is the agent's own, whatever preset it was asked for by.
    pub fn pacman(&self, name: &str, agent: Box<dyn Agent<Classic>>) -> Box<dyn Agent<Classic>> {
        match PICKING.contains(&name) {
            true => Box::new(CoursePacman { agent, dice: self.clone() }),
            false => agent,
        }
    }

    fn lock(&self) -> MutexGuard<'_, PythonRandom> {
        // A generator has no half-done state that a panic elsewhere could leave behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A ghost whose moves are drawn as the course's engine draws them: its generator continues from game to game, whatever
/// the seed.
struct CourseGhost<P> {
    policy: P,
    dice: CourseDice,
}

impl<P: Policy<Classic>> Agent<Classic> for CourseGhost<P> {
    fn act(&mut self, context: Context<'_, Classic>) -> Result<Decision<Step>, AgentFailure> {
        let Context { game, state, me, .. } = context;
        let steps = game.list_actions(state);
        let mut weights = Weights::new();
        self.policy.weights(game, state, me, &steps, &mut weights);
        let step = self.dice.lock().draw_step(&steps, &weights);
        step.map(Decision::plain)
            .ok_or_else(|| AgentFailure::new(message!("ghost-stuck", "a ghost has no move")))
    }
}

/// The agents that the course lets pick one of their best steps at random.
const PICKING: &[&str] = &["reflex", "greedy"];

/// An agent whose ties the course's generator breaks.
struct CoursePacman {
    agent: Box<dyn Agent<Classic>>,
    dice: CourseDice,
}

impl Agent<Classic> for CoursePacman {
    fn begin(&mut self, game: &Classic, me: AgentId, seed: Seed) {
        self.agent.begin(game, me, seed);
    }

    fn act(&mut self, context: Context<'_, Classic>) -> Result<Decision<Step>, AgentFailure> {
        let decision = self.agent.act(context)?;
        let best = best_moves(&decision.moves);
        let picked = self.dice.lock().below(best.len() as u32);
        match best.get(picked as usize) {
            Some(chosen) => Ok(Decision { action: chosen.action, line: vec![chosen.action], ..decision }),
            None => Ok(decision),
        }
    }

    fn eval_name(&self) -> Option<&str> {
        self.agent.eval_name()
    }

    fn action_eval_name(&self) -> Option<&str> {
        self.agent.action_eval_name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(name: &str, settings: &str) -> String {
        match course_agent(name, settings) {
            Ok(spec) => spec.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_names_of_courses_are_understood_beside_ours() {
        assert_eq!(agent("LeftTurnAgent", ""), "left-turn");
        assert_eq!(agent("GreedyAgent", "evalFn=scoreEvaluation"), "greedy:eval=score");
        assert_eq!(agent("AlphaBetaAgent", "depth=3"), "alphabeta:depth=3");
        assert_eq!(agent("ExpectimaxAgent", "depth=3,evalFn=better"), "expectimax:depth=3,eval=report-d");
        assert_eq!(agent("MinimaxAgent", " evalFn=scoreEvaluationFunction "), "minimax:eval=score");
        assert_eq!(agent("alphabeta:depth=2", "evalFn=tuned"), "alphabeta:depth=2,eval=tuned");
        assert_eq!(agent("report-d-better", "depth=4"), "report-d-better:depth=4");
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(
            agent("MinimaxAgent", "depth=2,fast"),
            "'depth=2,fast': 'fast' has no value; write key=value,key=value"
        );
        assert_eq!(agent("", ""), "'': a name is missing; write name or name:key=value,key=value");
    }
}
