//! The messages on their way to a client.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use plylab_service::{Caller, Memory, Outbox, Watcher};
use tokio::sync::{Notify, mpsc};

use crate::limits::OUTBOX;
use crate::scheduling::Backlog;

/// The number of a new connection.
pub(crate) fn next_connection() -> u64 {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    NUMBER.fetch_add(1, Ordering::Relaxed)
}

/// The outgoing messages of a connection. If too many wait, the connection is closed; its client reconnects.
pub(crate) struct SocketOutbox {
    sender: mpsc::Sender<Utf8Bytes>,
    /// Bytes that wait.
    pub backlog: Arc<Backlog>,
    /// Notified when the connection must close.
    pub closed: Arc<Notify>,
}

impl SocketOutbox {
    /// An outbox, and the receiver of its messages.
    pub fn new(person: &Arc<str>, memory: &Arc<Memory>) -> (SocketOutbox, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(OUTBOX);
        let backlog = Arc::new(Backlog::new(memory, person));
        (SocketOutbox { sender, backlog, closed: Arc::default() }, receiver)
    }
}

/// A client that listens.
#[derive(Clone)]
pub(crate) struct Client {
    pub watcher: Watcher,
    pub caller: Arc<Caller>,
    pub outbox: Arc<SocketOutbox>,
    /// By which it was let in.
    pub token: Arc<str>,
}

impl Client {
    /// Its link is gone, or grants something else: it is cut off.
    pub fn revoke(&self) {
        self.caller.revoked.stop();
        self.outbox.closed.notify_one();
    }
}

impl Outbox for SocketOutbox {
    fn send(&self, message: String) {
        let bytes = message.len();
        if !self.backlog.add(bytes) {
            return self.closed.notify_one();
        }
        match self.sender.try_send(message.into()) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.backlog.remove(bytes);
                self.closed.notify_one();
            }
            Err(mpsc::error::TrySendError::Closed(_)) => self.backlog.remove(bytes),
        }
    }

    fn is_gone(&self) -> bool {
        self.sender.is_closed()
    }

    fn has_room(&self) -> bool {
        self.backlog.has_room()
    }
}
