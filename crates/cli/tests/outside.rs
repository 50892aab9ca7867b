//! Agents of other people with the real binary: good ones play, and bad ones do no harm.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod languages;
mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use languages::{has, search_path};
use serde_json::Value as Json;
use support::Folder;

const AGENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/agents");
const NASTY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/agents/nasty.py");

fn plylab(folder: &str, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plylab"));
    command.args(args).current_dir(folder).env("LC_ALL", "C").env("PATH", search_path()).stdin(Stdio::null());
    command
}

fn run(folder: &str, args: &[&str]) -> Output {
    plylab(folder, args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Runs it, expects success, and returns what it printed.
fn answer(folder: &str, args: &[&str]) -> String {
    let output = run(folder, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Runs it, expects bad input, and returns the sentence.
fn refused(folder: &str, args: &[&str]) -> String {
    let output = run(folder, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stdout));
    text(&output.stderr)
}

/// The processes whose command line holds `mark`.
fn running(mark: &str) -> Vec<String> {
    let ids =
        fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().into_string().ok());
    ids.filter(|id| id.parse::<u32>().is_ok_and(|id| id != std::process::id()))
        .map(|id| fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(mark))
        .collect()
}

/// A folder with a file that names agents.
fn folder_of(name: &str, agents: &str) -> Folder {
    let folder = Folder::new(name);
    fs::write(folder.path("plylab.toml"), agents).unwrap();
    folder
}

fn nasty(names: &[&str], mark: &str, more: &str) -> String {
    let agent = |name: &&str| {
        format!(
            "[agents.{name}]\ncommand = [\"python3\", \"{NASTY}\", \"{name}\", \"{mark}\"]\nfiles = [\"plylab.toml\"]\n{more}\n"
        )
    };
    names.iter().map(agent).collect()
}

/// The forfeits of the first of two players.
fn forfeits(folder: &str, agent: &str, more: &[&str]) -> Json {
    let mut args = vec!["match", "connect4", agent, "random", "-n", "2", "--no-swap", "--json"];
    args.extend(more);
    let totals: Json = serde_json::from_str(&answer(folder, &args)).unwrap();
    assert_eq!(totals["played"], 2, "{totals}");
    totals["players"][0]["forfeits"].clone()
}

#[test]
fn the_example_of_every_language_plays_here() {
    let folder = Folder::new("outside-languages");
    let path = folder.path("");
    let mut played = 0;
    for (needs, compile, command) in [
        ("python3", None, format!("python3 {AGENTS}/greedy.py")),
        ("node", None, format!("node {AGENTS}/winner.js")),
        ("java", None, format!("java {AGENTS}/Middle.java")),
        ("g++", Some(format!("g++ -o random {AGENTS}/random.cpp")), "./random".to_owned()),
        ("rustc", Some(format!("rustc -o last {AGENTS}/last.rs")), "./last".to_owned()),
    ] {
        if !has(needs) {
            continue;
        }
        if let Some(compile) = compile {
            let compiled = Command::new("sh").args(["-c", &compile]).current_dir(&path).status();
            assert!(compiled.unwrap().success(), "{compile}");
        }
        let agent = format!("exec:\"{command}\"");
        for game in ["connect4", "tictactoe", "tree:file=dice"] {
            let totals = answer(&path, &["match", game, &agent, "random", "-n", "2", "--no-swap", "--json"]);
            let totals: Json = serde_json::from_str(&totals).unwrap();
            let ended = &totals["players"][0]["forfeits"];
            assert!(
                ended.as_object().unwrap().values().all(|count| count == 0),
                "{command}, {game}: {totals}"
            );
        }
        let check = answer(&path, &["agent", "check", &command]);
        assert!(check.starts_with("good: it is ready after ") && !check.contains("wrong:"), "{check}");
        played += 1;
    }
    assert!(played > 0);
}

#[test]
fn endings_are_told_apart_and_nothing_is_left_running() {
    let kinds = [
        ("die", "crashes"),
        ("signal", "crashes"),
        ("close", "crashes"),
        ("memory", "crashes"),
        ("fork", "crashes"),
        ("hang", "time_outs"),
        ("stubborn", "time_outs"),
        ("deaf", "time_outs"),
        ("lines", "time_outs"),
        ("flood", "garbage"),
        ("garbage", "garbage"),
        ("wrong-id", "garbage"),
        ("rude-start", "garbage"),
        ("illegal", "illegal_moves"),
        ("resign", "resigned"),
        ("dead-start", "no_starts"),
    ];
    let limits = "startup = 60\nlimits = { memory = 300, processes = 20 }";
    let ends = |number: usize, (name, kind): (&str, &str)| {
        let mark = format!("9{}{number:02}", std::process::id());
        let folder = folder_of("outside-endings", &nasty(&[name], &mark, limits));
        let time = if kind == "time_outs" { "300" } else { "20000" };
        let forfeits = forfeits(&folder.path(""), name, &["--time-per-move", time]);
        assert_eq!(forfeits[kind], 2, "{name}: {forfeits}");
        assert_eq!(running(&mark), Vec::<String>::new(), "{name}");
    };
    // Most of them wait for something, some for each other.
    let ends = &ends;
    thread::scope(|scope| {
        for (row, some) in kinds.chunks(4).enumerate() {
            scope.spawn(move || (row * 4..).zip(some).for_each(|(number, &kind)| ends(number, kind)));
        }
    });
}

#[test]
fn whoever_is_not_ready_in_time_could_not_start() {
    let mark = format!("4{}", std::process::id());
    let folder = folder_of("outside-slow", &nasty(&["slow-start"], &mark, "startup = 1"));
    assert_eq!(forfeits(&folder.path(""), "slow-start", &[])["no_starts"], 2);
    assert_eq!(running(&mark), Vec::<String>::new());
}

#[test]
fn what_is_no_fault_is_no_forfeit() {
    let mark = format!("8{}", std::process::id());
    let folder = folder_of("outside-odd", &nasty(&["orphans", "noisy", "good"], &mark, ""));
    for name in ["orphans", "noisy", "good"] {
        let forfeits = forfeits(&folder.path(""), name, &[]);
        assert!(forfeits.as_object().unwrap().values().all(|count| count == 0), "{name}: {forfeits}");
    }
    assert_eq!(running(&mark), Vec::<String>::new());
}

#[test]
fn a_process_is_kept_for_the_next_game_if_it_allows_that() {
    let folder = folder_of("outside-kept", &nasty(&["kept", "good"], "1000", ""));
    for (name, processes) in [("kept", 1), ("good", 3)] {
        let args = [
            "match",
            "tictactoe",
            name,
            "random",
            "-n",
            "3",
            "--no-swap",
            "--threads",
            "1",
            "--json",
            "--games",
        ];
        let lines = answer(&folder.path(""), &args);
        let games = lines.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
        let mut seen: Vec<String> =
            games.filter_map(|game| game["logs"][0].as_str().map(str::to_owned)).collect();
        assert_eq!(seen.len(), 3, "{lines}");
        seen.dedup();
        assert_eq!(seen.len(), processes, "{name}: {seen:?}");
    }
}

#[test]
fn a_program_that_is_killed_takes_its_agents_with_it() {
    let mark = format!("6{}", std::process::id());
    let folder = folder_of("outside-killed", &nasty(&["fork"], &mark, "limits = { processes = 200 }"));
    let mut child =
        plylab(&folder.path(""), &["match", "connect4", "fork", "random", "--time-per-move", "60000"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
    while running(&mark).len() < 50 {
        thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    while !running(&mark).is_empty() {
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn what_is_wrong_is_said_in_words() {
    let mark = &format!("5{}", std::process::id());
    let folder = &Folder::new("outside-check");
    let faults = [
        ("dead-start", "wrong: it ended with exit status 1; run the command by hand"),
        ("slow-start", "wrong: it was not ready within 10 s"),
        ("illegal", "illegal move z99; answer with one of 'legal', as it is written there"),
        ("garbage", "it wrote 'I think I will play in the middle' to standard output, which is not JSON"),
        ("hang", "time-out after "),
        ("flood", "it wrote more than 1048576 bytes"),
        ("die", "it ended with exit status 1; read what it wrote to standard error"),
    ];
    let check = |(name, words): (&str, &str)| {
        let output = run(&folder.path(""), &["agent", "check", &format!("python3 {NASTY} {name} {mark}")]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        let said = text(&output.stdout);
        assert!(said.contains(words), "{name}: {said}");
        if name == "die" {
            assert!(said.contains("about to divide by zero") && said.contains("ZeroDivisionError"), "{said}");
        }
    };
    // One of them takes the ten seconds that it has to be ready.
    let check = &check;
    thread::scope(|scope| {
        faults.chunks(2).for_each(|some| drop(scope.spawn(|| some.iter().copied().for_each(check))));
    });
    assert_eq!(running(mark), Vec::<String>::new());
}

#[test]
fn a_new_agent_can_be_played_at_once() {
    let folder = Folder::new("outside-new");
    let path = folder.path("");
    for language in ["python", "javascript", "java", "cpp", "rust"] {
        let said = answer(&path, &["agent", "new", language, "--language", language]);
        assert!(said.contains(&format!("plylab match connect4 {language} random")), "{said}");
    }
    let own = folder.path("python");
    assert!(answer(&own, &["agents"]).contains("python"));
    answer(&own, &["match", "connect4", "python", "random"]);
    assert!(
        refused(&path, &["agent", "new", "python"]).contains("'python' exists already; choose another name")
    );
    assert!(refused(&path, &["agent", "new", "a/b"]).contains("cannot be part of a name"));
    // A folder of such folders is a folder of agents.
    assert!(answer(&path, &["agents", "--bring", &path]).contains("javascript"));
}

#[test]
fn names_must_be_new() {
    let folder = folder_of("outside-names", "[agents.random]\ncommand = [\"true\"]\n");
    let said = refused(&folder.path(""), &["agents"]);
    assert!(
        said.contains("plylab.toml: 'random' is the name of a bundled agent; give each a name of its own"),
        "{said}"
    );
    let said = refused(&folder.path(""), &["agents", "--bring", "nothing"]);
    assert!(said.contains("nothing: it cannot be read"), "{said}");
}

#[test]
fn a_changed_agent_plays_again_and_an_unchanged_one_does_not() {
    let folder = folder_of(
        "outside-again",
        "[agents.mine]\ncommand = [\"python3\", \"mine.py\"]\nfiles = [\"mine.py\"]\n",
    );
    let path = folder.path("");
    let program = fs::read_to_string(Path::new(AGENTS).join("greedy.py")).unwrap();
    fs::write(folder.path("mine.py"), &program).unwrap();
    let experiment = "title = \"Mine\"\n[[sweep]]\nname = \"mine\"\ngame = \"tictactoe\"\nplayers = [\"mine\", \"random\"]\ngames = 4\n";
    fs::write(folder.path("mine.toml"), experiment).unwrap();
    let play = |out: &str| answer(&path, &["run", "mine.toml", "--out", out]);
    let (first, again) = (play("out"), play("out"));
    assert!(first.contains("4 games played and stored"), "{first}");
    assert!(!again.contains("4 games played and stored"), "{again}");
    fs::write(folder.path("mine.py"), program.replace("1000 *", "2000 *")).unwrap();
    let changed = run(&path, &["run", "mine.toml", "--out", "out"]);
    assert!(text(&changed.stdout).contains("4 games played and stored"), "{changed:?}");
    assert!(text(&changed.stderr).contains("4 stored games are played again, because agents have changed"));
    assert!(!play("out").contains("4 games played and stored"));
}

#[test]
fn what_agents_tell_is_kept_with_their_games() {
    let folder = folder_of("outside-told", &nasty(&["tell"], "1000", ""));
    let path = folder.path("");
    let game = ["tictactoe", "tell", "random", "--seed", "1"];
    let lines = answer(&path, &[&["match"], &game[..], &["--no-swap", "--json", "--games"]].concat());
    let line = lines.lines().next().unwrap();
    let game_line: Json = serde_json::from_str(line).unwrap();
    let first = &game_line["moves"][0];
    assert_eq!(
        (&first["note"], &first["worth"][0]["score"], first["nodes"].as_u64()),
        (&Json::from("the first one"), &Json::from(0.5), Some(3))
    );
    // Of the two marks, one is on the board. The opponent says nothing.
    assert_eq!((first["marks"].as_array().unwrap().len(), game_line["moves"][1].is_string()), (1, true));
    fs::write(folder.path("games.jsonl"), line).unwrap();
    let states = answer(&path, &["replay", "--games", "games.jsonl", "--line", "1"]);
    let state: Json = serde_json::from_str(states.lines().next().unwrap()).unwrap();
    assert_eq!(state["remarks"]["note"], "the first one");
    let watched = answer(&path, &[&["watch"], &game[..], &["--delay", "0"]].concat());
    assert!(watched.contains("X says, worth about +0.5: the first one"), "{watched}");
    let explained = answer(&path, &["explain", "tictactoe", "--agent", "tell"]);
    assert!(
        explained.contains("tell values at about +0.5.\n") && explained.contains("It says: the first one")
    );
    assert!(explained.contains(", and says that it visited 3 nodes.\n"), "{explained}");
    assert!(!explained.contains("budget was too small") && !explained.contains("simulations"), "{explained}");
}

#[test]
fn results_record_what_agents_told_and_what_ran_them() {
    let folder = folder_of("outside-recorded", &nasty(&["tell"], "1000", ""));
    let path = folder.path("");
    let experiment = "title = \"Told\"\n[[sweep]]\nname = \"told\"\ngame = \"tictactoe\"\nplayers = [\"tell\", \"first\"]\ngames = 2\n";
    fs::write(folder.path("told.toml"), experiment).unwrap();
    answer(&path, &["run", "told.toml", "--out", "out"]);
    let export = |more: &[&str]| -> Json {
        let lines = answer(&path, &[&["results", "export", "out"], more].concat());
        serde_json::from_str(lines.lines().next().unwrap()).unwrap()
    };
    assert_eq!(export(&["--times"])["moves"][0]["note"], "the first one");
    assert!(export(&["--times"])["logs"][0].as_str().unwrap().starts_with("process "));
    // Without what differs from run to run.
    assert_eq!((export(&[])["moves"][0].is_string(), export(&[]).get("logs")), (true, None));
    let report: Json = serde_json::from_str(&answer(&path, &["report", "out", "--json"])).unwrap();
    let interpreter = &report["manifest"]["runs"][0]["interpreters"][0];
    assert!(interpreter["version"].as_str().unwrap().starts_with("Python 3."), "{interpreter}");
    assert_eq!(interpreter["agents"], serde_json::json!(["tell"]));
    let said = answer(&path, &["report", "out", "--md", "--html", "report.html"]);
    assert!(said.contains("agents run by Python 3."), "{said}");
    let page = fs::read_to_string(folder.path("report.html")).unwrap();
    assert!(page.contains("agents run by") && page.contains("says, worth about +0.5: the first one"));
}
