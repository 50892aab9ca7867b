//! The files that the games of a plan are read from.

use std::cell::RefCell;
use std::collections::BTreeMap;

use plylab_core::{Files, InputError, message};

/// Files that remember which of them were read.
pub(super) struct Seen<'a> {
    pub files: &'a dyn Files,
    pub seen: RefCell<BTreeMap<String, Vec<u8>>>,
}

impl Files for Seen<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        let bytes = self.files.read(name)?;
        self.seen.borrow_mut().insert(name.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

/// Files that were kept with the results, so that results can be read without the original files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KeptFiles(pub BTreeMap<String, Vec<u8>>);

impl Files for KeptFiles {
    fn read(&self, name: &str) -> Result<Vec<u8>, InputError> {
        self.0.get(name).cloned().ok_or_else(|| {
            InputError::new(message!("file-not-kept", "'{name}' was not kept with the results"))
        })
    }
}
