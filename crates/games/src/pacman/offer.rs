//! What both kinds of Pac-Man offer to people.

use plylab_core::scene::{Fact, Tone};
use plylab_core::{Analyst, BoardKind, DepthUnit, Interaction, Level, Offer};

use super::classic::ClassicRules;
use super::engine::PacmanRules;
use super::grid::GridRules;
use super::layouts::{BundledLayout, LAYOUTS};
use super::view::PACMAN_TONE;

/// How many games an analyst plays out from a position. Its settings make that a matter of seconds.
const PLAYOUTS: u32 = 24;

/// Levels of Pac-Man, and of the ghosts.
fn levels(pacman: Vec<Level>, ghosts: Vec<Level>) -> Vec<Level> {
    let pacman = pacman.into_iter().map(|level| level.for_seat(0));
    pacman.chain(ghosts.into_iter().map(|level| level.for_seat(1))).collect()
}

/// The tones of Pac-Man and the ghosts, as they are drawn.
fn tones<R: PacmanRules>() -> Vec<Tone> {
    std::iter::once(PACMAN_TONE).chain(R::THEME.ghosts.iter().copied()).collect()
}

/// A bundled maze, which users can copy and edit.
fn board(shipped: &BundledLayout) -> BoardKind {
    let board =
        BoardKind::new(shipped.name, shipped.about, [("layout", shipped.name)]).from_text(shipped.text);
    // Tests read every bundled layout.
    let Ok(layout) = shipped.layout() else { return board };
    let counts = [
        ("columns", layout.width),
        ("rows", layout.height),
        ("ghosts", layout.ghosts.len()),
        ("food", layout.food.len()),
        ("capsules", layout.capsules.len()),
    ];
    board.with_facts(counts.map(|(label, count)| Fact::new(label, count as i64)))
}

/// What [`Classic`](super::Classic) offers.
pub(super) fn classic() -> Offer {
    Offer {
        counted_in: DepthUnit::Round,
        tones: tones::<ClassicRules>(),
        interaction: Some(Interaction::Steer {
            north: "North".into(),
            south: "South".into(),
            east: "East".into(),
            west: "West".into(),
            stay: "Stop".into(),
        }),
        boards: LAYOUTS.iter().map(board).collect(),
        levels: levels(
            vec![
                Level::new("easy", "looks only at his next step", "reflex:eval=report-b"),
                Level::new("medium", "expects ghosts to wander", "expectimax:depth=2,eval=tuned"),
                Level::new("hard", "expects the worst", "alphabeta:depth=3,eval=tuned"),
                Level::new("expert", "plans a route to all the food", "planner"),
            ],
            vec![
                Level::new("easy", "wander about", "random"),
                Level::new("medium", "mostly head for Pac-Man", "directional"),
                Level::new("hard", "always head for Pac-Man", "directional:attack=1,flee=1"),
            ],
        ),
        opponents: vec!["alphabeta:depth=2,unit=round,eval=tuned".into(), "directional".into()],
        analysts: vec![
            Analyst::new(
                "planner",
                "plans a route to all the food, and plays games to their end",
                "planner:depth=4",
            )
            .for_seat(0)
            .with_playouts(PLAYOUTS),
            Analyst::new(
                "expectimax",
                "searches three rounds ahead and expects ghosts to wander",
                "expectimax:depth=3,eval=tuned",
            ),
            Analyst::new(
                "alpha-beta",
                "searches three rounds ahead and expects the worst",
                "alphabeta:depth=3,eval=tuned,iterative-deepening=on,root=exact",
            ),
            Analyst::new("reflex", "looks only at the next step", "reflex:eval=report-b").for_seat(0),
        ],
        ..Offer::default()
    }
}

/// What [`Grid`](super::Grid) offers.
pub(super) fn grid() -> Offer {
    Offer {
        tones: tones::<GridRules>(),
        counted_in: DepthUnit::Round,
        interaction: Some(Interaction::Steer {
            north: "up".into(),
            south: "down".into(),
            east: "right".into(),
            west: "left".into(),
            stay: "stay".into(),
        }),
        levels: levels(
            vec![
                Level::new("easy", "looks one move ahead", "minimax:depth=1,unit=ply,eval=report"),
                Level::new("medium", "report A's program", "report-a"),
                Level::new("hard", "expects ghosts to wander, and searches deeper", "expectimax:depth=3"),
                Level::new("expert", "plans a route to all the food", "planner"),
            ],
            vec![
                Level::new("easy", "wander about", "random"),
                Level::new("hard", "look ahead together", "alphabeta:depth=4,unit=ply"),
            ],
        ),
        opponents: vec!["alphabeta:depth=2,unit=round,eval=tuned".into(), "random".into()],
        analysts: vec![
            Analyst::new(
                "planner",
                "plans a route to all the food, and plays games to their end",
                "planner:futures=40",
            )
            .for_seat(0)
            .with_playouts(PLAYOUTS),
            Analyst::new(
                "expectimax",
                "searches four rounds ahead and expects ghosts to wander",
                "expectimax:depth=4",
            ),
            Analyst::new(
                "alpha-beta",
                "searches four rounds ahead and expects the worst",
                "alphabeta:depth=4,iterative-deepening=on,root=exact",
            ),
            Analyst::new("report A's program", "searches four moves ahead, as in report A", "report-a"),
        ],
        ..Offer::default()
    }
}
