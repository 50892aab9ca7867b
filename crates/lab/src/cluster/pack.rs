//! An experiment with everything that it needs on another machine: its text, the files of its games, and its agents from
//! outside. It is named by the hash of its content.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use plylab_core::{AgentId, InputError, Message, Portable, PortableFile, Seed, message};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::experiment::Size;
use crate::plan::{Plan, PlanCell, PlayedCell, hex};

/// The first bytes of a pack.
const MAGIC: &[u8] = b"plylab pack 1\n";

/// An experiment to be sent to other machines.
#[derive(Clone, PartialEq, Debug)]
pub struct Pack {
    /// The version of the program that made it.
    pub version: String,
    pub(super) text: String,
    pub(super) size: Size,
    /// What must be the same on every machine.
    pub(super) cells: Vec<PlayedCell>,
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// Its agents from outside.
    pub agents: Vec<PackedAgent>,
}

/// An agent from outside in a pack.
#[derive(Clone, PartialEq, Debug)]
pub struct PackedAgent {
    /// Its spec.
    pub spec: String,
    /// Does it start on the machine that sends it? Then it must start everywhere.
    pub starts: bool,
    portable: Portable,
}

/// Everything in a pack but the bytes of files, which follow in the same order.
#[derive(Serialize, Deserialize)]
struct PackManifest {
    version: String,
    text: String,
    quick: bool,
    cells: Vec<PlayedCell>,
    files: Vec<FileFacts>,
    agents: Vec<AgentFacts>,
}

#[derive(Serialize, Deserialize)]
struct AgentFacts {
    spec: String,
    starts: bool,
    made: Option<Value>,
    files: Vec<FileFacts>,
}

#[derive(Serialize, Deserialize)]
struct FileFacts {
    path: String,
    executable: bool,
    bytes: u64,
}

/// A pack whose agents' files were written to a folder.
#[derive(Clone, PartialEq, Debug)]
pub struct Unpacked {
    /// The folder that stands for the one from which the experiment was sent.
    pub current: PathBuf,
    /// How agents are made whose specs do not say it, each with its folder.
    pub agents: Vec<(Value, PathBuf)>,
}

impl Pack {
    /// The pack of a plan. Agents from outside are started once, to see whether they do.
    ///
    /// # Errors
    ///
    /// If an agent cannot be sent.
    pub fn of(plan: &Plan) -> Result<Pack, InputError> {
        let mut agents = Vec::new();
        for (cell, seat) in outside_players(plan) {
            let player = &cell.players[seat];
            if let Some(portable) = plan.game(cell).portable(player)? {
                let starts = start(plan, cell, seat).is_ok();
                agents.push(PackedAgent { spec: player.to_string(), starts, portable });
            }
        }
        Ok(Pack {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            text: plan.text.clone(),
            size: plan.size,
            cells: plan.cells.iter().map(PlayedCell::of).collect(),
            files: plan.files.clone(),
            agents,
        })
    }

