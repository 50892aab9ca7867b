//! The lock of a folder: only one run works there at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::error;
use crate::result_store::LabError;

const LOCK: &str = "lock";

/// A folder that nobody else may write to. The system releases it when the program ends, however it ends.
pub(super) struct FolderLock(File);

impl FolderLock {
    /// Takes the lock.
    ///
    /// # Errors
    ///
    /// If another run has it, or the folder cannot be used.
    pub fn take(folder: &Path) -> Result<FolderLock, LabError> {
        let path = folder.join(LOCK);
        let file = File::options().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|error| error::of_system(&error, folder))?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock(file)),
            Err(TryLockError::WouldBlock) => Err(error::busy().at(error::quoted(folder)).into()),
            Err(TryLockError::Error(error)) => Err(error::of_system(&error, &path)),
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Closing the file is not enough: a process that is just being started shares it until its own program runs.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_ends_with_its_owner_even_if_a_new_process_still_shares_the_file() {
        let folder = std::env::temp_dir().join(format!("plylab-lock-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let lock = FolderLock::take(&folder).unwrap();
        assert!(FolderLock::take(&folder).is_err());
        let shared = lock.0.try_clone().unwrap();
        drop(lock);
        assert!(FolderLock::take(&folder).is_ok());
        drop(shared);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
