//! The address by which people reach a lab behind a proxy.

use std::fmt;
use std::str::FromStr;

use plylab_core::{InputError, Message, message};

/// `https://lab.example.edu/plylab/`: a scheme, a host, and a path that ends in a slash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    scheme: &'static str,
    host: String,
    path: String,
}

impl PublicUrl {
    pub(crate) fn scheme(&self) -> &'static str {
        self.scheme
    }

    /// The name, with the port if there is one.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// The path, with a slash at both ends.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }
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

#[cfg(test)]
mod tests {
    use super::*;

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
