//! A real server on its own port, and clients of it.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use plylab_core::Registry;
use plylab_web::{Grant, Quotas, Server, ServerOptions, Tokens};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// Longer than anything takes, unless it hangs.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A temporary folder, deleted at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("plylab-web-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A lab in its own folder.
pub fn open() -> (Lab, Folder) {
    let folder = Folder::new();
    (Lab::open(&folder.0), folder)
}

/// The id of a game.
pub fn id_of(game: &Value) -> String {
    game["id"].as_str().unwrap().to_owned()
}

/// The options of a lab that nothing is said about.
pub fn options(data: &Path, registry: Registry) -> ServerOptions {
    ServerOptions {
        address: "127.0.0.1:0".parse().unwrap(),
        data: data.to_owned(),
        queue: None,
        registry: Arc::new(registry),
        results: Vec::new(),
        public: None,
        proxies: Vec::new(),
        quotas: Quotas::default(),
        restore: false,
        megabytes: None,
    }
}

/// A lab that is open until it is closed or dropped.
pub struct Lab {
    pub address: SocketAddr,
    /// The token of the person who started it.
    pub token: String,
    /// The token of a link that makes a person of everyone.
    class: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Lab {
    pub fn open(data: &Path) -> Lab {
        Lab::with_queue(data, None)
    }

    pub fn with_queue(data: &Path, queue: Option<usize>) -> Lab {
        Lab::with(data, queue, plylab_standard::registry())
    }

    pub fn with(data: &Path, queue: Option<usize>, registry: Registry) -> Lab {
        Lab::showing(data, queue, registry, Vec::new())
    }

    /// A lab that also shows results from elsewhere.
    pub fn showing(data: &Path, queue: Option<usize>, registry: Registry, results: Vec<PathBuf>) -> Lab {
        Lab::start(ServerOptions { queue, results, ..options(data, registry) })
    }

    /// A lab with options of its own.
    pub fn start(options: ServerOptions) -> Lab {
        let (stop, stopped) = oneshot::channel();
        let (tell, update) = std::sync::mpsc::channel();
        let data = options.data.clone();
        let thread = thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async {
                let server = Server::bind(&options).await.unwrap();
                tell.send((server.address(), server.token().to_owned())).unwrap();
                server.run(async { _ = stopped.await }).await.unwrap();
            });
        });
        let (address, token) = update.recv().unwrap();
        static CLASSES: AtomicU64 = AtomicU64::new(0);
        let class = format!("class {}", CLASSES.fetch_add(1, Ordering::Relaxed));
        let class = Tokens::open(&data).unwrap().add(&class, Grant::Class { most: 10_000 }).unwrap();
        Lab { address, token, class, stop: Some(stop), thread: Some(thread) }
    }

    /// Closes it as Ctrl-C would.
    pub fn close(mut self) {
        self.end();
    }

    fn end(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    /// The token of somebody new.
    pub fn newcomer(&self) -> String {
        let (_, entered) = self.enter(&self.class, "");
        entered["token"].as_str().unwrap().to_owned()
    }

    /// What a script hears that brings the token of a link.
    pub fn enter(&self, token: &str, own: &str) -> (String, Value) {
        let body = json!({ "token": token }).to_string();
        let (head, body) = self.http(&self.posted("/api/3/enter", own, &body));
        (head, serde_json::from_str(&body).unwrap())
    }

    /// Somebody new connects.
    pub fn connect(&self) -> Client {
        self.connect_as(&self.newcomer())
    }

    /// Somebody connects whom the lab knows.
    pub fn connect_as(&self, token: &str) -> Client {
        self.connect_with(token, &[])
    }

    /// The same with more headers.
    pub fn connect_with(&self, token: &str, headers: &[(&'static str, &str)]) -> Client {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.set_nodelay(true).unwrap();
        let mut request = format!("ws://{}/api/3/socket", self.address).into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        let token = token.to_owned();
        let mut client = Client { socket, token, number: 0, events: Vec::new(), hello: Value::Null };
        client.hello = client.next();
        assert_eq!(client.hello["event"], "hello");
        client
    }

    /// An answer over plain HTTP: its head and its body.
    pub fn http(&self, request: &str) -> (String, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        (head.to_ascii_lowercase(), body.to_owned())
    }

    /// What the person who started the lab gets.
    pub fn get(&self, path: &str) -> (String, String) {
        self.get_as(&self.token, path)
    }

    pub fn get_as(&self, token: &str, path: &str) -> (String, String) {
        let (host, who) = (self.address, authorization(token));
        self.http(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{who}Connection: close\r\n\r\n"))
    }

    /// A number that machines watch.
    pub fn metric(&self, name: &str) -> u64 {
        let (_, body) = self.get("/metrics");
        let line = body.lines().find_map(|line| line.strip_prefix(&format!("plylab_{name} ")));
        line.unwrap().parse().unwrap()
    }

    pub fn post(&self, body: &str) -> (String, Value) {
        let (head, body) = self.http(&self.posted("/api/3", &self.token, body));
        (head, serde_json::from_str(&body).unwrap())
    }

    fn posted(&self, path: &str, token: &str, body: &str) -> String {
        let (host, who, length) = (self.address, authorization(token), body.len());
        format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{who}Content-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
    }
}

/// The header of a script.
fn authorization(token: &str) -> String {
    if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.end();
    }
}

/// A connection.
pub struct Client {
    pub socket: WebSocket<TcpStream>,
    pub hello: Value,
    pub token: String,
    number: u64,
    /// Events received while waiting for an answer.
    events: Vec<Value>,
}

impl Client {
    /// The next message of any kind.
    pub fn next(&mut self) -> Value {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    pub fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// Sends a request and returns its id.
    pub fn begin(&mut self, what: &str, with: &Value) -> u64 {
        self.number += 1;
        let request = json!({ "id": self.number, "do": what, "with": with });
        self.send(&request.to_string());
        self.number
    }

    /// The answer to a request.
    pub fn answer(&mut self, id: u64) -> Value {
        loop {
            let message = self.next();
            if message["id"] == json!(id) {
                return message;
            }
            self.events.push(message);
        }
    }

    /// Sends a request that must be refused, and returns the error.
    pub fn refused(&mut self, what: &str, with: Value) -> Value {
        let id = self.begin(what, &with);
        let answer = self.answer(id);
        assert!(answer.get("error").is_some(), "{what} {with}: {answer}");
        answer["error"].clone()
    }

    /// Sends a request that must succeed, and returns the answer.
    pub fn ask(&mut self, what: &str, with: Value) -> Value {
        let id = self.begin(what, &with);
        let mut answer = self.answer(id);
        assert!(answer.get("ok").is_some(), "{what} {with}: {answer}");
        answer["ok"].take()
    }

    /// The next matching event, including those already received.
    pub fn event(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.events.iter().position(&fits) {
            return self.events.remove(place);
        }
        loop {
            let message = self.next();
            if message.get("event").is_some() && fits(&message) {
                return message;
            }
            self.events.push(message);
        }
    }

    /// Creates a game and returns it.
    pub fn create(&mut self, spec: &str, seats: &[&str]) -> Value {
        self.ask("game.create", json!({ "spec": spec, "seats": seats, "seed": "1" }))["game"].take()
    }

    /// Drops the events received so far.
    pub fn forget(&mut self) {
        self.events.clear();
    }
}
