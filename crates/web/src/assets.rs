//! The pages, embedded in the binary. Nothing else is served, and nothing is read from disk.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderMap, Response, StatusCode, header};
use plylab_lab::messages::{Language, LanguageInfo};
use plylab_lab::plot::PLOT_CSS;
use serde_json::json;
use sha2::{Digest as _, Sha256};

/// A file of the pages.
struct Asset {
    bytes: &'static [u8],
    kind: &'static str,
    tag: String,
}

const FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The list of languages, for the language switch.
static LANGUAGES: LazyLock<String> = LazyLock::new(|| {
    let languages: Vec<LanguageInfo> = Language::all().iter().map(Language::info).collect();
    json!(languages).to_string()
});

/// Files shared by pages and reports.
const SHARED: &[(&str, &[u8])] = &[("css/plot.css", PLOT_CSS.as_bytes())];

static ASSETS: LazyLock<HashMap<&'static str, Asset>> = LazyLock::new(|| {
    let asset = |(name, bytes): (&'static str, &'static [u8])| {
        let mut tag = String::from("\"");
        for byte in Sha256::digest(bytes).iter().take(12) {
            let _ = write!(tag, "{byte:02x}");
        }
        tag.push('"');
        (name, Asset { bytes, kind: kind(name), tag })
    };
    let languages = Language::files().iter().map(|(name, text)| (*name, text.as_bytes()));
    let list = ("messages/languages.json", LANGUAGES.as_bytes());
    FILES.iter().chain(SHARED).copied().chain(languages).chain([list]).map(asset).collect()
});

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The file at that path; `/` is the index page. A browser that already has it gets "not modified".
pub(crate) fn serve(path: &str, headers: &HeaderMap) -> Response<Body> {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(asset) = ASSETS.get(name) else {
        return answer(StatusCode::NOT_FOUND, "text/plain; charset=utf-8", None, b"Page not found.\n");
    };
    let cached = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    if cached.is_some_and(|tags| tags.split(',').any(|tag| tag.trim().trim_start_matches("W/") == asset.tag))
    {
        return answer(StatusCode::NOT_MODIFIED, asset.kind, Some(&asset.tag), b"");
    }
    answer(StatusCode::OK, asset.kind, Some(&asset.tag), asset.bytes)
}

fn answer(status: StatusCode, kind: &str, tag: Option<&str>, bytes: &'static [u8]) -> Response<Body> {
    // A new version of the program has new pages under the old names: browsers may cache them, but must revalidate.
    let mut answer = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, kind)
        .header(header::CACHE_CONTROL, "no-cache");
    if let Some(tag) = tag {
        answer = answer.header(header::ETAG, tag);
    }
    answer.body(Body::from(bytes)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_their_types() {
        assert_eq!(kind("a/b/main.js"), "text/javascript; charset=utf-8");
        assert_eq!(kind("x.woff2"), "font/woff2");
        assert_eq!(kind("README"), "application/octet-stream");
    }

    #[test]
    fn every_language_is_there_and_in_the_list() {
        let none = HeaderMap::new();
        assert!(LANGUAGES.contains(r#"{"language":"fa","name":"فارسی","direction":"rtl"}"#));
        for path in ["/messages/languages.json", "/messages/en.json", "/messages/fa.json"] {
            let answer = serve(path, &none);
            assert_eq!(answer.status(), StatusCode::OK, "{path}");
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json");
        }
    }

    #[test]
    fn the_page_is_served_and_nothing_outside_of_it() {
        let none = HeaderMap::new();
        let page = serve("/", &none);
        assert_eq!(page.status(), StatusCode::OK);
        let tag = page.headers()[header::ETAG].clone();
        let again = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)]);
        assert_eq!(serve("/index.html", &again).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(serve("/css/plot.css", &none).headers()[header::CONTENT_TYPE], "text/css; charset=utf-8");
        for path in ["/../Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/nothing", "/index.html/"] {
            assert_eq!(serve(path, &none).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
