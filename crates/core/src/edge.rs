//! The one object-safe adaptor: any [`Playable`] game behind text and plain data.
//!
//! Interfaces hold a `Box<dyn AnyGame>` and never a game's own types. The types are erased once a match
//! or a count, never once a move, so a search behind this wall runs at full speed.

use std::any::Any;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::agent::{Agent, AgentFailure, Decision, RootMove, SearchStats};
use crate::budget::Budget;
use crate::eval::{ActionEval as _, Eval as _, Term};
use crate::game::{Actions, AgentId, GameInfo, Outcome, Turn, Weights};
use crate::input::InputError;
use crate::matches::{Ending, Limits, play_match};
use crate::notation::action_list;
use crate::observer::{Cut, Observer, Visit};
use crate::perft::{perft, perft_divide};
use crate::playable::{AgentBook, Named, Playable};
use crate::roster::{Roster, unknown};
use crate::scene::Scene;
use crate::seed::{Rng, Seed};
use crate::spec::{Key, Spec};
use crate::yardstick::Yardstick;

/// A name with what it does and its settings, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Listing {
    /// The name in specs.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// For presets: the spec it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<&'static str>,
    /// Its settings.
    #[serde(skip_serializing_if = "<[Key]>::is_empty")]
    pub keys: &'static [Key],
}

impl<T> From<&Named<T>> for Listing {
    fn from(named: &Named<T>) -> Listing {
        Listing { name: named.name, about: named.about, stands_for: None, keys: &[] }
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
    /// What each of them cost, in the same order.
    #[serde(skip)]
    pub costs: Vec<SearchStats>,
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

/// What an agent thinks of a position, as text. All values are values for the agent to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// Who thinks.
    pub agent: Spec,
    /// The evaluation it judges states by, if it does.
    pub eval: Option<&'static str>,
    /// The evaluation it judges actions by, if it does that instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action_eval: Option<&'static str>,
    /// Are values that are not exact estimates, and not bounds?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimates: bool,
    /// The decision.
    #[serde(flatten)]
    pub decision: Decision<String>,
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

    /// The most that a game can be worth to agent 0, where that is known. It may take a moment to find out.
    fn yardstick(&self) -> Option<Yardstick>;

    /// Checks that these agents can be made and fill every seat; nothing is played.
    fn check_agents(&self, agents: &[Spec]) -> Result<(), InputError>;

    /// One agent at one seat, about to begin a game. It may keep what it learns from move to move.
    fn player(&self, agent: &Spec, me: AgentId, seed: Seed) -> Result<Box<dyn AnyPlayer>, InputError>;

    /// Plays one match; `watch` sees the position after each move, and the move.
    fn play(
        &self,
        plan: &MatchPlan,
        watch: &mut dyn FnMut(&dyn AnyPosition, &MoveRecord),
    ) -> Result<GameRecord, InputError>;
}

/// An agent of any kind in the middle of a game.
pub trait AnyPlayer: Send {
    /// Thinks about the next move of `position`, which must be of its own game and its own turn.
    fn think(&mut self, position: &dyn AnyPosition, budget: &Budget) -> Result<Thought, InputError>;
}

/// A position of a game of any kind.
pub trait AnyPosition: Any + Send {
    /// Who moves next.
    fn turn(&self) -> Turn;

    /// The legal moves, in the game's order.
    fn actions(&self) -> Vec<String>;

    /// Plays a move in any spelling the game knows, and gives back its usual spelling.
    fn play(&mut self, action: &str) -> Result<String, InputError>;

    /// Where dice decide: what they show this time. None where an agent moves, or nobody.
    fn roll(&self, rng: &mut Rng) -> Option<String>;

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

    /// Lets an agent think about the next move, watched or not; the game does not move on.
    fn think(
        &self,
        agent: &Spec,
        seed: Seed,
        budget: &Budget,
        observer: Option<&mut dyn Observer<String>>,
    ) -> Result<Thought, InputError>;

