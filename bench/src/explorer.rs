//! Recording a large search and looking around in it: what the tree explorer asks the lab for.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::{Budget, InputError, NoFiles, Seed, Watch};
use plylab_lab::explorer::{Explorer, StepOptions, ViewOptions};
use plylab_search::record::NODES_KEPT;
use plylab_search::record::overview::WidthScale;
use serde_json::json;

/// Searches of about a million and about ten million nodes, and a million simulations.
const SEARCHES: [(&str, &str); 3] = [
    ("a million nodes", "minimax:depth=7"),
    ("ten million nodes", "minimax:depth=8"),
    ("a million simulations", "mcts:sims=1000000"),
];

/// Steps that are looked at in a row.
const STEPS: u64 = 300;

/// Measures how long a search takes alone and recorded, and then each answer that the page waits for.
pub fn run() -> Result<(), InputError> {
    println!(
        "| search of Connect Four | nodes | alone | recorded | kept | MB | first view | overview | step | frames/s |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (name, agent) in SEARCHES {
        let game = plylab_standard::registry().open(&"connect4".parse()?, &NoFiles)?;
        let position = game.start(Seed(0));
        let agent = agent.parse()?;
        let started = Instant::now();
        game.think(position.as_ref(), &agent, Seed(0), &Budget::unlimited(), Watch::Off)?;
        let alone = started.elapsed();
        let started = Instant::now();
        let mut explorer =
            Explorer::record(Arc::from(game), position, &agent, Seed(0), &Budget::unlimited(), NODES_KEPT)?;
        let recorded = started.elapsed();
        let started = Instant::now();
        let first = json!(explorer.view(0, ViewOptions::default())?).to_string();
        let view = started.elapsed();
        let started = Instant::now();
        let strips = explorer.overview(0, 1000.0, 32, WidthScale::Log, None);
        let overview = started.elapsed();
        let steps = explorer.recording().steps();
        let started = Instant::now();
        for step in 0..STEPS {
            let stepped = explorer.step(steps / 2 + step, &StepOptions::default())?;
            std::hint::black_box(json!(stepped).to_string());
        }
        let step = started.elapsed() / STEPS as u32;
        std::hint::black_box((first, strips));
        println!(
            "| {name} | {} | {} | {} | {} | {:.1} | {} | {} | {} | {:.0} |",
            explorer.recording().visited(),
            millis(alone),
            millis(recorded),
            explorer.recording().len(),
            explorer.bytes() as f64 / 1e6,
            millis(view),
            millis(overview),
            millis(step),
            1.0 / step.as_secs_f64()
        );
    }
    Ok(())
}

fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}
