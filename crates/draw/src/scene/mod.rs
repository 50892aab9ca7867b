//! Positions of games: a scene becomes a sheet, which is what never moves, and marks, which are what does.
//!
//! A board, a graph, a tree of moves and lines of text are drawn the same way for every game. [`film`](crate::film) makes
//! replays from the same drawings.

mod board;
mod graph;
mod pieces;
mod text;
mod tree;

use plylab_core::scene::{Backdrop, Ground, Picture, Scene, TextScene};
use plylab_core::{English, Field, Words};
use serde::Serialize;

use crate::measure::wrap;
use crate::paper::Paper;
use crate::style::Theme;

/// The size of the letters of a title, the distance of its lines, and the free space around it.
const TITLE_SIZE: f64 = 13.0;
const TITLE_LINE: f64 = 17.0;
const TITLE_MARGIN: f64 = 6.0;

/// A scene before its backdrop, with a title above it if one is given, as SVG.
pub fn scene_svg(backdrop: &Backdrop, scene: &Scene, title: Option<&str>, theme: Theme) -> String {
    let facts: Vec<String> =
        scene.facts.iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect();
    let mut drawing = Drawing::of(backdrop, scene, theme);
    if let Some(title) = title {
        drawing.entitle(title, theme);
    }
    let Drawing { sheet, marks } = drawing;
    let names: Vec<String> = marks.iter().map(|mark| mark.name(&English)).collect();
    let marks =
        marks.iter().zip(&names).map(|(mark, name)| (mark.look.as_str(), mark.x, mark.y, name.as_str()));
    let (size, title) = ((sheet.width, sheet.height), title.unwrap_or(&backdrop.title));
    sheet.with_marks(marks, theme).into_file("plylab-scene", size, title, &facts.join("; "))
}

/// Everything that is drawn of a scene.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// What never moves.
    pub sheet: Sheet,
    /// Later ones are on top of earlier ones.
    pub marks: Vec<DrawnMark>,
}

/// What does not move: its size, and what is drawn behind and before the marks.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Sheet {
    /// In units of the drawing.
    pub width: f64,
    /// In units of the drawing.
    pub height: f64,
    /// SVG behind the marks.
    pub back: String,
    /// SVG in front of the marks.
    pub front: String,
}

/// Something that may move, change or vanish from one scene to the next.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnMark {
    /// What stays the same when it moves. No two marks of a drawing share one.
    pub key: String,
    /// Its SVG, around its position.
    pub look: String,
    /// From the left edge.
    pub x: i32,
    /// From the upper edge.
    pub y: i32,
    /// What it is, in words.
    pub words: Option<Field>,
}

impl DrawnMark {
    /// What it is, in a language; may be empty.
    pub fn name(&self, language: &dyn Words) -> String {
        self.words.as_ref().map_or_else(String::new, |words| words.render(language))
    }
}

impl Drawing {
    /// The drawing of a scene before its backdrop.
    pub fn of(backdrop: &Backdrop, scene: &Scene, theme: Theme) -> Drawing {
        match (&backdrop.ground, &scene.picture) {
            (Ground::Board(grid), Picture::Board(board)) => board::draw(grid, board, theme),
            (Ground::Graph(network), Picture::Graph(graph)) => graph::draw(network, graph, theme),
            (Ground::Tree(nodes), Picture::Tree(tree)) => tree::draw(nodes, tree, theme),
            (_, Picture::Text(text)) => text::draw(text, theme),
            // A scene with a backdrop of another kind; tests make sure that games have none.
            (Ground::Board(_) | Ground::Graph(_) | Ground::Tree(_) | Ground::Text, _) => {
                text::draw(&TextScene::default(), theme)
            }
        }
    }

    /// Writes a title above everything, on as many lines as it takes.
    fn entitle(&mut self, title: &str, theme: Theme) {
        let lines = wrap(title, TITLE_SIZE, self.sheet.width - 2.0 * TITLE_MARGIN);
        let room = lines.len() as f64 * TITLE_LINE + TITLE_MARGIN;
        let moved = |part: &str, mut paper: Paper| {
            paper.open_at((0.0, room));
            paper.add(part);
            paper.close();
            paper.into_text()
        };
        let mut heading = Paper::new(theme);
        for (number, line) in lines.iter().enumerate() {
            heading.text("heading", (self.sheet.width / 2.0, (number + 1) as f64 * TITLE_LINE), line);
        }
        self.sheet.back = moved(&self.sheet.back, heading);
        self.sheet.front = moved(&self.sheet.front, Paper::new(theme));
        self.sheet.height += room;
        let room = room as i32;
        self.marks.iter_mut().for_each(|mark| mark.y += room);
    }
}

impl Sheet {
    /// The sheet with marks on it: look, position and name of each.
    pub(crate) fn with_marks<'a>(
        &self,
        marks: impl Iterator<Item = (&'a str, i32, i32, &'a str)>,
        theme: Theme,
    ) -> Paper {
        let mut paper = Paper::new(theme);
        let part = |paper: &mut Paper, name: &str, elements: &str| {
            paper.open(name);
            paper.add(elements);
            paper.close();
        };
        part(&mut paper, "back", &self.back);
        paper.open("marks");
        for (look, x, y, name) in marks {
            paper.open_with("", &[("transform", format!("translate({x} {y})"))], name);
            paper.add(look);
            paper.close();
        }
        paper.close();
        part(&mut paper, "front", &self.front);
        paper
    }
}
