//! The one object-safe adaptor: any [`Playable`] game behind text and plain data.
//!
//! Interfaces hold a `Box<dyn AnyGame>` and never a game's own types. The types are erased once a match
//! or a count, never once a move, so a search behind this wall runs at full speed.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::agent::Agent;
use crate::eval::{ActionEval as _, Eval as _, Term};
use crate::game::{Actions, AgentId, GameInfo, Outcome, Turn};
use crate::input::InputError;
use crate::matches::{Ending, Limits, play_match};
use crate::notation::action_list;
use crate::perft::{perft, perft_divide};
use crate::playable::{AgentBook, AgentKind, Named, Playable};
use crate::scene::Scene;
use crate::seed::Seed;
use crate::spec::{Key, Spec};

/// A name with what it does and its settings, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Listing {
    /// The name in specs.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its settings.
    #[serde(skip_serializing_if = "<[Key]>::is_empty")]
    pub keys: &'static [Key],
}

impl<T> From<&Named<T>> for Listing {
    fn from(named: &Named<T>) -> Listing {
        Listing { name: named.name, about: named.about, keys: &[] }
    }
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// Who plays, by [`AgentId`].
    pub agents: Vec<Spec>,
    /// Decides everything random.
    pub seed: Seed,
    /// What the match allows.
    pub limits: Limits,
}

/// A match that was played, as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameRecord {
    /// Its seed.
    pub seed: Seed,
    /// Every move.
    pub moves: Vec<MoveRecord>,
    /// Why it ended.
    #[serde(flatten)]
    pub ending: Ending,
    /// How it ended for each agent by the rules; empty if it did not end by the rules.
    pub outcomes: Vec<Outcome>,
    /// What it was worth to each agent; empty if it did not end by the rules.
    pub utilities: Vec<f64>,
    /// The last position.
    pub end: String,
}

/// A move of a [`GameRecord`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveRecord {
    /// By whom.
    pub agent: Turn,
    /// The move.
    pub action: String,
}

/// A game of any kind.
pub trait AnyGame: Send + Sync {
    /// Name, agents and depth unit.
    fn info(&self) -> &GameInfo;

    /// The position a game starts from.
    fn start(&self, seed: Seed) -> Box<dyn AnyPosition>;

    /// Reads a position.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, InputError>;

    /// The evaluations of states.
    fn evals(&self) -> Vec<Listing>;

    /// The evaluations of actions.
    fn action_evals(&self) -> Vec<Listing>;

    /// The agents that can play it.
    fn agents(&self) -> Vec<Listing>;

    /// Checks that these agents can be made and fill every seat; nothing is played.
    fn check_agents(&self, agents: &[Spec]) -> Result<(), InputError>;

    /// Plays one match; `watch` sees the position after each move, and the move.
    fn play(
        &self,
        plan: &MatchPlan,
        watch: &mut dyn FnMut(&dyn AnyPosition, &MoveRecord),
    ) -> Result<GameRecord, InputError>;
}

/// A position of a game of any kind.
pub trait AnyPosition: Send {
    /// Who moves next.
    fn turn(&self) -> Turn;

    /// The legal moves, in the game's order.
    fn actions(&self) -> Vec<String>;

    /// Plays a move in any spelling the game knows, and gives back its usual spelling.
    fn play(&mut self, action: &str) -> Result<String, InputError>;

    /// What is legal, in words, for messages.
    fn legal(&self) -> String;

    /// The position, on one line.
    fn text(&self) -> String;

    /// The picture.
    fn scene(&self) -> Scene;

    /// The facts, as a JSON object.
    fn report(&self) -> Value;

    /// What it is worth to `agent` by the evaluation of that name, and why.
    fn explain(&self, eval: &str, agent: AgentId) -> Result<Vec<Term>, InputError>;

    /// What each legal action is worth to the agent to move by the action evaluation of that name, and why.
    fn explain_actions(&self, eval: &str) -> Result<Vec<(String, Vec<Term>)>, InputError>;

    /// How a finished game ended for `agent`; none while it goes on.
    fn outcome(&self, agent: AgentId) -> Option<Outcome>;

    /// How many sequences of so many moves there are.
    fn perft(&self, depth: u32) -> u64;

    /// The same by first move.
    fn perft_divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
}

/// Puts `game` behind the wall, with the agents of `book` beside its own.
pub fn erase<G: Playable>(game: G, book: &impl AgentBook) -> Box<dyn AnyGame> {
    let mut kinds = book.kinds::<G>();
    kinds.extend(G::POLICIES.iter().map(AgentKind::from_policy));
    kinds.extend(G::agents());
    Box::new(ErasedGame { game: Arc::new(game), kinds })
}

struct ErasedGame<G: Playable> {
    game: Arc<G>,
    kinds: Vec<AgentKind<G>>,
}

impl<G: Playable> ErasedGame<G> {
    fn place(&self, state: G::State) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition { game: Arc::clone(&self.game), state })
    }

    fn seat(&self, specs: &[Spec]) -> Result<Vec<Box<dyn Agent<G>>>, InputError> {
        let seats = &self.game.info().agents;
        if specs.len() != seats.len() {
            return Err(InputError::new(format!(
                "{} {} given for {} players",
                specs.len(),
                if specs.len() == 1 { "agent is" } else { "agents are" },
                seats.len()
            ))
            .expected(format!("name one each for {}", seats.join(", "))));
        }
        specs
            .iter()
            .enumerate()
            .map(|(place, spec)| {
                let kind = find(&self.kinds, |kind| kind.name, &spec.name, "agent", self.game.info())?;
                kind.build(&self.game, AgentId(place as u8), &spec.params(kind.keys)?)
            })
            .collect()
    }
}

