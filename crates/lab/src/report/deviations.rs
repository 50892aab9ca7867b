//! Where an agent was not deterministic: with the same seed, and after the same moves, it made another move.
//!
//! Pairings of a tournament share their seeds, so an agent meets the same beginning again and again. Agents of our own repeat
//! themselves unless a clock limits them; those from outside promise it, and this is where the promise is seen to be broken.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use plylab_core::MoveRecord;

use crate::game_row::GameRow;
use crate::plan::Plan;

/// The most games that are looked at.
const MOST_GAMES: u64 = 20_000;

/// The first time that an agent deviated from what it had played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deviation {
    /// The index of its section.
    pub section: usize,
    /// The agent.
    pub agent: String,
    /// The key of the game.
    pub game: String,
    /// The number of the move, from 1.
    pub ply: usize,
    /// The key of the game in which it had moved otherwise.
    pub earlier: String,
}

/// Looks for deviations in one game after the other.
#[derive(Debug, Default)]
pub(super) struct Deviations {
    /// What was played: by agent, seat, seed and moves so far, the move and the game.
    played: HashMap<u64, (u64, String)>,
    games: u64,
    /// What was found, an entry for each agent.
    pub found: Vec<Deviation>,
}

impl Deviations {
    /// Looks at a game, if its moves are kept.
    pub fn see(&mut self, plan: &Plan, row: &GameRow) {
        let Some(cell) = plan.cells.get(row.id.cell).filter(|_| row.has_moves()) else { return };
        let section = &plan.sections[cell.section];
        if self.games >= MOST_GAMES {
            return;
        }
        self.games += 1;
        let key = plan.key(row.id);
        let mut position = plan.game(cell).start(row.record.seed);
        let mut so_far = DefaultHasher::new();
        (cell.section, cell.game.to_string(), row.record.seed).hash(&mut so_far);
        for (ply, MoveRecord { action, .. }) in (1..).zip(&row.record.moves) {
            let seat = position.turn().agent().filter(|_| ply as u64 > section.opening);
            let player = seat.and_then(|seat| cell.players.get(row.seat(seat.index())));
            if let (Some(seat), Some(player)) = (seat, player) {
                let agent = player.to_string();
                let mut asked = so_far.clone();
                (&agent, seat.index()).hash(&mut asked);
                let mut answer = DefaultHasher::new();
                action.hash(&mut answer);
                let (before, earlier) =
                    self.played.entry(asked.finish()).or_insert_with(|| (answer.finish(), key.clone()));
                let is_known = |known: &Deviation| known.agent == agent && known.section == cell.section;
                if *before != answer.finish() && !self.found.iter().any(is_known) {
                    let (game, earlier) = (key.clone(), earlier.clone());
                    self.found.push(Deviation { section: cell.section, agent, game, ply, earlier });
                }
            }
            action.hash(&mut so_far);
            if position.play(action).is_err() {
                return;
            }
        }
    }
}
