//! Any [`Playable`] game as an [`AnyGame`].

use std::any::Any;
use std::sync::Arc;

use super::agent::{AgentAdapter, ForeignAgent, ForeignKind, LastThought};
use super::eval::{AnyEval, EvalAdapter};
use super::position::PositionAdapter;
use super::{AnyAgent, AnyGame, AnyPosition, Portable, WatchMatch};
use crate::agent::Agent;
use crate::eval::Eval;
use crate::game::{AgentId, GameInfo};
use crate::input::InputError;
use crate::key::Named;
use crate::kinds::AgentSet;
use crate::matches::{MatchLimits, play_match};
use crate::playable::Playable;
use crate::players::First;
use crate::record::{GameRecord, MoveRecord, WordLimit};
use crate::roster::{Listing, ResolvedAgent, Roster, check_seats, unknown_agent};
use crate::scene::{Backdrop, WrittenNode};
use crate::seed::Seed;
use crate::spec::Spec;

/// Puts `game` behind the adapter, with the agents of `set` besides its own.
pub fn adapt<G: Playable>(game: G, set: &impl AgentSet) -> Box<dyn AnyGame> {
    let roster = Roster::new(&game, set);
    adapt_with(game, None, roster, Vec::new())
}

/// Puts `game` behind the adapter, with its spec if it has one, and with the agents that can play it: those of its roster,
/// and external ones.
pub fn adapt_with<G: Playable>(
    game: G,
    spec: Option<Spec>,
    roster: Roster<G>,
    foreign: Vec<Arc<ForeignKind>>,
) -> Box<dyn AnyGame> {
    Box::new(GameAdapter { game: Arc::new(game), spec, roster, foreign })
}

/// The game behind the adapter, if it is of that type.
pub fn typed<G: Playable>(game: &dyn AnyGame) -> Option<&G> {
    let game: &dyn Any = game;
    game.downcast_ref::<GameAdapter<G>>().map(|erased| erased.game.as_ref())
}

/// The agent as a typed agent of its game: as it is if it was written for the game's types, otherwise through texts. None if
/// the game is of another type.
pub fn typed_agent<G: Playable>(game: &dyn AnyGame, agent: Box<dyn AnyAgent>) -> Option<Box<dyn Agent<G>>> {
    let game: &dyn Any = game;
    game.downcast_ref::<GameAdapter<G>>().map(|erased| erased.unerased(agent, &LastThought::default()))
}

/// The state of a position, if its game is of that type.
pub fn typed_state<G: Playable>(position: &dyn AnyPosition) -> Option<&G::State> {
    let position: &dyn Any = position;
    position.downcast_ref::<PositionAdapter<G>>().map(|erased| &erased.state)
}

/// The position of a state, if the game is of that type.
pub fn typed_position<G: Playable>(game: &dyn AnyGame, state: G::State) -> Option<Box<dyn AnyPosition>> {
    let game: &dyn Any = game;
    game.downcast_ref::<GameAdapter<G>>().map(|erased| erased.adapt_state(state))
}

struct GameAdapter<G: Playable> {
    game: Arc<G>,
    spec: Option<Spec>,
    roster: Roster<G>,
    foreign: Vec<Arc<ForeignKind>>,
}

impl<G: Playable> GameAdapter<G> {
    fn adapt_state(&self, state: G::State) -> Box<dyn AnyPosition> {
        Box::new(PositionAdapter { game: Arc::clone(&self.game), state })
    }

    /// The external agent of this name, unless the roster has one.
    fn foreign(&self, spec: &Spec) -> Option<&ForeignKind> {
        let kind = self.foreign.iter().find(|kind| kind.name == spec.name)?;
        (!self.roster.has(spec)).then_some(kind)
    }

    /// Refuses a name that the roster does not have; the error lists external agents as well.
    fn check_known(&self, spec: &Spec) -> Result<(), InputError> {
        if self.roster.has(spec) {
            return Ok(());
        }
        Err(unknown_agent(spec, &self.agents(), self.info()))
    }

    /// The agent by its own types.
    fn unerased(&self, mut agent: Box<dyn AnyAgent>, last: &LastThought) -> Box<dyn Agent<G>> {
        let any: &mut dyn Any = agent.as_mut();
        match any.downcast_mut::<AgentAdapter<G>>() {
            // The box is dropped here: the replacement never plays.
            Some(own) => std::mem::replace(&mut own.agent, Box::new(First)),
            None => Box::new(ForeignAgent { game: Arc::clone(&self.game), agent, last: last.clone() }),
        }
    }
}

