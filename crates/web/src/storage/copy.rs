//! The last good copy of the data, and what happens when the data is damaged.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plylab_core::{InputError, Message, message};
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags, OptionalExtension as _};

use super::{Storage, unusable};

/// Pages that are copied at a time; others may use the database in between.
const PAGES: i32 = 1000;

/// The file with the data.
pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join("lab.sqlite")
}

/// The last good copy of it.
fn good(folder: &Path) -> PathBuf {
    folder.join("lab.sqlite.good")
}

/// What is wrong with a file.
struct Damage {
    text: String,
    /// Is only one of the things in it damaged, and not the file itself?
    is_content: bool,
}

/// What is wrong with a file, if anything is.
fn damage(file: &Path) -> Option<Damage> {
    let checked = || -> rusqlite::Result<Option<Damage>> {
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if found != "ok" {
            return Ok(Some(Damage { text: found, is_content: false }));
        }
        Ok(unreadable(&connection)?.map(|text| Damage { text, is_content: true }))
    };
    checked().unwrap_or_else(|error| Some(Damage { text: error.to_string(), is_content: false }))
}

/// The first game, replay or run whose text is no longer one.
fn unreadable(connection: &Connection) -> rusqlite::Result<Option<String>> {
    for (table, kind, name) in [("games", "game", "id"), ("replays", "replay", "id"), ("runs", "run", "name")]
    {
        let known = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?";
        if connection.query_row(known, [table], |row| row.get::<_, u32>(0))? == 0 {
            continue;
        }
        let sql = format!("SELECT {name} FROM {table} WHERE NOT json_valid(body) LIMIT 1");
        let found: Option<String> = connection.query_row(&sql, [], |row| row.get(0)).optional()?;
        if let Some(name) = found {
            return Ok(Some(format!("the {kind} '{name}' cannot be read")));
        }
    }
    Ok(None)
}

/// Refuses damaged data, or replaces it by the last good copy; the damaged file is put aside.
pub(super) fn check(folder: &Path, restore: bool) -> Result<(), InputError> {
    let (data, copy) = (file(folder), good(folder));
    // A file that is gone while its copy is there is damage, too: it must not become an empty lab.
    let found = match data.exists() {
        true => damage(&data),
        false if copy.exists() => {
            Some(Damage { text: "lab.sqlite is missing".to_owned(), is_content: false })
        }
        false => None,
    };
    let Some(found) = found else { return Ok(()) };
    let wrong = InputError::new(message!(
        "data-damaged",
        "its data is damaged: {error}",
        error = found.text.as_str()
    ))
    .at(Message::quoted(folder.display().to_string()));
    if damage(&copy).is_some() {
        // One thing that nothing can bring back does not keep everybody from the rest.
        if found.is_content {
            tracing::error!(damaged = found.text, "there is no good copy of it; everything else is there");
            return Ok(());
        }
        return Err(wrong.expected(message!(
            "no-good-copy",
            "there is no good copy of it; restore lab.sqlite from a backup, or choose another folder with --data"
        )));
    }
    if !restore {
        return Err(wrong.expected(message!(
            "restore-copy",
            "start with --restore to use the last good copy; the damaged file is kept beside it"
        )));
    }
    let mut names = (1..).map(|number: u32| folder.join(format!("lab.sqlite.damaged-{number}")));
    let aside = names.find(|path| !path.exists()).unwrap_or_default();
    let replaced = || -> std::io::Result<()> {
        if data.exists() {
            fs::rename(&data, aside)?;
        }
        for rest in ["lab.sqlite-wal", "lab.sqlite-shm"] {
            let rest = folder.join(rest);
            if rest.exists() {
                fs::remove_file(rest)?;
            }
        }
        fs::copy(&copy, &data).map(|_| ())
    };
    replaced().map_err(|error| unusable(folder, &error))
}

