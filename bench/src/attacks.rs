//! Attacks on the lab, each on a server of its own with little memory, and each by a process of its own that leaves at the end.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::clients::{self, Client, Door};
use crate::load::{PROMISED, Process, own_folder};

/// How long the bystander plays beside each.
const TIME: Duration = Duration::from_secs(15);

/// The memory of the server, in megabytes.
const MEGABYTES: u64 = 256;

/// How much of it the process may take, in tenths.
const ALLOWED: u64 = 13;

/// How long after a client has left its work may go on.
const LEFT: Duration = Duration::from_secs(2);

/// What each of some people does, again and again.
struct Attack {
    name: &'static str,
    people: usize,
    begin: fn(&mut Client) -> Result<(), String>,
    again: fn(&mut Client, usize) -> Result<(), String>,
}

const ATTACKS: [Attack; 6] = [
    Attack { name: "lookups", people: 1, begin: |_| Ok(()), again: lookups },
    Attack { name: "moves", people: 3, begin: |client| slow_games(client, 2), again: rest },
    Attack { name: "lists", people: 300, begin: |client| slow_games(client, 1), again: lists },
    Attack { name: "mazes", people: 1, begin: |_| Ok(()), again: mazes },
    Attack { name: "check", people: 1, begin: |_| Ok(()), again: check },
    Attack { name: "record", people: 2, begin: |_| Ok(()), again: record },
];

/// The largest maze, without walls but for a few that tell it from others.
fn maze(number: usize) -> String {
    let mut text = String::new();
    for row in 0..64 {
        for column in 0..64 {
            let is_edge = row % 63 == 0 || column % 63 == 0;
            let is_mark = row == 30 && number >> column & 1 == 1 && column > 1;
            text.push(match (row, column) {
                (1, 1) => 'P',
                (62, 62) => 'G',
                (1, 2) => '.',
                _ if is_edge || is_mark => '%',
                _ => ' ',
            });
        }
        text.push('\n');
    }
    text
}

fn at(number: usize) -> Value {
    json!({ "spec": "pacman:layout=maze", "files": { "maze": maze(4 * number) } })
}

/// Twelve lookups in mazes that the lab has not seen are in flight.
fn lookups(client: &mut Client, round: usize) -> Result<(), String> {
    if round == 0 {
        for number in 0..12 {
            client.begin("position", &json!({ "at": at(number) }))?;
        }
    }
    client.begin("position", &json!({ "at": at(round + 12) }))?;
    client.next().map(|_| ())
}

fn slow_games(client: &mut Client, count: usize) -> Result<(), String> {
    let seats = ["alphabeta:depth=30", "alphabeta:depth=30"];
    let with = json!({ "spec": "connect4", "seats": seats, "time": 60_000, "auto": true });
    (0..count).try_for_each(|_| client.ask("game.create", &with).map(|_| ()))
}

fn rest(_: &mut Client, _: usize) -> Result<(), String> {
    thread::sleep(Duration::from_millis(100));
    Ok(())
}

fn lists(client: &mut Client, _: usize) -> Result<(), String> {
    client.ask("game.list", &json!({})).map(|_| ())
}

fn mazes(client: &mut Client, round: usize) -> Result<(), String> {
    let mut with = at(round % 32);
    with["seats"] = json!(["person", "random"]);
    // Refusals are what is wanted: the lab protects itself.
    let _ = client.ask("game.create", &with);
    rest(client, round)
}

fn check(client: &mut Client, _: usize) -> Result<(), String> {
    let files: serde_json::Map<String, Value> =
        (0..15).map(|number| (format!("m{number}"), json!(maze(4 * number)))).collect();
    let names: Vec<&String> = files.keys().collect();
    let mut text = "title = \"Mazes\"\n[[sweep]]\nname = \"all\"\ngame = \"pacman:layout={m}\"\n".to_owned();
    let _ =
        write!(text, "players = [\"reflex\", \"random\"]\ngames = 1\n[sweep.vary]\nm = {}\n", json!(names));
    let _ = client.ask("experiment.check", &json!({ "text": text, "files": files }));
    Ok(())
}

fn record(client: &mut Client, _: usize) -> Result<(), String> {
    let with = json!({ "at": { "spec": "connect4" }, "agent": "minimax:depth=40", "time": 600_000 });
    let _ = client.ask("tree.record", &with);
    Ok(())
}

fn find(name: &str) -> Result<&'static Attack, String> {
    let names: Vec<&str> = ATTACKS.iter().map(|attack| attack.name).collect();
    let found = ATTACKS.iter().find(|attack| attack.name == name);
    found.ok_or_else(|| format!("there is no attack '{name}'; use one of {}", names.join(", ")))
}

