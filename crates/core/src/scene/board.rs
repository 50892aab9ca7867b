//! Boards of square cells.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Tone;
use crate::{Field, Message, Name};

/// What a board of `width` by `height` square cells always looks like; cell (0, 0) is at the bottom left.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Grid {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Labels under the columns; empty if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub column_labels: Vec<String>,
    /// Labels beside the rows, from the bottom up; empty if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub row_labels: Vec<String>,
    /// The column and the row that the game's own notation calls 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub origin: (u16, u16),
    /// The walls; none if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub walls: Option<Walls>,
    /// Is there a hole for a stone in every cell?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holes: bool,
    /// What the signs of [`Board::cells`] stand for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legend: Vec<Sign>,
    /// What the number of a piece says of it, with the number as the field `n`, which is not filled in: `scared for {n} moves`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count_words: Option<Message>,
}

fn is_zero(origin: &(u16, u16)) -> bool {
    *origin == (0, 0)
}

/// Cells that no piece can enter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Walls {
    /// Their colour.
    pub tone: Tone,
    /// The rows of the board from the top, one character per cell: [`Walls::WALL`], [`Walls::BLOCK`] or a blank where
    /// there is none.
    pub rows: Vec<String>,
}

impl Walls {
    /// A wall that is joined to its neighbours by lines.
    pub const WALL: char = '#';
    /// A wall that is a square on its own.
    pub const BLOCK: char = 'X';
}

/// What a character of [`Board::cells`] stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sign {
    /// The character.
    pub sign: char,
    /// The form of what lies there.
    pub shape: Shape,
    /// Its colour.
    pub tone: Tone,
    /// Is it highlighted, like the stones of a winning row?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
}

impl Sign {
    /// A plain sign.
    pub fn new(sign: char, shape: Shape, tone: Tone) -> Sign {
        Sign { sign, shape, tone, marked: false }
    }
}

/// What stands on a [`Grid`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// What lies in the cells, a character of the [legend](Grid::legend) or a blank for each cell that is no wall, row by
    /// row from the top; empty if nothing lies anywhere.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cells: String,
    /// The pieces, on top of what lies there, later ones on top of earlier ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// Something that stands on a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// Its form.
    pub shape: Shape,
    /// Its colour.
    pub tone: Tone,
    /// Its column; a half where it is between two.
    pub x: f32,
    /// Its row; a half where it is between two.
    pub y: f32,
    /// The direction it faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
    /// Is it highlighted, like the stones of a winning row?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
    /// What distinguishes it from others of its form, in a character or two: `1`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// What it is, where that is more than its form: `ghost 1`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// A number that belongs to it, such as the moves for which it stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

impl Piece {
    /// A plain piece.
    pub fn new(shape: Shape, tone: Tone, x: impl Into<f32>, y: impl Into<f32>) -> Piece {
        let (x, y) = (x.into(), y.into());
        Piece {
            shape,
            tone,
            x,
            y,
            facing: None,
            marked: false,
            label: String::new(),
            name: String::new(),
            count: None,
        }
    }
}

/// The form of a piece. Sides differ by form as well as by colour.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A full stone.
    Disc,
    /// A stone with a hole.
    Ring,
    /// Two crossed lines.
    Cross,
    /// A small dot.
    Dot,
    /// A large dot.
    BigDot,
    /// What is left of a dot.
    Crumb,
    /// A shape of the game's own, by its name. An interface draws those it knows, and a token with the piece's label for
    /// others.
    #[serde(untagged)]
    Sprite(Cow<'static, str>),
}

impl Shape {
    /// A shape of that name.
    pub const fn sprite(name: &'static str) -> Shape {
        Shape::Sprite(Cow::Borrowed(name))
    }
}

/// The direction a piece faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "directions speak for themselves")]
pub enum Facing {
    North,
    South,
    East,
    West,
}

impl Grid {
    /// What a piece is and what its number says of it, in words; nothing if it has no name.
    pub fn words(&self, piece: &Piece) -> Option<Field> {
        let name = Field::from(Name::of(piece.name.as_str()));
        let counted = self.count_words.clone().zip(piece.count).map(|(words, n)| words.with("n", n));
        let words = [name].into_iter().chain(counted.map(Field::from));
        (!piece.name.is_empty()).then(|| Field::List(words.collect()))
    }

    /// A bare board.
    pub fn new(width: impl Into<u16>, height: impl Into<u16>) -> Grid {
        Grid { width: width.into(), height: height.into(), ..Grid::default() }
    }

