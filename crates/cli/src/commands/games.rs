//! `plylab games`.

use clap::Args;
use plylab_core::{
    BoardKind, DepthUnit, Field, GameKind, InputError, Listing, Message, Name, Offer, Registry, ResultKind,
    Spec, Text, message,
};
use serde::Serialize;

use super::open;
use crate::failure::Failure;
use crate::language::{as_typed, named, say};
use crate::output::Output;
use crate::terminal::{Page, Style, fact_value, list};

/// List the games, or describe one.
///
/// A description has the game's settings, notation, boards, levels, evaluations and agents. Boards that come from a file,
/// such as the mazes of Pac-Man, are printed with --board: change the text and play on it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab games
  plylab games pacman
  plylab games pacman --board trap
  plylab games pacman --board trap > my.lay
  plylab show pacman --layout my.lay
  plylab games --json")]
pub struct GamesArgs {
    /// Describe this game.
    game: Option<String>,

    /// Print the file of this board.
    #[arg(long, value_name = "NAME", requires = "game")]
    board: Option<String>,

    /// Answer in JSON: a list of games, each with its whole description; with --board, the board.
    #[arg(long)]
    json: bool,
}

/// The longest line.
const WIDTH: usize = 96;

/// A game.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameDescription<'a> {
    #[serde(flatten)]
    kind: &'a GameKind,
    #[serde(flatten)]
    offer: &'a Offer,
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
    /// Evaluations of positions.
    evaluations: Vec<Listing>,
    /// Evaluations of moves.
    action_evaluations: Vec<Listing>,
    /// The agents that can play it.
    agents: Vec<Listing>,
}

impl GamesArgs {
    /// Lists them, or describes the one.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let games: Vec<(&GameKind, &Offer)> = match &self.game {
            Some(name) => vec![(registry.kind(name)?, registry.offer(name)?)],
            None => registry.offers().collect(),
        };
        if let (Some(name), [(kind, offer)]) = (&self.board, games.as_slice()) {
            let board = offer.boards.iter().find(|board| board.name == *name).ok_or_else(|| {
                let game = kind.name.to_string();
                let names: Vec<String> = offer.boards.iter().map(|board| board.name.to_string()).collect();
                InputError::new(message!("no-board", "{game} has no board '{name}'"))
                    .expected(message!("boards-are", "its boards are {names}"))
            })?;
            if self.json {
                return out.json(board);
            }
            let text = board.text.as_ref().ok_or_else(|| {
                let spec = board.spec(kind).to_string();
                InputError::new(message!("board-without-file", "the board '{name}' is not read from a file"))
                    .expected(message!("play-board", "play {spec}"))
            })?;
            return out.raw(text.as_bytes());
        }
        if self.game.is_none() && !self.json {
            let rows = games.iter().map(|(kind, _)| vec![as_typed(&kind.name), named(&kind.about)]);
            let heads = vec![say(&message!("name-head", "name")), say(&message!("about-head", "about"))];
            let rows: Vec<Vec<String>> = std::iter::once(heads).chain(rows).collect();
            out.line(list(&rows, out.style))?;
            return out.line(format!("\n{}", say(&name_for_details("games"))));
        }
        let mut entries = Vec::new();
        for (kind, offer) in games {
            let game = open(registry, &Spec::new(kind.name.clone()))?;
            // As it is with its default settings.
            let info = game.info().clone();
            entries.push(GameDescription {
                kind,
                offer,
                title: info.title,
                players: info.agents,
                depth_unit: info.depth_unit,
                result: info.result,
                seats_alike: info.seats_alike,
                notes: info.notes,
                evaluations: game.evals(),
                action_evaluations: game.action_evals(),
                agents: game.agents(),
            });
        }
        if self.json {
            return out.json(&entries);
        }
        entries.iter().try_for_each(|entry| out.line(entry.text(out.style)))
    }
}

