//! A folder for the files of agents, as long as this process lives.
//!
//! Processes of a cluster are killed rather than ended, so nobody cleans up after them but the next one: a folder belongs to
//! whoever has locked the file in it.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

/// How the names of all such folders begin.
const NAME: &str = "plylab-worker-";
/// And while they are made.
const DRAFT: &str = "plylab-draft-";
const LOCK: &str = "lock";

/// A folder that is removed with its content.
pub struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// A new folder. Removes those whose processes are gone.
    pub fn new() -> io::Result<Scratch> {
        let base = env::temp_dir();
        sweep(&base);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let name = format!("{}-{now}", process::id());
        // Nobody takes it for an abandoned one before it is locked.
        let draft = base.join(format!("{DRAFT}{name}"));
        fs::create_dir(&draft)?;
        let lock = File::create_new(draft.join(LOCK))?;
        lock.try_lock()?;
        let path = base.join(format!("{NAME}{name}"));
        fs::rename(&draft, &path)?;
        Ok(Scratch { path, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes folders that nobody has locked. What cannot be removed, such as those of others, stays.
fn sweep(base: &Path) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(NAME) {
            continue;
        }
        let lock = File::options().write(true).open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
