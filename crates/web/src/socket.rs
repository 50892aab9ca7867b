//! One WebSocket: messages in, answers and events out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{SinkExt as _, StreamExt as _};
use plylab_core::message;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};

use crate::dispatch::{Caller, handle};
use crate::fault::{Code, Fault};
use crate::lab::{Lab, Outbox, lock};
use crate::person::Person;
use crate::{assets, games};

/// The protocol's number.
pub(crate) const PROTOCOL: u32 = 3;

/// Time between two pings; browsers answer them automatically.
const PING: Duration = Duration::from_secs(45);

/// How long a client may take to read the remaining messages when the lab closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// What a connection may send in a second before it takes turns with others that send as much. A message counts once, and once
/// more for every 4096 bytes.
const UNHURRIED: usize = 30;

static NUMBER: AtomicU64 = AtomicU64::new(0);

/// How much a connection has sent.
struct Pace {
    since: Instant,
    sent: usize,
}

impl Pace {
    /// Adds a message. Is the connection in a hurry now?
    fn hurries(&mut self, bytes: usize) -> bool {
        if self.since.elapsed() >= Duration::from_secs(1) {
            *self = Pace { since: Instant::now(), sent: 0 };
        }
        self.sent += 1 + bytes / 4096;
        self.sent > UNHURRIED
    }
}

/// Serves a connection until either side closes it.
pub(crate) async fn serve(
    lab: Arc<Lab>,
    socket: WebSocket,
    person: Arc<Person>,
    mut closing: watch::Receiver<bool>,
) {
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let (outbox, mut outgoing) = Outbox::new(number, Arc::clone(&person));
    let (mut writer, mut reader) = socket.split();
    outbox.event(&json!({
        "event": "hello", "protocol": PROTOCOL, "version": env!("CARGO_PKG_VERSION"), "person": &*person,
        "pages": assets::hash(), "limits": lab.limits,
    }));
    lock(&lab.outboxes).insert(number, outbox.clone());
    if let Some(fault) = lab.commit.failing() {
        outbox.event(&json!({ "event": "kept", "fault": fault }));
    }
    let mut ended = closing.clone();
    let (too_slow, waiting) = (Arc::clone(&outbox.closed), Arc::clone(&outbox.waiting));
    let too_large = Arc::new(AtomicBool::new(false));
    let was_too_large = Arc::clone(&too_large);
    let write = tokio::spawn(async move {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.tick().await;
        let close = loop {
            let sent = tokio::select! {
                message = outgoing.recv() => match message {
                    Some(text) => {
                        let bytes = text.len();
                        let sent = writer.send(Message::Text(text)).await;
                        waiting.fetch_sub(bytes, Ordering::Relaxed);
                        sent
                    }
                    None => break None,
                },
                _ = pings.tick() => writer.send(Message::Ping(Vec::new().into())).await,
                () = too_slow.notified() => break Some((close_code::POLICY, "too slow")),
                () = raised(&mut ended) => break Some((close_code::AWAY, "the lab is closing")),
            };
            if sent.is_err() {
                return;
            }
        };
        let (code, reason) = close.unwrap_or(match was_too_large.load(Ordering::Relaxed) {
            true => (close_code::SIZE, "the message is too large"),
            false => (close_code::NORMAL, ""),
        });
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, writer.send(Message::Close(Some(frame)))).await;
    });
    let caller = Arc::new(Caller::new(person, Some(outbox.clone())));
    let idle = Duration::from_secs(lab.limits.idle_seconds);
    let mut pace = Pace { since: Instant::now(), sent: 0 };
    loop {
        let next = tokio::select! {
            next = timeout_at(Instant::now() + idle, reader.next()) => next,
            () = raised(&mut closing) => break,
        };
        match next {
            Ok(Some(Ok(Message::Text(text)))) => {
                // One message at a time of all those who flood the lab: nobody else waits for them.
                let _turn = if pace.hurries(text.len()) { Some(lab.turns.lock().await) } else { None };
                answer(&lab, &caller, &outbox, &text);
            }
            Ok(Some(Ok(Message::Binary(_)))) => {
                let fault = Fault::new(
                    Code::BadJson,
                    message!("not-text", "the message is not text; send JSON in text messages"),
                );
                outbox.event(&json!({ "error": fault }));
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(Some(Err(error))) => {
                too_large.store(is_too_large(error), Ordering::Relaxed);
                break;
            }
            Ok(Some(Ok(Message::Close(_))) | None) | Err(_) => break,
        }
    }
    lock(&caller.analyses).stop_all();
    games::leave(&lab, &outbox);
    lock(&lab.outboxes).remove(&number);
    drop((caller, outbox));
    // Searches that are ending may hold the outbox a little longer; their events are dropped.
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, write).await;
}

/// Was a message larger than anything that is read?
fn is_too_large(error: axum::Error) -> bool {
    let error = error.into_inner().downcast::<tungstenite::Error>();
    error.is_ok_and(|error| matches!(*error, tungstenite::Error::Capacity(_)))
}

/// Ready when the lab closes.
pub(crate) async fn raised(closing: &mut watch::Receiver<bool>) {
    // If the sender is gone, the lab is closing, too.
    let _ = closing.wait_for(|&closing| closing).await;
}

fn answer(lab: &Arc<Lab>, caller: &Arc<Caller>, outbox: &Outbox, text: &str) {
    let outbox = outbox.clone();
    handle(lab, caller, text, move |_, answer| outbox.send(answer.into()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_or_large_messages_are_a_hurry_until_the_second_is_over() {
        let mut pace = Pace { since: Instant::now(), sent: 0 };
        assert!((0..UNHURRIED).all(|_| !pace.hurries(100)));
        assert!(pace.hurries(100));
        pace.since -= Duration::from_secs(1);
        assert!(!pace.hurries(100));
        assert!(pace.hurries(UNHURRIED * 4096));
    }
}
