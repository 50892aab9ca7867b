//! The lab under load: many players at once over WebSockets, alone and during a deep search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use plylab_core::Seed;
use serde_json::json;

use crate::clients::{self, Client, Door, Serving};

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
    let Serving { door, stop, server } = clients::serve(&folder)?;
    println!("{GAMES} games of Connect Four at once against {AGENT}, {} s each\n", TIME.as_secs());
    println!("| background load | moves/s | 50 % | 95 % | 99 % | slowest |");
    println!("|---|---:|---:|---:|---:|---:|");
    let alone = measure(&door);
    if let Ok(times) = &alone {
        report("none", times);
    }
    let beside = alone.and_then(|_| {
        let mut deep = Client::connect(&door)?;
        let with = json!({ "at": { "spec": "connect4" }, "agents": [DEEP], "time": 600_000 });
        deep.ask("analysis.start", &with)?;
        measure(&door)
    });
    if let Ok(times) = &beside {
        report("a deep search", times);
    }
    let _ = stop.send(());
    let _ = server.join();
    let _ = std::fs::remove_dir_all(&folder);
    beside.map(|_| ())
}

/// The response times, sorted.
fn measure(door: &Door) -> Result<Vec<Duration>, String> {
    let over = Arc::new(AtomicBool::new(false));
    let ready = Arc::new(Barrier::new(GAMES + 1));
    let players: Vec<_> = (0..GAMES)
        .map(|number| {
            let (over, ready, door) = (Arc::clone(&over), Arc::clone(&ready), door.clone());
            thread::spawn(move || {
                let mut client = Client::connect(&door);
                ready.wait();
                play(client.as_mut().map_err(|error| error.clone())?, number as u64, &over)
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
    let at = |share| clients::percentile(times, share);
    let rate = times.len() as f64 / TIME.as_secs_f64();
    println!("| {beside} | {rate:.0} | {} | {} | {} | {} |", at(0.5), at(0.95), at(0.99), at(1.0));
}

/// Plays random moves, game after game, and returns the response times.
fn play(client: &mut Client, number: u64, over: &AtomicBool) -> Result<Vec<Duration>, String> {
    let mut rng = Seed(1).nth(number).rng();
    let mut times = Vec::new();
    let with = json!({ "spec": "connect4", "seats": ["person", AGENT], "seed": "1" });
    let game = client.ask("game.create", &with)?["game"].take();
    let id = game["id"].clone();
    let mut actions = game["position"]["actions"].clone();
    while !over.load(Ordering::Relaxed) {
        let legal = actions.as_array().cloned().unwrap_or_default();
        let Some(action) = rng.pick(&legal) else { break };
        let began = Instant::now();
        client.begin("game.play", &json!({ "game": id, "action": action }))?;
        // Until it is our turn again, or the game is over and a new one begins.
        actions = loop {
            let message = client.next()?;
            if let Some(error) = message.get("error") {
                return Err(error.to_string());
            }
            match (message["event"].as_str(), message["state"].as_str()) {
                (Some("moved"), Some("person")) => {
                    times.push(began.elapsed());
                    break message["position"]["actions"].clone();
                }
                (Some("game"), _) if message["game"]["state"] == "over" => {
                    client.ask("game.restart", &json!({ "game": id }))?;
                    break game["position"]["actions"].clone();
                }
                _ => {}
            }
        };
    }
    Ok(times)
}
