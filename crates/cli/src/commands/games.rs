//! `plylab games`.

use clap::Args;
use plylab_core::{DepthUnit, GameInfo, GameKind, Key, Listing, Message, Registry, ResultKind, Spec, Text};
use serde::Serialize;

use super::open;
use crate::failure::Failure;
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

/// The full description of a game.
#[derive(Serialize)]
struct GameEntry<'a> {
    #[serde(flatten)]
    kind: &'a GameKind,
    /// The game with its default settings.
    #[serde(flatten)]
    info: GameInfoEntry,
    evaluations: Vec<Listing>,
    action_evaluations: Vec<Listing>,
    agents: Vec<Listing>,
}

/// The parts of [`GameInfo`] that are not in [`GameKind`].
#[derive(Serialize)]
struct GameInfoEntry {
    title: Text,
    players: Vec<String>,
    depth_unit: DepthUnit,
    result: ResultKind,
    seats_alike: bool,
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
        let kinds: Vec<&GameKind> = match &self.game {
            Some(name) => vec![registry.kind(name)?],
            None => registry.games().collect(),
        };
        let mut entries = Vec::new();
        for kind in kinds {
            let game = open(registry, &Spec::new(kind.name.clone()))?;
            entries.push(GameEntry {
                kind,
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
        let also = match self.kind.aliases.as_slice() {
            [] => String::new(),
            aliases => format!(", also {}", aliases.join(", ")),
        };
        let name = style.strong(&self.kind.name);
        page.line(format!("{name}{}", style.quiet(format!(" - {}{also}", self.info.title))));
        page.prose(2, &self.kind.about);
        page.prose(2, &format!("players: {}; depth in {}", self.info.players.join(", "), self.depth()));
        page.prose(2, &format!("moves: {}", self.kind.moves));
        page.prose(2, &format!("positions: {}", self.kind.positions));
        let named = &self.kind.named_positions;
        if !named.is_empty() {
            page.prose(2, "positions with names:");
            let width = named.iter().map(|position| position.name.len()).max().unwrap_or(0);
            for position in named {
                page.named(4, &position.name, width, &position.about);
            }
        }
        page.keys("settings", &key_texts(&self.kind.keys), 2);
        listings(&mut page, "evaluations", &self.evaluations);
        listings(&mut page, "evaluations of moves", &self.action_evaluations);
        listings(&mut page, "agents", &self.agents);
        page.text()
    }

    fn depth(&self) -> &'static str {
        match self.info.depth_unit {
            DepthUnit::Ply => "plies",
            DepthUnit::Round => "rounds",
        }
    }
}

fn key_texts(keys: &[Key]) -> Vec<KeyText> {
    keys.iter().map(KeyText::from).collect()
}

fn listings(page: &mut Page, title: &str, listings: &[Listing]) {
    if listings.is_empty() {
        return;
    }
    page.prose(2, &format!("{title}:"));
    let width = listings.iter().map(|listing| listing.name.len()).max().unwrap_or(0);
    for listing in listings {
        page.named(4, &listing.name, width, &listing.about);
        page.keys("settings", &key_texts(&listing.keys), 6);
    }
}