    /// The same while somebody waits: `hear` is told what the agent would decide after each depth that it has searched whole.
    fn think_aloud(
        &self,
        agent: &Spec,
        seed: Seed,
        budget: &Budget,
        hear: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, InputError>;

    /// How a finished game ended for `agent`; none while it goes on.
    fn outcome(&self, agent: AgentId) -> Option<Outcome>;

    /// What a finished game was worth to `agent`; none while it goes on.
    fn utility(&self, agent: AgentId) -> Option<f64>;

    /// How many sequences of so many moves there are.
    fn perft(&self, depth: u32) -> u64;

    /// The same by first move.
    fn perft_divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
}

/// Puts `game` behind the wall, with the agents of `book` beside its own.
pub fn erase<G: Playable>(game: G, book: &impl AgentBook) -> Box<dyn AnyGame> {
    Box::new(ErasedGame(Arc::new(Opened { game, roster: Roster::new(book) })))
}

/// A game with the agents that can play it.
struct Opened<G: Playable> {
    game: G,
    roster: Roster<G>,
}

struct ErasedGame<G: Playable>(Arc<Opened<G>>);

impl<G: Playable> Opened<G> {
    /// What `thinker`, which was made from `spec`, thinks of a state in which it is to move.
    fn thought(
        &self,
        spec: &Spec,
        thinker: &mut dyn Agent<G>,
        state: &G::State,
        budget: &Budget,
        observer: Option<&mut dyn Observer<String>>,
    ) -> Result<Thought, InputError> {
        let game = &self.game;
        let decision = match observer {
            None => thinker.act(game, state, budget),
            Some(observer) => {
                let mut in_words = InWords { game, root: state, path: Vec::new(), observer };
                thinker.act_watched(game, state, budget, &mut in_words)
            }
        };
        let decision = decision.map_err(|failure| failed(spec, &failure))?;
        Ok(About::new(spec, thinker).thought(game, state, &decision))
    }
}

fn failed(spec: &Spec, failure: &AgentFailure) -> InputError {
    InputError::new(failure.to_string()).at(format!("'{spec}'"))
}

/// What there is to say of an agent whatever it decides.
struct About<'a> {
    spec: &'a Spec,
    eval: Option<&'static str>,
    action_eval: Option<&'static str>,
    estimates: bool,
}

impl<'a> About<'a> {
    fn new<G: Playable>(spec: &'a Spec, thinker: &dyn Agent<G>) -> About<'a> {
        About {
            spec,
            eval: thinker.eval_name(),
            action_eval: thinker.action_eval_name(),
            estimates: thinker.estimates(),
        }
    }

    fn thought<G: Playable>(&self, game: &G, state: &G::State, decision: &Decision<G::Action>) -> Thought {
        Thought {
            agent: self.spec.clone(),
            eval: self.eval,
            action_eval: self.action_eval,
            estimates: self.estimates,
            decision: decision_in_words(game, state, decision),
        }
    }
}

impl<G: Playable> ErasedGame<G> {
    fn place(&self, state: G::State) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition { opened: Arc::clone(&self.0), state })
    }
}

/// The entry of that name, or an error that lists the names there are.
fn find<'a, T>(
    entries: &'a [Named<T>],
    name: &str,
    what: &str,
    info: &GameInfo,
) -> Result<&'a Named<T>, InputError> {
    let names = || entries.iter().map(|entry| entry.name).collect();
    entries.iter().find(|entry| entry.name == name).ok_or_else(|| unknown(what, name, names(), info))
}

impl<G: Playable> AnyGame for ErasedGame<G> {
    fn info(&self) -> &GameInfo {
        self.0.game.info()
    }

