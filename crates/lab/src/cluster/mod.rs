//! Experiments on many machines at once.
//!
//! A plan follows from its file, and a game from its key, so any machine that has the same program can play any game. An
//! engine for clusters, behind [`Cluster`], moves bytes: a [`Pack`] with the experiment to every machine, [`WorkerJob`]s there
//! and [`WorkerReply`]s back. A [`Worker`] plays jobs; a [`Session`] hands them out, and nothing else writes to the store.

mod dispatch;
mod pack;
mod session;
#[cfg(test)]
mod tests;
mod worker;

use std::time::Duration;

use plylab_core::InputError;

pub use self::pack::{Pack, PackedAgent, Unpacked};
pub use self::session::{News, Session};
pub use self::worker::{PlayedGame, Worker, WorkerJob, WorkerReply};

/// A machine of a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What the engine calls it, never used for another one.
    pub id: String,
    /// What people call it, such as its address.
    pub name: String,
    /// How many jobs it can do at the same time.
    pub slots: usize,
}

/// An engine that moves bytes between machines.
pub trait Cluster {
    /// The machines that are there now.
    ///
    /// # Errors
    ///
    /// If the engine itself is gone.
    fn nodes(&mut self) -> Result<Vec<Node>, InputError>;

    /// Offers the pack of an experiment to all machines, before any job is sent.
    ///
    /// # Errors
    ///
    /// If the engine cannot take it.
    fn offer(&mut self, pack: &[u8]) -> Result<(), InputError>;

    /// Sends a job to a machine. Its answer has the same ticket.
    ///
    /// # Errors
    ///
    /// If the engine itself is gone; a machine that is gone answers as [`Fate::NodeGone`].
    fn send(&mut self, ticket: u64, node: &str, job: &[u8]) -> Result<(), InputError>;

    /// Waits for answers, but not longer than `time` for the first of them.
    ///
    /// # Errors
    ///
    /// If the engine itself is gone.
    fn wait(&mut self, time: Duration) -> Result<Vec<Answer>, InputError>;
}

/// What became of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The ticket of the job.
    pub ticket: u64,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It was done: a [`WorkerReply`] in JSON.
    Done(Vec<u8>),
    /// Its machine is gone.
    NodeGone,
    /// The process that did it has ended; the engine says why.
    Crashed(String),
}
