//! The whole recording at a glance, and how simulations shared their visits among the moves over time.

use plylab_core::AgentId;
use plylab_search::record::overview::{OverviewBar, WidthScale};
use plylab_search::record::{RecordedNumber, SampleFacts};
use serde::Serialize;

use super::Explorer;

/// A cell, with the mean of simulations for the agent that searched.
pub type MeanCell = (OverviewBar, Option<f64>);

/// Visits over time.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreePlot {
    /// The numbers of simulations at which it was looked.
    pub simulations: Vec<u64>,
    /// Every legal move, in the game's order.
    pub moves: Vec<MovePlot>,
}

/// The visits of a move over time.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovePlot {
    /// The move.
    pub action: String,
    /// Its node; none if it was never visited.
    pub node: Option<usize>,
    /// Its visits.
    pub visits: Vec<u64>,
    /// Its mean for the agent that searched.
    pub mean: Vec<Option<RecordedNumber>>,
}

impl Explorer {
    /// The strips below a node, see [`Recording::overview`](plylab_search::record::Recording::overview); simulations as
    /// they were at `step`.
    pub fn overview(
        &mut self,
        node: usize,
        width: f64,
        rows: usize,
        scale: WidthScale,
        step: Option<u64>,
    ) -> Vec<Vec<MeanCell>> {
        self.set_moment(step);
        let Some((recording, local, within)) = self.locate(node) else { return Vec::new() };
        let last = within.and_then(|_| recording.moment(recording.steps(), None));
        let moment = if within.is_some() { last.as_ref() } else { self.moment.as_ref() };
        let strips = recording.overview(local, width, rows, scale, moment);
        let told = |cell: OverviewBar| {
            let sampled = moment.and_then(|moment| recording.sampled(cell.node, moment));
            let mean = sampled.and_then(|sampled| self.seen_mean(&sampled));
            let node = within.map_or(cell.node, |branch| branch.number(cell.node));
            (OverviewBar { node, ..cell }, mean)
        };
        strips.into_iter().map(|strip| strip.into_iter().map(told).collect()).collect()
    }

    /// The visits of the root's moves at about that many points in time; none if the search had no simulations.
    pub fn plot(&mut self, points: usize) -> Option<TreePlot> {
        let log = self.recording.samples()?;
        let (logged, total) = (log.logged(), log.simulations());
        let points = (points.max(1) as u64).min(logged.max(1));
        let mut simulations: Vec<u64> = (0..=points).map(|point| logged * point / points).collect();
        if total > logged {
            simulations.push(total);
        }
        let mut moves: Vec<MovePlot> = self
            .root
            .actions()
            .into_iter()
            .map(|action| MovePlot {
                node: self.recording.child(0, &action),
                action,
                visits: Vec::new(),
                mean: Vec::new(),
            })
            .collect();
        let mut moment = None;
        for &simulation in &simulations {
            moment = self.recording.moment(simulation, moment);
            let Some(moment) = &moment else { break };
            for plotted in &mut moves {
                let sampled = plotted.node.and_then(|node| self.recording.sampled(node, moment));
                plotted.visits.push(sampled.map_or(0, |sampled| sampled.visits));
                plotted.mean.push(sampled.and_then(|sampled| self.seen_mean(&sampled)).map(RecordedNumber));
            }
        }
        Some(TreePlot { simulations, moves })
    }

    /// The mean of simulations as the agent that searched sees it, in a game of two sides.
    fn seen_mean(&self, sampled: &SampleFacts) -> Option<f64> {
        let mean = sampled.mean?;
        let sides = [sampled.owner, self.me].map(|agent| agent == AgentId::FIRST);
        Some(if sides[0] == sides[1] { mean } else { 0.0 - mean })
    }
}
