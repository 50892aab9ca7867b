//! `plylab agents`.

use clap::Args;
use plylab_core::{ChoiceSource, InputError, Key, KeyKind, Listing, Message, Registry, Spec, Text, message};
use plylab_lab::words::distinct;
use serde::Serialize;

use super::games::name_for_details;
use super::open;
use crate::failure::Failure;
use crate::language::{as_typed, named, say};
use crate::output::Output;
use crate::terminal::{Page, Style, quiet_heads, table};

/// List the agents, or describe one.
///
/// Agents that play every game come first. A description has the settings of the agent, with --game those that apply to
/// this game, and its evaluations. Some agents are presets: another agent with settings, which can still be changed. The
/// evaluation of most games is that of a report by default; eval=tuned is stronger.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab agents
  plylab agents alphabeta
  plylab agents --game pacman
  plylab agents alphabeta --game pacman
  plylab agents --json")]
pub struct AgentsArgs {
    /// Describe this agent.
    name: Option<String>,

    /// Only agents that play this game, with the settings that apply to it: NAME or NAME:key=value,key=value.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// Answer in JSON: a list of agents, each with its whole description.
    #[arg(long)]
    json: bool,
}

/// The longest line.
const WIDTH: usize = 80;

/// An agent and the games that it plays.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AgentEntry {
    /// Its name.
    name: Text,
    /// What it does.
    about: Text,
    /// The agent and settings that a preset means.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands_for: Option<Text>,
    /// Its settings: all choices of any of its games, and no default where it differs between them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Key>"))]
    keys: Vec<AgentKey>,
    /// The games that it can play.
    games: Vec<Text>,
}

/// A setting as it is in one game, or in several.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct AgentKey {
    /// For several games: all choices of any of them, and no default if it differs.
    #[serde(flatten)]
    key: Key,
    /// Does the default differ between games?
    #[serde(skip)]
    default_varies: bool,
}

impl AgentKey {
    fn new(key: Key) -> AgentKey {
        AgentKey { key, default_varies: false }
    }

    /// Adds the same setting of another game.
    fn join(&mut self, other: &Key) {
        if (&self.key.default, &self.key.default_when) != (&other.default, &other.default_when) {
            self.default_varies = true;
            self.key.default = None;
        }
        if let (
            KeyKind::Choice { choices, source: ChoiceSource::Game },
            KeyKind::Choice { choices: others, .. },
        ) = (&mut self.key.kind, &other.kind)
        {
            for choice in others {
                if !choices.iter().any(|known| known.name == choice.name) {
                    choices.push(choice.clone());
                }
            }
        }
    }

    /// The setting, and in words its default and its possible values.
    fn in_words(&self, of_several_games: bool) -> (&Key, Message, Message) {
        let game_declares = matches!(self.key.kind, KeyKind::Choice { source: ChoiceSource::Game, .. });
        let default = match (self.default_varies, game_declares) {
            (true, true) => message!("games-first", "the game's first"),
            (true, false) => message!("depends-on-game", "depends on the game"),
            (false, _) => self.key.default_message(),
        };
        let mut values = match of_several_games && game_declares {
            true => message!("one-of-the-game", "one that the game has"),
            false => self.key.kind.message(),
        };
        if let Some(feature) = self.key.only_for.filter(|_| of_several_games) {
            let games = feature.message();
            values = message!("only-for", "{values}; only for {games}");
        }
        (&self.key, default, values)
    }
}

/// The agents of some games.
#[derive(Default)]
struct Roll {
    entries: Vec<AgentEntry>,
    /// The names of the games.
    games: Vec<Text>,
    /// The evaluations of states and of actions, if there is only one game.
    evals: Vec<Listing>,
    action_evals: Vec<Listing>,
}

impl AgentsArgs {
    /// Lists them, or describes the one.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let mut roll = self.roll(registry)?;
        if let Some(name) = &self.name {
            roll.keep(name, self.game.as_deref())?;
        }
        if self.json {
            return out.json(&roll.entries);
        }
        out.line(if self.name.is_some() { roll.in_full(out.style) } else { roll.in_short(out.style) })
    }

    fn roll(&self, registry: &Registry) -> Result<Roll, InputError> {
        let specs: Vec<Spec> = match &self.game {
            Some(text) => vec![text.parse()?],
            None => registry.games().map(|kind| Spec::new(kind.name.clone())).collect(),
        };
        let mut roll = Roll::default();
        for spec in &specs {
            let game = open(registry, spec)?;
            let name = &registry.kind(&spec.name)?.name;
            for listing in game.agents() {
                roll.add(listing, name);
            }
            roll.games.push(name.clone());
            if self.game.is_some() {
                (roll.evals, roll.action_evals) = (game.evals(), game.action_evals());
            }
        }
        Ok(roll)
    }
}