    fn start(&self, seed: Seed) -> Box<dyn AnyPosition> {
        self.place(self.0.game.initial(seed))
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, InputError> {
        self.0.game.parse_position(text).map(|state| self.place(state))
    }

    fn evals(&self) -> Vec<Listing> {
        G::EVALS.iter().map(Listing::from).collect()
    }

    fn action_evals(&self) -> Vec<Listing> {
        G::ACTION_EVALS.iter().map(Listing::from).collect()
    }

    fn agents(&self) -> Vec<Listing> {
        self.0.roster.listings()
    }

    fn yardstick(&self) -> Option<Yardstick> {
        self.0.game.yardstick()
    }

    fn check_agents(&self, agents: &[Spec]) -> Result<(), InputError> {
        self.0.roster.seat(&self.0.game, agents).map(|_| ())
    }

    fn player(&self, agent: &Spec, me: AgentId, seed: Seed) -> Result<Box<dyn AnyPlayer>, InputError> {
        let mut thinker = self.0.roster.agent(&self.0.game, agent, me)?;
        thinker.begin(&self.0.game, me, seed);
        Ok(Box::new(ErasedPlayer { spec: agent.clone(), me, thinker }))
    }

    fn play(
        &self,
        plan: &MatchPlan,
        watch: &mut dyn FnMut(&dyn AnyPosition, &MoveRecord),
    ) -> Result<GameRecord, InputError> {
        let game = &self.0.game;
        let mut agents = self.0.roster.seat(game, &plan.agents)?;
        let mut before = game.initial(plan.seed.child("start"));
        let mut moves = Vec::new();
        let record = play_match(game, &mut agents, plan.seed, &plan.limits, |after, played| {
            let text = game.action_text(&before, played.action);
            before.clone_from(after);
            let record = MoveRecord { agent: played.turn, action: text };
            watch(&ErasedPosition { opened: Arc::clone(&self.0), state: after.clone() }, &record);
            moves.push(record);
        });
        Ok(GameRecord {
            seed: plan.seed,
            moves,
            costs: record.moves.iter().map(|played| played.stats).collect(),
            outcomes: record.outcomes(game),
            utilities: record.utilities(game),
            end: game.position_text(&record.end),
            ending: record.ending,
        })
    }
}

struct ErasedPlayer<G: Playable> {
    spec: Spec,
    me: AgentId,
    thinker: Box<dyn Agent<G>>,
}

impl<G: Playable> AnyPlayer for ErasedPlayer<G> {
    fn think(&mut self, position: &dyn AnyPosition, budget: &Budget) -> Result<Thought, InputError> {
        let position: &dyn Any = position;
        let own = position
            .downcast_ref::<ErasedPosition<G>>()
            .filter(|position| position.turn() == Turn::Agent(self.me));
        let Some(ErasedPosition { opened, state }) = own else {
            return Err(InputError::new("it is not its turn").at(format!("'{}'", self.spec)));
        };
        opened.thought(&self.spec, self.thinker.as_mut(), state, budget, None)
    }
}

struct ErasedPosition<G: Playable> {
    opened: Arc<Opened<G>>,
    state: G::State,
}

impl<G: Playable> ErasedPosition<G> {
    fn game(&self) -> &G {
        &self.opened.game
    }

    fn legal_actions(&self) -> Actions<G::Action> {
        let mut actions = Actions::new();
        self.game().actions(&self.state, &mut actions);
        actions
    }
}

impl<G: Playable> AnyPosition for ErasedPosition<G> {
    fn turn(&self) -> Turn {
        self.game().turn(&self.state)
    }

    fn actions(&self) -> Vec<String> {
        self.legal_actions().iter().map(|&action| self.game().action_text(&self.state, action)).collect()
    }

    fn play(&mut self, action: &str) -> Result<String, InputError> {
        let action = self.game().parse_action(&self.state, action)?;
        let text = self.game().action_text(&self.state, action);
        self.opened.game.apply(&mut self.state, action);
        Ok(text)
    }

    fn roll(&self, rng: &mut Rng) -> Option<String> {
        if self.turn() != Turn::Chance {
            return None;
        }
        let actions = self.legal_actions();
        let mut weights = Weights::new();
        self.game().odds(&self.state, &actions, &mut weights);
        let &action = actions.get(rng.weighted(&weights)?)?;
        Some(self.game().action_text(&self.state, action))
    }

    fn legal(&self) -> String {
        action_list(self.game(), &self.state)
    }

    fn text(&self) -> String {
        self.game().position_text(&self.state)
    }

    fn scene(&self) -> Scene {
        self.game().scene(&self.state)
    }

    fn report(&self) -> Value {
        serde_json::to_value(self.game().report(&self.state)).unwrap_or(Value::Null)
    }

    fn explain(&self, eval: &str, agent: AgentId) -> Result<Vec<Term>, InputError> {
        let entry = find(G::EVALS, eval, "evaluation", self.game().info())?;
        Ok(entry.item.explain(self.game(), &self.state, agent))
    }

