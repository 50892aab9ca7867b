//! The share of a machine that a program got while it was waited for.

use std::time::{Duration, Instant};

/// What is known of the share that a program got since some moment.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    since: Instant,
    /// Its processor time then.
    used: Duration,
    looks: u32,
    /// How often the machine was found loaded.
    loaded: u32,
}

impl Share {
    /// It begins now, when the program has used that much processor time.
    pub fn since(now: Instant, used: Duration) -> Share {
        Share { since: now, used, looks: 0, loaded: 0 }
    }

    /// The machine was looked at.
    pub fn look(&mut self, is_loaded: bool) {
        self.looks += 1;
        self.loaded += u32::from(is_loaded);
    }

    /// Did a machine that was loaded, most of the time, give it less than half of the time until now? One look would not
    /// do: how many tasks are ready changes from one moment to the next.
    pub fn is_starved(&self, now: Instant, used: Duration) -> bool {
        let time = now.saturating_duration_since(self.since);
        used.saturating_sub(self.used) < time / 2 && self.loaded * 2 >= self.looks && self.loaded > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waited for a second, of which it got `milliseconds`, on a machine that was found loaded `loaded` times of ten.
    fn starved(milliseconds: u64, loaded: u32) -> bool {
        let now = Instant::now();
        let before = Duration::from_secs(7);
        let mut share = Share::since(now, before);
        (0..10).for_each(|look| share.look(look < loaded));
        share.is_starved(now + Duration::from_secs(1), before + Duration::from_millis(milliseconds))
    }

    #[test]
    fn only_a_loaded_machine_starves_a_program() {
        assert!(starved(100, 10) && starved(490, 6));
        // It had its time, or sat idle on a machine that was free.
        assert!(!starved(500, 10) && !starved(1000, 10));
        assert!(!starved(0, 0) && !starved(0, 3));
        let now = Instant::now();
        assert!(!Share::since(now, Duration::ZERO).is_starved(now, Duration::ZERO));
    }
}
