//! `plylab agents`.

use clap::Args;
use plylab_core::{InputError, Key, Listing, Spec};
use plylab_games::registry::GAMES;
use serde::Serialize;

use super::open;
use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::{Page, Style, fold};

/// List every agent, with its settings, their defaults and limits.
///
/// First come the agents that play any game, then those that only one game has. Some of those are presets: another
/// agent with settings, which can still be changed. NAME tells everything of one agent.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab agents
  plylab agents alphabeta
  plylab agents --game pacman
  plylab agents --json")]
pub struct AgentsArgs {
    /// Tell everything of this one.
    name: Option<String>,

    /// Only what plays this game: name or name:key=value,key=value.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Answer in JSON: a list of agents.
    #[arg(long)]
    json: bool,
}

/// The longest line.
const WIDTH: usize = 80;

/// An agent and the games that it plays.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct AgentEntry {
    #[serde(flatten)]
    listing: Listing,
    games: Vec<&'static str>,
}

/// The agents of some games.
struct Roll {
    entries: Vec<AgentEntry>,
    /// How many games that were.
    games: usize,
    /// The game's evaluations of states and of actions, if there is but one game.
    evals: Vec<Listing>,
    action_evals: Vec<Listing>,
}

impl AgentsArgs {
    /// Lists them.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let mut roll = self.roll()?;
        if let Some(name) = &self.name {
            roll.keep(name, self.game.as_deref())?;
        }
        if self.json {
            return out.json(&roll.entries);
        }
        out.line(if self.name.is_some() { roll.in_full(out.style) } else { roll.in_short(out.style) })
    }

    fn roll(&self) -> Result<Roll, InputError> {
        let specs: Vec<Spec> = match &self.game {
            Some(text) => vec![text.parse()?],
            None => GAMES.iter().map(|kind| Spec::new(kind.name)).collect(),
        };
        let mut roll =
            Roll { entries: Vec::new(), games: specs.len(), evals: Vec::new(), action_evals: Vec::new() };
        for spec in &specs {
            let game = open(spec)?;
            for listing in game.agents() {
                roll.add(listing, game.info().name);
            }
            if self.game.is_some() {
                (roll.evals, roll.action_evals) = (game.evals(), game.action_evals());
            }
        }
        Ok(roll)
    }
}

impl Roll {
    fn add(&mut self, listing: Listing, game: &'static str) {
        match self.entries.iter_mut().find(|entry| entry.listing == listing) {
            Some(entry) => entry.games.push(game),
            None => self.entries.push(AgentEntry { listing, games: vec![game] }),
        }
    }

    /// Forgets all but the agents of that name, and those that they stand for.
    fn keep(&mut self, name: &str, game: Option<&str>) -> Result<(), InputError> {
        let found: Vec<AgentEntry> =
            self.entries.iter().filter(|entry| entry.listing.name == name).cloned().collect();
        if found.is_empty() {
            let mut names: Vec<&str> = Vec::new();
            for entry in &self.entries {
                if !names.contains(&entry.listing.name) {
                    names.push(entry.listing.name);
                }
            }
            let place = game.map(|game| format!(" for {game}")).unwrap_or_default();
            return Err(InputError::new(format!("there is no agent '{name}'{place}"))
                .expected(format!("there is {}", names.join(", "))));
        }
        self.entries = found
            .into_iter()
            .map(|mut entry| {
                // A preset has the settings of the agent that it stands for.
                if let Some(base) = entry.listing.stands_for.and_then(|spec| self.base(spec)) {
                    entry.listing.keys = base.listing.keys;
                }
                entry
            })
            .collect();
        Ok(())
    }

    /// The agent that a preset's spec names.
    fn base(&self, spec: &str) -> Option<&AgentEntry> {
        let spec: Spec = spec.parse().ok()?;
        self.entries.iter().find(|entry| entry.listing.name == spec.name)
    }

    fn in_short(&self, style: Style) -> String {
        let mut blocks = Vec::new();
        let general =
            |entry: &&AgentEntry| entry.games.len() == self.games && entry.listing.stands_for.is_none();
        if self.games > 1 {
            blocks.push(style.strong("Agents that play any game:"));
            blocks.extend(self.entries.iter().filter(general).map(|entry| entry.in_short(style)));
            for kind in GAMES {
                let own = |entry: &&AgentEntry| entry.games.contains(&kind.name) && !general(entry);
                let own: Vec<String> =
                    self.entries.iter().filter(own).map(|entry| entry.in_short(style)).collect();
                if !own.is_empty() {
                    blocks.push(style.strong(format!("Agents of {}:", kind.name)));
                    blocks.extend(own);
                }
            }
        } else {
            blocks.extend(self.entries.iter().map(|entry| entry.in_short(style)));
        }
        for (title, listings) in
            [("Evaluations (eval=):", &self.evals), ("Evaluations of moves (eval=):", &self.action_evals)]
        {
            if listings.is_empty() {
                continue;
            }
            let mut page = Page::new(style, WIDTH);
            page.line(style.strong(title));
            let width = listings.iter().map(|listing| listing.name.len()).max().unwrap_or(0);
            for listing in listings {
                page.named(2, listing.name, width, listing.about);
            }
            blocks.push(page.text());
        }
        blocks.push("'plylab agents NAME' tells what each setting does.".to_owned());
        blocks.join("\n\n")
    }

