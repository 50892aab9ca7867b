//! Plays the games of a plan that the store does not have yet, in several threads.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plylab_core::{Clock, Ending, GameRecord, InputError, Message, Outcome, Spec, StopFlag, message};

use crate::game_row::GameRow;
use crate::grade::{GradedGame, Graders};
use crate::matches::{play_undisturbed, workers};
use crate::pace::Pace;
use crate::plan::{GameId, Plan, PlanCell, Shard};
use crate::result_store::{LabError, ResultStore};
use crate::seats::sit;
use crate::stats::{Pairs, Sprt, SprtState};
use crate::summary::Summary;

/// How to run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many threads play.
    pub threads: usize,
    /// The shard to play; `None` for all games.
    pub shard: Option<Shard>,
    /// Ends the run after the games in progress.
    pub finish: StopFlag,
    /// Ends the run at once; the games in progress are not kept.
    pub abandon: StopFlag,
}

/// The progress of a run.
#[derive(Debug)]
pub struct Progress<'a> {
    /// How many games have been played.
    pub games: Finished,
    /// The summary of each cell so far.
    pub summaries: &'a [Summary],
    /// How long its games take.
    pub pace: &'a Pace,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Games of the shard in the store.
    pub done: u64,
    /// Games of the shard. Sequential tests may have made it smaller than planned.
    pub total: u64,
    /// Games that this run has played.
    pub fresh: u64,
}

impl Finished {
    /// Has everything been played?
    pub fn complete(&self) -> bool {
        self.done == self.total
    }
}

/// Refuses a shard of a plan in which a sequential test decides the number of games: no shard has all results.
pub fn check_shard(plan: &Plan, shard: Option<Shard>) -> Result<(), InputError> {
    match plan.sections.iter().find(|section| section.sprt.is_some()) {
        Some(section) if shard.is_some() => Err(InputError::new(message!(
            "test-needs-all",
            "'{section}' stops by a sequential test, which no shard can do on its own",
            section = &section.name
        ))
        .expected(message!("leave-shard", "leave out --shard, or sprt"))),
        _ => Ok(()),
    }
}

/// Refuses a plan that asks for grades in games without an oracle, before any of them is played.
pub(crate) fn check_grades(plan: &Plan) -> Result<(), InputError> {
    let mut known: Vec<&Spec> = Vec::new();
    for cell in plan.cells.iter().filter(|cell| plan.sections[cell.section].record.grades) {
        if !known.contains(&&cell.game) {
            let section = &plan.sections[cell.section].name;
            let oracle = plan.registry.oracle(plan.game(cell));
            oracle.map_err(|error| error.at(Message::quoted(section)))?;
            known.push(&cell.game);
        }
    }
    Ok(())
}

