//! Boards: a maze, a floor of tiles, or a plate with holes that stones fall behind.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use plylab_core::scene::{Board, Grid, Piece, Shape, Walls};

use super::pieces::{CELL, look};
use super::{Drawing, DrawnMark, Sheet};
use crate::paper::Paper;
use crate::style::Theme;

const MARGIN: i32 = 4;
const LABELS: i32 = 10;

/// Coordinates on the sheet.
#[derive(Clone, Copy)]
struct SheetCoordinates {
    left: i32,
    width: i32,
    height: i32,
}

impl SheetCoordinates {
    /// The middle of a cell of the board.
    fn at(self, x: impl Into<f32>, y: impl Into<f32>) -> (i32, i32) {
        let along = |cells: f32| (cells * CELL as f32).round() as i32;
        let (x, y) = (along(x.into()), self.height - CELL - along(y.into()));
        (self.left + CELL / 2 + x, MARGIN + CELL / 2 + y)
    }
}

pub(super) fn draw(grid: &Grid, board: &Board, theme: Theme) -> Drawing {
    let tiled = grid.walls().any(|(_, _, form)| form == Walls::BLOCK);
    let frame = SheetCoordinates {
        left: if grid.row_labels.is_empty() { MARGIN } else { MARGIN + LABELS },
        width: i32::from(grid.width) * CELL,
        height: i32::from(grid.height) * CELL,
    };
    let mut seen: HashMap<String, usize> = HashMap::new();
    let marks = grid.pieces(board).map(|piece| {
        let (x, y) = frame.at(piece.x, piece.y);
        let mut key = key(&piece, x, y);
        let before = seen.entry(key.clone()).or_default();
        *before += 1;
        if *before > 1 {
            let _ = write!(key, " again {before}");
        }
        DrawnMark { key, look: look(&piece, tiled, theme), x, y, words: grid.words(&piece) }
    });
    Drawing { marks: marks.collect(), sheet: sheet(grid, frame, theme) }
}

fn sheet(grid: &Grid, frame: SheetCoordinates, theme: Theme) -> Sheet {
    let SheetCoordinates { left, width, height } = frame;
    let (mut back, mut front) = (Paper::new(theme), Paper::new(theme));
    let corner = (f64::from(left), f64::from(MARGIN));
    let style = if grid.holes { "well" } else { "floor" };
    back.rounded(style, corner, f64::from(width), f64::from(height), 4.0);
    if grid.walls.is_none() && !grid.holes {
        back.path("cells", &cells(frame));
    }
    if let Some(walls) = &grid.walls {
        back.open(walls.tone.name());
        draw_walls(&mut back, grid, frame);
        back.close();
    }
    if grid.holes {
        plate(&mut front, grid, frame);
    }
    let mut label = |x: i32, y: i32, text: &str| front.text("column", (f64::from(x), f64::from(y)), text);
    for (column, text) in (0..grid.width).zip(&grid.column_labels) {
        label(frame.at(column, 0u16).0, height + 2 * MARGIN + 6, text);
    }
    for (row, text) in (0..grid.height).zip(&grid.row_labels) {
        label(LABELS / 2, frame.at(0u16, row).1 + 3, text);
    }
    let labels = if grid.column_labels.is_empty() { 0 } else { LABELS };
    Sheet {
        width: f64::from(left + width + MARGIN),
        height: f64::from(height + 2 * MARGIN + labels),
        back: back.into_text(),
        front: front.into_text(),
    }
}

/// Movers are identified by their label or name, everything else by its cell.
fn key(piece: &Piece, x: i32, y: i32) -> String {
    match &piece.shape {
        Shape::Sprite(name) if piece.label.is_empty() => format!("figure {name}"),
        Shape::Sprite(_) => format!("figure {}", piece.label),
        Shape::Disc | Shape::Ring | Shape::Cross => format!("stone {x} {y}"),
        // What was eaten leaves its crumb in the same cell.
        Shape::Dot | Shape::Crumb => format!("dot {x} {y}"),
        Shape::BigDot => format!("big dot {x} {y}"),
    }
}

/// The lines between the cells of a bare board.
fn cells(SheetCoordinates { left, width, height }: SheetCoordinates) -> String {
    let mut path = String::new();
    for x in (CELL..width).step_by(CELL as usize) {
        let _ = write!(path, "M{} {MARGIN}v{height}", left + x);
    }
    for y in (CELL..height).step_by(CELL as usize) {
        let _ = write!(path, "M{left} {}h{width}", MARGIN + y);
    }
    path
}

/// Blocks fill their cells. Other walls are tubes along the cells they stand on, joined where cells touch, and filled
/// where they are thick.
fn draw_walls(paper: &mut Paper, grid: &Grid, frame: SheetCoordinates) {
    let of_form = |form| grid.walls().filter(move |wall| wall.2 == form).map(move |(x, y, _)| frame.at(x, y));
    let mut blocks = String::new();
    for (x, y) in of_form(Walls::BLOCK) {
        let _ = write!(blocks, "M{} {}h18v18h-18z", x - 9, y - 9);
    }
    paper.path("fill", &blocks);
    let cells: Vec<(i32, i32)> = of_form(Walls::WALL).collect();
    let there: HashSet<(i32, i32)> = cells.iter().copied().collect();
    let (mut lines, mut fill) = (String::new(), String::new());
    for &(x, y) in &cells {
        let east = there.contains(&(x + CELL, y));
        let south = there.contains(&(x, y + CELL));
        let alone = ![(x - CELL, y), (x, y - CELL)].iter().any(|cell| there.contains(cell));
        if east {
            let _ = write!(lines, "M{x} {y}h{CELL}");
        }
        if south {
            let _ = write!(lines, "M{x} {y}v{CELL}");
        }
        if alone && !east && !south {
            let _ = write!(lines, "M{x} {y}h0");
        }
        if east && south && there.contains(&(x + CELL, y + CELL)) {
            let _ = write!(fill, "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
        }
    }
    paper.path("tube", &lines);
    paper.path("bore", &lines);
    paper.path("bore", &fill);
}

/// The plate in front of the stones, with a hole for each, and a shadow within each hole.
fn plate(paper: &mut Paper, grid: &Grid, frame: SheetCoordinates) {
    let SheetCoordinates { left, width, height } = frame;
    let mut path = format!("M{left} {MARGIN}h{width}v{height}h-{width}z");
    let mut shadows = String::new();
    for (x, y) in grid.free() {
        let (x, y) = frame.at(x, y);
        let _ = write!(path, "M{} {y}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z", x - 8);
        let _ = write!(shadows, "M{} {}a8 8 0 0 1 15.2 0", f64::from(x) - 7.6, f64::from(y) - 2.4);
    }
    paper.path("plate", &path);
    paper.path("shadow", &shadows);
}
