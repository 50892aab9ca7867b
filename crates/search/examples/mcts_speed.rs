//! Simulations a second: Connect Four from the start, and Pac-Man in the maze `medium`.
//!
//! `cargo run --release -p plylab-search --example mcts_speed [simulations] [threads]`

use std::time::Instant;

use plylab_core::{Agent as _, AgentFailure, AgentId, Budget, Playable, Seed};
use plylab_games::connect4::ConnectFour;
use plylab_games::pacman::{Classic, shipped};
use plylab_search::mcts::{Mcts, MctsSettings};

fn main() -> Result<(), AgentFailure> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let mut number = |default| arguments.next().and_then(Result::ok).unwrap_or(default);
    let (simulations, threads) = (number(1_000_000), number(1) as usize);
    measure("connect4, tuned", &ConnectFour::default(), simulations, threads, MctsSettings::tuned())?;
    measure("connect4, report", &ConnectFour::default(), simulations, threads, MctsSettings::report())?;
    let medium = shipped("medium").ok_or_else(|| AgentFailure("medium is gone".to_owned()))?;
    let layout = medium.layout().map_err(|error| AgentFailure(error.to_string()))?;
    measure("pacman medium, tuned", &Classic::new(&layout), simulations / 20, threads, MctsSettings::tuned())
}

fn measure<G: Playable>(
    name: &str,
    game: &G,
    simulations: u64,
    threads: usize,
    settings: MctsSettings,
) -> Result<(), AgentFailure> {
    let settings = MctsSettings { simulations: Some(simulations), threads, ..settings };
    let start = game.initial(Seed(1));
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let mut agent = Mcts::new(settings);
        agent.begin(game, AgentId::FIRST, Seed(1));
        let clock = Instant::now();
        agent.act(game, &start, &Budget::unlimited())?;
        best = best.min(clock.elapsed().as_secs_f64());
    }
    println!("{name}: {:.0} simulations/s (best of 3 runs of {simulations})", simulations as f64 / best);
    Ok(())
}
