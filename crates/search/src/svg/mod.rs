//! SVG, written by hand: what every picture of the lab is made with.
//!
//! A [`Paper`] takes elements one by one, a [`Document`] puts the picture's words and styles around them, and the
//! functions that measure text estimate its room generously, because a picture must not depend on the fonts of the
//! machine that shows it. The same calls give the same bytes everywhere.
//!
//! Text is [escaped](escape) here. Classes, styles and paths are the program's own and written as they are.

mod document;
mod measure;
mod paper;

pub use document::Document;
pub use measure::{fit, fit_lines, flow, width, wrap};
pub use paper::{Paper, Point, escape, number};
