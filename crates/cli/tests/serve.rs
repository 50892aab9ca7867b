//! `plylab serve` as a program: it prints its address, answers, and stops when asked.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use support::Folder;

/// A lab that ends with the test.
struct Lab {
    child: Child,
    address: String,
    folder: Folder,
}

impl Lab {
    fn open(name: &str, command: &[&str]) -> Lab {
        let folder = Folder::new(name);
        let mut child = Command::new(env!("CARGO_BIN_EXE_plylab"))
            .args(command)
            .env("XDG_DATA_HOME", folder.path(""))
            .env("HOME", folder.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Lab { child, address, folder }
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    fn post(&self, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (host, length) = (&self.address, body.len());
        let head = format!("POST /api/2 HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
        write!(stream, "{head}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    /// Sends it a signal and gives back its exit status.
    fn end(&mut self, signal: &str) -> Option<i32> {
        Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_tells_its_port_answers_and_ends_in_peace() {
    for (name, signal) in [("term", "-TERM"), ("int", "-INT")] {
        let mut lab = Lab::open(name, &["serve", "--no-open", "--port", "0"]);
        assert!(lab.address.starts_with("127.0.0.1:"));
        assert!(lab.get("/").starts_with("HTTP/1.1 200"));
        assert!(lab.get("/api/2/catalogue").contains("\"connect4\""));
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
        .env("XDG_DATA_HOME", lab.folder.path(""))
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
    assert!(said.contains("open to the network"), "{said}");
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
    let catalogue = lab.get("/api/2/catalogue");
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
    assert!(!none.get("/api/2/catalogue").contains("\"mine\""));
    let one = Lab::open("one", &[&serve[..], &["--offer", "mine"]].concat());
    let catalogue = one.get("/api/2/catalogue");
    assert!(catalogue.contains("\"mine\"") && !catalogue.contains("\"other\""));
}
