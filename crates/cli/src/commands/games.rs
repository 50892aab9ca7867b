//! `plylab games`.

use clap::Args;
use plylab_core::{GameInfo, Key, Listing, Spec};
use plylab_games::registry::{GAMES, GameKind};
use serde::Serialize;

use super::open;
use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::Style;

/// List every game: its settings, notation, evaluations and agents.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab games
  plylab games pacman
  plylab games --json")]
pub struct GamesArgs {
    /// Only this game.
    game: Option<String>,

    /// Answer in JSON: a list of games.
    #[arg(long)]
    json: bool,
}

/// Everything there is to say of a game.
#[derive(Serialize)]
struct GameEntry {
    #[serde(flatten)]
    kind: GameKind,
    /// With its default settings.
    #[serde(flatten)]
    info: GameInfoEntry,
    evaluations: Vec<Listing>,
    action_evaluations: Vec<Listing>,
    agents: Vec<Listing>,
}

/// What of [`GameInfo`] a [`GameKind`] does not say already.
#[derive(Serialize)]
struct GameInfoEntry {
    title: &'static str,
    players: Vec<String>,
    depth_unit: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl From<&GameInfo> for GameInfoEntry {
    fn from(info: &GameInfo) -> GameInfoEntry {
        GameInfoEntry {
            title: info.title,
            players: info.agents.clone(),
            depth_unit: info.depth_unit.to_string(),
            notes: info.notes.clone(),
        }
    }
}

impl GamesArgs {
    /// Lists them.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let only = self.game.as_ref().map(|name| open(&Spec::new(name))).transpose()?;
        let mut entries = Vec::new();
        for kind in GAMES {
            if only.as_ref().is_some_and(|game| game.info().name != kind.name) {
                continue;
            }
            let game = open(&Spec::new(kind.name))?;
            entries.push(GameEntry {
                kind: *kind,
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

impl GameEntry {
    fn text(&self, style: Style) -> String {
        let mut page = Page { style, lines: Vec::new() };
        let also = match self.kind.aliases {
            [] => String::new(),
            aliases => format!(", also {}", aliases.join(", ")),
        };
        let name = style.strong(self.kind.name);
        page.lines.push(format!("{name}{}", style.quiet(format!(" - {}{also}", self.info.title))));
        page.text(2, self.kind.about);
        page.text(2, &format!("players: {}; depth in {}", self.info.players.join(", "), self.depth()));
        page.text(2, &format!("moves: {}", self.kind.moves));
        page.text(2, &format!("positions: {}", self.kind.positions));
        page.keys("settings", self.kind.keys, 2);
        page.listings("evaluations", &self.evaluations);
        page.listings("evaluations of moves", &self.action_evaluations);
        page.listings("agents", &self.agents);
        page.lines.join("\n")
    }

    fn depth(&self) -> &str {
        match self.info.depth_unit.as_str() {
            "ply" => "plies",
            "round" => "rounds",
            other => other,
        }
    }
}

/// The longest line.
const WIDTH: usize = 96;

/// Lines of indented prose.
struct Page {
    style: Style,
    lines: Vec<String>,
}

impl Page {
    /// Text that is folded at blanks, the following lines further in.
    fn text(&mut self, indent: usize, text: &str) {
        self.lines.extend(fold(text, indent, indent + 2));
    }

    fn named(&mut self, indent: usize, name: &str, width: usize, about: &str) {
        let inner = indent + width + 2;
        let folded = fold(about, inner, inner).join("\n");
        let name =
            format!("{:indent$}{}", "", self.style.strong(name) + &" ".repeat(inner - indent - name.len()));
        self.lines.push(format!("{name}{}", folded.trim_start()));
    }

    fn keys(&mut self, title: &str, keys: &[Key], indent: usize) {
        if keys.is_empty() {
            return;
        }
        self.text(indent, &format!("{title}:"));
        let width = keys.iter().map(|key| key.name.len()).max().unwrap_or(0);
        for key in keys {
            let about = format!("{} (default {}; {})", key.about, key.default, key.limits);
            self.named(indent + 2, key.name, width, &about);
        }
    }

    fn listings(&mut self, title: &str, listings: &[Listing]) {
        if listings.is_empty() {
            return;
        }
        self.text(2, &format!("{title}:"));
        let width = listings.iter().map(|listing| listing.name.len()).max().unwrap_or(0);
        for listing in listings {
            self.named(4, listing.name, width, listing.about);
            self.keys("settings", listing.keys, 6);
        }
    }
}

/// `text` in lines of at most [`WIDTH`], the first indented by `first` and the others by `other`.
fn fold(text: &str, first: usize, other: usize) -> Vec<String> {
    let mut lines = vec![" ".repeat(first)];
    let mut fresh = true;
    for word in text.split_whitespace() {
        let length = lines.last().map_or(0, |line| line.chars().count());
        if !fresh && length + 1 + word.chars().count() > WIDTH {
            lines.push(" ".repeat(other));
            fresh = true;
        }
        if let Some(line) = lines.last_mut() {
            if !fresh {
                line.push(' ');
            }
            line.push_str(word);
        }
        fresh = false;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_folded_at_blanks() {
        let words = ["word"; 30].join(" ");
        let lines = fold(&words, 2, 4);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() <= WIDTH));
        assert!(lines[0].starts_with("  word") && lines[1].starts_with("    word"));
        assert_eq!(fold(&"x".repeat(200), 2, 4).len(), 1);
    }
}
