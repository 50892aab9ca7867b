//! Positions of games: a scene becomes a sheet, which is what never moves, and marks, which are what does.
//!
//! A board, a graph, a tree of moves and lines of text are drawn the same way for every game. [`film`](crate::film) makes
//! replays from the same drawings.

mod board;
mod drawing;
mod graph;
mod pieces;
mod text;
mod tree;

pub use drawing::{Drawing, Mark, Sheet};

use plylab_core::scene::{Backdrop, Scene};

use crate::style::Theme;

/// A scene before its backdrop, with a title above it if one is given, as SVG.
pub fn scene_svg(backdrop: &Backdrop, scene: &Scene, title: Option<&str>, theme: Theme) -> String {
    let facts: Vec<String> =
        scene.facts.iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect();
    let mut drawing = Drawing::of(backdrop, scene, theme);
    if let Some(title) = title {
        drawing.entitle(title, theme);
    }
    drawing.svg(title.unwrap_or(&backdrop.title), &facts.join("; "), theme)
}
