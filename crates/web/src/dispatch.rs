//! From a request to its answer, over WebSocket and HTTP.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;

use plylab_core::{InputError, Message, StopFlag, message};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::analysis::Analyses;
use crate::class::Class;
use crate::fault::{Code, Fault};
use crate::lab::{Lab, Outbox, lock};
use crate::metrics::count;
use crate::person::Person;
use crate::trees::Trees;
use crate::{admin, allowed, analysis, catalogue, games, matches, positions, replays, runs, trees};

/// Maximum length of a request id.
const LONGEST_ID: usize = 64;

/// The client that sends requests.
pub(crate) struct Caller {
    pub person: Arc<Person>,
    /// Where events go; none over HTTP.
    pub outbox: Option<Outbox>,
    pub analyses: Mutex<Analyses>,
    pub trees: Mutex<Trees>,
}

impl Caller {
    pub fn new(person: Arc<Person>, outbox: Option<Outbox>) -> Caller {
        Caller { person, outbox, analyses: Mutex::default(), trees: Mutex::default() }
    }

    /// Where events go; an error for requests that need it over HTTP.
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

/// An incoming request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Read separately and first, so that every error can be answered with it.
    #[serde(default, rename = "id")]
    _id: Value,
    #[serde(rename = "do")]
    what: String,
    #[serde(default)]
    with: Value,
}

/// Sends the answer to the client: the fault, if there is one, and the text.
type Post = dyn FnOnce(Result<(), Fault>, String) + Send;

/// An answer that is still owed: whatever happens, exactly one is sent.
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

    /// Sends the answer.
    pub fn answer(mut self, result: Result<Value, Fault>) {
        self.finish(result);
    }
}

impl Reply {
    /// Sends the answer once the game is kept as it is now; if it cannot be, says so.
    fn when_kept(self, lab: &Lab, game: Option<&str>, result: Result<Value, Fault>) {
        match result {
            Ok(value) => lab.commit.when_kept(game, move |kept| self.answer(kept.map(|()| value))),
            Err(fault) => self.answer(Err(fault)),
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        // The work panicked, or will never be done.
        let fault = if thread::panicking() { Fault::internal() } else { Fault::closing() };
        self.finish(Err(fault));
    }
}

/// Reads the `with` of a request.
fn args<T: DeserializeOwned>(with: Value) -> Result<T, Fault> {
    let with = if with.is_null() { json!({}) } else { with };
    serde_json::from_value(with)
        .map_err(|error| Fault::new(Code::BadRequest, Message::verbatim(error.to_string())).in_field("with"))
}

/// A request without parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Handles a message. `send` is called exactly once, now or later, with the answer.
pub(crate) fn handle(
    lab: &Arc<Lab>,
    caller: &Arc<Caller>,
    message: &str,
    send: impl FnOnce(Result<(), Fault>, String) + Send + 'static,
) {
    let counted = Arc::clone(lab);
    let send = move |outcome: Result<(), Fault>, answer| {
        if let Err(fault) = &outcome {
            count(&counted.counters.errors);
            match fault.code {
                Code::Busy | Code::NotKept | Code::Internal => {
                    tracing::warn!(error = fault.message(), "refused");
                }
                _ => tracing::debug!(error = fault.message(), "refused"),
            }
        }
        send(outcome, answer);
    };
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
            let wrong = message!("not-json", "the message is not JSON: {error}", error = error.to_string());
            return reply.answer(Err(Fault::new(Code::BadJson, wrong)));
        }
    };
    if let Some(id) = value.get("id") {
        match id {
            Value::Number(_) => reply.id = id.clone(),
            Value::String(text) if text.len() <= LONGEST_ID => reply.id = id.clone(),
            Value::Null => {}
            _ => {
                let wrong = message!("bad-id", "this is not a valid request id");
                let right = message!(
                    "id-form",
                    "use a number or a string of at most {most} bytes",
                    most = LONGEST_ID
                );
                let error = InputError::new(wrong).expected(right);
                return reply.answer(Err(Fault::of(Code::BadRequest, &error).in_field("id")));
            }
        }
    }
    let request: Request = match serde_json::from_value(value) {
        Ok(request) => request,
        Err(error) => {
            let wrong =
                message!("not-a-request", "the message is not a request: {error}", error = error.to_string());
            return reply.answer(Err(Fault::new(Code::BadRequest, wrong)));
        }
    };
    let Request { what, with, .. } = request;
    count(&lab.counters.requests);
    tracing::info!(person = &*caller.person.id, asked = brief(&what), "asked");
    let done = catch_unwind(AssertUnwindSafe(|| route(lab, caller, &what, with, reply)));
    // After a panic, dropping the reply has answered.
    drop(done);
}

