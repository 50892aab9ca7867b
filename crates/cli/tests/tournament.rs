//! An instructor with a folder of thirty students' agents in four languages, five of them broken in different ways, runs one
//! command.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod languages;
mod support;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use languages::{has, search_path};
use serde_json::Value as Json;
use support::Folder;

/// The programs of the students.
const STUDENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/students");

/// How each broken agent ends its games, and what it is called in the table of endings.
const BROKEN: [(&str, &str); 5] = [
    ("crashes", "crashes"),
    ("garbage", "garbage"),
    ("hangs", "time-outs"),
    ("illegal", "illegal moves"),
    ("NoStart", "could not start"),
];

fn plylab(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plylab"));
    let output = command.args(args).env("LC_ALL", "C").env("PATH", search_path()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(STUDENTS).join(name)).unwrap()
}

/// Compiles the program in C++.
fn compile(program: &str) {
    let source = format!("{STUDENTS}/student.cpp");
    let made = Command::new("g++").args(["-O1", "-o", program, &source]).status().unwrap();
    assert!(made.success());
}

/// Thirty agents: twenty-five that play, in as many of the four languages as the machine has, and five that do not.
fn hand_in(folder: &Folder) -> Vec<String> {
    let mut names = Vec::new();
    let mut hand_in = |name: String, file: String, text: String| {
        fs::write(folder.path(&file), text).unwrap();
        names.push(name);
    };
    let (java, javascript) = if has("java") { (3, 8) } else { (0, 11) };
    for number in 1..=8 {
        let text = read("student.py").replace("NUMBER = 0", &format!("NUMBER = {number}"));
        hand_in(format!("py-{number}"), format!("py-{number}.py"), text);
    }
    for number in 1..=javascript {
        let text = read("student.js").replace("NUMBER = 0", &format!("NUMBER = {number}"));
        hand_in(format!("js-{number}"), format!("js-{number}.js"), text);
    }
    for number in 1..=java {
        let text = read("Student.java").replace("NUMBER = 0", &format!("NUMBER = {number}"));
        hand_in(format!("java-{number}"), format!("java-{number}.java"), text);
    }
    for (name, _) in BROKEN {
        for ending in ["py", "js", "java"] {
            let file = format!("{name}.{ending}");
            if Path::new(STUDENTS).join(&file).exists() {
                hand_in(name.to_owned(), file.clone(), read(&file));
            }
        }
    }
    let compiled = folder.path("illegal");
    compile(&compiled);
    names.push("illegal".to_owned());
    for number in 1..=6 {
        fs::copy(&compiled, folder.path(&format!("cpp-{number}"))).unwrap();
        names.push(format!("cpp-{number}"));
    }
    names
}

/// A table of the report, as rows of texts by the titles of their columns.
fn table<'a>(report: &'a Json, code: &str) -> Vec<Vec<(&'a str, &'a Json)>> {
    let tables = report["sections"][0]["tables"].as_array().unwrap();
    let table = tables.iter().find(|table| table["title"]["code"] == code).unwrap();
    let titles: Vec<&str> =
        table["columns"].as_array().unwrap().iter().map(|column| column["title"].as_str().unwrap()).collect();
    let rows = table["rows"].as_array().unwrap().iter();
    rows.map(|row| titles.iter().copied().zip(row.as_array().unwrap()).collect()).collect()
}

#[test]
fn thirty_students_meet_in_one_command() {
    let (students, results) = (Folder::new("students"), Folder::new("standings"));
    let names = hand_in(&students);
    assert_eq!(names.len(), 30, "{names:?}");
    let (bring, out) = (students.path(""), results.path("run"));
    let command =
        ["tournament", "connect4:columns=5,rows=4", "--bring", &bring, "--time", "400", "--out", &out];
    let said = plylab(&command);
    assert!(said.contains("870 games played and stored"), "{said}");
    // Everybody is ranked and in the cross-table, with intervals and best moves.
    for name in &names {
        assert!(
            said.lines().filter(|line| line.split_whitespace().any(|word| word == name)).count() >= 3,
            "{name}"
        );
    }
    assert!(
        said.contains("Elo (95 %)") && said.contains("points (95 %)") && said.contains("best moves (95 %)")
    );
    // Endings are told apart: each of the broken ones fails in its own way, and nobody else does.
    let report: Json = serde_json::from_str(&plylab(&["report", &out, "--json"])).unwrap();
    let endings = table(&report, "endings");
    assert_eq!(endings.len(), 30);
    for row in &endings {
        let agent = row.iter().find(|(title, _)| *title == "agent").unwrap().1.as_str().unwrap();
        let own = BROKEN.iter().find(|(name, _)| *name == agent).map(|(_, kind)| *kind);
        for (title, count) in row {
            let is_kind = BROKEN.iter().any(|(_, kind)| kind == title);
            assert_eq!(is_kind && !count.is_null(), own == Some(*title), "{agent}: {title} {count}");
        }
    }
    // What an agent wrote to standard error is kept.
    let log = fs::read_to_string(format!("{out}/logs/crashes.txt")).unwrap();
    assert!(log.contains("I did not expect a second move"), "{log}");
    assert!(fs::read_to_string(format!("{out}/logs/NoStart.txt")).unwrap().contains("NoStart.java"));
    // Nothing is played twice; a resubmitted agent plays again.
    assert!(plylab(&command).contains("all 870 games were already stored"));
    let changed = read("student.py").replace("NUMBER = 0", "NUMBER = 40");
    fs::write(students.path("py-1.py"), changed).unwrap();
    assert!(plylab(&command).contains("58 games played, 870 of 870 stored"));
    replays_are_in_the_page(&results, &out);
}

