//! Reads files and standard input up to a size limit, with a clear error for everything that can go wrong.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use plylab_core::{Files, GameRecord, InputError, Message, message};

use crate::failure::Failure;

/// The largest input read as a whole: far more than any handwritten layout or tree.
const LARGEST: u64 = 1024 * 1024;

/// The longest line of moves.
const LONGEST_LINE: u64 = 64 * 1024;

/// How much of a line that is too long is read to find its end. Input without one would be read for ever.
const MOST_SKIPPED: u64 = 1024 * LARGEST;

/// Stands for standard input where a file name is expected.
pub const STDIN: &str = "-";

/// Stands for standard output where a file name is expected.
pub const STDOUT: &str = "-";

/// The files that settings of games name, from the disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFiles;

impl Files for DiskFiles {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        let bytes = if name == STDIN { stdin_bytes()? } else { read_bytes(name, 1)? };
        // No game reads anything but text.
        if bytes.contains(&0) {
            return Err(not_text().at(Message::quoted(name)));
        }
        Ok(bytes)
    }
}

/// The files that an experiment names: beside its own file, or else in the current folder.
#[derive(Clone, Debug)]
pub struct FilesBeside {
    folder: PathBuf,
}

impl FilesBeside {
    /// Those of an experiment in this file, whose folder may be the current one.
    pub fn new(experiment: impl AsRef<Path>) -> FilesBeside {
        FilesBeside { folder: experiment.as_ref().parent().map(Path::to_owned).unwrap_or_default() }
    }
}

impl Files for FilesBeside {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        let beside = self.folder.join(name);
        let folder = self.folder.display().to_string();
        let places = match beside.to_str() {
            _ if name == STDIN => return DiskFiles.read(name),
            Some(beside) if Path::new(beside).exists() => return DiskFiles.read(beside),
            _ if Path::new(name).exists() || Path::new(name).is_absolute() => return DiskFiles.read(name),
            _ if beside == Path::new(name) => {
                message!("looked-here", "it is looked for in the current folder, beside the experiment file")
            }
            _ => message!(
                "looked-beside",
                "it is looked for in '{folder}', beside the experiment file, and in the current folder"
            ),
        };
        let missing = InputError::new(message!("file-missing", "there is no such file"));
        Err(missing.expected(places).at(Message::quoted(name)))
    }
}

/// The text of that file, or of standard input.
pub fn read_text(name: &str) -> Result<String, InputError> {
    if name == STDIN {
        return read_stdin();
    }
    text(read_bytes(name, 1)?).map_err(|error| error.at(Message::quoted(name)))
}

/// The bytes of that file, or of standard input, of at most `megabytes`.
pub fn read_bytes(name: &str, megabytes: u64) -> Result<Vec<u8>, InputError> {
    if name == STDIN {
        return read_whole(io::stdin().lock(), megabytes * LARGEST)
            .map_err(|error| error.at(standard_input()));
    }
    read_whole(open(name)?, megabytes * LARGEST).map_err(|error| error.at(Message::quoted(name)))
}

/// Everything on standard input.
pub fn read_stdin() -> Result<String, InputError> {
    stdin_bytes().and_then(|bytes| text(bytes).map_err(|error| error.at(standard_input())))
}

/// Everything on standard input. It can be read only once, but a command may open a game several times.
fn stdin_bytes() -> Result<Vec<u8>, InputError> {
    let read = || read_whole(io::stdin().lock(), LARGEST).map_err(|error| error.at(standard_input()));
    READ.get_or_init(read).clone()
}

/// Standard input, once all of it was read.
static READ: OnceLock<Result<Vec<u8>, InputError>> = OnceLock::new();

/// Lines of text, read one by one on demand.
pub struct InputLines {
    source: Box<dyn BufRead>,
    name: Message,
    number: usize,
    longest: u64,
    /// Is the rest of a line that was too long still to be skipped?
    cut: bool,
}

impl InputLines {
    /// The lines of that file, or of standard input.
    pub fn open(name: &str) -> Result<InputLines, InputError> {
        if name == STDIN && READ.get().is_some() {
            let wrong = message!("input-read", "all of it has been read for a file already");
            let right = message!("read-input-once", "write '-' only once");
            return Err(InputError::new(wrong).expected(right).at(standard_input()));
        }
        let (source, name): (Box<dyn BufRead>, Message) = match name {
            STDIN => (Box::new(io::stdin().lock()), standard_input()),
            _ => (Box::new(BufReader::new(open(name)?)), Message::quoted(name)),
        };
        Ok(InputLines { source, name, number: 0, longest: LONGEST_LINE, cut: false })
    }

    /// The same with lines of at most `longest` bytes.
    #[must_use]
    pub fn up_to(mut self, longest: u64) -> InputLines {
        self.longest = longest;
        self
    }

