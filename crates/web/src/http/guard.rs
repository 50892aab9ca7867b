//! Which requests are allowed: those of our own pages, and those of programs with the right `Host`. A page of another origin can
//! make a browser send requests to this machine, but it cannot make it lie about `Origin` and `Host`.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, Uri, header};
use plylab_core::{InputError, Message, message};

/// The address by which people reach a lab behind a proxy, `https://lab.example.edu/plylab/`: a scheme, a host, and a path that ends in a slash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    scheme: &'static str,
    /// The name, with the port if there is one.
    host: String,
    /// With a slash at both ends.
    path: String,
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.scheme, self.host, self.path)
    }
}

impl FromStr for PublicUrl {
    type Err = InputError;

    fn from_str(text: &str) -> Result<PublicUrl, InputError> {
        let wrong = || {
            InputError::new(message!("bad-public-url", "this is not an address for the lab"))
                .expected(message!("public-url-form", "write it like https://lab.example.edu/plylab/"))
                .at(Message::quoted(text))
        };
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let scheme = match scheme {
            "https" => "https",
            "http" => "http",
            _ => return Err(wrong()),
        };
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let is_host = |sign: char| sign.is_ascii_alphanumeric() || ".-:[]".contains(sign);
        let is_path = |sign: char| sign.is_ascii_alphanumeric() || "/-_.~".contains(sign);
        let path = path.trim_end_matches('/');
        let plain = !path.split('/').any(|part| path.contains("//") || part == "." || part == "..");
        if host.is_empty() || !host.chars().all(is_host) || !path.chars().all(is_path) || !plain {
            return Err(wrong());
        }
        let path = if path.is_empty() { "/".to_owned() } else { format!("/{path}/") };
        // Browsers leave out the default port.
        let default = if scheme == "https" { ":443" } else { ":80" };
        Ok(PublicUrl { scheme, host: host.strip_suffix(default).unwrap_or(host).to_owned(), path })
    }
}

/// Where the lab is found: the address that it listens on, or the one of the proxy in front of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Guard {
    address: SocketAddr,
    public: Option<PublicUrl>,
    cookie: String,
}

impl Guard {
    pub fn new(address: SocketAddr, public: Option<PublicUrl>) -> Guard {
        // Browsers send cookies to every port of a host: the name tells labs on one machine apart.
        let cookie = match &public {
            Some(_) => "plylab".to_owned(),
            None => format!("plylab-{}", address.port()),
        };
        Guard { address, public, cookie }
    }

    /// May a request with these headers be answered?
    pub fn allows(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        if hosts.next().is_some() || !host.is_some_and(|host| self.is_us(host) || self.is_public(host)) {
            return false;
        }
        let mut origins = headers.get_all(header::ORIGIN).iter();
        origins.all(|origin| {
            let Some((scheme, host)) = origin.to_str().ok().and_then(|origin| origin.split_once("://"))
            else {
                return false;
            };
            let public = self.public.as_ref().is_some_and(|public| public.scheme == scheme);
            (scheme == "http" && self.is_us(host)) || (public && self.is_public(host))
        })
    }

    /// The name of the cookie.
    pub fn cookie_name(&self) -> &str {
        &self.cookie
    }

    /// Do browsers reach the lab by HTTPS?
    pub fn is_secure(&self) -> bool {
        self.public.as_ref().is_some_and(|public| public.scheme == "https")
    }

    /// The path at which browsers find the lab, with a slash at its end.
    pub fn path(&self) -> &str {
        self.public.as_ref().map_or("/", |public| &public.path)
    }

    /// Takes the path of the public address off the path of a request. A proxy may have done so already.
    pub fn strip(&self, uri: &mut Uri) {
        let path = uri.path_and_query().and_then(|path| path.as_str().strip_prefix(self.path()));
        if let Some(Ok(path)) = path.map(|rest| PathAndQuery::from_str(&format!("/{rest}"))) {
            *uri = Uri::from(path);
        }
    }

    /// Where people find the lab.
    pub fn url(&self) -> String {
        match &self.public {
            Some(public) => public.to_string(),
            None => {
                let ip = self.address.ip();
                let ip = if ip.is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { ip };
                format!("http://{}/", SocketAddr::new(ip, self.address.port()))
            }
        }
    }

    fn is_public(&self, host: &str) -> bool {
        self.public.as_ref().is_some_and(|public| host.eq_ignore_ascii_case(&public.host))
    }

    /// Does `host` name this server? A numeric address cannot be rebound to this machine by others; a name can.
    fn is_us(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, u16::from_str(port).ok()),
            _ => (host, Some(80)),
        };
        if port != Some(self.address.port()) {
            return false;
        }
        let ours = self.address.ip();
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
        Guard::new(address.parse().unwrap(), None).allows(&headers)
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

    #[test]
    fn behind_a_proxy_the_public_address_counts() {
        let public = "https://lab.example.edu/plylab/".parse().unwrap();
        let guard = Guard::new("127.0.0.1:4000".parse().unwrap(), Some(public));
        let allows = |host: &str, origin: &str| {
            let headers = [(header::HOST, host), (header::ORIGIN, origin)];
            guard.allows(&headers.into_iter().map(|(name, value)| (name, value.parse().unwrap())).collect())
        };
        assert!(allows("lab.example.edu", "https://lab.example.edu"));
        assert!(allows("LAB.example.edu", "https://lab.example.edu"));
        assert!(!allows("lab.example.edu", "http://lab.example.edu"));
        assert!(!allows("lab.example.edu", "https://evil.example"));
        assert!(!allows("evil.example", "https://lab.example.edu"));
        assert_eq!((guard.path(), guard.cookie_name(), guard.is_secure()), ("/plylab/", "plylab", true));
        assert_eq!(guard.url(), "https://lab.example.edu/plylab/");
        let stripped = |path: &str| {
            let mut uri = path.parse().unwrap();
            guard.strip(&mut uri);
            uri.to_string()
        };
        assert_eq!(stripped("/plylab/api/3/socket?x=1"), "/api/3/socket?x=1");
        assert_eq!(stripped("/plylab/?token=a"), "/?token=a");
        assert_eq!(stripped("/api/3"), "/api/3");
    }

    #[test]
    fn two_hosts_are_no_host() {
        let mut headers = HeaderMap::new();
        headers.append(header::HOST, "localhost:4000".parse().unwrap());
        headers.append(header::HOST, "localhost:4000".parse().unwrap());
        assert!(!Guard::new("127.0.0.1:4000".parse().unwrap(), None).allows(&headers));
    }

    #[test]
    fn addresses_are_read_and_written() {
        for (text, written) in [
            ("https://lab.example.edu/plylab/", "https://lab.example.edu/plylab/"),
            ("https://lab.example.edu/plylab", "https://lab.example.edu/plylab/"),
            ("https://lab.example.edu:443", "https://lab.example.edu/"),
            ("http://127.0.0.1:8080/a/b", "http://127.0.0.1:8080/a/b/"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), written);
        }
        for wrong in [
            "",
            "lab.example.edu",
            "ftp://lab/",
            "https:///x",
            "https://a/?q",
            "https://a/../b",
            "https://a/b//c",
            "https://a b/",
        ] {
            assert!(wrong.parse::<PublicUrl>().is_err(), "{wrong}");
        }
    }
}
