//! Plylab with Nim: the standard registry, one more game, and two more agents.

mod agents;
mod nim;

use std::process::ExitCode;

use plylab_core::Registry;
use plylab_standard::StandardAgents;

fn main() -> ExitCode {
    plylab_cli::main(registry(), std::env::args_os())
}

/// The standard registry and our additions.
fn registry() -> Registry {
    let mut registry = plylab_standard::registry();
    registry.add_game::<nim::Nim>(StandardAgents);
    registry.add_agent_for::<nim::Nim>(|_| agents::nim_sum());
    registry.add_agent(agents::last());
    registry
}