impl Storage {
    /// Renews the last good copy, if this one is good.
    pub fn copy(&self) -> rusqlite::Result<()> {
        let new = self.folder.join("lab.sqlite.new");
        let copied = || -> rusqlite::Result<()> {
            let _ = fs::remove_file(&new);
            // A connection of its own, so that games are kept meanwhile.
            let from = Connection::open_with_flags(file(&self.folder), OpenFlags::SQLITE_OPEN_READ_ONLY)?;
            let mut to = Connection::open(&new)?;
            let backup = Backup::new(&from, &mut to)?;
            backup.run_to_completion(PAGES, Duration::from_millis(1), None)?;
            Ok(())
        };
        let copied = copied();
        match damage(&new).filter(|_| copied.is_ok()) {
            None if copied.is_ok() => _ = fs::rename(&new, good(&self.folder)),
            damaged => {
                if let Some(damaged) = damaged {
                    tracing::error!(
                        damaged = damaged.text,
                        "the data is damaged, and the copy of before is kept"
                    );
                }
                let _ = fs::remove_file(&new);
            }
        }
        copied
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek as _, SeekFrom, Write as _};

    use plylab_service::Store as _;

    use super::*;
    use crate::storage::StoredItem;

    fn overwrite(file: &Path, from: u64) {
        let mut open = fs::OpenOptions::new().write(true).open(file).unwrap();
        open.seek(SeekFrom::Start(from)).unwrap();
        open.write_all(&[0x5a; 60_000]).unwrap();
    }

    #[test]
    fn damaged_data_is_refused_or_restored_and_never_empty() {
        let folder = std::env::temp_dir().join(format!("plylab-copy-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let db = Storage::open(&folder, false).unwrap();
        let body = format!("\"{}\"", "x".repeat(100_000));
        let game = StoredItem { id: "g".to_owned(), owner: "a".to_owned(), changed: 1, shared: false, body };
        db.keep(&[game], &[]).unwrap();
        db.copy().unwrap();
        drop(db);
        for from in [0, 4096 * 3] {
            overwrite(&file(&folder), from);
            let refused = Storage::open(&folder, false).err().unwrap();
            assert_eq!(refused.wrong().code(), "data-damaged", "{refused}");
            assert_eq!(refused.right().unwrap().code(), "restore-copy");
            let db = Storage::open(&folder, true).unwrap();
            assert_eq!(db.game_ids("a").unwrap().len(), 1);
        }
        assert!(folder.join("lab.sqlite.damaged-2").exists());
        fs::remove_file(file(&folder)).unwrap();
        assert_eq!(Storage::open(&folder, false).err().unwrap().wrong().code(), "data-damaged");
        assert_eq!(Storage::open(&folder, true).unwrap().game_ids("a").unwrap().len(), 1);
        // Without a good copy there is nothing to restore.
        overwrite(&file(&folder), 0);
        overwrite(&good(&folder), 0);
        let refused = Storage::open(&folder, true).err().unwrap();
        assert_eq!(refused.right().unwrap().code(), "no-good-copy", "{refused}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_that_no_longer_is_one_is_named_and_comes_back_from_the_copy() {
        let folder = std::env::temp_dir().join(format!("plylab-unreadable-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let game = |id: &str| StoredItem {
            id: id.to_owned(),
            owner: "a".to_owned(),
            changed: 1,
            shared: false,
            body: "{\"moves\":[]}".to_owned(),
        };
        let spoil = || {
            let data = Connection::open(file(&folder)).unwrap();
            data.execute("UPDATE games SET body = '{\"moves\":[}' WHERE id = 'second'", []).unwrap();
        };
        let db = Storage::open(&folder, false).unwrap();
        db.keep(&[game("first"), game("second")], &[]).unwrap();
        db.copy().unwrap();
        drop(db);
        spoil();
        let refused = Storage::open(&folder, false).err().unwrap();
        assert!(
            refused.to_string().contains("the game 'second' cannot be read; start with --restore"),
            "{refused}"
        );
        let db = Storage::open(&folder, true).unwrap();
        assert_eq!(db.game("second").unwrap().unwrap().body, game("").body);
        // A copy is not made of damaged data; the one of before stays.
        spoil();
        db.copy().unwrap();
        assert!(damage(&good(&folder)).is_none());
        drop(db);
        // Without a good copy the rest is there.
        fs::remove_file(good(&folder)).unwrap();
        assert_eq!(Storage::open(&folder, false).unwrap().game_ids("a").unwrap().len(), 2);
        fs::remove_dir_all(folder).unwrap();
    }
}
