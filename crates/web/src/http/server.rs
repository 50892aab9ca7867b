//! The server: routes, files, downloads, start and shutdown.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::{any, get, post};
use plylab_core::{InputError, Message, Registry, StopFlag, message};
use plylab_service::protocol::{Code, Fault, Person, PersonRole};
use plylab_service::{Caller, FileToWrite, Job, JobKind, WrittenFile, write_file};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};

use crate::access::{self, Quotas};
use crate::http::assets::Content;
use crate::http::fault::{HttpFault, status};
use crate::http::guard::{Guard, HEADERS, PublicUrl, SANDBOX};
use crate::http::listen::{self, Connections, Ticket};
use crate::http::outbox::{body as counted_body, next_connection};
use crate::http::{assets, clock, metrics, socket, texts};
use crate::lab::Lab;
use crate::storage::TokenRefusal;

/// Options of the server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen on. Port 0 picks any free port.
    pub address: SocketAddr,
    /// The folder for everything that survives a restart.
    pub data: PathBuf,
    /// How many searches may wait, if not the default: tests use a small queue.
    pub queue: Option<usize>,
    /// The games and agents on offer.
    pub registry: Arc<Registry>,
    /// Folders with results that 'plylab run' or 'plylab tournament' wrote, to be shown among the experiments.
    pub results: Vec<PathBuf>,
    /// Where people find the lab, if a proxy stands in front of it.
    pub public: Option<PublicUrl>,
    /// The proxies that are believed when they say where a request comes from.
    pub proxies: Vec<IpAddr>,
    /// What each person may use.
    pub quotas: Quotas,
    /// Replace damaged data by the last good copy?
    pub restore: bool,
    /// The memory of the lab in megabytes, if not a quarter of the machine and at most 2048.
    pub megabytes: Option<u64>,
}

/// The largest message of a client that is still read, in order to answer that it is too large.
const READ_BYTES: usize = 1 << 20;

/// Size of the read buffer of each connection: most requests are short.
const READ_BUFFER: usize = 4096;

/// How long the lab may take to close, whatever runs.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(4);

/// How often the lab looks whether links have been removed.
const LINKS_WATCHED: Duration = Duration::from_secs(2);

/// How long a client may take to send the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// The lab, open and listening.
pub struct Server {
    lab: Arc<Lab>,
    listener: TcpListener,
    address: SocketAddr,
    guard: Guard,
    proxies: Vec<IpAddr>,
    token: String,
}

#[derive(Clone)]
struct Site {
    lab: Arc<Lab>,
    guard: Arc<Guard>,
    closing: watch::Receiver<bool>,
}

impl Server {
    /// Opens the data and the address.
    ///
    /// # Errors
    ///
    /// If the data folder cannot be used, or the address is taken.
    pub async fn bind(options: &ServerOptions) -> Result<Server, InputError> {
        clock::check(SystemTime::now())?;
        let taken = |error: &std::io::Error| {
            InputError::new(message!(
                "cannot-listen",
                "the lab cannot listen there: {error}",
                error = error.to_string()
            ))
            .expected(message!(
                "another-address",
                "choose another with --addr and --port; --port 0 picks any free port"
            ))
            .at(Message::verbatim(options.address.to_string()))
        };
        let listener = TcpListener::bind(options.address).await.map_err(|error| taken(&error))?;
        let address = listener.local_addr().map_err(|error| taken(&error))?;
        let lab = Lab::start(options)?;
        texts::show(&options.registry);
        for folder in &options.results {
            lab.show(folder)?;
        }
        let guard = Guard::new(address, options.public.clone());
        let unwritable = |fault: Fault| InputError::new(Message::verbatim(fault.message()));
        let token = lab.host.storage.owners_token().map_err(unwritable)?;
        lab.host.storage.note("address", &guard.url()).map_err(unwritable)?;
        let proxies = options.proxies.iter().map(IpAddr::to_canonical).collect();
        Ok(Server { lab, listener, address, guard, proxies, token })
    }

    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The token of the person who started the lab and owns everything in it.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The link for the person who started the lab.
    pub fn link(&self) -> String {
        format!("{}?token={}", self.guard.url(), self.token)
    }