fn replays_are_in_the_page(folder: &Folder, out: &str) {
    assert!(fs::read_to_string(format!("{out}/report.html")).unwrap().contains("<svg"));
    let data = folder.path("data");
    let mut lab = Command::new(env!("CARGO_BIN_EXE_plylab"))
        .args(["serve", "--no-open", "--port", "0", "--data", &data, "--results", out])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(lab.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
    let token = line.split("token=").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let ask = |request: &Json| -> Json {
        let mut stream = TcpStream::connect(&address).unwrap();
        let body = request.to_string();
        let length = body.len();
        write!(
            stream,
            "POST /api/3 HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        serde_json::from_str(text.split("\r\n\r\n").nth(1).unwrap()).unwrap()
    };
    let runs = ask(&serde_json::json!({ "do": "experiment.list" }));
    let run = &runs["ok"]["runs"][0]["run"];
    let games = ask(&serde_json::json!({ "do": "experiment.games", "with": { "run": run, "limit": 100 } }));
    assert_eq!(games["ok"]["total"], 870, "{games}");
    let key = &games["ok"]["games"][0]["key"];
    let replay = ask(&serde_json::json!({ "do": "replay.open", "with": { "run": run, "key": key } }));
    assert!(!replay["ok"]["positions"].as_array().unwrap().is_empty(), "{replay}");
    lab.kill().unwrap();
    lab.wait().unwrap();
}

/// The processes that run in a folder.
fn living(folder: &Path) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    entries.filter(|entry| fs::read_link(entry.path().join("cwd")).is_ok_and(|place| place == folder)).count()
}

#[test]
#[ignore = "takes a minute or more: ./test --long runs it"]
fn two_hundred_agents_are_alive_at_once_and_none_is_late() {
    let (students, results) = (Folder::new("many"), Folder::new("many-results"));
    let compiled = results.path("student");
    compile(&compiled);
    let mut names = Vec::new();
    for number in 1..=100 {
        fs::copy(&compiled, students.path(&format!("cpp-{number}"))).unwrap();
        let text = read("student.py").replace("NUMBER = 0", &format!("NUMBER = {number}"));
        fs::write(students.path(&format!("py-{number}.py")), text).unwrap();
        names.extend([format!("\"cpp-{number}\""), format!("\"py-{number}\"")]);
    }
    let experiment = format!(
        "title = \"Many\"\nlimits = {{ time-per-move = 1000 }}\n[[tournament]]\nname = \"many\"\ngame = \"tictactoe\"\n\
         kind = \"gauntlet\"\ngames = 2\nagents = [\"random\", {}]\n",
        names.join(", ")
    );
    fs::write(results.path("many.toml"), experiment).unwrap();
    let (bring, out) = (students.path(""), results.path("out"));
    let folder = fs::canonicalize(&bring).unwrap();
    let mut run = Command::new(env!("CARGO_BIN_EXE_plylab"))
        .args(["run", &results.path("many.toml"), "--bring", &bring, "--out", &out])
        .env("PATH", search_path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut most = 0;
    while run.try_wait().unwrap().is_none() {
        most = most.max(living(&folder));
        thread::sleep(Duration::from_millis(100));
    }
    assert!(most >= 200, "{most}");
    let games = plylab(&["results", "export", &out, "--bring", &bring]);
    let endings = games.lines().map(|line| serde_json::from_str::<Json>(line).unwrap()["ending"].clone());
    let endings: Vec<Json> = endings.filter(|ending| ending["code"] != "over").collect();
    assert_eq!((games.lines().count(), endings), (400, Vec::new()));
    assert_eq!(living(&folder), 0);
}
