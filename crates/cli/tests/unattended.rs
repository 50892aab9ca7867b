//! A lab that is left alone: it ends when it is asked to, whatever runs; a full disk and damaged data lose nothing that it
//! acknowledged; and nobody pretends to be elsewhere.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "support/serving.rs"]
mod serving;
mod support;

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use serving::{Lab, json_of};
use support::Folder;

const SERVE: [&str; 4] = ["serve", "--no-open", "--port", "0"];

fn ask(lab: &Lab, what: &str, with: &Value) -> Value {
    json_of(&lab.post(&json!({ "do": what, "with": with }).to_string()))
}

/// A game of two people.
fn create(lab: &Lab) -> String {
    let game = ask(lab, "game.create", &json!({ "spec": "connect4", "seats": ["person", "person"] }));
    game["ok"]["game"]["id"].as_str().unwrap().to_owned()
}

fn plies(lab: &Lab, game: &str) -> usize {
    ask(lab, "game.open", &json!({ "game": game }))["ok"]["game"]["moves"].as_array().unwrap().len()
}

/// A file with the most cells there may be, each a game of its own.
fn wide() -> String {
    let layers: Vec<String> = (1..=100).map(|number| number.to_string()).collect();
    format!(
        "title = \"Wide\"\n[[sweep]]\nname = \"all\"\ngame = \"connect4\"\nplayers = [\"mcts:sims={{a}},seed={{b}}\", \"random\"]\n\
         games = 1\n[sweep.vary]\na = [{0}]\nb = [{0}]\n",
        layers.join(", ")
    )
}