    fn in_full(&self, style: Style) -> String {
        self.entries.iter().map(|entry| entry.in_full(style)).collect::<Vec<String>>().join("\n\n")
    }
}

impl AgentEntry {
    /// What it is and stands for, and for each setting its default and what it may be.
    fn in_short(&self, style: Style) -> String {
        let mut page = Page::new(style, WIDTH);
        let listing = &self.listing;
        page.named(0, listing.name, 0, listing.about);
        if let Some(spec) = listing.stands_for {
            page.prose(2, &format!("stands for {spec}"));
        }
        for line in key_rows(listing.keys, style) {
            page.line(line);
        }
        page.text()
    }

    /// Everything there is to say of it.
    fn in_full(&self, style: Style) -> String {
        let mut page = Page::new(style, WIDTH);
        let listing = &self.listing;
        page.named(0, listing.name, 0, listing.about);
        page.prose(2, &format!("plays {}", self.games.join(", ")));
        if let Some(spec) = listing.stands_for {
            page.prose(2, &format!("stands for {spec}; settings given with it go before these"));
        }
        page.keys("settings", listing.keys, 2);
        if listing.keys.is_empty() {
            page.prose(2, "it has no settings");
        }
        page.text()
    }
}

/// A table of settings that is never wider than [`WIDTH`]: name, default, and what it may be, the last two folded in
/// their columns.
fn key_rows(keys: &[Key], style: Style) -> Vec<String> {
    const INDENT: usize = 2;
    const GAP: usize = 2;
    /// The widest default that is not folded.
    const DEFAULT: usize = 34;
    if keys.is_empty() {
        return Vec::new();
    }
    let wide = |text: fn(&Key) -> &str, head: &str| {
        keys.iter().map(|key| text(key).chars().count()).max().unwrap_or(0).max(head.len())
    };
    let first = wide(|key| key.name, "setting");
    let second = wide(|key| key.default, "default").min(DEFAULT);
    let third = WIDTH.saturating_sub(INDENT + first + GAP + second + GAP);
    let line = |name: &str, default: &str, limits: &str| {
        format!("{:INDENT$}{name:first$}  {default:second$}  {limits}", "").trim_end().to_owned()
    };
    let mut lines = vec![style.quiet(line("setting", "default", "may be"))];
    for key in keys {
        let (defaults, limits) = (fold(key.default, 0, 0, second), fold(key.limits, 0, 0, third));
        for place in 0..defaults.len().max(limits.len()) {
            let part = |lines: &[String]| lines.get(place).cloned().unwrap_or_default();
            let name = if place == 0 { key.name } else { "" };
            lines.push(line(name, &part(&defaults), &part(&limits)));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(name: &'static str, stands_for: Option<&'static str>) -> Listing {
        const KEYS: &[Key] = &[Key { name: "depth", about: "how far", default: "2", limits: "0 to 9" }];
        Listing { name, about: "thinks", stands_for, keys: if stands_for.is_none() { KEYS } else { &[] } }
    }

    fn roll() -> Roll {
        let mut roll = Roll { entries: Vec::new(), games: 2, evals: Vec::new(), action_evals: Vec::new() };
        roll.add(listing("minimax", None), "sim");
        roll.add(listing("minimax", None), "tree");
        roll.add(listing("report", Some("minimax:depth=4")), "sim");
        roll
    }

    #[test]
    fn the_same_agent_in_two_games_is_one() {
        let roll = roll();
        let games: Vec<(&str, usize)> =
            roll.entries.iter().map(|entry| (entry.listing.name, entry.games.len())).collect();
        assert_eq!(games, [("minimax", 2), ("report", 1)]);
    }

    #[test]
    fn a_preset_has_the_settings_of_what_it_stands_for() {
        let mut roll = roll();
        roll.keep("report", None).unwrap();
        assert_eq!(
            roll.in_full(Style::PLAIN),
            "report  thinks\n  plays sim\n  stands for minimax:depth=4; settings given with it go before these\n  \
             settings:\n    depth  how far (default 2; 0 to 9)"
        );
        assert_eq!(
            roll.keep("clever", Some("sim")).unwrap_err().to_string(),
            "there is no agent 'clever' for sim; there is report"
        );
    }

    #[test]
    fn every_line_fits_80_columns() {
        let args = AgentsArgs { name: None, game: None, json: false };
        let roll = args.roll().unwrap();
        let text = roll.in_short(Style::PLAIN) + "\n" + &roll.in_full(Style::PLAIN);
        let longest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
        assert!(longest.chars().count() <= WIDTH, "{longest}");
    }
}
