//! The real program as a server, for one test.
#![allow(dead_code, reason = "each test uses its part of it")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::support::Folder;

/// A lab that ends with the test.
pub struct Lab {
    pub child: Child,
    pub address: String,
    pub token: String,
    pub folder: Option<Folder>,
}

impl Lab {
    pub fn open(name: &str, command: &[&str]) -> Lab {
        Lab::open_in(Folder::new(name), command)
    }

    pub fn open_in(folder: Folder, command: &[&str]) -> Lab {
        let mut program = Command::new(env!("CARGO_BIN_EXE_plylab"));
        program.args(command);
        Lab::start(folder, program)
    }

    pub fn start(folder: Folder, mut program: Command) -> Lab {
        let mut child = program
            .env("XDG_DATA_HOME", folder.path(""))
            .env("HOME", folder.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        let token = line.split("token=").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        Lab { child, address, token, folder: Some(folder) }
    }

    pub fn get(&self, path: &str) -> String {
        self.get_with(path, "")
    }

    /// The same with more headers, each with its end of line.
    pub fn get_with(&self, path: &str, more: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let (host, token) = (&self.address, &self.token);
        let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n");
        write!(stream, "{head}{more}Connection: close\r\n\r\n").unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    pub fn post(&self, body: &str) -> String {
        self.try_post(body).unwrap()
    }

    /// The answer, unless the lab is gone.
    pub fn try_post(&self, body: &str) -> Option<String> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let (host, token, length) = (&self.address, &self.token, body.len());
        let head = format!("POST /api/3 HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n");
        write!(stream, "{head}Authorization: Bearer {token}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}").ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).ok()?;
        Some(text).filter(|text| text.contains("\r\n\r\n"))
    }

    /// What it has written to standard error, once it has ended.
    pub fn said(&mut self) -> String {
        let mut said = String::new();
        self.child.stderr.as_mut().unwrap().read_to_string(&mut said).unwrap();
        said
    }

    /// Sends it a signal and gives back its exit status.
    pub fn end(&mut self, signal: &str) -> Option<i32> {
        Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        self.child.wait().unwrap().code()
    }
}

/// The body of an answer.
pub fn json_of(answer: &str) -> serde_json::Value {
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