    /// The pack as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let facts = |path: &str, executable, bytes: &[u8]| FileFacts {
            path: path.to_owned(),
            executable,
            bytes: bytes.len() as u64,
        };
        let of_agent = |agent: &PackedAgent| AgentFacts {
            spec: agent.spec.clone(),
            starts: agent.starts,
            made: agent.portable.made.clone(),
            files: agent
                .portable
                .files
                .iter()
                .map(|file| facts(&file.path, file.executable, &file.bytes))
                .collect(),
        };
        let manifest = PackManifest {
            version: self.version.clone(),
            text: self.text.clone(),
            quick: self.size == Size::Quick,
            cells: self.cells.clone(),
            files: self.files.iter().map(|(name, bytes)| facts(name, false, bytes)).collect(),
            agents: self.agents.iter().map(of_agent).collect(),
        };
        // Texts and numbers always have a JSON form.
        let manifest = serde_json::to_vec(&manifest).unwrap_or_default();
        let mut pack = MAGIC.to_vec();
        pack.extend((manifest.len() as u64).to_le_bytes());
        pack.extend(manifest);
        self.files.values().for_each(|bytes| pack.extend(bytes));
        for file in self.agents.iter().flat_map(|agent| &agent.portable.files) {
            pack.extend(&file.bytes);
        }
        pack
    }

    /// The name of a pack with these bytes.
    pub fn id(bytes: &[u8]) -> String {
        hex(&Sha256::digest(bytes))
    }

    /// Reads a pack.
    ///
    /// # Errors
    ///
    /// If the bytes are not a pack of this version.
    pub fn read(bytes: &[u8]) -> Result<Pack, InputError> {
        Pack::parse(bytes).ok_or_else(|| {
            InputError::new(message!("pack-not-understood", "what it was sent is not understood there"))
                .expected(message!("same-version-there", "install the same version of plylab there"))
        })
    }

    fn parse(bytes: &[u8]) -> Option<Pack> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (length, rest) = rest.split_first_chunk::<8>()?;
        let (manifest, mut rest) =
            rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let manifest: PackManifest = serde_json::from_slice(manifest).ok()?;
        let mut take = |facts: FileFacts| {
            let (bytes, left) = rest.split_at_checked(usize::try_from(facts.bytes).ok()?)?;
            rest = left;
            Some(PortableFile { path: facts.path, executable: facts.executable, bytes: bytes.to_vec() })
        };
        let files = manifest.files.into_iter().map(&mut take).collect::<Option<Vec<_>>>()?;
        let mut agents = Vec::new();
        for AgentFacts { spec, starts, made, files } in manifest.agents {
            let files = files.into_iter().map(&mut take).collect::<Option<Vec<_>>>()?;
            agents.push(PackedAgent { spec, starts, portable: Portable { made, files } });
        }
        Some(Pack {
            version: manifest.version,
            text: manifest.text,
            size: if manifest.quick { Size::Quick } else { Size::Full },
            cells: manifest.cells,
            files: files.into_iter().map(|file| (file.path, file.bytes)).collect(),
            agents,
        })
    }

    /// Writes the files of its agents below `root`: those of agents that a file names into a folder each, all others where
    /// they are as seen from the folder from which the experiment was sent.
    ///
    /// # Errors
    ///
    /// If they cannot be written, or would be elsewhere.
    pub fn unpack(&self, root: &Path) -> io::Result<Unpacked> {
        let here = self.agents.iter().filter(|agent| agent.portable.made.is_none());
        let ups = here.flat_map(|agent| &agent.portable.files).map(|file| ups(&file.path)).max().unwrap_or(0);
        // Deep enough that files above the current folder are still below the root.
        let current = (0..=ups).fold(root.to_owned(), |folder, _| folder.join("current"));
        fs::create_dir_all(&current)?;
        let mut agents = Vec::new();
        for (index, agent) in self.agents.iter().enumerate() {
            let folder = match &agent.portable.made {
                Some(made) => {
                    let folder = root.join(format!("agent-{index}"));
                    fs::create_dir_all(&folder)?;
                    agents.push((made.clone(), folder.clone()));
                    folder
                }
                None => current.clone(),
            };
            for file in &agent.portable.files {
                let path = inside(root, &folder, &file.path)?;
                if let Some(parent) = path.parent() {
                    fs::create_dir_all(parent)?;
                }
                fs::write(&path, &file.bytes)?;
                if file.executable {
                    make_executable(&path)?;
                }
            }
        }
        Ok(Unpacked { current, agents })
    }
}

/// Every agent from outside, once, with a cell in which it plays and its seat there.
pub(super) fn outside_players(plan: &Plan) -> Vec<(&PlanCell, usize)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for cell in &plan.cells {
        for (seat, player) in cell.players.iter().enumerate() {
            let outside = || plan.game(cell).resolve(player).is_ok_and(|resolved| resolved.outside);
            if !seen.contains(player) && outside() {
                seen.insert(player);
                found.push((cell, seat));
            }
        }
    }
    found
}

