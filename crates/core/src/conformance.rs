//! The suite that every game must pass.
//!
//! It plays games at random and, in every position it meets, calls every method of the
//! contract. The first broken promise is reported with the position that shows it.

use std::collections::HashMap;
use std::fmt;

use crate::agent::Agent;
use crate::eval::{ActionEval as _, Eval as _, total};
use crate::game::{AgentId, Symmetric, Turn, Weights};
use crate::matches::{MatchLimits, play_match};
use crate::model::{Policy as _, Uniform};
use crate::playable::Playable;
use crate::players::PolicyPlayer;
use crate::scene::{Backdrop, Scene};
use crate::seed::{Rng, Seed};
use crate::spec::Spec;

/// How much to play.
///
/// ```
/// use plylab_core::conformance::Suite;
/// use plylab_core::example::Heaps;
///
/// let suite = Suite { games: 20, ..Suite::default() };
/// let coverage = suite.run(&Heaps::default())?;
/// assert_eq!(coverage.finished, 20);
/// suite.run_symmetric(&Heaps::default())?;
/// # Ok::<(), plylab_core::conformance::Violation>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// Determines the games that are played.
    pub seed: Seed,
    /// The number of games.
    pub games: u64,
    /// The maximum number of moves per game.
    pub moves: u64,
}

impl Default for Suite {
    fn default() -> Self {
        Suite { seed: Seed(2024), games: 50, moves: 400 }
    }
}

/// What was covered; a suite that saw no finished game has shown little.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Positions checked.
    pub positions: u64,
    /// Of those, finished games.
    pub finished: u64,
    /// Altered position texts that were refused.
    pub refused: u64,
    /// Altered position texts that were still positions.
    pub accepted: u64,
}

/// A broken promise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What the contract promises.
    pub promise: &'static str,
    /// The position that shows that it is not kept.
    pub position: String,
    /// What was observed instead.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken: {}\nposition: {}\nseen: {}", self.promise, self.position, self.detail)
    }
}

impl std::error::Error for Violation {}

impl Suite {
    /// Checks everything that holds for every game.
    pub fn run<G: Playable>(&self, game: &G) -> Result<Coverage, Violation> {
        let mut checker = Checker {
            game,
            backdrop: game.backdrop(),
            keys: HashMap::new(),
            states: HashMap::new(),
            coverage: Coverage::default(),
        };
        for number in 0..self.games {
            let seed = self.seed.nth(number);
            let mut rng = seed.child("walk").rng();
            let mut state = game.initial(seed);
            let mut played = Vec::new();
            checker.backdrop(&state)?;
            for _ in 0..self.moves {
                checker.position(&state)?;
                checker.altered_text(&state, &mut rng)?;
                if let Some(&action) = rng.pick(&played) {
                    checker.foreign_action(&state, action);
                }
                let actions = game.list_actions(&state);
                let Some(&action) = rng.pick(&actions) else { break };
                played.push(action);
                game.apply(&mut state, action);
            }
            self.same_seed_same_game(game, seed)?;
        }
        Ok(checker.coverage)
    }

    /// Checks that symmetric states agree in everything, evaluations included.
    pub fn run_symmetric<G: Playable + Symmetric>(&self, game: &G) -> Result<(), Violation> {
        for number in 0..self.games {
            let mut rng = self.seed.nth(number).child("symmetric").rng();
            let mut state = game.initial(self.seed.nth(number));
            for _ in 0..self.moves {
                let which = rng.below(game.symmetries());
                symmetric_states_agree(game, &state, which)?;
                symmetric_states_agree(game, &state, 0)?;
                let actions = game.list_actions(&state);
                let Some(&action) = rng.pick(&actions) else { break };
                game.apply(&mut state, action);
            }
        }
        Ok(())
    }

    fn same_seed_same_game<G: Playable>(&self, game: &G, seed: Seed) -> Result<(), Violation> {
        let play = || {
            let mut agents: Vec<Box<dyn Agent<G>>> = Vec::new();
            agents.resize_with(game.info().agents.len(), || Box::new(PolicyPlayer::new(Uniform)));
            let limits = MatchLimits { moves: Some(self.moves), ..MatchLimits::none() };
            play_match(game, &mut agents, seed, &limits, |_, _| ())
        };
        let (one, other) = (play(), play());
        let same = one.moves == other.moves && one.end == other.end;
        ensure(same, "the same seed gives the same game", game, &one.end, || format!("also {:?}", other.end))
    }
}

