//! Tests of a real server through its protocol.
#![expect(clippy::unwrap_used, reason = "tests")]
#![expect(clippy::panic, reason = "tests")]

mod broken;
mod document;
mod experiments;
mod fuzz;
mod games;
mod keeping;
mod lab;
mod languages;
mod people;
mod progress;
mod protocol;
mod quotas;
mod searches;
mod sharing;
mod unread;
