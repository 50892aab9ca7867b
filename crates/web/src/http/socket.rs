//! One WebSocket: messages in, answers and events out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{SinkExt as _, StreamExt as _};
use plylab_core::{StopFlag, message};
use plylab_service::protocol::{Event, PROTOCOL, Person};
use serde_json::json;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};

use crate::dispatch::{Caller, handle};
use crate::fault::{Code, Fault};
use crate::games;
use crate::http::assets;
use crate::lab::{Lab, Outbox, lock, next_connection};
use crate::scheduling::{Job, JobKind};

/// Time between two pings; browsers answer them automatically.
const PING: Duration = Duration::from_secs(45);

/// How long a client may take to read the remaining messages when the lab closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves a connection until either side closes it.
pub(crate) async fn serve(
    lab: Arc<Lab>,
    socket: WebSocket,
    person: Arc<Person>,
    mut closing: watch::Receiver<bool>,
) {
    let number = next_connection();
    let (outbox, mut outgoing) = Outbox::new(number, Arc::clone(&person), &lab.memory);
    let (mut writer, mut reader) = socket.split();
    outbox.event(&Event::Hello {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        person: Person::clone(&person),
        pages: assets::hash().to_owned(),
        limits: Box::new(lab.limits),
    });
    lock(&lab.outboxes).insert(number, outbox.clone());
    if let Some(fault) = lab.commit.failing() {
        outbox.event(&Event::Kept { fault: Some(fault) });
    }
    let mut ended = closing.clone();
    let (too_slow, backlog) = (Arc::clone(&outbox.closed), Arc::clone(&outbox.backlog));
    let too_large = Arc::new(AtomicBool::new(false));
    let was_too_large = Arc::clone(&too_large);
    let mut write = tokio::spawn(async move {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.tick().await;
        let close = loop {
            let message = tokio::select! {
                message = outgoing.recv() => match message {
                    Some(text) => Message::Text(text),
                    None => break None,
                },
                _ = pings.tick() => Message::Ping(Vec::new().into()),
                () = too_slow.notified() => break Some((close_code::POLICY, "too slow")),
                () = raised(&mut ended) => break Some((close_code::AWAY, "the lab is closing")),
            };
            let bytes = if let Message::Text(text) = &message { text.len() } else { 0 };
            // A client that reads nothing blocks here, and cannot be told why it is closed.
            let sent = tokio::select! {
                sent = writer.send(message) => sent,
                () = too_slow.notified() => return,
            };
            backlog.remove(bytes);
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
    let mut is_written = false;
    loop {
        let next = tokio::select! {
            next = timeout_at(Instant::now() + idle, reader.next()) => next,
            () = raised(&mut closing) => break,
            _ = &mut write => {
                is_written = true;
                break;
            }
        };
        match next {
            Ok(Some(Ok(Message::Text(text)))) => answer(&lab, &caller, &outbox, text).await,
            Ok(Some(Ok(Message::Binary(_)))) => {
                let fault = Fault::new(
                    Code::BadJson,
                    message!("not-text", "the message is not text; send JSON in text messages"),
                );
                outbox.send(json!({ "error": fault }).to_string().into());
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(Some(Err(error))) => {
                too_large.store(is_too_large(error), Ordering::Relaxed);
                break;
            }
            Ok(Some(Ok(Message::Close(_))) | None) | Err(_) => break,
        }
    }
    lab.leave(&caller);
    games::leave(&lab, &outbox);
    lock(&lab.outboxes).remove(&number);
    drop((caller, outbox));
    // Searches that are ending may hold the outbox a little longer; their events are dropped.
    if !is_written {
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, write).await;
    }
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

/// Has a message handled. The next one is read after that: what a connection asks for is done in order.
async fn answer(lab: &Arc<Lab>, caller: &Arc<Caller>, outbox: &Outbox, text: Utf8Bytes) {
    let (read, is_read) = oneshot::channel::<()>();
    let (inner, asking, outbox) = (Arc::clone(lab), Arc::clone(caller), outbox.clone());
    let job = Job::new(JobKind::Request, &caller.person.id, StopFlag::default(), move || {
        let _read = read;
        handle(&inner, &asking, &text, move |_, answer| outbox.send(answer.into()));
    });
    // Only a lab that closes refuses it, and the connection closes as well.
    if lab.jobs.submit(job).is_ok() {
        let _ = is_read.await;
    }
}
