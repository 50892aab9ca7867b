//! Experiments on several machines, as docs/scale.md describes it, and how a cluster's Python is found. The cluster itself is
//! tested in python/tests/test_ray.py.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

#[path = "support/mod.rs"]
mod support;

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use support::Folder;

const EXPERIMENT: &str = r#"
title = "Shared"
seed = 4

[[sweep]]
name = "by depth"
game = "connect4"
players = ["alphabeta:depth={depth}", "random"]
vary = { depth = [1, 3] }
games = 21
"#;

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// The PATH with the folder of the binary first, and with `before` even before it.
fn path(before: Option<&str>) -> OsString {
    let own = Path::new(env!("CARGO_BIN_EXE_plylab")).parent().unwrap().to_owned();
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let folders = before.map(PathBuf::from).into_iter().chain([own]).chain(std::env::split_paths(&rest));
    std::env::join_paths(folders).unwrap()
}

/// A folder with the experiment `mine.toml`.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::write(folder.path("mine.toml"), EXPERIMENT).unwrap();
    folder
}

/// Runs a line in a shell, in that folder. It must succeed.
fn shell(folder: &Folder, line: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new("sh");
    command.args(["-ec", line]).current_dir(folder.path("")).env("PATH", path(None)).env("LC_ALL", "C");
    let output = command.envs(variables.iter().copied()).output().unwrap();
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The lines of the page that run this program, with these words in them.
fn lines(words: &str) -> Vec<String> {
    let page = fs::read_to_string(docs().join("scale.md")).unwrap();
    let blocks = page.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned());
    let lines = blocks.flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.filter(|line| line.starts_with("plylab") && line.contains(words)).collect()
}

#[test]
fn shards_by_hand_are_merged_as_the_page_says() {
    let folder = folder("by-hand");
    let commands: Vec<String> =
        lines("--shard").into_iter().chain(lines("merge results/mine-1-of-2")).collect();
    assert_eq!(commands.len(), 3, "{commands:?}");
    commands.iter().for_each(|line| drop(shell(&folder, line, &[])));
    shell(&folder, "plylab run mine.toml --out whole", &[]);
    let whole = shell(&folder, "plylab results export whole", &[]);
    assert_eq!(whole.lines().count(), 42);
    assert_eq!(shell(&folder, "plylab results export results/mine", &[]), whole);
}

#[test]
fn the_script_for_slurm_plays_all_shards_of_its_array() {
    let script = docs().join("slurm.sh");
    let text = fs::read_to_string(&script).unwrap();
    assert!(text.contains("\n#SBATCH --array=1-8\n") && text.contains("\n#SBATCH --cpus-per-task=4\n"));
    let folder = folder("slurm");
    let line = format!("sh '{}' mine.toml", script.display());
    // In any order, and one of them twice, as after a failure.
    for task in ["3", "8", "1", "2", "4", "5", "7", "6", "3"] {
        let variables =
            [("SLURM_ARRAY_TASK_ID", task), ("SLURM_ARRAY_TASK_COUNT", "8"), ("SLURM_CPUS_PER_TASK", "2")];
        shell(&folder, &line, &variables);
    }
    let [merge] = lines("-*-of-8").try_into().unwrap();
    let said = shell(&folder, &merge, &[]);
    assert_eq!(said, "42 of 42 games in results/mine; complete\n");
    shell(&folder, "plylab run mine.toml --out whole", &[]);
    let export = |folder_name: &str| shell(&folder, &format!("plylab results export {folder_name}"), &[]);
    assert_eq!(export("results/mine"), export("whole"));
}

/// Runs the page's command for Ray with a `python3` of that text on the PATH.
fn on_ray(folder: &Folder, python: Option<&str>) -> Output {
    let bin = folder.path("bin");
    fs::create_dir_all(&bin).unwrap();
    let mut path = OsString::from(&bin);
    if let Some(text) = python {
        let file = Path::new(&bin).join("python3");
        fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        path = self::path(Some(&bin));
    }
    let [line] = lines("--on ray").try_into().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_plylab"));
    command.args(line.split_whitespace().skip(1)).current_dir(folder.path("")).env("PATH", path);
    command.env("LC_ALL", "C").output().unwrap()
}

#[test]
fn a_cluster_needs_a_python_with_the_same_version() {
    let folder = folder("python");
    let ours = env!("CARGO_PKG_VERSION");
    let right = format!(
        "; install plylab {ours} with its extra 'ray' for the python3 on the PATH (see docs/scale.md)\n"
    );
    for (python, wrong) in [
        (None, "error: 'python3' cannot be run (No such file or directory (os error 2))".to_owned()),
        (Some("exit 1"), "error: 'python3' has no package plylab".to_owned()),
        (Some("echo 0.0.1"), format!("error: 'python3' has plylab 0.0.1, and this is {ours}")),
    ] {
        let output = on_ray(&folder, python);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("{wrong}{right}"));
    }
    // With the same version it is called, with the same arguments, and its exit status is ours.
    let python = format!("case $1 in -c) echo {ours};; *) echo called \"$@\"; exit 7;; esac");
    let output = on_ray(&folder, Some(&python));
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "called -m plylab.ray run mine.toml --on ray --address 10.0.0.1:6379\n"
    );
}

#[test]
fn a_cluster_takes_neither_threads_nor_shards() {
    let folder = folder("conflicts");
    for (more, wrong) in [
        ("--on ray --threads 2", "'--on <ENGINE>' cannot be used with '--threads <N>'"),
        ("--on ray --shard 1/2", "'--on <ENGINE>' cannot be used with '--shard <I/N>'"),
        ("--on slurm", "invalid value 'slurm' for '--on <ENGINE>'"),
        ("--address x", "the following required arguments were not provided: --on <ENGINE>"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plylab"));
        command.args(["run", "mine.toml"]).args(more.split(' ')).current_dir(folder.path(""));
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{more}: {output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(wrong) && said.lines().count() == 1, "{more}: {said}");
    }
    assert!(!Path::new(&folder.path("results")).exists());
}
