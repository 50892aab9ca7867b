//! `plylab perft`.

use std::time::{Duration, Instant};

use clap::Args;
use plylab_core::{AnyPosition, Registry};
use serde::Serialize;

use super::{GameArgs, SeedArgs, whole};
use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::table;

/// Count move sequences of each length, to check and time the rules.
///
/// Sequences that end the game before the full length do not count. The counts check move generation; nodes/s is its
/// speed.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab perft connect4 8
  plylab perft connect4 6 4453 --divide
  plylab perft pacman 9 --layout trap --json")]
pub struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The maximum length of the sequences.
    #[arg(value_parser = depth)]
    depth: u32,

    /// The position in the game's notation; '-' reads standard input; the start by default.
    position: Option<String>,

    /// Count only the full length, separately for each first move.
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    seed: SeedArgs,

    /// Answer in JSON: one object at the end.
    #[arg(long)]
    json: bool,
}

/// At most 64: even two moves per state make 2^64 sequences.
fn depth(text: &str) -> Result<u32, String> {
    whole(1, 64)(text).and_then(|depth| u32::try_from(depth).map_err(|error| error.to_string()))
}

/// Move sequences from a position.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PerftAnswer {
    /// The game.
    game: String,
    /// The position.
    position: String,
    #[serde(flatten)]
    counts: PerftCounts,
}

/// The counts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum PerftCounts {
    /// Without `--divide`.
    ByDepth { rows: Vec<DepthCount> },
    /// With `--divide`.
    ByMove { divide: Vec<MoveCount>, total: DepthCount },
}

/// Move sequences that begin with a move.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MoveCount {
    /// The move.
    action: String,
    /// Sequences that begin with it.
    nodes: u64,
}

/// Move sequences of a length.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct DepthCount {
    /// The length.
    depth: u32,
    /// Sequences of that length.
    nodes: u64,
    /// How long counting took.
    seconds: f64,
    /// Null if it was too quick to measure.
    nodes_per_second: Option<f64>,
}

impl DepthCount {
    fn new(depth: u32, nodes: u64, time: Duration) -> DepthCount {
        let seconds = time.as_secs_f64();
        let measurable = time >= Duration::from_millis(1);
        DepthCount { depth, nodes, seconds, nodes_per_second: measurable.then_some(nodes as f64 / seconds) }
    }

    fn rate(&self) -> String {
        self.nodes_per_second.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.0}"))
    }
}

impl PerftArgs {
    /// Counts.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let spec = self.game.spec()?;
        let game = self.game.open(registry)?;
        let position = self.seed.position(game.as_ref(), self.position.as_deref())?;
        let count = if self.divide { PerftArgs::by_move } else { PerftArgs::by_depth };
        let counts = count(self, position.as_ref(), out)?;
        if self.json {
            out.json(&PerftAnswer { game: spec.to_string(), position: position.text(), counts })?;
        }
        Ok(())
    }

    fn by_depth(&self, position: &dyn AnyPosition, out: &mut Output) -> Result<PerftCounts, Failure> {
        if !self.json {
            let head = format!("{:>5} {:>16} {:>10} {:>14}", "depth", "nodes", "seconds", "nodes/s");
            let head = out.style.quiet(head);
            out.line(head)?;
        }
        let mut rows = Vec::new();
        for depth in 1..=self.depth {
            let start = Instant::now();
            let row = DepthCount::new(depth, position.perft(depth), start.elapsed());
            if !self.json {
                let DepthCount { nodes, seconds, .. } = row;
                out.line(format!("{depth:>5} {nodes:>16} {seconds:>10.3} {:>14}", row.rate()))?;
            }
            rows.push(row);
        }
        Ok(PerftCounts::ByDepth { rows })
    }

    fn by_move(&self, position: &dyn AnyPosition, out: &mut Output) -> Result<PerftCounts, Failure> {
        let start = Instant::now();
        let counts = position.perft_divide(self.depth);
        let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
        let total = DepthCount::new(self.depth, nodes, start.elapsed());
        if !self.json {
            let mut rows = vec![vec!["move".to_owned(), "nodes".to_owned()]];
            rows.extend(counts.iter().map(|(action, nodes)| vec![action.clone(), nodes.to_string()]));
            rows.push(vec!["total".to_owned(), nodes.to_string()]);
            out.line(table(&rows, 1).join("\n"))?;
            let (depth, rate) = (self.depth, total.rate());
            out.line(format!("depth {depth}, {:.3} seconds, {rate} nodes/s", total.seconds))?;
        }
        let divide = counts.into_iter().map(|(action, nodes)| MoveCount { action, nodes }).collect();
        Ok(PerftCounts::ByMove { divide, total })
    }
}
