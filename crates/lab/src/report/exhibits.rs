//! Sample games: the best, the worst and a typical one of each section.

use plylab_core::{InputError, Seed, StopFlag};

use super::results::Results;
use super::sweep::players;
use crate::game_line::moves_of;
use crate::game_row::GameRow;
use crate::plan::GameId;
use crate::replay::Replay;
use crate::store::{LabError, Store};

/// A game of a section, with the reason to show it.
#[derive(Clone, PartialEq, Debug)]
pub struct Exhibit {
    /// The index of the section.
    pub section: usize,
    /// The game, ready for a page.
    pub replay: Replay,
}

/// The best, the worst and a typical game of each of the first `sections` sections, for the first player.
pub fn exhibits(results: &Results, store: &Store, sections: usize) -> Result<Vec<Exhibit>, LabError> {
    let mut exhibits = Vec::new();
    for section in 0..results.plan.sections.len().min(sections) {
        for (why, id) in pick(results, section) {
            if let Some(row) = store.find(id)? {
                exhibits.push(Exhibit { section, replay: replay(results, &row, why)? });
            }
        }
    }
    Ok(exhibits)
}

/// Three games, or fewer if they are the same.
fn pick(results: &Results, section: usize) -> Vec<(&'static str, GameId)> {
    let mut games: Vec<(f64, GameId)> = Vec::new();
    for (index, (cell, summary)) in results.plan.cells.iter().zip(&results.summaries).enumerate() {
        if cell.section == section {
            games.extend(
                summary.scores.iter().map(|(&number, &score)| (score, GameId { cell: index, number })),
            );
        }
    }
    games.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut picked: Vec<(&'static str, GameId)> = Vec::new();
    let wanted = [
        ("The best game", games.last()),
        ("The worst game", games.first()),
        ("A typical game", games.get(games.len() / 2)),
    ];
    for (why, game) in wanted {
        if let Some(&(_, id)) = game
            && picked.iter().all(|(_, known)| *known != id)
        {
            picked.push((why, id));
        }
    }
    picked
}

fn replay(results: &Results, row: &GameRow, why: &str) -> Result<Replay, InputError> {
    let plan = &results.plan;
    let cell = &plan.cells[row.id.cell];
    let score = match row.utility(0) {
        Some(score) if ![-1.0, 0.0, 1.0].contains(&score) => {
            format!(", score {}", super::table::decimal(score))
        }
        _ => String::new(),
    };
    let outcome = row.outcome(0).map_or_else(String::new, |outcome| format!(": {outcome}{score}"));
    let seats = if row.swapped { " (seats swapped)" } else { "" };
    let caption =
        format!("{why} of the first player{outcome}. {}{seats}, game {}.", players(cell), row.id.number);
    Replay::of_match(plan.game(cell), Seed(row.seed), &moves_of(plan, row, &StopFlag::default())?, &caption)
}
