//! Makes the cells of a section. A short file can name more of them than any machine can hold, so they are counted before
//! they are made.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::Range;

use plylab_core::{InputError, Spec, message};
use toml::Spanned;

use super::axes::{Combination, RUN, combinations, fillings};
use super::check::Exception;
use super::draft::CellDraft;
use super::file::{Count, Pairing, Sweep, Tournament};
use super::source::Source;
use super::template::fill;
use super::values::{List, Whole};
use super::{Axis, Kind, Setting, Size};

/// More cells than any table can show.
pub const MAX_CELLS: usize = 10_000;

/// The most text that all cells of a file may have together, in bytes.
const MAX_TEXT: usize = 10_000_000;

/// Games per cell of a quick run, by default.
const QUICK: u64 = 4;

/// What is known of a section before its cells: its location, its index, and how much of it is played.
pub struct Frame<'a> {
    pub source: Source<'a>,
    pub span: Range<usize>,
    pub number: usize,
    pub size: Size,
    /// How much text the cells of the file have so far, in bytes.
    pub text: &'a Cell<usize>,
}

impl Frame<'_> {
    /// The cells of a sweep: every combination of the axes, once for those that it uses.
    pub fn sweep(
        &self,
        sweep: &Sweep,
        axes: &[Axis],
        exceptions: &[Exception],
    ) -> Result<Vec<CellDraft>, InputError> {
        let (game, players) = (&sweep.game, &sweep.players);
        let List(templates) = players.get_ref();
        let at_game = |error| self.source.locate(&game.span(), error);
        let at_players = |error| self.source.locate(&players.span(), error);
        let full = sweep.games.0;
        let quick = sweep.quick.map_or(full.min(QUICK), |quick| quick.0);
        let mut cells: Vec<CellDraft> = Vec::new();
        let mut known: HashSet<Vec<Setting>> = HashSet::new();
        let mut used_anywhere = HashSet::from([RUN.to_owned()]);
        for combination in self.combinations(axes)? {
            let mut used = vec![RUN.to_owned()];
            let settings = fillings(&combination);
            let game_text = fill(game.get_ref(), &settings, &mut used).map_err(at_game)?;
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
                game_span: game.span(),
                players_span: players.span(),
            });
        }
        if let (Some(idle), Some(vary)) =
            (axes.iter().find(|axis| !used_anywhere.contains(&axis.name)), &sweep.vary)
        {
            return Err(self
                .source
                .wrong(
                    &vary.span(),
                    message!("axis-idle", "the axis '{axis}' is not used", axis = &idle.name),
                )
                .expected(message!(
                    "use-axis",
                    "write {hole} in 'game' or 'players', or leave it out",
                    hole = format!("{{{}}}", idle.name)
                )));
        }
        Ok(cells)
    }

    /// The entrants of a tournament, and a cell for every pair that meets.
    pub fn tournament(
        &self,
        tournament: &Tournament,
        axes: &[Axis],
    ) -> Result<(Kind, Vec<CellDraft>), InputError> {
        let (game, agents) = (&tournament.game, &tournament.agents);
        let spec: Spec = game.get_ref().parse().map_err(|error| self.source.locate(&game.span(), error))?;
        let entrants = self.entrants(agents, axes)?;
        let pairing = tournament.kind.unwrap_or_default();
        let challengers = self.challengers(pairing, tournament.challengers.as_ref(), entrants.len())?;
        let full = tournament.games.0;
        let quick = tournament.quick.map_or(full.min(QUICK), |quick| quick.0).min(full);
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
                    games: if self.size == Size::Quick { quick } else { full },
                    game_span: game.span(),
                    players_span: agents.span(),
                });
            }
        }
        Ok((Kind::Tournament { entrants, challengers }, cells))
    }

    /// Every agent of the list and the axes, once.
    fn entrants(
        &self,
        agents: &Spanned<List<Spanned<String>>>,
        axes: &[Axis],
    ) -> Result<Vec<Spec>, InputError> {
        let combinations = self.combinations(axes)?;
        let count = combinations.len() * agents.get_ref().0.len();
        if count > MAX_CELLS {
            return Err(self
                .source
                .wrong(&agents.span(), message!("entrants-too-many", "there are {count} agents", count))
                .expected(message!("use-at-most", "use at most {most}", most = MAX_CELLS)));
        }
        let mut entrants: Vec<Spec> = Vec::new();
        let mut known: HashSet<String> = HashSet::new();
        for template in &agents.get_ref().0 {
            let here = |error| self.source.locate(&template.span(), error);
            for combination in &combinations {
                let text = fill(template.get_ref(), &fillings(combination), &mut Vec::new()).map_err(here)?;
                let entrant: Spec = text.parse().map_err(here)?;
                if known.insert(entrant.to_string()) {
                    self.take_room(text.len())?;
                    entrants.push(entrant);
                }
            }
        }
        if entrants.len() < 2 {
            return Err(self
                .source
                .wrong(&agents.span(), message!("no-opponent", "there is only one agent"))
                .expected(message!("two-agents", "name at least two different agents")));
        }
        Ok(entrants)
    }

    /// How many of the first entrants meet the others; `None` for a round robin.
    fn challengers(
        &self,
        pairing: Pairing,
        challengers: Option<&Spanned<Count>>,
        entrants: usize,
    ) -> Result<Option<usize>, InputError> {
        let Some(challengers) = challengers else {
            return Ok((pairing == Pairing::Gauntlet).then_some(1));
        };
        let &Whole(count) = challengers.get_ref();
        let max = entrants - 1;
        let (wrong, right) = if pairing != Pairing::Gauntlet {
            (
                message!("no-gauntlet", "only a gauntlet has challengers"),
                message!("add-gauntlet", "add kind = \"gauntlet\""),
            )
        } else if count > max as u64 {
            (
                message!(
                    "setting-cannot-be",
                    "'{key}' cannot be {value}",
                    key = "challengers",
                    value = count.to_string()
                ),
                message!("whole-range", "use a whole number from {least} to {most}", least = 1, most = max),
            )
        } else {
            return Ok(Some(count as usize));
        };
        Err(self.source.wrong(&challengers.span(), wrong).expected(right))
    }

    fn combinations<'b>(&self, axes: &'b [Axis]) -> Result<Vec<Combination<'b>>, InputError> {
        combinations(axes, MAX_CELLS).map_err(|count| self.too_many(count))
    }

    /// Counts the text of a cell before it is kept.
    fn take_room(&self, bytes: usize) -> Result<(), InputError> {
        let text = self.text.get().saturating_add(bytes);
        self.text.set(text);
        if text > MAX_TEXT {
            return Err(self
                .source
                .wrong(
                    &self.span,
                    message!(
                        "cells-too-long",
                        "the cells so far have {count} characters of text",
                        count = text
                    ),
                )
                .expected(message!("use-at-most", "use at most {most}", most = MAX_TEXT)));
        }
        Ok(())
    }

    fn too_many(&self, count: usize) -> InputError {
        self.source
            .wrong(&self.span, message!("cells-too-many", "there are at least {count} cells", count))
            .expected(message!("vary-less", "use at most {most}", most = MAX_CELLS))
    }
}
