//! The server: routes, files, downloads, start and shutdown.

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::IntoResponse as _;
use axum::routing::{any, get, post};
use axum::serve::ListenerExt as _;
use plylab_core::{InputError, Message, Registry, message};
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};

use crate::dispatch::{Caller, handle};
use crate::fault::{Code, Fault, guarded};
use crate::guard::{Guard, HEADERS, SANDBOX};
use crate::lab::Lab;
use crate::limits::{READ_BUFFER, READ_BYTES};
use crate::pool::{Class, Shares};
use crate::{assets, catalogue, replays, runs, socket, texts};

/// Options of the server.
#[derive(Clone, Debug)]
pub struct Options {
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
}

/// How long connections may take to close when the lab closes.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The lab, open and listening.
pub struct Server {
    lab: Arc<Lab>,
    listener: TcpListener,
    address: SocketAddr,
}

#[derive(Clone)]
struct Site {
    lab: Arc<Lab>,
    guard: Guard,
    closing: watch::Receiver<bool>,
}

impl Server {
    /// Opens the data and the address.
    ///
    /// # Errors
    ///
    /// If the data folder cannot be used, or the address is taken.
    pub async fn bind(options: &Options) -> Result<Server, InputError> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let shares = options.queue.map(|queue| Shares::for_processors(processors, queue, queue));
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
        let lab = Lab::start(&options.data, Arc::clone(&options.registry), shares)?;
        texts::show(&options.registry);
        for folder in &options.results {
            lab.runs.show(folder, &lab.registry)?;
        }
        Ok(Server { lab, listener, address })
    }

    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is ready; then searches are stopped and everything is stored.
    ///
    /// # Errors
    ///
    /// If the network fails.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let (close, closing) = watch::channel(false);
        let mut raised = closing.clone();
        let site = Site { lab: Arc::clone(&self.lab), guard: Guard(self.address), closing };
        // Answers and events are short and frequent: each is sent at once, without waiting for the next.
        let listener = self.listener.tap_io(|connection| _ = connection.set_nodelay(true));
        let serving = axum::serve(listener, router(site)).with_graceful_shutdown(async move {
            stop.await;
            let _ = close.send(true);
        });
        let mut task = tokio::spawn(async move { serving.await });
        let broken = tokio::select! {
            served = &mut task => Some(served.unwrap_or(Ok(()))),
            _ = raised.wait_for(|&closing| closing) => None,
        };
        // Searches end first, so that waiting requests are answered; then the connections close.
        let lab = Arc::clone(&self.lab);
        let _ = tokio::task::spawn_blocking(move || lab.close()).await;
        match broken {
            Some(served) => served,
            None => match tokio::time::timeout(SHUTDOWN_TIMEOUT, &mut task).await {
                Ok(served) => served.unwrap_or(Ok(())),
                Err(_) => {
                    task.abort();
                    Ok(())
                }
            },
        }
    }
}

