//! The lab under load: many players at once over WebSockets, alone and during a deep search.

use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use plylab_core::Seed;
use plylab_web::{Options, Server};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

/// Games at a time.
const GAMES: usize = 500;

/// The duration of a measurement.
const TIME: Duration = Duration::from_secs(20);

/// The opponent.
const AGENT: &str = "alphabeta:depth=2";

/// The deep search in the background.
const DEEP: &str = "alphabeta:depth=40,eval=tuned";

/// Measures response times: from the move sent to the agent's move received.
pub fn run() -> Result<(), String> {
    let folder = std::env::temp_dir().join(format!("plylab-bench-web-{}", std::process::id()));
    let (address, stop, server) = serve(&folder)?;
    println!("{GAMES} games of Connect Four at once against {AGENT}, {} s each\n", TIME.as_secs());
    println!("| background load | moves/s | 50 % | 95 % | 99 % | slowest |");
    println!("|---|---:|---:|---:|---:|---:|");
    let alone = measure(address);
    if let Ok(times) = &alone {
        report("none", times);
    }
    let beside = alone.and_then(|_| {
        let mut deep = Client::connect(address)?;
        let with = json!({ "at": { "spec": "connect4" }, "agents": [DEEP], "time": 600_000 });
        deep.ask("analysis.start", &with)?;
        measure(address)
    });
    if let Ok(times) = &beside {
        report("a deep search", times);
    }
    let _ = stop.send(());
    let _ = server.join();
    let _ = std::fs::remove_dir_all(&folder);
    beside.map(|_| ())
}

type Running = (SocketAddr, tokio::sync::oneshot::Sender<()>, thread::JoinHandle<()>);

fn serve(folder: &std::path::Path) -> Result<Running, String> {
    let options = Options {
        address: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: folder.to_owned(),
        queue: None,
        results: Vec::new(),
        registry: Arc::new(plylab_standard::registry()),
    };
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
    Ok((address, stop, server))
}

/// The response times, sorted.
fn measure(address: SocketAddr) -> Result<Vec<Duration>, String> {
    let over = Arc::new(AtomicBool::new(false));
    let ready = Arc::new(Barrier::new(GAMES + 1));
    let players: Vec<_> = (0..GAMES)
        .map(|number| {
            let (over, ready) = (Arc::clone(&over), Arc::clone(&ready));
            thread::spawn(move || {
                let mut client = Client::connect(address);
                ready.wait();
                client.as_mut().map_err(|error| error.clone())?.play(number as u64, &over)
            })
        })
        .collect();
    ready.wait();
    thread::sleep(TIME);
    over.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for player in players {
        times.extend(player.join().map_err(|_| "a client panicked".to_owned())??);
    }
    times.sort();
    Ok(times)
}

fn report(beside: &str, times: &[Duration]) {
    let at = |share: f64| {
        let index = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
        times.get(index).map_or_else(|| "-".to_owned(), |time| format!("{:.1} ms", time.as_secs_f64() * 1e3))
    };
    let rate = times.len() as f64 / TIME.as_secs_f64();
    println!("| {beside} | {rate:.0} | {} | {} | {} | {} |", at(0.5), at(0.95), at(0.99), at(1.0));
}

struct Client {
    socket: WebSocket<TcpStream>,
    number: u64,
}

impl Client {
    fn connect(address: SocketAddr) -> Result<Client, String> {
        let stream = TcpStream::connect(address).map_err(|error| error.to_string())?;
        let _ = stream.set_nodelay(true);
        let request = format!("ws://{address}/api/2/socket")
            .into_client_request()
            .map_err(|error| error.to_string())?;
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| error.to_string())?;
        let mut client = Client { socket, number: 0 };
        client.next()?;
        Ok(client)
    }

    fn next(&mut self) -> Result<Value, String> {
        loop {
            if let Message::Text(text) = self.socket.read().map_err(|error| error.to_string())? {
                return serde_json::from_str(&text).map_err(|error| error.to_string());
            }
        }
    }

    fn begin(&mut self, what: &str, with: &Value) -> Result<u64, String> {
        self.number += 1;
        let request = json!({ "id": self.number, "do": what, "with": with });
        self.socket.send(Message::text(request.to_string())).map_err(|error| error.to_string())?;
        Ok(self.number)
    }

    fn ask(&mut self, what: &str, with: &Value) -> Result<Value, String> {
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

    /// Plays random moves, game after game, and returns the response times.
    fn play(&mut self, number: u64, over: &AtomicBool) -> Result<Vec<Duration>, String> {
        let mut rng = Seed(1).nth(number).rng();
        let mut times = Vec::new();
        let with = json!({ "spec": "connect4", "seats": ["person", AGENT], "seed": "1" });
        let game = self.ask("game.create", &with)?["game"].take();
        let id = game["id"].clone();
        let mut actions = game["position"]["actions"].clone();
        while !over.load(Ordering::Relaxed) {
            let legal = actions.as_array().cloned().unwrap_or_default();
            let Some(action) = rng.pick(&legal) else { break };
            let began = Instant::now();
            self.begin("game.play", &json!({ "game": id, "action": action }))?;
            // Until it is our turn again, or the game is over and a new one begins.
            actions = loop {
                let message = self.next()?;
                if let Some(error) = message.get("error") {
                    return Err(error.to_string());
                }
                match (message["event"].as_str(), message["state"].as_str()) {
                    (Some("moved"), Some("person")) => {
                        times.push(began.elapsed());
                        break message["position"]["actions"].clone();
                    }
                    (Some("game"), _) if message["game"]["state"] == "over" => {
                        self.ask("game.restart", &json!({ "game": id }))?;
                        break game["position"]["actions"].clone();
                    }
                    _ => {}
                }
            };
        }
        Ok(times)
    }
}
