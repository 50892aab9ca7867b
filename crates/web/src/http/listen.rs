//! Accepting connections: how many, how long they may take, and what newcomers are told when there is no room.

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future as _;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, Response, StatusCode, header};
use axum::response::IntoResponse as _;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use plylab_core::message;
use plylab_service::lock;
use plylab_service::protocol::{Code, Fault};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Sleep;
use tower_service::Service as _;

use crate::http::forwarded;
use crate::http::guard::Guard;
use crate::http::socket::raised;

/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a client may read nothing of an answer.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// How many connections of one address there may be before the lab knows who they are. A classroom may share an address, but
/// this machine counts as many.
const UNKNOWN_PER_ADDRESS: usize = 512;

/// How many connections a person may have.
const PER_PERSON: usize = 64;

/// File descriptors that are left for everything else: the database, experiments, agents.
const RESERVED: usize = 128;

/// Descriptors of a system that does not say how many there are.
const USUAL: usize = 1024;

/// The answer to newcomers when there is no room.
const NO_ROOM: &str = "The lab has no room for more connections right now.";

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Party {
    /// Not known yet, from this address.
    Address(IpAddr),
    Person(Arc<str>),
}

#[derive(Default)]
struct ConnectionCounts {
    total: usize,
    by: HashMap<Party, usize>,
}

impl ConnectionCounts {
    /// Counts one more, unless there are `most` already.
    fn join(&mut self, party: &Party, most: usize) -> bool {
        let count = self.by.get(party).copied().unwrap_or(0);
        if count < most {
            self.by.insert(party.clone(), count + 1);
        }
        count < most
    }

    fn leave(&mut self, party: &Party) {
        match self.by.get_mut(party) {
            Some(count) if *count > 1 => *count -= 1,
            _ => _ = self.by.remove(party),
        }
    }
}

/// The open connections.
pub(crate) struct Connections {
    counts: Mutex<ConnectionCounts>,
    most: usize,
    /// The proxies that are believed about where a request comes from.
    proxies: Vec<IpAddr>,
}

impl Connections {
    pub fn new(most: usize, proxies: Vec<IpAddr>) -> Arc<Connections> {
        Arc::new(Connections { counts: Mutex::default(), most, proxies })
    }

    /// As many as there are file descriptors for; the process takes as many as the system allows.
    pub fn by_descriptors(proxies: Vec<IpAddr>) -> Arc<Connections> {
        Connections::new(descriptors().saturating_sub(RESERVED).max(16), proxies)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        lock(&self.counts).total
    }

    /// A place for a new connection from `address`, or for a request from there by the connection of a proxy.
    fn admit(self: &Arc<Connections>, address: IpAddr, is_connection: bool) -> Option<Ticket> {
        let address = address.to_canonical();
        let exempt = address.is_loopback() || self.proxies.contains(&address);
        let most = if exempt { usize::MAX } else { UNKNOWN_PER_ADDRESS };
        let party = Party::Address(address);
        let mut counts = lock(&self.counts);
        if (is_connection && counts.total >= self.most) || !counts.join(&party, most) {
            return None;
        }
        counts.total += usize::from(is_connection);
        Some(Ticket { connections: Arc::clone(self), address, party: Mutex::new(party), is_connection })
    }
}

/// The place of a connection, or of a request that a proxy passes on; given back when it ends.
pub(crate) struct Ticket {
    connections: Arc<Connections>,
    /// Where it comes from.
    pub address: IpAddr,
    party: Mutex<Party>,
    /// Many requests of a proxy share one connection, which has a place of its own.
    is_connection: bool,
}

impl Ticket {
    /// The place of a request of this connection: the same, unless a proxy passes it on.
    fn for_request(self: &Arc<Ticket>, headers: &HeaderMap) -> Option<Arc<Ticket>> {
        let origin = forwarded::origin(self.address, headers, &self.connections.proxies);
        if origin == self.address {
            return Some(Arc::clone(self));
        }
        self.connections.admit(origin, false).map(Arc::new)
    }

