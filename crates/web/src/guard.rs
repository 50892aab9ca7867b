//! Which requests are allowed: those of our own pages, and those of programs with the right `Host`. A page of another origin can
//! make a browser send requests to this machine, but it cannot make it lie about `Origin` and `Host`.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::{HeaderMap, header};

/// The address that the lab listens on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Guard(pub SocketAddr);

impl Guard {
    /// May a request with these headers be answered?
    pub fn allows(self, headers: &HeaderMap) -> bool {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        if !host.is_some_and(|host| self.is_us(host)) {
            return false;
        }
        let mut origins = headers.get_all(header::ORIGIN).iter();
        origins.all(|origin| {
            let host = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
            host.is_some_and(|host| self.is_us(host))
        })
    }

    /// Does `host` name this server? A numeric address cannot be rebound to this machine by others; a name can.
    fn is_us(self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, u16::from_str(port).ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.0.port()) {
            return false;
        }
        let ours = self.0.ip();
        if name.eq_ignore_ascii_case("localhost") {
            return ours.is_loopback() || ours.is_unspecified();
        }
        let numeric = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        match IpAddr::from_str(numeric) {
            Ok(address) => {
                address == ours || ours.is_unspecified() || (ours.is_loopback() && address.is_loopback())
            }
            Err(_) => false,
        }
    }
}

/// Security headers of every answer.
pub(crate) const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; manifest-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// The policy of a report page: its inline styles and scripts are allowed, nothing else; the sandbox gives it no origin.
pub(crate) const SANDBOX: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
                                  base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(address: &str, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        Guard(address.parse().unwrap()).allows(&headers)
    }

    #[test]
    fn only_our_own_pages_are_answered() {
        let local = "127.0.0.1:4000";
        for host in ["127.0.0.1:4000", "localhost:4000", "LOCALHOST:4000", "[::1]:4000"] {
            assert!(allows(local, host, None), "{host}");
            assert!(allows(local, host, Some(&format!("http://{host}"))), "{host}");
        }
        for host in [
            "evil.example:4000",
            "localhost:4001",
            "localhost",
            "localhost.evil.example:4000",
            "192.0.2.1:4000",
            "",
            ":4000",
        ] {
            assert!(!allows(local, host, None), "{host}");
        }
        for origin in [
            "http://evil.example",
            "https://localhost:4000",
            "null",
            "http://localhost:4001",
            "http://localhost",
        ] {
            assert!(!allows(local, "localhost:4000", Some(origin)), "{origin}");
        }
    }

    #[test]
    fn a_lab_for_the_network_knows_its_addresses_but_no_names() {
        assert!(allows("0.0.0.0:4000", "192.0.2.7:4000", Some("http://192.0.2.7:4000")));
        assert!(!allows("0.0.0.0:4000", "evil.example:4000", None));
        assert!(allows("192.0.2.7:4000", "192.0.2.7:4000", None));
        assert!(!allows("192.0.2.7:4000", "192.0.2.8:4000", None));
        assert!(allows("127.0.0.1:80", "localhost", Some("http://localhost")));
    }
}
