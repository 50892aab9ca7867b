//! What identifies the behaviour of an agent: its command as it is written, and the bytes of its files.
//!
//! No absolute path is part of it, so that the same agent in another folder is the same.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use plylab_core::{InputError, Message, message};
use sha2::{Digest as _, Sha256};

use crate::names::{Outsider, Protocol};

/// The most files.
const FILES: usize = 1000;
/// The most bytes of all of them.
pub(crate) const BYTES: u64 = 256 << 20;

/// The fingerprint of an agent, in hexadecimal digits.
///
/// # Errors
///
/// If files cannot be read, or are too many or too long.
pub fn fingerprint(agent: &Outsider) -> Result<String, InputError> {
    let mut hash = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    part(match agent.protocol {
        Protocol::Plylab => b"plylab",
        Protocol::Uci => b"uci",
    });
    for word in &agent.launch.command {
        part(word.as_bytes());
    }
    part(b"env");
    for (name, value) in &agent.launch.env {
        part(name.as_bytes());
        part(value.as_bytes());
    }
    part(b"options");
    for (name, value) in &agent.options {
        part(name.as_bytes());
        part(value.as_bytes());
    }
    part(agent.go.as_deref().unwrap_or_default().as_bytes());
    let folder = folder_of(agent);
    let files = files(agent, folder).map_err(|error| error.at(Message::quoted(agent.name.clone())))?;
    let mut left = BYTES;
    for file in files {
        part(file.to_string_lossy().as_bytes());
        let digest = digest(&folder.join(&file), &mut left)
            .map_err(|error| unreadable(&file, &error).at(Message::quoted(agent.name.clone())))?;
        part(&digest);
    }
    let digest = hash.finalize();
    Ok(digest.iter().take(16).fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// The folder that an agent's files are in.
pub(crate) fn folder_of(agent: &Outsider) -> &Path {
    agent.launch.folder.as_deref().unwrap_or(Path::new("."))
}

pub(crate) fn unreadable(file: &Path, error: &io::Error) -> InputError {
    let file = file.display().to_string();
    if error.kind() == io::ErrorKind::FileTooLarge {
        return too_much();
    }
    let wrong = message!("agent-file", "'{file}' cannot be read ({error})", error = error.to_string());
    InputError::new(wrong).expected(name_files())
}

fn too_much() -> InputError {
    let wrong = message!(
        "agent-files-many",
        "its folder has more than {files} files or {megabytes} MB",
        files = FILES,
        megabytes = BYTES >> 20
    );
    InputError::new(wrong).expected(name_files())
}

fn name_files() -> Message {
    message!("name-files", "name the files that the agent is made of: files = [\"mine.py\"]")
}

/// The digest of a file, and how many bytes may still be read after it.
fn digest(path: &Path, left: &mut u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok(hash.finalize().to_vec());
        }
        *left = left.checked_sub(count as u64).ok_or(io::ErrorKind::FileTooLarge)?;
        hash.update(&buffer[..count]);
    }
}

/// The files that an agent is made of, relative to its folder and in order.
pub(crate) fn files(agent: &Outsider, folder: &Path) -> Result<Vec<PathBuf>, InputError> {
    let mut found = Vec::new();
    let Some(named) = &agent.files else {
        list(folder, Path::new(""), &mut found)?;
        found.sort();
        return Ok(found);
    };
    for file in named {
        if folder.join(file).is_dir() {
            list(folder, Path::new(file), &mut found)?;
        } else {
            found.push(file.into());
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// Adds all files below a folder, except hidden ones and what interpreters leave behind.
fn list(folder: &Path, below: &Path, found: &mut Vec<PathBuf>) -> Result<(), InputError> {
    let entries = folder.join(below).read_dir().map_err(|error| unreadable(below, &error))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with('.') || name == "__pycache__" {
            continue;
        }
        let path = below.join(&name);
        if folder.join(&path).is_dir() {
            list(folder, &path, found)?;
        } else {
            found.push(path);
        }
        if found.len() > FILES || below.components().count() > 32 {
            return Err(too_much());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn agent(name: &str) -> Outsider {
        let folder = std::env::temp_dir().join(format!("plylab-print-{}-{name}", std::process::id()));
        fs::create_dir_all(folder.join("lib")).unwrap();
        fs::write(folder.join("mine.py"), "print(1)").unwrap();
        fs::write(folder.join("lib").join("more.py"), "x = 1").unwrap();
        let mut agent = Outsider::new("mine", vec!["python3".to_owned(), "mine.py".to_owned()]).unwrap();
        agent.launch.folder = Some(folder);
        agent
    }

    fn gone(agent: &Outsider) {
        fs::remove_dir_all(agent.launch.folder.as_ref().unwrap()).unwrap();
    }

    #[test]
    fn the_folder_does_not_matter_but_every_byte_in_it_does() {
        let (one, other) = (agent("one"), agent("other"));
        let first = fingerprint(&one).unwrap();
        assert_eq!(first, fingerprint(&other).unwrap());
        assert_eq!(first.len(), 32);
        let folder = other.launch.folder.clone().unwrap();
        fs::create_dir_all(folder.join("__pycache__")).unwrap();
        fs::write(folder.join("__pycache__").join("mine.pyc"), "compiled").unwrap();
        fs::write(folder.join(".swp"), "hidden").unwrap();
        assert_eq!(first, fingerprint(&other).unwrap());
        fs::write(folder.join("lib").join("more.py"), "x = 2").unwrap();
        assert_ne!(first, fingerprint(&other).unwrap());
        let named = Outsider { files: Some(vec!["mine.py".to_owned()]), ..other.clone() };
        let before = fingerprint(&named).unwrap();
        fs::write(folder.join("lib").join("more.py"), "x = 3").unwrap();
        assert_eq!(before, fingerprint(&named).unwrap());
        let mut changed = one.clone();
        changed.launch.command.push("--deep".to_owned());
        assert_ne!(first, fingerprint(&changed).unwrap());
        let mut changed = one.clone();
        changed.launch.env.push(("DEPTH".to_owned(), "4".to_owned()));
        assert_ne!(first, fingerprint(&changed).unwrap());
        gone(&one);
        gone(&other);
    }

    #[test]
    fn a_missing_file_and_too_many_files_are_refused() {
        let mut agent = agent("many");
        let folder = agent.launch.folder.clone().unwrap();
        for index in 0..=FILES {
            fs::write(folder.join(format!("{index}.txt")), "").unwrap();
        }
        assert_eq!(
            fingerprint(&agent).unwrap_err().to_string(),
            "'mine': its folder has more than 1000 files or 256 MB; \
             name the files that the agent is made of: files = [\"mine.py\"]"
        );
        agent.files = Some(vec!["other.py".to_owned()]);
        let error = fingerprint(&agent).unwrap_err().to_string();
        assert!(error.starts_with("'mine': 'other.py' cannot be read (No such file"), "{error}");
        gone(&agent);
    }
}
