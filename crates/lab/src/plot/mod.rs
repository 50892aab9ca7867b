//! Plots, drawn as SVG by hand.
