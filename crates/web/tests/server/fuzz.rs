//! Messages changed at random: each is answered, and the lab goes on.

#[path = "../../../../fuzz/src/driver.rs"]
mod driver;

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::lab::{Folder, Lab};
use plylab_core::Seed;
use serde_json::json;

/// Sends the corpus, and then changed messages as long as `more` says; each is answered.
fn send_changed(seed: u64, mut more: impl FnMut() -> bool) {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/server-message");
    let corpus = driver::corpus(&corpus).unwrap();
    let mut rng = Seed(seed).rng();
    let mut messages = corpus.clone();
    while let Some(message) = messages.pop().or_else(|| more().then(|| driver::changed(&corpus, &mut rng))) {
        client.send(&String::from_utf8_lossy(&message));
        // An answer, or an event; either shows that the lab lives.
        client.next();
    }
    let mut other = lab.connect();
    assert!(other.ask("catalogue", json!({}))["games"].is_array());
}

#[test]
fn every_message_is_answered_whatever_it_is() {
    let mut left = 300;
    send_changed(20, || {
        left -= 1;
        left >= 0
    });
}

#[test]
#[ignore = "takes a minute; ./test --long runs it"]
fn every_message_is_answered_for_a_minute() {
    let seed = RandomState::new().build_hasher().finish();
    println!("seed {seed}");
    let began = Instant::now();
    send_changed(seed, || began.elapsed() < Duration::from_secs(60));
}
