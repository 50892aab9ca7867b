//! The results in a store, cell by cell.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use plylab_core::{Field, Message, MoveRecord, Name, Registry, ScoreBound, Spec, message};
use serde::Serialize;

use crate::display_name::display_name;
use crate::experiment::{Kind, Section, Start};
use crate::game_row::GameRow;
use crate::plan::{Plan, PlanCell, hash_of};
use crate::result_store::{Interpreter, LabError, ResultStore, RunInfo};
use crate::stats::Estimate;
use crate::summary::Summary;
use crate::words::distinct;

/// Everything that a report is made from.
#[derive(Debug)]
pub struct Results {
    /// The plan.
    pub plan: Plan,
    /// The summary of each cell.
    pub summaries: Vec<Summary>,
    /// The origin of the results.
    pub manifest: Manifest,
    /// Where agents of tournaments were not deterministic.
    pub deviations: Vec<Deviation>,
}

/// Where results come from, so that they can be repeated.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Manifest {
    /// The program's version.
    pub version: &'static str,
    /// Decides everything random.
    pub seed: u64,
    /// The SHA-256 of the experiment file.
    pub file_hash: String,
    /// The SHA-256 of the plan: the same for files that mean the same games.
    pub plan: String,
    /// Games that have been played.
    pub games: u64,
    /// Games that were planned.
    pub planned: u64,
    /// Every run that contributed.
    pub runs: Vec<RunInfo>,
}

/// One section with its cells.
#[derive(Debug)]
pub struct SectionResults<'a> {
    /// The section in the file.
    pub about: &'a Section,
    /// Its cells and their summaries.
    pub cells: Vec<(&'a PlanCell, &'a Summary)>,
    plan: &'a Plan,
}

impl Results {
    /// Reads a store.
    pub fn load(store: &dyn ResultStore, registry: &Arc<Registry>) -> Result<Results, LabError> {
        let plan = store.plan(registry)?;
        let mut summaries = vec![Summary::default(); plan.cells.len()];
        let mut deviations = Deviations::default();
        store.each(&mut |row| {
            let Some(cell) = plan.cells.get(row.id.cell) else { return };
            summaries[row.id.cell].add(&row);
            if matches!(plan.sections[cell.section].kind, Kind::Tournament { .. }) {
                deviations.see(&plan, cell, &row);
            }
        })?;
        let runs = store.runs()?;
        Ok(Results { deviations: deviations.found, ..Results::of(plan, summaries, runs) })
    }

    /// Joins a plan with what has been played of it.
    pub fn of(plan: Plan, summaries: Vec<Summary>, runs: Vec<RunInfo>) -> Results {
        let manifest = Manifest {
            version: env!("CARGO_PKG_VERSION"),
            seed: plan.seed,
            file_hash: hash_of(&plan.text),
            plan: plan.id().to_owned(),
            games: summaries.iter().map(|summary| summary.games).sum(),
            planned: plan.len(),
            runs,
        };
        Results { plan, summaries, manifest, deviations: Vec::new() }
    }

    /// Section by section.
    pub fn sections(&self) -> Vec<SectionResults<'_>> {
        sections(&self.plan, &self.summaries)
    }
}

/// The sections of a plan with the summaries of their cells.
pub(super) fn sections<'a>(plan: &'a Plan, summaries: &'a [Summary]) -> Vec<SectionResults<'a>> {
    let cells = |section: usize| {
        let cells = plan.cells.iter().zip(summaries);
        cells.filter(|(cell, _)| cell.section == section).collect()
    };
    let section = |(index, about)| SectionResults { about, cells: cells(index), plan };
    plan.sections.iter().enumerate().map(section).collect()
}

/// Which program played a run, where and how.
pub(super) fn run_words(run: &RunInfo) -> Message {
    let RunInfo { version, cpu, system, threads, shard, .. } = run;
    let (threads, shard) = (*threads, Name::of(shard));
    message!("run-words", "{version} on {cpu} ({system}), {threads} {threads|thread|threads}, {shard}")
}

