//! Clients of the lab, each a person of its own.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use plylab_web::{Grant, Server, ServerOptions, Tokens};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// How people come in: the address of a lab, and the token of a class.
#[derive(Clone, Debug)]
pub struct Door {
    /// The address.
    pub address: SocketAddr,
    /// The token.
    pub class: String,
    /// The token of an admin, for those who measure.
    pub admin: String,
}

impl Door {
    /// Makes a class for everybody.
    pub fn open(address: SocketAddr, folder: &Path) -> Result<Door, String> {
        let tokens = Tokens::open(folder).map_err(|error| error.to_string())?;
        let name = format!("everybody at {address}");
        let class = tokens.add(&name, Grant::Class { most: 100_000 }).map_err(|error| error.to_string())?;
        let watch = tokens.add(&format!("watch at {address}"), Grant::Admin);
        Ok(Door { address, class, admin: watch.map_err(|error| error.to_string())? })
    }

    /// What the lab has counted under that name.
    pub fn metric(&self, name: &str) -> Result<f64, String> {
        let (host, token) = (self.address, &self.admin);
        let head = format!("GET /metrics HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n");
        let text = self.http(&format!("{head}Connection: close\r\n\r\n"))?;
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("plylab_{name} ")));
        line.and_then(|value| value.trim().parse().ok()).ok_or_else(|| format!("no metric '{name}': {text}"))
    }

    /// The token of somebody new.
    pub fn enter(&self) -> Result<String, String> {
        let body = json!({ "token": self.class }).to_string();
        let answer = self.post("/api/3/enter", "", &body)?;
        answer["token"].as_str().map(str::to_owned).ok_or_else(|| answer.to_string())
    }

    /// What the lab answers over HTTP.
    pub fn post(&self, path: &str, token: &str, body: &str) -> Result<Value, String> {
        let (host, length) = (self.address, body.len());
        let who = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
        let text = self.http(&format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\n{who}Content-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ))?;
        let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        serde_json::from_str(body).map_err(|error| error.to_string())
    }

    /// Sends a request, and returns everything that comes back.
    pub fn http(&self, request: &str) -> Result<String, String> {
        let exchange = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect(self.address)?;
            stream.write_all(request.as_bytes())?;
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        exchange().map_err(|error| error.to_string())
    }
}

/// A lab in this process.
pub struct Serving {
    /// How to come in.
    pub door: Door,
    /// Ends it.
    pub stop: tokio::sync::oneshot::Sender<()>,
    /// Its thread.
    pub server: thread::JoinHandle<()>,
}

/// The options of a lab in `folder`.
pub fn options(folder: &Path) -> ServerOptions {
    ServerOptions {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: folder.to_owned(),
        queue: None,
        results: Vec::new(),
        registry: Arc::new(plylab_standard::registry()),
        public: None,
        proxies: Vec::new(),
        quotas: plylab_web::Quotas::default(),
        restore: false,
        megabytes: None,
    }
}

/// Opens a lab in `folder`.
pub fn serve(folder: &Path) -> Result<Serving, String> {
    let options = options(folder);
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let (sender, receiver) = mpsc::channel();
    let server = thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_multi_thread().enable_all().build() else { return };
        runtime.block_on(async {
            match Server::bind(&options).await {
                Ok(server) => {
                    let _ = sender.send(Ok(server.address()));
                    let _ = server.run(async { _ = stopped.await }).await;
                }
                Err(error) => _ = sender.send(Err(error.to_string())),
            }
        });
    });
    let address = receiver.recv().map_err(|error| error.to_string())??;
    Ok(Serving { door: Door::open(address, folder)?, stop, server })
}

/// A connection of a person of its own.
pub struct Client {
    socket: WebSocket<TcpStream>,
    number: u64,
}

impl Client {
    /// Connects as somebody new.
    pub fn connect(door: &Door) -> Result<Client, String> {
        let token = door.enter()?;
        Client::connect_as(door.address, &token)
    }

    /// Connects as somebody whom the lab knows.
    pub fn connect_as(address: SocketAddr, token: &str) -> Result<Client, String> {
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        let _ = stream.set_nodelay(true);
        let request = format!("ws://{address}/api/3/socket").into_client_request();
        let mut request = request.map_err(|error| error.to_string())?;
        let value = format!("Bearer {token}").parse().map_err(|_| "no header".to_owned())?;
        request.headers_mut().insert("authorization", value);
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        let mut client = Client { socket, number: 0 };
        client.next()?;
        Ok(client)
    }

    /// The next message.
    pub fn next(&mut self) -> Result<Value, String> {
        loop {
            if let Message::Text(text) = self.socket.read().map_err(|error| error.to_string())? {
                return serde_json::from_str(&text).map_err(|error| error.to_string());
            }
        }
    }

    /// Sends a request, and returns its id.
    pub fn begin(&mut self, what: &str, with: &Value) -> Result<u64, String> {
        self.number += 1;
        let request = json!({ "id": self.number, "do": what, "with": with });
        self.socket.send(Message::text(request.to_string())).map_err(|error| error.to_string())?;
        Ok(self.number)
    }

    /// Sends a request, and waits for its answer.
    pub fn ask(&mut self, what: &str, with: &Value) -> Result<Value, String> {
        let id = self.begin(what, with)?;
        loop {
            let message = self.next()?;
            if message["id"] == json!(id) {
                return match message.get("error") {
                    Some(error) => Err(error.to_string()),
                    None => Ok(message["ok"].clone()),
                };
            }
        }
    }
}

/// The time that this share of all did not exceed; they are sorted.
pub fn quantile(times: &[Duration], share: f64) -> Option<Duration> {
    let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
    times.get(index).copied()
}

/// The same in milliseconds.
pub fn percentile(times: &[Duration], share: f64) -> String {
    let time = quantile(times, share);
    time.map_or_else(|| "-".to_owned(), |time| format!("{:.1} ms", time.as_secs_f64() * 1e3))
}