fn route(lab: &Arc<Lab>, caller: &Arc<Caller>, what: &str, with: Value, reply: Reply) {
    // Instant work is done at once and in order; the rest is light work for the pool.
    macro_rules! now {
        ($work:expr) => {
            reply.answer(args(with).and_then($work))
        };
    }
    // What changes a game is answered once the game is kept.
    macro_rules! kept {
        ($work:expr) => {{
            let game = with["game"].as_str().map(str::to_owned);
            reply.when_kept(lab, game.as_deref(), args(with).and_then($work))
        }};
    }
    macro_rules! pooled {
        ($class:expr, |$lab:pat_param, $caller:pat_param, $with:pat_param, $stop:pat_param| $work:expr) => {{
            let (asked_lab, asking, stop) = (lab, caller, StopFlag::default());
            match args(with) {
                Ok($with) => {
                    let ($lab, $caller, $stop) = (Arc::clone(lab), Arc::clone(caller), stop.clone());
                    submit(asked_lab, asking, $class, stop, reply, move || $work);
                }
                Err(fault) => reply.answer(Err(fault)),
            }
        }};
    }
    macro_rules! light {
        (|$lab:pat_param, $caller:pat_param, $with:pat_param| $work:expr) => {
            pooled!(Class::Light, |$lab, $caller, $with, _| $work)
        };
    }
    // Checks, reports and imports may take seconds, and end when the lab closes.
    macro_rules! report {
        ($($work:tt)*) => { pooled!(Class::Report, $($work)*) };
    }
    if let Err(fault) = allowed::check(lab, &caller.person, what) {
        return reply.answer(Err(fault));
    }
    match what {
        "catalogue" => light!(|lab, _, Nothing {}| Ok(catalogue::get(&lab))),
        "agent.check" => light!(|lab, _, with| catalogue::check_agent(&lab, &with)),
        "game.check" => light!(|lab, _, with| catalogue::check(&lab, &with)),
        "game.create" => match args(with) {
            Ok(with) => create(lab, caller, with, reply),
            Err(fault) => reply.answer(Err(fault)),
        },
        "game.open" => now!(|with| games::open(lab, caller, &with)),
        "game.close" => now!(|with| games::close(lab, caller, &with)),
        "game.list" => light!(|lab, caller, Nothing {}| games::list(&lab, &caller)),
        "game.play" => kept!(|with| games::play(lab, caller, &with)),
        "game.step" => now!(|with| games::step(lab, caller, &with)),
        "game.stop" => now!(|with| games::stop(lab, caller, &with)),
        "game.undo" => kept!(|with| games::undo(lab, caller, &with)),
        "game.back" => kept!(|with| games::back(lab, caller, &with)),
        "game.restart" => kept!(|with| games::restart(lab, caller, &with)),
        "game.swap" => kept!(|with| games::swap(lab, caller, &with)),
        "game.seats" => kept!(|with| games::reseat(lab, caller, &with)),
        "game.resign" => kept!(|with| games::resign(lab, caller, &with)),
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
        "tree.open" => match args(with) {
            Ok(with) => trees::open(lab, caller, with, reply),
            Err(fault) => reply.answer(Err(fault)),
        },
        "tree.why" => match args(with) {
            Ok(with) => trees::why(lab, caller, with, reply),
            Err(fault) => reply.answer(Err(fault)),
        },
        "tree.compare" => match args(with) {
            Ok(with) => trees::compare(lab, caller, with, reply),
            Err(fault) => reply.answer(Err(fault)),
        },
        "tree.node" => light!(|_, caller, with| trees::node(&caller, &with)),
        "tree.step" => light!(|_, caller, with| trees::step(&caller, &with)),
        "tree.overview" => light!(|_, caller, with| trees::overview(&caller, &with)),
        "tree.plot" => light!(|_, caller, with| trees::plot(&caller, &with)),
        "tree.draw" => light!(|lab, caller, with| trees::draw(&lab, &caller, &with)),
        "tree.export" => report!(|lab, caller, with, _| trees::export(&lab, &caller, &with)),
        "tree.check" => light!(|lab, _, with| trees::check(&lab, &with)),
        // The first list counts the games of all bundled experiments.
        "experiment.list" if runs::is_counted() => {
            light!(|lab, caller, Nothing {}| runs::list(&lab, &caller, &StopFlag::default()));
        }
        "experiment.list" => report!(|lab, caller, Nothing {}, stop| runs::list(&lab, &caller, &stop)),
        "experiment.text" => light!(|lab, caller, with| runs::text(&lab, &caller, &with)),
        "experiment.check" => report!(|lab, _, with, stop| runs::check(&lab, &with, &stop)),
        "experiment.start" => report!(|lab, caller, with, stop| runs::start(&lab, &caller, &with, &stop)),
        "experiment.watch" => now!(|with| runs::watch(lab, caller, &with)),
        "experiment.unwatch" => now!(|with| runs::unwatch(lab, caller, &with)),
        "experiment.stop" => now!(|with| runs::stop(lab, caller, &with)),
        "experiment.resume" => light!(|lab, caller, with| runs::resume(&lab, &caller, &with)),
        "experiment.games" => report!(|lab, caller, with, _| runs::games(&lab, &caller, &with)),
        "experiment.report" => report!(|lab, caller, with, stop| runs::report(&lab, &caller, &with, &stop)),
        "experiment.delete" => light!(|lab, caller, with| runs::delete(&lab, &caller, &with)),
        "replay.list" => light!(|lab, caller, with| replays::list(&lab, &caller, &with)),
        "replay.open" => match args(with) {
            Ok(with) => replays::open(lab, caller, with, reply),
            Err(fault) => reply.answer(Err(fault)),
        },
        "replay.positions" => match args(with) {
            Ok(with) => replays::positions(lab, caller, with, reply),
            Err(fault) => reply.answer(Err(fault)),
        },
        "replay.import" => report!(|lab, caller, with, stop| replays::import(&lab, &caller, &with, &stop)),
        "replay.export" => light!(|lab, caller, with| replays::export(&lab, &caller, &with)),
        "share" => kept!(|with| admin::share(lab, caller, &with)),
        "lab.load" => light!(|lab, caller, Nothing {}| admin::load(&lab, &caller)),
        "lab.purge" => light!(|lab, caller, with| admin::purge(&lab, &caller, &with)),
        "replay.delete" => light!(|lab, caller, with| replays::delete(&lab, &caller, &with)),
        _ => {
            let wrong = message!("no-such-request", "there is no request '{what}'", what = brief(what));
            reply.answer(Err(Fault::new(Code::UnknownRequest, wrong).in_field("do")));
        }
    }
}

