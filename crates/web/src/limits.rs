//! How much anybody may ask for. The protocol's page lists the same numbers, and `hello` tells them.

use serde::Serialize;

/// The limits, by the names they have in the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Limits {
    pub message_bytes: usize,
    pub games_per_session: usize,
    pub games_in_total: usize,
    pub plies_per_game: usize,
    pub file_bytes: usize,
    pub tree_nodes: usize,
    pub figure_nodes: usize,
    pub move_time: u64,
    pub analysis_time: u64,
    pub analyses_per_connection: usize,
    pub queue: usize,
    pub queue_per_session: usize,
    pub memory: u64,
    pub threads: usize,
    pub idle_seconds: u64,
    pub idle_games_days: u64,
}

impl Limits {
    /// The usual ones, on a machine of so many processors.
    pub fn usual(processors: usize) -> Limits {
        Limits {
            message_bytes: 262_144,
            games_per_session: 64,
            games_in_total: 10_000,
            plies_per_game: 20_000,
            file_bytes: 65_536,
            tree_nodes: 100_000,
            figure_nodes: 5_000,
            move_time: 60_000,
            analysis_time: 600_000,
            analyses_per_connection: 4,
            queue: 2_000,
            queue_per_session: 64,
            memory: 256,
            threads: processors.clamp(1, 8),
            idle_seconds: 600,
            idle_games_days: 90,
        }
    }
}

/// The most positions in one answer.
pub(crate) const POSITIONS: usize = 100;

/// The most moves of a variation.
pub(crate) const LINE: usize = 200;

/// The largest message of a client that is still read, in order to answer that it is too large.
pub(crate) const READ_BYTES: usize = 1 << 20;

/// Bytes that are read from a connection at a time: most requests are short, and every connection has room for so many.
pub(crate) const READ_BUFFER: usize = 4096;

/// Messages that may wait for a slow client; beyond that the connection is closed, and the client comes back.
pub(crate) const OUTBOX: usize = 4096;
