//! The machine of a run.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::plan::Shard;
use crate::store::{RunInfo, shard_name};

/// The description of a run that starts now.
pub fn run_info(threads: usize, shard: Option<Shard>) -> RunInfo {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    RunInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started: i64::try_from(started).unwrap_or(i64::MAX),
        cpu: cpu(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        threads: threads as u64,
        shard: shard_name(shard),
    }
}

/// The name of the processor, where the system reports it.
fn cpu() -> String {
    let name = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        line.split_once(':').map(|(_, name)| name.trim().to_owned())
    });
    name.unwrap_or_else(|| format!("unknown ({})", std::env::consts::ARCH))
}
