//! Finds the other crate's Connect Four.
//!
//! It is an example, which is part of the crate's package but not of its library, and we do not copy it:
//! this script reads it from Cargo's copy of the package, so that it can be included in a module.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    let example = package_folder("minimax")?.join("examples/connect4.rs");
    println!("cargo::rerun-if-changed={}", example.display());
    let source = fs::read_to_string(&example).map_err(|error| format!("{}: {error}", example.display()))?;
    // Inner attributes and inner docs are allowed only at the top of a file, and not in an included one.
    let items: Vec<&str> = source.lines().filter(|line| !is_inner(line)).collect();
    fs::write(Path::new(&env::var("OUT_DIR")?).join("minimax_connect4.rs"), items.join("\n"))?;
    Ok(())
}

fn is_inner(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("#![") || line.starts_with("//!")
}

/// The folder of a package that this one depends on.
fn package_folder(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let output = Command::new(env::var("CARGO")?)
        .args(["metadata", "--format-version", "1", "--offline"])
        // Packages for other platforms may not be downloaded.
        .args(["--filter-platform", &env::var("TARGET")?])
        .current_dir(env::var("CARGO_MANIFEST_DIR")?)
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("the metadata lists no packages")?;
    let manifest = packages
        .iter()
        .find(|package| package["name"] == name)
        .and_then(|package| package["manifest_path"].as_str())
        .ok_or_else(|| format!("there is no package {name}"))?;
    Ok(Path::new(manifest).parent().ok_or("the manifest has no folder")?.to_owned())
}