    fn explain_actions(&self, eval: &str) -> Result<Vec<(String, Vec<Term>)>, InputError> {
        let entry = find(G::ACTION_EVALS, eval, "action evaluation", self.game().info())?;
        let Some(agent) = self.turn().agent() else { return Ok(Vec::new()) };
        let explain = |&action: &G::Action| {
            let mut after = self.state.clone();
            self.game().apply(&mut after, action);
            let terms = entry.item.explain(self.game(), &self.state, action, &after, agent);
            (self.game().action_text(&self.state, action), terms)
        };
        Ok(self.legal_actions().iter().map(explain).collect())
    }

    fn think(
        &self,
        agent: &Spec,
        seed: Seed,
        budget: &Budget,
        observer: Option<&mut dyn Observer<String>>,
    ) -> Result<Thought, InputError> {
        let game = self.game();
        let Some(me) = self.turn().agent() else {
            return Err(InputError::new("nobody is to move here").expected(self.legal()));
        };
        let mut thinker = self.opened.roster.agent(game, agent, me)?;
        thinker.begin(game, me, seed);
        self.opened.thought(agent, thinker.as_mut(), &self.state, budget, observer)
    }

    fn think_aloud(
        &self,
        agent: &Spec,
        seed: Seed,
        budget: &Budget,
        hear: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, InputError> {
        let (game, state) = (self.game(), &self.state);
        let Some(me) = self.turn().agent() else {
            return Err(InputError::new("nobody is to move here").expected(self.legal()));
        };
        let mut thinker = self.opened.roster.agent(game, agent, me)?;
        thinker.begin(game, me, seed);
        let about = About::new(agent, thinker.as_ref());
        let decision = thinker
            .act_aloud(game, state, budget, &mut |so_far| hear(&about.thought(game, state, so_far)))
            .map_err(|failure| failed(agent, &failure))?;
        Ok(about.thought(game, state, &decision))
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

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition { opened: Arc::clone(&self.opened), state: self.state.clone() })
    }
}

fn decision_in_words<G: Playable>(
    game: &G,
    state: &G::State,
    decision: &Decision<G::Action>,
) -> Decision<String> {
    let text = |action: G::Action| game.action_text(state, action);
    let moves = decision.moves.iter().map(|weighed| {
        let mut after = state.clone();
        game.apply(&mut after, weighed.action);
        RootMove {
            action: text(weighed.action),
            value: weighed.value,
            exact: weighed.exact,
            reply: weighed.reply.map(|reply| game.action_text(&after, reply)),
        }
    });
    let mut at = state.clone();
    let line = decision.line.iter().map(|&action| {
        let text = game.action_text(&at, action);
        game.apply(&mut at, action);
        text
    });
    Decision {
        action: text(decision.action),
        value: decision.value,
        moves: moves.collect(),
        line: line.collect(),
        stats: decision.stats,
    }
}

/// Tells an observer of texts what happens in a search over a game's own actions.
struct InWords<'a, G: Playable> {
    game: &'a G,
    root: &'a G::State,
    /// The states from the root to the node entered last and not left yet.
    path: Vec<G::State>,
    observer: &'a mut dyn Observer<String>,
}

impl<G: Playable> Observer<G::Action> for InWords<'_, G> {
    fn restart(&mut self) {
        self.path.clear();
        self.observer.restart();
    }

    fn enter(&mut self, visit: &Visit<G::Action>) {
        let parent = self.path.last().unwrap_or(self.root);
        let mut state = parent.clone();
        let action = visit.action.map(|action| {
            self.game.apply(&mut state, action);
            self.game.action_text(parent, action)
        });
        self.path.push(state);
        let Visit { weight, actor, role, window, .. } = *visit;
        self.observer.enter(&Visit { action, weight, actor, role, window });
    }

    fn cut(&mut self, cut: Cut, skipped: &[G::Action]) {
        let at = self.path.last().unwrap_or(self.root);
        let skipped: Vec<String> = skipped.iter().map(|&action| self.game.action_text(at, action)).collect();
        self.observer.cut(cut, &skipped);
    }

    fn leave(&mut self, value: f64) {
        self.path.pop();
        self.observer.leave(value);
    }
}
