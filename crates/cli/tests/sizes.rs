//! Code files stay small enough to read in one go.

use std::fs;
use std::path::{Path, PathBuf};

/// A longer file needs a reason.
const NORMAL: usize = 500;
/// The maximum, whatever the reason.
const MAX: usize = 700;
/// The start of a reason, in a comment in the first lines.
const REASON: &str = "Long because";
const TOP: usize = 10;

/// What is wrong with a file with this text.
fn complaint(text: &str) -> Option<String> {
    let lines = text.lines().count();
    let excused = text.lines().take(TOP).any(|line| line.contains(REASON));
    if lines > MAX {
        Some(format!("has {lines} lines, above {MAX}: split it"))
    } else if lines > NORMAL && !excused {
        Some(format!("has {lines} lines, above {NORMAL}: split it, or say at its top \"{REASON} ...\""))
    } else {
        None
    }
}

/// The code files below a folder, except those that tools create.
fn files_of_code(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "node_modules" {
                files_of_code(&path, found)?;
            }
        } else if path
            .extension()
            .is_some_and(|ending| ["rs", "js", "mjs", "css"].iter().any(|e| ending == *e))
        {
            found.push(path);
        }
    }
    Ok(())
}

#[test]
fn no_file_of_code_is_long_without_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    files_of_code(&root, &mut files).unwrap();
    assert!(files.len() > 300, "only {} files were found", files.len());
    let wrong: Vec<String> = files
        .iter()
        .filter_map(|file| {
            let text = fs::read_to_string(file).unwrap();
            complaint(&text).map(|wrong| format!("{} {wrong}", file.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn long_files_are_noticed() {
    let text = |lines: usize| "line\n".repeat(lines);
    assert_eq!(complaint(&text(NORMAL)), None);
    assert!(complaint(&text(NORMAL + 1)).is_some());
    let excused = |lines: usize| format!("// Long because it is one table.\n{}", text(lines - 1));
    assert_eq!(complaint(&excused(MAX)), None);
    assert!(complaint(&excused(MAX + 1)).is_some());
    let late = format!("{}// Long because it is one table.\n{}", text(TOP), text(NORMAL));
    assert!(complaint(&late).is_some(), "a reason must stand at the top");
}