/// The entry of that name, or an error that lists the names there are.
fn find<'a, T>(
    entries: &'a [T],
    name_of: impl Fn(&T) -> &'static str,
    name: &str,
    what: &str,
    info: &GameInfo,
) -> Result<&'a T, InputError> {
    entries.iter().find(|entry| name_of(entry) == name).ok_or_else(|| {
        let names: Vec<&str> = entries.iter().map(name_of).collect();
        let right =
            if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
        InputError::new(format!("{} has no {what} '{name}'", info.title)).expected(right)
    })
}

impl<G: Playable> AnyGame for ErasedGame<G> {
    fn info(&self) -> &GameInfo {
        self.game.info()
    }

    fn start(&self, seed: Seed) -> Box<dyn AnyPosition> {
        self.place(self.game.initial(seed))
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, InputError> {
        self.game.parse_position(text).map(|state| self.place(state))
    }

    fn evals(&self) -> Vec<Listing> {
        G::EVALS.iter().map(Listing::from).collect()
    }

    fn action_evals(&self) -> Vec<Listing> {
        G::ACTION_EVALS.iter().map(Listing::from).collect()
    }

    fn agents(&self) -> Vec<Listing> {
        let listing = |kind: &AgentKind<G>| Listing { name: kind.name, about: kind.about, keys: kind.keys };
        self.kinds.iter().map(listing).collect()
    }

    fn check_agents(&self, agents: &[Spec]) -> Result<(), InputError> {
        self.seat(agents).map(|_| ())
    }

    fn play(
        &self,
        plan: &MatchPlan,
        watch: &mut dyn FnMut(&dyn AnyPosition, &MoveRecord),
    ) -> Result<GameRecord, InputError> {
        let game = self.game.as_ref();
        let mut agents = self.seat(&plan.agents)?;
        let mut before = game.initial(plan.seed.child("start"));
        let mut moves = Vec::new();
        let record = play_match(game, &mut agents, plan.seed, &plan.limits, |after, played| {
            let text = game.action_text(&before, played.action);
            before.clone_from(after);
            let record = MoveRecord { agent: played.turn, action: text };
            watch(&ErasedPosition { game: Arc::clone(&self.game), state: after.clone() }, &record);
            moves.push(record);
        });
        Ok(GameRecord {
            seed: plan.seed,
            moves,
            outcomes: record.outcomes(game),
            utilities: record.utilities(game),
            end: game.position_text(&record.end),
            ending: record.ending,
        })
    }
}

struct ErasedPosition<G: Playable> {
    game: Arc<G>,
    state: G::State,
}

impl<G: Playable> ErasedPosition<G> {
    fn legal_actions(&self) -> Actions<G::Action> {
        let mut actions = Actions::new();
        self.game.actions(&self.state, &mut actions);
        actions
    }
}

impl<G: Playable> AnyPosition for ErasedPosition<G> {
    fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    fn actions(&self) -> Vec<String> {
        self.legal_actions().iter().map(|&action| self.game.action_text(&self.state, action)).collect()
    }

    fn play(&mut self, action: &str) -> Result<String, InputError> {
        let action = self.game.parse_action(&self.state, action)?;
        let text = self.game.action_text(&self.state, action);
        self.game.apply(&mut self.state, action);
        Ok(text)
    }

    fn legal(&self) -> String {
        action_list(self.game.as_ref(), &self.state)
    }

    fn text(&self) -> String {
        self.game.position_text(&self.state)
    }

    fn scene(&self) -> Scene {
        self.game.scene(&self.state)
    }

    fn report(&self) -> Value {
        serde_json::to_value(self.game.report(&self.state)).unwrap_or(Value::Null)
    }

    fn explain(&self, eval: &str, agent: AgentId) -> Result<Vec<Term>, InputError> {
        let entry = find(G::EVALS, |entry| entry.name, eval, "evaluation", self.game.info())?;
        Ok(entry.item.explain(&self.game, &self.state, agent))
    }

    fn explain_actions(&self, eval: &str) -> Result<Vec<(String, Vec<Term>)>, InputError> {
        let entry = find(G::ACTION_EVALS, |entry| entry.name, eval, "action evaluation", self.game.info())?;
        let Some(agent) = self.turn().agent() else { return Ok(Vec::new()) };
        let explain = |&action: &G::Action| {
            let mut after = self.state.clone();
            self.game.apply(&mut after, action);
            let terms = entry.item.explain(&self.game, &self.state, action, &after, agent);
            (self.game.action_text(&self.state, action), terms)
        };
        Ok(self.legal_actions().iter().map(explain).collect())
    }

    fn outcome(&self, agent: AgentId) -> Option<Outcome> {
        (self.turn() == Turn::Over).then(|| self.game.outcome(&self.state, agent))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.game.as_ref(), &self.state, depth)
    }

    fn perft_divide(&self, depth: u32) -> Vec<(String, u64)> {
        perft_divide(self.game.as_ref(), &self.state, depth)
            .into_iter()
            .map(|(action, count)| (self.game.action_text(&self.state, action), count))
            .collect()
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition { game: Arc::clone(&self.game), state: self.state.clone() })
    }
}
