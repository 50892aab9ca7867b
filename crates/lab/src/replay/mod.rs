//! Replays: a finished game as part of a self-contained page.
//!
//! There is one drawing of everything, made here: a scene becomes a sheet (what never moves) and marks (what does), each
//! mark with its own look in SVG. A [`Replay`] writes every look once and, frame by frame, only what changed. The
//! script in the page knows no game: it puts looks where the frames place them. Without scripts the page shows the last frame,
//! which stands in it as plain SVG.
//!
//! A page holds [`REPLAY_CSS`] once, [`Replay::html`] for each game, and [`REPLAY_JS`] once, after them. It may set the
//! custom properties `--replay-paper`, `--replay-ink`, `--replay-quiet`, `--replay-line`, `--replay-accent` and those of
//! the tones, `--tone-red` and so on.

mod board;
mod drawing;
mod film;
mod graph;
mod page;
mod pieces;
mod said;
mod text;
mod tree;

pub use film::{Frame, Placed, Replay, Sheet};
pub use said::Said;

use plylab_core::scene::{Backdrop, Scene};

use drawing::Drawing;

/// The styles of scenes and of the controls around them.
pub const REPLAY_CSS: &str = concat!(include_str!("scene.css"), include_str!("replay.css"));

/// The script: `plylabReplay(element, data)` starts one replay, and all that are in the page when it runs.
pub const REPLAY_JS: &str = include_str!("replay.js");

/// A scene before its backdrop, as SVG that stands alone, with a title above it if one is given.
pub fn scene_svg(backdrop: &Backdrop, scene: &Scene, title: Option<&str>) -> String {
    let facts: Vec<String> =
        scene.facts.iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect();
    let mut drawing = Drawing::of(backdrop, scene);
    if let Some(title) = title {
        drawing.entitle(title);
    }
    drawing.svg(title.unwrap_or(&backdrop.title), &facts.join("; "), Some(include_str!("scene.css")))
}
