//! Every example in every `--help` works.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod support;

use std::fs::{self, File};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use support::Folder;

/// How long an example may work until it is ended: one that is wrong says so at once.
const LONGEST: Duration = Duration::from_secs(1);

/// What the examples of a command write themselves.
const OWN: [(&str, &str); 4] =
    [("pacman", "games.jsonl"), ("run", "results/report-a"), ("results", "results/mine"), ("agent", "mine")];

/// What needs programs of others, which may not be installed: a tournament runner, and Ray, with which the tests of the Python package
/// run the example.
const OTHERS: [&str; 2] = ["cutechess-cli", "--on ray"];

fn plylab(folder: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plylab"));
    command.current_dir(folder).env("LC_ALL", "C").stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// The help of a command.
fn help(command: &[String]) -> String {
    let output = plylab(".").args(command).arg("--help").output().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// All commands, with those below them.
fn commands() -> Vec<Vec<String>> {
    let word = |line: &str| -> Option<String> {
        let name = line.strip_prefix("  ")?.split("  ").next()?;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        (is_name && name != "help").then(|| name.to_owned())
    };
    let top = help(&[]);
    let top = top.split("\nOptions:").next().unwrap();
    let mut all = vec![Vec::new()];
    for name in top.lines().filter_map(word) {
        all.push(vec![name.clone()]);
        let own = help(std::slice::from_ref(&name));
        if let Some((_, below)) = own.split_once("\nCommands:\n") {
            let below = below.split("\n\n").next().unwrap();
            all.extend(below.lines().filter_map(word).map(|sub| vec![name.clone(), sub]));
        }
    }
    all
}

/// The examples in a help, without what is said about them.
fn examples(help: &str) -> Vec<String> {
    let found = help.split_once("\nExamples:\n").or_else(|| help.split_once("\nExample:\n"));
    let Some((_, examples)) = found else { return Vec::new() };
    let lines = examples.lines().map_while(|line| line.strip_prefix("  "));
    lines.map(|line| line.split("  ").next().unwrap().trim_end().to_owned()).collect()
}

/// Writes what the examples read.
fn prepare(folder: &Folder) {
    let write = |name: &str, text: &str| fs::write(folder.path(name), text).unwrap();
    write("my.tree", "max [ 3 min [ 2 4 ] ]");
    write("my.lay", "%%%%%\n%P .%\n%%%%%\n");
    write("diagram.txt", "......./......./......./......./...o.../...x...\n");
    write("game.txt", "East\n");
    write("rest.txt", "1\n");
    let experiment = "title = \"Mine\"\n[[sweep]]\nname = \"by depth\"\ngame = \"connect4:columns=4,rows=4\"\n\
                      players = [\"alphabeta:depth={depth}\", \"random\"]\nvary = { depth = [1, 3] }\ngames = 2\n";
    write("mine.toml", experiment);
    let root = folder.path("");
    let run = |args: &[&str]| {
        let output = plylab(&root).args(args).output().unwrap();
        assert!(output.status.success(), "{args:?}");
        output.stdout
    };
    for results in ["results/report-a", "results/levels", "results/mine"] {
        run(&["run", "mine.toml", "--out", results]);
    }
    for shard in ["1", "2"] {
        run(&["run", "mine.toml", "--shard", &format!("{shard}/2")]);
    }
    fs::write(
        folder.path("games.jsonl"),
        run(&["match", "connect4", "random", "random", "-n", "3", "--json", "--games"]),
    )
    .unwrap();
    fs::create_dir(folder.path("students")).unwrap();
    for (place, agent) in [("students", "one"), ("students", "two"), ("", "mine")] {
        let made = plylab(&folder.path(place)).args(["agent", "new", agent]).output().unwrap();
        assert!(made.status.success(), "{agent}");
    }
    for place in [".local/share/bash-completion/completions", ".config/fish/completions", ".zfunc"] {
        fs::create_dir_all(folder.path(place)).unwrap();
    }
}

/// Copies what is in a folder.
fn copy(from: &Folder, to: &Folder) {
    let all = from.path(".");
    assert!(Command::new("cp").args(["-R", &all, &to.path("")]).status().unwrap().success());
}

/// Runs an example for a while; what went wrong, if anything did.
fn wrong(example: &str, folder: &str) -> Option<String> {
    let mut line = example.replace("/tmp/", &format!("{folder}/"));
    // A server has no end, and its usual port may be taken.
    if line == "plylab" {
        line.push_str(" serve");
    }
    if line.starts_with("plylab serve") {
        let missing = ["--no-open", "--port 0"].into_iter().filter(|option| !example.contains(option));
        line.extend(missing.map(|option| format!(" {option}")));
        // The one before may not have ended yet.
        if !example.contains("--data") {
            line.push_str(&format!(" --data lab-{}", example.len()));
        }
    }
    let bin = Path::new(env!("CARGO_BIN_EXE_plylab")).parent().unwrap().display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let said = format!("{folder}/said");
    let mut child = Command::new("sh")
        .args(["-c", &line])
        .current_dir(folder)
        .env("PATH", path)
        .env("HOME", folder)
        .env("LC_ALL", "C")
        // A person who says nothing yet is waited for.
        .stdin(if example.contains("person") { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::null())
        .stderr(File::create(&said).unwrap())
        .process_group(0)
        .spawn()
        .unwrap();
    let began = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if began.elapsed() > LONGEST => break None,
            None => thread::sleep(Duration::from_millis(10)),
        }
    };
    if status.is_none() {
        // All of them: an example may be a pipe.
        let group = format!("-{}", child.id());
        assert!(Command::new("kill").args(["-KILL", "--", &group]).status().unwrap().success());
        child.wait().unwrap();
    }
    let said = fs::read_to_string(&said).unwrap();
    let complains = said.lines().any(|line| line.starts_with("error:"));
    let failed = status.is_some_and(|status| !status.success());
    (failed || complains).then(|| format!("{line}: {status:?}\n{said}"))
}

#[test]
fn every_example_of_every_help_works() {
    let all = commands();
    assert!(all.len() > 35, "only {} commands are found", all.len());
    let prepared = Folder::new("help");
    prepare(&prepared);
    let next = Mutex::new(all.into_iter());
    let (count, failures) = (Mutex::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                loop {
                    let Some(command) = next.lock().unwrap().next() else { return };
                    let help = help(&command);
                    let examples = examples(&help);
                    assert!(command.len() != 1 || !examples.is_empty(), "{command:?} has no examples");
                    if examples.is_empty() {
                        continue;
                    }
                    let folder = Folder::new("help");
                    copy(&prepared, &folder);
                    for (_, own) in
                        OWN.iter().filter(|(name, _)| command.first().is_some_and(|it| it == name))
                    {
                        assert!(
                            Command::new("rm").args(["-r", &folder.path(own)]).status().unwrap().success()
                        );
                    }
                    for example in
                        examples.iter().filter(|line| !OTHERS.iter().any(|other| line.contains(other)))
                    {
                        *count.lock().unwrap() += 1;
                        let found = wrong(example, folder.path("").trim_end_matches('/'));
                        failures.lock().unwrap().extend(found);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count.into_inner().unwrap() > 90);
}