/// Starts the agent at a seat of a cell, as for a game.
pub(super) fn start(plan: &Plan, cell: &PlanCell, seat: usize) -> Result<(), Message> {
    let me = AgentId(u8::try_from(seat).unwrap_or(u8::MAX));
    let mut agent = plan.game(cell).agent(&cell.players[seat], me).map_err(Message::from)?;
    agent.begin(me, Seed::default());
    agent.ready().map_err(|failure| failure.0.message())
}

/// How far above the folder it is relative to a path leads.
fn ups(path: &str) -> usize {
    let (mut level, mut highest) = (0_usize, 0);
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir if level == 0 => highest += 1,
            Component::ParentDir => level -= 1,
            Component::Normal(_) => level += 1,
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    highest
}

/// The place of a file below `folder`, or above it, but never outside of `root`.
fn inside(root: &Path, folder: &Path, path: &str) -> io::Result<PathBuf> {
    let mut place = folder.to_owned();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(name) => place.push(name),
            Component::CurDir => {}
            Component::ParentDir if place != root => {
                place.pop();
            }
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("'{path}' is outside")));
            }
        }
    }
    Ok(place)
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> PortableFile {
        PortableFile { path: path.to_owned(), executable: path.ends_with("run"), bytes: text.into() }
    }

    fn pack() -> Pack {
        let agent = |spec: &str, made: Option<Value>, files: Vec<PortableFile>| PackedAgent {
            spec: spec.to_owned(),
            starts: true,
            portable: Portable { made, files },
        };
        let versions = vec!["1".into(), "2".into()];
        Pack {
            version: "0.1.0".to_owned(),
            text: "title = \"x\"".to_owned(),
            size: Size::Quick,
            cells: vec![PlayedCell { key: "a".to_owned(), fingerprint: "f".to_owned(), versions }],
            files: BTreeMap::from([("one.lay".to_owned(), b"%%%".to_vec()), ("two.lay".to_owned(), vec![])]),
            agents: vec![
                agent("named", Some(Value::from("made")), vec![file("bin/run", "#!"), file("a.py", "1")]),
                agent("exec:\"x\"", None, vec![file("../b/../c.py", "2"), file("./d/e.py", "3")]),
            ],
        }
    }

    #[test]
    fn a_pack_is_read_as_it_was_made_and_named_by_its_content() {
        let bytes = pack().bytes();
        assert_eq!(Pack::read(&bytes), Ok(pack()));
        let other = Pack { text: "title = \"y\"".to_owned(), ..pack() };
        assert_ne!(Pack::id(&bytes), Pack::id(&other.bytes()));
        assert_eq!(Pack::id(&bytes), Pack::id(&pack().bytes()));
    }

    #[test]
    fn a_pack_that_is_cut_or_of_another_version_is_refused() {
        let bytes = pack().bytes();
        for length in 0..bytes.len() {
            assert!(Pack::read(&bytes[..length]).is_err(), "{length} bytes");
        }
        assert_eq!(
            Pack::read(b"plylab pack 2\n").unwrap_err().to_string(),
            "what it was sent is not understood there; install the same version of plylab there"
        );
    }

    #[test]
    fn files_are_where_agents_look_for_them() {
        let root = std::env::temp_dir().join(format!("plylab-unpack-{}", std::process::id()));
        let Unpacked { current, agents } = pack().unpack(&root).unwrap();
        let read = |path: PathBuf| fs::read_to_string(path).unwrap();
        assert_eq!(read(current.join("d/e.py")), "3");
        assert_eq!(read(current.join("../c.py")), "2");
        let [(made, folder)] = agents.as_slice() else { panic!("{agents:?}") };
        assert_eq!((made, read(folder.join("a.py")).as_str()), (&Value::from("made"), "1"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = |name: &str| fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o111;
            assert_eq!((mode("bin/run"), mode("a.py")), (0o111, 0));
        }
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn no_file_is_written_outside() {
        let root = Path::new("/root-folder");
        assert_eq!(inside(root, &root.join("a"), "../b").unwrap(), root.join("b"));
        for path in ["../../b", "/etc/passwd", "../../root-folder/b"] {
            assert!(inside(root, &root.join("a"), path).is_err(), "{path}");
        }
    }
}
