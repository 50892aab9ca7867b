//! Sample games: the best, the worst and a typical one of each section.

use plylab_core::{InputError, Message, Name, StopFlag, message};
use plylab_draw::film::Film;

use super::results::Results;
use super::sweep::players;
use super::table::decimal;
use crate::game_row::GameRow;
use crate::messages::Language;
use crate::plan::GameId;
use crate::replay::replay_of_match;
use crate::result_store::{LabError, ResultStore};

/// A game of a section, with the reason to show it.
#[derive(Clone, PartialEq, Debug)]
pub struct Exhibit {
    /// The index of the section.
    pub section: usize,
    /// The game, ready for a page.
    pub replay: Film,
}

/// The best, the worst and a typical game of each of the first `sections` sections, for the first player, in a language.
pub fn exhibits(
    results: &Results,
    store: &dyn ResultStore,
    sections: usize,
    language: &Language,
) -> Result<Vec<Exhibit>, LabError> {
    let mut exhibits = Vec::new();
    for section in 0..results.plan.sections.len().min(sections) {
        for (why, id) in pick(results, section) {
            if let Some(row) = store.find(id)? {
                exhibits.push(Exhibit { section, replay: replay(results, &row, why, language)? });
            }
        }
    }
    Ok(exhibits)
}

/// Three games, or fewer if they are the same.
fn pick(results: &Results, section: usize) -> Vec<(Message, GameId)> {
    let mut games: Vec<(f64, GameId)> = Vec::new();
    for (index, (cell, summary)) in results.plan.cells.iter().zip(&results.summaries).enumerate() {
        if cell.section == section {
            games.extend(
                summary.scores.iter().map(|(&number, &score)| (score, GameId { cell: index, number })),
            );
        }
    }
    games.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut picked: Vec<(Message, GameId)> = Vec::new();
    let wanted: [(Message, Option<&(f64, GameId)>); 3] = [
        (message!("best-game", "The best game of the first player"), games.last()),
        (message!("worst-game", "The worst game of the first player"), games.first()),
        (message!("typical-game", "A typical game of the first player"), games.get(games.len() / 2)),
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

fn replay(results: &Results, row: &GameRow, which: Message, language: &Language) -> Result<Film, InputError> {
    let plan = &results.plan;
    let cell = &plan.cells[row.id.cell];
    let score = row.utility(0).filter(|score| ![-1.0, 0.0, 1.0].contains(score));
    let outcome = row.outcome(0).map(|outcome| Name::of(outcome.to_string()));
    let which = match (outcome, score) {
        (Some(outcome), Some(score)) => {
            message!("game-scored", "{which}: {outcome}, score {score}", score = decimal(score))
        }
        (Some(outcome), None) => message!("game-ended", "{which}: {outcome}"),
        (None, _) => which,
    };
    let mut players = players(cell);
    if row.swapped {
        players = message!("seats-swapped", "{players} (seats swapped)").into();
    }
    let caption = message!("game-shown", "{which}. {players}, game {number}.", number = row.id.number);
    let moves = row.moves(plan, &StopFlag::default())?;
    let (game, seed, caption) = (plan.game(cell), row.record.seed, language.say(&caption));
    replay_of_match(game, seed, &moves, &caption, language)
}