fn ensure<G: Playable>(
    kept: bool,
    promise: &'static str,
    game: &G,
    state: &G::State,
    detail: impl FnOnce() -> String,
) -> Result<(), Violation> {
    if kept {
        return Ok(());
    }
    Err(Violation { promise, position: game.position_text(state), detail: detail() })
}

fn agents<G: Playable>(game: &G) -> impl Iterator<Item = AgentId> + use<G> {
    (0..game.info().agents.len()).map(|agent| AgentId(agent as u8))
}

/// Equal up to the rounding of a sum.
fn close(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1.0)
}

struct Checker<'a, G: Playable> {
    game: &'a G,
    backdrop: Backdrop,
    /// Every state met, by key: two states with one key are a broken key.
    keys: HashMap<u64, G::State>,
    /// Every key met, by state: one state with two keys is a broken key.
    states: HashMap<G::State, u64>,
    coverage: Coverage,
}

impl<G: Playable> Checker<'_, G> {
    fn position(&mut self, state: &G::State) -> Result<(), Violation> {
        self.coverage.positions += 1;
        let actions = self.actions(state)?;
        self.moves(state, &actions)?;
        self.end(state, &actions)?;
        self.text(state)?;
        self.key(state)?;
        self.evals(state, &actions)?;
        self.chances(state, &actions)?;
        self.picture(state)
    }

    fn ensure(
        &self,
        kept: bool,
        promise: &'static str,
        state: &G::State,
        detail: impl FnOnce() -> String,
    ) -> Result<(), Violation> {
        ensure(kept, promise, self.game, state, detail)
    }

    fn actions(&self, state: &G::State) -> Result<G::Actions, Violation> {
        let actions = self.game.list_actions(state);
        // The second time into a list that is not empty: a game must replace what is there.
        let mut again = actions.clone();
        self.game.actions(state, &mut again);
        self.ensure(*actions == *again, "actions come in a stable order", state, || {
            format!("{actions:?}, then {again:?}")
        })?;
        for (index, action) in actions.iter().enumerate() {
            let picked =
                self.game.pick_action(state, |count| if count == actions.len() { index } else { usize::MAX });
            self.ensure(
                picked == Some(*action),
                "an action that is picked is the one in the list",
                state,
                || format!("number {index} is {picked:?}, not {action:?}"),
            )?;
        }
        let of_none = self.game.pick_action(state, |_| 0);
        let kept = of_none.is_some() != actions.is_empty();
        self.ensure(kept, "an action is picked unless the game is over", state, || format!("{of_none:?}"))?;
        let distinct = actions.iter().enumerate().all(|(index, action)| !actions[..index].contains(action));
        self.ensure(distinct, "actions are distinct", state, || format!("{actions:?}"))?;
        Ok(actions)
    }

    fn moves(&self, state: &G::State, actions: &[G::Action]) -> Result<(), Violation> {
        let mut texts: Vec<String> = Vec::new();
        for &action in actions {
            let (mut one, mut other) = (state.clone(), state.clone());
            self.game.apply(&mut one, action);
            self.game.apply(&mut other, action);
            self.ensure(one == other, "apply is deterministic", state, || {
                format!("{action:?} leads to {one:?} and {other:?}")
            })?;
            let text = self.game.action_text(state, action);
            let word = !text.is_empty() && !text.contains(char::is_whitespace);
            self.ensure(word, "a move is written as one word", state, || format!("{text:?}"))?;
            let read = self.game.parse_action(state, &text);
            self.ensure(read.as_ref() == Ok(&action), "moves round-trip as text", state, || {
                format!("{action:?} is written {text:?}, which reads as {read:?}")
            })?;
            self.ensure(!texts.contains(&text), "different moves have different texts", state, || {
                text.clone()
            })?;
            texts.push(text);
        }
        let nonsense = self.game.parse_action(state, "\u{0}no such move\u{7f}");
        self.ensure(nonsense.is_err(), "nonsense is not a move", state, || {
            format!("it reads as {nonsense:?}")
        })
    }

    fn end(&mut self, state: &G::State, actions: &[G::Action]) -> Result<(), Violation> {
        let turn = self.game.turn(state);
        let dice = turn == Turn::Chance && !G::DICE;
        self.ensure(!dice, "a game without dice has no turn of dice", state, || "it has".to_owned())?;
        let over = turn == Turn::Over;
        self.ensure(
            over == actions.is_empty(),
            "there are no actions exactly when the game is over",
            state,
            || format!("{turn:?} with {} actions", actions.len()),
        )?;
        if let Some(agent) = turn.agent() {
            let seats = self.game.info().agents.len();
            self.ensure(agent.index() < seats, "the agent to move exists", state, || {
                format!("agent {agent} of {seats}")
            })?;
        }
        if over {
            self.coverage.finished += 1;
            for agent in agents(self.game) {
                let utility = self.game.utility(state, agent);
                self.ensure(utility.is_finite(), "utilities are finite", state, || {
                    format!("{utility} for agent {agent}")
                })?;
            }
        }
        Ok(())
    }

    fn text(&self, state: &G::State) -> Result<(), Violation> {
        let text = self.game.position_text(state);
        self.ensure(!text.contains('\n'), "a position is written on one line", state, || {
            format!("{text:?}")
        })?;
        let read = self.game.parse_position(&text);
        self.ensure(read.as_ref() == Ok(state), "positions round-trip as text", state, || {
            format!("{state:?} is written {text:?}, which reads as {read:?}")
        })
    }

    fn key(&mut self, state: &G::State) -> Result<(), Violation> {
        let key = self.game.key(state);
        let before = *self.states.entry(state.clone()).or_insert(key);
        self.ensure(before == key, "equal states have equal keys", state, || {
            format!("{before:x} and {key:x}")
        })?;
        let other = self.keys.entry(key).or_insert_with(|| state.clone()).clone();
        self.ensure(&other == state, "different states have different keys", state, || {
            format!("{key:x} is also that of {other:?}")
        })
    }

    fn evals(&self, state: &G::State, actions: &[G::Action]) -> Result<(), Violation> {
        for entry in self.game.evals() {
            for agent in agents(self.game) {
                let value = entry.item.eval(self.game, state, agent);
                self.ensure(value.is_finite(), "evaluations are finite", state, || {
                    format!("{} gives {value}", entry.name)
                })?;
                let terms = entry.item.explain(self.game, state, agent);
                self.ensure(
                    close(total(&terms), value),
                    "the terms of an evaluation add up to it",
                    state,
                    || format!("{} gives {value} for agent {agent} and explains {terms:?}", entry.name),
                )?;
                if let Some((low, high)) = entry.item.bounds(self.game) {
                    self.ensure(
                        (low..=high).contains(&value),
                        "an evaluation keeps its bounds",
                        state,
                        || format!("{} gives {value}, not within {low} to {high}", entry.name),
                    )?;
                }
            }
        }
        let Some(agent) = self.game.turn(state).agent() else { return Ok(()) };
        for entry in self.game.action_evals() {
            for &action in actions {
                let mut after = state.clone();
                self.game.apply(&mut after, action);
                let value = entry.item.eval(self.game, state, action, &after, agent);
                let terms = entry.item.explain(self.game, state, action, &after, agent);
                let kept = value.is_finite() && close(total(&terms), value);
                self.ensure(kept, "the terms of an action evaluation add up to it", state, || {
                    format!("{} gives {value} for {action:?} and explains {terms:?}", entry.name)
                })?;
            }
        }
        Ok(())
    }

    fn chances(&self, state: &G::State, actions: &[G::Action]) -> Result<(), Violation> {
        let mut weights = Weights::new();
        match self.game.turn(state) {
            Turn::Over => Ok(()),
            Turn::Chance => {
                self.game.odds(state, actions, &mut weights);
                self.distribution(state, actions, &weights, "the dice")
            }
            Turn::Agent(actor) => {
                for kind in self.game.policies() {
                    let spec = Spec::new(kind.name.clone());
                    let Ok(params) = spec.params(&kind.keys) else { continue };
                    // A policy may be for some agents only.
                    let Ok(policy) = kind.build(self.game, actor, &params) else { continue };
                    policy.weights(self.game, state, actor, actions, &mut weights);
                    self.distribution(state, actions, &weights, &kind.name)?;
                }
                Ok(())
            }
        }
    }

    fn distribution(
        &self,
        state: &G::State,
        actions: &[G::Action],
        weights: &[f64],
        whose: &str,
    ) -> Result<(), Violation> {
        let kept = weights.len() == actions.len()
            && weights.iter().all(|weight| (0.0..=1.0).contains(weight))
            && close(weights.iter().sum(), 1.0);
        self.ensure(kept, "chances are a distribution over the actions", state, || {
            format!("{whose}: {weights:?}")
        })
    }

    fn backdrop(&self, start: &G::State) -> Result<(), Violation> {
        let read =
            serde_json::to_string(&self.backdrop).and_then(|text| serde_json::from_str::<Backdrop>(&text));
        let kept = read.as_ref().is_ok_and(|read| read == &self.backdrop);
        self.ensure(kept, "the backdrop round-trips as JSON", start, || format!("{read:?}"))
    }

    fn picture(&self, state: &G::State) -> Result<(), Violation> {
        let scene = self.game.scene(state);
        let read = serde_json::to_string(&scene).and_then(|text| serde_json::from_str::<Scene>(&text));
        let kept = read.as_ref().is_ok_and(|read| read == &scene);
        self.ensure(kept, "the scene round-trips as JSON", state, || format!("{read:?}"))?;
        let mismatch = self.backdrop.mismatch(&scene);
        self.ensure(mismatch.is_none(), "the scene fits the backdrop", state, || {
            mismatch.unwrap_or_default()
        })?;
        let report = serde_json::to_value(self.game.report(state));
        let kept = report.as_ref().is_ok_and(serde_json::Value::is_object);
        self.ensure(kept, "the report is a JSON object", state, || format!("{report:?}"))
    }

    /// An action of another state may give nonsense, but the rules must survive it.
    fn foreign_action(&self, state: &G::State, action: G::Action) {
        let mut nonsense = state.clone();
        self.game.apply(&mut nonsense, action);
        self.game.turn(&nonsense);
        self.game.list_actions(&nonsense);
    }

    /// Mistyped position texts are refused, or are positions in which everything works.
    fn altered_text(&mut self, state: &G::State, rng: &mut Rng) -> Result<(), Violation> {
        let text = alter(&self.game.position_text(state), rng);
        let Ok(other) = self.game.parse_position(&text) else {
            self.coverage.refused += 1;
            return Ok(());
        };
        self.coverage.accepted += 1;
        let positions = self.coverage.positions;
        let finished = self.coverage.finished;
        self.position(&other)?;
        self.coverage = Coverage { positions, finished, ..self.coverage };
        Ok(())
    }
}

