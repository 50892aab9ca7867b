//! What a store holds, cell by cell.

use std::sync::Arc;

use plylab_core::Registry;
use serde::Serialize;

use crate::experiment::{Kind, Section, Start};
use crate::plan::{Cell, Plan, hash_of};
use crate::stats::Estimate;
use crate::store::{LabError, RunInfo, Store};
use crate::summary::Summary;

/// Everything that a report is made of.
#[derive(Debug)]
pub struct Results {
    /// What was planned.
    pub plan: Plan,
    /// What the games of each cell come to.
    pub summaries: Vec<Summary>,
    /// Where it comes from.
    pub manifest: Manifest,
}

/// Where results come from, so that they can be repeated.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Manifest {
    /// The program's version.
    pub version: &'static str,
    /// Decides everything random.
    pub seed: u64,
    /// The SHA-256 of the experiment file.
    pub file_hash: String,
    /// The SHA-256 of the plan: the same for files that mean the same games.
    pub plan: String,
    /// Games that are there.
    pub games: u64,
    /// Games that were planned.
    pub planned: u64,
    /// Every run that contributed.
    pub runs: Vec<RunInfo>,
}

/// One section with its cells.
#[derive(Debug)]
pub struct SectionResults<'a> {
    /// What the file says.
    pub about: &'a Section,
    /// Its cells and what came of them.
    pub cells: Vec<(&'a Cell, &'a Summary)>,
    plan: &'a Plan,
}

impl Results {
    /// Reads a store.
    pub fn load(store: &Store, registry: &Arc<Registry>) -> Result<Results, LabError> {
        let plan = store.plan(registry)?;
        let mut summaries = vec![Summary::default(); plan.cells.len()];
        store.each(|row| {
            if let Some(summary) = summaries.get_mut(row.id.cell) {
                summary.add(&row);
            }
        })?;
        let runs = store.runs()?;
        Ok(Results::of(plan, summaries, runs))
    }

    /// Of what is known of a plan.
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
        Results { plan, summaries, manifest }
    }

    /// Section by section.
    pub fn sections(&self) -> Vec<SectionResults<'_>> {
        sections(&self.plan, &self.summaries)
    }
}

/// The sections of a plan with what their games come to.
pub(super) fn sections<'a>(plan: &'a Plan, summaries: &'a [Summary]) -> Vec<SectionResults<'a>> {
    let cells = |place: usize| {
        let cells = plan.cells.iter().zip(summaries);
        cells.filter(|(cell, _)| cell.section == place).collect()
    };
    let section = |(place, about)| SectionResults { about, cells: cells(place), plan };
    plan.sections.iter().enumerate().map(section).collect()
}

impl SectionResults<'_> {
    /// The mean score of the first player as a share of the most that there is, with its interval; none where the most is
    /// not known, or where players change seats.
    pub fn share_of_most(&self, cell: &Cell, summary: &Summary) -> Option<Estimate> {
        let yardstick = self.plan.yardstick(cell).filter(|_| self.about.start == Start::Fixed)?;
        let score = &summary.subject()?.score;
        let share = |score| yardstick.share(score);
        let mean = score.mean()?;
        let (low, high) = score.interval().map_or((mean, mean), |interval| (interval.low, interval.high));
        Some(Estimate { mean: share(mean)?, low: share(low)?, high: share(high)? })
    }

    /// Do scores say more than wins, draws and losses do?
    pub fn scores_say_more(&self) -> bool {
        self.cells
            .iter()
            .any(|(_, summary)| summary.scores.values().any(|score| ![-1.0, 0.0, 1.0].contains(score)))
    }

    /// Is it a tournament?
    pub fn is_tournament(&self) -> bool {
        matches!(self.about.kind, Kind::Tournament { .. })
    }
}
