//! Who asks, by a cookie of the browser or a header of a script, and what one person may use: games and runs, analyses at a time, seconds
//! of the processors (counted by `scheduling`), and disk. Admins own the lab and may use all processors and the whole disk.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse as _;
use plylab_core::{InputError, Message, message};
use plylab_service::protocol::{Fault, Person};

use crate::http::fault::HttpFault;
use crate::http::guard::Guard;
use crate::lab::Lab;
use crate::storage::TokenRefusal;

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
        Err(TokenRefusal::Unknown) => (format!("{}?refused=unknown", guard.path()), String::new()),
        Err(TokenRefusal::Full) => (format!("{}?refused=full", guard.path()), String::new()),
        Err(TokenRefusal::Fault(fault)) => return HttpFault(fault).into_response(),
    };
    let mut answer = (StatusCode::SEE_OTHER, [(header::LOCATION, place)]).into_response();
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(cookie) = Some(own).filter(|own| !own.is_empty()).and_then(|own| cookie(guard, &own)) {
        answer.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    answer
}

/// What each person may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quotas {
    /// Games.
    pub games: u64,
    /// Runs of experiments.
    pub runs: u64,
    /// Analyses at a time.
    pub analyses: u64,
    /// Seconds of the processors in a day.
    pub seconds: u64,
    /// Megabytes of games, replays and results.
    pub megabytes: u64,
}

impl Default for Quotas {
    fn default() -> Quotas {
        Quotas { games: 64, runs: 50, analyses: 16, seconds: 14_400, megabytes: 1000 }
    }
}

impl Quotas {
    /// Changes one, from text like `games=100`.
    ///
    /// # Errors
    ///
    /// If there is no such quota, or it is not a number from 1 on.
    pub fn set(&mut self, text: &str) -> Result<(), InputError> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let mut places = [
            ("games", &mut self.games),
            ("runs", &mut self.runs),
            ("analyses", &mut self.analyses),
            ("seconds", &mut self.seconds),
            ("megabytes", &mut self.megabytes),
        ];
        let Some((_, place)) = places.iter_mut().find(|(known, _)| *known == name.trim()) else {
            let names = places.map(|(name, _)| name);
            return Err(InputError::new(message!("no-such-quota", "there is no such quota"))
                .expected(message!("use-one-of", "use {choices}", choices = names.to_vec()))
                .at(Message::quoted(text)));
        };
        match value.trim().parse() {
            Ok(most @ 1..=1_000_000_000) => **place = most,
            _ => {
                return Err(InputError::new(message!("bad-quota", "this is not a quota"))
                    .expected(message!("quota-form", "write a whole number from 1 on, like games=100"))
                    .at(Message::quoted(text)));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotas_are_read() {
        let mut quotas = Quotas::default();
        for text in ["games=3", "runs = 4", "analyses=5", "seconds=6", "megabytes=7"] {
            quotas.set(text).unwrap();
        }
        assert_eq!(quotas, Quotas { games: 3, runs: 4, analyses: 5, seconds: 6, megabytes: 7 });
        for (text, code) in [
            ("moves=3", "no-such-quota"),
            ("", "no-such-quota"),
            ("games", "bad-quota"),
            ("games=0", "bad-quota"),
            ("games=-1", "bad-quota"),
            ("games=many", "bad-quota"),
            ("games=99999999999", "bad-quota"),
        ] {
            assert_eq!(quotas.set(text).unwrap_err().wrong().code(), code, "{text}");
        }
    }
}
