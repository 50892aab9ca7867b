//! Who judges: an agent, with what its game declares about it.

use plylab_core::{AgentId, Analyst, Calibration, Chance, Offer, Registry, Spec, Thought, Value};
use plylab_lab::seats;

use crate::Service;
use crate::protocol::Fault;
use crate::setup::{Setup, agent};

/// The name of the best judge that the game declares for a board and a player.
const BEST: &str = "best";

/// The judge of games that declare none.
const FALLBACK: &str = "alphabeta:depth=4,root=exact";

/// An agent that judges a position.
pub(super) struct Judge {
    pub scale: Scale,
    /// The agent whose estimates count until its own values are known.
    pub estimate: Option<Scale>,
    /// The most milliseconds it gets.
    pub time: Option<u64>,
    /// How many games it plays out.
    pub playouts: u64,
    /// The agents of these games, by seat.
    pub seats: Vec<Spec>,
}

/// An agent, and what its estimates mean.
pub(super) struct Scale {
    pub spec: Spec,
    pub calibration: Option<Calibration>,
}

impl Scale {
    fn new(registry: &Registry, setup: &Setup, spec: Spec) -> Scale {
        let fits = |calibration: &Calibration| {
            registry.canonical(&setup.spec).is_ok_and(|game| game.to_string() == calibration.game)
                && setup.game.resolve(&spec).is_ok_and(|resolved| {
                    resolved.spec.to_string() == calibration.agent && resolved.version == calibration.version
                })
        };
        let offer = registry.offer(&setup.spec.name).ok();
        let known = offer.and_then(|offer| Calibration::read(offer.calibrations.as_ref()?));
        let calibration = known.and_then(|known| known.into_iter().find(fits));
        Scale { spec, calibration }
    }

    /// The chance to win that a value of one of its searches means, if it is an estimate.
    pub fn chance(&self, thought: &Thought, value: &Value) -> Option<Chance> {
        let score = value.as_score().filter(|score| score.is_finite())?;
        Some(self.calibration.as_ref()?.fit(thought.decision.stats.depth)?.chance(score))
    }
}

impl Judge {
    /// The judge that `text` names: the spec of an agent, or `best`.
    pub fn find(service: &Service, setup: &Setup, text: &str, me: AgentId) -> Result<Judge, Fault> {
        let offer = service.registry.offer(&setup.spec.name)?;
        let mut declared = service.registry.analysts(&setup.spec, me)?;
        let analyst = declared.find(|analyst| text == BEST || analyst.spec == text);
        let text = analyst.map_or(if text == BEST { FALLBACK } else { text }, |analyst| &analyst.spec);
        let spec = agent(setup.game.as_ref(), text, &service.limits)?;
        setup.game.agent(&spec, me)?;
        let estimate = analyst.and_then(|analyst| analyst.estimate.as_ref());
        let estimate = estimate.map(|text| agent(setup.game.as_ref(), text, &service.limits)).transpose()?;
        let scale = |spec| Scale::new(&service.registry, setup, spec);
        let seats = analyst.map_or_else(Vec::new, |analyst| playout_seats(offer, analyst, setup, &spec));
        let can_play = seats.len() == setup.game.info().agents.len();
        Ok(Judge {
            seats,
            scale: scale(spec),
            estimate: estimate.map(scale),
            time: analyst.and_then(|analyst| analyst.time),
            playouts: analyst.filter(|_| can_play).map_or(0, |analyst| analyst.playouts.into()),
        })
    }
}

/// Who plays the games that an analyst plays out: itself, and against it the players of the game that is shown, or else the
/// game's opponents.
fn playout_seats(offer: &Offer, analyst: &Analyst, setup: &Setup, own: &Spec) -> Vec<Spec> {
    let opponents = offer.opponents.iter().filter_map(|text| text.parse().ok()).collect();
    let count = setup.game.info().agents.len();
    let opponents = seats::fill(opponents, count).into_iter().take(count);
    let seat = |(me, opponent): (AgentId, Spec)| match setup.seats.get(me.index()) {
        _ if analyst.player == Some(me) => own.clone(),
        Some(Some(seated)) => seated.clone(),
        _ => opponent,
    };
    (0..).map(AgentId).zip(opponents).map(seat).collect()
}
