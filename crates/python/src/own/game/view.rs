//! How a game in Python is written and evaluated.

use plylab_core::{
    AgentId, Eval, Game as _, InputError, Message, Named, Never, Notation, Outcome, Playable, ResultKind,
    Term, Turn, find_action, total,
};
use pyo3::prelude::*;

use super::OwnGame;
use super::state::{InternedMove, OwnState, one_word};
use crate::own::terms_of;

/// What a won game is worth beside the features of one that is not over.
const WIN: f64 = 1e6;

impl Notation for OwnGame {
    fn action_text(&self, _: &OwnState, action: InternedMove) -> String {
        Python::attach(|py| self.moves(py, |moves| moves.text(action)))
    }

    fn parse_action(&self, state: &OwnState, text: &str) -> Result<InternedMove, InputError> {
        find_action(self, state, &one_word(text))
    }

    fn position_text(&self, state: &OwnState) -> String {
        let text = self.ask(String::new, |rules| {
            let text = match rules.getattr_opt("text")? {
                Some(text) => text.call1((&state.object,))?.str()?,
                None => state.object.bind(rules.py()).repr()?,
            };
            // On one line.
            Ok(text.to_str()?.split_whitespace().collect::<Vec<_>>().join(" "))
        });
        self.remember(&text, state);
        text
    }

    fn parse_position(&self, text: &str) -> Result<OwnState, InputError> {
        let text = text.trim();
        let read = self.ask(
            || None,
            |rules| match rules.getattr_opt("read")? {
                Some(read) => OwnState::new(&read.call1((text,))?).map(Some),
                None => Ok(None),
            },
        );
        if let Some(failure) = self.failure() {
            // What cannot be read is the fault of the text.
            self.raised.take();
            return Err(failure);
        }
        read.or_else(|| self.remembered(text)).ok_or_else(|| {
            InputError::new(Message::verbatim(format!(
                "'{text}' cannot be read; give the game a method read(text) that returns a state"
            )))
        })
    }
}

/// The evaluations of a game in Python.
#[derive(Clone, Copy, Debug)]
pub enum GameEval {
    /// What a finished game is worth; nothing before.
    Utility,
    /// The sum of what its method `features` returns.
    Features,
}

impl Eval<OwnGame> for GameEval {
    fn eval(&self, game: &OwnGame, state: &OwnState, agent: AgentId) -> f64 {
        total(&self.explain(game, state, agent))
    }

    fn explain(&self, game: &OwnGame, state: &OwnState, agent: AgentId) -> Vec<Term> {
        let over = game.turn(state) == Turn::Over;
        match self {
            GameEval::Utility => {
                vec![Term::new("utility", if over { game.utility(state, agent) } else { 0.0 })]
            }
            GameEval::Features if over => vec![Term::new("utility", game.worth(state, agent))],
            GameEval::Features => game.terms(state, agent),
        }
    }
}

impl OwnGame {
    /// What a finished game is worth beside features: a win is worth more than any of them.
    fn worth(&self, state: &OwnState, agent: AgentId) -> f64 {
        if self.info().result != ResultKind::Outcome {
            return self.utility(state, agent);
        }
        match self.outcome(state, agent) {
            Outcome::Win => WIN,
            Outcome::Draw => 0.0,
            Outcome::Loss => -WIN,
        }
    }

    /// The features of a state. If the method takes no seat, they are those of the first one, negated for the others.
    fn terms(&self, state: &OwnState, agent: AgentId) -> Vec<Term> {
        let seated = self.features == Some(true);
        let sign = if seated || agent == AgentId::FIRST { 1.0 } else { -1.0 };
        self.ask(Vec::new, |rules| {
            let answer = match seated {
                true => rules.call_method1("features", (&state.object, agent.0))?,
                false => rules.call_method1("features", (&state.object,))?,
            };
            terms_of(&answer, "features", sign)
        })
    }
}

impl Playable for OwnGame {
    type Eval = GameEval;
    type ActionEval = Never;
    type Policy = Never;

    fn evals(&self) -> Vec<Named<GameEval>> {
        let utility = Named::new("utility", "what a finished game is worth", GameEval::Utility);
        match self.features {
            Some(_) => {
                vec![Named::new("features", "the sum of the game's features", GameEval::Features), utility]
            }
            None => vec![utility],
        }
    }
}
