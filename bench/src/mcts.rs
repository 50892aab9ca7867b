//! Simulations per second of MCTS on Connect Four from the start.

use minimax::Strategy as _;
use plylab_core::{Agent as _, AgentId, Budget, Context, Game as _, Seed};
use plylab_games::connect4::ConnectFour;
use plylab_search::mcts::{Mcts, MctsSettings};

use crate::harness::{Contender, compare};
use crate::perft::theirs;

/// Simulations per search, for all contenders.
const SIMULATIONS: u32 = 100_000;

fn ours(settings: MctsSettings) -> u64 {
    let game = ConnectFour::default();
    let settings = MctsSettings { simulations: Some(u64::from(SIMULATIONS)), ..settings };
    let mut agent = Mcts::new(&game, settings);
    agent.begin(&game, AgentId::FIRST, Seed(1));
    let decision = agent.act(Context::new(&game, &game.initial(Seed(1)), &Budget::unlimited()));
    decision.map_or(0, |decision| decision.stats.nodes)
}

fn theirs() -> u64 {
    let options = minimax::MCTSOptions::default().with_num_threads(1);
    let mut search = minimax::MonteCarloTreeSearch::<theirs::Game>::new(options);
    search.set_max_rollouts(SIMULATIONS);
    std::hint::black_box(search.choose_move(&theirs::Board::default()));
    u64::from(SIMULATIONS)
}

/// Measures all contenders.
pub fn run() {
    let two = MctsSettings { threads: 2, ..MctsSettings::tuned() };
    compare(
        &format!("MCTS on Connect Four from the start, {SIMULATIONS} simulations per search"),
        "simulations",
        &mut [
            Contender::new("minimax 0.6, one thread", theirs),
            Contender::new("plylab, tuned, one thread", || ours(MctsSettings::tuned())),
            Contender::new("plylab, report, one thread", || ours(MctsSettings::report())),
            Contender::new("plylab, tuned, two threads", || ours(two)),
        ],
    );
}
