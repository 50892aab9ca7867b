//! How seats are filled: one rule for commands, experiments and pages.

use std::fmt;
use std::sync::Arc;

use plylab_core::{AgentId, AnyAgent, AnyGame, InputError, Name, Spec, check_seats, message};

/// Makes an agent for a seat of a game.
type Make = dyn Fn(&dyn AnyGame, AgentId) -> Result<Box<dyn AnyAgent>, InputError> + Send + Sync;

/// An agent that takes part in games: by its spec, or as a value.
#[derive(Clone)]
pub struct Player {
    name: String,
    /// None if it is a value.
    spec: Option<Spec>,
    make: Arc<Make>,
}

impl Player {
    /// The agent that a spec names.
    pub fn named(spec: Spec) -> Player {
        let named = spec.clone();
        let make = move |game: &dyn AnyGame, me| game.agent(&named, me);
        Player { name: spec.to_string(), spec: Some(spec), make: Arc::new(make) }
    }

    /// An agent that needs no name in a registry, such as one in another process or language. A new one is made for every
    /// game, because games may be played in several threads.
    pub fn brought(
        name: impl Into<String>,
        make: impl Fn(&dyn AnyGame, AgentId) -> Result<Box<dyn AnyAgent>, InputError> + Send + Sync + 'static,
    ) -> Player {
        Player { name: name.into(), spec: None, make: Arc::new(make) }
    }

    /// Its name, for lists and records.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its spec, unless it is a value.
    pub fn spec(&self) -> Option<&Spec> {
        self.spec.as_ref()
    }

    /// The agent, for the seat `me`.
    pub fn sit(&self, game: &dyn AnyGame, me: AgentId) -> Result<Box<dyn AnyAgent>, InputError> {
        (self.make)(game, me)
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Player").field(&self.name).finish()
    }
}

impl PartialEq for Player {
    fn eq(&self, other: &Player) -> bool {
        match (&self.spec, &other.spec) {
            (None, None) => self.name == other.name && Arc::ptr_eq(&self.make, &other.make),
            (one, other) => one == other,
        }
    }
}

/// Fills the seats of a game: the last player takes all remaining seats.
pub fn fill<T: Clone>(mut named: Vec<T>, seats: usize) -> Vec<T> {
    if let Some(last) = named.last().cloned() {
        named.resize(seats.max(named.len()), last);
    }
    named
}

/// A player for every seat of `game`, checked: the last of several takes all remaining seats. A single player is
/// refused, because it is more likely a mistake than an agent against itself.
pub fn seat(game: &dyn AnyGame, players: Vec<Player>) -> Result<Vec<Player>, InputError> {
    let seats = game.info().agents.len();
    let players = if players.len() >= 2 { fill(players, seats) } else { players };
    check_seats(game.info(), players.len())?;
    check(game, &players)?;
    Ok(players)
}

/// Refuses players who cannot take their seats.
pub fn check(game: &dyn AnyGame, players: &[Player]) -> Result<(), InputError> {
    sit(game, players).map(|_| ())
}

/// The agents, one for each seat.
pub fn sit(game: &dyn AnyGame, players: &[Player]) -> Result<Vec<Box<dyn AnyAgent>>, InputError> {
    (0..).map(AgentId).zip(players).map(|(me, player)| player.sit(game, me)).collect()
}

/// The seat of that name, or with that number from 0.
pub fn find(game: &dyn AnyGame, text: &str) -> Result<AgentId, InputError> {
    let names = &game.info().agents;
    let by_name = names.iter().position(|name| name.eq_ignore_ascii_case(text.trim()));
    let by_number = || text.trim().parse().ok().filter(|&index| index < names.len());
    let index = by_name.or_else(by_number).and_then(|index| u8::try_from(index).ok());
    index.map(AgentId).ok_or_else(|| {
        let game = Name::of(game.info().title.clone());
        let wrong = message!("no-seat", "{game} has no seat '{text}'");
        let right = message!("seats-are", "it has {names}, or their numbers from 0", names = names.clone());
        InputError::new(wrong).expected(right)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_several_fills_the_seats() {
        assert_eq!(fill(vec!["a", "b"], 4), ["a", "b", "b", "b"]);
        assert_eq!(fill(vec!["a", "b", "c"], 2), ["a", "b", "c"]);
        assert_eq!(fill(vec!["a"], 2), ["a", "a"]);
        assert_eq!(fill(Vec::<&str>::new(), 2), Vec::<&str>::new());
    }
}
