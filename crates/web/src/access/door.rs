//! Who asks: by a cookie of the browser, or by a header of a script. Links set the cookie.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse as _;

use crate::http::fault::response;
use crate::http::guard::Guard;
use crate::lab::Lab;
use crate::storage::db::Refusal;
use plylab_service::protocol::{Fault, Person};

/// How long a browser keeps the cookie: as long as browsers allow.
const COOKIE_SECONDS: u32 = 400 * 86_400;

/// The token of a request: the header of a script, or the cookie of a browser.
pub(crate) fn token<'a>(guard: &Guard, headers: &'a HeaderMap) -> Option<&'a str> {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(given) = given {
        let (kind, token) = given.split_once(' ')?;
        return kind.eq_ignore_ascii_case("bearer").then(|| token.trim());
    }
    let name = guard.cookie_name();
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, token)| token)
}

/// The person who sent a request, if the lab knows them.
pub(crate) fn person(lab: &Lab, guard: &Guard, headers: &HeaderMap) -> Result<Option<Arc<Person>>, Fault> {
    match token(guard, headers) {
        Some(token) => Ok(lab.host.storage.person_of(token)?.map(Arc::new)),
        None => Ok(None),
    }
}

/// The cookie that lets a browser in. Scripts of pages cannot read it, and other sites cannot make a browser send it.
fn cookie(guard: &Guard, token: &str) -> Option<HeaderValue> {
    let secure = if guard.is_secure() { "; Secure" } else { "" };
    let (name, path) = (guard.cookie_name(), guard.path());
    HeaderValue::from_str(&format!(
        "{name}={token}; Path={path}; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict{secure}"
    ))
    .ok()
}

/// Opens a link: sets the cookie, and leads to the page without the token in its address.
pub(crate) fn open_link(lab: &Lab, guard: &Guard, headers: &HeaderMap, token: &str) -> Response<Body> {
    let known = person(lab, guard, headers).ok().flatten();
    let (place, own) = match lab.host.storage.enter(token, known.as_deref()) {
        Ok((_, own)) => (guard.path().to_owned(), own),
        Err(Refusal::Unknown) => (format!("{}?refused=unknown", guard.path()), String::new()),
        Err(Refusal::Full) => (format!("{}?refused=full", guard.path()), String::new()),
        Err(Refusal::Fault(fault)) => return response(&fault),
    };
    let mut answer = (StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response();
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(cookie) = Some(own).filter(|own| !own.is_empty()).and_then(|own| cookie(guard, &own)) {
        answer.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    answer
}
