//! What a machine watches: is the lab well, and how much does it do?

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

/// Is the lab well? Anybody may ask.
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
    let counters = &lab.counters;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut add = |name: &str, kind: &str, help: &str, values: &[(&str, u64)]| {
        let _ = writeln!(text, "# HELP plylab_{name} {help}\n# TYPE plylab_{name} {kind}");
        for (label, value) in values {
            let _ = writeln!(text, "plylab_{name}{label} {value}");
        }
    };
    add("connections", "gauge", "Open WebSockets.", &[("", connections as u64)]);
    add("open_games", "gauge", "Games in memory.", &[("", lab.service.open_games() as u64)]);
    add(
        "memory_bytes",
        "gauge",
        "Memory of analyses, trees, matches, experiments and downloads.",
        &[("", lab.service.memory.used(Use::Work))],
    );
    let of_games = lab.service.memory.used(Use::Games);
    add("games_bytes", "gauge", "Memory of games and their boards.", &[("", of_games)]);
    let of_agents = lab.service.memory.used(Use::Agents);
    add("agents_bytes", "gauge", "Memory of the agents of games.", &[("", of_agents)]);
    add(
        "unread_bytes",
        "gauge",
        "Messages that clients have not read yet.",
        &[("", lab.service.memory.used(Use::Unread))],
    );
    let jobs = [("{state=\"waiting\"}", waiting as u64), ("{state=\"running\"}", running as u64)];
    add("jobs", "gauge", "Work that waits or is under way.", &jobs);
    add("requests_total", "counter", "Messages of the protocol.", &[("", of(&counters.requests))]);
    add("errors_total", "counter", "Messages answered with an error.", &[("", of(&counters.errors))]);
    let labels = [
        "",
        "{status=\"1xx\"}",
        "{status=\"2xx\"}",
        "{status=\"3xx\"}",
        "{status=\"4xx\"}",
        "{status=\"5xx\"}",
    ];
    let http: Vec<(&str, u64)> = labels.into_iter().zip(counters.http.iter().map(of)).skip(1).collect();
    add("http_answers_total", "counter", "Answers over HTTP, by status.", &http);
    add("commits_total", "counter", "Transactions that kept games.", &[("", of(&counters.commits))]);
    add(
        "failed_commits_total",
        "counter",
        "Attempts to keep games that failed.",
        &[("", of(&counters.failed_commits))],
    );
    add(
        "kept",
        "gauge",
        "1 while games can be kept.",
        &[("", u64::from(lab.host.storage.commit.failing().is_none()))],
    );
    text
}
