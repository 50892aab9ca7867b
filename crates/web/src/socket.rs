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
use crate::{assets, games, names};

/// Letters in the name of a session.
const SESSION: usize = 26;

/// The protocol's number.
pub(crate) const PROTOCOL: u32 = 2;

/// Time between two pings; browsers answer them automatically.
const PING: Duration = Duration::from_secs(45);

/// How long a client may take to read the remaining messages when the lab closes.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

static NUMBER: AtomicU64 = AtomicU64::new(0);

/// The session of that name if it exists, else a new one; and whether it existed.
pub(crate) fn session(lab: &Lab, name: Option<&str>) -> (Arc<str>, bool) {
    if let Some(name) = name.filter(|name| names::is_name(name, SESSION)) {
        // A new session is stored once it is used again.
        let returns = lab.new_sessions.take(name) && lab.db.keep_session(name).is_ok();
        if returns || lab.db.touch_session(name).unwrap_or(false) {
            return (name.into(), true);
        }
    }
    let fresh: Arc<str> = names::fresh(SESSION).into();
    lab.new_sessions.add(&fresh);
    (fresh, false)
}

/// Serves a connection until either side closes it.
pub(crate) async fn serve(
    lab: Arc<Lab>,
    socket: WebSocket,
    name: Option<String>,
    mut closing: watch::Receiver<bool>,
) {
    let (session, resumed) = session(&lab, name.as_deref());
    let (outbox, mut outgoing) = Outbox::new(NUMBER.fetch_add(1, Ordering::Relaxed));
    let (mut writer, mut reader) = socket.split();
    outbox.event(&json!({
        "event": "hello", "protocol": PROTOCOL, "version": env!("CARGO_PKG_VERSION"), "session": &*session,
        "resumed": resumed, "pages": assets::hash(), "limits": lab.limits,
    }));
    let mut ended = closing.clone();
    let too_slow = Arc::clone(&outbox.closed);
    let too_large = Arc::new(AtomicBool::new(false));
    let was_too_large = Arc::clone(&too_large);
    let write = tokio::spawn(async move {
        let mut pings = interval(PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        pings.tick().await;
        let close = loop {
            let sent = tokio::select! {
                message = outgoing.recv() => match message {
                    Some(text) => writer.send(Message::Text(text)).await,
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
    let caller = Arc::new(Caller::new(session, Some(outbox.clone()), resumed));
    let idle = Duration::from_secs(lab.limits.idle_seconds);
    loop {
        let next = tokio::select! {
            next = timeout_at(Instant::now() + idle, reader.next()) => next,
            () = raised(&mut closing) => break,
        };
        match next {
            Ok(Some(Ok(Message::Text(text)))) => answer(&lab, &caller, &outbox, &text),
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
async fn raised(closing: &mut watch::Receiver<bool>) {
    // If the sender is gone, the lab is closing, too.
    let _ = closing.wait_for(|&closing| closing).await;
}

fn answer(lab: &Arc<Lab>, caller: &Arc<Caller>, outbox: &Outbox, text: &str) {
    let outbox = outbox.clone();
    handle(lab, caller, text, move |_, answer| outbox.send(answer.into()));
}
