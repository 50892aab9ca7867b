//! Where games read the files that their settings name.

use crate::input::InputError;
use crate::message;

/// Where a game reads the files that its settings name. The games themselves touch no disk: a web page
/// can be given other files than a terminal, or none.
///
/// ```
/// use plylab_core::{Files, InputError, NoFiles};
///
/// /// One file, built into the program.
/// struct OneFile;
///
/// impl Files for OneFile {
///     fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
///         if name == "maze.lay" { Ok(b"%%%".to_vec()) } else { NoFiles.read(name) }
///     }
/// }
///
/// assert!(OneFile.read("maze.lay").is_ok() && OneFile.read("other.lay").is_err());
/// ```
pub trait Files {
    /// The bytes of the file of that name.
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError>;
}

/// No files at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        Err(InputError::new(message!("no-files", "'{name}' cannot be read: files are not available here")))
    }
}

/// The bytes of the file that a setting names, where that is none of the built-in `names`. If it cannot be read and does
/// not look like a file, the name may be mistyped, and the error lists the built-in names.
pub fn read_file(
    files: &dyn Files,
    name: &str,
    what: &str,
    names: impl IntoIterator<Item = &'static str>,
) -> Result<Vec<u8>, InputError> {
    files.read(name).map_err(|error| {
        if name.contains(['.', '/', '\\']) {
            return error;
        }
        let names: Vec<&str> = names.into_iter().collect();
        error.at(message!("none-of", "{what} '{name}' is none of {names}"))
    })
}
