//! Reads files and standard input up to a size limit, with a clear error for everything that can go wrong.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};

use plylab_core::{Files, InputError, Message, message};

/// The largest input read as a whole: far more than any handwritten layout or tree.
const LARGEST: u64 = 1024 * 1024;

/// The longest line of moves.
const LONGEST_LINE: u64 = 64 * 1024;

/// Stands for standard input where a file name is expected.
pub const STDIN: &str = "-";

/// Stands for standard output where a file name is expected.
pub const STDOUT: &str = "-";

/// The files that settings of games name, from the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFiles;

impl Files for DiskFiles {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        let bytes = read_whole(open(name)?, LARGEST).map_err(|error| error.at(Message::quoted(name)))?;
        // No game reads anything but text.
        if bytes.contains(&0) {
            return Err(not_text().at(Message::quoted(name)));
        }
        Ok(bytes)
    }
}

/// The text of that file.
pub fn read_text(name: &str) -> Result<String, InputError> {
    read_whole(open(name)?, LARGEST).and_then(text).map_err(|error| error.at(Message::quoted(name)))
}

/// The bytes of that file, of at most `megabytes`.
pub fn read_bytes(name: &str, megabytes: u64) -> Result<Vec<u8>, InputError> {
    read_whole(open(name)?, megabytes * LARGEST).map_err(|error| error.at(Message::quoted(name)))
}

/// Everything on standard input.
pub fn read_stdin() -> Result<String, InputError> {
    read_whole(io::stdin().lock(), LARGEST).and_then(text).map_err(|error| error.at(standard_input()))
}

/// Lines of text, read one by one on demand.
pub struct Lines {
    source: Box<dyn BufRead>,
    name: Message,
    number: usize,
    longest: u64,
}

impl Lines {
    /// The lines of that file, or of standard input.
    pub fn open(name: &str) -> Result<Lines, InputError> {
        let source: Box<dyn BufRead> =
            if name == STDIN { Box::new(io::stdin().lock()) } else { Box::new(BufReader::new(open(name)?)) };
        let name = if name == STDIN { standard_input() } else { Message::quoted(name) };
        Ok(Lines { source, name, number: 0, longest: LONGEST_LINE })
    }

    /// The same with lines of at most `longest` bytes.
    #[must_use]
    pub fn up_to(mut self, longest: u64) -> Lines {
        self.longest = longest;
        self
    }

    /// The next line without its end; none after the last.
    pub fn next(&mut self) -> Result<Option<String>, InputError> {
        self.number += 1;
        let mut bytes = Vec::new();
        let read = self.source.by_ref().take(self.longest).read_until(b'\n', &mut bytes);
        match read {
            Ok(0) => Ok(None),
            Ok(count) if count as u64 == self.longest && bytes.last() != Some(&b'\n') => {
                Err(self.locate(InputError::new(message!("line-too-long", "the line is too long")).expected(
                    message!("line-at-most", "a line has at most {most} bytes", most = self.longest),
                )))
            }
            Ok(_) => text(bytes).map(Some).map_err(|error| self.locate(error)),
            Err(error) => {
                // What cannot be read now cannot be read later: the next line is the end.
                self.source = Box::new(io::empty());
                Err(self.locate(unreadable(&error)))
            }
        }
    }

    /// Adds the number of the line read last to an error.
    pub fn locate(&self, error: InputError) -> InputError {
        error.at(Message::line(self.number)).at(self.name.clone())
    }
}

/// Writes a file atomically: readers see the old file until the new one is complete.
pub fn write_whole(name: &str, bytes: &[u8]) -> io::Result<()> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("'{name}': {error}"));
    // A link stays a link and points to the new file.
    let target = fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name));
    match fs::metadata(&target) {
        // A pipe or a device cannot be replaced by a file.
        Ok(there) if !there.is_file() && !there.is_dir() => fs::write(&target, bytes).map_err(named),
        Ok(there) if there.is_dir() => Err(named(io::Error::from(io::ErrorKind::IsADirectory))),
        there => replace(&target, bytes, there.ok().map(|there| there.permissions())).map_err(named),
    }
}

