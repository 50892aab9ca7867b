//! A real server, spoken to as its clients do.
#![expect(clippy::unwrap_used, reason = "tests")]
#![expect(clippy::panic, reason = "tests")]

mod document;
mod lab;
mod languages;
mod patience;
mod protocol;
mod sharing;
mod upgrade;
