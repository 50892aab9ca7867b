//! What speaks HTTP: connections, routes, sockets, the pages, and what machines watch.

pub(crate) mod assets;
pub(crate) mod clock;
pub(crate) mod fault;
pub(crate) mod forwarded;
pub(crate) mod guard;
pub(crate) mod listen;
pub(crate) mod metrics;
pub(crate) mod outbox;
pub(crate) mod server;
pub(crate) mod socket;
pub(crate) mod texts;
