//! The summary of the games of one cell.

use std::collections::BTreeMap;

use plylab_core::{AgentId, Effort, Ending, Forfeit, Message, Outcome};

use crate::forfeits::Forfeits;
use crate::game_row::GameRow;
use crate::stats::{Pairs, Sample, Tally};

/// The games of one cell, added up as they come in, in any order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// Games that have been played.
    pub games: u64,
    /// Of those, the ones that ended by the rules.
    pub over: u64,
    /// Games that reached the move limit.
    pub move_limit: u64,
    /// Games that were forfeited, by reason.
    pub forfeits: Forfeits,
    /// The forfeit with the lowest number.
    pub first_forfeit: Option<CellForfeit>,
    /// The number of the first game that failed, and its message. It is not a result, and the next run plays it again.
    pub broken: Option<(u64, Message)>,
    /// Moves per game, dice included.
    pub plies: Sample,
    /// By player, in the order of the experiment.
    pub players: Vec<PlayerSummary>,
    /// The score of the first player in each game that ended by the rules, by number.
    pub scores: BTreeMap<u64, f64>,
    /// How each of them ended for the first player, by number.
    pub outcomes: BTreeMap<u64, Outcome>,
    repeats: Repeats,
}

/// A forfeit, with its game and seat.
#[derive(Clone, PartialEq, Debug)]
pub struct CellForfeit {
    /// The game's number.
    pub number: u64,
    /// The seat.
    pub seat: AgentId,
    /// The reason.
    pub reason: Forfeit,
}

impl CellForfeit {
    /// Keeps the one with the lower number.
    fn note(first: &mut Option<CellForfeit>, number: u64, seat: AgentId, reason: &Forfeit) {
        if first.as_ref().is_none_or(|first| number < first.number) {
            *first = Some(CellForfeit { number, seat, reason: reason.clone() });
        }
    }
}

/// The summary of the games of a cell for one player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerSummary {
    /// Of games that ended by the rules.
    pub tally: Tally,
    /// Games that it forfeited.
    pub forfeits: Forfeits,
    /// Scores of games that ended by the rules.
    pub score: Sample,
    /// Its own moves per game.
    pub rounds: Sample,
    /// Nodes per game.
    pub nodes: Sample,
    /// Seconds per game.
    pub seconds: Sample,
    /// All its moves together.
    pub effort: Effort,
    /// The share of best moves per game, of graded games.
    pub best: Sample,
    /// Points lost per move, by game, of graded games.
    pub lost: Sample,
    /// The first game that it forfeited.
    pub first_forfeit: Option<CellForfeit>,
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, row: &GameRow) {
        if let Ending::Broken { message } = &row.record.ending {
            // A failed game says nothing about its players.
            if self.broken.as_ref().is_none_or(|(first, _)| row.id.number < *first) {
                self.broken = Some((row.id.number, message.clone()));
            }
            return;
        }
        self.games += 1;
        match &row.record.ending {
            Ending::Over => self.over += 1,
            Ending::MoveLimit => self.move_limit += 1,
            Ending::Stopped | Ending::Broken { .. } => {}
            Ending::Forfeit { agent, reason } => {
                self.forfeits.add(reason);
                CellForfeit::note(&mut self.first_forfeit, row.id.number, *agent, reason);
            }
        }
        self.plies.add(row.plies as f64);
        self.players.resize(self.players.len().max(row.record.efforts.len()), PlayerSummary::default());
        for (index, player) in self.players.iter_mut().enumerate() {
            player.add(row, index);
        }
        if let (Some(score), Some(outcome)) = (row.utility(0), row.outcome(0)) {
            self.scores.insert(row.id.number, score);
            self.outcomes.insert(row.id.number, outcome);
        }
        self.repeats.add(row.swapped, &row.digest);
    }

    /// Is every game like the first with the same seats? Then nothing in them is random, and more games would add
    /// nothing.
    pub fn all_the_same(&self) -> bool {
        self.repeats.all_the_same()
    }

    /// The first player, whose results the cell is about.
    pub fn subject(&self) -> Option<&PlayerSummary> {
        self.players.first()
    }

    /// Pairs of games with swapped seats, seen from the first player: game 0 and 1, 2 and 3, and so on. A pair is left out if
    /// one of its games is missing or did not end by the rules.
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        for (&number, &first) in self.outcomes.iter().filter(|(number, _)| *number % 2 == 0) {
            if let Some(&second) = self.outcomes.get(&(number + 1)) {
                pairs.add(first, second);
            }
        }
        pairs
    }
}

/// Is every game like the first of those with the same seats? Then nothing in them is random, and any number of them
/// says no more than the first.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Repeats {
    /// The hashes of the moves of the first games, one for each seating.
    firsts: [Option<String>; 2],
    differ: bool,
    seen: u64,
}

impl Repeats {
    /// Counts a game by the hash of its moves.
    pub fn add(&mut self, swapped: bool, digest: &str) {
        self.seen += 1;
        let first = self.firsts[usize::from(swapped)].get_or_insert_with(|| digest.to_owned());
        self.differ |= first != digest;
    }

    /// Are there enough games to tell?
    pub fn all_the_same(&self) -> bool {
        !self.differ && self.seen >= 2 + self.firsts.iter().flatten().count() as u64
    }
}

impl PlayerSummary {
    fn add(&mut self, row: &GameRow, player: usize) {
        if let Some(outcome) = row.outcome(player) {
            self.tally.add(outcome);
        }
        if let Some(utility) = row.utility(player) {
            self.score.add(utility);
        }
        if let Some(reason) = row.forfeit(player) {
            self.forfeits.add(reason);
            let seat = AgentId(u8::try_from(row.seat(player)).unwrap_or(u8::MAX));
            CellForfeit::note(&mut self.first_forfeit, row.id.number, seat, reason);
        }
        let effort = row.effort(player);
        self.rounds.add(effort.moves as f64);
        self.nodes.add(effort.nodes as f64);
        self.seconds.add(effort.time.as_secs_f64());
        if let Some(grade) = effort.grade
            && let (Some(share), Some(lost)) = (grade.share(), grade.mean_lost())
        {
            self.best.add(share);
            self.lost.add(lost);
        }
        self.effort.join(&effort);
    }
}
