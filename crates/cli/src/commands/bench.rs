//! `plylab bench`.

use clap::Args;
use plylab_core::{Registry, Seed, Spec, StopFlag, Thought, Value, Watch, mix};
use serde::Serialize;

use super::open;
use super::until;
use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::table;
use plylab_lab::words;

/// Run a fixed set of searches and print their signature.
///
/// The signature depends on the moves, values and node counts of all searches, not on their time. It is the same on
/// every machine; if it changes, some agent behaves differently.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab bench
  plylab bench --json")]
pub struct BenchArgs {
    /// Answer in JSON: one object at the end.
    #[arg(long)]
    json: bool,
}

/// The searches: a game, a position of it (empty for the start), an agent.
const SEARCHES: &[(&str, &str, &str)] = &[
    ("connect4", "", "minimax:depth=6,eval=report"),
    ("connect4", "", "alphabeta:depth=8,eval=tuned"),
    ("connect4", "", "alphabeta:depth=8,eval=tuned,order=eval"),
    ("connect4", "4453", "report-e-minimax:depth=7"),
    ("connect4", "4453", "alphabeta:engine=on,depth=11,eval=tuned"),
    ("connect4", "", "expectimax:depth=5,eval=tuned,star=1"),
    ("connect4", "", "report-e-mcts"),
    ("connect4", "4453", "mcts:sims=5000"),
    ("sim", "", "report-c:depth=4"),
    ("sim", "", "report-c-repaired:depth=4"),
    ("sim", "AB CD", "alphabeta:engine=on,depth=6,eval=tuned"),
    ("pacman:layout=trap", "", "minimax:depth=3"),
    ("pacman:layout=trap", "", "alphabeta:depth=3"),
    ("pacman:layout=trap", "", "expectimax:depth=3"),
    ("pacman:layout=small", "", "alphabeta:depth=4"),
    ("pacman:layout=medium", "", "report-d-better:depth=3"),
    ("pacman:layout=medium", "", "expectimax:depth=3,eval=tuned,ghosts=policy,policy=directional"),
    ("pacman:layout=full", "", "alphabeta:depth=2,ghosts=mixed,eval=tuned"),
    ("grid", "", "report-a:depth=7"),
    ("grid", "", "alphabeta:depth=8,eval=tuned,rules=report"),
    ("pacman:layout=small", "", "mcts:sims=300"),
    ("tree:file=deep", "", "alphabeta:depth=9"),
    ("tree:file=dice", "", "expectimax:depth=9,star=2"),
];

/// What fixed searches took.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bench {
    /// The searches.
    searches: Vec<BenchSearch>,
    /// Nodes of all searches.
    nodes: u64,
    /// How long all took.
    seconds: f64,
    /// A hash of moves, values and node counts.
    signature: String,
}

/// A search.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BenchSearch {
    /// The game.
    game: &'static str,
    /// The position.
    position: &'static str,
    /// The agent.
    agent: &'static str,
    /// Its move.
    action: String,
    /// What it expects.
    value: Option<Value>,
    /// Nodes searched.
    nodes: u64,
    /// How long it took.
    seconds: f64,
}

impl BenchSearch {
    fn row(&self) -> Vec<String> {
        let measurable = self.seconds >= 1e-3;
        let rate = measurable.then(|| format!("{:.0}", self.nodes as f64 / self.seconds));
        let value = self.value.map(|value| words::value(&value).to_string());
        let none = || "-".to_owned();
        vec![
            format!("{} {}", self.game, self.position).trim_end().to_owned(),
            self.agent.to_owned(),
            self.action.clone(),
            value.unwrap_or_else(none),
            self.nodes.to_string(),
            format!("{:.3}", self.seconds),
            rate.unwrap_or_else(none),
        ]
    }
}

/// Adds a search to the signature.
fn sign(signature: u64, thought: &Thought) -> u64 {
    let decision = &thought.decision;
    let parts = [
        Seed(0).child(&decision.action).0,
        decision.value.map_or(0.0, |value| value.rank()).to_bits(),
        decision.stats.nodes,
    ];
    parts.into_iter().fold(signature, |signature, part| mix(signature ^ part))
}

impl BenchArgs {
    /// Searches.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let budget = until(&StopFlag::default());
        let mut signature = 0;
        let mut searches = Vec::new();
        for &(game, position, agent) in SEARCHES {
            let spec: Spec = agent.parse()?;
            let opened = open(registry, &game.parse()?)?;
            let start = opened.position(position)?;
            let thought = opened.think(start.as_ref(), &spec, Seed(0), &budget, Watch::Off)?;
            signature = sign(signature, &thought);
            searches.push(BenchSearch {
                game,
                position,
                agent,
                action: thought.decision.action,
                value: thought.decision.value,
                nodes: thought.decision.stats.nodes,
                seconds: thought.decision.stats.time.as_secs_f64(),
            });
        }
        let nodes = searches.iter().map(|search| search.nodes).sum();
        let seconds = searches.iter().map(|search| search.seconds).sum();
        let bench = Bench { nodes, seconds, signature: format!("{signature:016x}"), searches };
        if self.json {
            return out.json(&bench);
        }
        let heads = ["game", "agent", "move", "value", "nodes", "seconds", "nodes/s"];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        rows.extend(bench.searches.iter().map(BenchSearch::row));
        out.line(table(&rows, 3).join("\n"))?;
        let Bench { nodes, seconds, signature, .. } = &bench;
        out.line(format!("\n{nodes} nodes in {seconds:.3} seconds\nsignature {signature}"))
    }
}
