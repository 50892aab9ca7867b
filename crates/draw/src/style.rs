//! How everything looks: a table of styles and a table of colours.
//!
//! Every element carries its look as attributes, so that any program draws the same picture. A colour has three values: on
//! white paper, on a dark page, and in print, where large areas stay white.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::paper::escape;

/// What a picture is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// White paper on a screen.
    #[default]
    Light,
    /// Dark pages and slides.
    Dark,
    /// Documents that are printed.
    Print,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Print];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Print => "print",
        }
    }
}

/// The letters of all pictures.
const FONTS: &str = "system-ui, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, sans-serif";

/// Colours by name: light, dark, print. [`page_styles`] finds them by their light value, so no two share one.
const COLOURS: &[(&str, [&str; 3])] = &[
    ("paper", ["#ffffff", "#16181c", "#ffffff"]),
    ("ink", ["#1b1d21", "#eceef1", "#1b1d21"]),
    ("quiet", ["#5d646e", "#a9b0ba", "#5d646e"]),
    ("faint", ["#8a919b", "#7d858f", "#8a919b"]),
    ("line", ["#cfd4da", "#3d434b", "#cfd4da"]),
    ("grid", ["#e2e5e9", "#31353c", "#d5d9de"]),
    ("accent", ["#0b57a4", "#86bdff", "#0b57a4"]),
    ("cut", ["#a3242b", "#ff958c", "#a3242b"]),
    // Series of plots.
    ("c1", ["#0b62a8", "#6db3f2", "#0b62a8"]),
    ("c2", ["#c44a05", "#ff9255", "#c44a05"]),
    ("c3", ["#00795a", "#3cc99a", "#00795a"]),
    ("c4", ["#a8418a", "#e58cc6", "#a8418a"]),
    ("c5", ["#86670a", "#e0b93c", "#86670a"]),
    ("c6", ["#2b8fc2", "#9adfff", "#2b8fc2"]),
    ("c7", ["#5b5f66", "#b4bac3", "#5b5f66"]),
    ("c8", ["#7a1f2b", "#f08a95", "#7a1f2b"]),
    // Nodes of search trees.
    ("edge", ["#6a717b", "#9ba2ac", "#6a717b"]),
    ("max", ["#dcebfb", "#1d3450", "#dcebfb"]),
    ("min", ["#fde8cf", "#4b3413", "#fde8cf"]),
    ("mean", ["#e8e3f8", "#362f57", "#e8e3f8"]),
    ("leaf", ["#f2f3f5", "#2a2d33", "#f2f3f5"]),
    // Boards, and the tones of their pieces.
    ("floor", ["#f4f5f7", "#0d0f12", "#ffffff"]),
    ("hollow", ["#e9ecf0", "#0d0f12", "#ffffff"]),
    ("plate", ["#2f5fa8", "#28508f", "#2f5fa8"]),
    ("pale", ["#e7ecfa", "#23305c", "#e7ecfa"]),
    ("yellow", ["#e3a600", "#ffd23c", "#e3a600"]),
    ("red", ["#cc2f26", "#ff6a5c", "#cc2f26"]),
    ("blue", ["#2459c4", "#6c9bff", "#2459c4"]),
    ("cyan", ["#0089a8", "#4fd6ef", "#0089a8"]),
    ("pink", ["#cf4a90", "#ff9ecb", "#cf4a90"]),
    ("orange", ["#d96a00", "#ffa54a", "#d96a00"]),
    ("green", ["#3f9a4a", "#4fa75c", "#3f9a4a"]),
    ("white", ["#9aa1ab", "#d5d9de", "#9aa1ab"]),
    ("brown", ["#8a5a33", "#8d6240", "#8a5a33"]),
    ("grey", ["#a5acb5", "#5b626b", "#a5acb5"]),
];

