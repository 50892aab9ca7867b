//! Puts every language in `messages` into the library: a list of codes and files, made anew whenever one of them changes.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("messages");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(&root)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let mut list = String::from("[\n");
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let path = file.display().to_string();
        let _ = writeln!(list, "    (concat!(\"messages/\", {name:?}), include_str!({path:?})),");
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("messages.rs"), list)
}
