//! The whole recording at a glance.

use plylab_search::record::overview::{Cell, Scale};

use super::Explorer;

/// A cell, with the mean of simulations for the agent that searched.
pub type MeanCell = (Cell, Option<f64>);

impl Explorer {
    /// The strips below a node, see [`Recording::overview`](plylab_search::record::Recording::overview); simulations as
    /// they were at `step`.
    pub fn overview(
        &mut self,
        node: usize,
        width: f64,
        rows: usize,
        scale: Scale,
        step: Option<u64>,
    ) -> Vec<Vec<MeanCell>> {
        self.set_moment(step);
        let Some((recording, local, within)) = self.locate(node) else { return Vec::new() };
        let last = within.and_then(|_| recording.moment(recording.steps(), None));
        let moment = if within.is_some() { last.as_ref() } else { self.moment.as_ref() };
        let strips = recording.overview(local, width, rows, scale, moment);
        let told = |cell: Cell| {
            let sampled = moment.and_then(|moment| recording.sampled(cell.node, moment));
            let mean = sampled.and_then(|sampled| Some(self.seen(sampled.mean?, sampled.owner)));
            let node = within.map_or(cell.node, |branch| branch.number(cell.node));
            (Cell { node, ..cell }, mean)
        };
        strips.into_iter().map(|strip| strip.into_iter().map(told).collect()).collect()
    }
}