#[test]
fn it_ends_within_five_seconds_whatever_runs_and_keeps_what_it_acknowledged() {
    let mut lab = Lab::open("load", &SERVE);
    let slow = "title = \"Slow\"\n[[sweep]]\nname = \"slow\"\ngame = \"connect4\"\nplayers = [\"mcts:sims=100000\", \"random\"]\n\
                games = 100000\n";
    let hall =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/pacman.in/hall.lay")).unwrap();
    let maze = "title = \"Hall\"\n[[sweep]]\nname = \"s\"\ngame = \"pacman:layout=hall\"\nplayers = [\"reflex\", \"random\"]\n\
                games = 1\n";
    let files = json!({ "hall": hall });
    let run = ask(&lab, "experiment.start", &json!({ "text": maze, "files": files }));
    let run = run["ok"]["run"]["run"].clone();
    // The report of a maze looks for its best score, which takes long.
    while !lab
        .get(&format!("/api/3/runs/{}/experiment.toml", run.as_str().unwrap()))
        .starts_with("HTTP/1.1 200")
        || ask(&lab, "experiment.games", &json!({ "run": run })).get("error").is_some()
    {
        thread::yield_now();
    }
    ask(&lab, "experiment.start", &json!({ "text": slow }));
    let tree = json!({ "at": { "spec": "connect4" }, "agent": "alphabeta:depth=40", "time": 600_000 });
    let heavy = [
        ("tree.record", tree.clone()),
        ("tree.record", tree),
        ("experiment.report", json!({ "run": run })),
        ("experiment.check", json!({ "text": wide() })),
        ("experiment.check", json!({ "text": wide() })),
    ];
    let games: Vec<String> = (0..4).map(|_| create(&lab)).collect();
    let thinking =
        json!({ "spec": "connect4", "seats": ["alphabeta:depth=40"], "auto": true, "time": 60_000 });
    for _ in 0..4 {
        ask(&lab, "game.create", &thinking);
    }
    thread::scope(|scope| {
        for (what, with) in &heavy {
            let lab = &lab;
            // The lab may be gone before it answers.
            scope.spawn(move || lab.try_post(&json!({ "do": what, "with": with }).to_string()));
        }
        for (number, game) in games.iter().enumerate() {
            for _ in 0..=number {
                let played = ask(&lab, "game.play", &json!({ "game": game, "action": "4" }));
                assert!(played.get("ok").is_some(), "{played}");
            }
        }
        while json_of(&lab.post(r#"{"do":"lab.load"}"#))["ok"]["running"].as_u64().unwrap() < 4 {
            thread::yield_now();
        }
        let asked = Instant::now();
        Command::new("kill").args(["-TERM", &lab.child.id().to_string()]).status().unwrap();
        // The process is gone when nothing answers any more.
        while fs::read_to_string(format!("/proc/{}/stat", lab.child.id()))
            .is_ok_and(|stat| !stat.contains(") Z "))
        {
            assert!(asked.elapsed() < Duration::from_secs(5), "it still runs");
            thread::sleep(Duration::from_millis(5));
        }
    });
    assert_eq!(lab.child.wait().unwrap().code(), Some(0));
    let folder = lab.folder.take().unwrap();
    let lab = Lab::open_in(folder, &SERVE);
    for (number, game) in games.iter().enumerate() {
        assert_eq!(plies(&lab, game), number + 1);
    }
    // The run can be resumed.
    let runs = ask(&lab, "experiment.list", &json!({}))["ok"]["runs"].clone();
    assert_eq!(runs[0]["state"], "stopped", "{runs}");
}

#[test]
#[cfg(target_os = "linux")]
fn on_a_full_disk_nothing_is_acknowledged_that_is_not_kept() {
    // A process may make its files only so large, in blocks of 512 bytes; beyond it, writing fails as on a full disk.
    let mut program = Command::new("sh");
    let serve = "trap '' XFSZ; ulimit -S -f 1200; exec \"$0\" serve --no-open --port 0";
    program.args(["-c", serve, env!("CARGO_BIN_EXE_plylab")]);
    let mut lab = Lab::start(Folder::new("full"), program);
    let mut games = Vec::new();
    let refused = loop {
        let with = json!({ "spec": "connect4", "seats": ["person", "person"] });
        let created = ask(&lab, "game.create", &with);
        match created["ok"]["game"]["id"].as_str() {
            Some(id) => games.push(id.to_owned()),
            None => break created["error"].clone(),
        }
        // Only so many games at a time; each write takes room.
        if games.len() > 30 {
            let game = games.swap_remove(0);
            let deleted = ask(&lab, "game.delete", &json!({ "game": game }));
            if deleted.get("error").is_some() {
                games.push(game);
                break deleted["error"].clone();
            }
        }
    };
    assert_eq!(refused["code"], "not-kept", "{refused}");
    while !lab.get("/healthz").contains("not kept") {
        // The first refusal may have been that of a deletion, which the health does not count.
        ask(&lab, "game.create", &json!({ "spec": "sim", "seats": ["person"] }));
    }
    // A move takes less room than a game, so a few may still be kept.
    let play = |game: &String| ask(&lab, "game.play", &json!({ "game": game, "action": "4" }));
    let answers: Vec<Value> = games.iter().map(play).collect();
    let codes: Vec<&Value> = answers.iter().map(|answer| &answer["error"]["code"]).collect();
    assert!(codes.contains(&&json!("not-kept")), "{codes:?}");
    assert!(codes.iter().all(|code| code.is_null() || **code == "not-kept"), "{codes:?}");
    let acknowledged: Vec<bool> = codes.iter().map(|code| code.is_null()).collect();
    // There is room again, and it goes on by itself.
    let id = lab.child.id().to_string();
    let more = Command::new("prlimit").args(["--pid", &id, "--fsize=unlimited"]).status().unwrap();
    assert!(more.success());
    while !lab.get("/healthz").contains("ok") {
        thread::yield_now();
    }
    games.push(create(&lab));
    lab.child.kill().unwrap();
    lab.child.wait().unwrap();
    let folder = lab.folder.take().unwrap();
    let said = lab.said();
    assert!(said.contains("games are not kept") && said.contains("games are kept again"), "{said}");
    let lab = Lab::open_in(folder, &SERVE);
    for (game, acknowledged) in games.iter().zip(acknowledged) {
        let plies = plies(&lab, game);
        assert!(plies <= 1 && (plies == 1 || !acknowledged), "what was acknowledged is there");
    }
    assert_eq!(plies(&lab, games.last().unwrap()), 0, "it is there");
}

#[test]
fn damaged_data_is_named_and_restored_from_the_last_good_copy() {
    let mut lab = Lab::open("broken", &SERVE);
    let game = create(&lab);
    ask(&lab, "game.play", &json!({ "game": game, "action": "4" }));
    assert_eq!(lab.end("-TERM"), Some(0));
    // The copy is made at every start.
    let folder = lab.folder.take().unwrap();
    let mut lab = Lab::open_in(folder, &SERVE);
    assert_eq!(lab.end("-TERM"), Some(0));
    let folder = lab.folder.take().unwrap();
    let data = folder.path("plylab/lab.sqlite");
    let mut bytes = fs::read(&data).unwrap();
    // A page in the middle.
    let page = bytes.len() / 4096 / 2 * 4096;
    bytes[page..page + 4096].fill(0xa5);
    fs::write(&data, &bytes).unwrap();
    let home = folder.path("");
    let serve = |more: &[&str]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_plylab"));
        program.args(SERVE).args(more).env("LANG", "C").env("XDG_DATA_HOME", &home).env("HOME", &home);
        program
    };
    let refused = serve(&[]).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("its data is damaged: "), "{said}");
    assert!(
        said.contains("start with --restore to use the last good copy; the damaged file is kept beside it"),
        "{said}"
    );
    assert_eq!(fs::read(&data).unwrap(), bytes, "nothing is written");
    let lab = Lab::start(folder, serve(&["--restore"]));
    assert_eq!(plies(&lab, &game), 1);
    let folder = lab.folder.as_ref().unwrap();
    assert_eq!(fs::read(folder.path("plylab/lab.sqlite.damaged-1")).unwrap(), bytes);
}