impl Roll {
    /// Adds an agent of a game. An agent with the same name and description in several games is one agent, with the
    /// settings of all of them.
    fn add(&mut self, listing: Listing, game: &Text) {
        let Listing { name, about, stands_for, keys, title: _ } = listing;
        let same = |entry: &&mut AgentEntry| {
            (&entry.name, &entry.about, &entry.stands_for) == (&name, &about, &stands_for)
        };
        let Some(entry) = self.entries.iter_mut().find(same) else {
            let keys = keys.into_iter().map(AgentKey::new).collect();
            self.entries.push(AgentEntry { name, about, stands_for, keys, games: vec![game.clone()] });
            return;
        };
        entry.games.push(game.clone());
        let mut index = 0;
        for key in keys {
            match entry.keys.iter().position(|known| known.key.name == key.name) {
                Some(known) => {
                    entry.keys[known].join(&key);
                    index = known + 1;
                }
                None => {
                    // After the setting that it follows in this game.
                    entry.keys.insert(index, AgentKey::new(key));
                    index += 1;
                }
            }
        }
    }

    /// Keeps only the agents of that name.
    fn keep(&mut self, name: &str, game: Option<&str>) -> Result<(), InputError> {
        let found = self.entries.iter().filter(|entry| entry.name == name).cloned().map(|mut entry| {
            // A preset has the settings of the agent that it stands for.
            let base = entry.stands_for.as_ref().and_then(|spec| spec.parse::<Spec>().ok());
            let base = base.and_then(|spec| self.entries.iter().find(|base| base.name == spec.name));
            if let Some(base) = base {
                entry.keys.clone_from(&base.keys);
            }
            entry
        });
        let found: Vec<AgentEntry> = found.collect();
        if found.is_empty() {
            let names = distinct(self.entries.iter().map(|entry| entry.name.as_ref()));
            let wrong = match game {
                None => message!("no-agent", "there is no agent '{name}'"),
                Some(game) => message!("no-agent-for", "there is no agent '{name}' for {game}"),
            };
            return Err(InputError::new(wrong).expected(message!("agents-are", "the agents are {names}")));
        }
        self.entries = found;
        Ok(())
    }

    /// A line for each: those that play every game first, then those of each game. The games have a column, unless there is
    /// only one.
    fn in_short(&self, style: Style) -> String {
        let general =
            |entry: &AgentEntry| entry.games.len() == self.games.len() && entry.stands_for.is_none();
        let heads =
            [message!("name-head", "name"), message!("games-head", "games"), message!("about-head", "about")];
        let mut rows = vec![heads.iter().map(say).collect::<Vec<String>>()];
        let (all, own) = self.entries.iter().partition::<Vec<_>, _>(|entry| general(entry));
        rows.extend([all, own].concat().into_iter().map(|entry| {
            let games = match general(entry) {
                true => say(&message!("every-game", "all")),
                false => entry.games.iter().map(|game| as_typed(game)).collect::<Vec<String>>().join(", "),
            };
            vec![as_typed(&entry.name), games, named(&entry.about)]
        }));
        if self.games.len() == 1 {
            rows.iter_mut().for_each(|row| drop(row.remove(1)));
        }
        let lines = quiet_heads(table(&rows, rows[0].len()), style).join("\n");
        format!("{lines}\n\n{}", say(&name_for_details("agents")))
    }

    fn in_full(&self, style: Style) -> String {
        let mut blocks: Vec<String> = self.entries.iter().map(|entry| entry.in_full(style)).collect();
        // What a setting with an evaluation may be, and which is the stronger one.
        let chooses =
            |key: &AgentKey| matches!(key.key.kind, KeyKind::Choice { source: ChoiceSource::Game, .. });
        if self.entries.iter().any(|entry| entry.keys.iter().any(chooses)) {
            blocks.extend(self.evaluations(style));
        }
        blocks.join("\n\n")
    }

    /// The evaluations of states and of actions.
    fn evaluations(&self, style: Style) -> Vec<String> {
        let kinds = [
            (message!("evals-typed", "Evaluations (eval=):"), &self.evals),
            (message!("move-evals-typed", "Evaluations of moves (eval=):"), &self.action_evals),
        ];
        let block = |(title, listings): &(Message, &Vec<Listing>)| {
            let mut page = Page::new(style, WIDTH);
            page.line(style.strong(say(title)));
            let width = listings.iter().map(|listing| listing.name.len()).max().unwrap_or(0);
            for listing in *listings {
                page.named(2, &listing.name, width, &named(&listing.about));
            }
            page.text()
        };
        kinds.iter().filter(|(_, listings)| !listings.is_empty()).map(block).collect()
    }
}