/// Creates a game. One that cannot be kept is not created.
fn create(lab: &Arc<Lab>, caller: &Arc<Caller>, with: games::Create, reply: Reply) {
    let (inner, asking) = (Arc::clone(lab), Arc::clone(caller));
    let (reply, owed) = Owed::new(reply);
    let submitted = lab.pool.submit(Class::Light, &caller.person.id, StopFlag::default(), move || {
        let Some(reply) = owed.take() else { return };
        match games::create(&inner, &asking, with) {
            Ok((game, made)) => {
                let lab = Arc::clone(&inner);
                let id = game["game"]["id"].as_str().unwrap_or_default().to_owned();
                inner.commit.when_kept(Some(&id.clone()), move |kept| {
                    if kept.is_err() {
                        games::discard(&lab, &id);
                    }
                    drop(made);
                    reply.answer(kept.map(|()| game));
                });
            }
            Err(fault) => reply.answer(Err(fault)),
        }
    });
    reply.refuse(submitted);
}

/// The beginning of a text, short enough for a message.
fn brief(text: &str) -> String {
    text.chars().take(LONGEST_ID).filter(|c| !c.is_control()).collect()
}

/// Submits work to the pool; its result is the answer. If the queue is full, the answer says so.
pub(crate) fn submit(
    lab: &Lab,
    caller: &Caller,
    class: Class,
    stop: StopFlag,
    reply: Reply,
    work: impl FnOnce() -> Result<Value, Fault> + Send + 'static,
) {
    if caller.outbox.as_ref().is_some_and(|outbox| !outbox.backlog.has_room()) {
        return reply.answer(Err(Fault::unread()));
    }
    let (reply, owed) = Owed::new(reply);
    let asking = caller.outbox.clone();
    let submitted = lab.pool.submit(class, &caller.person.id, stop, move || {
        if asking.is_some_and(|outbox| outbox.is_gone()) {
            return;
        }
        // Taken first: if the work panics, the reply is dropped and answers.
        let reply = owed.take();
        let result = work();
        if let Some(reply) = reply {
            reply.answer(result);
        }
    });
    reply.refuse(submitted);
}

