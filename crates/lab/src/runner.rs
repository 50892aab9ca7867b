//! Plays what a plan asks for and the store does not have yet, in several threads.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use plylab_core::{AnyGame, Clock, InputError, Outcome, Spec, StopFlag};

use crate::clock::WallClock;
use crate::game_row::GameRow;
use crate::grade::Grader;
use crate::plan::{GameId, KeptFiles, Plan, Shard};
use crate::stats::{Pairs, Sprt, SprtState};
use crate::store::{LabError, Store};
use crate::summary::{Summary, half_points};

/// How to run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many threads play.
    pub threads: usize,
    /// Which slice; none for all.
    pub shard: Option<Shard>,
    /// Raised by whoever wants the run to end after the games in hand.
    pub finish: StopFlag,
    /// Raised by whoever wants it to end at once; the games in hand are not kept.
    pub abandon: StopFlag,
}

/// How far a run is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// Games of the slice that are there.
    pub done: u64,
    /// Games of the slice.
    pub total: u64,
    /// Of those that are there, the ones that this run has played.
    pub fresh: u64,
    /// What the games of each cell come to so far.
    pub summaries: &'a [Summary],
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Games of the slice that are there.
    pub done: u64,
    /// Games of the slice. Sequential tests may have made it smaller than planned.
    pub total: u64,
    /// Games that this run has played.
    pub fresh: u64,
}

impl Finished {
    /// Is everything there?
    pub fn complete(&self) -> bool {
        self.done == self.total
    }
}

/// Refuses a slice of a plan in which a sequential test decides how many games are needed: no slice could know.
pub fn check_shard(plan: &Plan, shard: Option<Shard>) -> Result<(), InputError> {
    match plan.sections.iter().find(|section| section.sprt.is_some()) {
        Some(section) if shard.is_some() => Err(InputError::new(format!(
            "'{}' stops by a sequential test, which no slice can do on its own",
            section.name
        ))
        .expected("leave out --shard, or sprt")),
        _ => Ok(()),
    }
}

/// Refuses a plan that wants games graded which nobody can grade, before any of them is played.
fn check_grades(plan: &Plan) -> Result<(), InputError> {
    let mut known: Vec<&Spec> = Vec::new();
    for cell in plan.cells.iter().filter(|cell| plan.sections[cell.section].record.grades) {
        if !known.contains(&&cell.game) {
            let section = &plan.sections[cell.section].name;
            Grader::new(&cell.game, &KeptFiles::default())
                .map_err(|error| error.at(format!("'{section}'")))?;
            known.push(&cell.game);
        }
    }
    Ok(())
}

