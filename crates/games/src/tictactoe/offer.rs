//! What tic-tac-toe offers to people.

use plylab_core::scene::Tone;
use plylab_core::{Analyst, BoardKind, Interaction, Level, Offer};

use super::ABOUT;

/// The analyst that estimates.
const ALPHA_BETA: &str = "alphabeta:depth=4,engine=on,table=16,root=exact";

pub(super) fn offer() -> Offer {
    Offer {
        tones: vec![Tone::Blue, Tone::Red],
        interaction: Some(Interaction::Cell),
        boards: vec![
            BoardKind::standard(ABOUT),
            BoardKind::new("4 by 4", "four in a row wins", [("size", "4"), ("line", "4")]),
            BoardKind::new("5 by 5", "four in a row wins", [("size", "5"), ("line", "4")]),
        ],
        // On three by three they lose 89, 71, 44 and 18 % of their games against the last one; a search of two
        // plies loses none. In 300 games against themselves 51, 70 and 79 % of the moves of the first three are best. On
        // larger boards no search reaches the end from the start within a second.
        levels: vec![
            Level::new("beginner", "picks a random cell", "random").plays_best(51),
            Level::new("easy", "picks good cells more often than bad ones", "roulette").plays_best(70),
            Level::new("medium", "mostly picks good cells", "roulette:temperature=0.6").plays_best(79),
            Level::new(
                "hard",
                "picks the cell that looks best, one move ahead",
                "alphabeta:depth=1,ties=random",
            ),
            Level::new("expert", "looks four moves ahead", "alphabeta:depth=4,ties=random")
                .only_where("size", ["4", "5"]),
            Level::new("perfect", "searches to the end", "alphabeta:depth=9,ties=random")
                .plays_best(100)
                .only_where("size", ["3"]),
        ],
        analysts: vec![
            Analyst::new(
                "full tree",
                "searches every game to its end: who wins, and in how many moves",
                "perfect",
            )
            .only_where("size", ["3"]),
            Analyst::new("alpha-beta", "searches ahead and estimates the rest", ALPHA_BETA),
            Analyst::new("minimax", "searches every move without pruning", "minimax:depth=9"),
            Analyst::new("Monte Carlo", "counts the wins of 20,000 simulations", "mcts:sims=20000"),
        ],
        calibrations: Some(include_str!("calibrations.json").into()),
        ..Offer::default()
    }
}