    /// Serves until `stop` is ready; then searches are stopped and everything is stored.
    ///
    /// # Errors
    ///
    /// If the network fails.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let (close, closing) = watch::channel(false);
        let mut raised = closing.clone();
        let guard = Arc::new(self.guard);
        let site = Site { lab: Arc::clone(&self.lab), guard: Arc::clone(&guard), closing: closing.clone() };
        let connections = Connections::by_descriptors(self.proxies);
        let mut task = tokio::spawn(listen::serve(self.listener, router(site), guard, connections, closing));
        tokio::spawn(async move {
            stop.await;
            let _ = close.send(true);
        });
        let watching = tokio::spawn(watch_links(Arc::clone(&self.lab)));
        let _ = raised.wait_for(|&closing| closing).await;
        watching.abort();
        // Searches end first, so that waiting requests are answered; then the connections close.
        let lab = Arc::clone(&self.lab);
        let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, async {
            let _ = tokio::task::spawn_blocking(move || lab.close(SHUTDOWN_TIMEOUT)).await;
            let _ = (&mut task).await;
        })
        .await;
        task.abort();
        Ok(())
    }
}

/// Cuts off clients whose links are removed, also those that ask for nothing.
async fn watch_links(lab: Arc<Lab>) {
    let mut rounds = tokio::time::interval(LINKS_WATCHED);
    loop {
        rounds.tick().await;
        let lab = Arc::clone(&lab);
        let _ = tokio::task::spawn_blocking(move || lab.check_links()).await;
    }
}

