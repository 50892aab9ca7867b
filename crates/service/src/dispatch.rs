//! From a request to its answer, over WebSocket and HTTP.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;

use plylab_core::{InputError, StopFlag, message};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::analysis::Analyses;
use crate::games::Made;
use crate::host::{Job, JobKind, Outbox, Task};
use crate::protocol::{Code, Fault, Person, Request, RequestField, Result};
use crate::trees::Trees;
use crate::{Service, admin, analysis, catalogue, games, lock, matches, positions, replays, runs, trees};

/// Maximum length of a request id.
const LONGEST_ID: usize = 64;

/// The client that sends requests.
pub struct Caller {
    /// Whose connection it is.
    pub person: Arc<Person>,
    /// The number of the connection.
    pub connection: u64,
    /// Raised when the connection has ended.
    pub(crate) gone: StopFlag,
    /// Raised when the client may not ask for anything more: what let it in is gone.
    pub revoked: StopFlag,
    /// Where events go, if the client can listen.
    pub(crate) outbox: Option<Arc<dyn Outbox>>,
    /// The games that it watches.
    pub(crate) watched: Mutex<HashSet<String>>,
    pub(crate) analyses: Mutex<Analyses>,
    pub(crate) trees: Mutex<Trees>,
}

impl Caller {
    /// A client that waits for answers only.
    pub fn new(connection: u64, person: Arc<Person>) -> Caller {
        Caller {
            person,
            connection,
            gone: StopFlag::default(),
            revoked: StopFlag::default(),
            outbox: None,
            watched: Mutex::default(),
            analyses: Mutex::default(),
            trees: Mutex::default(),
        }
    }

    /// A client that is also told what happens.
    pub fn listening(connection: u64, person: Arc<Person>, outbox: Arc<dyn Outbox>) -> Caller {
        Caller { outbox: Some(outbox), ..Caller::new(connection, person) }
    }

