//! Shared by the commands that let an agent think.

use std::time::Duration;

use clap::Args;
use plylab_core::{Budget, StopFlag};

use super::whole;
use plylab_lab::WallClock;

/// The budget of an agent.
#[derive(Args, Debug)]
pub struct BudgetArgs {
    /// The time limit in milliseconds; with it, the answer may differ from run to run.
    #[arg(long, value_name = "MS", value_parser = whole(1, u64::MAX))]
    time: Option<u64>,

    /// The maximum number of nodes.
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX))]
    nodes: Option<u64>,
}

impl BudgetArgs {
    /// The budget, with a running clock to measure the time.
    pub fn budget(&self) -> Budget {
        let time = self.time.map(Duration::from_millis);
        Budget { nodes: self.nodes, time, ..until(&StopFlag::default()) }
    }
}

/// A budget that only the flag ends, with a running clock to measure the time.
pub fn until(stop: &StopFlag) -> Budget {
    Budget { stop: stop.clone(), clock: WallClock::shared(), ..Budget::unlimited() }
}