    /// The walls with their forms: [`Walls::WALL`] or [`Walls::BLOCK`], row by row from the top.
    pub fn walls(&self) -> impl Iterator<Item = (u16, u16, char)> + '_ {
        let rows = self.walls.iter().flat_map(|walls| (0..self.height).rev().zip(&walls.rows));
        rows.flat_map(|(y, row)| (0..self.width).zip(row.chars()).map(move |(x, form)| (x, y, form)))
            .filter(|&(_, _, form)| form != ' ')
    }

    /// The cells that are no walls, row by row from the top: the cells of [`Board::cells`].
    pub fn free(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        (0..self.height).rev().enumerate().flat_map(|(index, y)| {
            let row = self.walls.as_ref().and_then(|walls| walls.rows.get(index));
            let mut forms = row.map_or("", String::as_str).chars();
            (0..self.width).filter(move |_| forms.next().unwrap_or(' ') == ' ').map(move |x| (x, y))
        })
    }

    /// Everything that stands on the board: what lies in its cells, and then the pieces.
    pub fn pieces<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Cow<'a, Piece>> + 'a {
        let lying = self.free().zip(board.cells.chars()).filter_map(|((x, y), char)| {
            let Sign { shape, tone, marked, .. } = self.legend.iter().find(|known| known.sign == char)?;
            Some(Cow::Owned(Piece { marked: *marked, ..Piece::new(shape.clone(), *tone, x, y) }))
        });
        lying.chain(board.pieces.iter().map(Cow::Borrowed))
    }

    pub(super) fn mismatch(&self, board: &Board) -> Option<String> {
        let labelled =
            |labels: &[String], count: u16| labels.is_empty() || labels.len() == usize::from(count);
        if !labelled(&self.column_labels, self.width) || !labelled(&self.row_labels, self.height) {
            return Some("not every column or row has its label".to_owned());
        }
        if let Some(walls) = &self.walls {
            let whole = walls.rows.iter().all(|row| row.chars().count() == usize::from(self.width));
            if !whole || walls.rows.len() != usize::from(self.height) {
                return Some(format!("the walls are not {} by {}", self.width, self.height));
            }
            let known = [Walls::WALL, Walls::BLOCK, ' '];
            if let Some(odd) =
                walls.rows.iter().flat_map(|row| row.chars()).find(|form| !known.contains(form))
            {
                return Some(format!("'{odd}' is not a wall sign"));
            }
        }
        let (lying, free) = (board.cells.chars().count(), self.free().count());
        if lying != 0 && lying != free {
            return Some(format!("{lying} cells are given, but {free} are not walls"));
        }
        let known = |char: &char| *char == ' ' || self.legend.iter().any(|sign| sign.sign == *char);
        if let Some(odd) = board.cells.chars().find(|char| !known(char)) {
            return Some(format!("'{odd}' is not in the legend"));
        }
        let inside = |at: f32, count: u16| at >= 0.0 && at <= f32::from(count) - 1.0;
        let stray = board
            .pieces
            .iter()
            .find(|piece| !inside(piece.x, self.width) || !inside(piece.y, self.height))?;
        Some(format!("a piece at {}, {} is off the board", stray.x, stray.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ```text
    /// ###
    /// #.
    /// ```
    fn corner() -> Grid {
        Grid {
            walls: Some(Walls { tone: Tone::Blue, rows: vec!["###".to_owned(), "#  ".to_owned()] }),
            legend: vec![Sign::new('.', Shape::Dot, Tone::White)],
            ..Grid::new(3u16, 2u16)
        }
    }

    #[test]
    fn cells_are_those_that_are_no_walls() {
        let grid = corner();
        assert_eq!(grid.free().collect::<Vec<_>>(), [(1, 0), (2, 0)]);
        assert_eq!(grid.walls().collect::<Vec<_>>(), [(0, 1, '#'), (1, 1, '#'), (2, 1, '#'), (0, 0, '#')]);
        let ghost = Piece::new(Shape::sprite("ghost"), Tone::Red, 1.5, 0.0);
        let board = Board { cells: " .".to_owned(), pieces: vec![ghost.clone()] };
        let pieces: Vec<Piece> = grid.pieces(&board).map(Cow::into_owned).collect();
        assert_eq!(pieces, [Piece::new(Shape::Dot, Tone::White, 2u16, 0u16), ghost]);
        assert_eq!(grid.mismatch(&board), None);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let board = |cells: &str, pieces| Board { cells: cells.to_owned(), pieces };
        let at = |x: f32| Piece::new(Shape::Cross, Tone::Red, x, 0.0);
        let named = |grid: &Grid, board: &Board| grid.mismatch(board).unwrap_or_default();
        assert_eq!(named(&corner(), &board(".", vec![])), "1 cells are given, but 2 are not walls");
        assert_eq!(named(&corner(), &board(".o", vec![])), "'o' is not in the legend");
        assert_eq!(named(&corner(), &board("", vec![at(2.5)])), "a piece at 2.5, 0 is off the board");
        let labelled = Grid { column_labels: vec!["a".to_owned()], ..corner() };
        assert_eq!(named(&labelled, &Board::default()), "not every column or row has its label");
        let walls = |row: &str| Some(Walls { tone: Tone::Blue, rows: vec![row.to_owned(); 2] });
        assert_eq!(
            named(&Grid { walls: walls("##"), ..corner() }, &Board::default()),
            "the walls are not 3 by 2"
        );
        assert_eq!(
            named(&Grid { walls: walls("#%#"), ..corner() }, &Board::default()),
            "'%' is not a wall sign"
        );
    }

    #[test]
    fn sprites_are_shapes_by_name() {
        let shapes = [Shape::BigDot, Shape::sprite("pacman")];
        let json = serde_json::to_string(&shapes).unwrap();
        assert_eq!(json, r#"["big-dot","pacman"]"#);
        assert_eq!(serde_json::from_str::<Vec<Shape>>(&json).unwrap(), shapes);
    }
}
