//! Fuzzes every target, or those that are named, for some seconds each.

mod driver;
mod targets;

use std::collections::hash_map::RandomState;
use std::error::Error;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use plylab_core::Seed;
use targets::{TARGETS, Target};

/// No input takes longer than this, on any machine.
const SLOW: Duration = Duration::from_secs(5);

const USAGE: &str = "usage: plylab-fuzz [--seconds N] [--seed N] [TARGET ...]";

fn main() -> ExitCode {
    match fuzz_all() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether nothing was found.
fn fuzz_all() -> Result<bool, Box<dyn Error>> {
    let (mut seconds, mut seed, mut names) = (60, RandomState::new().build_hasher().finish(), Vec::new());
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--seconds" => seconds = args.next().ok_or(USAGE)?.parse()?,
            "--seed" => seed = args.next().ok_or(USAGE)?.parse()?,
            name if TARGETS.iter().any(|(known, _)| *known == name) => names.push(arg),
            _ => return Err(USAGE.into()),
        }
    }
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sound = true;
    for (name, target) in
        TARGETS.iter().filter(|(name, _)| names.is_empty() || names.iter().any(|known| known == name))
    {
        let corpus = driver::corpus(&home.join("corpus").join(name))?;
        let (inputs, found) = fuzz(*target, &corpus, Seed(seed), Duration::from_secs(seconds));
        println!("{name}: {inputs} inputs, seed {seed}");
        if let Some((why, input)) = found {
            let file: PathBuf = home.join("found").join(format!("{name}-{seed}-{inputs}"));
            fs::create_dir_all(home.join("found"))?;
            fs::write(&file, input)?;
            println!("{name}: {why}: {}", file.display());
            sound = false;
        }
    }
    Ok(sound)
}

/// Fuzzes until the time is up, or an input panics or takes too long; the input is returned with what it did.
fn fuzz(
    target: Target,
    corpus: &[Vec<u8>],
    seed: Seed,
    time: Duration,
) -> (u64, Option<(&'static str, Vec<u8>)>) {
    let (send, inputs) = channel::<Vec<u8>>();
    let (done, results) = channel();
    // Endless work cannot be stopped, but it can be left behind.
    thread::spawn(move || {
        for input in inputs {
            let panicked = catch_unwind(|| target(&input)).is_err();
            if done.send(panicked).is_err() {
                return;
            }
        }
    });
    let (mut rng, began) = (seed.rng(), Instant::now());
    let mut count = 0;
    while began.elapsed() < time {
        let input = driver::changed(corpus, &mut rng);
        count += 1;
        if send.send(input.clone()).is_err() {
            break;
        }
        match results.recv_timeout(SLOW) {
            Ok(false) => {}
            Ok(true) => return (count, Some(("it panicked", input))),
            Err(_) => return (count, Some(("it took too long", input))),
        }
    }
    (count, None)
}
