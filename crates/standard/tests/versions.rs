//! Stored results are only valid for the versions that they name. Short games pin down how every agent plays every game: if
//! one plays differently, its version must be raised.
//!
//! After raising it, `UPDATE_VERSIONS=1 cargo test -p plylab-standard --test versions` writes the new line.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use plylab_core::{AgentId, AnyGame, Budget, MatchLimits, NoFiles, Registry, Seed, Spec};

/// Small boards, so that every agent is quick.
const GAMES: [&str; 7] = [
    "tictactoe",
    "connect4:columns=5,rows=4",
    "sim",
    "sim:points=5,start=drawn",
    "pacman:layout=small",
    "grid",
    "tree:file=dice",
];

/// The settings that make a slow agent quick, and other settings worth pinning down.
fn variants(agent: &str) -> Vec<String> {
    match agent {
        "mcts" => vec!["mcts:sims=200".to_owned(), "mcts:sims=100,style=report".to_owned()],
        "alphabeta" => {
            vec!["alphabeta".to_owned(), "alphabeta:engine=on,depth=4,table=1".to_owned()]
        }
        "level" => ["level:1", "level:5", "level:8"].map(str::to_owned).to_vec(),
        "perfect" => vec!["perfect:ties=random".to_owned()],
        "planner" => vec!["planner".to_owned()],
        name => vec![name.to_owned()],
    }
}

/// A hash of the first moves of a few games, with their costs.
fn digest(game: &dyn AnyGame, agent: &Spec) -> Option<String> {
    let limits = MatchLimits {
        moves: Some(12),
        per_move: Budget { nodes: Some(20_000), ..Budget::unlimited() },
        ..MatchLimits::none()
    };
    let mut moves = String::new();
    for number in 0..2 {
        // The agent takes the first seat it can; the others play at random.
        let seats = game.info().agents.len() as u8;
        let seat = (0..seats).map(AgentId).find(|&seat| game.agent(agent, seat).is_ok())?;
        let agents = (0..seats).map(AgentId).map(|me| {
            let spec = if me == seat { agent.clone() } else { Spec::new("random") };
            game.agent(&spec, me).unwrap()
        });
        let record = game.play(agents.collect(), Seed(7).nth(number), &limits, &mut |_, _| ()).unwrap();
        for (played, cost) in record.moves.iter().zip(&record.costs) {
            let _ = write!(moves, "{} {} ", played.action, cost.nodes);
        }
    }
    Some(format!("{:016x}", Seed(0).child(&moves).0))
}

fn lines(registry: &Registry) -> BTreeMap<String, String> {
    let mut lines = BTreeMap::new();
    for text in GAMES {
        let spec: Spec = text.parse().unwrap();
        let (game, version) =
            (registry.open(&spec, &NoFiles).unwrap(), registry.kind(&spec.name).unwrap().version);
        for listing in game.agents().iter().filter(|listing| listing.stands_for.is_none()) {
            for agent in variants(&listing.name) {
                let agent: Spec = agent.parse().unwrap();
                if let (Ok(resolved), Some(digest)) = (game.resolve(&agent), digest(game.as_ref(), &agent)) {
                    lines.insert(format!("{text} v{version} {agent} v{}", resolved.version), digest);
                }
            }
        }
    }
    lines
}

#[test]
fn an_agent_that_plays_differently_has_another_version() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/versions.txt");
    let now = lines(&plylab_standard::registry());
    if std::env::var_os("UPDATE_VERSIONS").is_some() {
        let text: String = now.iter().map(|(key, digest)| format!("{key} {digest}\n")).collect();
        std::fs::write(&file, text).unwrap();
        return;
    }
    let known = std::fs::read_to_string(&file).unwrap_or_default();
    let known: BTreeMap<&str, &str> = known.lines().filter_map(|line| line.rsplit_once(' ')).collect();
    let mut wrong = Vec::new();
    for (key, digest) in &now {
        match known.get(key.as_str()) {
            Some(pinned) if pinned == digest => {}
            Some(_) => wrong.push(format!("{key} plays differently: raise its version, or undo the change")),
            None => wrong.push(format!("{key} is new: run with UPDATE_VERSIONS=1")),
        }
    }
    for key in known.keys().filter(|key| !now.contains_key(**key)) {
        wrong.push(format!("{key} is gone: run with UPDATE_VERSIONS=1"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
