//! The one drawing of each piece, around the middle of a cell of [`CELL`] by [`CELL`].

use plylab_core::scene::{Facing, Piece, Shape, Tone};

use crate::paper::Paper;
use crate::style::Theme;

/// The side of a cell.
pub(super) const CELL: i32 = 20;

const MIDDLE: (f64, f64) = (0.0, 0.0);

/// The look of a piece. `tiled` boards fill their cells with colour.
pub(super) fn look(piece: &Piece, tiled: bool, theme: Theme) -> String {
    let mut paper = Paper::new(theme);
    // A page lets stones fall.
    let kind = match &piece.shape {
        Shape::Disc | Shape::Ring | Shape::Cross => "stone ",
        _ => "",
    };
    let turn = match (&piece.shape, piece.facing) {
        (Shape::Sprite(name), Some(facing)) if name == "pacman" => turn(facing),
        _ => None,
    };
    let turn: Vec<(&str, String)> = turn.map(|turn| ("transform", turn.to_owned())).into_iter().collect();
    paper.open_with(&format!("{kind}{}", piece.tone.name()), &turn, "");
    match &piece.shape {
        Shape::Disc => {
            paper.circle("fill", MIDDLE, 9.0);
            paper.circle("rim", MIDDLE, 6.2);
        }
        Shape::Ring => paper.circle("ring", MIDDLE, 6.4),
        Shape::Cross => paper.path("cross", "M-5.4 -5.4L5.4 5.4M-5.4 5.4L5.4 -5.4"),
        Shape::Dot if tiled => {
            tile(&mut paper, "fill");
            paper.circle("crumb", MIDDLE, 2.0);
        }
        Shape::Crumb if tiled => {
            tile(&mut paper, if piece.tone == Tone::White { "swept-white" } else { "swept" });
        }
        Shape::Dot => paper.circle("fill", MIDDLE, 2.0),
        Shape::Crumb => paper.circle("eaten", MIDDLE, 1.2),
        Shape::BigDot => paper.circle("fill", MIDDLE, 5.0),
        Shape::Sprite(name) => match name.as_ref() {
            "pacman" => pacman(&mut paper),
            "ghost" => ghost(&mut paper, piece),
            "scared-ghost" => scared(&mut paper, piece),
            _ => token(&mut paper, name, piece),
        },
    }
    if piece.marked && !kind.is_empty() {
        paper.circle("win", MIDDLE, 3.2);
    }
    paper.close();
    paper.into_text()
}

fn tile(paper: &mut Paper, style: &str) {
    paper.rounded(style, (-9.0, -9.0), 18.0, 18.0, 2.0);
}

/// A figure that has no drawing of its own: its label, or the first letter of its name.
fn token(paper: &mut Paper, name: &str, piece: &Piece) {
    let letter = || name.chars().take(1).collect::<String>().to_uppercase();
    let label = if piece.label.is_empty() { letter() } else { piece.label.clone() };
    paper.circle("body", MIDDLE, 8.4);
    paper.text("token", (0.0, 3.2), &label);
}

/// Turned so that the eye is never below the mouth.
fn turn(facing: Facing) -> Option<&'static str> {
    match facing {
        Facing::East => None,
        Facing::West => Some("scale(-1 1)"),
        Facing::North => Some("matrix(0 -1 -1 0 0 0)"),
        Facing::South => Some("matrix(0 1 -1 0 0 0)"),
    }
}

/// A disc with its mouth open to where it goes.
fn pacman(paper: &mut Paper) {
    paper.path("body", "M-1 0L6.9 -5A8.6 8.6 0 1 0 6.9 5Z");
    paper.circle("eye", (0.8, -4.9), 1.2);
}

/// A hood over a hem of three waves.
const BODY: &str = "M-7.6 7.8V-0.6C-7.6 -5.4 -4.4 -8.4 0 -8.4S7.6 -5.4 7.6 -0.6V7.8Q6.3 5.2 5.1 5.2T2.5 7.4Q1.3 5.2 0 5.2\
                    T-2.5 7.4Q-3.8 5.2 -5.1 5.2T-7.6 7.8Z";

/// A ghost whose eyes look where it goes.
fn ghost(paper: &mut Paper, piece: &Piece) {
    let (x, y) = match piece.facing {
        None => (0.0, 0.0),
        Some(Facing::North) => (0.0, -1.3),
        Some(Facing::South) => (0.0, 1.3),
        Some(Facing::East) => (1.0, 0.0),
        Some(Facing::West) => (-1.0, 0.0),
    };
    paper.path("body", BODY);
    for side in [-3.0, 3.0] {
        paper.ellipse("white-of-eye", (side + x * 0.5, -2.4), 2.2, 2.7);
        paper.circle("eye", (side + x, -2.4 + y), 1.3);
    }
    paper.text("number", (0.0, 5.4), &piece.label);
}

/// A pale ghost with small eyes and a mouth that trembles, in an outline of its own colour.
fn scared(paper: &mut Paper, piece: &Piece) {
    paper.path("pale", BODY);
    for side in [-2.8, 2.8] {
        paper.circle("scared", (side, -3.0), 1.3);
    }
    paper.path("tremble", "M-4.6 1.2l1.8 -1.4l1.8 1.4l1.8 -1.4l1.8 1.4l1.8 -1.4");
    paper.text("scared-number", (0.0, 5.4), &piece.label);
}
