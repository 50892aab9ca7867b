//! What machines watch: is the lab healthy, and how much does it do?

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use axum::response::IntoResponse as _;

use plylab_service::{Host as _, HostLoad, Use};

use crate::lab::Lab;

/// What the lab has counted since it started.
#[derive(Default)]
pub(crate) struct Counters {
    /// Messages of the protocol, and those answered with an error.
    pub requests: AtomicU64,
    pub errors: AtomicU64,
    /// Answers over HTTP, by the first digit of their status.
    http: [AtomicU64; 6],
    /// Transactions that kept games, and attempts that failed.
    pub commits: AtomicU64,
    pub failed_commits: AtomicU64,
}

/// Counts one more.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Counters {
    pub fn count_http(&self, status: StatusCode) {
        if let Some(counter) = self.http.get(usize::from(status.as_u16() / 100)) {
            count(counter);
        }
    }
}

/// Is the lab healthy? Anybody may ask.
pub(crate) fn health(lab: &Lab) -> Response<Body> {
    let (status, text) = match lab.host.storage.commit.failing() {
        _ if lab.service.is_closing() => (StatusCode::SERVICE_UNAVAILABLE, "closing\n"),
        Some(_) => (StatusCode::SERVICE_UNAVAILABLE, "not kept\n"),
        None => (StatusCode::OK, "ok\n"),
    };
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-store")], text)
        .into_response()
}

/// Everything that is counted, as Prometheus reads it.
pub(crate) fn text(lab: &Lab) -> String {
    let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let HostLoad { waiting, running, connections } = lab.host.load();
    let used = |of: Use| lab.service.memory.used(of);
    let counters = &lab.counters;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut add = |name: &str, help: &str, values: &[(String, u64)]| {
        let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
        let _ = writeln!(text, "# HELP plylab_{name} {help}\n# TYPE plylab_{name} {kind}");
        for (label, value) in values {
            let _ = writeln!(text, "plylab_{name}{label} {value}");
        }
    };
    let one = |value: u64| [(String::new(), value)];
    let with = |label: &str, name: &str, value: u64| (format!("{{{label}=\"{name}\"}}"), value);
    add("connections", "Open WebSockets.", &one(connections as u64));
    add("open_games", "Games in memory.", &one(lab.service.open_games() as u64));
    let work = "Memory of analyses, trees, matches, experiments and downloads.";
    add("memory_bytes", work, &one(used(Use::Work)));
    add("games_bytes", "Memory of games and their boards.", &one(used(Use::Games)));
    add("agents_bytes", "Memory of the agents of games.", &one(used(Use::Agents)));
    add("unread_bytes", "Messages that clients have not read yet.", &one(used(Use::Unread)));
    let jobs = [with("state", "waiting", waiting as u64), with("state", "running", running as u64)];
    add("jobs", "Work that waits or is under way.", &jobs);
    add("requests_total", "Messages of the protocol.", &one(of(&counters.requests)));
    add("errors_total", "Messages answered with an error.", &one(of(&counters.errors)));
    let http = [1, 2, 3, 4, 5].map(|digit| with("status", &format!("{digit}xx"), of(&counters.http[digit])));
    add("http_answers_total", "Answers over HTTP, by status.", &http);
    add("commits_total", "Transactions that kept games.", &one(of(&counters.commits)));
    add("failed_commits_total", "Attempts to keep games that failed.", &one(of(&counters.failed_commits)));
    let is_kept = lab.host.storage.commit.failing().is_none();
    add("kept", "1 while games can be kept.", &one(is_kept.into()));
    text
}
