//! Programs in a sandbox, by the program `bwrap`.

use std::path::Path;

use crate::launch::Launch;

/// The command to run in the end: the program itself, or the sandbox with the program in it.
pub fn argv(launch: &Launch) -> Vec<String> {
    if launch.sandbox { sandboxed(&launch.command, launch.folder.as_deref()) } else { launch.command.clone() }
}

/// The command inside `bwrap`: the system can be read, only a private temporary folder written, and there is no network.
fn sandboxed(command: &[String], folder: Option<&Path>) -> Vec<String> {
    const SANDBOX: [&str; 16] = [
        "bwrap",
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "--tmpfs",
        "/run",
        "--tmpfs",
        "/tmp",
        "--setenv",
    ];
    let mut argv: Vec<String> = SANDBOX.iter().map(|&word| word.to_owned()).collect();
    argv.extend(["TMPDIR".to_owned(), "/tmp".to_owned()]);
    if let Some(folder) = folder.and_then(Path::to_str) {
        // A folder below the private temporary one would be hidden by it.
        argv.extend(["--ro-bind", folder, folder, "--chdir", folder].map(str::to_owned));
    }
    argv.push("--".to_owned());
    argv.extend(command.iter().cloned());
    argv
}
