//! Messages changed at random: each is answered, and the lab goes on.

#[path = "../../../../fuzz/src/driver.rs"]
mod driver;

use std::path::Path;

use crate::lab::{Folder, Lab};
use plylab_core::Seed;
use serde_json::json;

#[test]
fn every_message_is_answered_whatever_it_is() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/server-message");
    let corpus = driver::corpus(&corpus).unwrap();
    let mut rng = Seed(20).rng();
    let changed = (0..300).map(|_| driver::changed(&corpus, &mut rng)).collect::<Vec<Vec<u8>>>();
    for message in corpus.iter().chain(&changed) {
        client.send(&String::from_utf8_lossy(message));
        // An answer, or an event; either shows that the lab lives.
        client.next();
    }
    let mut other = lab.connect();
    assert!(other.ask("catalogue", json!({}))["games"].is_array());
}
