//! Where a request comes from when a proxy passes it on. Anybody can write the header: it is believed only from the proxies that
//! were named at start, and only what they wrote themselves, which is at its end.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, HeaderName};

/// The header in which a proxy names the client it asks for. Another one, `Forwarded`, is never read: a proxy that writes one of them
/// may pass on the other as its client wrote it.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The address that a request comes from, if `peer` sent it.
pub(crate) fn origin(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let peer = peer.to_canonical();
    if !proxies.contains(&peer) {
        return peer;
    }
    let lines: Vec<&str> =
        headers.get_all(FORWARDED_FOR).iter().filter_map(|line| line.to_str().ok()).collect();
    let mut named = lines.iter().rev().flat_map(|line| line.rsplit(',')).map(address);
    // Each proxy adds the one that it heard from; the first that is not a trusted proxy is the client.
    let origin = named.find(|named| !named.is_some_and(|address| proxies.contains(&address)));
    origin.flatten().unwrap_or(peer)
}

/// An address, with a port or without.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let plain = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = plain.parse().or_else(|_| text.parse().map(|address: SocketAddr| address.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(peer: &str, lines: &[&str], proxies: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED_FOR, line.parse().unwrap());
        }
        let proxies: Vec<IpAddr> = proxies.iter().map(|text| text.parse().unwrap()).collect();
        origin(peer.parse().unwrap(), &headers, &proxies).to_string()
    }

    #[test]
    fn only_named_proxies_are_believed() {
        let forged = ["192.0.2.66"];
        assert_eq!(from("198.51.100.7", &forged, &[]), "198.51.100.7");
        assert_eq!(from("198.51.100.7", &forged, &["10.0.0.1"]), "198.51.100.7");
        assert_eq!(from("10.0.0.1", &forged, &["10.0.0.1"]), "192.0.2.66");
        assert_eq!(from("::ffff:10.0.0.1", &forged, &["10.0.0.1"]), "192.0.2.66");
        // What a client wrote before the proxy did counts for nothing.
        assert_eq!(from("10.0.0.1", &["192.0.2.66, 203.0.113.5"], &["10.0.0.1"]), "203.0.113.5");
        assert_eq!(from("10.0.0.1", &["192.0.2.66", "203.0.113.5"], &["10.0.0.1"]), "203.0.113.5");
        // Two proxies, one behind the other.
        let both = ["10.0.0.1", "10.0.0.2"];
        assert_eq!(from("10.0.0.1", &["192.0.2.66, 203.0.113.5, 10.0.0.2"], &both), "203.0.113.5");
    }

    #[test]
    fn addresses_have_many_forms_and_nonsense_is_the_proxy() {
        for (text, address) in [
            ("203.0.113.5", "203.0.113.5"),
            (" 203.0.113.5:4711 ", "203.0.113.5"),
            ("[2001:db8::1]:4711", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("::ffff:203.0.113.5", "203.0.113.5"),
            ("unknown", "10.0.0.1"),
            ("192.0.2.66, unknown", "10.0.0.1"),
            ("", "10.0.0.1"),
        ] {
            assert_eq!(from("10.0.0.1", &[text], &["10.0.0.1"]), address, "{text}");
        }
        assert_eq!(from("10.0.0.1", &[], &["10.0.0.1"]), "10.0.0.1");
    }
}
