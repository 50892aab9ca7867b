#![doc = include_str!("../README.md")]

pub mod film;
mod measure;
mod paper;
pub mod plot;
#[cfg(feature = "raster")]
pub mod raster;
pub mod scene;
mod style;
pub mod tree;

pub use paper::escape;
pub use style::{Theme, page_styles};
