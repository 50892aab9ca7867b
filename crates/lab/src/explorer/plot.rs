//! How a search by simulations shared its visits among the moves, over time.

use plylab_core::AgentId;
use plylab_search::record::Number;
use serde::Serialize;

use super::Explorer;

/// Visits over time.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TreePlot"))]
pub struct Plot {
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
    pub mean: Vec<Option<Number>>,
}

impl Explorer {
    /// The visits of the root's moves at about that many points in time; none if the search had no simulations.
    pub fn plot(&mut self, points: usize) -> Option<Plot> {
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
                let mean = sampled.and_then(|sampled| Some(self.seen(sampled.mean?, sampled.owner)));
                plotted.mean.push(mean.map(Number));
            }
        }
        Some(Plot { simulations, moves })
    }

    /// A reward of `owner` as the agent that searched sees it, in a game of two sides.
    pub fn seen(&self, reward: f64, owner: AgentId) -> f64 {
        let sides = [owner, self.me].map(|agent| agent == AgentId::FIRST);
        if sides[0] == sides[1] { reward } else { 0.0 - reward }
    }
}
