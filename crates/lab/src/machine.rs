//! The machine of a run.

use std::collections::BTreeMap;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::plan::{Plan, Shard};
use crate::result_store::{Interpreter, RunInfo, shard_name};

/// The description of a run of `plan` that starts now.
pub fn run_info(plan: &Plan, threads: usize, shard: Option<Shard>) -> RunInfo {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    RunInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started: i64::try_from(started).unwrap_or(i64::MAX),
        cpu: cpu(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        threads: threads as u64,
        shard: shard_name(shard),
        interpreters: interpreters(plan),
    }
}

/// The programs that run the agents of a plan, each with its agents.
fn interpreters(plan: &Plan) -> Vec<Interpreter> {
    let mut agents: BTreeMap<String, Option<String>> = BTreeMap::new();
    for cell in &plan.cells {
        for player in &cell.players {
            agents.entry(player.to_string()).or_insert_with(|| plan.game(cell).interpreter(player));
        }
    }
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (agent, version) in agents {
        if let Some(version) = version {
            found.entry(version).or_default().push(agent);
        }
    }
    found.into_iter().map(|(version, agents)| Interpreter { version, agents }).collect()
}

/// The name of the processor, where the system reports it.
pub(crate) fn cpu() -> String {
    let name = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        line.split_once(':').map(|(_, name)| name.trim().to_owned())
    });
    name.unwrap_or_else(|| format!("unknown ({})", std::env::consts::ARCH))
}
