//! Agents on their way to another machine: what they are made of, and how they are made there.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use plylab_core::{InputError, Message, Portable, PortableFile, message};
use serde_json::Value;

use crate::fingerprint::{BYTES, files, folder_of, unreadable};
use crate::launch::Launch;
use crate::names::{Outsider, is_executable};

/// What an agent needs on another machine. With `named`, a file names it, and its spec does not say how it is made.
///
/// A file by its absolute path is not sent: every machine must have it there, and the fingerprint tells if it differs.
pub(crate) fn portable(agent: &Outsider, named: bool) -> Result<Portable, InputError> {
    let folder = folder_of(agent);
    let located = |error: InputError| error.at(Message::quoted(agent.name.clone()));
    let mut sent = Vec::new();
    let mut left = BYTES;
    for file in files(agent, folder).map_err(located)? {
        if file.is_absolute() {
            continue;
        }
        let path = folder.join(&file);
        let mut read = || -> std::io::Result<(Vec<u8>, bool)> {
            let mut bytes = Vec::new();
            File::open(&path)?.take(left + 1).read_to_end(&mut bytes)?;
            left = left.checked_sub(bytes.len() as u64).ok_or(std::io::ErrorKind::FileTooLarge)?;
            Ok((bytes, is_executable(&path)))
        };
        let (bytes, executable) = read().map_err(|error| located(unreadable(&file, &error)))?;
        sent.push(PortableFile { path: file.to_string_lossy().into_owned(), executable, bytes });
    }
    let made = named.then(|| serde_json::to_value(agent).unwrap_or_default());
    Ok(Portable { made, files: sent })
}

/// The agent that was sent from another machine, whose files are now in `folder`.
///
/// # Errors
///
/// If another version of the program has sent it.
pub fn arrived(made: &Value, folder: &Path) -> Result<Outsider, InputError> {
    let agent: Outsider = serde_json::from_value(made.clone()).map_err(|error| {
        let error = error.to_string();
        InputError::new(message!("agent-not-understood", "its description is not understood ({error})"))
    })?;
    let Launch { supervisor, .. } = Launch::new(Vec::new())?;
    let launch = Launch { folder: Some(folder.to_owned()), supervisor, ..agent.launch };
    Ok(Outsider { launch, ..agent })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::time::Duration;

    use super::*;
    use crate::fingerprint::fingerprint;

    #[test]
    fn an_agent_is_the_same_where_it_arrives() {
        let base = std::env::temp_dir().join(format!("plylab-portable-{}", std::process::id()));
        let (here, there) = (base.join("here"), base.join("there"));
        fs::create_dir_all(here.join("lib")).unwrap();
        fs::write(here.join("mine.py"), "print(1)").unwrap();
        fs::write(here.join("lib").join("more.bin"), [0, 255]).unwrap();
        let command = vec!["python3".to_owned(), "mine.py".to_owned()];
        let mut agent = Outsider::new("mine", command).unwrap();
        agent.launch.folder = Some(here);
        agent.launch.env = vec![("DEPTH".to_owned(), "4".to_owned())];
        agent.options = vec![("Hash".to_owned(), "16".to_owned())];
        agent.patience = Duration::from_millis(1500);
        let sent = portable(&agent, true).unwrap();
        let files: BTreeMap<&str, &[u8]> =
            sent.files.iter().map(|file| (file.path.as_str(), file.bytes.as_slice())).collect();
        assert_eq!(files, BTreeMap::from([("lib/more.bin", &[0, 255][..]), ("mine.py", b"print(1)")]));
        fs::create_dir_all(there.join("lib")).unwrap();
        for (path, bytes) in files {
            fs::write(there.join(path), bytes).unwrap();
        }
        let arrived = arrived(&sent.made.unwrap(), &there).unwrap();
        assert_eq!(fingerprint(&arrived).unwrap(), fingerprint(&agent).unwrap());
        agent.launch.folder = Some(there);
        assert_eq!(arrived, agent);
        assert_eq!(portable(&agent, false).unwrap().made, None);
        fs::remove_dir_all(&base).unwrap();
    }

    #[test]
    fn a_file_by_its_absolute_path_stays() {
        let file = std::env::temp_dir().join(format!("plylab-stays-{}", std::process::id()));
        fs::write(&file, "x").unwrap();
        let path = file.to_string_lossy().into_owned();
        let agent = Outsider { files: Some(vec![path.clone()]), ..Outsider::new("a", vec![path]).unwrap() };
        assert_eq!(portable(&agent, false).unwrap().files, []);
        fs::remove_file(&file).unwrap();
    }

    #[test]
    fn what_another_version_sends_is_refused() {
        let error = arrived(&serde_json::json!({"name": 1}), Path::new(".")).unwrap_err().to_string();
        assert!(error.starts_with("its description is not understood ("), "{error}");
    }
}
