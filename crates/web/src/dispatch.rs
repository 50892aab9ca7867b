//! From a request to its answer, over either way of asking.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use plylab_core::{InputError, Message, StopFlag, message};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::analysis::Analyses;
use crate::fault::{Code, Fault};
use crate::lab::{Lab, Outbox, lock};
use crate::pool::Class;
use crate::trees::Trees;
use crate::{analysis, catalogue, games, matches, positions, replays, runs, trees};

/// The longest name a request may have.
const LONGEST_ID: usize = 64;

/// Who asks.
pub(crate) struct Caller {
    pub session: Arc<str>,
    /// Where events go; none over HTTP.
    pub outbox: Option<Outbox>,
    /// Has the session been written down?
    pub remembered: AtomicBool,
    pub analyses: Mutex<Analyses>,
    pub trees: Mutex<Trees>,
}

impl Caller {
    pub fn new(session: Arc<str>, outbox: Option<Outbox>, remembered: bool) -> Caller {
        Caller {
            session,
            outbox,
            remembered: AtomicBool::new(remembered),
            analyses: Mutex::default(),
            trees: Mutex::default(),
        }
    }

    /// From now on the session is known: it has something to come back to.
    pub fn remember(&self, lab: &Lab) -> Result<(), Fault> {
        if !self.remembered.swap(true, Ordering::Relaxed) {
            lab.keeper.remember(&self.session)?;
        }
        Ok(())
    }

    /// Where events go, for requests that make no sense without.
    pub fn listener(&self) -> Result<&Outbox, Fault> {
        self.outbox.as_ref().ok_or_else(|| {
            Fault::new(
                Code::BadRequest,
                message!(
                    "needs-socket",
                    "this request needs a WebSocket, because its answer is a stream of events"
                ),
            )
        })
    }
}

/// A request as it comes in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Taken before, so that whatever is wrong can be answered to it.
    #[serde(default, rename = "id")]
    _id: Value,
    #[serde(rename = "do")]
    what: String,
    #[serde(default)]
    with: Value,
}

/// Takes the answer to whoever asked: what went wrong, if something did, and the text.
type Post = dyn FnOnce(Result<(), Fault>, String) + Send;

/// The promise of an answer: whatever happens, there is exactly one.
pub(crate) struct Reply {
    id: Value,
    send: Option<Box<Post>>,
}

impl Reply {
    fn finish(&mut self, result: Result<Value, Fault>) {
        let Some(send) = self.send.take() else { return };
        let mut answer = serde_json::Map::new();
        if !self.id.is_null() {
            answer.insert("id".to_owned(), self.id.take());
        }
        let outcome = match result {
            Ok(value) => {
                answer.insert("ok".to_owned(), value);
                Ok(())
            }
            Err(fault) => {
                answer.insert("error".to_owned(), json!(fault));
                Err(fault)
            }
        };
        send(outcome, Value::Object(answer).to_string());
    }

    /// Keeps the promise.
    pub fn answer(mut self, result: Result<Value, Fault>) {
        self.finish(result);
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        // Whoever had to keep the promise panicked, or will never come to it.
        let fault = if thread::panicking() { Fault::broken() } else { Fault::closing() };
        self.finish(Err(fault));
    }
}

/// Reads what a request is about.
fn args<T: DeserializeOwned>(with: Value) -> Result<T, Fault> {
    let with = if with.is_null() { json!({}) } else { with };
    serde_json::from_value(with)
        .map_err(|error| Fault::new(Code::BadRequest, Message::verbatim(error.to_string())).in_field("with"))
}

/// Nothing is needed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Does what a message asks for. `send` is called once, now or later, with the answer.
pub(crate) fn handle(
    lab: &Arc<Lab>,
    caller: &Arc<Caller>,
    message: &str,
    send: impl FnOnce(Result<(), Fault>, String) + Send + 'static,
) {
    let mut reply = Reply { id: Value::Null, send: Some(Box::new(send)) };
    if message.len() > lab.limits.message_bytes {
        let most = lab.limits.message_bytes;
        let bytes = message.len();
        return reply.answer(Err(Fault::too_large(message!(
            "message-too-large",
            "the message has {bytes} bytes; at most {most} are read",
            bytes,
            most
        ))));
    }
    let value: Value = match serde_json::from_str(message) {
        Ok(value) => value,
        Err(error) => {
            let wrong = message!("not-json", "it is not JSON: {error}", error = error.to_string());
            return reply.answer(Err(Fault::new(Code::BadJson, wrong)));
        }
    };
    if let Some(id) = value.get("id") {
        match id {
            Value::Number(_) => reply.id = id.clone(),
            Value::String(text) if text.len() <= LONGEST_ID => reply.id = id.clone(),
            Value::Null => {}
            _ => {
                let wrong = message!("bad-id", "that cannot be the id of a request");
                let right =
                    message!("id-form", "use a number, or a text of at most {most} bytes", most = LONGEST_ID);
                let error = InputError::new(wrong).expected(right);
                return reply.answer(Err(Fault::of(Code::BadRequest, &error).in_field("id")));
            }
        }
    }
    let request: Request = match serde_json::from_value(value) {
        Ok(request) => request,
        Err(error) => {
            let wrong = message!("not-a-request", "it is not a request: {error}", error = error.to_string());
            return reply.answer(Err(Fault::new(Code::BadRequest, wrong)));
        }
    };
    let Request { what, with, .. } = request;
    let done = catch_unwind(AssertUnwindSafe(|| route(lab, caller, &what, with, reply)));
    // The answer went with the panic: dropping it has answered.
    drop(done);
}

