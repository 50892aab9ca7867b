//! Stores that were damaged.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use plylab_core::{NoFiles, Registry, Seed, StopFlag};
use plylab_lab::experiment::Size;
use plylab_lab::store::{FILE, SqliteStore, merge};
use plylab_lab::{GameRow, LabError, Plan, ResultStore as _, RunInfo, RunOptions, WallClock, run, run_info};

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("plylab-stores-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const EXPERIMENT: &str = "title = 'Flips'\nrecord = ['moves', 'nodes', 'times']\n[[sweep]]\nname = 's'\n\
     game = 'tictactoe'\nplayers = ['random', '{who}']\nvary = { who = ['random', 'first'] }\ngames = 6\n";

fn plan(registry: &Arc<Registry>) -> Plan {
    Plan::read(EXPERIMENT, registry, &NoFiles, Size::Full).unwrap()
}

/// Plays what is missing in a folder, and returns how many games were damaged.
fn play(folder: &Path, registry: &Arc<Registry>) -> u64 {
    let plan = plan(registry);
    let store = SqliteStore::open(folder, &plan, &run_info(&plan, 1, None)).unwrap();
    let damaged = store.damaged;
    let (finish, abandon) = (StopFlag::default(), StopFlag::default());
    run(
        &WallClock::shared(),
        &plan,
        &store,
        &RunOptions { threads: 1, shard: None, finish, abandon },
        |_| (),
    )
    .unwrap();
    store.close().unwrap();
    damaged
}

/// Everything that can be read from a store.
#[derive(PartialEq, Debug)]
struct Content {
    rows: Vec<GameRow>,
    runs: Vec<RunInfo>,
    facts: Vec<String>,
    cells: String,
}

fn content(folder: &Path, registry: &Arc<Registry>) -> Result<Content, LabError> {
    let store = SqliteStore::read(folder)?;
    let mut rows = Vec::new();
    store.each(&mut |row| rows.push(row))?;
    let facts = ["text", "hash", "plan", "size"].iter().map(|key| store.meta(key));
    Ok(Content {
        rows,
        runs: store.runs()?,
        facts: facts.collect::<Result<_, _>>()?,
        cells: format!("{:?}", store.plan(registry)?.cells),
    })
}

#[test]
fn no_flipped_bit_passes_unseen() {
    let folder = Folder::new("flips");
    let registry = Arc::new(plylab_standard::registry());
    play(&folder.0, &registry);
    let path = folder.0.join(FILE);
    let good = fs::read(&path).unwrap();
    let before = content(&folder.0, &registry).unwrap();
    assert_eq!(before.rows.len(), 12);
    let mut rng = Seed(20).rng();
    let (mut seen, mut idle) = (0, 0);
    for _ in 0..3000 {
        let bit = rng.below(8 * good.len());
        let mut bytes = good.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &bytes).unwrap();
        // The flip is refused, or it hit nothing that is read: free space, or a counter of SQLite's own.
        match content(&folder.0, &registry) {
            Err(_) => seen += 1,
            Ok(after) => {
                assert_eq!(after, before, "bit {} of byte {}", bit % 8, bit / 8);
                idle += 1;
            }
        }
        for extra in ["-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(folder.0.join(format!("{FILE}{extra}")));
        }
    }
    assert!(seen > 300 && idle > 300, "{seen} seen, {idle} without effect");
}

/// Changes one text in the file, which must be there. There may be a copy in free space, which is not read.
fn replace(path: &Path, old: &[u8], new: &[u8]) {
    let mut bytes = fs::read(path).unwrap();
    let found: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(old)).collect();
    assert!(!found.is_empty());
    for at in found {
        bytes[at..at + new.len()].copy_from_slice(new);
    }
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_game_is_named_refused_and_played_again() {
    let folder = Folder::new("again");
    let registry = Arc::new(plylab_standard::registry());
    play(&folder.0, &registry);
    let before = content(&folder.0, &registry).unwrap();
    let digest = &before.rows[7].digest;
    let wrong = format!("{}{}", if digest.starts_with('0') { '1' } else { '0' }, &digest[1..]);
    replace(&folder.0.join(FILE), digest.as_bytes(), wrong.as_bytes());
    let store = SqliteStore::read(&folder.0).unwrap();
    let verified = store.verify().unwrap();
    assert_eq!((verified.games, verified.damaged.len()), (12, 1));
    assert_eq!(verified.damaged[0].id, Some(before.rows[7].id));
    let error = store.each(&mut |_| ()).unwrap_err().to_string();
    assert!(
        error.contains("game 1 of cell 1 does not match its checksum; run the experiment again"),
        "{error}"
    );
    drop(store);
    let target = folder.0.join("merged");
    let error = merge(std::slice::from_ref(&folder.0), &target, &registry).unwrap_err().to_string();
    assert!(error.contains("does not match its checksum"), "{error}");
    assert_eq!(play(&folder.0, &registry), 1);
    let after = content(&folder.0, &registry).unwrap();
    let facts =
        |content: &Content| content.rows.iter().map(GameRow::same_on_every_machine).collect::<Vec<GameRow>>();
    assert_eq!(facts(&after), facts(&before));
    assert_eq!(play(&folder.0, &registry), 0);
}

#[test]
fn a_damaged_time_and_a_damaged_plan_are_seen_too() {
    let folder = Folder::new("times");
    let registry = Arc::new(plylab_standard::registry());
    play(&folder.0, &registry);
    let before = content(&folder.0, &registry).unwrap();
    let good = fs::read(folder.0.join(FILE)).unwrap();
    let time = serde_json::json!(before.rows[0].record.efforts[0].time.as_secs_f64());
    let time = format!("\"seconds\":{time}");
    let wrong = format!("{}{}", &time[..time.len() - 1], if time.ends_with('7') { '8' } else { '7' });
    replace(&folder.0.join(FILE), time.as_bytes(), wrong.as_bytes());
    assert_eq!(SqliteStore::read(&folder.0).unwrap().verify().unwrap().damaged.len(), 1);
    fs::write(folder.0.join(FILE), &good).unwrap();
    replace(&folder.0.join(FILE), b"title = 'Flips'", b"title = 'Flaps'");
    let error = SqliteStore::read(&folder.0).unwrap_err().to_string();
    assert!(error.contains("its plan does not match its checksum"), "{error}");
}
