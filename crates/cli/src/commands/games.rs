//! `plylab games`.

use clap::Args;
use plylab_core::{
    DepthUnit, Field, GameInfo, GameKind, Key, Listing, Message, Name, Offer, Registry, ResultKind, Spec,
    Text, message,
};
use serde::Serialize;

use super::open;
use crate::failure::Failure;
use crate::language::{as_typed, named, said};
use crate::output::Output;
use crate::terminal::{KeyText, Page, Style};

/// List the games: settings, notation, evaluations and agents.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab games
  plylab games pacman
  plylab games --json")]
pub struct GamesArgs {
    /// Show this game only.
    game: Option<String>,

    /// Answer in JSON: a list of games.
    #[arg(long)]
    json: bool,
}

/// The longest line.
const WIDTH: usize = 96;

/// A game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameEntry<'a> {
    #[serde(flatten)]
    kind: &'a GameKind,
    #[serde(flatten)]
    offer: &'a Offer,
    /// The game with its default settings.
    #[serde(flatten)]
    info: GameInfoEntry,
    /// Evaluations of positions.
    evaluations: Vec<Listing>,
    /// Evaluations of moves.
    action_evaluations: Vec<Listing>,
    /// The agents that can play it.
    agents: Vec<Listing>,
}

/// The parts of [`GameInfo`] that are not in [`GameKind`].
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GameInfoEntry {
    /// Its name for people.
    title: Text,
    /// The seats.
    players: Vec<String>,
    /// What depth is counted in.
    depth_unit: DepthUnit,
    /// What counts at the end.
    result: ResultKind,
    /// Can seats be swapped?
    seats_alike: bool,
    /// Notes about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Message>,
}

impl From<&GameInfo> for GameInfoEntry {
    fn from(info: &GameInfo) -> GameInfoEntry {
        GameInfoEntry {
            title: info.title.clone(),
            players: info.agents.clone(),
            depth_unit: info.depth_unit,
            result: info.result,
            seats_alike: info.seats_alike,
            notes: info.notes.clone(),
        }
    }
}

impl GamesArgs {
    /// Lists them.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let games: Vec<(&GameKind, &Offer)> = match &self.game {
            Some(name) => vec![(registry.kind(name)?, registry.offer(name)?)],
            None => registry.offers().collect(),
        };
        let mut entries = Vec::new();
        for (kind, offer) in games {
            let game = open(registry, &Spec::new(kind.name.clone()))?;
            entries.push(GameEntry {
                kind,
                offer,
                info: game.info().into(),
                evaluations: game.evals(),
                action_evaluations: game.action_evals(),
                agents: game.agents(),
            });
        }
        if self.json {
            return out.json(&entries);
        }
        let texts: Vec<String> = entries.iter().map(|entry| entry.text(out.style)).collect();
        out.line(texts.join("\n\n"))
    }
}

impl GameEntry<'_> {
    fn text(&self, style: Style) -> String {
        let mut page = Page::new(style, WIDTH);
        let title = Name::of(self.info.title.clone());
        let title = match self.kind.aliases.as_slice() {
            [] => message!("named", "{name}", name = title),
            aliases => message!(
                "game-also",
                "{game}, also {names}",
                game = title,
                names = aliases.iter().map(ToString::to_string).collect::<Vec<String>>()
            ),
        };
        let name = style.strong(as_typed(&self.kind.name));
        page.line(format!("{name}{}", style.quiet(format!(" - {}", said(&title)))));
        page.prose(2, &named(&self.kind.about));
        let players = Field::names(self.info.players.clone());
        page.prose(
            2,
            &said(&match self.info.depth_unit {
                DepthUnit::Ply => message!("players-plies", "players: {players}; depth in plies"),
                DepthUnit::Round => message!("players-rounds", "players: {players}; depth in rounds"),
            }),
        );
        let moves = Name::of(self.kind.moves.clone());
        page.prose(2, &said(&message!("moves-typed", "moves: {moves}")));
        let positions = Name::of(self.kind.positions.clone());
        page.prose(2, &said(&message!("positions-typed", "positions: {positions}")));
        if let Some(example) = &self.kind.files {
            page.prose(2, &said(&message!("files-written", "files:")));
            named(example).lines().for_each(|line| page.line(format!("    {line}")));
        }
        let with_names = &self.kind.named_positions;
        if !with_names.is_empty() {
            page.prose(2, &said(&message!("positions-named", "positions with names:")));
            let width = with_names.iter().map(|position| position.name.len()).max().unwrap_or(0);
            for position in with_names {
                page.named(4, &position.name, width, &named(&position.about));
            }
        }
        if !self.offer.levels.is_empty() {
            page.prose(2, &said(&message!("levels-heading", "levels, for 'plylab play --level':")));
            let width = self.offer.levels.iter().map(|level| level.name.len()).max().unwrap_or(0);
            for level in &self.offer.levels {
                let agent = as_typed(&level.spec);
                page.named(4, &level.name, width, &format!("{} ({agent})", named(&level.about)));
            }
        }
        page.keys(&key_texts(&self.kind.keys), 2);
        listings(&mut page, &message!("evaluations-heading", "evaluations:"), &self.evaluations);
        let of_moves = message!("move-evaluations-heading", "evaluations of moves:");
        listings(&mut page, &of_moves, &self.action_evaluations);
        listings(&mut page, &message!("agents-heading", "agents:"), &self.agents);
        page.text()
    }
}

fn key_texts(keys: &[Key]) -> Vec<KeyText> {
    keys.iter().map(KeyText::from).collect()
}

fn listings(page: &mut Page, title: &Message, listings: &[Listing]) {
    if listings.is_empty() {
        return;
    }
    page.prose(2, &said(title));
    let width = listings.iter().map(|listing| listing.name.len()).max().unwrap_or(0);
    for listing in listings {
        page.named(4, &listing.name, width, &named(&listing.about));
        page.keys(&key_texts(&listing.keys), 6);
    }
}
