//! The SVG writer behind every picture of the lab.
//!
//! A [`Paper`] takes elements one by one, a [`Document`] adds the title, the description and the look ([`Styles`]), and the
//! functions that measure text overestimate its width, because a picture must not depend on the fonts of the
//! machine that shows it. The same calls give the same bytes everywhere.
//!
//! Text is [escaped](escape) here. Classes, styles and paths come from the program and are written unchanged.

mod document;
mod measure;
mod paper;
mod styles;

pub use document::Document;
pub use measure::{fit, fit_lines, flow, width, wrap};
pub use paper::{Paper, Point, escape, number};
pub use styles::Styles;
