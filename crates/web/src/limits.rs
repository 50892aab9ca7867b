//! Limits of requests. `hello` sends them.

pub(crate) use plylab_service::protocol::Limits;

use crate::access::quota::Quotas;

/// The default limits on a machine with that many processors, with what each person may use.
pub(crate) fn for_processors(processors: usize, quotas: &Quotas) -> Limits {
    let count = |quota: u64| usize::try_from(quota).unwrap_or(usize::MAX);
    Limits {
        message_bytes: 262_144,
        games_per_person: count(quotas.games),
        runs_per_person: count(quotas.runs),
        analyses_per_person: count(quotas.analyses),
        seconds_per_person: quotas.seconds,
        megabytes_per_person: quotas.megabytes,
        plies_per_game: 20_000,
        file_bytes: 65_536,
        tree_nodes: 1_000_000,
        figure_nodes: 5_000,
        move_time: 60_000,
        analysis_time: 600_000,
        analyses_per_connection: 4,
        queue: 2_000,
        queue_per_person: 64,
        queue_reserved: RESERVED,
        memory: 256,
        threads: processors.clamp(1, 8),
        idle_seconds: 600,
        idle_games_days: 90,
    }
}

/// Searches of one person that may wait even where others have filled the queue: as many as a page asks for at once.
pub(crate) const RESERVED: usize = 8;

/// The largest message of a client that is still read, in order to answer that it is too large.
pub(crate) const READ_BYTES: usize = 1 << 20;

/// Size of the read buffer of each connection: most requests are short.
pub(crate) const READ_BUFFER: usize = 4096;

/// Messages that may wait for a slow client; beyond that the connection is closed, and the client reconnects.
pub(crate) const OUTBOX: usize = 4096;

/// Bytes that may wait for it.
pub(crate) const OUTBOX_BYTES: usize = 8 << 20;

/// Bytes that may wait for it when the memory for all that waits is used up.
pub(crate) const OUTBOX_RESERVE: usize = 64 << 10;