fn router(site: Site) -> Router {
    Router::new()
        .route("/api/3", post(request))
        .route(ENTER, post(enter))
        .route("/api/3/socket", any(connect))
        .route("/api/3/catalogue", get(the_catalogue))
        .route("/api/3/runs/{run}/{file}", get(run_file))
        .route("/api/3/replays.jsonl", get(replay_lines))
        .route("/healthz", get(healthz))
        .route(METRICS, get(the_metrics))
        .fallback(page)
        .layer(from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

async fn healthz(State(site): State<Site>) -> Response<Body> {
    metrics::health(&site.lab)
}

/// The answer to a request, or why there is none.
type Answer = Result<Response<Body>, HttpFault>;

async fn the_metrics(State(site): State<Site>, Extension(person): Asking) -> Answer {
    person.check(PersonRole::Admin)?;
    let text = metrics::text(&site.lab);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}

/// Refuses requests of other origins and of unknown people, and adds the security headers to every answer.
async fn guard(State(site): State<Site>, mut request: Request, next: Next) -> Response<Body> {
    // Never what follows the path: it may be a token.
    let (method, path, began) = (request.method().clone(), request.uri().path().to_owned(), Instant::now());
    let from = request.extensions().get::<Arc<Ticket>>().map(|ticket| ticket.address.to_string());
    let mut answer = if !site.guard.allows(request.headers()) {
        plain(StatusCode::FORBIDDEN, "This lab answers only its own pages.\n")
    } else {
        match identify(&site, &mut request) {
            Ok(()) => next.run(request).await,
            Err(fault) => HttpFault(fault).into_response(),
        }
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        answer.headers_mut().entry(name).or_insert(value);
    }
    let status = answer.status();
    site.lab.counters.count_http(status);
    let milliseconds = began.elapsed().as_millis() as u64;
    tracing::info!(%method, path, from, status = status.as_u16(), milliseconds, "answered");
    answer
}

/// Finds out who asks. The pages themselves are for everybody: they tell strangers what to do.
fn identify(site: &Site, request: &mut Request) -> Result<(), Fault> {
    let path = request.uri().path();
    if !path.starts_with("/api/") && path != METRICS {
        return Ok(());
    }
    let is_public = path == ENTER;
    match access::person(&site.lab, &site.guard, request.headers())? {
        Some(person) => {
            if let Some(ticket) = request.extensions().get::<Arc<Ticket>>() {
                ticket.identify(&person.id)?;
            }
            request.extensions_mut().insert(person);
            Ok(())
        }
        None if is_public => Ok(()),
        None => Err(Fault::no_token()),
    }
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

async fn page(State(site): State<Site>, Query(query): Query<TokenForm>, request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are allowed here.\n");
    }
    match query.token {
        // A HEAD request opens no link.
        Some(token) if request.uri().path() == "/" && request.method() == Method::GET => {
            access::open_link(&site.lab, &site.guard, request.headers(), &token)
        }
        _ => assets::serve(request.uri().path(), request.headers()),
    }
}

/// Where a machine reads what is counted.
const METRICS: &str = "/metrics";

/// Where scripts turn the token of a link into their own.
const ENTER: &str = "/api/3/enter";

#[derive(Deserialize)]
struct TokenForm {
    token: Option<String>,
}

async fn enter(State(site): State<Site>, known: Option<Extension<Arc<Person>>>, request: Request) -> Answer {
    let given = serde_json::from_slice::<TokenForm>(&body(request).await?).ok().and_then(|given| given.token);
    let known = known.map(|Extension(known)| known);
    // Somebody new is written down, which takes a while.
    let lab = Arc::clone(&site.lab);
    let entering = move || lab.host.storage.enter(&given.unwrap_or_default(), known.as_deref());
    let entered = tokio::task::spawn_blocking(entering).await;
    match entered.unwrap_or_else(|_| Err(TokenRefusal::Fault(Fault::internal()))) {
        Ok((person, own)) => {
            let own = Some(own).filter(|own| !own.is_empty());
            let told = json!({ "person": person, "token": own }).to_string();
            Ok(([(header::CONTENT_TYPE, "application/json")], told).into_response())
        }
        Err(TokenRefusal::Unknown) => Err(Fault::no_token().into()),
        Err(TokenRefusal::Full) => {
            Err(Fault::new(Code::Forbidden, message!("class-full", "this class has no more places")).into())
        }
        Err(TokenRefusal::Fault(fault)) => Err(fault.into()),
    }
}

/// The person who asks; they were found before.
type Asking = Extension<Arc<Person>>;

async fn connect(
    State(site): State<Site>,
    Extension(person): Asking,
    ticket: Option<Extension<Arc<Ticket>>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    let token: Arc<str> = access::token(&site.guard, &headers).unwrap_or_default().into();
    let socket =
        upgrade.read_buffer_size(READ_BUFFER).max_message_size(READ_BYTES).max_frame_size(READ_BYTES);
    socket.on_upgrade(move |socket| async move {
        socket::serve(site.lab, socket, person, token, site.closing).await;
        // The place of the connection is taken until here.
        drop(ticket);
    })
}

/// The body of a request, which must be JSON, and come in time.
async fn body(request: Request) -> Result<Bytes, Fault> {
    let kind =
        request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // Forms of other pages can send anything except JSON.
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(Fault::new(
            Code::BadRequest,
            message!("content-type", "the content type must be application/json"),
        ));
    }
    match tokio::time::timeout(BODY_TIMEOUT, to_bytes(request.into_body(), READ_BYTES)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(Fault::too_large(message!(
            "body-too-large",
            "the body is too large or broken; at most {most} bytes are read",
            most = READ_BYTES
        ))),
        Err(_) => {
            Err(Fault::new(Code::BadRequest, message!("body-too-slow", "the body did not come in time")))
        }
    }
}

async fn request(State(site): State<Site>, Extension(person): Asking, request: Request) -> Answer {
    let Ok(text) = String::from_utf8(body(request).await?.into()) else {
        return Err(Fault::new(Code::BadJson, message!("not-utf8", "the body is not UTF-8")).into());
    };
    let id = Arc::clone(&person.id);
    let waiting = Waiting::new(&site.lab, person);
    let (lab, caller) = (Arc::clone(&site.lab), Arc::clone(&waiting.caller));
    let (send, receive) = oneshot::channel();
    let work = move || lab.handle(&caller, &text, move |outcome, answer| _ = send.send((outcome, answer)));
    let job = Job::new(JobKind::Request, &id, &StopFlag::default(), work).asked_by(waiting.caller.connection);
    site.lab.host.jobs.submit(job)?;
    let (outcome, answer) = receive.await.map_err(|_| Fault::closing())?;
    let status = outcome.err().map_or(StatusCode::OK, |fault| status(&fault));
    let body = counted_body(&site.lab.service.memory, &id, answer)?;
    Ok((status, [(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// A client that waits for an answer over HTTP; when it is gone, this is dropped.
struct Waiting {
    lab: Arc<Lab>,
    caller: Arc<Caller>,
}

impl Waiting {
    fn new(lab: &Arc<Lab>, person: Arc<Person>) -> Waiting {
        Waiting { lab: Arc::clone(lab), caller: Arc::new(Caller::new(next_connection(), person)) }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.lab.service.leave(&self.caller);
    }
}

async fn the_catalogue(State(site): State<Site>, Extension(person): Asking, headers: HeaderMap) -> Answer {
    let (send, receive) = oneshot::channel();
    let lab = Arc::clone(&site.lab);
    // It takes a while to make it the first time.
    let work = move || {
        let text = || Content::new(json!(lab.service.catalogue()).to_string());
        let _ = send.send(lab.catalogue_text.get_or_init(text).for_client(&headers));
    };
    let job = Job::new(JobKind::Lookup, &person.id, &StopFlag::default(), work);
    site.lab.host.jobs.submit(job)?;
    let (bytes, encoding) = receive.await.map_err(|_| Fault::closing())?;
    let mut reply = ([(header::CONTENT_TYPE, "application/json")], bytes).into_response();
    let encoding = encoding.map(HeaderValue::from_static);
    encoding.and_then(|name| reply.headers_mut().insert(header::CONTENT_ENCODING, name));
    reply.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Ok(reply)
}

/// A file that the service writes.
async fn file(site: &Site, person: Arc<Person>, file: FileToWrite) -> Result<(&'static str, Body), Fault> {
    let (send, receive) = oneshot::channel();
    let (lab, id) = (&site.lab, Arc::clone(&person.id));
    let waiting = Waiting::new(lab, person);
    write_file(&lab.service, &waiting.caller, file, move |written| _ = send.send(written))?;
    let WrittenFile { media_type, text } = receive.await.unwrap_or_else(|_| Err(Fault::closing()))?;
    Ok((media_type, counted_body(&lab.service.memory, &id, text)?))
}

#[derive(Deserialize)]
struct ViewParameters {
    view: Option<String>,
    language: Option<String>,
}

async fn run_file(
    State(site): State<Site>,
    Extension(person): Asking,
    Path((run, name)): Path<(String, String)>,
    Query(query): Query<ViewParameters>,
) -> Answer {
    let wanted = FileToWrite::OfRun { run: run.clone(), file: name.clone(), language: query.language };
    let (kind, text) = file(&site, person, wanted).await?;
    if query.view.is_some() && name == "report.html" {
        let policy = [("content-security-policy", SANDBOX), ("x-frame-options", "SAMEORIGIN")];
        return Ok(([(header::CONTENT_TYPE, kind)], policy, text).into_response());
    }
    Ok(attached(kind, &format!("{run}-{name}"), text))
}

async fn replay_lines(State(site): State<Site>, Extension(person): Asking) -> Answer {
    let (kind, text) = file(&site, person, FileToWrite::Replays).await?;
    Ok(attached(kind, "replays.jsonl", text))
}

fn attached(kind: &'static str, name: &str, text: Body) -> Response<Body> {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], text)
        .into_response()
}