#[test]
fn nobody_pretends_to_be_elsewhere() {
    let forged = "X-Forwarded-For: 192.0.2.66\r\nForwarded: for=192.0.2.67\r\n";
    for (more, seen) in [(vec![], "127.0.0.1"), (vec!["--proxy", "127.0.0.1"], "192.0.2.66")] {
        let words = [&SERVE[..], &["--log", "info"], &more].concat();
        let mut lab = Lab::open("elsewhere", &words);
        assert!(lab.get_with("/api/3/catalogue", forged).starts_with("HTTP/1.1 200"));
        ask(&lab, "game.list", &json!({}));
        assert_eq!(lab.end("-TERM"), Some(0));
        let said = lab.said();
        let line = said.lines().find(|line| line.contains("/api/3/catalogue")).unwrap();
        assert!(line.contains(&format!("from=\"{seen}\"")) && !line.contains("192.0.2.67"), "{line}");
        assert!(said.contains(r#"asked person="admin" asked="game.list""#), "{said}");
        // No line has the token.
        assert!(!said.contains(&lab.token), "{said}");
    }
}

#[test]
fn quotas_are_set_and_misspelt_ones_refused() {
    let lab = Lab::open("quota", &[&SERVE[..], &["--quota", "games=1,runs=2"]].concat());
    create(&lab);
    let with = json!({ "spec": "connect4", "seats": ["person", "person"] });
    let error = ask(&lab, "game.create", &with)["error"].clone();
    assert_eq!(error["wrong"]["code"], "games-full", "{error}");
    let folder = Folder::new("misspelt");
    for (text, said) in [
        (
            "moves=3",
            "error: 'moves=3': there is no such quota; use games, runs, analyses, seconds, megabytes\n",
        ),
        (
            "games=0",
            "error: 'games=0': this is not a quota; write a whole number from 1 on, like games=100\n",
        ),
    ] {
        let refused = Command::new(env!("CARGO_BIN_EXE_plylab"))
            .args(["serve", "--no-open", "--quota", text, "--data", &folder.path("data")])
            .env("LANG", "C")
            .output()
            .unwrap();
        assert_eq!(refused.status.code(), Some(2));
        assert_eq!(String::from_utf8(refused.stderr).unwrap(), said);
    }
}

/// Is a program of the system there?
fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn systemd_accepts_the_unit() {
    if !has("systemd-analyze") {
        eprintln!("systemd-analyze is not installed: the unit is not checked");
        return;
    }
    let folder = Folder::new("unit");
    let unit = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/plylab.service")).unwrap();
    // The program is somewhere else here.
    let start = unit.lines().find(|line| line.starts_with("ExecStart=")).unwrap();
    let program = start["ExecStart=".len()..].split(' ').next().unwrap();
    let file = folder.path("plylab.service");
    fs::write(&file, unit.replace(program, env!("CARGO_BIN_EXE_plylab"))).unwrap();
    let checked = Command::new("systemd-analyze").args(["verify", "--man=no", &file]).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success() && !said.contains("plylab.service"), "{said}");
}
