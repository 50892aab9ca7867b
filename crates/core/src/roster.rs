//! Agents from specs: presets, names and settings resolved in one place, for the wall and for those who play a game by
//! its own types.

use crate::agent::Agent;
use crate::edge::Listing;
use crate::game::{AgentId, GameInfo};
use crate::input::InputError;
use crate::playable::{AgentBook, AgentKind, Playable};
use crate::spec::Spec;

/// Every agent that can play `G`, by name.
#[derive(Debug)]
pub struct Roster<G: Playable> {
    kinds: Vec<AgentKind<G>>,
}

impl<G: Playable> Roster<G> {
    /// The agents of `book`, then the game's own.
    pub fn new(book: &impl AgentBook) -> Self {
        let mut kinds = book.kinds::<G>();
        kinds.extend(G::POLICIES.iter().map(AgentKind::from_policy));
        kinds.extend(G::agents());
        Roster { kinds }
    }

    /// The agent that `spec` names, to play as `me`; a preset is another agent with settings.
    pub fn agent(&self, game: &G, spec: &Spec, me: AgentId) -> Result<Box<dyn Agent<G>>, InputError> {
        let preset = G::PRESETS.iter().find(|preset| preset.name == spec.name);
        let stands_for: Option<Spec> = preset.map(|preset| preset.spec.parse()).transpose()?;
        let name = stands_for.as_ref().map_or(&spec.name, |spec| &spec.name);
        let names = || self.listings().iter().map(|listing| listing.name).collect();
        let kind = self.kinds.iter().find(|kind| kind.name == name);
        let kind = kind.ok_or_else(|| unknown("agent", name, names(), game.info()))?;
        let spec = match &stands_for {
            Some(preset) => &spec.named(kind.keys).over(preset),
            None => spec,
        };
        kind.build(game, me, &spec.params(kind.keys)?)
    }

    /// An agent for each seat, in order.
    pub fn seat(&self, game: &G, specs: &[Spec]) -> Result<Vec<Box<dyn Agent<G>>>, InputError> {
        let seats = &game.info().agents;
        if specs.len() != seats.len() {
            return Err(InputError::new(format!(
                "{} {} given for {} players",
                specs.len(),
                if specs.len() == 1 { "agent is" } else { "agents are" },
                seats.len()
            ))
            .expected(format!("name one each for {}", seats.join(", "))));
        }
        specs.iter().enumerate().map(|(place, spec)| self.agent(game, spec, AgentId(place as u8))).collect()
    }

    /// All of them, presets last.
    pub fn listings(&self) -> Vec<Listing> {
        let kinds = self.kinds.iter().map(|kind| Listing {
            name: kind.name,
            about: kind.about,
            stands_for: None,
            keys: kind.keys,
        });
        let presets = G::PRESETS.iter().map(|preset| Listing {
            name: preset.name,
            about: preset.about,
            stands_for: Some(preset.spec),
            keys: &[],
        });
        kinds.chain(presets).collect()
    }
}

/// The error for a name that the game does not have.
pub(crate) fn unknown(what: &str, name: &str, names: Vec<&str>, info: &GameInfo) -> InputError {
    let right =
        if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) };
    InputError::new(format!("{} has no {what} '{name}'", info.title)).expected(right)
}
