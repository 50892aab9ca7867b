//! What SIM offers to people.

use plylab_core::scene::Tone;
use plylab_core::{Analyst, BoardKind, Interaction, Level, Offer};

use super::ABOUT;

/// The analyst that estimates.
const ALPHA_BETA: &str = "alphabeta:depth=6,eval=tuned,engine=on,table=16,root=exact";

pub(super) fn offer() -> Offer {
    let mut boards = vec![BoardKind::standard(ABOUT)];
    let sizes = [
        ("5 points", "5 points on the circle", "5"),
        ("7 points", "7 points on the circle", "7"),
        ("8 points", "8 points on the circle", "8"),
    ];
    boards.extend(sizes.map(|(name, about, points)| BoardKind::new(name, about, [("points", points)])));
    boards.push(BoardKind::new(
        "drawn start",
        "the first player is drawn at random, as in report C",
        [("start", "drawn")],
    ));
    Offer {
        tones: vec![Tone::Red, Tone::Blue],
        interaction: Some(Interaction::Join),
        boards,
        // Best moves of those with random ties: 200 games each, 'plylab match sim AGENT AGENT -n 200 --grade'.
        levels: vec![
            Level::new("beginner", "picks a random edge", "random").plays_best(58),
            Level::new("easy", "report C's program, faults included", "report-c:depth=1"),
            Level::new("medium", "looks three moves ahead", "alphabeta:depth=3,ties=random").plays_best(77),
            Level::new("hard", "looks six moves ahead", "alphabeta:depth=6,ties=random"),
            Level::new("perfect", "never makes a mistake", "perfect:ties=random")
                .plays_best(100)
                .only_where("points", ["3", "4", "5", "6", "7"]),
        ],
        opponents: vec!["alphabeta:depth=6,unit=ply,engine=on,table=16,eval=tuned".into()],
        analysts: vec![
            Analyst::new("exact table", "knows every position: who wins, and in how many moves", "perfect")
                .estimated_by(ALPHA_BETA)
                .only_where("points", ["3", "4", "5", "6", "7"]),
            Analyst::new("alpha-beta", "searches ahead and estimates the rest", ALPHA_BETA),
            Analyst::new("Monte Carlo", "counts the wins of 20,000 simulations", "mcts:sims=20000"),
        ],
        calibrations: Some(include_str!("calibrations.json").into()),
        ..Offer::default()
    }
}