/// `text` with one character changed, removed, doubled, or swapped for one from elsewhere in it.
fn alter(text: &str, rng: &mut Rng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    if chars.is_empty() {
        return "?".to_owned();
    }
    let index = rng.below(chars.len());
    match rng.below(4) {
        0 => chars[index] = char::from(32 + rng.below(95) as u8),
        1 => {
            chars.remove(index);
        }
        2 => chars.insert(index, chars[index]),
        _ => {
            let other = rng.below(chars.len());
            chars.swap(index, other);
        }
    }
    chars.into_iter().collect()
}

fn symmetric_states_agree<G: Playable + Symmetric>(
    game: &G,
    state: &G::State,
    which: usize,
) -> Result<(), Violation> {
    let image = game.map_state(which, state);
    let seen = || format!("symmetry {which} gives {image:?}");
    ensure(which != 0 || &image == state, "symmetry 0 is the identity", game, state, seen)?;
    ensure(game.turn(state) == game.turn(&image), "symmetric states have the same turn", game, state, seen)?;
    let mut actions = game.list_actions(state);
    for &action in actions.iter() {
        let mut after = state.clone();
        game.apply(&mut after, action);
        let mut image_after = image.clone();
        game.apply(&mut image_after, game.map_action(which, action));
        let same = game.map_state(which, &after) == image_after;
        ensure(same, "to move and to map is to map and to move", game, state, || {
            format!("{action:?}, {}", seen())
        })?;
    }
    for action in actions.iter_mut() {
        *action = game.map_action(which, *action);
    }
    actions.sort_unstable();
    let mut image_actions = game.list_actions(&image);
    image_actions.sort_unstable();
    ensure(*actions == *image_actions, "symmetric states have the same actions", game, state, seen)?;
    for agent in agents(game) {
        if game.turn(state) == Turn::Over {
            let same = game.utility(state, agent) == game.utility(&image, agent);
            ensure(same, "symmetric ends have the same utilities", game, state, seen)?;
        }
        for entry in game.evals() {
            let (value, image_value) =
                (entry.item.eval(game, state, agent), entry.item.eval(game, &image, agent));
            ensure(
                close(value, image_value),
                "symmetric states have the same evaluation",
                game,
                state,
                || format!("{}: {value} and {image_value}; {}", entry.name, seen()),
            )?;
        }
    }
    Ok(())
}
