//! The messages on their way to a client, which take memory until they are read.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use axum::extract::ws::Utf8Bytes;
use plylab_service::protocol::Fault;
use plylab_service::{Caller, MemoryBudget, MemoryShare, Outbox, Use, lock};
use tokio::sync::{Notify, mpsc};

/// Messages that may wait for a slow client; beyond that the connection is closed, and the client reconnects.
const MESSAGES: usize = 4096;

/// Bytes that may wait for it.
const BYTES: usize = 8 << 20;

/// Bytes that may wait for it when the memory for all that waits is used up.
const RESERVE: usize = 64 << 10;

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
    pub fn new(person: &Arc<str>, memory: &Arc<MemoryBudget>) -> (SocketOutbox, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(MESSAGES);
        let backlog = Arc::new(Backlog::new(memory, person));
        (SocketOutbox { sender, backlog, closed: Arc::default() }, receiver)
    }
}

/// A client that listens.
#[derive(Clone)]
pub(crate) struct Client {
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

/// The messages that wait for one client.
pub(crate) struct Backlog {
    memory: Arc<MemoryBudget>,
    person: Arc<str>,
    share: Mutex<MemoryShare>,
}

impl Backlog {
    pub fn new(memory: &Arc<MemoryBudget>, person: &Arc<str>) -> Backlog {
        let share = Mutex::new(memory.share(Use::Unread, person));
        Backlog { memory: Arc::clone(memory), person: Arc::clone(person), share }
    }

    /// May more be asked for? Less than may wait: then no client is cut off that waits for answers.
    pub fn has_room(&self) -> bool {
        let most = self.memory.most(Use::Unread);
        let (theirs, total) = (self.memory.used_by(Use::Unread, &self.person), self.memory.used(Use::Unread));
        theirs < most / 4 && total < most / 4 * 3
    }

    /// Counts a message, unless too much waits already.
    pub fn add(&self, bytes: usize) -> bool {
        let mut share = lock(&self.share);
        let own = share.bytes() + bytes as u64;
        // A single answer may be larger than all that may wait.
        let fits = (share.bytes() == 0 || own <= BYTES as u64) && share.resize(own).is_ok();
        // A client that reads what it gets is not cut off by those that do not.
        if !fits && own <= RESERVE as u64 {
            share.hold(own);
        }
        fits || own <= RESERVE as u64
    }

    /// A message has been read, or never will be.
    pub fn remove(&self, bytes: usize) {
        let mut share = lock(&self.share);
        let rest = share.bytes().saturating_sub(bytes as u64);
        share.hold(rest);
    }
}

/// The largest answer over HTTP that is not counted.
const SMALL: usize = 64 << 10;

/// An answer over HTTP, whose memory counts until it is sent.
struct Counted {
    text: String,
    _share: MemoryShare,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

/// The body of an answer to a person.
pub(crate) fn body(memory: &Arc<MemoryBudget>, person: &Arc<str>, text: String) -> Result<Body, Fault> {
    if text.len() <= SMALL {
        return Ok(Body::from(text));
    }
    let share = memory.take(Use::Work, person, text.len() as u64)?;
    Ok(Body::from(Bytes::from_owner(Counted { text, _share: share })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plylab_service::protocol::Code;

    const MB: u64 = 1 << 20;

    fn people() -> (Arc<str>, Arc<str>) {
        ("ann".into(), "bob".into())
    }

    #[test]
    fn what_is_not_read_does_not_grow() {
        let (memory, (ann, bob)) = (MemoryBudget::new(160), people());
        let slow = Backlog::new(&memory, &ann);
        // One large answer waits, and no second one on this connection or another of the same person.
        assert!(slow.has_room() && slow.add(9 << 20) && !slow.add(1));
        let second = Backlog::new(&memory, &ann);
        assert!(!second.add(2 << 20) && second.add(1 << 20) && !second.has_room());
        // Others have the other half; then there is room for small messages alone.
        let other = Backlog::new(&memory, &bob);
        assert!(other.has_room() && other.add(8 << 20) && !other.add(3 << 20) && !other.has_room());
        let third = Backlog::new(&memory, &"eve".into());
        assert!(!third.add(3 << 20) && third.add(RESERVE) && third.add(1 << 20));
        assert_eq!(memory.used(Use::Unread), 19 * MB + RESERVE as u64);
        drop((slow, second, other));
        third.remove(1 << 20);
        assert_eq!(memory.used(Use::Unread), RESERVE as u64);
        drop(third);
        assert_eq!(memory.used(Use::Unread), 0);
    }

    #[test]
    fn an_answer_counts_until_it_is_sent() {
        let (memory, (ann, _)) = (MemoryBudget::new(20), people());
        let text = "x".repeat(3 << 20);
        let held = body(&memory, &ann, text.clone()).unwrap();
        assert_eq!(memory.used(Use::Work), 3 * MB);
        let refused = body(&memory, &ann, text.clone()).err().map(|fault| fault.code);
        assert_eq!(refused, Some(Code::TooLarge));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let read = runtime.block_on(axum::body::to_bytes(held, usize::MAX)).unwrap();
        assert!(read == text && memory.used(Use::Work) == 3 * MB);
        drop(read);
        assert_eq!(memory.used(Use::Work), 0);
        assert!(body(&memory, &ann, "short".to_owned()).is_ok());
    }
}
