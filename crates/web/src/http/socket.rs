//! One WebSocket: messages in, answers and events out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::{SinkExt as _, StreamExt as _};
use plylab_core::{StopFlag, message};
use plylab_service::protocol::{Code, Event, Fault, PROTOCOL, Person};
use plylab_service::{Caller, Job, JobKind, Outbox as _, lock};
use serde_json::json;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};

use crate::http::assets;
use crate::http::outbox::{Client, SocketOutbox, next_connection};
use crate::lab::Lab;

/// Time between two pings; browsers answer them automatically.
const PING: Duration = Duration::from_secs(45);

/// How long a client may take to read the remaining messages when the lab closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves a connection until either side closes it.
pub(crate) async fn serve(
    lab: Arc<Lab>,
    socket: WebSocket,
    person: Arc<Person>,
    token: Arc<str>,
    mut closing: watch::Receiver<bool>,
) {
    let number = next_connection();
    let (outbox, mut outgoing) = SocketOutbox::new(&person.id, &lab.service.memory);
    let outbox = Arc::new(outbox);
    let (mut writer, mut reader) = socket.split();
    outbox.event(&Event::Hello {
        protocol: PROTOCOL,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        person: Person::clone(&person),
        pages: assets::hash().to_owned(),
        limits: Box::new(lab.service.limits),
    });
    let caller = Arc::new(Caller::listening(number, Arc::clone(&person), outbox.clone()));
    let client = Client { caller: Arc::clone(&caller), outbox: Arc::clone(&outbox), token };
    lock(&lab.host.clients).insert(number, client);
    if let Some(fault) = lab.host.storage.commit.failing() {
        outbox.event(&Event::Kept { fault: Some(fault) });
    }
    let mut ended = closing.clone();
    let (cut_off, backlog) = (Arc::clone(&outbox.closed), Arc::clone(&outbox.backlog));
    // Not the client itself, whose outbox would never be dropped.
    let revoked = caller.revoked.clone();
    let too_large = Arc::new(AtomicBool::new(false));
    let was_too_large = Arc::clone(&too_large);
    let mut write = tokio::spawn(async move {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.tick().await;
        let reason =
            || (close_code::POLICY, if revoked.is_stopped() { "the link is gone" } else { "too slow" });
        let close = loop {
            let message = tokio::select! {
                message = outgoing.recv() => match message {
                    Some(text) => Message::Text(text),
                    None => break None,
                },
                _ = pings.tick() => Message::Ping(Vec::new().into()),
                () = cut_off.notified() => break Some(reason()),
                () = raised(&mut ended) => break Some((close_code::AWAY, "the lab is closing")),
            };
            let bytes = if let Message::Text(text) = &message { text.len() } else { 0 };
            let mut sending = writer.send(message);
            let (sent, is_cut_off) = tokio::select! {
                biased;
                sent = &mut sending => (sent, false),
                // A client that reads nothing blocks here, and cannot be told why it is closed.
                () = cut_off.notified() => match tokio::time::timeout(CLOSE_TIMEOUT, sending).await {
                    Ok(sent) => (sent, true),
                    Err(_) => return false,
                },
            };
            backlog.remove(bytes);
            if sent.is_err() {
                return false;
            }
            if is_cut_off {
                break Some(reason());
            }
        };
        let (code, reason) = close.unwrap_or(match was_too_large.load(Ordering::Relaxed) {
            true => (close_code::SIZE, "the message is too large"),
            false => (close_code::NORMAL, ""),
        });
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let sent = tokio::time::timeout(CLOSE_TIMEOUT, writer.send(Message::Close(Some(frame)))).await;
        matches!(sent, Ok(Ok(())))
    });
    let idle = Duration::from_secs(lab.service.limits.idle_seconds);
    // Has the writer ended, and has it said goodbye?
    let mut written = None;
    loop {
        let next = tokio::select! {
            next = timeout_at(Instant::now() + idle, reader.next()) => next,
            () = raised(&mut closing) => break,
            said_goodbye = &mut write => {
                written = Some(said_goodbye.unwrap_or(false));
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
                outbox.send(json!({ "error": fault }).to_string());
            }
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(Some(Err(error))) => {
                too_large.store(is_too_large(error), Ordering::Relaxed);
                break;
            }
            Ok(Some(Ok(Message::Close(_))) | None) | Err(_) => break,
        }
    }
    lock(&lab.host.clients).remove(&number);
    let service = Arc::clone(&lab.service);
    let leaving = Arc::clone(&caller);
    // It waits for games that are being changed.
    let _ = tokio::task::spawn_blocking(move || service.leave(&leaving)).await;
    drop((caller, outbox));
    // Searches that are ending may hold the outbox a little longer; their events are dropped.
    match written {
        None => drop(tokio::time::timeout(CLOSE_TIMEOUT, write).await),
        // Until the client has closed as well: with something left to read the system would reset the connection, and the client
        // would not see why it was closed.
        Some(true) => {
            let rest = async { while let Some(Ok(_)) = reader.next().await {} };
            let _ = tokio::time::timeout(CLOSE_TIMEOUT, rest).await;
        }
        Some(false) => {}
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
async fn answer(lab: &Arc<Lab>, caller: &Arc<Caller>, outbox: &Arc<SocketOutbox>, text: Utf8Bytes) {
    let (read, is_read) = oneshot::channel::<()>();
    let (inner, asking, outbox) = (Arc::clone(lab), Arc::clone(caller), Arc::clone(outbox));
    let work = move || {
        let _read = read;
        inner.handle(&asking, &text, move |_, answer| outbox.send(answer));
    };
    let job = Job::new(JobKind::Request, &caller.person.id, &StopFlag::default(), work);
    // Only a lab that closes refuses it, and the connection closes as well.
    if lab.host.jobs.submit(job).is_ok() {
        let _ = is_read.await;
    }
}
