//! The pages, embedded in the binary. Nothing else is served, and nothing is read from disk.
//!
//! Files have addresses that change with their contents, `/assets/HASH/js/main.js`, and browsers keep them for good. Only the
//! index page is asked for each time; it names the hash, and the modules that the first page needs, so that browsers load
//! them all at once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{LazyLock, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use plylab_draw::page_styles;
use plylab_lab::messages::{Language, LanguageInfo};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::http::texts;

/// What is sent: as it is, and compressed once somebody asks for that.
pub(crate) struct Content {
    plain: Bytes,
    packed: OnceLock<Bytes>,
}

impl Content {
    pub fn new(plain: impl Into<Bytes>) -> Content {
        Content { plain: plain.into(), packed: OnceLock::new() }
    }

    /// The bytes for a client with these headers, and their encoding.
    pub fn for_client(&self, headers: &HeaderMap) -> (Bytes, Option<&'static str>) {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|names| names.to_str().ok());
        // `gzip;q=0` refuses it.
        let takes = |name: &str| {
            let (name, weight) = name.split_once(';').unwrap_or((name, ""));
            let weight = weight.replace(' ', "");
            let weight = weight.strip_prefix("q=").map_or(Ok(1.0), str::parse::<f64>);
            name.trim() == "gzip" && weight.is_ok_and(|weight| weight > 0.0)
        };
        if !accepted.is_some_and(|names| names.split(',').any(takes)) {
            return (self.plain.clone(), None);
        }
        let packed = self.packed.get_or_init(|| pack(&self.plain).unwrap_or_default());
        // What cannot be packed is sent as it is.
        if packed.is_empty() { (self.plain.clone(), None) } else { (packed.clone(), Some("gzip")) }
    }
}

fn pack(plain: &[u8]) -> std::io::Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    encoder.finish().map(Bytes::from)
}

const FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The styles of the pictures that the lab draws.
static PICTURES: LazyLock<String> = LazyLock::new(page_styles);

/// The page that names all others.
const INDEX: &str = "index.html";

/// Where the index page names files, without their hash.
const FOLDER: &str = "/assets/";

/// The same folder as the page names it: relative to itself, wherever a proxy has put both.
const BESIDE: &str = "assets/";

/// The files by name, the index page among them as it is written.
static SOURCES: LazyLock<HashMap<&'static str, &'static [u8]>> = LazyLock::new(|| {
    let languages = texts::FILES.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
    let pictures = ("css/pictures.css", PICTURES.as_bytes());
    FILES.iter().copied().chain([pictures]).chain(languages).collect()
});

/// The hash of all files.
static HASH: LazyLock<String> = LazyLock::new(|| {
    let mut names: Vec<_> = SOURCES.iter().collect();
    names.sort();
    let mut all = Sha256::new();
    for (name, bytes) in names {
        all.update(name.as_bytes());
        all.update((bytes.len() as u64).to_be_bytes());
        all.update(bytes);
    }
    let mut hash = String::new();
    for byte in all.finalize().iter().take(8) {
        let _ = write!(hash, "{byte:02x}");
    }
    hash
});

static CONTENTS: LazyLock<HashMap<&'static str, Content>> = LazyLock::new(|| {
    let files = SOURCES.iter().filter(|(name, _)| **name != INDEX);
    files.map(|(name, bytes)| (*name, Content::new(lean(name, bytes)))).collect()
});

/// A file as it is sent: a module without the lines that are comments, which are a quarter of it. Lines keep their numbers.
fn lean(name: &str, bytes: &'static [u8]) -> Bytes {
    match std::str::from_utf8(bytes) {
        Ok(text) if name.ends_with(".js") => Bytes::from(without_comments(text)),
        _ => Bytes::from_static(bytes),
    }
}

