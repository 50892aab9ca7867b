//! Fills a sheet by solving its positions, on one thread or several.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::sync_channel;

use plylab_core::{InputError, StopFlag};
use plylab_games::connect4::ConnectFourState;

use super::super::control::Control;
use super::super::solver::{Goal, Solver, SolverSettings};
use super::ScoreSheet;
use super::positions::walk;

/// The number of neighbouring positions a thread takes at a time: enough for its table to be useful.
const BLOCK: usize = 32;

/// One slice of a sheet, which can be filled separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slice {
    /// Which, counted from 0.
    pub index: usize,
    /// Of how many.
    pub count: usize,
}

impl Slice {
    /// All of it.
    pub const WHOLE: Slice = Slice { index: 0, count: 1 };

    fn of<T>(self, all: &[T]) -> &[T] {
        let edge = |index: usize| all.len() * index.min(self.count) / self.count.max(1);
        &all[edge(self.index)..edge(self.index + 1)]
    }
}

impl ScoreSheet {
    /// The indices of a slice whose scores are not known yet, in the best order for solving.
    pub fn missing(&self, slice: Slice) -> Vec<usize> {
        let order = walk(&self.game, &self.shape, &self.plies);
        slice.of(&order).iter().copied().filter(|&index| self.score(index).is_none()).collect()
    }

    /// Solves the missing positions of a slice, and calls `on_solved` after each. The threads solve separate positions and
    /// share the memory for tables. Returns whether all are solved: not if `stop` was raised.
    ///
    /// # Errors
    ///
    /// If there is not enough memory, or `on_solved` fails, which stops it.
    pub fn fill<E: From<InputError>>(
        &mut self,
        slice: Slice,
        settings: SolverSettings,
        stop: &StopFlag,
        mut on_solved: impl FnMut(&ScoreSheet) -> Result<(), E>,
    ) -> Result<bool, E> {
        let missing: Vec<(usize, ConnectFourState)> = self
            .missing(slice)
            .into_iter()
            .filter_map(|index| Some((index, *self.position(index)?)))
            .collect();
        let threads = settings.threads.clamp(1, missing.len().max(1));
        let share = SolverSettings {
            threads: 1,
            table_megabytes: (settings.table_megabytes / threads).max(1),
            ..settings
        };
        let mut solvers = (0..threads)
            .map(|_| Solver::new(self.game(), share))
            .collect::<Result<Vec<Solver>, InputError>>()?;
        let blocks: Vec<&[(usize, ConnectFourState)]> = missing.chunks(BLOCK).collect();
        let next = AtomicUsize::new(0);
        // The queue is short, so that little is lost if the program is killed.
        let (sender, receiver) = sync_channel(threads);
        let mut outcome = Ok(());
        std::thread::scope(|scope| {
            for solver in &mut solvers {
                let (sender, blocks, next) = (sender.clone(), &blocks, &next);
                scope.spawn(move || {
                    solver.use_whole_table();
                    let mut control = Control::new(stop.clone());
                    while let Some(block) = blocks.get(next.fetch_add(1, Relaxed)) {
                        for (index, state) in *block {
                            if stop.is_stopped() {
                                return;
                            }
                            let Ok(score) = solver.score(state, Goal::Score, &mut control) else { return };
                            if sender.send((*index, score)).is_err() {
                                return;
                            }
                        }
                    }
                });
            }
            drop(sender);
            for (index, score) in receiver {
                self.set(index, score);
                if outcome.is_ok() {
                    outcome = on_solved(self);
                    if outcome.is_err() {
                        stop.stop();
                    }
                }
            }
        });
        outcome?;
        Ok(missing.iter().all(|&(index, _)| self.score(index).is_some()))
    }
}
