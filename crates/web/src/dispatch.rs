//! From a request to its answer, over WebSocket and HTTP.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;

use plylab_core::{InputError, StopFlag, message};
use plylab_service::protocol::{self, Request, RequestField};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::Analyses;
use crate::fault::{Code, Fault};
use crate::games::Made;
use crate::http::metrics::count;
use crate::lab::{Lab, Outbox, lock, next_connection};
use crate::scheduling::{Job, JobKind};
use crate::trees::Trees;
use crate::{admin, analysis, catalogue, games, matches, positions, replays, runs, trees};
use plylab_service::protocol::Person;

/// Maximum length of a request id.
const LONGEST_ID: usize = 64;

/// The client that sends requests.
pub(crate) struct Caller {
    pub person: Arc<Person>,
    /// The number of the connection, and whether it has ended.
    pub connection: u64,
    pub gone: StopFlag,
    /// Where events go; none over HTTP.
    pub outbox: Option<Outbox>,
    pub analyses: Mutex<Analyses>,
    pub trees: Mutex<Trees>,
}

impl Caller {
    pub fn new(person: Arc<Person>, outbox: Option<Outbox>) -> Caller {
        let connection = outbox.as_ref().map_or_else(next_connection, |outbox| outbox.id);
        let gone = StopFlag::default();
        Caller { person, connection, gone, outbox, analyses: Mutex::default(), trees: Mutex::default() }
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

/// A message that asks for something.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Envelope {
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
struct Reply {
    id: Value,
    send: Option<Box<Post>>,
}

impl Reply {
    fn finish(&mut self, result: Result<String, Fault>) {
        let Some(send) = self.send.take() else { return };
        let id = if self.id.is_null() { String::new() } else { format!("\"id\":{},", self.id) };
        match result {
            Ok(answer) => send(Ok(()), format!("{{{id}\"ok\":{answer}}}")),
            Err(fault) => {
                let text = format!("{{{id}\"error\":{}}}", json!(fault));
                send(Err(fault), text);
            }
        }
    }

    /// Sends the answer, in JSON.
    fn answer(mut self, result: Result<String, Fault>) {
        self.finish(result);
    }

    /// Sends the answer once the game is kept as it is now; if it cannot be, says so.
    fn when_kept(self, lab: &Lab, game: &str, answer: String) {
        lab.commit.when_kept(Some(game), move |kept| self.answer(kept.map(|()| answer)));
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        // The work panicked, or will never be done.
        let fault = if thread::panicking() { Fault::internal() } else { Fault::closing() };
        self.finish(Err(fault));
    }
}

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
    let Envelope { what, with, .. } = match read(lab, message, &mut reply.id) {
        Ok(envelope) => envelope,
        Err(fault) => return reply.answer(Err(fault)),
    };
    count(&lab.counters.requests);
    // The beginning is enough of a name that may be anything.
    let what: String = what.chars().take(LONGEST_ID).filter(|c| !c.is_control()).collect();
    tracing::info!(person = &*caller.person.id, asked = what, "asked");
    let done = catch_unwind(AssertUnwindSafe(|| {
        match Request::read(&what, with).and_then(|request| allowed(lab, caller, request)) {
            Ok(request) => route(lab, caller, request, reply),
            Err(fault) => reply.answer(Err(fault)),
        }
    }));
    // After a panic, dropping the reply has answered.
    drop(done);
}

/// Reads what all messages have in common; the id also of those that are wrong otherwise.
fn read(lab: &Lab, message: &str, id: &mut Value) -> Result<Envelope, Fault> {
    let (bytes, most) = (message.len(), lab.limits.message_bytes);
    if bytes > most {
        return Err(Fault::too_large(message!(
            "message-too-large",
            "the message has {bytes} bytes; at most {most} are read",
            bytes,
            most
        )));
    }
    let value: Value = serde_json::from_str(message).map_err(|error| {
        let wrong = message!("not-json", "the message is not JSON: {error}", error = error.to_string());
        Fault::new(Code::BadJson, wrong)
    })?;
    match value.get("id") {
        None | Some(Value::Null) => {}
        Some(given @ Value::Number(_)) => *id = given.clone(),
        Some(given @ Value::String(text)) if text.len() <= LONGEST_ID => *id = given.clone(),
        Some(_) => {
            let wrong = message!("bad-id", "this is not a valid request id");
            let right =
                message!("id-form", "use a number or a string of at most {most} bytes", most = LONGEST_ID);
            let error = InputError::new(wrong).expected(right);
            return Err(Fault::of(Code::BadRequest, &error).in_field(RequestField::Id));
        }
    }
    serde_json::from_value(value).map_err(|error| {
        let wrong =
            message!("not-a-request", "the message is not a request: {error}", error = error.to_string());
        Fault::new(Code::BadRequest, wrong)
    })
}

/// Refuses what a person may not ask for, or not now.
fn allowed(lab: &Lab, caller: &Caller, request: Request) -> Result<Request, Fault> {
    caller.person.check(request.permission())?;
    if request.is_costly() {
        lab.spending.check(&caller.person)?;
    }
    Ok(request)
}

/// Has a request answered: at once and in order, or by a job of its own.
fn route(lab: &Arc<Lab>, caller: &Arc<Caller>, request: Request, reply: Reply) {
    let kind = match (request.class(), &request) {
        (protocol::Class::Now, _) => {
            let game = request.game().map(str::to_owned);
            return match (answer(lab, caller, request, &StopFlag::default(), &mut None), game) {
                (Ok(answer), Some(game)) => reply.when_kept(lab, &game, answer),
                (result, _) => reply.answer(result),
            };
        }
        // Only the first list counts the games of all bundled experiments.
        (_, Request::ExperimentList(_)) if runs::is_counted() => JobKind::Lookup,
        (protocol::Class::Light, _) => JobKind::Lookup,
        (protocol::Class::Report, _) => JobKind::Report,
        (protocol::Class::Search, _) => JobKind::Search,
    };
    let (inner, asking) = (Arc::clone(lab), Arc::clone(caller));
    submit(lab, caller, kind, reply, move |stop, made| answer(&inner, &asking, request, stop, made));
}

/// The answer to a request, in JSON, and the game that it made, if it did.
fn answer(
    lab: &Arc<Lab>,
    caller: &Arc<Caller>,
    request: Request,
    stop: &StopFlag,
    made: &mut Option<Made>,
) -> Result<String, Fault> {
    match request {
        Request::Catalogue(ask) => ask.answer(|_| Ok(catalogue::get(lab).clone())),
        Request::AgentCheck(ask) => ask.answer(|with| catalogue::check_agent(lab, &with)),
        Request::GameCheck(ask) => ask.answer(|with| catalogue::check(lab, &with)),
        Request::GameCreate(ask) => ask.answer(|with| games::create(lab, caller, with, made)),
        Request::GameOpen(ask) => ask.answer(|with| games::open(lab, caller, &with)),
        Request::GameClose(ask) => ask.answer(|with| games::close(lab, caller, &with)),
        Request::GameList(ask) => ask.answer(|_| games::list(lab, caller)),
        Request::GamePlay(ask) => ask.answer(|with| games::play(lab, caller, &with)),
        Request::GameStep(ask) => ask.answer(|with| games::step(lab, caller, &with)),
        Request::GameStop(ask) => ask.answer(|with| games::stop(lab, caller, &with)),
        Request::GameUndo(ask) => ask.answer(|with| games::undo(lab, caller, &with)),
        Request::GameBack(ask) => ask.answer(|with| games::back(lab, caller, &with)),
        Request::GameRestart(ask) => ask.answer(|with| games::restart(lab, caller, &with)),
        Request::GameSwap(ask) => ask.answer(|with| games::swap(lab, caller, &with)),
        Request::GameSeats(ask) => ask.answer(|with| games::reseat(lab, caller, &with)),
        Request::GameResign(ask) => ask.answer(|with| games::resign(lab, caller, &with)),
        Request::GameDelete(ask) => ask.answer(|with| games::delete(lab, caller, &with)),
        Request::GameExport(ask) => ask.answer(|with| games::export(lab, caller, &with)),
        Request::GamePositions(ask) => ask.answer(|with| games::positions(lab, caller, &with)),
        Request::Position(ask) => ask.answer(|with| positions::show(lab, caller, &with)),
        Request::PositionLine(ask) => ask.answer(|with| positions::line(lab, caller, &with)),
        Request::PositionExplain(ask) => ask.answer(|with| positions::explain(lab, caller, &with)),
        Request::PositionJudge(ask) => ask.answer(|with| positions::judge(lab, caller, &with)),
        Request::PositionHeat(ask) => ask.answer(|with| positions::heat(lab, caller, &with)),
        Request::PositionReach(ask) => ask.answer(|with| positions::reach(lab, caller, &with)),
        Request::MatchStart(ask) => ask.answer(|with| matches::start(lab, caller, with)),
        Request::MatchStop(ask) => ask.answer(|with| matches::stop(lab, caller, &with)),
        Request::AnalysisStart(ask) => ask.answer(|with| analysis::start(lab, caller, &with)),
        Request::AnalysisSet(ask) => ask.answer(|with| analysis::set(lab, caller, &with)),
        Request::AnalysisStop(ask) => ask.answer(|with| analysis::stop(caller, &with)),
        Request::TreeRecord(ask) => ask.answer(|with| trees::record(lab, caller, &with, stop)),
        Request::TreeOpen(ask) => ask.answer(|with| trees::open(lab, caller, &with, stop)),
        Request::TreeWhy(ask) => ask.answer(|with| trees::why(lab, caller, &with, stop)),
        Request::TreeCompare(ask) => ask.answer(|with| trees::compare(lab, caller, &with, stop)),
        Request::TreeNode(ask) => ask.answer(|with| trees::node(caller, &with)),
        Request::TreeStep(ask) => ask.answer(|with| trees::step(caller, &with)),
        Request::TreeOverview(ask) => ask.answer(|with| trees::overview(caller, &with)),
        Request::TreePlot(ask) => ask.answer(|with| trees::plot(caller, &with)),
        Request::TreeDraw(ask) => ask.answer(|with| trees::draw(lab, caller, &with)),
        Request::TreeExport(ask) => ask.answer(|with| trees::export(lab, caller, &with)),
        Request::TreeCheck(ask) => ask.answer(|with| trees::check(lab, with)),
        Request::ExperimentList(ask) => ask.answer(|_| runs::list(lab, caller, stop)),
        Request::ExperimentText(ask) => ask.answer(|with| runs::text(lab, caller, &with)),
        Request::ExperimentCheck(ask) => ask.answer(|with| runs::check(lab, with, stop)),
        Request::ExperimentStart(ask) => ask.answer(|with| runs::start(lab, caller, with, stop)),
        Request::ExperimentWatch(ask) => ask.answer(|with| runs::watch(lab, caller, &with)),
        Request::ExperimentUnwatch(ask) => ask.answer(|with| runs::unwatch(lab, caller, &with)),
        Request::ExperimentStop(ask) => ask.answer(|with| runs::stop(lab, caller, &with)),
        Request::ExperimentResume(ask) => ask.answer(|with| runs::resume(lab, caller, &with)),
        Request::ExperimentGames(ask) => ask.answer(|with| runs::games(lab, caller, &with)),
        Request::ExperimentReport(ask) => ask.answer(|with| runs::report(lab, caller, &with, stop)),
        Request::ExperimentDelete(ask) => ask.answer(|with| runs::delete(lab, caller, &with)),
        Request::ReplayList(ask) => ask.answer(|with| replays::list(lab, caller, &with)),
        Request::ReplayOpen(ask) => ask.answer(|with| replays::open(lab, caller, with, stop)),
        Request::ReplayPositions(ask) => ask.answer(|with| replays::positions(lab, caller, with, stop)),
        Request::ReplayImport(ask) => ask.answer(|with| replays::import(lab, caller, &with, stop)),
        Request::ReplayExport(ask) => ask.answer(|with| replays::export(lab, caller, &with)),
        Request::ReplayDelete(ask) => ask.answer(|with| replays::delete(lab, caller, &with)),
        Request::Share(ask) => ask.answer(|with| admin::share(lab, caller, &with)),
        Request::LabLoad(ask) => ask.answer(|_| admin::load(lab)),
        Request::LabPurge(ask) => ask.answer(|with| admin::purge(lab, &with)),
    }
}

/// Submits a job that ends with the connection; its result is the answer. If the queue is full, the answer says so.
fn submit(
    lab: &Arc<Lab>,
    caller: &Caller,
    kind: JobKind,
    reply: Reply,
    work: impl FnOnce(&StopFlag, &mut Option<Made>) -> Result<String, Fault> + Send + 'static,
) {
    if caller.outbox.as_ref().is_some_and(|outbox| !outbox.backlog.has_room()) {
        return reply.answer(Err(Fault::unread()));
    }
    let (reply, owed) = Owed::new(reply);
    let (stop, inner) = (StopFlag::default(), Arc::clone(lab));
    let job = Job::new(kind, &caller.person.id, stop.clone(), move || {
        // Taken first: if the work panics, the reply is dropped and answers.
        let Some(reply) = owed.take() else { return };
        let mut made = None;
        match (work(&stop, &mut made), made) {
            (Ok(answer), Some(made)) => keep(&inner, made, reply, answer),
            (result, _) => reply.answer(result),
        }
    });
    reply.refuse(lab.jobs.submit(job.asked_by(Some(caller.connection))));
    // It may have ended meanwhile.
    if caller.gone.is_stopped() {
        lab.leave(caller);
    }
}

/// Answers once the game that was made is kept. One that cannot be kept is not created.
fn keep(lab: &Arc<Lab>, made: Made, reply: Reply, answer: String) {
    let inner = Arc::clone(lab);
    lab.commit.when_kept(Some(&made.game.clone()), move |kept| {
        if kept.is_err() {
            games::discard(&inner, &made.game);
        }
        drop(made);
        reply.answer(kept.map(|()| answer));
    });
}

/// A reply that is needed whether the work is refused or done.
struct Owed(Arc<Mutex<Option<Reply>>>);

impl Owed {
    fn new(reply: Reply) -> (Owed, Owed) {
        let shared = Arc::new(Mutex::new(Some(reply)));
        (Owed(Arc::clone(&shared)), Owed(shared))
    }

    fn take(&self) -> Option<Reply> {
        lock(&self.0).take()
    }

    /// Answers that the work was refused, if it was.
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
        let person = Person { id: "p".into(), name: "p".to_owned(), role: protocol::Role::Member };
        let caller = Caller::new(Arc::new(person), None);
        for kind in [JobKind::Lookup, JobKind::Move, JobKind::Report, JobKind::Search] {
            // More often than there are threads: no thread is lost.
            for _ in 0..20 {
                let (reply, answer) = reply_and_answer();
                submit(&lab, &caller, kind, reply, |_, _| panic!("on purpose"));
                let answer = answer.recv().unwrap();
                assert_eq!(answer["error"], json!(Fault::internal()));
                assert_eq!(answer["error"]["code"], "internal");
            }
            let (reply, answer) = reply_and_answer();
            submit(&lab, &caller, kind, reply, |_, _| Ok("\"well\"".to_owned()));
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
