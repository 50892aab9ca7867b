//! SVG, element by element.

use std::fmt::Write as _;

/// A place on the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
}

/// A length with one decimal at most.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Elements written so far.
#[derive(Default)]
pub(super) struct Paper(String);

impl Paper {
    /// Starts a group, moved to `origin`.
    pub fn open_group(&mut self, class: &str, origin: Option<Point>) {
        self.0.push_str("<g");
        if !class.is_empty() {
            let _ = write!(self.0, " class=\"{class}\"");
        }
        if let Some(origin) = origin {
            let _ = write!(self.0, " transform=\"translate({} {})\"", number(origin.x), number(origin.y));
        }
        self.0.push_str(">\n");
    }

    /// Starts the group of a node, with numbers that a page may use and the words of its tooltip.
    pub fn open_node(&mut self, class: &str, data: &[(&str, u64)], words: &str) {
        let _ = write!(self.0, "<g class=\"{class}\"");
        for (name, value) in data {
            let _ = write!(self.0, " data-{name}=\"{value}\"");
        }
        let _ = writeln!(self.0, "><title>{}</title>", escape(words));
    }

    pub fn close_group(&mut self) {
        self.0.push_str("</g>\n");
    }

    pub fn text(&mut self, class: &str, at: Point, text: &str) {
        if text.is_empty() {
            return;
        }
        let (x, y) = (number(at.x), number(at.y));
        let _ = writeln!(self.0, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
    }

    pub fn line(&mut self, class: &str, points: &[Point]) {
        let mut path = String::new();
        let mut last = None;
        let mut points_drawn = 0;
        for point in points {
            let here = format!("{} {}", number(point.x), number(point.y));
            if last.as_ref() != Some(&here) {
                path.push(if path.is_empty() { 'M' } else { 'L' });
                path.push_str(&here);
                points_drawn += 1;
            }
            last = Some(here);
        }
        if points_drawn > 1 {
            self.path(class, &path);
        }
    }

    pub fn path(&mut self, class: &str, path: &str) {
        let _ = writeln!(self.0, "<path class=\"{class}\" d=\"{path}\"/>");
    }

    pub fn ellipse(&mut self, class: &str, at: Point, rx: f64, ry: f64) {
        let (x, y, rx, ry) = (number(at.x), number(at.y), number(rx), number(ry));
        let _ =
            writeln!(self.0, "<ellipse class=\"{class}\" cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\"/>");
    }

    pub fn rectangle(&mut self, class: &str, at: Point, width: f64, height: f64) {
        let (x, y, width, height) = (number(at.x), number(at.y), number(width), number(height));
        let _ = writeln!(
            self.0,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"2\"/>"
        );
    }

    /// The whole document: what it shows in words, the styles, a sheet of paper, and `body` on it.
    pub fn document(title: &str, description: &str, width: f64, height: f64, body: &Paper) -> String {
        let (width, height) = (number(width.ceil()), number(height.ceil()));
        let mut out = Paper::default();
        let _ = writeln!(
            out.0,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plylab-tree\" role=\"img\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
        );
        let _ = writeln!(out.0, "<title>{}</title>\n<desc>{}</desc>", escape(title), escape(description));
        let _ = writeln!(out.0, "<style>\n{}</style>", include_str!("tree.css"));
        let _ = writeln!(out.0, "<rect class=\"sheet\" width=\"{width}\" height=\"{height}\"/>");
        out.0.push_str(&body.0);
        out.0.push_str("</svg>\n");
        out.0
    }
}

/// Text that is not markup. Characters that XML cannot hold become blanks.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            sign if sign.is_control() => out.push(' '),
            sign => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escape("a<b & \"c\">\u{1}\u{ffff}"), "a&lt;b &amp; &quot;c&quot;&gt;  ");
    }

    #[test]
    fn lengths_are_short_and_points_are_not_repeated() {
        assert_eq!([1.0, 1.25, -0.01, 10.04].map(number), ["1", "1.2", "0", "10"]);
        let mut paper = Paper::default();
        paper.line("a", &[Point::new(0.0, 0.0), Point::new(0.0, 0.01), Point::new(1.0, 2.0)]);
        assert_eq!(paper.0, "<path class=\"a\" d=\"M0 0L1 2\"/>\n");
    }
}
