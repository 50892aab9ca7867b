//! The match loop: a game between agents from start to end, even if agents fail.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::agent::{Agent, AgentFailure, Context, Decision, SearchStats};
use crate::budget::Budget;
use crate::game::{AgentId, Game, Outcome, Turn, Weights};
use crate::message;
use crate::message::Message;
use crate::seed::Seed;

/// The limits of a match.
#[derive(Clone, Debug)]
pub struct MatchLimits {
    /// The budget of each decision. Its stop flag ends the match.
    pub per_move: Budget,
    /// How far an agent may overrun [`Budget::time`] before it forfeits the game: agents check the clock between nodes,
    /// not within one.
    pub grace: Duration,
    /// The maximum number of moves, including those of dice; rules may allow endless games.
    pub moves: Option<u64>,
    /// How many opening moves are drawn at random before the agents are asked, each legal one equally likely.
    /// Deterministic agents would otherwise play the same game over and over.
    pub opening: u64,
}

impl MatchLimits {
    /// No limits.
    pub fn none() -> MatchLimits {
        MatchLimits {
            per_move: Budget::unlimited(),
            grace: Duration::from_millis(50),
            moves: None,
            opening: 0,
        }
    }
}

/// How a match ended. Only [`Ending::Over`] is a result by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "code", rename_all = "kebab-case")
)]
pub enum Ending {
    /// The game is over by its own rules.
    Over,
    /// The maximum number of moves is reached.
    MoveLimit,
    /// The match was stopped from outside.
    #[default]
    Stopped,
    /// An agent forfeited: not a loss by the rules, and counted separately.
    Forfeit {
        /// Who.
        agent: AgentId,
        /// How.
        #[cfg_attr(feature = "serde", serde(flatten))]
        reason: Forfeit,
    },
    /// The game itself failed, see [`Game::failure`]: not the fault of any agent, and no result.
    Broken {
        /// The error.
        message: Message,
    },
}

impl Ending {
    /// Did an agent run out of time because the machine was busy? Then the game is worth playing again.
    pub fn is_starved(&self) -> bool {
        matches!(self, Ending::Forfeit { reason: Forfeit::TimeOut { starved: true, .. }, .. })
    }

    /// Did it end without a result and without the fault of an agent? Then it is not counted.
    pub fn is_cut_short(&self) -> bool {
        matches!(self, Ending::Stopped | Ending::Broken { .. })
    }
}

/// Milliseconds as a number of seconds.
#[cfg(feature = "serde")]
mod in_seconds {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(milliseconds: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(*milliseconds as f64 / 1e3)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        Ok((f64::deserialize(deserializer)? * 1e3).round() as u64)
    }
}

/// Why an agent forfeits a match.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "reason", rename_all = "kebab-case")
)]
pub enum Forfeit {
    /// It chose a move that is not legal.
    IllegalMove {
        /// The move.
        action: String,
    },
    /// It overran its time and the grace period.
    TimeOut {
        /// How long it took, in milliseconds; in JSON, a number of seconds.
        #[cfg_attr(feature = "serde", serde(rename = "seconds", with = "in_seconds"))]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        milliseconds: u64,
        /// Did it get less than half of that time on a processor, because the machine was busy? Then the game says little
        /// about the agent.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
        starved: bool,
    },
    /// It failed to return a move.
    Crash {
        /// The error.
        message: Message,
    },
    /// It is in another process, and what it wrote is not an answer.
    Garbage {
        /// What is wrong with it.
        message: Message,
    },
    /// It is in another process, which could not be started.
    NoStart {
        /// The error.
        message: Message,
    },
    /// It gave up.
    Resigned,
}

impl Forfeit {
    /// The reason for users.
    pub fn message(&self) -> Message {
        match self {
            Forfeit::IllegalMove { action } => message!("illegal-move", "illegal move {action}"),
            Forfeit::TimeOut { milliseconds, starved: false } => {
                message!("time-out", "time-out after {ms} ms", ms = *milliseconds)
            }
            Forfeit::TimeOut { milliseconds, starved: true } => {
                message!("time-out-starved", "time-out after {ms} ms on a busy machine", ms = *milliseconds)
            }
            Forfeit::Crash { message } | Forfeit::Garbage { message } | Forfeit::NoStart { message } => {
                message.clone()
            }
            Forfeit::Resigned => message!("resigned", "resigned"),
        }
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// A move that was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played<A> {
    /// By whom.
    pub turn: Turn,
    /// The move.
    pub action: A,
    /// The cost of the decision.
    pub stats: SearchStats,
}

/// A match that was played, by the types of its game. As text it is a `GameRecord`.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchRecord<G: Game> {
    /// Every move.
    pub moves: Vec<Played<G::Action>>,
    /// Where it ended.
    pub end: G::State,
    /// Why it ended.
    pub ending: Ending,
}

impl<G: Game> MatchRecord<G> {
    /// How it ended for each agent by the rules; empty if it did not end by the rules.
    pub fn outcomes(&self, game: &G) -> Vec<Outcome> {
        self.per_agent(game, |agent| game.outcome(&self.end, agent))
    }

    /// What it was worth to each agent; empty if it did not end by the rules.
    pub fn utilities(&self, game: &G) -> Vec<f64> {
        self.per_agent(game, |agent| game.utility(&self.end, agent))
    }

