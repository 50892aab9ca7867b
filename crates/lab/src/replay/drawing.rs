//! A scene as a sheet and the marks on it.

use std::fmt::Write as _;

use plylab_core::scene::{Backdrop, Ground, Picture, Scene, Text};
use plylab_core::{English, Field, Words};
use plylab_search::svg::{Document, Paper, Styles, escape, number, wrap};

use super::film::Sheet;
use super::{board, graph, text, tree};

/// The size of the letters of a title, the distance of its lines, and the free space around it.
const TITLE_SIZE: f64 = 13.0;
const TITLE_LINE: f64 = 17.0;
const TITLE_MARGIN: f64 = 6.0;

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
    /// Its SVG, around its position.
    pub look: String,
    pub x: i32,
    pub y: i32,
    /// What it is, in words.
    pub words: Option<Field>,
}

impl Mark {
    /// What it is, in a language; may be empty.
    pub fn said(&self, language: &dyn Words) -> String {
        self.words.as_ref().map_or_else(String::new, |words| words.render(language))
    }
}

impl Drawing {
    pub fn of(backdrop: &Backdrop, scene: &Scene) -> Drawing {
        match (&backdrop.ground, &scene.picture) {
            (Ground::Board(grid), Picture::Board(board)) => board::draw(grid, board),
            (Ground::Graph(network), Picture::Graph(graph)) => graph::draw(network, graph),
            (Ground::Tree(nodes), Picture::Tree(tree)) => tree::draw(nodes, tree),
            (_, Picture::Text(text)) => text::draw(text),
            // A scene with a backdrop of another kind; tests make sure that games have none.
            (Ground::Board(_) | Ground::Graph(_) | Ground::Tree(_) | Ground::Text, _) => {
                text::draw(&Text::default())
            }
        }
    }

    /// Writes a title above everything, on as many lines as it takes.
    pub fn entitle(&mut self, title: &str) {
        let lines = wrap(title, TITLE_SIZE, self.sheet.width - 2.0 * TITLE_MARGIN);
        let room = lines.len() as f64 * TITLE_LINE + TITLE_MARGIN;
        let mut paper = Paper::default();
        for (number, line) in lines.iter().enumerate() {
            paper.text("heading", (self.sheet.width / 2.0, (number + 1) as f64 * TITLE_LINE), line);
        }
        let moved = |part: &str| format!("<g transform=\"translate(0 {})\">{part}</g>", number(room));
        self.sheet.back = paper.into_text() + &moved(&self.sheet.back);
        self.sheet.front = moved(&self.sheet.front);
        self.sheet.height += room;
        let room = room as i32;
        self.marks.iter_mut().for_each(|mark| mark.y += room);
    }

    /// The drawing as SVG, with styles if it must stand alone.
    pub fn svg(&self, title: &str, words: &str, styles: Option<&str>) -> String {
        let names: Vec<String> = self.marks.iter().map(|mark| mark.said(&English)).collect();
        let marks = self.marks.iter().zip(&names);
        let marks = marks.map(|(mark, name)| (mark.look.as_str(), mark.x, mark.y, name.as_str()));
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
    let &Sheet { width, height, ref back, ref front } = sheet;
    let mut body = format!("<g class=\"back\">{back}</g>\n<g class=\"marks\">\n");
    for (look, x, y, name) in marks {
        // The style is for the script of a page, which moves marks; some programs cannot read it.
        let style = if styles.is_none() {
            format!(" style=\"transform:translate({x}px,{y}px)\"")
        } else {
            String::new()
        };
        let _ = write!(body, "<g{style} transform=\"translate({x} {y})\">");
        if !name.is_empty() {
            let _ = write!(body, "<title>{}</title>", escape(name));
        }
        let _ = writeln!(body, "{look}</g>");
    }
    let _ = writeln!(body, "</g>\n<g class=\"front\">{front}</g>");
    // A page adds its own text to the picture; a standalone picture needs a title and description.
    match styles {
        Some(styles) => Document { class: "plylab-scene", width, height }.standalone(
            title,
            words,
            &Styles::new(styles),
            &body,
        ),
        None => {
            let class = if width > 900.0 { "plylab-scene wide" } else { "plylab-scene" };
            Document { class, width, height }.in_page(&format!("{title}. {words}"), &body)
        }
    }
}