/// Replaces `target` by a new file, with the old one's permissions if there was one.
fn replace(target: &Path, bytes: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let mut draft = target.as_os_str().to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let draft = PathBuf::from(draft);
    let write = || {
        let mut file = File::options().write(true).create_new(true).open(&draft)?;
        file.write_all(bytes)?;
        if let Some(permissions) = permissions {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        fs::rename(&draft, target)
    };
    let written = write();
    if written.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::AlreadyExists) {
        // Clean up after a failure; if that fails too, report the first error.
        let _ = fs::remove_file(&draft);
    }
    written
}

fn open(name: &str) -> Result<File, InputError> {
    let wrong = |error: io::Error| {
        match error.kind() {
            io::ErrorKind::NotFound => InputError::new(message!("file-missing", "there is no such file")),
            _ => unreadable(&error),
        }
        .at(Message::quoted(name))
    };
    if fs::metadata(name).map_err(wrong)?.is_dir() {
        return Err(InputError::new(message!("is-folder", "it is a folder"))
            .expected(message!("name-file", "name a file"))
            .at(Message::quoted(name)));
    }
    File::open(name).map_err(wrong)
}

fn read_whole(source: impl Read, largest: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    source.take(largest + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > largest {
        let megabytes = largest / LARGEST;
        return Err(InputError::new(message!("too-large", "it is too large")).expected(message!(
            "read-at-most",
            "at most {megabytes} MiB is read",
            megabytes
        )));
    }
    Ok(bytes)
}

fn text(bytes: Vec<u8>) -> Result<String, InputError> {
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0')).ok_or_else(not_text)
}

/// Where typed or piped input comes from, for errors.
pub fn standard_input() -> Message {
    message!("standard-input", "standard input")
}

fn not_text() -> InputError {
    InputError::new(message!("not-plain-text", "it is not text"))
        .expected(message!("use-utf8", "use plain text in UTF-8"))
}

fn unreadable(error: &io::Error) -> InputError {
    InputError::new(message!("unreadable", "it cannot be read: {error}", error = error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_large_or_binary_input_is_refused() {
        let error = |result: Result<String, InputError>| result.unwrap_err().to_string();
        assert_eq!(
            error(read_whole(io::repeat(b'a'), LARGEST).and_then(text)),
            "it is too large; at most 1 MiB is read"
        );
        assert_eq!(error(text(vec![b'a', 0xff])), "it is not text; use plain text in UTF-8");
        assert_eq!(error(text(vec![b'a', 0])), "it is not text; use plain text in UTF-8");
        assert_eq!(read_whole(&b"4453"[..], LARGEST).and_then(text), Ok("4453".to_owned()));
    }

    #[test]
    fn a_folder_and_a_missing_file_are_told_apart() {
        let error = |name| DiskFiles.read(name).unwrap_err().to_string();
        assert_eq!(error("src"), "'src': it is a folder; name a file");
        assert_eq!(error("src/no-such-file"), "'src/no-such-file': there is no such file");
        assert!(DiskFiles.read("Cargo.toml").is_ok());
    }

    #[test]
    fn files_are_replaced_whole_and_nothing_else_is_left() {
        let folder = std::env::temp_dir().join(format!("plylab-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let name = |file: &str| folder.join(file).to_str().unwrap().to_owned();
        for content in ["one", "two"] {
            write_whole(&name("a.svg"), content.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(name("a.svg")).unwrap(), content);
        }
        assert!(write_whole(&name("none/a.svg"), b"x").is_err());
        assert_eq!(write_whole(&name(""), b"x").unwrap_err().kind(), io::ErrorKind::IsADirectory);
        let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["a.svg"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn lines_are_numbered_and_bounded() {
        let lines = |source: &'static [u8]| Lines {
            source: Box::new(source),
            name: Message::verbatim("it"),
            number: 0,
            longest: LONGEST_LINE,
        };
        let mut good = lines(b"4\r\n5");
        assert_eq!(good.next(), Ok(Some("4\r\n".to_owned())));
        assert_eq!(good.next(), Ok(Some("5".to_owned())));
        assert_eq!(good.next(), Ok(None));
        let long: &'static [u8] = vec![b'4'; 100_000].leak();
        assert_eq!(
            lines(long).next().unwrap_err().to_string(),
            "it: line 1: the line is too long; a line has at most 65536 bytes"
        );
    }
}