/// Plays, keeps every game as it ends, and shows how far it is after each.
pub fn run(
    plan: &Plan,
    store: &Store,
    options: &RunOptions,
    mut watch: impl FnMut(&Progress<'_>),
) -> Result<Finished, LabError> {
    check_shard(plan, options.shard)?;
    check_grades(plan)?;
    let order = plan.order(options.shard);
    let done = store.done()?;
    let mut desk = Desk::new(plan, store)?;
    desk.total = order.len() as u64;
    desk.done = order.iter().filter(|id| done.contains(id)).count() as u64;
    for cell in 0..plan.cells.len() {
        desk.settle(cell)?;
    }
    let todo: Vec<GameId> = order.into_iter().filter(|id| !done.contains(id)).collect();
    watch(&desk.progress());
    let next = AtomicUsize::new(0);
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    let limits = Arc::clone(&desk.limits);
    let outcome = thread::scope(|scope| {
        // Few games wait to be written, so that little is lost if the program is killed.
        let (sender, receiver) = mpsc::sync_channel(4 * options.threads.max(1));
        let worker = Worker { plan, todo: &todo, next: &next, limits: &limits, clock: &clock, options };
        for _ in 0..options.threads.max(1) {
            let (worker, sender) = (worker.clone(), sender.clone());
            scope.spawn(move || worker.work(&sender));
        }
        drop(sender);
        let mut outcome = Ok(());
        for played in receiver {
            let kept = played.and_then(|row| desk.keep(&row));
            match kept {
                Ok(()) => watch(&desk.progress()),
                Err(error) => {
                    // Nobody needs to finish what cannot be kept.
                    options.abandon.stop();
                    outcome = Err(error);
                    break;
                }
            }
        }
        outcome
    });
    outcome?;
    Ok(Finished { done: desk.done, total: desk.total, fresh: desk.fresh })
}

/// Plays one game of a plan.
pub fn play_game(
    plan: &Plan,
    id: GameId,
    stop: &StopFlag,
    clock: &Arc<dyn Clock>,
) -> Result<Option<GameRow>, InputError> {
    let cell = &plan.cells[id.cell];
    let section = &plan.sections[cell.section];
    let game: &dyn AnyGame = plan.game(cell);
    let record = game.play(&plan.match_plan(id, stop, clock), &mut |_, _| ())?;
    Ok(GameRow::of(id, plan.swapped(id), cell.players.len(), section.opening, &record, section.record))
}

/// Those who grade, by game.
type Graders = HashMap<String, Grader>;

/// Plays one game of a plan, and grades it if the plan asks for that.
fn play_graded(
    plan: &Plan,
    id: GameId,
    stop: &StopFlag,
    clock: &Arc<dyn Clock>,
    graders: &mut Graders,
) -> Result<Option<GameRow>, InputError> {
    let cell = &plan.cells[id.cell];
    let section = &plan.sections[cell.section];
    if !section.record.grades {
        return play_game(plan, id, stop, clock);
    }
    let game: &dyn AnyGame = plan.game(cell);
    let record = game.play(&plan.match_plan(id, stop, clock), &mut |_, _| ())?;
    let row = GameRow::of(id, plan.swapped(id), cell.players.len(), section.opening, &record, section.record);
    let Some(mut row) = row else { return Ok(None) };
    let name = cell.game.to_string();
    if !graders.contains_key(&name) {
        graders.insert(name.clone(), Grader::new(&cell.game, &KeptFiles::default())?);
    }
    let Some(grader) = graders.get_mut(&name) else { return Ok(Some(row)) };
    let moves: Vec<&str> = record.moves.iter().map(|played| played.action.as_str()).collect();
    let graded = grader.grade(game, record.seed, &moves, section.opening, stop)?;
    Ok(graded.map(|graded| {
        row.set_grades(&graded);
        row
    }))
}

/// Takes games from the list until it is empty or somebody wants to stop.
#[derive(Clone)]
struct Worker<'a> {
    plan: &'a Plan,
    todo: &'a [GameId],
    next: &'a AtomicUsize,
    /// By cell: games from this number on are no longer wanted.
    limits: &'a [AtomicU64],
    clock: &'a Arc<dyn Clock>,
    options: &'a RunOptions,
}

impl Worker<'_> {
    fn work(&self, sender: &SyncSender<Result<GameRow, LabError>>) {
        let mut graders = Graders::default();
        while !self.options.finish.is_stopped() && !self.options.abandon.is_stopped() {
            let Some(&id) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) else { return };
            if id.number >= self.limits[id.cell].load(Ordering::Relaxed) {
                continue;
            }
            match play_graded(self.plan, id, &self.options.abandon, self.clock, &mut graders) {
                Ok(Some(row)) => {
                    if sender.send(Ok(row)).is_err() {
                        return;
                    }
                }
                // Stopped in the middle.
                Ok(None) => return,
                Err(error) => {
                    let _ = sender.send(Err(error.at(format!("'{}'", self.plan.key(id))).into()));
                    return;
                }
            }
        }
    }
}

/// Where finished games come in: kept, counted, and weighed by the sequential tests.
struct Desk<'a> {
    plan: &'a Plan,
    store: &'a Store,
    summaries: Vec<Summary>,
    /// By cell with a sequential test.
    tests: HashMap<usize, Test>,
    limits: Arc<Vec<AtomicU64>>,
    done: u64,
    total: u64,
    fresh: u64,
}

