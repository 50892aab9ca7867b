//! `plylab serve` as a program: it prints its address, answers, and stops when asked.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "support/serving.rs"]
mod serving;
mod support;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;

use serving::{Lab, json_of};
use support::Folder;

#[test]
fn it_tells_its_port_answers_and_ends_in_peace() {
    for (name, signal) in [("term", "-TERM"), ("int", "-INT")] {
        let mut lab = Lab::open(name, &["serve", "--no-open", "--port", "0"]);
        assert!(lab.address.starts_with("127.0.0.1:"));
        assert!(lab.get("/").starts_with("HTTP/1.1 200"));
        assert!(lab.get("/api/3/catalogue").contains("\"connect4\""));
        assert_eq!(lab.end(signal), Some(0), "{signal}");
    }
}

#[test]
fn without_a_command_the_lab_opens() {
    let mut lab = Lab::open("bare", &[]);
    assert!(lab.get("/").starts_with("HTTP/1.1 200"));
    assert_eq!(lab.end("-TERM"), Some(0));
}

#[test]
fn two_labs_do_not_share_their_data() {
    let lab = Lab::open("shared", &["serve", "--no-open", "--port", "0"]);
    let other = Command::new(env!("CARGO_BIN_EXE_plylab"))
        .args(["serve", "--no-open", "--port", "0"])
        .env("XDG_DATA_HOME", lab.folder.as_ref().unwrap().path(""))
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(2));
    let said = String::from_utf8_lossy(&other.stderr);
    assert!(
        said.contains("another lab is using it; stop that one, or choose another folder with --data"),
        "{said}"
    );
}

#[test]
fn a_lab_for_the_network_comes_with_a_warning() {
    let mut lab = Lab::open("network", &["serve", "--no-open", "--port", "0", "--addr", "0.0.0.0"]);
    assert!(lab.get("/").starts_with("HTTP/1.1 200"));
    assert_eq!(lab.end("-TERM"), Some(0));
    let mut said = String::new();
    lab.child.stderr.as_mut().unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("others can reach this lab"), "{said}");
}

/// A file that names two agents.
fn brought(folder: &Folder) -> String {
    let text = "[agents.mine]\ncommand = [\"true\"]\n[agents.other]\ncommand = [\"true\"]\n";
    std::fs::write(folder.path("plylab.toml"), text).unwrap();
    folder.path("plylab.toml")
}

