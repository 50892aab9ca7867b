//! Counts move sequences of Connect Four, ours against the crate `minimax`.

use std::hint::black_box;

use plylab_core::{Game as _, Seed};
use plylab_games::connect4::ConnectFour;

use crate::harness::{Contender, compare};

/// The Connect Four that the crate `minimax` has as an example; the build script puts it here.
#[allow(warnings, clippy::all, clippy::redundant_closure_for_method_calls, clippy::unwrap_used)]
pub mod theirs {
    include!(concat!(env!("OUT_DIR"), "/minimax_connect4.rs"));
}

const DEPTH: u8 = 10;

/// The number of games of ten moves: both must find it.
const GAMES_OF_TEN: u64 = 268_031_646;

fn ours(game: &ConnectFour) -> Vec<u64> {
    let start = game.initial(Seed::default());
    (0..=u32::from(DEPTH)).map(|depth| plylab_core::perft(game, black_box(&start), depth)).collect()
}

fn theirs() -> Vec<u64> {
    minimax::perft::<theirs::Game>(black_box(&mut theirs::Board::default()), DEPTH, false)
}

/// Measures both, in one thread. The other crate counts every depth up to the last one in one call, so ours does too.
///
/// # Errors
///
/// If the counts differ: then there is nothing to compare.
pub fn run() -> Result<(), String> {
    println!("The other crate prints its own tables; ours follow at the end.\n");
    let game = ConnectFour::default();
    let (our_counts, their_counts) = (ours(&game), theirs());
    if our_counts != their_counts || our_counts.last() != Some(&GAMES_OF_TEN) {
        return Err(format!("the counts differ: ours are {our_counts:?}, theirs {their_counts:?}"));
    }
    let title = format!("Connect Four, perft of every depth up to {DEPTH}, one thread");
    compare(
        &title,
        "nodes",
        &mut [
            Contender::new("minimax 0.6", || theirs().iter().sum()),
            Contender::new("plylab", || ours(&game).iter().sum()),
        ],
    );
    Ok(())
}