fn route(lab: &Arc<Lab>, caller: &Arc<Caller>, what: &str, with: Value, reply: Reply) {
    // What takes no time is done at once and in order; the rest is light work for the pool.
    macro_rules! now {
        ($work:expr) => {
            reply.answer(args(with).and_then($work))
        };
    }
    macro_rules! light {
        (|$lab:pat_param, $caller:pat_param, $with:pat_param| $work:expr) => {{
            let (asked_lab, asking) = (lab, caller);
            match args(with) {
                Ok($with) => {
                    let ($lab, $caller) = (Arc::clone(lab), Arc::clone(caller));
                    submit(asked_lab, asking, Class::Light, StopFlag::default(), reply, move || $work);
                }
                Err(fault) => reply.answer(Err(fault)),
            }
        }};
    }
    match what {
        "catalogue" => light!(|lab, _, Nothing {}| Ok(catalogue::get(&lab))),
        "agent.check" => light!(|lab, _, with| catalogue::check_agent(&lab, &with)),
        "game.check" => light!(|lab, _, with| catalogue::check(&lab, &with)),
        "game.create" => light!(|lab, caller, with| games::create(&lab, &caller, with)),
        "game.open" => now!(|with| games::open(lab, caller, &with)),
        "game.close" => now!(|with| games::close(lab, caller, &with)),
        "game.list" => now!(|Nothing {}| games::list(lab, caller)),
        "game.play" => now!(|with| games::play(lab, caller, &with)),
        "game.step" => now!(|with| games::step(lab, caller, &with)),
        "game.stop" => now!(|with| games::stop(lab, caller, &with)),
        "game.undo" => now!(|with| games::undo(lab, caller, &with)),
        "game.back" => now!(|with| games::back(lab, caller, &with)),
        "game.restart" => now!(|with| games::restart(lab, caller, &with)),
        "game.swap" => now!(|with| games::swap(lab, caller, &with)),
        "game.seats" => now!(|with| games::reseat(lab, caller, &with)),
        "game.resign" => now!(|with| games::resign(lab, caller, &with)),
        "game.delete" => now!(|with| games::delete(lab, caller, &with)),
        "game.export" => now!(|with| games::export(lab, caller, &with)),
        "game.positions" => light!(|lab, caller, with| games::positions(&lab, &caller, &with)),
        "position" => light!(|lab, caller, with| positions::show(&lab, &caller, &with)),
        "position.line" => light!(|lab, caller, with| positions::line(&lab, &caller, &with)),
        "position.explain" => light!(|lab, caller, with| positions::explain(&lab, &caller, &with)),
        "position.judge" => light!(|lab, caller, with| positions::judge(&lab, &caller, &with)),
        "position.heat" => light!(|lab, caller, with| positions::heat(&lab, &caller, &with)),
        "position.reach" => light!(|lab, caller, with| positions::reach(&lab, &caller, &with)),
        "match.start" => now!(|with| matches::start(lab, caller, &with)),
        "match.stop" => now!(|with| matches::stop(lab, caller, &with)),
        "analysis.start" => now!(|with| analysis::start(lab, caller, &with)),
        "analysis.set" => now!(|with| analysis::set(lab, caller, &with)),
        "analysis.stop" => now!(|with| analysis::stop(caller, &with)),
        "tree.record" => match args(with) {
            Ok(with) => trees::record(lab, caller, with, reply),
            Err(fault) => reply.answer(Err(fault)),
        },
        "tree.draw" => light!(|lab, caller, with| trees::draw(&lab, &caller, &with)),
        "tree.export" => light!(|lab, caller, with| trees::export(&lab, &caller, &with)),
        "tree.check" => light!(|lab, _, with| trees::check(&lab, &with)),
        "experiment.list" => light!(|lab, _, Nothing {}| runs::list(&lab)),
        "experiment.text" => light!(|lab, _, with| runs::text(&lab, &with)),
        "experiment.check" => light!(|lab, _, with| runs::check(&lab, &with)),
        "experiment.start" => light!(|lab, caller, with| runs::start(&lab, &caller, &with)),
        "experiment.watch" => now!(|with| runs::watch(lab, caller, &with)),
        "experiment.unwatch" => now!(|with| runs::unwatch(lab, caller, &with)),
        "experiment.stop" => now!(|with| runs::stop(lab, &with)),
        "experiment.resume" => light!(|lab, caller, with| runs::resume(&lab, &caller, &with)),
        "experiment.games" => light!(|lab, _, with| runs::games(&lab, &with)),
        "experiment.report" => light!(|lab, _, with| runs::report(&lab, &with)),
        "experiment.delete" => light!(|lab, _, with| runs::delete(&lab, &with)),
        "replay.list" => light!(|lab, caller, with| replays::list(&lab, &caller, &with)),
        "replay.open" => match args(with) {
            Ok(with) => replays::open(lab, caller, with, reply),
            Err(fault) => reply.answer(Err(fault)),
        },
        "replay.positions" => match args(with) {
            Ok(with) => replays::positions(lab, caller, with, reply),
            Err(fault) => reply.answer(Err(fault)),
        },
        "replay.import" => light!(|lab, caller, with| replays::import(&lab, &caller, &with)),
        "replay.export" => light!(|lab, caller, with| replays::export(&lab, &caller, &with)),
        "replay.delete" => light!(|lab, caller, with| replays::delete(&lab, &caller, &with)),
        _ => {
            let wrong = message!("no-such-request", "there is no request '{what}'", what = brief(what));
            reply.answer(Err(Fault::new(Code::UnknownRequest, wrong).in_field("do")));
        }
    }
}

