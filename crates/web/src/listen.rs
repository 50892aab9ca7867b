//! Accepting connections: how many, how long they may take, and what newcomers are told when there is no room.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower_service::Service as _;

use crate::fault::Fault;
use crate::guard::Guard;
use crate::lab::lock;
use crate::socket::raised;

/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// How many connections of one address there may be before the lab knows who they are. A classroom may share an address, but
/// this machine counts as many.
const UNKNOWN_PER_ADDRESS: usize = 512;

/// How many connections a person may have.
const PER_PERSON: usize = 64;

/// File descriptors that are left for everything else: the database, experiments, agents.
const RESERVED: usize = 128;

/// Descriptors of a system that does not say how many there are.
const USUAL: usize = 1024;

/// What a connection that finds no room is told.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: 51\r\n\
    retry-after: 5\r\nconnection: close\r\n\r\nThe lab has no room for more connections right now.";

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Party {
    /// Not known yet, from this address.
    Address(IpAddr),
    Person(Arc<str>),
}

#[derive(Default)]
struct Counts {
    total: usize,
    by: HashMap<Party, usize>,
}

impl Counts {
    fn leave(&mut self, party: &Party) {
        if let Some(count) = self.by.get_mut(party) {
            *count -= 1;
            if *count == 0 {
                self.by.remove(party);
            }
        }
    }

    /// Counts one more of that party, unless it has `most` already.
    fn join(&mut self, party: Party, most: usize) -> bool {
        let count = self.by.entry(party).or_default();
        let fits = *count < most;
        *count += usize::from(fits);
        fits
    }
}

/// The open connections.
pub(crate) struct Connections {
    counts: Mutex<Counts>,
    most: usize,
}

impl Connections {
    pub fn new(most: usize) -> Arc<Connections> {
        Arc::new(Connections { counts: Mutex::default(), most })
    }

    /// As many as there are file descriptors for; the process takes as many as the system allows.
    pub fn by_descriptors() -> Arc<Connections> {
        Connections::new(descriptors().saturating_sub(RESERVED).max(16))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        lock(&self.counts).total
    }

    fn admit(self: &Arc<Connections>, address: IpAddr) -> Option<Ticket> {
        let mut counts = lock(&self.counts);
        let most = if address.is_loopback() { usize::MAX } else { UNKNOWN_PER_ADDRESS };
        let party = Party::Address(address);
        if counts.total >= self.most || !counts.join(party.clone(), most) {
            return None;
        }
        counts.total += 1;
        Some(Ticket { connections: Arc::clone(self), party: Mutex::new(party) })
    }
}

/// The place of a connection among all; given back when it closes.
pub(crate) struct Ticket {
    connections: Arc<Connections>,
    party: Mutex<Party>,
}

impl Ticket {
    /// The connection is this person's; from now on it counts as theirs.
    pub fn identify(&self, person: &Arc<str>) -> Result<(), Fault> {
        let mut party = lock(&self.party);
        let theirs = Party::Person(Arc::clone(person));
        if *party == theirs {
            return Ok(());
        }
        let mut counts = lock(&self.connections.counts);
        if !counts.join(theirs.clone(), PER_PERSON) {
            return Err(Fault::too_many_connections(PER_PERSON));
        }
        counts.leave(&std::mem::replace(&mut *party, theirs));
        Ok(())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut counts = lock(&self.connections.counts);
        counts.total -= 1;
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
            Ok((stream, address)) => match connections.admit(address.ip()) {
                Some(ticket) => {
                    open.spawn(converse(
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
    let _ = tokio::time::timeout(Duration::from_secs(1), async {
        stream.write_all(FULL).await?;
        stream.shutdown().await?;
        // A connection that closes with something unread is reset, and the answer lost.
        while stream.read(&mut [0; 1024]).await? > 0 {}
        std::io::Result::Ok(())
    })
    .await;
}

/// Serves one connection.
async fn converse(
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
            // Before the router looks at the path.
            guard.strip(request.uri_mut());
            request.extensions_mut().insert(ticket);
            let answer: Result<_, Infallible> = router.call(request).await;
            answer
        }
    });
    // Without a date: a clock before 1970 must not end the connection.
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .auto_date_header(false)
        .serve_connection(TokioIo::new(stream), service)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_count_by_address_and_then_by_person() {
        let connections = Connections::new(1000);
        let (here, there): (IpAddr, IpAddr) = ([127, 0, 0, 1].into(), [192, 0, 2, 1].into());
        let mut tickets: Vec<Ticket> =
            (0..UNKNOWN_PER_ADDRESS).map(|_| connections.admit(there).unwrap()).collect();
        assert!(connections.admit(there).is_none() && connections.admit(here).is_some());
        // Known people make room for those who are not known yet.
        let ann: Arc<str> = "ann".into();
        for ticket in &tickets[..PER_PERSON] {
            ticket.identify(&ann).unwrap();
            ticket.identify(&ann).unwrap();
        }
        assert!(tickets[PER_PERSON].identify(&ann).is_err());
        tickets.push(connections.admit(there).unwrap());
        drop(tickets);
        assert_eq!((connections.count(), lock(&connections.counts).by.len()), (0, 0));
    }

    #[test]
    fn nobody_is_admitted_beyond_the_total() {
        let connections = Connections::new(1);
        let here: IpAddr = [127, 0, 0, 1].into();
        let first = connections.admit(here).unwrap();
        assert!(connections.admit(here).is_none());
        drop(first);
        assert!(connections.admit(here).is_some());
    }
}
