//! Makes the cells of a section. A short file can name more of them than any machine can hold, so they are counted before
//! they are made.

use std::cell::Cell;
use std::collections::HashSet;

use plylab_core::toml::{TomlTable, TomlValue};
use plylab_core::{InputError, Message, Spec, message};

use super::axes::{Combination, RUN, combinations, fill, fillings};
use super::check::Exception;
use super::draft::CellDraft;
use super::{Axis, Kind, Setting, Size};

/// More cells than any table can show.
pub const MAX_CELLS: usize = 10_000;

/// The most text that all cells of a file may have together, in bytes.
const MAX_TEXT: usize = 10_000_000;

/// More games than any experiment needs, and few enough to be listed.
pub const MAX_GAMES: u64 = 10_000_000;

/// Games per cell of a quick run, by default.
const QUICK: u64 = 4;

/// What is known of a section before its cells: its settings, its index, and how much of it is played.
pub struct SectionFrame<'a> {
    pub table: TomlTable<'a>,
    pub number: usize,
    pub size: Size,
    /// How much text the cells of the file have so far, in bytes.
    pub text: &'a Cell<usize>,
}

impl SectionFrame<'_> {
    /// The cells of a sweep: every combination of the axes; combinations that differ only in unused axes are one cell.
    pub fn sweep(&self, axes: &[Axis], exceptions: &[Exception]) -> Result<Vec<CellDraft>, InputError> {
        let game = self.game()?;
        let right = message!("add-players", "add a line players = [\"AGENT\", \"AGENT\"]");
        let players = self.table.require("players", right)?;
        let (game_template, templates) = (game.text()?, players.texts()?);
        let at_game = |error| game.locate(error);
        let at_players = |error| players.locate(error);
        let (full, quick) = self.games()?;
        let mut cells: Vec<CellDraft> = Vec::new();
        let mut known: HashSet<Vec<Setting>> = HashSet::new();
        let mut used_anywhere = HashSet::from([RUN.to_owned()]);
        for combination in self.combinations(axes)? {
            let mut used = vec![RUN.to_owned()];
            let settings = fillings(&combination);
            let game_text = fill(&game_template, &settings, &mut used).map_err(at_game)?;
            let filled = templates
                .iter()
                .map(|template| fill(template, &settings, &mut used))
                .collect::<Result<Vec<String>, _>>()
                .map_err(at_players)?;
            used_anywhere.extend(used.iter().cloned());
            let of_cell = || combination.iter().filter(|(axis, _)| used.iter().any(|used| used == axis));
            let labels = of_cell().map(|(axis, value)| axis.len() + value.label.len());
            self.take_room(labels.chain([game_text.len()]).chain(filled.iter().map(String::len)).sum())?;
            let coordinates: Vec<Setting> =
                of_cell().map(|(axis, value)| ((*axis).to_owned(), value.label.clone())).collect();
            if !known.insert(coordinates.clone()) {
                continue;
            }
            let exception = exceptions.iter().rev().find(|exception| exception.is_for(&coordinates));
            let games = exception.and_then(|exception| exception.games).unwrap_or(full);
            let few = exception.and_then(|exception| exception.quick).unwrap_or(quick).min(games);
            let players_specs = filled.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>();
            cells.push(CellDraft {
                section: self.number,
                coordinates,
                game: game_text.parse().map_err(at_game)?,
                players: players_specs.map_err(at_players)?,
                games: if self.size == Size::Quick { few } else { games },
                game_start: game.start(),
                players_start: players.start(),
            });
        }
        if let (Some(idle), Some(vary)) =
            (axes.iter().find(|axis| !used_anywhere.contains(&axis.name)), self.table.get("vary"))
        {
            let right = message!(
                "use-axis",
                "write {hole} in 'game' or 'players', or leave it out",
                hole = format!("{{{}}}", idle.name)
            );
            return Err(vary
                .wrong(message!("axis-idle", "the axis '{axis}' is not used", axis = &idle.name))
                .expected(right));
        }
        Ok(cells)
    }

    /// The entrants of a tournament, and a cell for every pair that meets.
    pub fn tournament(&self, axes: &[Axis]) -> Result<(Kind, Vec<CellDraft>), InputError> {
        let game = self.game()?;
        let right = message!("add-agents", "add a line agents = [\"AGENT\", \"AGENT\"]");
        let agents = self.table.require("agents", right)?;
        let spec: Spec = game.text()?.parse().map_err(|error| game.locate(error))?;
        let (full, quick) = self.games()?;
        let entrants = self.entrants(agents, axes)?;
        let challengers = self.challengers(entrants.len())?;
        let count = match challengers {
            Some(challengers) => challengers * (entrants.len() - challengers),
            None => entrants.len() * (entrants.len() - 1) / 2,
        };
        if count > MAX_CELLS {
            return Err(self.too_many(count));
        }
        let mut cells = Vec::with_capacity(count);
        for (first, one) in entrants.iter().enumerate() {
            for (second, other) in entrants.iter().enumerate().skip(first + 1) {
                if challengers.is_some_and(|challengers| first >= challengers || second < challengers) {
                    continue;
                }
                let pair = format!("{one} - {other}");
                // The pair itself, and both of its agents.
                self.take_room(2 * pair.len())?;
                cells.push(CellDraft {
                    section: self.number,
                    coordinates: vec![("pair".to_owned(), pair)],
                    game: spec.clone(),
                    players: vec![one.clone(), other.clone()],
                    games: if self.size == Size::Quick { quick.min(full) } else { full },
                    game_start: game.start(),
                    players_start: agents.start(),
                });
            }
        }
        Ok((Kind::Tournament { entrants, challengers }, cells))
    }

    /// Every agent of the list and the axes, once.
    fn entrants(&self, agents: TomlValue<'_>, axes: &[Axis]) -> Result<Vec<Spec>, InputError> {
        let templates = agents.list(|agent| Ok((agent, agent.text()?)))?;
        let combinations = self.combinations(axes)?;
        let count = combinations.len() * templates.len();
        if count > MAX_CELLS {
            return Err(agents
                .wrong(message!("entrants-too-many", "there are {count} agents"))
                .expected(message!("use-at-most", "use at most {most}", most = MAX_CELLS)));
        }
        let mut entrants: Vec<Spec> = Vec::new();
        let mut known: HashSet<String> = HashSet::new();
        for (agent, template) in &templates {
            let here = |error| agent.locate(error);
            for combination in &combinations {
                let text = fill(template, &fillings(combination), &mut Vec::new()).map_err(here)?;
                let entrant: Spec = text.parse().map_err(here)?;
                if known.insert(entrant.to_string()) {
                    self.take_room(text.len())?;
                    entrants.push(entrant);
                }
            }
        }
        if entrants.len() < 2 {
            return Err(agents
                .wrong(message!("no-opponent", "there is only one agent"))
                .expected(message!("two-agents", "name at least two different agents")));
        }
        Ok(entrants)
    }

    /// How many of the first entrants meet the others; `None` for a round robin.
    fn challengers(&self, entrants: usize) -> Result<Option<usize>, InputError> {
        let kinds = [("round-robin", false), ("gauntlet", true)];
        let is_gauntlet = self.table.optional("kind", |kind| kind.choice(&kinds))?.unwrap_or(false);
        match self.table.get("challengers") {
            None => Ok(is_gauntlet.then_some(1)),
            Some(challengers) if is_gauntlet => {
                challengers.whole(1..=entrants as u64 - 1).map(|count| Some(count as usize))
            }
            Some(challengers) => Err(challengers
                .wrong(message!("no-gauntlet", "only a gauntlet has challengers"))
                .expected(message!("add-gauntlet", "add kind = \"gauntlet\""))),
        }
    }

    fn game(&self) -> Result<TomlValue<'_>, InputError> {
        self.table.require("game", message!("add-game", "add a line game = \"connect4\""))
    }

    /// The games per cell: of a full run, and of a quick one.
    fn games(&self) -> Result<(u64, u64), InputError> {
        let right = message!("add-games", "add a line games = 100: the number of games per cell");
        let full = self.table.require("games", right)?.whole(1..=MAX_GAMES)?;
        let quick = self.table.optional("quick", |quick| quick.whole(0..=MAX_GAMES))?;
        Ok((full, quick.unwrap_or(full.min(QUICK))))
    }

    /// An error of the section as a whole.
    fn wrong(&self, what: Message) -> InputError {
        self.table.value().wrong(what)
    }

    fn combinations<'b>(&self, axes: &'b [Axis]) -> Result<Vec<Combination<'b>>, InputError> {
        combinations(axes, MAX_CELLS).map_err(|count| self.too_many(count))
    }

    /// Counts the text of a cell before it is kept.
    fn take_room(&self, bytes: usize) -> Result<(), InputError> {
        let text = self.text.get().saturating_add(bytes);
        self.text.set(text);
        if text > MAX_TEXT {
            let wrong =
                message!("cells-too-long", "the cells so far have {count} characters of text", count = text);
            let right = message!("use-at-most", "use at most {most}", most = MAX_TEXT);
            return Err(self.wrong(wrong).expected(right));
        }
        Ok(())
    }

    fn too_many(&self, count: usize) -> InputError {
        let right = message!("vary-less", "use at most {most}", most = MAX_CELLS);
        self.wrong(message!("cells-too-many", "there are at least {count} cells")).expected(right)
    }
}