/// Attributes by the name of a style. Values that name a colour get that of the theme; `#000` and `#fff` are the same in
/// all of them. A group whose style is a colour sets `color`, which
/// `currentColor` refers to inside it.
const STYLES: &[(&str, &str)] = &[
    // Text; what says no fill is in ink.
    ("title", "font-size=15 font-weight=600"),
    ("heading", "font-size=13 font-weight=600 text-anchor=middle"),
    ("summary", "font-size=12 fill=quiet"),
    ("note", "font-size=11.5 fill=quiet"),
    ("tick", "font-size=11 fill=quiet"),
    ("entry", "font-size=12"),
    ("value", "font-size=13 text-anchor=middle"),
    ("action", "font-size=11 text-anchor=middle"),
    ("window", "font-size=10 fill=quiet"),
    ("reason", "font-size=10 fill=cut"),
    ("hidden", "font-size=10 fill=quiet text-anchor=middle"),
    ("state-value", "font-size=12 text-anchor=middle"),
    ("column", "font-size=7.5 fill=quiet text-anchor=middle"),
    ("number", "font-size=6 font-weight=700 fill=#fff text-anchor=middle"),
    ("scared-number", "font-size=6 font-weight=700 text-anchor=middle"),
    ("token", "font-size=9 font-weight=700 fill=#fff text-anchor=middle"),
    ("mono", "font-size=15 font-family=monospace"),
    ("start", "text-anchor=start"),
    ("middle", "text-anchor=middle"),
    ("end", "text-anchor=end"),
    ("bold", "font-weight=700"),
    ("dim", "fill=quiet"),
    // The sheet, also behind a text that keeps lines away.
    ("sheet", "fill=paper"),
    // Plots.
    ("grid", "fill=none stroke=grid"),
    ("zero", "stroke=quiet"),
    ("line", "fill=none stroke=currentColor stroke-width=1.8 stroke-linejoin=round"),
    ("d2", "stroke-dasharray=7,3"),
    ("d3", "stroke-dasharray=2,2.5"),
    ("d4", "stroke-dasharray=9,3,2,3"),
    ("d5", "stroke-dasharray=12,4"),
    ("band", "fill=currentColor fill-opacity=0.16"),
    ("whisker", "fill=none stroke=currentColor stroke-width=1.4"),
    ("arrow", "stroke-linejoin=round stroke-linecap=round"),
    ("marker", "fill=currentColor stroke=paper"),
    ("open", "fill=none stroke=currentColor stroke-width=2"),
    ("hollow", "fill=paper stroke=currentColor stroke-width=1.8"),
    ("touch", "fill=#000 fill-opacity=0"),
    ("bar", "fill=currentColor fill-opacity=0.55"),
    ("histogram", "fill=currentColor fill-opacity=0.3 stroke=currentColor stroke-width=0.8"),
    ("dot", "fill=currentColor fill-opacity=0.55"),
    ("box", "stroke=ink stroke-width=3 stroke-opacity=0.55"),
    ("median", "stroke=ink stroke-width=2.4"),
    ("mean", "fill=paper stroke=ink stroke-width=1.4"),
    // Search trees.
    ("shape", "stroke=edge stroke-width=1.2 stroke-linejoin=round"),
    ("max-node", "fill=max"),
    ("min-node", "fill=min"),
    ("mean-node", "fill=mean"),
    ("leaf-node", "fill=leaf"),
    ("skipped-node", "fill=none stroke=faint stroke-dasharray=3,2"),
    ("chosen-node", "stroke=accent stroke-width=2.6"),
    ("edge", "fill=none stroke=edge stroke-width=1.2"),
    ("skipped-edge", "stroke=faint stroke-dasharray=4,3"),
    ("chosen-edge", "stroke=accent stroke-width=3.2 stroke-linecap=round stroke-linejoin=round"),
    ("crossed", "stroke=faint"),
    ("slash", "stroke=cut stroke-width=1.5"),
    // Boards.
    ("floor", "fill=floor"),
    ("well", "fill=hollow"),
    ("plate", "fill=plate fill-rule=evenodd"),
    ("shadow", "fill=none stroke=#000 stroke-opacity=0.28 stroke-width=1.4"),
    ("cells", "fill=none stroke=line"),
    ("tube", "fill=none stroke=currentColor stroke-width=9 stroke-linecap=round stroke-linejoin=round"),
    ("bore", "fill=floor stroke=floor stroke-width=6 stroke-linecap=round stroke-linejoin=round"),
    ("fill", "fill=currentColor"),
    ("swept", "fill=currentColor stroke=line stroke-width=0.6"),
    ("swept-white", "fill=#fff stroke=line stroke-width=0.6"),
    ("crumb", "fill=#fff fill-opacity=0.85"),
    ("eaten", "fill=currentColor fill-opacity=0.4"),
    ("rim", "fill=none stroke=#000 stroke-opacity=0.2"),
    ("ring", "fill=none stroke=currentColor stroke-width=5"),
    ("cross", "fill=none stroke=currentColor stroke-width=3.6 stroke-linecap=round"),
    ("win", "fill=#fff stroke=#000 stroke-width=1.6"),
    ("body", "fill=currentColor stroke=#000 stroke-opacity=0.45 stroke-width=0.7"),
    ("white-of-eye", "fill=#fff"),
    ("eye", "fill=#000"),
    ("pale", "fill=pale stroke=currentColor stroke-width=1.4 stroke-dasharray=2.4,1.2"),
    ("scared", "fill=ink"),
    ("tremble", "fill=none stroke=ink stroke-width=0.9"),
    ("vertex", "fill=paper stroke=quiet stroke-width=1.4"),
    ("link", "fill=none stroke=currentColor stroke-width=3.4"),
    ("dashed", "stroke-dasharray=9,5"),
    ("free", "fill=none stroke=line"),
    ("glow", "fill=none stroke=currentColor stroke-width=13 stroke-opacity=0.28 stroke-linecap=round"),
    ("branch", "fill=none stroke=quiet stroke-width=1.2"),
    ("state", "fill=floor stroke=quiet stroke-width=1.2"),
    ("taken", "stroke=accent stroke-width=2.6"),
    ("current", "stroke=accent stroke-width=4"),
];