/// The attackers: `plylab-bench attack NAME ADDRESS TOKEN`. They print a line when everybody has begun, and are killed at the end.
pub fn attack(name: &str, address: &str, class: &str) -> Result<(), String> {
    let attack = find(name)?;
    let address = address.parse().map_err(|_| "no address".to_owned())?;
    let door = Door { address, class: class.to_owned(), admin: String::new() };
    let begun = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..attack.people {
            scope.spawn(|| {
                let mut client = Client::connect(&door)?;
                let _ = (attack.begin)(&mut client);
                if begun.fetch_add(1, Ordering::Relaxed) + 1 == attack.people {
                    println!("begun");
                }
                (0..).try_for_each(|round| (attack.again)(&mut client, round))
            });
        }
    });
    Ok(())
}

/// Runs one attack, or all of them.
pub fn run(name: Option<&str>) -> Result<(), String> {
    let attacks: Vec<&Attack> = match name {
        Some(name) => vec![find(name)?],
        None => ATTACKS.iter().collect(),
    };
    println!(
        "| attack | moves | acknowledged, 50 % | 99 % | slowest | agent's reply, 50 % | 99 % | slowest | server, MB of {MEGABYTES} | jobs left |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let mut broken = String::new();
    for attack in attacks {
        for promise in beside(attack)? {
            let _ = write!(broken, "{}: {promise}; ", attack.name);
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(broken) }
}

/// Plays beside an attack, prints a row, and returns the promises that were broken.
fn beside(attack: &Attack) -> Result<Vec<String>, String> {
    let folder = own_folder(attack.name);
    let (server, door) = Process::server(&folder, Some(MEGABYTES))?;
    let mut attackers = Process::start(&["attack", attack.name, &door.address.to_string(), &door.class])?;
    attackers.line()?;
    let (acknowledged, replies) = play(&door)?;
    let held = server.peak();
    drop(attackers);
    thread::sleep(LEFT);
    let left = door.metric("jobs{state=\"running\"}")?;
    let _ = std::fs::remove_dir_all(folder);
    print!("| {} | {} |", attack.name, acknowledged.len());
    for times in [&acknowledged, &replies] {
        let at = |share| clients::percentile(times, share);
        print!(" {} | {} | {} |", at(0.5), at(0.99), at(1.0));
    }
    println!(" {held} | {left} |");
    let slow = |times: &[Duration]| clients::quantile(times, 0.99).is_none_or(|time| time > PROMISED);
    let promises = [
        (slow(&acknowledged), "moves are acknowledged too late"),
        (slow(&replies), "agents reply too late"),
        (10 * held > ALLOWED * MEGABYTES, "the server takes too much memory"),
        (left > 0.0, "work goes on for those who left"),
    ];
    Ok(promises
        .into_iter()
        .filter(|(is_broken, _)| *is_broken)
        .map(|(_, promise)| promise.to_owned())
        .collect())
}

/// Plays against a light agent: the times until moves are acknowledged, and until the agent has replied.
fn play(door: &Door) -> Result<(Vec<Duration>, Vec<Duration>), String> {
    let mut client = Client::connect(door)?;
    let (mut acknowledged, mut replies) = (Vec::new(), Vec::new());
    let with = json!({ "spec": "connect4", "seats": ["person", "alphabeta:depth=2"] });
    let game = client.ask("game.create", &with)?["game"]["id"].clone();
    let began = Instant::now();
    while began.elapsed() < TIME {
        let opened = client.ask("game.open", &json!({ "game": game }))?["game"].take();
        let Some(action) = opened["position"]["actions"].get(0).filter(|_| opened["state"] == "person")
        else {
            client.ask("game.restart", &json!({ "game": game }))?;
            continue;
        };
        let sent = Instant::now();
        let id = client.begin("game.play", &json!({ "game": game, "action": action }))?;
        let (mut is_acknowledged, mut is_answered) = (false, false);
        while !is_acknowledged || !is_answered {
            let message = client.next()?;
            if message["id"] == json!(id) {
                is_acknowledged = true;
                acknowledged.push(sent.elapsed());
            }
            let is_over = message["event"] == "game" && message["game"]["state"] == "over";
            if message["event"] == "moved" && message["by"] == 1 {
                replies.push(sent.elapsed());
                is_answered = true;
            }
            is_answered |= is_over;
        }
        thread::sleep(Duration::from_millis(20));
    }
    acknowledged.sort();
    replies.sort();
    Ok((acknowledged, replies))
}