    /// The connection is this person's; from now on it counts as theirs.
    pub fn identify(&self, person: &Arc<str>) -> Result<(), Fault> {
        let mut party = lock(&self.party);
        let theirs = Party::Person(Arc::clone(person));
        if *party == theirs {
            return Ok(());
        }
        let mut counts = lock(&self.connections.counts);
        if !counts.join(&theirs, PER_PERSON) {
            let wrong = message!(
                "connections-full",
                "you have {most} connections to the lab; close some pages",
                most = PER_PERSON
            );
            return Err(Fault::new(Code::Busy, wrong));
        }
        counts.leave(&std::mem::replace(&mut *party, theirs));
        Ok(())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut counts = lock(&self.connections.counts);
        counts.total -= usize::from(self.is_connection);
        counts.leave(&lock(&self.party));
    }
}

/// How many files this process may open, after asking for as many as it can get.
#[cfg(unix)]
fn descriptors() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    getrlimit(Resource::Nofile).current.map_or(USUAL, |most| usize::try_from(most).unwrap_or(USUAL))
}

#[cfg(not(unix))]
fn descriptors() -> usize {
    USUAL
}

/// Accepts connections until the lab closes, then waits for them to end.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    guard: Arc<Guard>,
    connections: Arc<Connections>,
    mut closing: watch::Receiver<bool>,
) {
    let mut open = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = raised(&mut closing) => break,
            Some(_) = open.join_next() => continue,
        };
        match accepted {
            Ok((stream, address)) => match connections.admit(address.ip(), true) {
                Some(ticket) => {
                    open.spawn(serve_connection(
                        stream,
                        (router.clone(), Arc::clone(&guard)),
                        Arc::new(ticket),
                        closing.clone(),
                    ));
                }
                None => {
                    tracing::warn!(%address, open = connections.count(), "no room for a connection");
                    open.spawn(refuse(stream));
                }
            },
            // Out of descriptors or memory: some will be free in a moment.
            Err(error) => {
                tracing::error!(%error, "a connection cannot be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    while open.join_next().await.is_some() {}
}

/// Tells a newcomer that there is no room.
async fn refuse(mut stream: TcpStream) {
    let length = NO_ROOM.len();
    let full = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {length}\r\n\
         retry-after: 5\r\nconnection: close\r\n\r\n{NO_ROOM}"
    );
    let _ = tokio::time::timeout(Duration::from_secs(1), async {
        stream.write_all(full.as_bytes()).await?;
        stream.shutdown().await?;
        // A connection that closes with something unread is reset, and the answer lost.
        while stream.read(&mut [0; 1024]).await? > 0 {}
        io::Result::Ok(())
    })
    .await;
}

/// The same for a request by a proxy.
fn no_room() -> Response<Body> {
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], NO_ROOM).into_response()
}

