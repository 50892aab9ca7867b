//! The wall clock, which time limits need and the contract does not have.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::Clock;

/// Time since the clock was made.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub fn start() -> WallClock {
        WallClock(Instant::now())
    }

    /// The same for those who share it.
    pub fn shared() -> Arc<dyn Clock> {
        Arc::new(WallClock::start())
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
