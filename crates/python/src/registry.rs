//! The games and agents that the package knows.

use std::sync::{Arc, LazyLock};

use plylab_core::Registry;
use plylab_outside::{Pool, exec_kind, python_kind};

static REGISTRY: LazyLock<Arc<Registry>> = LazyLock::new(|| Arc::new(open_registry()));

/// Everything that can be played, by name: one for the process.
pub fn registry() -> &'static Arc<Registry> {
    &REGISTRY
}

/// A registry of its own, to add agents to.
pub fn open_registry() -> Registry {
    let mut registry = plylab_standard::registry();
    let pool = Pool::new();
    registry.add_agent(exec_kind(&pool));
    registry.add_agent(python_kind(&pool));
    registry
}
