//! Scenes as text. Every renderer is a pure function of the scene and the style, so that a test compares what a
//! person would see.

mod board;
mod canvas;
mod graph;
mod page;
mod table;
mod tree;

use std::fmt::Display;

use anstyle::{Ansi256Color, Color};
use plylab_core::scene::{Backdrop, Datum, Fact, Ground, Picture, Scene, Tone};

use crate::language::{as_typed, named};

pub use page::{Page, fold};
pub use plylab_lab::report::display_width as width;
pub use plylab_lab::words::signed;
pub use table::{Frame, gallery, list, quiet_heads, table, terms_table};

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Colours, bold and underlined text.
    pub colour: bool,
    /// Signs beyond ASCII.
    pub unicode: bool,
}

impl Style {
    /// Colour and Unicode.
    pub const RICH: Style = Style { colour: true, unicode: true };
    /// 7-bit text, for files and pipes.
    pub const PLAIN: Style = Style { colour: false, unicode: false };

    /// `text` in this style, if there is colour.
    pub fn paint(self, text: impl Display, look: anstyle::Style) -> String {
        if self.colour && look != anstyle::Style::new() {
            format!("{look}{text}{look:#}")
        } else {
            text.to_string()
        }
    }

    /// `text` with emphasis.
    pub fn strong(self, text: impl Display) -> String {
        self.paint(text, anstyle::Style::new().bold())
    }

    /// `text` dimmed.
    pub fn quiet(self, text: impl Display) -> String {
        self.paint(text, tone(Tone::Grey))
    }
}

/// The picture with a title above and its facts below; ends without a line end.
pub fn render(title: &str, backdrop: &Backdrop, scene: &Scene, style: Style) -> String {
    let mut blocks = vec![style.strong(title)];
    blocks.push(picture(backdrop, scene, style).join("\n"));
    if !scene.facts.is_empty() {
        let fact = |fact: &Fact| {
            format!("{} {}", style.quiet(format!("{}:", named(&fact.label))), fact_value(&fact.value))
        };
        blocks.push(scene.facts.iter().map(fact).collect::<Vec<String>>().join("\n"));
    }
    blocks.join("\n\n")
}

/// The value of a fact. Words that begin with a digit are notation, such as a cell.
pub fn fact_value(value: &Datum) -> String {
    match value {
        Datum::Words(words) if words.starts_with(|sign: char| sign.is_ascii_digit()) => as_typed(words),
        value => named(&value.to_string()),
    }
}

/// The picture alone, line by line.
pub fn picture(backdrop: &Backdrop, scene: &Scene, style: Style) -> Vec<String> {
    match (&backdrop.ground, &scene.picture) {
        (Ground::Board(grid), Picture::Board(board)) => board::render(grid, board, style),
        (Ground::Graph(network), Picture::Graph(graph)) => graph::render(network, graph, style),
        (Ground::Tree(nodes), Picture::Tree(tree)) => tree::render(nodes, tree, style),
        (_, Picture::Text(text)) => text.lines.clone(),
        // A scene before a backdrop of another kind; games are tested to have none.
        (Ground::Board(_) | Ground::Graph(_) | Ground::Tree(_) | Ground::Text, _) => Vec::new(),
    }
}

/// The index of each tone in the 256 colours; none for the terminal's own text colour. All stand out from a
/// black and from a white background.
const fn shade(tone: Tone) -> Option<u8> {
    match tone {
        Tone::Yellow => Some(136),
        Tone::Red => Some(160),
        Tone::Blue => Some(33),
        Tone::Cyan => Some(30),
        Tone::Pink => Some(169),
        Tone::Orange => Some(166),
        Tone::Green => Some(28),
        Tone::White => None,
        Tone::Brown => Some(94),
        Tone::Grey => Some(244),
    }
}

/// The look of a tone.
fn tone(tone: Tone) -> anstyle::Style {
    anstyle::Style::new().fg_color(shade(tone).map(|shade| Color::Ansi256(Ansi256Color(shade))))
}

/// A field of a tone with a sign on it. The sign can be read on any background, so yellow may be a bright one, which is
/// not mistaken for brown.
fn badge(tone: Tone) -> anstyle::Style {
    const BRIGHT_YELLOW: u8 = 220;
    const BLACK: u8 = 16;
    const WHITE: u8 = 231;
    let (field, sign) = match (tone, shade(tone)) {
        (Tone::Yellow, _) => (BRIGHT_YELLOW, BLACK),
        (_, Some(shade)) => (shade, WHITE),
        (_, None) => (WHITE, BLACK),
    };
    let [field, sign] = [field, sign].map(|index| Some(Color::Ansi256(Ansi256Color(index))));
    anstyle::Style::new().bold().bg_color(field).fg_color(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_a_sign_and_no_more_digits_than_they_need() {
        let texts = [12.0, -0.25, 0.0, -0.0, 1.0 / 3.0, 100.0, 1e-9, -252.5, f64::INFINITY].map(signed);
        assert_eq!(texts, ["+12", "-0.25", "0", "0", "+0.3333", "+100", "0", "-252.5", "+inf"]);
    }

    #[test]
    fn colours_joiners_and_directions_take_no_room() {
        assert_eq!(
            ["abc", "\u{1b}[1mab\u{1b}[0m", "\u{2066}ab\u{2069}", "می‌برد", "برندهٔ"].map(width),
            [3, 2, 2, 5, 5]
        );
    }

    #[test]
    fn every_shade_stands_out_from_black_and_from_white() {
        // The relative luminance of the colour cube and the grey ramp of 256-colour terminals.
        let luminance = |shade: u8| {
            let channel = |level: u8| {
                let value = f64::from(level) / 255.0;
                if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
            };
            let step = |level: u8| if level == 0 { 0 } else { 55 + 40 * level };
            let [red, green, blue] = match shade {
                232.. => [8 + 10 * (shade - 232); 3],
                _ => [(shade - 16) / 36, (shade - 16) / 6 % 6, (shade - 16) % 6].map(step),
            };
            0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue)
        };
        let tones = [
            Tone::Yellow,
            Tone::Red,
            Tone::Blue,
            Tone::Cyan,
            Tone::Pink,
            Tone::Orange,
            Tone::Green,
            Tone::Brown,
            Tone::Grey,
        ];
        for tone in tones {
            let light = luminance(shade(tone).unwrap());
            // 3:1 is what accessibility guides ask of graphics.
            assert!((light + 0.05) / 0.05 >= 3.0, "{tone:?} on black");
            assert!(1.05 / (light + 0.05) >= 3.0, "{tone:?} on white");
        }
    }
}
