//! The games, agents and settings on offer: everything that menus show.

use plylab_core::{AgentId, BoardKind, GameKind, Offer, Seed, Spec};
use plylab_lab::live::Seat;

use crate::Service;
use crate::dispatch::Caller;
use crate::protocol::{
    AgentChecked, Catalogue, CatalogueAgent, CatalogueBoard, CatalogueGame, CheckAgent, CheckGame,
    GameChecked, Result,
};
use crate::setup::{GivenFiles, agent, seats};

impl Service {
    /// The catalogue, built once.
    pub fn catalogue(&self) -> &Catalogue {
        self.catalogue.get_or_init(|| Catalogue {
            games: self.registry.offers().filter_map(|(kind, offer)| game(self, kind, offer)).collect(),
        })
    }
}

pub(crate) fn check(service: &Service, caller: &Caller, with: &CheckGame) -> Result<GameChecked> {
    let (spec, game) = service.open(&caller.person.id, &with.spec, &with.files)?;
    let seated = with.seats.as_ref().map(|names| seats(game.as_ref(), names, &service.limits)).transpose()?;
    let info = game.info();
    Ok(GameChecked {
        spec,
        title: info.title.clone(),
        players: info.agents.clone(),
        notes: info.notes.clone(),
        seats: seated.map(|seats| seats.iter().map(Seat::to_string).collect()),
    })
}

/// Can an agent take a seat?
pub(crate) fn check_agent(service: &Service, caller: &Caller, with: &CheckAgent) -> Result<AgentChecked> {
    let (_, game) = service.open(&caller.person.id, &with.spec, &with.files)?;
    let agent = agent(game.as_ref(), &with.agent, &service.limits)?;
    game.agent(&agent, AgentId(with.player))?;
    Ok(AgentChecked { agent })
}

/// A game: what it declares, and what it has once opened.
fn game(service: &Service, kind: &GameKind, offer: &Offer) -> Option<CatalogueGame> {
    let (_, game) = service.open(&"".into(), &kind.name, &GivenFiles::new()).ok()?;
    let (info, kind_of, offer_of) = (game.info().clone(), kind.clone(), offer.clone());
    Some(CatalogueGame {
        name: kind_of.name,
        aliases: kind_of.aliases,
        title: info.title,
        about: kind_of.about,
        players: info.agents,
        depth_unit: info.depth_unit,
        result: info.result,
        seats_alike: info.seats_alike,
        notes: info.notes,
        counted_in: offer_of.counted_in,
        reports: kind_of.reports,
        win_points: offer_of.win_points,
        moves: kind_of.moves,
        positions: kind_of.positions,
        named_positions: kind_of.named_positions,
        tones: offer_of.tones,
        featured: offer_of.featured,
        interaction: offer_of.interaction,
        keys: kind_of.keys,
        boards: boards(service, kind, offer),
        evals: game.evals(),
        action_evals: game.action_evals(),
        agents: game.agents().into_iter().map(CatalogueAgent::from).collect(),
        levels: offer_of.levels,
        analysis: offer_of.analysts.iter().map(|analyst| analyst.spec.clone()).collect(),
        analysts: offer_of.analysts,
        opponents: offer_of.opponents,
    })
}

/// Ready-made settings with their pictures.
fn boards(service: &Service, kind: &GameKind, offer: &Offer) -> Vec<CatalogueBoard> {
    let plain = || vec![BoardKind::standard(kind.about.clone())];
    let boards = if offer.boards.is_empty() { plain() } else { offer.boards.clone() };
    let entry = |board: BoardKind| {
        let spec: Spec = board.spec(kind);
        let (_, game) = service.open(&"".into(), &spec.to_string(), &GivenFiles::new()).ok()?;
        Some(CatalogueBoard {
            name: board.name,
            about: board.about,
            spec,
            players: game.info().agents.clone(),
            backdrop: game.backdrop(),
            scene: game.start(Seed(0)).scene(),
            text: board.text,
        })
    };
    boards.into_iter().filter_map(entry).collect()
}
