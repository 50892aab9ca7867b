//! Games and agents at run time: everything that can be played, by name.
//!
//! A registry is a value, made once and handed to commands, experiments and pages. External games and agents are added by
//! the same methods as the built-in ones.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::adapter::{AnyGame, ForeignKind, adapt_with, typed};
use crate::budget::StopFlag;
use crate::files::Files;
use crate::game::AgentId;
use crate::input::InputError;
use crate::key::Text;
use crate::kind::{GameKind, Registered};
use crate::kinds::{AgentKind, AgentSet};
use crate::message;
use crate::offer::{Analyst, Offer};
use crate::oracle::{Oracle, ScoreBound};
use crate::playable::Playable;
use crate::roster::Roster;
use crate::spec::{Params, Spec};

type Open =
    dyn Fn(&Registry, Spec, &Params<'_>, &dyn Files) -> Result<Box<dyn AnyGame>, InputError> + Send + Sync;
type OpenOracle = dyn Fn(&dyn AnyGame) -> Option<Result<Box<dyn Oracle>, InputError>> + Send + Sync;
type FindBound = dyn Fn(&dyn AnyGame, &StopFlag) -> Option<ScoreBound> + Send + Sync;
type MakeKind<G> = Box<dyn Fn(&G) -> AgentKind<G> + Send + Sync>;

struct Entry {
    kind: GameKind,
    offer: Offer,
    open: Box<Open>,
}

/// Every game and every agent, by name.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{CoreAgents, NoFiles, Registry};
///
/// let mut registry = Registry::default();
/// registry.add_game::<Heaps>(CoreAgents);
/// let game = registry.open(&"heaps:coins=1".parse()?, &NoFiles)?;
/// assert_eq!(game.info().title, "Two heaps");
/// let error = registry.open(&"chess".parse()?, &NoFiles).err().unwrap();
/// assert_eq!(error.to_string(), "there is no game 'chess'; the games are heaps");
/// # Ok::<(), plylab_core::InputError>(())
/// ```
#[derive(Default)]
pub struct Registry {
    games: Vec<Entry>,
    /// Agents for one type of game besides its set: a `MakeKind<G>` each.
    own_agents: Vec<Box<dyn Any + Send + Sync>>,
    foreign: Vec<Arc<ForeignKind>>,
    oracles: HashMap<Text, Box<OpenOracle>>,
    bounds: HashMap<Text, Box<FindBound>>,
}

impl Registry {
    /// Adds a game, to be played by the agents of `set` besides its own.
    pub fn add_game<G: Registered>(&mut self, set: impl AgentSet + Send + Sync + 'static) {
        self.add_made(G::kind(), G::offer(), set, G::open);
    }

    /// Adds a game whose type does not know how it is opened, such as one in another language: `make` does, every time it is
    /// opened.
    pub fn add_made<G: Playable>(
        &mut self,
        kind: GameKind,
        offer: Offer,
        set: impl AgentSet + Send + Sync + 'static,
        make: impl Fn(&Params<'_>, &dyn Files) -> Result<G, InputError> + Send + Sync + 'static,
    ) {
        let open = move |registry: &Registry, spec: Spec, params: &Params<'_>, files: &dyn Files| {
            let game = make(params, files)?;
            let mut roster = Roster::new(&game, &set);
            for make in registry.own_agents.iter().filter_map(|own| own.downcast_ref::<MakeKind<G>>()) {
                roster.add(make(&game));
            }
            Ok(adapt_with(game, Some(spec), roster, registry.foreign.clone()))
        };
        self.games.push(Entry { kind, offer, open: Box::new(open) });
    }

    /// Adds an agent that plays games of type `G` only.
    pub fn add_agent_for<G: Playable>(&mut self, make: impl Fn(&G) -> AgentKind<G> + Send + Sync + 'static) {
        let make: MakeKind<G> = Box::new(make);
        self.own_agents.push(Box::new(make));
    }

    /// Adds an agent that plays any game, by the texts of its positions and moves.
    pub fn add_agent(&mut self, kind: ForeignKind) {
        self.foreign.push(Arc::new(kind));
    }

    /// Adds the oracle of that name, for games of type `G`.
    pub fn add_oracle<G: Playable>(
        &mut self,
        name: impl Into<Text>,
        open: impl Fn(&G) -> Result<Box<dyn Oracle>, InputError> + Send + Sync + 'static,
    ) {
        self.oracles.insert(name.into(), Box::new(move |game| typed::<G>(game).map(&open)));
    }

    /// Adds the bound of that name on the score of games of type `G`.
    pub fn add_score_bound<G: Playable>(
        &mut self,
        name: impl Into<Text>,
        find: impl Fn(&G, &StopFlag) -> Option<ScoreBound> + Send + Sync + 'static,
    ) {
        let find =
            move |game: &dyn AnyGame, stop: &StopFlag| typed::<G>(game).and_then(|game| find(game, stop));
        self.bounds.insert(name.into(), Box::new(find));
    }

    /// What every game declares about its rules, in order.
    pub fn games(&self) -> impl Iterator<Item = &GameKind> {
        self.games.iter().map(|entry| &entry.kind)
    }

    /// What the game of that name, or alias, declares about its rules.
    pub fn kind(&self, name: &str) -> Result<&GameKind, InputError> {
        self.entry(name).map(|entry| &entry.kind)
    }

    /// What every game offers to people, in order.
    pub fn offers(&self) -> impl Iterator<Item = (&GameKind, &Offer)> {
        self.games.iter().map(|entry| (&entry.kind, &entry.offer))
    }

    /// What the game of that name, or alias, offers to people.
    pub fn offer(&self, name: &str) -> Result<&Offer, InputError> {
        self.entry(name).map(|entry| &entry.offer)
    }

    /// The analysts that a game declares for the board of `spec` and a seat, the best first.
    pub fn analysts<'a>(
        &'a self,
        spec: &'a Spec,
        seat: AgentId,
    ) -> Result<impl Iterator<Item = &'a Analyst>, InputError> {
        let Entry { kind, offer, .. } = self.entry(&spec.name)?;
        Ok(offer.analysts.iter().filter(move |analyst| analyst.fits(spec, &kind.keys, seat)))
    }

    fn entry(&self, name: &str) -> Result<&Entry, InputError> {
        self.games.iter().find(|entry| entry.kind.is_named(name)).ok_or_else(|| {
            let names: Vec<&str> = self.games().map(|kind| kind.name.as_ref()).collect();
            InputError::new(message!("no-game", "there is no game '{name}'"))
                .expected(message!("games-are", "the games are {names}"))
        })
    }

    /// Opens the game that `spec` names.
    pub fn open(&self, spec: &Spec, files: &dyn Files) -> Result<Box<dyn AnyGame>, InputError> {
        let entry = self.entry(&spec.name)?;
        (entry.open)(self, self.canonical(spec)?, &spec.params(&entry.kind.keys)?, files)
    }

    /// The canonical spec of a game: its own name and all settings written out.
    pub fn canonical(&self, spec: &Spec) -> Result<Spec, InputError> {
        let kind = self.kind(&spec.name)?;
        let mut canonical = spec.params(&kind.keys)?.canonical();
        canonical.name = kind.name.clone().into_owned();
        Ok(canonical)
    }

    /// The oracle of a game.
    ///
    /// # Errors
    ///
    /// If there is none, or not for these settings.
    pub fn oracle(&self, game: &dyn AnyGame) -> Result<Box<dyn Oracle>, InputError> {
        let name = &game.info().name;
        let open = self.kind(name)?.oracle.as_ref().and_then(|oracle| self.oracles.get(oracle));
        open.and_then(|open| open(game)).unwrap_or_else(|| {
            let wrong = message!("not-graded", "games of '{name}' cannot be graded", name = name.as_ref());
            let right =
                message!("grade-solved", "grade games that can be solved (see 'plylab solve --help')");
            Err(InputError::new(wrong).expected(right))
        })
    }

    /// The proven maximum of agent 0's score, where it is known. It is the same on every machine, and takes a few seconds
    /// at most; nothing is known once `stop` is raised.
    pub fn score_bound(&self, game: &dyn AnyGame, stop: &StopFlag) -> Option<ScoreBound> {
        let name = self.kind(&game.info().name).ok()?.score_bound.as_ref()?;
        self.bounds.get(name).and_then(|find| find(game, stop))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.games().map(|kind| kind.name.as_ref()).collect();
        f.debug_struct("Registry").field("games", &names).finish_non_exhaustive()
    }
}