impl<G: Playable> AnyGame for GameAdapter<G> {
    fn info(&self) -> &GameInfo {
        self.game.info()
    }

    fn spec(&self) -> Option<&Spec> {
        self.spec.as_ref()
    }

    fn start(&self, seed: Seed) -> Box<dyn AnyPosition> {
        self.adapt_state(self.game.initial(seed.of_start()))
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, InputError> {
        self.game.parse_position(text).map(|state| self.adapt_state(state))
    }

    fn backdrop(&self) -> Backdrop {
        self.game.backdrop()
    }

    fn written(&self, text: &str) -> Vec<WrittenNode> {
        self.game.written(text)
    }

    fn evals(&self) -> Vec<Listing> {
        let own = self.game.evals();
        own.iter().map(Listing::from).chain(self.roster.outside_evals.iter().map(Listing::from)).collect()
    }

    fn action_evals(&self) -> Vec<Listing> {
        self.game.action_evals().iter().map(Listing::from).collect()
    }

    fn agents(&self) -> Vec<Listing> {
        let mut listings = self.roster.listings();
        listings.extend(self.foreign.iter().map(|kind| kind.listing()));
        listings
    }

    fn resolve(&self, spec: &Spec) -> Result<ResolvedAgent, InputError> {
        match self.foreign(spec) {
            Some(kind) => kind.resolve(spec),
            None => {
                self.check_known(spec)?;
                self.roster.resolve(&self.game, spec)
            }
        }
    }

    fn interpreter(&self, spec: &Spec) -> Option<String> {
        self.foreign(spec)?.interpreter(spec)
    }

    fn portable(&self, spec: &Spec) -> Result<Option<Portable>, InputError> {
        self.foreign(spec).map(|kind| kind.portable(spec)).transpose()
    }

    fn agent(&self, spec: &Spec, me: AgentId) -> Result<Box<dyn AnyAgent>, InputError> {
        match self.foreign(spec) {
            Some(kind) => kind.build(self, me, spec),
            None => {
                self.check_known(spec)?;
                let agent = self.roster.agent(&self.game, spec, me)?;
                Ok(Box::new(AgentAdapter { game: Arc::clone(&self.game), spec: spec.clone(), me, agent }))
            }
        }
    }

    fn with_eval(&self, eval: &Named<Arc<dyn AnyEval>>) -> Box<dyn AnyGame> {
        let game = Arc::clone(&self.game);
        let typed = |eval| Arc::new(EvalAdapter { game: Arc::clone(&game), eval }) as Arc<dyn Eval<G>>;
        let roster = self.roster.with_eval(eval.clone().map(typed));
        Box::new(GameAdapter { game, spec: self.spec.clone(), roster, foreign: self.foreign.clone() })
    }

    fn memory_bytes(&self) -> usize {
        size_of_val(self) + self.game.memory_bytes() + self.roster.memory_bytes()
    }

    fn failure(&self) -> Option<InputError> {
        self.game.failure()
    }

    fn play(
        &self,
        agents: Vec<Box<dyn AnyAgent>>,
        seed: Seed,
        limits: &MatchLimits,
        watch: WatchMatch<'_>,
    ) -> Result<GameRecord, InputError> {
        let game = self.game.as_ref();
        check_seats(game.info(), agents.len())?;
        let last = LastThought::default();
        let mut limits_of_words = vec![WordLimit::default(); agents.len()];
        let mut agents: Vec<Box<dyn Agent<G>>> =
            agents.into_iter().map(|agent| self.unerased(agent, &last)).collect();
        let mut before = game.initial(seed.of_start());
        let mut moves = Vec::new();
        let played = play_match(game, &mut agents, seed, limits, |after, played| {
            let mut record = MoveRecord::new(played.turn, game.action_text(&before, played.action));
            before.clone_from(after);
            let limit = played.turn.agent().and_then(|agent| limits_of_words.get_mut(agent.index()));
            if let Some((thought, limit)) = last.take().zip(limit) {
                record.keep_thought(&thought);
                limit.apply(&mut record);
            }
            watch(&PositionAdapter { game: Arc::clone(&self.game), state: after.clone() }, &record);
            moves.push(record);
        });
        let mut logs: Vec<String> = agents.iter_mut().map(|agent| agent.log()).collect();
        if logs.iter().all(String::is_empty) {
            logs.clear();
        }
        Ok(GameRecord { logs, ..GameRecord::of_match(game, seed, &played, moves) })
    }
}