/// A module with its lines of comments left empty. What stands in a template of several lines is no comment.
fn without_comments(text: &str) -> String {
    let (mut lean, mut in_comment, mut in_template) = (String::with_capacity(text.len()), false, false);
    for line in text.lines() {
        let start = line.trim_start();
        let begins = !in_template && (start.starts_with("//") || start.starts_with("/*"));
        if in_comment || begins {
            let is_block = in_comment || start.starts_with("/*");
            in_comment = is_block && !line.contains("*/");
        } else {
            lean.push_str(line);
            in_template ^= line.replace("\\`", "").matches('`').count() % 2 == 1;
        }
        lean.push('\n');
    }
    lean
}

static PAGE: LazyLock<Content> = LazyLock::new(|| {
    let written = SOURCES.get(INDEX).copied().unwrap_or_default();
    Content::new(index(&String::from_utf8_lossy(written)))
});

/// The hash in the addresses of all files: pages that were loaded under another one are out of date.
pub(crate) fn hash() -> &'static str {
    &HASH
}

/// The index page: addresses get their hash, `{languages}` becomes the list of languages, and `<!-- modules: a.js b.js -->`
/// the modules that those import, to be loaded at once.
fn index(written: &str) -> String {
    let languages: Vec<LanguageInfo> = Language::all().iter().map(Language::info).collect();
    let languages = json!(languages).to_string().replace('&', "&amp;").replace('"', "&quot;");
    let mut page = written.replace("{languages}", &languages);
    if let Some((before, rest)) = page.split_once("<!-- modules:")
        && let Some((entries, after)) = rest.split_once("-->")
    {
        let mut links = String::new();
        for name in modules(entries.split_whitespace()) {
            let _ = writeln!(links, r#"<link rel="modulepreload" href="{BESIDE}{name}">"#);
        }
        page = format!("{before}{}{after}", links.trim_end());
    }
    page.replace(&format!("\"{BESIDE}"), &format!("\"{BESIDE}{}/", *HASH))
}

/// These modules and all that they import, each once, in the order in which they are found. What they import only when it is
/// needed is left out.
fn modules<'a>(entries: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = entries.map(str::to_owned).collect();
    let mut next = 0;
    while let Some(name) = found.get(next).cloned() {
        next += 1;
        let text =
            SOURCES.get(name.as_str()).map_or(Cow::Borrowed(""), |bytes| String::from_utf8_lossy(bytes));
        for rest in text.split(" from '").skip(1) {
            // Types are imported in comments, and their files have another ending.
            let path = rest.split('\'').next().filter(|path| path.starts_with('.') && path.ends_with(".js"));
            let Some(path) = path.map(|path| resolved(&name, path)) else { continue };
            if !found.contains(&path) {
                found.push(path);
            }
        }
    }
    found
}

/// The file that a module names by a path from its own folder.
fn resolved(module: &str, path: &str) -> String {
    let mut parts: Vec<&str> = module.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

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
    if matches!(path, "/" | "/index.html") {
        let tag = format!("\"{}\"", *HASH);
        let cached = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
        let same = |tags: &str| tags.split(',').any(|known| known.trim().trim_start_matches("W/") == tag);
        // Until the next version of the program: a browser must ask, with this tag.
        let mut page = if cached.is_some_and(same) {
            answer(StatusCode::NOT_MODIFIED, INDEX, "no-cache", (Bytes::new(), None))
        } else {
            answer(StatusCode::OK, INDEX, "no-cache", PAGE.for_client(headers))
        };
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            page.headers_mut().insert(header::ETAG, tag);
        }
        return page;
    }
    let file = path.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix(HASH.as_str()));
    let name = file.and_then(|rest| rest.strip_prefix('/')).unwrap_or_default();
    match CONTENTS.get(name) {
        Some(content) => {
            answer(StatusCode::OK, name, "public, max-age=31536000, immutable", content.for_client(headers))
        }
        None => {
            let words = Bytes::from_static(b"Page not found.\n");
            answer(StatusCode::NOT_FOUND, "missing.txt", "no-store", (words, None))
        }
    }
}