    /// The next line, with its end if it has one; none after the last.
    pub fn next(&mut self) -> Result<Option<String>, InputError> {
        self.number += 1;
        if std::mem::take(&mut self.cut) {
            match self.source.by_ref().take(MOST_SKIPPED).skip_until(b'\n') {
                Ok(skipped) if (skipped as u64) < MOST_SKIPPED => {}
                Ok(_) => self.source = Box::new(io::empty()),
                Err(error) => return Err(self.broken(&error)),
            }
        }
        let mut bytes = Vec::new();
        let read = self.source.by_ref().take(self.longest).read_until(b'\n', &mut bytes);
        match read {
            Ok(0) => Ok(None),
            Ok(count) if count as u64 == self.longest && bytes.last() != Some(&b'\n') => {
                self.cut = true;
                let right = message!("line-at-most", "a line has at most {most} bytes", most = self.longest);
                let wrong = InputError::new(message!("line-too-long", "the line is too long"));
                Err(self.locate(wrong.expected(right)))
            }
            Ok(_) => text(bytes).map(Some).map_err(|error| self.locate(error)),
            Err(error) => Err(self.broken(&error)),
        }
    }

    /// What cannot be read now cannot be read later: the next line is the end.
    fn broken(&mut self, error: &io::Error) -> InputError {
        self.source = Box::new(io::empty());
        self.locate(unreadable(error))
    }

    /// The number of the line read last, from 1.
    pub fn number(&self) -> u64 {
        self.number as u64
    }

    /// Adds the number of the line read last to an error.
    pub fn locate(&self, error: InputError) -> InputError {
        error.at(Message::line(self.number)).at(self.name.clone())
    }

    /// The same for a failure, if it is bad input.
    pub fn locate_failure(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Input(error) => Failure::Input(self.locate(error)),
            other => other,
        }
    }
}

/// A new file that games are written to, one line of JSON each.
pub struct RecordingFile {
    file: File,
    name: String,
}

impl RecordingFile {
    /// Creates the file; an existing one is an error, for which `advice` says what to do.
    pub fn create(name: &str, advice: Message) -> Result<RecordingFile, InputError> {
        match File::create_new(name) {
            Ok(file) => Ok(RecordingFile { file, name: name.to_owned() }),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let wrong = InputError::new(message!("file-there", "it already exists"));
                Err(wrong.expected(advice).at(Message::quoted(name)))
            }
            Err(error) => Err(unwritten(name, &error)),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), InputError> {
        let line = record.line() + "\n";
        self.file.write_all(line.as_bytes()).map_err(|error| unwritten(&self.name, &error))
    }
}

fn unwritten(name: &str, error: &io::Error) -> InputError {
    let error = error.to_string();
    InputError::new(message!("file-unwritten", "it cannot be written: {error}")).at(Message::quoted(name))
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
    let opened = match fs::metadata(name) {
        Ok(found) if found.is_dir() => {
            let wrong = InputError::new(message!("is-folder", "it is a folder"));
            Err(wrong.expected(message!("name-file", "name a file")))
        }
        found => found.and_then(|_| File::open(name)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => InputError::new(message!("file-missing", "there is no such file")),
            _ => unreadable(&error),
        }),
    };
    opened.map_err(|error| error.at(Message::quoted(name)))
}

fn read_whole(source: impl Read, largest: u64) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    source.take(largest + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > largest {
        let megabytes = largest / LARGEST;
        return Err(InputError::new(message!("too-large", "it is too large"))
            .expected(message!("read-at-most", "at most {megabytes} MiB is read")));
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
    fn files_of_an_experiment_are_beside_it_or_in_the_current_folder() {
        // Tests run in the folder of this package.
        let files = FilesBeside::new("src/mine.toml");
        assert_eq!(files.read("files.rs").unwrap(), fs::read("src/files.rs").unwrap());
        assert_eq!(files.read("lib.rs").unwrap(), fs::read("src/lib.rs").unwrap());
        assert_eq!(files.read("Cargo.toml").unwrap(), fs::read("Cargo.toml").unwrap());
        assert_eq!(
            files.read("no.lay").unwrap_err().to_string(),
            "'no.lay': there is no such file; it is looked for in 'src', beside the experiment file, and in the current \
             folder"
        );
        assert_eq!(
            files.read("commands").unwrap_err().to_string(),
            "'src/commands': it is a folder; name a file"
        );
        let here = FilesBeside::new("mine.toml");
        assert_eq!(
            here.read("no.lay").unwrap_err().to_string(),
            "'no.lay': there is no such file; it is looked for in the current folder, beside the experiment file"
        );
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
        let lines = |source: &'static [u8]| InputLines {
            source: Box::new(source),
            name: Message::verbatim("it"),
            number: 0,
            longest: LONGEST_LINE,
            cut: false,
        };
        let mut good = lines(b"4\r\n5");
        assert_eq!(good.next(), Ok(Some("4\r\n".to_owned())));
        assert_eq!(good.next(), Ok(Some("5".to_owned())));
        assert_eq!(good.next(), Ok(None));
        let long: &'static [u8] = [vec![b'4'; 200_000], b"\n5".to_vec()].concat().leak();
        let mut lines = lines(long);
        assert_eq!(
            lines.next().unwrap_err().to_string(),
            "it: line 1: the line is too long; a line has at most 65536 bytes"
        );
        assert_eq!(lines.next(), Ok(Some("5".to_owned())), "its rest is no line of its own");
        assert_eq!(lines.next(), Ok(None));
        let mut endless = InputLines { source: Box::new(BufReader::new(io::repeat(b'4'))), ..lines };
        assert!(endless.next().is_err());
        assert_eq!(endless.next(), Ok(None), "no one waits for the end of a line that has none");
    }
}