    fn per_agent<T>(&self, game: &G, ask: impl Fn(AgentId) -> T) -> Vec<T> {
        match self.ending {
            Ending::Over => (0..game.info().agents.len()).map(|agent| ask(AgentId(agent as u8))).collect(),
            Ending::MoveLimit | Ending::Stopped | Ending::Forfeit { .. } | Ending::Broken { .. } => {
                Vec::new()
            }
        }
    }
}

/// Plays one game, one agent for each [`AgentId`]. `seed` determines the start, the dice and the agents'
/// random choices; `watch` sees every move and the state after it.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{Agent, Ending, First, MatchLimits, PolicyPlayer, Seed, Uniform, play_match};
///
/// let game = Heaps::default();
/// let mut agents: [Box<dyn Agent<_>>; 2] = [Box::new(First), Box::new(PolicyPlayer::new(Uniform))];
/// let played = play_match(&game, &mut agents, Seed(1), &MatchLimits::none(), |state, _| println!("{state:?}"));
/// assert_eq!(played.ending, Ending::Over);
/// assert_eq!(played.utilities(&game).iter().sum::<f64>(), 0.0);
/// ```
pub fn play_match<G: Game>(
    game: &G,
    agents: &mut [Box<dyn Agent<G>>],
    seed: Seed,
    limits: &MatchLimits,
    mut watch: impl FnMut(&G::State, &Played<G::Action>),
) -> MatchRecord<G> {
    let mut state = game.initial(seed.of_start());
    for (index, agent) in agents.iter_mut().enumerate() {
        let me = AgentId(index as u8);
        agent.begin(game, me, seed.of_agent(me, 0));
    }
    let mut dice = seed.of_dice().rng();
    let mut opening = seed.of_opening().rng();
    let mut drawn = 0;
    let mut moves = Vec::new();
    let ending = loop {
        let turn = game.turn(&state);
        // The answers of a broken game mean nothing, not even that it is over.
        if let Some(failure) = game.failure() {
            break Ending::Broken { message: failure.into() };
        }
        if turn == Turn::Over {
            break Ending::Over;
        }
        if limits.moves.is_some_and(|limit| moves.len() as u64 >= limit) {
            break Ending::MoveLimit;
        }
        if limits.per_move.stop.is_stopped() {
            break Ending::Stopped;
        }
        let actions = game.list_actions(&state);
        let (action, stats) = match turn.agent() {
            None => {
                let mut weights = Weights::new();
                game.odds(&state, &actions, &mut weights);
                match dice.weighted(&weights).and_then(|index| actions.get(index)) {
                    Some(&action) => (action, SearchStats::default()),
                    // Dice without faces: a broken game, which the conformance suite rejects.
                    None => break Ending::Over,
                }
            }
            Some(_) if drawn < limits.opening => {
                drawn += 1;
                match opening.pick(&actions) {
                    Some(&action) => (action, SearchStats::default()),
                    None => break Ending::Over,
                }
            }
            Some(agent) => match decide(game, agents, agent, &state, &actions, limits) {
                Ok(decision) => (decision.action, decision.stats),
                // A game that breaks during a search is not the fault of the agent: the next iteration reports it.
                Err(_) if game.failure().is_some() => continue,
                // A stopped agent may return anything without forfeiting.
                Err(_) if limits.per_move.stop.is_stopped() => break Ending::Stopped,
                Err(reason) => break Ending::Forfeit { agent, reason },
            },
        };
        let mut next = state.clone();
        game.apply(&mut next, action);
        if let Some(failure) = game.failure() {
            break Ending::Broken { message: failure.into() };
        }
        let played = Played { turn, action, stats };
        for agent in agents.iter_mut() {
            agent.observe(game, &state, &played, &next);
        }
        state = next;
        watch(&state, &played);
        moves.push(played);
    };
    MatchRecord { moves, end: state, ending }
}

fn decide<G: Game>(
    game: &G,
    agents: &mut [Box<dyn Agent<G>>],
    agent: AgentId,
    state: &G::State,
    actions: &[G::Action],
    limits: &MatchLimits,
) -> Result<Decision<G::Action>, Forfeit> {
    let Some(player) = agents.get_mut(agent.index()) else {
        return Err(Forfeit::Crash {
            message: message!("agent-missing", "there is no agent {agent}", agent = agent.index()),
        });
    };
    let meter = limits.per_move.start();
    let answer = catch_unwind(AssertUnwindSafe(|| player.act(Context::new(game, state, &limits.per_move))));
    let took = meter.elapsed();
    let mut decision = match answer {
        Ok(Ok(decision)) => decision,
        Ok(Err(AgentFailure(forfeit))) => return Err(forfeit),
        Err(panic) => return Err(Forfeit::Crash { message: panic_message(panic.as_ref()) }),
    };
    let late = limits.per_move.time.is_some_and(|limit| took > limit + limits.grace);
    if late && !player.keeps_time() {
        let milliseconds = took.as_millis().try_into().unwrap_or(u64::MAX);
        return Err(Forfeit::TimeOut { milliseconds, starved: false });
    }
    if !actions.contains(&decision.action) {
        return Err(Forfeit::IllegalMove { action: format!("{:?}", decision.action) });
    }
    // One clock for all agents, including those that check none.
    decision.stats.time = took;
    Ok(decision)
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> Message {
    let text =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let text = text.map_or_else(|| message!("panic-silent", "no message"), Message::verbatim);
    message!("panicked", "it panicked: {text}")
}
