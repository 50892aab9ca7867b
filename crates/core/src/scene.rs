//! A picture of a state as plain data: what a terminal or a page draws without knowing any rules.
//!
//! A scene says *what* stands where and in which of a few named tones; how that looks is the
//! interface's business. Coordinates grow to the right and upwards.

use serde::{Deserialize, Serialize};

use crate::game::Game;

/// A game whose states can be shown.
pub trait View: Game {
    /// The facts of a state, as a program would want them: serialised as a JSON object.
    type Report: Serialize;

    /// The picture of `state`.
    fn scene(&self, state: &Self::State) -> Scene;

    /// The facts of `state`.
    fn report(&self, state: &Self::State) -> Self::Report;
}

/// A picture with its caption.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// What it shows: `Connect Four`.
    pub title: String,
    /// Lines of caption, in order.
    pub facts: Vec<Fact>,
    /// The picture.
    pub picture: Picture,
}

/// One line of a caption: `score` `12`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fact {
    /// What is said something of.
    pub label: String,
    /// What is said.
    pub value: String,
}

impl Fact {
    /// A fact.
    pub fn new(label: impl Into<String>, value: impl ToString) -> Fact {
        Fact { label: label.into(), value: value.to_string() }
    }
}

/// The three kinds of picture there are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Picture {
    /// Pieces on a board of square cells.
    Board(Board),
    /// Points and the edges between them.
    Graph(Graph),
    /// A tree of moves.
    Tree(Tree),
}

/// A colour by its meaning to the eye; an interface chooses the shade.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "colours speak for themselves")]
pub enum Tone {
    Yellow,
    Red,
    Blue,
    Cyan,
    Pink,
    Orange,
    Green,
    White,
    Brown,
    Grey,
}

/// Pieces on a board of `width` by `height` square cells; cell (0, 0) is at the bottom left.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Labels under the columns; empty if there are none.
    pub column_labels: Vec<String>,
    /// The pieces, later ones on top of earlier ones.
    pub pieces: Vec<Piece>,
}

/// Something that stands on a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Its form.
    pub shape: Shape,
    /// Its colour.
    pub tone: Tone,
    /// Its column; a half where it is between two.
    pub x: f32,
    /// Its row; a half where it is between two.
    pub y: f32,
    /// Where it looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// Does it deserve the eye, like the stones of a winning row?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
    /// What tells it from others of its form, in a character or two: `1`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// What it is, in words, where that is more than its form: `ghost 1, scared for 12 moves`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

impl Piece {
    /// A plain piece.
    pub fn new(shape: Shape, tone: Tone, x: impl Into<f32>, y: impl Into<f32>) -> Piece {
        let (x, y) = (x.into(), y.into());
        Piece { shape, tone, x, y, facing: None, marked: false, label: String::new(), name: String::new() }
    }
}

/// The form of a piece. Sides differ by form as well as by colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A cell nobody enters, joined to its neighbours by lines.
    Wall,
    /// A cell nobody enters, a square on its own.
    Block,
    /// An empty place for a stone.
    Hole,
    /// A stone of the first player.
    Disc,
    /// A stone of the second player.
    Ring,
    /// Food.
    Pellet,
    /// Food that turns the tables.
    Capsule,
    /// Where food was.
    Crumb,
    /// The one who eats.
    Pacman,
    /// The ones who hunt.
    Ghost,
    /// The ones who flee.
    ScaredGhost,
}

/// Where a piece looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "directions speak for themselves")]
pub enum Facing {
    North,
    South,
    East,
    West,
}

/// Points and the edges between them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Graph {
    /// The points.
    pub points: Vec<Point>,
    /// The edges, uncoloured ones too.
    pub edges: Vec<Edge>,
}

/// A labelled point; coordinates from -1 to 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Its name.
    pub label: String,
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

/// An edge between two points of the list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Edge {
    /// One end.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// How it is drawn.
    pub line: Line,
    /// Its colour.
    pub tone: Tone,
    /// Does it deserve the eye, like the edges of a losing triangle?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
}

/// How an edge is drawn. Sides differ by line as well as by colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Line {
    /// An edge of the first player.
    Solid,
    /// An edge of the second player.
    Dashed,
    /// An edge nobody has taken.
    Faint,
}

/// A tree of moves. A node comes after its parent; siblings are in the order of moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tree {
    /// The nodes; the first is the root.
    pub nodes: Vec<TreeNode>,
}

/// A node of a [`Tree`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TreeNode {
    /// Its parent's place in the list; none for the root.
    pub parent: Option<usize>,
    /// The move that leads to it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub action: String,
    /// How likely that move is, below dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Who moves there; none at a leaf.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<String>,
    /// What it is worth to agent 0, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Is the game there now?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub current: bool,
}
