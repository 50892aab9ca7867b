//! A finished game of an experiment: its record, and what only the store needs beside it.

use std::sync::Arc;

use plylab_core::{
    Clock, Effort, Ending, Forfeit, GameRecord, InputError, Message, MoveRecord, Outcome, Spec, StopFlag,
    StoppedClock, message,
};
use serde::{Deserialize, Serialize};

use crate::grade::GradedGame;
use crate::matches::workers;
use crate::plan::{GameId, Plan, hash_of};
use crate::runner::play_game;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// Which one.
    pub id: GameId,
    /// Had the players swapped seats?
    pub swapped: bool,
    /// The number of moves, dice included.
    pub plies: u64,
    /// A hash of the moves.
    pub digest: String,
    /// Its record. Game and seats follow from the plan and are left out, and so are the moves, unless they are to be kept.
    pub record: GameRecord,
}

impl GameRow {
    /// The row of `record`; `None` for a game that was stopped.
    pub fn of(plan: &Plan, id: GameId, record: &GameRecord) -> Option<GameRow> {
        if record.ending == Ending::Stopped {
            return None;
        }
        let cell = &plan.cells[id.cell];
        let section = &plan.sections[cell.section];
        let keep = section.record;
        let seats = cell.players.len();
        let mut efforts = vec![Effort::default(); seats];
        let by_seats = record.moves.iter().zip(&record.costs).filter_map(|(played, cost)| {
            let seat = played.agent().filter(|agent| agent.index() < seats)?;
            Some((seat.index(), cost))
        });
        for (seat, cost) in by_seats.skip(section.opening as usize) {
            efforts[seat].add(cost);
        }
        let mut moves = record.moves.clone();
        for (played, cost) in moves.iter_mut().zip(&record.costs) {
            played.by = None;
            if keep.nodes {
                played.nodes = cost.nodes;
            }
            if keep.times {
                played.time = cost.time;
            }
        }
        // Whatever is said about a move needs the move, and a game that failed cannot be played again to see how far it got.
        let keeps_moves = keep.moves
            || keep.nodes
            || keep.times
            || matches!(record.ending, Ending::Broken { .. })
            || moves.iter().any(MoveRecord::has_thought);
        let (plies, digest) = (moves.len() as u64, digest_of(&moves));
        if !keeps_moves {
            moves.clear();
        }
        let GameRecord { ending, outcomes, utilities, end, logs, .. } = record.clone();
        let record = GameRecord {
            moves,
            ending,
            outcomes,
            utilities,
            end,
            efforts,
            logs,
            ..GameRecord::new("", record.seed)
        };
        Some(GameRow { id, swapped: plan.swapped(id), plies, digest, record })
    }

    /// Were its moves kept?
    pub fn has_moves(&self) -> bool {
        self.record.moves.len() as u64 == self.plies
    }

    /// Adds the grades.
    pub fn set_grades(&mut self, graded: &GradedGame) {
        for (seat, effort) in self.record.efforts.iter_mut().enumerate() {
            effort.grade = Some(graded.grade(seat));
        }
    }

    /// The same game without what differs from run to run. The digest stands for its moves.
    #[must_use]
    pub fn same_on_every_machine(&self) -> GameRow {
        let mut row = self.clone();
        row.record.moves.clear();
        row.record.forget_remarks(false);
        row
    }

    /// The seat of player `player`, by the order of the experiment.
    pub fn seat(&self, player: usize) -> usize {
        let seats = self.record.efforts.len();
        if self.swapped { seats.saturating_sub(1).saturating_sub(player) } else { player }
    }

    /// How it ended for that player; `None` if not by the rules.
    pub fn outcome(&self, player: usize) -> Option<Outcome> {
        self.record.outcomes.get(self.seat(player)).copied()
    }

    /// The utility for that player; `None` if it did not end by the rules.
    pub fn utility(&self, player: usize) -> Option<f64> {
        self.record.utilities.get(self.seat(player)).copied()
    }

    /// Why that player forfeited it, if it did.
    pub fn forfeit(&self, player: usize) -> Option<&Forfeit> {
        match &self.record.ending {
            Ending::Forfeit { agent, reason } if agent.index() == self.seat(player) => Some(reason),
            _ => None,
        }
    }

    /// The search effort of that player.
    pub fn effort(&self, player: usize) -> Effort {
        self.record.efforts.get(self.seat(player)).copied().unwrap_or_default()
    }

    /// The moves: as they were stored, or by playing the game again from its seed, which takes as long as it took.
    ///
    /// # Errors
    ///
    /// If the replay differs, or `stop` is raised meanwhile.
    pub fn moves(&self, plan: &Plan, stop: &StopFlag) -> Result<Vec<MoveRecord>, InputError> {
        if self.has_moves() {
            return Ok(self.record.moves.clone());
        }
        let clock: Arc<dyn Clock> = Arc::new(StoppedClock);
        let mut record = play_game(plan, self.id, stop, &clock)?;
        if stop.is_stopped() {
            return Err(InputError::new(message!("stopped-before-again", "the replay was stopped"))
                .at(Message::quoted(plan.key(self.id))));
        }
        if digest_of(&record.moves) != self.digest {
            let wrong = message!("replay-differs", "replaying gave different moves");
            let right = message!(
                "record-moves",
                "record = [\"moves\"] keeps the moves of games that cannot be repeated"
            );
            return Err(InputError::new(wrong).expected(right).at(Message::quoted(plan.key(self.id))));
        }
        record.forget_remarks(false);
        Ok(record.moves)
    }

    /// Its whole record, with what may differ from run to run if `times` says so. It is played again if its moves were not
    /// stored, unless `stop` is raised.
    ///
    /// # Errors
    ///
    /// Those of [`GameRow::moves`].
    pub fn whole_record(&self, plan: &Plan, times: bool, stop: &StopFlag) -> Result<GameRecord, InputError> {
        let cell = &plan.cells[self.id.cell];
        let mut seats: Vec<String> = cell.players.iter().map(Spec::to_string).collect();
        if self.swapped {
            seats.reverse();
        }
        let mut record = GameRecord {
            key: plan.key(self.id),
            game: cell.game.to_string(),
            seats,
            moves: self.moves(plan, stop)?,
            ..self.record.clone()
        };
        if !times {
            record.forget_remarks(plan.sections[cell.section].record.nodes);
        }
        Ok(record)
    }

    /// Gives `take` the records of stored games, in their order, until it returns false. Games whose moves were not stored
    /// are played again in several threads.
    ///
    /// # Errors
    ///
    /// The first that [`GameRow::whole_record`] finds; all games before it were taken.
    pub fn each_record(
        plan: &Plan,
        rows: &[GameRow],
        times: bool,
        threads: usize,
        stop: &StopFlag,
        mut take: impl FnMut(GameRecord) -> bool,
    ) -> Result<(), InputError> {
        let mut outcome = Ok(());
        workers::run_in_order(
            threads,
            rows.len() as u64,
            || (),
            |(), index| Some(rows.get(index as usize)?.whole_record(plan, times, stop)),
            |record| match record {
                Ok(record) => take(record),
                Err(error) => {
                    outcome = Err(error);
                    false
                }
            },
        );
        outcome
    }
}

/// A hash of a list of moves, which are single lines.
pub fn digest_of(moves: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
    hash_of(&words.join("\n"))[..16].to_owned()
}