/// Plays, keeps every game as it ends, and reports progress after each. Every thread that plays reads the clock at each move.
pub fn run(
    clock: &Arc<dyn Clock>,
    plan: &Plan,
    store: &dyn ResultStore,
    options: &RunOptions,
    mut watch: impl FnMut(&Progress<'_>),
) -> Result<Finished, LabError> {
    check_shard(plan, options.shard)?;
    check_grades(plan)?;
    let (mut collector, todo) = ResultCollector::open(clock, plan, store, options.shard)?;
    collector.pace.set_threads(options.threads);
    let limits = Arc::clone(&collector.limits);
    watch(&collector.progress());
    let mut outcome = Ok(());
    workers::run(
        options.threads,
        todo.len() as u64,
        Graders::default,
        |graders, index| {
            let id = todo[index as usize];
            if options.finish.is_stopped() || options.abandon.is_stopped() {
                return None;
            }
            if id.number >= limits[id.cell].load(Ordering::Relaxed) {
                return Some(Ok(None));
            }
            let began = clock.now();
            match play_graded(plan, id, &options.abandon, clock, graders) {
                Ok(Some(row)) => Some(Ok(Some((row, clock.now() - began)))),
                // Stopped in the middle.
                Ok(None) => None,
                Err(error) => Some(Err(LabError::from(error.at(Message::quoted(plan.key(id)))))),
            }
        },
        |played: Result<Option<(GameRow, Duration)>, LabError>| {
            let kept = played.and_then(|row| row.map_or(Ok(()), |(row, time)| collector.keep(&row, time)));
            match kept {
                Ok(()) => watch(&collector.progress()),
                Err(error) => {
                    // There is no point in finishing games that cannot be kept.
                    options.abandon.stop();
                    outcome = Err(error);
                }
            }
            outcome.is_ok()
        },
    );
    outcome?;
    Ok(collector.games)
}

/// Plays one game of a plan.
pub fn play_game(
    plan: &Plan,
    id: GameId,
    stop: &StopFlag,
    clock: &Arc<dyn Clock>,
) -> Result<GameRecord, InputError> {
    let game = plan.game(&plan.cells[id.cell]);
    play_undisturbed(|| {
        let agents = sit(game, &plan.players(id))?;
        game.play(agents, plan.seed(id), &plan.limits(id, stop, clock), &mut |_, _| ())
    })
}

/// Plays one game of a plan, and grades it if the plan asks for that. `None` if it was stopped.
pub(crate) fn play_graded(
    plan: &Plan,
    id: GameId,
    stop: &StopFlag,
    clock: &Arc<dyn Clock>,
    graders: &mut Graders,
) -> Result<Option<GameRow>, InputError> {
    let record = play_game(plan, id, stop, clock)?;
    graded(plan, id, &record, stop, graders)
}

/// The row of a game that was just played, graded if the plan asks for that. `None` if it was stopped.
pub(crate) fn graded(
    plan: &Plan,
    id: GameId,
    record: &GameRecord,
    stop: &StopFlag,
    graders: &mut Graders,
) -> Result<Option<GameRow>, InputError> {
    let cell = &plan.cells[id.cell];
    let section = &plan.sections[cell.section];
    let Some(mut row) = plan.row(id, record) else { return Ok(None) };
    if !section.record.grades || record.ending.is_cut_short() {
        return Ok(Some(row));
    }
    let game = plan.game(cell);
    let oracle = graders.of(&plan.registry, &cell.game.to_string(), game)?;
    let start = game.start(record.seed);
    let graded = GradedGame::of(oracle, start, &record.moves, section.opening, stop)?;
    Ok(graded.map(|graded| {
        row.set_grades(&graded);
        row
    }))
}

/// Collects finished games: stores and counts them, and updates the sequential tests.
pub(crate) struct ResultCollector<'a> {
    plan: &'a Plan,
    store: &'a dyn ResultStore,
    clock: Arc<dyn Clock>,
    summaries: Vec<Summary>,
    /// By cell with a sequential test.
    tests: HashMap<usize, Test>,
    limits: Arc<Vec<AtomicU64>>,
    pub(crate) games: Finished,
    pub(crate) pace: Pace,
}

/// A sequential test in progress. It takes pairs in the order of their numbers, whatever order they finish in, so that it
/// always stops at the same game.
struct Test {
    rule: Sprt,
    outcomes: HashMap<u64, Option<Outcome>>,
    weighed: u64,
    pairs: Pairs,
    decided: bool,
}

