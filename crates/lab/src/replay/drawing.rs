//! A scene as a sheet and the marks on it.

use std::fmt::Write as _;

use plylab_core::scene::{Picture, Scene, Tone};

use super::film::Sheet;
use super::{board, graph, tree};
use crate::plot::paper::{escape, number};

/// Everything that is drawn of a scene.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Drawing {
    pub sheet: Sheet,
    /// Later ones are on top of earlier ones.
    pub marks: Vec<Mark>,
}

/// Something that may move, change or vanish from one scene to the next.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Mark {
    /// What stays the same when it moves. No two marks of a drawing share one.
    pub key: String,
    /// Its SVG, around the place where it stands.
    pub look: String,
    pub x: i32,
    pub y: i32,
    /// What it is, in words; may be empty.
    pub name: String,
}

impl Drawing {
    pub fn of(scene: &Scene) -> Drawing {
        match &scene.picture {
            Picture::Board(board) => board::draw(board),
            Picture::Graph(graph) => graph::draw(graph),
            Picture::Tree(tree) => tree::draw(tree),
        }
    }

    /// The drawing as SVG, with styles if it must stand alone.
    pub fn svg(&self, title: &str, words: &str, styles: Option<&str>) -> String {
        let marks = self.marks.iter().map(|mark| (mark.look.as_str(), mark.x, mark.y, mark.name.as_str()));
        svg(&self.sheet, marks, title, words, styles)
    }
}

/// A sheet with marks on it as SVG.
pub(super) fn svg<'a>(
    sheet: &Sheet,
    marks: impl Iterator<Item = (&'a str, i32, i32, &'a str)>,
    title: &str,
    words: &str,
    styles: Option<&str>,
) -> String {
    let Sheet { width, height, back, front } = sheet;
    let wide = if *width > 900.0 { " wide" } else { "" };
    let (width, height) = (number(*width), number(*height));
    let mut out = String::new();
    // A page that holds the picture has its own words beside it; alone it must bring them along.
    let _ = match styles {
        Some(styles) => writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plylab-scene\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<desc>{}</desc>\n\
             <style>\n{styles}</style>",
            escape(title),
            escape(words)
        ),
        None => writeln!(
            out,
            "<svg class=\"plylab-scene{wide}\" role=\"img\" aria-label=\"{}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">",
            escape(&format!("{title}. {words}"))
        ),
    };
    let _ = writeln!(out, "<g class=\"back\">{back}</g>\n<g class=\"marks\">");
    for (look, x, y, name) in marks {
        let _ =
            write!(out, "<g style=\"transform:translate({x}px,{y}px)\" transform=\"translate({x} {y})\">");
        if !name.is_empty() {
            let _ = write!(out, "<title>{}</title>", escape(name));
        }
        let _ = writeln!(out, "{look}</g>");
    }
    let _ = writeln!(out, "</g>\n<g class=\"front\">{front}</g>\n</svg>");
    out
}

/// The class that sets a colour.
pub(super) fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Yellow => "yellow",
        Tone::Red => "red",
        Tone::Blue => "blue",
        Tone::Cyan => "cyan",
        Tone::Pink => "pink",
        Tone::Orange => "orange",
        Tone::Green => "green",
        Tone::White => "white",
        Tone::Brown => "brown",
        Tone::Grey => "grey",
    }
}