impl AgentEntry {
    /// The full description.
    fn in_full(&self, style: Style) -> String {
        let mut page = Page::new(style, WIDTH);
        page.named(0, &self.name, 0, &named(&self.about));
        let games: Vec<String> = self.games.iter().map(Text::to_string).collect();
        page.prose(2, &say(&message!("plays-games", "plays {games}")));
        if let Some(spec) = &self.stands_for {
            let spec = spec.to_string();
            let stands =
                message!("stands-for-settings", "stands for {spec}; settings given with it take precedence");
            page.prose(2, &say(&stands));
        }
        let keys = self.keys.iter().map(|key| key.in_words(self.games.len() > 1));
        page.keys(&keys.collect::<Vec<_>>(), 2);
        if self.keys.is_empty() {
            page.prose(2, &say(&message!("no-settings", "it has no settings")));
        }
        page.text()
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{Choice, Feature};

    use super::*;

    fn choice(name: &'static str) -> Choice {
        Choice { name: name.into(), about: "".into() }
    }

    fn listing(evals: [&'static str; 2], extra: Option<Key>) -> Listing {
        let depth = Key::integer("depth", 0..=9, "how far").default("2");
        let eval = Key::choice_of("eval", evals.map(choice), ChoiceSource::Game, "what counts");
        let keys = std::iter::once(depth).chain(extra).chain([eval]).collect();
        Listing {
            name: "minimax".into(),
            title: "minimax".into(),
            about: "thinks".into(),
            stands_for: None,
            keys,
        }
    }

    fn roll() -> Roll {
        let mut roll = Roll { games: vec!["sim".into(), "tree".into()], ..Roll::default() };
        let rules = Key::switch("rules", "by which rules").only_for(Feature::ReportRules);
        roll.add(listing(["near", "far"], None), &"sim".into());
        roll.add(listing(["score", "far"], Some(rules)), &"tree".into());
        let preset = Listing { stands_for: Some("minimax:depth=4".into()), ..listing(["near", "far"], None) };
        roll.add(Listing { name: "report".into(), keys: Vec::new(), ..preset }, &"sim".into());
        roll
    }

    #[test]
    fn the_same_agent_in_two_games_is_one_with_the_settings_of_both() {
        let mut roll = roll();
        let games: Vec<(&str, usize)> =
            roll.entries.iter().map(|entry| (entry.name.as_ref(), entry.games.len())).collect();
        assert_eq!(games, [("minimax", 2), ("report", 1)]);
        roll.keep("minimax", None).unwrap();
        assert_eq!(
            roll.in_full(Style::PLAIN),
            "minimax  thinks\n  plays sim, tree\n  settings:\n    depth  how far (default 2; 0 to 9)\n    \
             rules  by which rules (default off; off or on; only for games that a report\n           \
             searched by other rules)\n    \
             eval   what counts (default the game's first; one that the game has)"
        );
        let json = serde_json::to_value(&roll.entries).unwrap();
        let eval = &json[0]["keys"][2];
        assert_eq!((&eval["kind"], &eval["default"]), (&"choice".into(), &serde_json::Value::Null));
        assert_eq!(eval["choices"].as_array().map(Vec::len), Some(3), "{eval}");
    }

    #[test]
    fn the_list_has_a_line_for_each_agent() {
        let mut roll = roll();
        let last = "\n\n'plylab agents NAME' has the details.";
        let several = "name     games  about\nminimax  all    thinks\nreport   sim    thinks";
        assert_eq!(roll.in_short(Style::PLAIN), format!("{several}{last}"));
        roll.games.truncate(1);
        let one = "name     about\nminimax  thinks\nreport   thinks";
        assert_eq!(roll.in_short(Style::PLAIN), format!("{one}{last}"));
    }

    #[test]
    fn a_preset_has_the_settings_of_what_it_stands_for() {
        let mut roll = roll();
        roll.keep("report", None).unwrap();
        let text = roll.in_full(Style::PLAIN);
        assert!(
            text.starts_with(
                "report  thinks\n  plays sim\n  stands for minimax:depth=4; settings given with it take precedence\n  \
                 settings:\n    depth  how far (default 2; 0 to 9)\n"
            ),
            "{text}"
        );
        assert_eq!(
            roll.keep("clever", Some("sim")).unwrap_err().to_string(),
            "there is no agent 'clever' for sim; the agents are report"
        );
    }

    #[test]
    fn settings_that_mean_nothing_in_a_game_are_not_offered_for_it() {
        let keys = |game: Option<&str>, agent: &str| {
            let args = AgentsArgs { name: None, game: game.map(str::to_owned), json: false };
            let roll = args.roll(&plylab_standard::registry()).unwrap();
            let entry = roll.entries.iter().find(|entry| entry.name == agent).unwrap();
            entry.keys.iter().map(|key| key.key.name.to_string()).collect::<Vec<String>>()
        };
        for agent in ["expectimax", "alphabeta", "minimax", "mcts"] {
            let odd = keys(Some("connect4"), agent);
            let odd: Vec<&String> =
                odd.iter().filter(|key| ["ghosts", "policy", "rules"].contains(&key.as_str())).collect();
            assert_eq!(odd, Vec::<&String>::new(), "{agent}");
        }
        assert!(keys(Some("pacman"), "expectimax").contains(&"policy".to_owned()));
        assert!(keys(None, "expectimax").contains(&"policy".to_owned()));
    }

    #[test]
    fn descriptions_fit_80_columns() {
        let registry = plylab_standard::registry();
        let games = registry.games().map(|kind| Some(kind.name.to_string()));
        for game in games.chain([None]) {
            let roll = AgentsArgs { name: None, game, json: false }.roll(&registry).unwrap();
            let text = roll.in_full(Style::PLAIN);
            let longest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
            assert!(longest.chars().count() <= WIDTH, "{longest}");
        }
    }
}
