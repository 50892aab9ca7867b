//! The one drawing of each piece, around the middle of a cell of [`CELL`] by [`CELL`].

use plylab_core::scene::{Facing, Piece, Shape};
use plylab_search::svg::escape;

/// The side of a cell.
pub(super) const CELL: i32 = 20;

/// The look of a piece. `tiled` boards fill their cells with colour.
pub(super) fn look(piece: &Piece, tiled: bool) -> String {
    let colour = piece.tone.name();
    let marked = if piece.marked { "<circle class=\"win\" r=\"3.2\"/>" } else { "" };
    match &piece.shape {
        Shape::Disc => format!(
            "<g class=\"stone {colour}\"><circle class=\"fill\" r=\"9\"/><circle class=\"rim\" r=\"6.2\"/>{marked}</g>"
        ),
        Shape::Ring => format!("<g class=\"stone {colour}\"><circle class=\"ring\" r=\"6.4\"/>{marked}</g>"),
        Shape::Cross => format!(
            "<g class=\"stone {colour}\"><path class=\"cross\" d=\"M-5.4 -5.4L5.4 5.4M-5.4 5.4L5.4 -5.4\"/>{marked}</g>"
        ),
        Shape::Dot if tiled => format!(
            "<g class=\"{colour}\"><rect class=\"fill\" x=\"-9\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>\
             <circle class=\"crumb\" r=\"2\"/></g>"
        ),
        Shape::Crumb if tiled => {
            format!("<rect class=\"swept {colour}\" x=\"-9\" y=\"-9\" width=\"18\" height=\"18\" rx=\"2\"/>")
        }
        Shape::Dot => format!("<circle class=\"fill {colour}\" r=\"2\"/>"),
        Shape::Crumb => format!("<circle class=\"faint {colour}\" r=\"1.2\"/>"),
        Shape::BigDot => format!("<circle class=\"fill {colour}\" r=\"5\"/>"),
        Shape::Sprite(name) => match name.as_ref() {
            "pacman" => pacman(colour, piece.facing),
            "ghost" => ghost(colour, piece),
            "scared-ghost" => scared(colour, piece),
            _ => token(name, colour, piece),
        },
    }
}

/// A figure that has no drawing of its own: its label, or the first letter of its name.
fn token(name: &str, colour: &str, piece: &Piece) -> String {
    let letter = || name.chars().take(1).collect::<String>().to_uppercase();
    let label = if piece.label.is_empty() { letter() } else { piece.label.clone() };
    format!(
        "<g class=\"figure {colour}\"><circle class=\"fill\" r=\"8.4\"/><text class=\"token\" y=\"3.2\">{}</text></g>",
        escape(&label)
    )
}

/// A disc with its mouth open to where it goes; turned so that the eye is never below the mouth.
fn pacman(colour: &str, facing: Option<Facing>) -> String {
    let turn = match facing {
        None | Some(Facing::East) => "",
        Some(Facing::West) => " transform=\"scale(-1 1)\"",
        Some(Facing::North) => " transform=\"matrix(0 -1 -1 0 0 0)\"",
        Some(Facing::South) => " transform=\"matrix(0 1 -1 0 0 0)\"",
    };
    format!(
        "<g class=\"figure {colour}\"{turn}><path class=\"fill\" d=\"M-1 0L6.9 -5A8.6 8.6 0 1 0 6.9 5Z\"/>\
         <circle class=\"eye\" cx=\"0.8\" cy=\"-4.9\" r=\"1.2\"/></g>"
    )
}

/// A hood over a hem of three waves.
const BODY: &str = "M-7.6 7.8V-0.6C-7.6 -5.4 -4.4 -8.4 0 -8.4S7.6 -5.4 7.6 -0.6V7.8Q6.3 5.2 5.1 5.2T2.5 7.4Q1.3 5.2 0 5.2\
                    T-2.5 7.4Q-3.8 5.2 -5.1 5.2T-7.6 7.8Z";

/// A ghost whose eyes look where it goes.
fn ghost(colour: &str, piece: &Piece) -> String {
    let (x, y) = match piece.facing {
        None => (0.0, 0.0),
        Some(Facing::North) => (0.0, -1.3),
        Some(Facing::South) => (0.0, 1.3),
        Some(Facing::East) => (1.0, 0.0),
        Some(Facing::West) => (-1.0, 0.0),
    };
    let eye = |side: f64| {
        format!(
            "<ellipse class=\"white-of-eye\" cx=\"{}\" cy=\"-2.4\" rx=\"2.2\" ry=\"2.7\"/>\
             <circle class=\"eye\" cx=\"{}\" cy=\"{}\" r=\"1.25\"/>",
            side + x * 0.5,
            side + x,
            -2.4 + y
        )
    };
    format!(
        "<g class=\"figure {colour}\"><path class=\"fill\" d=\"{BODY}\"/>{}{}{}</g>",
        eye(-3.0),
        eye(3.0),
        label(piece)
    )
}

/// A pale ghost with small eyes and a mouth that trembles, in an outline of its own colour.
fn scared(colour: &str, piece: &Piece) -> String {
    format!(
        "<g class=\"figure {colour}\"><path class=\"pale\" d=\"{BODY}\"/>\
         <circle class=\"scared\" cx=\"-2.8\" cy=\"-3\" r=\"1.3\"/><circle class=\"scared\" cx=\"2.8\" cy=\"-3\" r=\"1.3\"/>\
         <path class=\"tremble\" d=\"M-4.6 1.2l1.8 -1.4l1.8 1.4l1.8 -1.4l1.8 1.4l1.8 -1.4\"/>{}</g>",
        label(piece)
    )
}

fn label(piece: &Piece) -> String {
    if piece.label.is_empty() {
        return String::new();
    }
    format!("<text class=\"number\" y=\"5.4\">{}</text>", escape(&piece.label))
}