    /// Where events go.
    pub(crate) fn outbox(&self) -> Result<&Arc<dyn Outbox>> {
        self.outbox.as_ref().ok_or_else(|| {
            let wrong = message!(
                "needs-socket",
                "this request needs a WebSocket, because its answer is a stream of events"
            );
            Fault::new(Code::BadRequest, wrong)
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
pub type Post = Box<dyn FnOnce(Result<()>, String) + Send>;

/// An answer that is still owed: whatever happens, exactly one is sent.
struct PendingReply {
    id: Value,
    send: Option<Post>,
}

impl PendingReply {
    fn finish(&mut self, result: Result<String>) {
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
    fn answer(mut self, result: Result<String>) {
        self.finish(result);
    }

    /// Sends the answer once the game is kept as it is now; if it cannot be, says so. A game that was made for this request and
    /// cannot be kept is not created.
    fn when_kept(self, service: &Arc<Service>, game: &str, made: Option<Made>, answer: String) {
        let inner = Arc::clone(service);
        let waiter = move |kept: Result<()>| {
            if let Some(made) = made
                && kept.is_err()
            {
                games::discard(&inner, &made.game);
            }
            self.answer(kept.map(|()| answer));
        };
        service.store().when_kept(Some(game), Box::new(waiter));
    }
}

impl Drop for PendingReply {
    fn drop(&mut self) {
        // The work panicked, or will never be done.
        let fault = if thread::panicking() { Fault::internal() } else { Fault::closing() };
        self.finish(Err(fault));
    }
}

/// Handles a message. `send` is called exactly once, now or later, with the answer.
pub fn handle(service: &Arc<Service>, caller: &Arc<Caller>, message: &str, send: Post) {
    let mut reply = PendingReply { id: Value::Null, send: Some(send) };
    let Envelope { what, with, .. } = match read(service, message, &mut reply.id) {
        Ok(envelope) => envelope,
        Err(fault) => return reply.answer(Err(fault)),
    };
    // The beginning is enough of a name that may be anything.
    let what: String = what.chars().take(LONGEST_ID).filter(|c| !c.is_control()).collect();
    tracing::info!(person = &*caller.person.id, asked = what, "asked");
    let done = catch_unwind(AssertUnwindSafe(|| {
        match Request::read(&what, with).and_then(|request| allowed(service, caller, request)) {
            Ok(request) => route(service, caller, request, reply),
            Err(fault) => reply.answer(Err(fault)),
        }
    }));
    // After a panic, dropping the reply has answered.
    drop(done);
}

/// Reads what all messages have in common; the id also of those that are wrong otherwise.
fn read(service: &Service, message: &str, id: &mut Value) -> Result<Envelope> {
    let (bytes, most) = (message.len(), service.limits.message_bytes);
    if bytes > most {
        return Err(Fault::too_large(message!(
            "message-too-large",
            "the message has {bytes} bytes; at most {most} are read"
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
            return Err(Fault::of(Code::BadRequest, error).in_field(RequestField::Id));
        }
    }
    serde_json::from_value(value).map_err(|error| {
        let wrong =
            message!("not-a-request", "the message is not a request: {error}", error = error.to_string());
        Fault::new(Code::BadRequest, wrong)
    })
}

/// Refuses what a person may not ask for, or not now.
fn allowed(service: &Service, caller: &Caller, request: Request) -> Result<Request> {
    if caller.revoked.is_stopped() {
        return Err(Fault::no_token());
    }
    caller.person.check(request.permission())?;
    if request.needs_socket() {
        caller.outbox()?;
    }
    if request.is_costly() {
        service.host.check_spending(&caller.person)?;
    }
    Ok(request)
}

/// Has a request answered: at once and in order, or by a job of its own.
fn route(service: &Arc<Service>, caller: &Arc<Caller>, request: Request, reply: PendingReply) {
    let Some(mut kind) = request.job() else {
        let game = request.game().map(str::to_owned);
        return match (answer(service, caller, request, &StopFlag::default(), &mut None), game) {
            (Ok(answer), Some(game)) => reply.when_kept(service, &game, None, answer),
            (result, _) => reply.answer(result),
        };
    };
    // Only the first list counts the games of all bundled experiments.
    if matches!(request, Request::ExperimentList(_)) && runs::is_counted() {
        kind = JobKind::Lookup;
    }
    if caller.outbox.as_ref().is_some_and(|outbox| !outbox.has_room()) {
        let wrong =
            message!("unread-full", "too many answers wait to be read; read them, or try again in a moment");
        return reply.answer(Err(Fault::new(Code::Busy, wrong)));
    }
    let stop = StopFlag::default();
    let reply = Arc::new(Mutex::new(Some(reply)));
    let asked = Asked { caller: Arc::clone(caller), request, reply: Arc::clone(&reply) };
    let job = Job::new(kind, &caller.person.id, &stop, Task::Answer(Box::new(asked)));
    if let Err(fault) = service.submit(job.asked_by(caller.connection))
        && let Some(reply) = lock(&reply).take()
    {
        reply.answer(Err(fault));
    }
    // It may have ended meanwhile.
    if caller.gone.is_stopped() {
        service.leave(caller);
    }
}

/// A request that a job answers.
pub struct Asked {
    caller: Arc<Caller>,
    request: Request,
    /// The host drops the task of a job that it refuses; the reply must outlive it to say why.
    reply: Arc<Mutex<Option<PendingReply>>>,
}

/// Answers a request whose turn has come.
pub(crate) fn answer_asked(service: &Arc<Service>, asked: Asked, stop: &StopFlag) {
    let Asked { caller, request, reply } = asked;
    let Some(reply) = lock(&reply).take() else { return };
    let mut made = None;
    match (answer(service, &caller, request, stop, &mut made), made) {
        (Ok(answer), Some(made)) => {
            let game = made.game.clone();
            reply.when_kept(service, &game, Some(made), answer);
        }
        (result, _) => reply.answer(result),
    }
}

/// The answer to a request, in JSON. `made` becomes the place of the game that it made, if any.
fn answer(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    request: Request,
    stop: &StopFlag,
    made: &mut Option<Made>,
) -> Result<String> {
    match request {
        Request::Catalogue(ask) => ask.answer(|_| Ok(service.catalogue().clone())),
        Request::AgentCheck(ask) => ask.answer(|with| catalogue::check_agent(service, caller, &with)),
        Request::GameCheck(ask) => ask.answer(|with| catalogue::check(service, caller, &with)),
        Request::GameCreate(ask) => ask.answer(|with| games::create(service, caller, with, made)),
        Request::GameOpen(ask) => ask.answer(|with| games::open(service, caller, &with)),
        Request::GameClose(ask) => ask.answer(|with| games::close(service, caller, &with)),
        Request::GameList(ask) => ask.answer(|_| games::list(service, caller)),
        Request::GamePlay(ask) => ask.answer(|with| games::play(service, caller, &with)),
        Request::GameStep(ask) => ask.answer(|with| games::step(service, caller, &with)),
        Request::GameStop(ask) => ask.answer(|with| games::stop(service, caller, &with)),
        Request::GameUndo(ask) => ask.answer(|with| games::undo(service, caller, &with)),
        Request::GameBack(ask) => ask.answer(|with| games::back(service, caller, &with)),
        Request::GameRestart(ask) => ask.answer(|with| games::restart(service, caller, &with)),
        Request::GameSwap(ask) => ask.answer(|with| games::swap(service, caller, &with)),
        Request::GameSeats(ask) => ask.answer(|with| games::reseat(service, caller, &with)),
        Request::GameResign(ask) => ask.answer(|with| games::resign(service, caller, &with)),
        Request::GameDelete(ask) => ask.answer(|with| games::delete(service, caller, &with)),
        Request::GameExport(ask) => ask.answer(|with| games::export(service, caller, &with)),
        Request::GamePositions(ask) => ask.answer(|with| games::positions(service, caller, &with)),
        Request::Position(ask) => ask.answer(|with| positions::show(service, caller, &with)),
        Request::PositionLine(ask) => ask.answer(|with| positions::line(service, caller, &with)),
        Request::PositionExplain(ask) => ask.answer(|with| positions::explain(service, caller, &with)),
        Request::PositionJudge(ask) => ask.answer(|with| positions::judge(service, caller, &with)),
        Request::PositionHeat(ask) => ask.answer(|with| positions::heat(service, caller, &with)),
        Request::PositionReach(ask) => ask.answer(|with| positions::reach(service, caller, &with)),
        Request::MatchStart(ask) => ask.answer(|with| matches::start(service, caller, with)),
        Request::MatchStop(ask) => ask.answer(|with| matches::stop(service, caller, &with)),
        Request::AnalysisStart(ask) => ask.answer(|with| analysis::start(service, caller, &with)),
        Request::AnalysisSet(ask) => ask.answer(|with| analysis::set(service, caller, &with)),
        Request::AnalysisStop(ask) => ask.answer(|with| analysis::stop(caller, &with)),
        Request::TreeRecord(ask) => ask.answer(|with| trees::record(service, caller, &with, stop)),
        Request::TreeOpen(ask) => ask.answer(|with| trees::open(service, caller, &with, stop)),
        Request::TreeWhy(ask) => ask.answer(|with| trees::why(service, caller, &with, stop)),
        Request::TreeCompare(ask) => ask.answer(|with| trees::compare(service, caller, &with, stop)),
        Request::TreeNode(ask) => ask.answer(|with| trees::node(caller, &with)),
        Request::TreeStep(ask) => ask.answer(|with| trees::step(caller, &with)),
        Request::TreeOverview(ask) => ask.answer(|with| trees::overview(caller, &with)),
        Request::TreePlot(ask) => ask.answer(|with| trees::plot(caller, &with)),
        Request::TreeDraw(ask) => ask.answer(|with| trees::draw(service, caller, &with)),
        Request::TreeExport(ask) => ask.answer(|with| trees::export(service, caller, &with)),
        Request::TreeCheck(ask) => ask.answer(|with| trees::check(service, caller, with)),
        Request::ExperimentList(ask) => ask.answer(|_| runs::list(service, caller, stop)),
        Request::ExperimentText(ask) => ask.answer(|with| runs::text(service, caller, &with)),
        Request::ExperimentCheck(ask) => ask.answer(|with| runs::check(service, with, stop)),
        Request::ExperimentStart(ask) => ask.answer(|with| runs::start(service, caller, with, stop)),
        Request::ExperimentWatch(ask) => ask.answer(|with| runs::watch(service, caller, &with)),
        Request::ExperimentUnwatch(ask) => ask.answer(|with| runs::unwatch(service, caller, &with)),
        Request::ExperimentStop(ask) => ask.answer(|with| runs::stop(service, caller, &with)),
        Request::ExperimentResume(ask) => ask.answer(|with| runs::resume(service, caller, &with)),
        Request::ExperimentGames(ask) => ask.answer(|with| runs::games(service, caller, &with)),
        Request::ExperimentReport(ask) => ask.answer(|with| runs::report(service, caller, &with, stop)),
        Request::ExperimentDelete(ask) => ask.answer(|with| runs::delete(service, caller, &with)),
        Request::ReplayList(ask) => ask.answer(|with| replays::list(service, caller, &with)),
        Request::ReplayOpen(ask) => ask.answer(|with| replays::open(service, caller, with, stop)),
        Request::ReplayPositions(ask) => ask.answer(|with| replays::positions(service, caller, with, stop)),
        Request::ReplayImport(ask) => ask.answer(|with| replays::import(service, caller, &with, stop)),
        Request::ReplayExport(ask) => ask.answer(|with| replays::export(service, caller, &with)),
        Request::ReplayDelete(ask) => ask.answer(|with| replays::delete(service, caller, &with)),
        Request::Share(ask) => ask.answer(|with| admin::share(service, caller, &with)),
        Request::LabLoad(ask) => ask.answer(|_| admin::load(service)),
        Request::LabPurge(ask) => ask.answer(|with| admin::purge(service, &with)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A reply, and the receiver of its answer.
    fn reply_and_answer() -> (PendingReply, mpsc::Receiver<Value>) {
        let (send, receive) = mpsc::channel();
        let post = move |_: Result<(), Fault>, text: String| {
            send.send(serde_json::from_str(&text).unwrap()).unwrap();
        };
        (PendingReply { id: json!(1), send: Some(Box::new(post)) }, receive)
    }

    #[test]
    fn every_request_is_answered_once_whatever_happens() {
        let (reply, answer) = reply_and_answer();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let _reply = reply;
            panic!("on purpose");
        }));
        assert!(panicked.is_err());
        assert_eq!(answer.recv().unwrap()["error"], json!(Fault::internal()));
        // Work that is dropped without a panic was stopped because the lab closes.
        let (reply, answer) = reply_and_answer();
        drop(reply);
        assert_eq!(answer.recv().unwrap()["error"]["code"], "stopped");
        let (reply, answer) = reply_and_answer();
        reply.answer(Ok("\"well\"".to_owned()));
        assert_eq!(answer.recv().unwrap(), json!({ "id": 1, "ok": "well" }));
        assert!(answer.recv().is_err(), "there is no second answer");
    }
}