/// So much of a text as fits into a message.
fn brief(text: &str) -> String {
    text.chars().take(LONGEST_ID).filter(|c| !c.is_control()).collect()
}

/// Work for the pool, whose result is the answer. If the queue is full, that is the answer.
pub(crate) fn submit(
    lab: &Lab,
    caller: &Caller,
    class: Class,
    stop: StopFlag,
    reply: Reply,
    work: impl FnOnce() -> Result<Value, Fault> + Send + 'static,
) {
    // Both whoever refuses the work and whoever does it need the answer.
    let reply = Arc::new(Mutex::new(Some(reply)));
    let promised = Arc::clone(&reply);
    let take = |reply: &Mutex<Option<Reply>>| lock(reply).take();
    let submitted = lab.pool.submit(class, &caller.session, stop, move || {
        // Taken first: if the work panics, the promise falls with it and answers.
        let reply = take(&promised);
        let result = work();
        if let Some(reply) = reply {
            reply.answer(result);
        }
    });
    if let Err(fault) = submitted
        && let Some(reply) = take(&reply)
    {
        reply.answer(Err(fault));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A request of which the answer comes out at the other end.
    fn promise() -> (Reply, mpsc::Receiver<Value>) {
        let (send, receive) = mpsc::channel();
        let post = move |_: Result<(), Fault>, text: String| {
            send.send(serde_json::from_str(&text).unwrap()).unwrap();
        };
        (Reply { id: json!(1), send: Some(Box::new(post)) }, receive)
    }

    #[test]
    fn a_panic_is_answered_as_our_fault_and_work_goes_on() {
        let folder = std::env::temp_dir().join(format!("plylab-dispatch-{}", std::process::id()));
        let lab = Lab::start(&folder, Arc::default(), None).unwrap();
        let caller = Caller::new("somebody".into(), None, false);
        for class in [Class::Light, Class::Move, Class::Long] {
            // More often than there are threads: none is lost.
            for _ in 0..20 {
                let (reply, answer) = promise();
                submit(&lab, &caller, class, StopFlag::default(), reply, || panic!("on purpose"));
                let answer = answer.recv().unwrap();
                assert_eq!(answer["error"], json!(Fault::broken()));
                assert_eq!(answer["error"]["code"], "internal");
            }
            let (reply, answer) = promise();
            submit(&lab, &caller, class, StopFlag::default(), reply, || Ok(json!("well")));
            assert_eq!(answer.recv().unwrap(), json!({ "id": 1, "ok": "well" }));
        }
        // Done at once, it is the same.
        let (reply, answer) = promise();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let _reply = reply;
            panic!("on purpose");
        }));
        assert!(panicked.is_err());
        assert_eq!(answer.recv().unwrap()["error"]["code"], "internal");
        // What a lab that closes never comes to is no fault of anybody.
        let (reply, answer) = promise();
        drop(reply);
        assert_eq!(answer.recv().unwrap()["error"]["code"], "stopped");
        lab.close();
        std::fs::remove_dir_all(folder).unwrap();
    }
}
