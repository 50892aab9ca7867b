//! Replays the corpora of `fuzz/`, with a few changes to each file. `./test --long` fuzzes for longer.

#[path = "../../../fuzz/src/driver.rs"]
mod driver;
#[path = "../../../fuzz/src/targets.rs"]
mod targets;

use std::path::Path;

use plylab_core::Seed;

/// How many changed inputs each target gets.
const CHANGED: u64 = 500;

#[test]
fn nothing_that_is_read_panics() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, target) in targets::TARGETS {
        let corpus = driver::corpus(&corpora.join(name)).unwrap();
        assert!(!corpus.is_empty(), "{name} has a corpus");
        corpus.iter().for_each(|input| target(input));
        for number in 0..CHANGED {
            let input = driver::changed(&corpus, &mut Seed(20).child(name).nth(number).rng());
            if std::panic::catch_unwind(|| target(&input)).is_err() {
                panic!("{name}, change {number}: {:?}", String::from_utf8_lossy(&input));
            }
        }
    }
}
