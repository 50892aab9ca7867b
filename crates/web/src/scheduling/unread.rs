//! Messages that clients have not read yet, which take memory.

use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use plylab_service::protocol::Fault;
use plylab_service::{Memory, Share, Use};

use crate::lab::lock;
use crate::limits::{OUTBOX_BYTES, OUTBOX_RESERVE};

/// The messages that wait for one client.
pub(crate) struct Backlog {
    memory: Arc<Memory>,
    person: Arc<str>,
    share: Mutex<Share>,
}

impl Backlog {
    pub fn new(memory: &Arc<Memory>, person: &Arc<str>) -> Backlog {
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
        let fits = (share.bytes() == 0 || own <= OUTBOX_BYTES as u64) && share.resize(own).is_ok();
        // A client that reads what it gets is not cut off by those that do not.
        if !fits && own <= OUTBOX_RESERVE as u64 {
            share.hold(own);
        }
        fits || own <= OUTBOX_RESERVE as u64
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
    _share: Share,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

/// The body of an answer to a person.
pub(crate) fn body(memory: &Arc<Memory>, person: &Arc<str>, text: String) -> Result<Body, Fault> {
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
        let (memory, (ann, bob)) = (Memory::new(160), people());
        let slow = Backlog::new(&memory, &ann);
        // One large answer waits, and no second one on this connection or another of the same person.
        assert!(slow.has_room() && slow.add(9 << 20) && !slow.add(1));
        let second = Backlog::new(&memory, &ann);
        assert!(!second.add(2 << 20) && second.add(1 << 20) && !second.has_room());
        // Others have the other half; then there is room for small messages alone.
        let other = Backlog::new(&memory, &bob);
        assert!(other.has_room() && other.add(8 << 20) && !other.add(3 << 20) && !other.has_room());
        let third = Backlog::new(&memory, &"eve".into());
        assert!(!third.add(3 << 20) && third.add(OUTBOX_RESERVE) && third.add(1 << 20));
        assert_eq!(memory.used(Use::Unread), 19 * MB + OUTBOX_RESERVE as u64);
        drop((slow, second, other));
        third.remove(1 << 20);
        assert_eq!(memory.used(Use::Unread), OUTBOX_RESERVE as u64);
        drop(third);
        assert_eq!(memory.used(Use::Unread), 0);
    }

    #[test]
    fn an_answer_counts_until_it_is_sent() {
        let (memory, (ann, _)) = (Memory::new(20), people());
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