/// A file as the answer; `caching` says how long a browser may keep it.
fn answer(
    status: StatusCode,
    name: &str,
    caching: &'static str,
    (bytes, encoding): (Bytes, Option<&'static str>),
) -> Response<Body> {
    let mut answer = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, kind(name))
        .header(header::VARY, "accept-encoding")
        .header(header::CACHE_CONTROL, caching);
    if let Some(encoding) = encoding {
        answer = answer.header(header::CONTENT_ENCODING, encoding);
    }
    answer.body(Body::from(bytes)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn page() -> String {
        String::from_utf8(PAGE.plain.to_vec()).unwrap()
    }

    #[test]
    fn files_have_their_types() {
        assert_eq!(kind("a/b/main.js"), "text/javascript; charset=utf-8");
        assert_eq!(kind("x.woff2"), "font/woff2");
        assert_eq!(kind("README"), "application/octet-stream");
    }

    #[test]
    fn every_language_is_there_and_in_the_list() {
        let none = HeaderMap::new();
        let list = "{&quot;language&quot;:&quot;fa&quot;,&quot;name&quot;:&quot;فارسی&quot;";
        assert!(page().contains(list), "{}", page());
        for name in ["messages/en.json", "messages/fa.json", "messages/fa.rest.json"] {
            let answer = serve(&format!("/assets/{}/{name}", hash()), &none);
            assert_eq!(answer.status(), StatusCode::OK, "{name}");
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/json");
        }
    }

    #[test]
    fn the_page_is_asked_for_each_time_and_its_files_are_kept_for_good() {
        let none = HeaderMap::new();
        let page = serve("/", &none);
        assert_eq!(page.status(), StatusCode::OK);
        assert_eq!(page.headers()[header::CACHE_CONTROL], "no-cache");
        let tag = page.headers()[header::ETAG].clone();
        let again = HeaderMap::from_iter([(header::IF_NONE_MATCH, tag)]);
        assert_eq!(serve("/index.html", &again).status(), StatusCode::NOT_MODIFIED);
        let style = serve(&format!("/assets/{}/css/pictures.css", hash()), &none);
        assert_eq!(style.headers()[header::CONTENT_TYPE], "text/css; charset=utf-8");
        assert!(style.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    }

    #[test]
    fn nothing_else_is_served() {
        let none = HeaderMap::new();
        let hash = hash();
        for path in [
            "/../Cargo.toml".to_owned(),
            "//etc/passwd".to_owned(),
            "/nothing".to_owned(),
            "/index.html/".to_owned(),
            "/js/main.js".to_owned(),
            "/assets/0123456789abcdef/js/main.js".to_owned(),
            format!("/assets/{hash}/../Cargo.toml"),
            format!("/assets/{hash}/index.html"),
            format!("/assets/{hash}/"),
            format!("/assets/{hash}"),
        ] {
            assert_eq!(serve(&path, &none).status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn clients_that_accept_compression_get_it() {
        let path = format!("/assets/{}/js/main.js", hash());
        let asks = |names: &str| HeaderMap::from_iter([(header::ACCEPT_ENCODING, names.parse().unwrap())]);
        for names in ["gzip, deflate, br", "br;q=1.0, gzip;q=0.8"] {
            let answer = serve(&path, &asks(names));
            assert_eq!(answer.headers()[header::CONTENT_ENCODING], "gzip", "{names}");
        }
        for names in ["identity", "br", "gzip;q=0", ""] {
            assert!(serve(&path, &asks(names)).headers().get(header::CONTENT_ENCODING).is_none(), "{names}");
        }
        let (packed, _) = CONTENTS["js/main.js"].for_client(&asks("gzip"));
        let mut plain = Vec::new();
        GzDecoder::new(&*packed).read_to_end(&mut plain).unwrap();
        assert_eq!(plain, CONTENTS["js/main.js"].plain);
        assert!(packed.len() * 2 < plain.len());
    }

    #[test]
    fn modules_are_sent_without_comments_line_by_line() {
        let written = "// one\n/** two\n * @type {x}\n */\nconst a = 'b'; // stays\n  // three\nconst c = `\n// text\n`;\n/* d */\n";
        let sent = "\n\n\n\nconst a = 'b'; // stays\n\nconst c = `\n// text\n`;\n\n";
        assert_eq!(without_comments(written), sent);
        for (name, source) in SOURCES.iter().filter(|(name, _)| name.ends_with(".js")) {
            let (source, sent) =
                (String::from_utf8_lossy(source), without_comments(&String::from_utf8_lossy(source)));
            assert_eq!(source.lines().count(), sent.lines().count(), "{name}");
            // No code stands behind the end of a comment that was left out.
            let lost = |(line, kept): (&str, &str)| {
                kept.is_empty() && line.split_once("*/").is_some_and(|(_, tail)| !tail.trim().is_empty())
            };
            assert!(!source.lines().zip(sent.lines()).any(lost), "{name}");
        }
    }

    #[test]
    fn the_first_page_has_its_texts() {
        let first: Vec<String> = modules(["js/main.js", "js/pages/menu.js"].into_iter());
        let boards =
            SOURCES.keys().filter(|name| name.starts_with("js/boards/")).map(|name| (*name).to_owned());
        let texts: serde_json::Value = serde_json::from_slice(SOURCES["messages/fa.json"]).unwrap();
        for name in first.into_iter().chain(boards).chain(["js/ui/help.js".to_owned()]) {
            let source = String::from_utf8_lossy(SOURCES[name.as_str()]);
            for part in source.split(" t('").chain(source.split("(t('")).chain(source.split(" t(`")) {
                let section = part.split(['.', '\'', '`']).next().unwrap_or_default();
                let is_key =
                    part[section.len()..].starts_with('.') && section.chars().all(char::is_alphabetic);
                assert!(!is_key || texts["pages"].get(section).is_some(), "{name}: {section}");
            }
        }
    }

    #[test]
    fn every_module_of_the_first_page_is_named_once_and_is_there() {
        let page = page();
        let prefix = format!("<link rel=\"modulepreload\" href=\"assets/{}/", hash());
        let names: Vec<&str> =
            page.split(&prefix).skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        for name in ["js/main.js", "js/pages/menu.js", "js/ui/elements.js"] {
            assert_eq!(names.iter().filter(|named| **named == name).count(), 1, "{name}: {names:?}");
        }
        let missing: Vec<_> = names.iter().filter(|name| !SOURCES.contains_key(**name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(!names.contains(&"js/pages/trees.js"), "pages are loaded when they are shown: {names:?}");
        // Every other address on the page is one of a file, too.
        for rest in page.split(&format!("\"assets/{}/", hash())).skip(1) {
            let name = rest.split('"').next().unwrap();
            assert!(SOURCES.contains_key(name), "{name}");
        }
    }

    #[test]
    fn the_first_load_is_light() {
        let page = page();
        let packed = |content: &Content| {
            let asks = HeaderMap::from_iter([(header::ACCEPT_ENCODING, "gzip".parse().unwrap())]);
            content.for_client(&asks).0.len()
        };
        let folder = format!("\"assets/{}/", hash());
        let files = page.split(&folder).skip(1);
        let names: BTreeSet<&str> = files.map(|rest| rest.split('"').next().unwrap()).collect();
        let files: usize = names.iter().map(|name| packed(&CONTENTS[name])).sum();
        // With the list of games 100,000 at most, in every language: a test in the browser adds it all up.
        for (language, most) in [("en", 50_000), ("fa", 70_000)] {
            let all = packed(&PAGE) + files + packed(&CONTENTS[format!("messages/{language}.json").as_str()]);
            assert!(all < most, "{language}: {all} bytes in {} files", names.len());
        }
    }
}
