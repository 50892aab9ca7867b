//! Boards: a maze, a floor of tiles, or a plate with holes that stones fall behind.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use plylab_core::scene::{Board, Piece, Shape, Tone};

use super::drawing::{Drawing, Mark, tone};
use super::film::Sheet;
use super::pieces::{CELL, look};
use crate::plot::paper::escape;

const MARGIN: i32 = 4;
const LABELS: i32 = 10;

pub(super) fn draw(board: &Board) -> Drawing {
    let has = |shapes: &[Shape]| board.pieces.iter().any(|piece| shapes.contains(&piece.shape));
    let tiled = has(&[Shape::Block]);
    let plate = has(&[Shape::Hole, Shape::Disc, Shape::Ring]);
    let (width, height) = (i32::from(board.width) * CELL, i32::from(board.height) * CELL);
    let at = |piece: &Piece| {
        let along = |cells: f32| (cells * CELL as f32).round() as i32;
        (
            MARGIN + CELL / 2 + along(piece.x),
            MARGIN + CELL / 2 + along(f32::from(board.height) - 1.0 - piece.y),
        )
    };
    let mut back = format!(
        "<rect class=\"{}\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>",
        if plate { "hollow" } else { "floor" }
    );
    back.push_str(&blocks(board, at));
    back.push_str(&walls(board, at));
    let mut front = if plate { front(board, width, height, at) } else { String::new() };
    for (column, label) in board.column_labels.iter().enumerate() {
        let (x, y) = (MARGIN + CELL / 2 + column as i32 * CELL, height + 2 * MARGIN + 6);
        let _ = write!(front, "<text class=\"column\" x=\"{x}\" y=\"{y}\">{}</text>", escape(label));
    }
    let labels = if board.column_labels.is_empty() { 0 } else { LABELS };
    let sheet = Sheet {
        width: f64::from(width + 2 * MARGIN),
        height: f64::from(height + 2 * MARGIN + labels),
        back,
        front,
    };
    let mut seen: HashMap<String, usize> = HashMap::new();
    let marks = board.pieces.iter().filter_map(|piece| {
        let look = look(piece, tiled)?;
        let (x, y) = at(piece);
        let mut key = key(piece, x, y);
        let before = seen.entry(key.clone()).or_default();
        *before += 1;
        if *before > 1 {
            let _ = write!(key, " again {before}");
        }
        Some(Mark { key, look, x, y, name: piece.name.clone() })
    });
    Drawing { sheet, marks: marks.collect() }
}

/// Those who move are known by their name, everything else by its place.
fn key(piece: &Piece, x: i32, y: i32) -> String {
    match piece.shape {
        Shape::Pacman => "pacman".to_owned(),
        Shape::Ghost | Shape::ScaredGhost => format!("ghost {}", piece.label),
        Shape::Disc | Shape::Ring => format!("stone {x} {y}"),
        // What was eaten leaves its crumb in the same place.
        Shape::Pellet | Shape::Crumb => format!("food {x} {y}"),
        Shape::Capsule => format!("capsule {x} {y}"),
        Shape::Wall | Shape::Block | Shape::Hole => format!("cell {x} {y}"),
    }
}

/// The tones that pieces of a shape have, in the order of the pieces.
fn tones(board: &Board, shape: Shape) -> Vec<Tone> {
    let mut tones = Vec::new();
    for piece in board.pieces.iter().filter(|piece| piece.shape == shape) {
        if !tones.contains(&piece.tone) {
            tones.push(piece.tone);
        }
    }
    tones
}

fn blocks(board: &Board, at: impl Fn(&Piece) -> (i32, i32)) -> String {
    let mut out = String::new();
    for colour in tones(board, Shape::Block) {
        let mut path = String::new();
        for piece in board.pieces.iter().filter(|piece| piece.shape == Shape::Block && piece.tone == colour) {
            let (x, y) = at(piece);
            let _ = write!(path, "M{} {}h18v18h-18z", x - 9, y - 9);
        }
        let _ = write!(out, "<path class=\"block {}\" d=\"{path}\"/>", tone(colour));
    }
    out
}

/// Walls as tubes along the cells they stand on, joined where cells touch, and filled where they are thick.
fn walls(board: &Board, at: impl Fn(&Piece) -> (i32, i32)) -> String {
    let mut out = String::new();
    for colour in tones(board, Shape::Wall) {
        let is_wall = |piece: &&Piece| piece.shape == Shape::Wall && piece.tone == colour;
        let cells: Vec<(i32, i32)> = board.pieces.iter().filter(is_wall).map(&at).collect();
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
        let colour = tone(colour);
        let _ =
            write!(out, "<path class=\"tube {colour}\" d=\"{lines}\"/><path class=\"bore\" d=\"{lines}\"/>");
        if !fill.is_empty() {
            let _ = write!(out, "<path class=\"bore\" d=\"{fill}\"/>");
        }
    }
    out
}

/// The plate in front of the stones, with a hole for each, and a shadow within each hole.
fn front(board: &Board, width: i32, height: i32, at: impl Fn(&Piece) -> (i32, i32)) -> String {
    let mut path = format!("M{MARGIN} {MARGIN}h{width}v{height}h-{width}z");
    let mut shadows = String::new();
    let round = [Shape::Hole, Shape::Disc, Shape::Ring];
    for piece in board.pieces.iter().filter(|piece| round.contains(&piece.shape)) {
        let (x, y) = at(piece);
        let _ = write!(path, "M{} {y}a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z", x - 8);
        let _ = write!(shadows, "M{} {}a8 8 0 0 1 15.2 0", f64::from(x) - 7.6, f64::from(y) - 2.4);
    }
    format!(
        "<path class=\"plate\" fill-rule=\"evenodd\" d=\"{path}\"/><path class=\"shadow\" d=\"{shadows}\"/>"
    )
}