/// Which programs ran the agents from outside in these runs, each mentioned once.
pub(super) fn interpreter_words(runs: &[RunInfo]) -> Vec<Message> {
    let words = |Interpreter { version, agents }: &Interpreter| {
        message!("interpreter-words", "{version}: {agents}", agents = agents.clone())
    };
    distinct(runs.iter().flat_map(|run| &run.interpreters)).into_iter().map(words).collect()
}

impl SectionResults<'_> {
    /// Its name.
    pub fn name(&self) -> Name {
        Name::of(self.about.name.as_str())
    }

    /// The maximum score of a cell's game; `None` where it is unknown or players swap seats.
    pub fn score_bound(&self, cell: &PlanCell) -> Option<&ScoreBound> {
        self.plan.score_bound(cell).filter(|_| self.about.start == Start::Fixed)
    }

    /// The mean score of the first player as a share of the maximum, with its interval; `None` where the maximum is unknown
    /// or players swap seats.
    pub fn share_of_maximum(&self, cell: &PlanCell, summary: &Summary) -> Option<Estimate> {
        let score_bound = self.score_bound(cell)?;
        let score = &summary.subject()?.score;
        let share = |score| score_bound.share(score);
        let mean = score.mean()?;
        let (low, high) = score.interval().map_or((mean, mean), |interval| (interval.low, interval.high));
        Some(Estimate { mean: share(mean)?, low: share(low)?, high: share(high)? })
    }

    /// What one of its players is called. Players whose names are alike are told apart by their specs.
    pub fn display_name(&self, spec: &Spec) -> Field {
        let Some((cell, _)) = self.cells.first() else { return spec.to_string().into() };
        let game = self.plan.game(cell);
        let name = display_name(game, spec);
        let mut others = self.cells.iter().flat_map(|(cell, _)| &cell.players).filter(|&other| other != spec);
        if others.any(|other| display_name(game, other) == name) { spec.to_string().into() } else { name }
    }

    /// Do scores say more than wins, draws and losses do?
    pub fn scores_say_more(&self) -> bool {
        let mut scores = self.cells.iter().flat_map(|(_, summary)| summary.scores.values());
        scores.any(|score| ![-1.0, 0.0, 1.0].contains(score))
    }

    /// Is it a tournament?
    pub fn is_tournament(&self) -> bool {
        matches!(self.about.kind, Kind::Tournament { .. })
    }
}

/// The most games that are looked at.
const MOST_GAMES: u64 = 20_000;

/// The first time that an agent was not deterministic: with the same seed, and after the same moves, it made another move.
///
/// Pairings of a tournament share their seeds, so an agent meets the same beginning again and again. Our own agents repeat
/// themselves unless a clock limits them; those from outside promise to, and this shows which of them break the promise.
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
struct Deviations {
    /// What was played: by agent, seat, seed and moves so far, the move and the game.
    played: HashMap<u64, (u64, String)>,
    games: u64,
    /// What was found, an entry for each agent.
    found: Vec<Deviation>,
}

impl Deviations {
    /// Looks at a game, if its moves are kept.
    fn see(&mut self, plan: &Plan, cell: &PlanCell, row: &GameRow) {
        if self.games >= MOST_GAMES || !row.has_moves() {
            return;
        }
        self.games += 1;
        let opening = plan.sections[cell.section].opening;
        let key = plan.key(row.id);
        let mut position = plan.game(cell).start(row.record.seed);
        let mut so_far = DefaultHasher::new();
        (cell.section, cell.game.to_string(), row.record.seed).hash(&mut so_far);
        for (ply, MoveRecord { action, .. }) in (1..).zip(&row.record.moves) {
            let seat = position.turn().agent().filter(|_| ply as u64 > opening);
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