#[test]
#[cfg(target_os = "linux")]
fn pages_offer_agents_that_have_names_and_no_commands() {
    let folder = Folder::new("brought");
    let file = brought(&folder);
    let lab = Lab::open("names", &["serve", "--no-open", "--port", "0", "--bring", &file]);
    let catalogue = lab.get("/api/3/catalogue");
    assert!(catalogue.contains("\"mine\"") && catalogue.contains("\"other\""));
    assert!(!catalogue.contains("\"exec\""));
    for (seat, refused) in [("mine", false), ("exec:\\\"true\\\"", true), ("exec", true)] {
        let body =
            format!(r#"{{"do":"game.check","with":{{"spec":"connect4","seats":["{seat}","person"]}}}}"#);
        let answer = lab.post(&body);
        assert_eq!(answer.contains("has no agent"), refused, "{answer}");
        assert_eq!(answer.starts_with("HTTP/1.1 200"), !refused, "{answer}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_lab_for_the_network_offers_what_its_owner_lists() {
    let folder = Folder::new("offered");
    let file = brought(&folder);
    let serve = ["serve", "--no-open", "--port", "0", "--addr", "0.0.0.0", "--bring", &file];
    let none = Lab::open("none", &serve);
    assert!(!none.get("/api/3/catalogue").contains("\"mine\""));
    let one = Lab::open("one", &[&serve[..], &["--offer", "mine"]].concat());
    let catalogue = one.get("/api/3/catalogue");
    assert!(catalogue.contains("\"mine\"") && !catalogue.contains("\"other\""));
}

#[test]
fn links_are_made_listed_and_removed_while_the_lab_runs() {
    let lab = Lab::open("links", &["serve", "--no-open", "--port", "0"]);
    let token = |words: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_plylab"))
            .arg("token")
            .args(words)
            .env("XDG_DATA_HOME", lab.folder.as_ref().unwrap().path(""))
            .env("HOME", lab.folder.as_ref().unwrap().path(""))
            .env("LANG", "C")
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    };
    let (status, link, _) = token(&["add", "Ann"]);
    assert_eq!(status, Some(0));
    assert!(link.starts_with(&format!("http://{}/?token=", lab.address)), "{link}");
    let (status, _, said) = token(&["add", "Ann", "--guest"]);
    assert_eq!(status, Some(2));
    assert!(said.contains("'Ann': there is a link of this name already"), "{said}");
    token(&["add", "AI 101", "--class", "40"]);
    token(&["add", "visitors", "--guest"]);
    token(&["add", "helper", "--admin"]);
    let (_, list, _) = token(&["list"]);
    let lines = [
        "AI 101: a class with 0 of 40 people",
        "Ann: one person",
        "helper: an admin",
        "visitors: guests, who read what others share",
    ];
    assert_eq!(list.lines().collect::<Vec<_>>(), lines);
    assert_eq!(token(&["remove", "Ann"]).0, Some(0));
    assert_eq!(token(&["remove", "Bob"]).0, Some(2));
    assert!(token(&["list"]).1.contains("Ann: removed"));
    // A folder with another name is not made.
    let other = lab.folder.as_ref().unwrap().path("other");
    for words in [&["list"][..], &["remove", "Ann"]] {
        let (status, _, said) = token(&[words, &["--data", &other]].concat());
        let sentence = "there is no data of a lab in it; name the folder that 'plylab serve --data' uses";
        assert_eq!((status, said.contains(sentence)), (Some(2), true), "{said}");
    }
    assert!(!std::path::Path::new(&other).exists());
}

#[test]
fn a_second_signal_ends_the_lab_at_once() {
    let mut lab = Lab::open("twice", &["serve", "--no-open", "--port", "0"]);
    // A client that never finishes its request keeps the first from being quick.
    let mut slow = TcpStream::connect(&lab.address).unwrap();
    write!(slow, "GET /api/3/catalogue HTTP/1.1\r\n").unwrap();
    let id = lab.child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().unwrap();
    let second = lab.end("-INT");
    assert!(matches!(second, Some(0 | 130)), "{second:?}");
}

#[test]
fn what_was_acknowledged_survives_a_kill() {
    use std::sync::atomic::{AtomicU64, Ordering};
    const PLAYERS: usize = 4;
    let serve = ["serve", "--no-open", "--port", "0"];
    let mut lab = Lab::open("killed", &serve);
    for round in 0..3 {
        let create = r#"{"do":"game.create","with":{"spec":"sim:points=8","seats":["person","person"]}}"#;
        let games: Vec<String> = (0..PLAYERS)
            .map(|_| json_of(&lab.post(create))["ok"]["game"]["id"].as_str().unwrap().to_owned())
            .collect();
        let acknowledged: Vec<AtomicU64> = (0..PLAYERS).map(|_| AtomicU64::new(0)).collect();
        let all = || acknowledged.iter().map(|count| count.load(Ordering::SeqCst)).sum::<u64>();
        std::thread::scope(|scope| {
            for (game, count) in games.iter().zip(&acknowledged) {
                let lab = &lab;
                scope.spawn(move || {
                    let edges = (0..8u8).flat_map(|from| (from + 1..8).map(move |to| (from, to)));
                    for (from, to) in edges {
                        let (from, to) = (char::from(b'A' + from), char::from(b'A' + to));
                        let body = format!(
                            r#"{{"do":"game.play","with":{{"game":"{game}","action":"{from}{to}"}}}}"#
                        );
                        // The lab may be gone at any moment.
                        let Some(answer) = lab.try_post(&body) else { return };
                        if !answer.starts_with("HTTP/1.1 200") {
                            return;
                        }
                        count.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
            // Killed in the middle of it, each time at another point.
            while all() < 3 + 5 * round {
                std::thread::yield_now();
            }
            let id = lab.child.id().to_string();
            Command::new("kill").args(["-KILL", &id]).status().unwrap();
        });
        let folder = lab.folder.take().unwrap();
        drop(lab);
        lab = Lab::open_in(folder, &serve);
        for (game, count) in games.iter().zip(&acknowledged) {
            let opened = json_of(&lab.post(&format!(r#"{{"do":"game.open","with":{{"game":"{game}"}}}}"#)));
            let kept = opened["ok"]["game"]["moves"].as_array().unwrap().len() as u64;
            let acknowledged = count.load(Ordering::SeqCst);
            assert!(kept >= acknowledged, "{acknowledged} were acknowledged, {kept} were kept");
        }
    }
}

#[test]
fn newcomers_get_an_answer_when_descriptors_are_few_and_slow_clients_are_closed() {
    let mut program = Command::new("sh");
    let serve = "ulimit -n 160; exec \"$0\" serve --no-open --port 0";
    program.args(["-c", serve, env!("CARGO_BIN_EXE_plylab")]);
    let lab = Lab::start(Folder::new("few"), program);
    // Clients that begin to ask and never finish: as many as there is room for.
    let begin = || {
        let mut stream = TcpStream::connect(&lab.address).unwrap();
        write!(stream, "GET / HTTP/1.1\r\n").unwrap();
        stream
    };
    let slow: Vec<TcpStream> = (0..32).map(|_| begin()).collect();
    let mut text = String::new();
    begin().read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 503") && text.contains("no room for more connections"), "{text}");
    // The lab gives them up, and has room again.
    for mut stream in slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    assert!(lab.get("/api/3/catalogue").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let lab = Lab::open("slow", &["serve", "--no-open", "--port", "0"]);
    let mut stream = TcpStream::connect(&lab.address).unwrap();
    let (host, token) = (&lab.address, &lab.token);
    let head = format!("POST /api/3 HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n");
    write!(stream, "{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{\"do\":").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 400") && text.contains("body-too-slow"), "{text}");
}
