//! Clocks that are wrong. A clock that jumps while the lab runs must not end it.

use std::convert::Infallible;
use std::future::Future as _;
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use plylab_core::{InputError, message};

/// Refuses to open a lab before 1970, which nothing that counts time expects.
pub(crate) fn check(now: SystemTime) -> Result<(), InputError> {
    if now >= UNIX_EPOCH {
        return Ok(());
    }
    Err(InputError::new(message!("clock-too-early", "the clock of this machine says that it is before 1970"))
        .expected(message!("set-clock", "set the clock, and open the lab again")))
}

/// Prepares a thread of the runtime for serving connections, whatever its clock says later: hyper looks at the clock when a thread
/// serves its first connection, whether answers have a date or not, and panics if that is before 1970. Afterwards it only looks whether
/// the clock has gone on. To be called when the thread starts.
pub fn prepare_thread() {
    if check(SystemTime::now()).is_err() {
        return;
    }
    let (here, _there) = tokio::io::duplex(1);
    let service =
        service_fn(|_: Request<Incoming>| async { Ok::<_, Infallible>(Response::new(Body::empty())) });
    let connection = pin!(http1::Builder::new().serve_connection(TokioIo::new(here), service));
    // Nothing comes: it waits.
    let _ = connection.poll(&mut Context::from_waker(Waker::noop()));
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_lab_does_not_open_before_1970() {
        assert!(check(UNIX_EPOCH).is_ok() && check(SystemTime::now()).is_ok());
        let refused = check(UNIX_EPOCH - Duration::from_secs(1)).unwrap_err();
        assert_eq!(refused.wrong().code(), "clock-too-early");
        prepare_thread();
    }
}
