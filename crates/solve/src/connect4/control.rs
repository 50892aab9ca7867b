//! How a caller controls a search and follows it.

use plylab_core::StopFlag;

/// The progress of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveProgress {
    /// Nodes searched so far, in all searches together, by the first thread.
    pub nodes: u64,
    /// The lower bound of the score.
    pub lower: i32,
    /// The upper bound of the score.
    pub upper: i32,
}

/// The caller's control of a search: stops it, and receives its progress.
pub struct Control<'a> {
    pub(super) stop: StopFlag,
    pub(super) progress: Box<dyn FnMut(&SolveProgress) + 'a>,
}

impl<'a> Control<'a> {
    /// Stops the search when `stop` is raised.
    pub fn new(stop: StopFlag) -> Self {
        Control { stop, progress: Box::new(|_| {}) }
    }

    /// Calls `progress` many times per second.
    #[must_use]
    pub fn on_progress(self, progress: impl FnMut(&SolveProgress) + 'a) -> Self {
        Control { progress: Box::new(progress), ..self }
    }
}

impl Default for Control<'_> {
    /// Never stops, and ignores progress.
    fn default() -> Self {
        Control::new(StopFlag::default())
    }
}

/// The search was stopped before it had a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;