impl<'a> ResultCollector<'a> {
    /// The collector of a shard, and its games that are not in the store.
    pub(crate) fn open(
        clock: &Arc<dyn Clock>,
        plan: &'a Plan,
        store: &'a dyn ResultStore,
        shard: Option<Shard>,
    ) -> Result<(ResultCollector<'a>, Vec<GameId>), LabError> {
        store.forget_broken()?;
        let stored = store.done()?;
        let (done, todo): (Vec<GameId>, Vec<GameId>) =
            plan.order(shard).into_iter().partition(|id| stored.contains(id));
        let test = |(index, cell): (usize, &PlanCell)| {
            let rule = plan.sections[cell.section].sprt?;
            let (outcomes, pairs) = (HashMap::new(), Pairs::default());
            Some((index, Test { rule, outcomes, weighed: 0, pairs, decided: false }))
        };
        let mut collector = ResultCollector {
            plan,
            store,
            clock: Arc::clone(clock),
            summaries: vec![Summary::default(); plan.cells.len()],
            tests: plan.cells.iter().enumerate().filter_map(test).collect(),
            limits: Arc::new(plan.cells.iter().map(|cell| AtomicU64::new(cell.games)).collect()),
            games: Finished { done: done.len() as u64, total: (done.len() + todo.len()) as u64, fresh: 0 },
            pace: Pace::new(&[]),
        };
        store.each(&mut |row| collector.count(&row))?;
        collector.pace = Pace::new(&collector.summaries);
        for cell in 0..plan.cells.len() {
            collector.finish_cell(cell)?;
        }
        for id in &todo {
            if id.number < collector.limit(id.cell) {
                collector.pace.add(id.cell);
            }
        }
        Ok((collector, todo))
    }

    /// How many games of a cell are played.
    pub(crate) fn limit(&self, cell: usize) -> u64 {
        self.limits[cell].load(Ordering::Relaxed)
    }

    pub(crate) fn progress(&self) -> Progress<'_> {
        Progress { games: self.games, summaries: &self.summaries, pace: &self.pace }
    }

    fn count(&mut self, row: &GameRow) {
        if let Some(summary) = self.summaries.get_mut(row.id.cell) {
            summary.add(row);
        }
        if let Some(test) = self.tests.get_mut(&row.id.cell) {
            test.outcomes.insert(row.id.number, row.outcome(0));
        }
    }

    /// Keeps a game, which took that long. One that failed is kept as a record, and ends the run: the next would fail as well.
    pub(crate) fn keep(&mut self, row: &GameRow, time: Duration) -> Result<(), LabError> {
        let began = self.clock.now();
        if row.id.number >= self.limit(row.id.cell) {
            return Ok(());
        }
        self.store.add(row)?;
        self.count(row);
        if let Ending::Broken { message } = &row.record.ending {
            let error = InputError::new(message.clone()).at(Message::quoted(self.plan.key(row.id)));
            return Err(error.into());
        }
        self.games.done += 1;
        self.games.fresh += 1;
        self.pace.played(row.id.cell, time.as_secs_f64(), (self.clock.now() - began).as_secs_f64());
        self.finish_cell(row.id.cell)
    }

    /// Updates the test of a cell, and ends the cell if the test has decided.
    fn finish_cell(&mut self, cell: usize) -> Result<(), LabError> {
        let Some(test) = self.tests.get_mut(&cell).filter(|test| !test.decided) else { return Ok(()) };
        while let (Some(&first), Some(&second)) =
            (test.outcomes.get(&(2 * test.weighed)), test.outcomes.get(&(2 * test.weighed + 1)))
        {
            test.weighed += 1;
            if let (Some(first), Some(second)) = (first, second) {
                test.pairs.add(first, second);
            }
            if test.rule.report(&test.pairs).state != SprtState::Continue {
                test.decided = true;
                let last = 2 * test.weighed;
                return self.end_cell(cell, last);
            }
        }
        Ok(())
    }

    /// Drops the games of the cell from number `last` on, including those played in the meantime.
    fn end_cell(&mut self, cell: usize, last: u64) -> Result<(), LabError> {
        let planned = self.plan.cells[cell].games;
        self.limits[cell].store(last, Ordering::Relaxed);
        self.pace.end(cell);
        self.store.forget(cell, last)?;
        let before = self.summaries[cell].games;
        self.summaries[cell] = Summary::default();
        let summary = &mut self.summaries[cell];
        self.store.each(&mut |row| {
            if row.id.cell == cell {
                summary.add(&row);
            }
        })?;
        self.games.done -= before - self.summaries[cell].games;
        self.games.total -= planned.saturating_sub(last);
        Ok(())
    }
}