/// Serves one connection.
async fn serve_connection(
    stream: TcpStream,
    (router, guard): (Router, Arc<Guard>),
    ticket: Arc<Ticket>,
    mut closing: watch::Receiver<bool>,
) {
    // Answers and events are short and frequent: each is sent at once, without waiting for the next.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: Request<Incoming>| {
        let (mut router, ticket, guard) = (router.clone(), Arc::clone(&ticket), Arc::clone(&guard));
        async move {
            let mut request = request.map(Body::new);
            let Some(place) = ticket.for_request(request.headers()) else {
                tracing::warn!(open = ticket.connections.count(), "no room for a request by a proxy");
                return Ok(no_room());
            };
            // Before the router looks at the path.
            guard.strip(request.uri_mut());
            // The place is taken until there is an answer, and by a WebSocket as long as it is open.
            request.extensions_mut().insert(Arc::clone(&place));
            let answer: Result<_, Infallible> = router.call(request).await;
            drop(place);
            answer
        }
    });
    // Without a date: the clock may be wrong (`clock`).
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .auto_date_header(false)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, READ_TIMEOUT)), service)
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        () = raised(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// A connection that fails if nothing of what is written is read for a while.
pub(crate) struct WriteTimeout<S> {
    inner: S,
    most: Duration,
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    pub fn new(inner: S, most: Duration) -> WriteTimeout<S> {
        WriteTimeout { inner, most, waiting: None }
    }

    fn limit<T>(&mut self, context: &mut Context<'_>, done: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waiting = None;
            return done;
        }
        let most = self.most;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep(most)));
        waiting.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.limit(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.inner).poll_write_vectored(context, parts);
        self.limit(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.inner).poll_flush(context);
        self.limit(context, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.inner).poll_shutdown(context);
        self.limit(context, done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    #[test]
    fn connections_count_by_address_and_then_by_person() {
        let connections = Connections::new(1000, Vec::new());
        let mut tickets: Vec<Ticket> =
            (0..UNKNOWN_PER_ADDRESS).map(|_| connections.admit(THERE, true).unwrap()).collect();
        assert!(connections.admit(THERE, true).is_none() && connections.admit(HERE, true).is_some());
        // Known people make room for those who are not known yet.
        let ann: Arc<str> = "ann".into();
        for ticket in &tickets[..PER_PERSON] {
            ticket.identify(&ann).unwrap();
            ticket.identify(&ann).unwrap();
        }
        assert!(tickets[PER_PERSON].identify(&ann).is_err());
        tickets.push(connections.admit(THERE, true).unwrap());
        drop(tickets);
        assert!(connections.count() == 0 && lock(&connections.counts).by.is_empty());
    }

    #[test]
    fn nobody_is_admitted_beyond_the_total() {
        let connections = Connections::new(1, Vec::new());
        let first = connections.admit(HERE, true).unwrap();
        assert!(connections.admit(HERE, true).is_none());
        drop(first);
        assert!(connections.admit(HERE, true).is_some());
    }

    #[test]
    fn requests_through_a_proxy_count_for_the_client() {
        const PROXY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
        let connections = Connections::new(2000, vec![PROXY]);
        // A proxy has as many connections as it needs.
        let proxy: Vec<Arc<Ticket>> =
            (0..=UNKNOWN_PER_ADDRESS).map(|_| Arc::new(connections.admit(PROXY, true).unwrap())).collect();
        let from = |address: &str| {
            HeaderMap::from_iter([(
                axum::http::HeaderName::from_static("x-forwarded-for"),
                address.parse().unwrap(),
            )])
        };
        let places: Vec<_> = (0..UNKNOWN_PER_ADDRESS)
            .map(|number| proxy[number].for_request(&from("192.0.2.1")).unwrap())
            .collect();
        assert_eq!(places[0].address, THERE);
        assert!(proxy[0].for_request(&from("192.0.2.1")).is_none());
        assert!(proxy[0].for_request(&from("192.0.2.2")).is_some());
        // A known person makes room for others behind the same address: a classroom.
        places[0].identify(&"ann".into()).unwrap();
        assert!(proxy[0].for_request(&from("192.0.2.1")).is_some());
        // Somebody who is no proxy cannot say that they are somebody else.
        let stranger = Arc::new(connections.admit([198, 51, 100, 7].into(), true).unwrap());
        assert!(Arc::ptr_eq(&stranger.for_request(&from("192.0.2.2")).unwrap(), &stranger));
        drop((places, proxy, stranger));
        assert!(connections.count() == 0 && lock(&connections.counts).by.is_empty());
    }

    #[test]
    fn clients_that_read_nothing_are_disconnected() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (here, mut there) = tokio::io::duplex(4);
            let mut here = WriteTimeout::new(here, Duration::from_millis(20));
            // A slow reader is waited for: each part gets the whole time.
            let reader = tokio::spawn(async move {
                let mut read = [0; 40];
                there.read_exact(&mut read).await.unwrap();
                there
            });
            here.write_all(&[1; 40]).await.unwrap();
            let mut there = reader.await.unwrap();
            here.write_all(&[2; 4]).await.unwrap();
            let error = here.write_all(&[2; 4]).await.unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            // What it sends is still read.
            there.write_all(&[3; 4]).await.unwrap();
            here.read_exact(&mut [0; 4]).await.unwrap();
        });
    }
}
