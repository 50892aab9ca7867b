//! The games and agents that the package knows: one registry for the process.

use std::sync::{Arc, LazyLock};

use plylab_core::Registry;
use plylab_outside::{Pool, exec_kind};

static REGISTRY: LazyLock<Arc<Registry>> = LazyLock::new(|| {
    let mut registry = plylab_standard::registry();
    registry.add_agent(exec_kind(&Pool::new()));
    Arc::new(registry)
});

/// Everything that can be played, by name.
pub fn registry() -> &'static Arc<Registry> {
    &REGISTRY
}
