//! A state of any [`Playable`] game as an [`AnyPosition`].

use std::any::Any;
use std::sync::Arc;

use serde_json::Value as Json;

use super::AnyPosition;
use crate::budget::StopFlag;
use crate::eval::{ActionEval as _, Eval as _, Term, total};
use crate::game::{AgentId, GameInfo, Outcome, Turn, Weights};
use crate::input::InputError;
use crate::key::Named;
use crate::message;
use crate::message::Message;
use crate::notation::{UciPosition, action_list};
use crate::perft::{perft, perft_divide};
use crate::playable::Playable;
use crate::playout::{Playouts, playout, playouts};
use crate::roster::unknown;
use crate::scene::{CellWorth, Fact, Reach, Scene};
use crate::seed::Rng;

/// A state with its game.
pub(super) struct PositionAdapter<G: Playable> {
    pub game: Arc<G>,
    pub state: G::State,
}

impl<G: Playable> PositionAdapter<G> {
    fn game(&self) -> &G {
        &self.game
    }

    /// The weights of the dice, if it is their turn.
    fn weights(&self) -> Option<Weights> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let mut weights = Weights::new();
        self.game().odds(&self.state, &self.game().list_actions(&self.state), &mut weights);
        Some(weights)
    }

    /// Another position of the same game.
    fn other(&self, state: G::State) -> Box<dyn AnyPosition> {
        Box::new(PositionAdapter { game: Arc::clone(&self.game), state })
    }
}

impl<G: Playable> AnyPosition for PositionAdapter<G> {
    fn turn(&self) -> Turn {
        self.game().turn(&self.state)
    }

    fn actions(&self) -> Vec<String> {
        self.game()
            .list_actions(&self.state)
            .iter()
            .map(|&action| self.game().action_text(&self.state, action))
            .collect()
    }

    fn play(&mut self, action: &str) -> Result<String, InputError> {
        let action = self.game().parse_action(&self.state, action)?;
        let text = self.game().action_text(&self.state, action);
        let mut after = self.state.clone();
        self.game.apply(&mut after, action);
        if let Some(failure) = self.game.failure() {
            return Err(failure);
        }
        self.state = after;
        Ok(text)
    }

    fn after(&self, action: &str) -> Result<Box<dyn AnyPosition>, InputError> {
        let action = self.game().parse_action(&self.state, action)?;
        let mut after = self.state.clone();
        self.game.apply(&mut after, action);
        match self.game.failure() {
            Some(failure) => Err(failure),
            None => Ok(self.other(after)),
        }
    }

    fn playout(&self, rng: &mut Rng, moves: u64) -> (Box<dyn AnyPosition>, u64) {
        let (state, played) = playout(self.game(), self.state.clone(), rng, moves);
        (self.other(state), played)
    }

    fn playouts(&self, rng: &mut Rng, count: u64, moves: u64, stop: &StopFlag) -> Playouts {
        playouts(self.game(), &self.state, rng, count, moves, stop)
    }

    fn key(&self) -> u64 {
        self.game().key(&self.state)
    }

    fn equals(&self, other: &dyn AnyPosition) -> bool {
        let other: &dyn Any = other;
        other.downcast_ref::<Self>().is_some_and(|other| other.state == self.state)
    }

    fn roll(&self, rng: &mut Rng) -> Option<String> {
        let index = rng.weighted(&self.weights()?)?;
        let &action = self.game().list_actions(&self.state).get(index)?;
        Some(self.game().action_text(&self.state, action))
    }

    fn odds(&self) -> Vec<f64> {
        let weights = self.weights().unwrap_or_default();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }

    fn legal(&self) -> Message {
        action_list(self.game(), &self.state)
    }

    fn text(&self) -> String {
        self.game().position_text(&self.state)
    }

    fn uci(&self) -> Option<UciPosition> {
        self.game().uci(&self.state)
    }

    fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, InputError> {
        self.game().parse_position(text).map(|state| self.other(state))
    }

    fn scene(&self) -> Scene {
        self.game().scene(&self.state)
    }

    fn closing(&self) -> Vec<Fact> {
        self.game().closing(&self.state)
    }

    fn agent_cell(&self, agent: AgentId) -> Option<(f32, f32)> {
        self.game().agent_cell(&self.state, agent)
    }

    fn threats(&self, agent: AgentId) -> Vec<(u16, u16)> {
        self.game().threats(&self.state, agent)
    }

    fn heat(&self, eval: &str) -> Result<Vec<CellWorth>, InputError> {
        let evals = self.game().evals();
        let entry = find(&evals, eval, message!("an-evaluation", "evaluation"), self.game().info())?;
        let mut value = |state: &G::State| total(&entry.item.explain(self.game(), state, AgentId::FIRST));
        self.game().heat(&self.state, &mut value).ok_or_else(not_in_cells)
    }

    fn reach(&self, moves: u32) -> Result<Vec<Reach>, InputError> {
        self.game().reach(&self.state, moves).ok_or_else(not_in_cells)
    }

    fn report(&self) -> Json {
        serde_json::to_value(self.game().report(&self.state)).unwrap_or(Json::Null)
    }

    fn explain(&self, eval: &str, agent: AgentId) -> Result<Vec<Term>, InputError> {
        let evals = self.game().evals();
        let entry = find(&evals, eval, message!("an-evaluation", "evaluation"), self.game().info())?;
        Ok(entry.item.explain(self.game(), &self.state, agent))
    }

    fn explain_actions(&self, eval: &str) -> Result<Vec<(String, Vec<Term>)>, InputError> {
        let evals = self.game().action_evals();
        let entry =
            find(&evals, eval, message!("an-action-evaluation", "action evaluation"), self.game().info())?;
        let Some(agent) = self.turn().agent() else { return Ok(Vec::new()) };
        let explain = |&action: &G::Action| {
            let mut after = self.state.clone();
            self.game().apply(&mut after, action);
            let terms = entry.item.explain(self.game(), &self.state, action, &after, agent);
            (self.game().action_text(&self.state, action), terms)
        };
        Ok(self.game().list_actions(&self.state).iter().map(explain).collect())
    }

    fn outcome(&self, agent: AgentId) -> Option<Outcome> {
        (self.turn() == Turn::Over).then(|| self.game().outcome(&self.state, agent))
    }

    fn utility(&self, agent: AgentId) -> Option<f64> {
        (self.turn() == Turn::Over).then(|| self.game().utility(&self.state, agent))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.game(), &self.state, depth)
    }

    fn perft_divide(&self, depth: u32) -> Vec<(String, u64)> {
        perft_divide(self.game(), &self.state, depth)
            .into_iter()
            .map(|(action, count)| (self.game().action_text(&self.state, action), count))
            .collect()
    }

    fn memory_bytes(&self) -> usize {
        size_of_val(self)
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        self.other(self.state.clone())
    }
}

/// The error of a question about cells.
fn not_in_cells() -> InputError {
    InputError::new(message!("agents-not-in-cells", "the agents of this game are not in cells of a board"))
        .expected(message!("ask-where-in-cells", "ask about a game in which they are"))
}

/// The entry of that name, or an error that lists the names there are.
fn find<'a, T>(
    entries: &'a [Named<T>],
    name: &str,
    what: Message,
    info: &GameInfo,
) -> Result<&'a Named<T>, InputError> {
    let names = entries.iter().map(|entry| entry.name.as_ref());
    entries.iter().find(|entry| entry.name == name).ok_or_else(|| unknown(what, name, names, info))
}