/// A value of the table in a theme.
fn resolved(value: &'static str, theme: Theme) -> &'static str {
    COLOURS.iter().find(|(name, _)| *name == value).map_or(value, |(_, themed)| themed[theme as usize])
}

/// The attributes of styles, later ones on top of earlier ones. Names that are not in the table only say what an element is.
pub(crate) fn attributes(styles: &str, theme: Theme) -> Vec<(&'static str, &'static str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for style in styles.split_whitespace() {
        let row = STYLES.iter().find(|(name, _)| *name == style);
        let colour = COLOURS.iter().find(|(name, _)| row.is_none() && *name == style);
        found.extend(colour.map(|(_, themed)| ("color", themed[theme as usize])));
        let row = row.map_or("", |(_, row)| row);
        for (name, value) in row.split_whitespace().filter_map(|entry| entry.split_once('=')) {
            let value = resolved(value, theme);
            match found.iter_mut().find(|(known, _)| *known == name) {
                Some(entry) => entry.1 = value,
                None => found.push((name, value)),
            }
        }
    }
    found
}

/// What the outermost element says for all others.
pub(crate) fn root(theme: Theme) -> String {
    // Text begins on the left even on a page that is read from the right.
    format!(" direction=\"ltr\" fill=\"{}\" font-family=\"{}\"", resolved("ink", theme), escape(FONTS))
}

/// The styles of a page that shows pictures in its own elements: they fit its width, and its colour scheme chooses between
/// the colours of [`Theme::Light`], in which they are drawn, and those of [`Theme::Dark`].
pub fn page_styles() -> String {
    const OURS: &str = ":is(.plylab-plot, .plylab-tree, .plylab-scene)";
    let mut css = format!("{OURS} {{ max-width: 100%; height: auto; print-color-adjust: exact; }}\n");
    let rows = STYLES.iter().flat_map(|(_, row)| row.split_whitespace()).chain(["fill=ink"]);
    let groups = COLOURS.iter().map(|(name, _)| ("color", *name));
    let used: BTreeSet<(&str, &str)> = rows.filter_map(|entry| entry.split_once('=')).chain(groups).collect();
    for (name, value) in used {
        let Some((_, [light, dark, _])) = COLOURS.iter().find(|(colour, _)| *colour == value) else {
            continue;
        };
        let found = format!("[{name}=\"{light}\"]");
        let _ = writeln!(css, "{OURS}{found}, {OURS} {found} {{ {name}: light-dark({light}, {dark}); }}");
    }
    css
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plylab_core::scene::Tone;

    use super::*;

    #[test]
    fn later_styles_win_and_themes_differ() {
        let pairs = |styles, theme| attributes(styles, theme);
        assert_eq!(
            pairs("branch taken", Theme::Light)[1..],
            [("stroke", "#0b57a4"), ("stroke-width", "2.6")]
        );
        assert_eq!(pairs("branch taken", Theme::Dark)[1], ("stroke", "#86bdff"));
        assert_eq!(pairs("floor", Theme::Print), [("fill", "#ffffff")]);
        assert_eq!(pairs("stone nothing", Theme::Light), []);
    }

    #[test]
    fn every_name_occurs_once_and_every_value_is_known() {
        let names: HashSet<&str> = STYLES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), STYLES.len());
        let lights: HashSet<&str> = COLOURS.iter().map(|(_, themes)| themes[0]).collect();
        assert_eq!(lights.len(), COLOURS.len(), "a page finds colours by their light value");
        let colours: HashSet<&str> = COLOURS.iter().map(|(name, _)| *name).collect();
        for (style, row) in STYLES {
            for entry in row.split_whitespace() {
                let (name, value) = entry.split_once('=').unwrap();
                if ["fill", "stroke", "color"].contains(&name) {
                    let plain = ["none", "currentColor", "#000", "#fff"].contains(&value);
                    assert!(plain || colours.contains(value), "{style}: {entry}");
                }
            }
        }
    }

    #[test]
    fn every_tone_has_a_style() {
        use Tone::{Blue, Brown, Cyan, Green, Grey, Orange, Pink, Red, White, Yellow};
        for tone in [Blue, Brown, Cyan, Green, Grey, Orange, Pink, Red, White, Yellow] {
            assert_eq!(attributes(tone.name(), Theme::Light).len(), 1, "{tone:?}");
        }
    }
}
