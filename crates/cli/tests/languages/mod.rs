//! The languages of agents on this machine.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

/// Is the program on this machine?
pub fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Where programs are found, the real Python first: what stands in its place on some machines takes longer to start than it.
pub fn search_path() -> &'static OsString {
    static PATHS: LazyLock<OsString> = LazyLock::new(|| {
        let mut folders: Vec<_> =
            std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
        let python = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        let python = python.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        if let Some(folder) = python.as_deref().ok().and_then(|python| Path::new(python).parent()) {
            folders.insert(0, folder.to_owned());
        }
        std::env::join_paths(folders).unwrap()
    });
    &PATHS
}