/// A reply that is needed whether the pool refuses the work or does it.
struct Owed(Arc<Mutex<Option<Reply>>>);

impl Owed {
    fn new(reply: Reply) -> (Owed, Owed) {
        let shared = Arc::new(Mutex::new(Some(reply)));
        (Owed(Arc::clone(&shared)), Owed(shared))
    }

    fn take(&self) -> Option<Reply> {
        lock(&self.0).take()
    }

    /// Answers that the pool refused the work, if it did.
    fn refuse(&self, submitted: Result<(), Fault>) {
        if let Err(fault) = submitted
            && let Some(reply) = self.take()
        {
            reply.answer(Err(fault));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A reply, and the receiver of its answer.
    fn reply_and_answer() -> (Reply, mpsc::Receiver<Value>) {
        let (send, receive) = mpsc::channel();
        let post = move |_: Result<(), Fault>, text: String| {
            send.send(serde_json::from_str(&text).unwrap()).unwrap();
        };
        (Reply { id: json!(1), send: Some(Box::new(post)) }, receive)
    }

    #[test]
    fn a_panic_is_an_internal_error_and_work_continues() {
        let folder = std::env::temp_dir().join(format!("plylab-dispatch-{}", std::process::id()));
        let lab = Lab::start(&folder, Arc::default(), None, &crate::lab::Settings::default()).unwrap();
        let person = Person { id: "p".into(), name: "p".to_owned(), role: crate::person::Role::Member };
        let caller = Caller::new(Arc::new(person), None);
        for class in [Class::Light, Class::Move, Class::Report, Class::Long] {
            // More often than there are threads: no thread is lost.
            for _ in 0..20 {
                let (reply, answer) = reply_and_answer();
                submit(&lab, &caller, class, StopFlag::default(), reply, || panic!("on purpose"));
                let answer = answer.recv().unwrap();
                assert_eq!(answer["error"], json!(Fault::internal()));
                assert_eq!(answer["error"]["code"], "internal");
            }
            let (reply, answer) = reply_and_answer();
            submit(&lab, &caller, class, StopFlag::default(), reply, || Ok(json!("well")));
            assert_eq!(answer.recv().unwrap(), json!({ "id": 1, "ok": "well" }));
        }
        // The same for work done at once.
        let (reply, answer) = reply_and_answer();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let _reply = reply;
            panic!("on purpose");
        }));
        assert!(panicked.is_err());
        assert_eq!(answer.recv().unwrap()["error"]["code"], "internal");
        // Work that is dropped without a panic was stopped because the lab closes.
        let (reply, answer) = reply_and_answer();
        drop(reply);
        assert_eq!(answer.recv().unwrap()["error"]["code"], "stopped");
        lab.close(std::time::Duration::from_secs(60));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
