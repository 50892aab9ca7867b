//! What Connect Four offers to people.

use plylab_core::scene::Tone;
use plylab_core::{Analyst, BoardKind, Featured, Interaction, Level, Offer, UciVariant};

use super::{ABOUT, fen};

/// The analyst that estimates.
const ALPHA_BETA: &str = "alphabeta:depth=8,eval=tuned,engine=on,table=16,root=exact";

/// The analyst that knows.
fn solver() -> Analyst {
    Analyst::new(
        "exact solver",
        "solves the position: who wins, and in how many moves",
        "perfect:table=64,root=exact",
    )
    .estimated_by(ALPHA_BETA)
    .only_where("connect", ["4"])
}

pub(super) fn offer() -> Offer {
    let sizes = [
        ("5 by 4", "5 columns, 4 rows", "5", "4"),
        ("6 by 5", "6 columns, 5 rows", "6", "5"),
        ("8 by 7", "8 columns, 7 rows", "8", "7"),
        ("9 by 6", "9 columns, 6 rows", "9", "6"),
    ];
    let sizes = sizes.map(|(name, about, columns, rows)| {
        BoardKind::new(name, about, [("columns", columns), ("rows", rows)])
    });
    Offer {
        win_points: Some(1000),
        tones: vec![Tone::Yellow, Tone::Red],
        // The two buttons of report E's menu.
        featured: vec![
            Featured::new(
                "minimax",
                "looks a fixed number of moves ahead",
                "report-e-minimax",
                "depth",
                "depth",
            )
            .values(1..=8, 4),
            Featured::new(
                "MCTS",
                "plays many random games to their end",
                "report-e-mcts",
                "sims",
                "simulations",
            )
            .values([100, 300, 1000, 3000, 10_000], 1000),
        ],
        interaction: Some(Interaction::Drop),
        boards: std::iter::once(BoardKind::standard(ABOUT)).chain(sizes).collect(),
        // Every second level of docs/levels.md; the last plays like level 10, with less memory.
        levels: vec![
            Level::new("beginner", "misses most threats", "level:1").plays_best(45),
            Level::new("easy", "misses many threats", "level:3").plays_best(61),
            Level::new("medium", "misses a diagonal now and then", "level:5").plays_best(71),
            Level::new("hard", "looks six moves ahead and misses almost nothing", "level:7").plays_best(81),
            Level::new("expert", "knows most endgames and rarely makes a mistake", "level:9").plays_best(98),
            Level::new(
                "perfect",
                "never makes a mistake; slow in the opening",
                "perfect:ties=random,table=64",
            )
            .plays_best(100)
            .only_where("connect", ["4"]),
        ],
        opponents: vec!["alphabeta:depth=6,unit=ply,engine=on,table=16,eval=tuned".into()],
        analysts: vec![
            solver().only_where("columns", ["7"]).only_where("rows", ["6"]),
            // Without an opening book it may take hours.
            solver().within(2000),
            Analyst::new("alpha-beta", "searches eight moves ahead and estimates the rest", ALPHA_BETA),
            Analyst::new(
                "report E's alpha-beta",
                "searches eight moves ahead with report E's evaluation",
                "alphabeta:depth=8,eval=report,iterative-deepening=on,root=exact",
            ),
            Analyst::new("Monte Carlo", "counts the wins of 20,000 simulations", "mcts:sims=20000"),
        ],
        calibrations: Some(include_str!("calibrations.json").into()),
        uci: Some(UciVariant { name: fen::CFOUR.into(), agent: "alphabeta:engine=on,eval=tuned".into() }),
        ..Offer::default()
    }
}