/// A sequential test under way. It looks at pairs in the order of their numbers, whatever order they come in, so that it
/// always stops at the same game.
struct Test {
    rule: Sprt,
    outcomes: HashMap<u64, Option<Outcome>>,
    weighed: u64,
    pairs: Pairs,
    decided: bool,
}

impl<'a> Desk<'a> {
    fn new(plan: &'a Plan, store: &'a Store) -> Result<Desk<'a>, LabError> {
        let mut tests = HashMap::new();
        for (place, cell) in plan.cells.iter().enumerate() {
            if let Some(rule) = plan.sections[cell.section].sprt {
                let rule = Sprt::new(rule.elo0, rule.elo1, rule.alpha, rule.beta)?;
                let test = Test {
                    rule,
                    outcomes: HashMap::new(),
                    weighed: 0,
                    pairs: Pairs::default(),
                    decided: false,
                };
                tests.insert(place, test);
            }
        }
        let mut desk = Desk {
            plan,
            store,
            summaries: vec![Summary::default(); plan.cells.len()],
            tests,
            limits: Arc::new(plan.cells.iter().map(|cell| AtomicU64::new(cell.games)).collect()),
            done: 0,
            total: 0,
            fresh: 0,
        };
        let mut rows = Vec::new();
        store.each(|row| rows.push(row))?;
        for row in &rows {
            desk.count(row);
        }
        Ok(desk)
    }

    fn progress(&self) -> Progress<'_> {
        Progress { done: self.done, total: self.total, fresh: self.fresh, summaries: &self.summaries }
    }

    fn count(&mut self, row: &GameRow) {
        if let Some(summary) = self.summaries.get_mut(row.id.cell) {
            summary.add(row);
        }
        if let Some(test) = self.tests.get_mut(&row.id.cell) {
            test.outcomes.insert(row.id.number, row.outcome(0));
        }
    }

    fn keep(&mut self, row: &GameRow) -> Result<(), LabError> {
        if row.id.number >= self.limits[row.id.cell].load(Ordering::Relaxed) {
            return Ok(());
        }
        self.store.add(row)?;
        self.count(row);
        self.done += 1;
        self.fresh += 1;
        self.settle(row.id.cell)
    }

    /// Lets the test of a cell weigh what has come in, and ends the cell if it decides.
    fn settle(&mut self, cell: usize) -> Result<(), LabError> {
        let Some(test) = self.tests.get_mut(&cell).filter(|test| !test.decided) else { return Ok(()) };
        while let (Some(&first), Some(&second)) =
            (test.outcomes.get(&(2 * test.weighed)), test.outcomes.get(&(2 * test.weighed + 1)))
        {
            test.weighed += 1;
            if let (Some(first), Some(second)) = (first, second) {
                test.pairs.counts[half_points(first) + half_points(second)] += 1;
            }
            if test.rule.report(&test.pairs).state != SprtState::Continue {
                test.decided = true;
                let last = 2 * test.weighed;
                return self.end_cell(cell, last);
            }
        }
        Ok(())
    }

    /// No game of the cell from number `last` on is wanted, nor those that were played meanwhile.
    fn end_cell(&mut self, cell: usize, last: u64) -> Result<(), LabError> {
        let planned = self.plan.cells[cell].games;
        self.limits[cell].store(last, Ordering::Relaxed);
        self.store.forget(cell, last)?;
        let before = self.summaries[cell].games;
        self.summaries[cell] = Summary::default();
        let mut rows = Vec::new();
        self.store.each(|row| {
            if row.id.cell == cell {
                rows.push(row);
            }
        })?;
        for row in &rows {
            self.summaries[cell].add(row);
        }
        self.done -= before - self.summaries[cell].games;
        self.total -= planned.saturating_sub(last);
        Ok(())
    }
}