/// How to see more than a line of what a command lists.
pub fn name_for_details(command: &str) -> Message {
    message!("name-for-details", "'plylab {command} NAME' has the details.")
}

impl GameDescription<'_> {
    fn text(&self, style: Style) -> String {
        let mut page = Page::new(style, WIDTH);
        let name = Name::of(self.title.clone());
        let names: Vec<String> = self.kind.aliases.iter().map(ToString::to_string).collect();
        let title = match names.is_empty() {
            true => message!("named", "{name}"),
            false => message!("game-also", "{game}, also {names}", game = name),
        };
        let name = style.strong(as_typed(&self.kind.name));
        page.line(format!("{name}{}", style.quiet(format!(" - {}", say(&title)))));
        page.prose(2, &named(&self.kind.about));
        let players = Field::names(self.players.clone());
        let players = match self.depth_unit {
            DepthUnit::Ply => message!("players-plies", "players: {players}; depth in plies"),
            DepthUnit::Round => message!("players-rounds", "players: {players}; depth in rounds"),
        };
        page.prose(2, &say(&players));
        let moves = Name::of(self.kind.moves.clone());
        page.prose(2, &say(&message!("moves-typed", "moves: {moves}")));
        let positions = Name::of(self.kind.positions.clone());
        page.prose(2, &say(&message!("positions-typed", "positions: {positions}")));
        if let Some(example) = &self.kind.files {
            page.prose(2, &say(&message!("files-written", "files:")));
            named(example).lines().for_each(|line| page.line(format!("    {line}")));
        }
        let positions = self.kind.named_positions.iter();
        let positions = positions.map(|position| (&position.name, named(&position.about)));
        page.names(&message!("positions-named", "positions with names:"), positions);
        let levels = self.offer.levels.iter();
        let levels =
            levels.map(|level| (&level.name, format!("{} ({})", named(&level.about), as_typed(&level.spec))));
        page.names(&message!("levels-heading", "levels, for 'plylab play --level':"), levels);
        let keys = self.kind.keys.iter().map(|key| (key, key.default_message(), key.kind.message()));
        page.keys(&keys.collect::<Vec<_>>(), 2);
        self.boards(&mut page, style);
        let game = self.kind.name.to_string();
        for (title, listings) in [
            (message!("evaluations-heading", "evaluations:"), &self.evaluations),
            (message!("move-evaluations-heading", "evaluations of moves:"), &self.action_evaluations),
            (
                message!("agents-heading", "agents ('plylab agents NAME --game {game}' has their settings):"),
                &self.agents,
            ),
        ] {
            page.names(&title, listings.iter().map(|listing| (&listing.name, named(&listing.about))));
        }
        page.text()
    }

    /// The boards, each with its facts.
    fn boards(&self, page: &mut Page, style: Style) {
        let boards = &self.offer.boards;
        let Some(first) = boards.first() else { return };
        let game = self.kind.name.to_string();
        let title = match first.text {
            Some(_) => message!("boards-of-files", "boards ('plylab games {game} --board NAME' prints one):"),
            None => message!("boards-heading", "boards:"),
        };
        page.prose(2, &say(&title));
        let row = |board: &BoardKind| {
            let typed = match board.text {
                Some(_) => board.name.to_string(),
                None => board.spec(self.kind).to_string(),
            };
            let facts = board.facts.iter().map(|fact| fact_value(&fact.value));
            std::iter::once(as_typed(&typed)).chain(facts).chain([named(&board.about)]).collect()
        };
        let heads = std::iter::once(say(&message!("name-head", "name")))
            .chain(first.facts.iter().map(|fact| named(&fact.label)))
            .chain([say(&message!("about-head", "about"))]);
        let rows: Vec<Vec<String>> = std::iter::once(heads.collect()).chain(boards.iter().map(row)).collect();
        list(&rows, style).lines().for_each(|line| page.line(format!("    {line}")));
    }
}