fn router(site: Site) -> Router {
    Router::new()
        .route("/api/2", post(request))
        .route("/api/2/socket", any(connect))
        .route("/api/2/catalogue", get(the_catalogue))
        .route("/api/2/runs/{run}/{file}", get(run_file))
        .route("/api/2/replays.jsonl", get(replay_lines))
        .route("/api/1", any(old_protocol))
        .route("/api/1/{*rest}", any(old_protocol))
        .fallback(page)
        .layer(DefaultBodyLimit::max(READ_BYTES))
        .layer(from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

/// Pages that use the previous protocol must be reloaded.
async fn old_protocol() -> Response<Body> {
    let gone = Fault::new(
        Code::Gone,
        message!("old-protocol", "protocol 1 is no longer supported; this lab uses protocol 2"),
    )
    .at_field("api", message!("reload-page", "reload the page, or use /api/2"));
    fault(&gone)
}

/// Refuses requests of other origins, and adds the security headers to every answer.
async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response<Body> {
    let mut answer = if site.guard.allows(request.headers()) {
        next.run(request).await
    } else {
        plain(StatusCode::FORBIDDEN, "This lab answers only its own pages.\n")
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        answer.headers_mut().entry(name).or_insert(value);
    }
    answer
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn fault(fault: &Fault) -> Response<Body> {
    let status = StatusCode::from_u16(fault.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(header::CONTENT_TYPE, "application/json")], json!({ "error": fault }).to_string())
        .into_response()
}

async fn page(request: Request) -> Response<Body> {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are allowed here.\n");
    }
    assets::serve(request.uri().path(), request.headers())
}

#[derive(Deserialize)]
struct Connect {
    session: Option<String>,
}

async fn connect(
    State(site): State<Site>,
    Query(query): Query<Connect>,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    upgrade
        .read_buffer_size(READ_BUFFER)
        .max_message_size(READ_BYTES)
        .max_frame_size(READ_BYTES)
        .on_upgrade(move |socket| socket::serve(site.lab, socket, query.session, site.closing))
}

/// The header that names the session of a request over HTTP.
const SESSION: &str = "plylab-session";

async fn request(State(site): State<Site>, headers: HeaderMap, body: Bytes) -> Response<Body> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    // Forms of other pages can send anything except JSON.
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return fault(&Fault::new(
            Code::BadRequest,
            message!("content-type", "the content type must be application/json"),
        ));
    }
    let Ok(text) = std::str::from_utf8(&body) else {
        return fault(&Fault::new(Code::BadJson, message!("not-utf8", "the body is not UTF-8")));
    };
    let (session, stored) =
        socket::session(&site.lab, headers.get(SESSION).and_then(|name| name.to_str().ok()));
    let caller = Caller::new(Arc::clone(&session), None, stored);
    let (send, receive) = oneshot::channel();
    handle(&site.lab, &Arc::new(caller), text, move |outcome, answer| _ = send.send((outcome, answer)));
    let Ok((outcome, answer)) = receive.await else {
        return fault(&Fault::closing());
    };
    let status = outcome.err().map_or(200, |fault| fault.status());
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let session = HeaderValue::from_str(&session).unwrap_or_else(|_| HeaderValue::from_static(""));
    let kind = HeaderValue::from_static("application/json");
    let mut reply = (status, answer).into_response();
    reply.headers_mut().insert(header::CONTENT_TYPE, kind);
    reply.headers_mut().insert(HeaderName::from_static(SESSION), session);
    reply
}

/// Light work for the pool, outside of any session.
async fn work<T: Send + 'static>(
    site: &Site,
    work: impl FnOnce(&Lab) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    let (send, receive) = oneshot::channel();
    let lab = Arc::clone(&site.lab);
    let session: Arc<str> = "downloads".into();
    site.lab.pool.submit(Class::Light, &session, plylab_core::StopFlag::default(), move || {
        let _ = send.send(guarded(|| work(&lab)));
    })?;
    receive.await.unwrap_or_else(|_| Err(Fault::closing()))
}

async fn the_catalogue(State(site): State<Site>, headers: HeaderMap) -> Response<Body> {
    match work(&site, move |lab| Ok(catalogue::packed(lab).for_client(&headers))).await {
        Ok((bytes, encoding)) => {
            let mut reply = ([(header::CONTENT_TYPE, "application/json")], bytes).into_response();
            let encoding = encoding.map(HeaderValue::from_static);
            encoding.and_then(|name| reply.headers_mut().insert(header::CONTENT_ENCODING, name));
            reply.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
            reply
        }
        Err(error) => fault(&error),
    }
}

#[derive(Deserialize)]
struct View {
    view: Option<String>,
    language: Option<String>,
}

async fn run_file(
    State(site): State<Site>,
    Path((run, file)): Path<(String, String)>,
    Query(query): Query<View>,
) -> Response<Body> {
    let (name, wanted, language) = (run.clone(), file.clone(), query.language);
    match work(&site, move |lab| runs::download(lab, &name, &wanted, language.as_deref())).await {
        Ok((kind, text)) if query.view.is_some() && file == "report.html" => {
            let policy = [("content-security-policy", SANDBOX), ("x-frame-options", "SAMEORIGIN")];
            ([(header::CONTENT_TYPE, kind)], policy, text).into_response()
        }
        Ok((kind, text)) => attached(kind, &format!("{run}-{file}"), text),
        Err(error) => fault(&error),
    }
}

async fn replay_lines(State(site): State<Site>, Query(query): Query<Connect>) -> Response<Body> {
    let session = query.session.unwrap_or_default();
    match work(&site, move |lab| replays::lines(lab, &session)).await {
        Ok(text) => attached("application/jsonl; charset=utf-8", "replays.jsonl", text),
        Err(error) => fault(&error),
    }
}

fn attached(kind: &'static str, name: &str, text: String) -> Response<Body> {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], text)
        .into_response()
}
