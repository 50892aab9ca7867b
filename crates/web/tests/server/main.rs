//! A real server, spoken to as its clients do.
#![expect(clippy::unwrap_used, reason = "tests")]
#![expect(clippy::panic, reason = "tests")]

mod broken;
mod document;
mod experiments;
mod games;
mod lab;
mod languages;
mod patience;
mod protocol;
mod searches;
mod sharing;
mod upgrade;
