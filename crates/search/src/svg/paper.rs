//! Writes elements one by one.

use std::fmt::Write as _;

/// A point in a picture: `x` grows to the right, `y` downwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// From the left edge.
    pub x: f64,
    /// From the upper edge.
    pub y: f64,
}

impl Point {
    /// A point.
    pub fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Point {
        Point { x, y }
    }
}

/// A length with at most one decimal.
pub fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Escapes text. Characters that XML does not allow become spaces.
pub fn escape(text: &str) -> String {
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

/// The elements written so far, one per line, later ones on top.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Paper(String);

impl Paper {
    /// The elements as text.
    pub fn into_text(self) -> String {
        self.0
    }

    /// Starts a group.
    pub fn open(&mut self, class: &str) {
        let _ = writeln!(self.0, "<g class=\"{class}\">");
    }

    /// Starts a group whose coordinates are relative to `origin`.
    pub fn open_at(&mut self, origin: impl Into<Point>) {
        let _ = writeln!(self.0, "<g transform=\"translate({})\">", coordinates(origin.into()));
    }

    /// Starts a group with a tooltip.
    pub fn open_named(&mut self, class: &str, words: &str) {
        self.open_with_data(class, &[], words);
    }

    /// The same, with numbers that a page may use: `data-node="3"`.
    pub fn open_with_data(&mut self, class: &str, data: &[(&str, u64)], words: &str) {
        let _ = write!(self.0, "<g class=\"{class}\"");
        for (name, value) in data {
            let _ = write!(self.0, " data-{name}=\"{value}\"");
        }
        let _ = writeln!(self.0, "><title>{}</title>", escape(words));
    }

    /// Ends the group that was started last.
    pub fn close(&mut self) {
        self.0.push_str("</g>\n");
    }

    /// A line of text on the baseline through `at`; nothing for an empty one.
    pub fn text(&mut self, class: &str, at: impl Into<Point>, text: &str) {
        if text.is_empty() {
            return;
        }
        let Point { x, y } = at.into();
        let (x, y) = (number(x), number(y));
        let _ = writeln!(self.0, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
    }

    /// A line of text that rises to the right by that many degrees.
    pub fn slanted(&mut self, class: &str, at: impl Into<Point>, degrees: f64, text: &str) {
        let (at, degrees) = (coordinates(at.into()), number(-degrees));
        let _ = writeln!(
            self.0,
            "<text class=\"{class}\" transform=\"translate({at}) rotate({degrees})\">{}</text>",
            escape(text)
        );
    }

    /// A line through the points; nothing if it has no length.
    pub fn line<P: Into<Point>>(&mut self, class: &str, points: impl IntoIterator<Item = P>) {
        let (path, corners) = path(points);
        if corners > 1 {
            self.path(class, &path);
        }
    }

    /// The polygon with these corners.
    pub fn polygon<P: Into<Point>>(&mut self, class: &str, points: impl IntoIterator<Item = P>) {
        let (path, _) = path(points);
        self.path(class, &(path + "Z"));
    }

    /// A path in SVG's own syntax.
    pub fn path(&mut self, class: &str, path: &str) {
        let _ = writeln!(self.0, "<path class=\"{class}\" d=\"{path}\"/>");
    }

    /// A circle around `at`.
    pub fn circle(&mut self, class: &str, at: impl Into<Point>, radius: f64) {
        let Point { x, y } = at.into();
        self.element("circle", class, &[("cx", x), ("cy", y), ("r", radius)]);
    }

    /// An ellipse around `at`.
    pub fn ellipse(&mut self, class: &str, at: impl Into<Point>, rx: f64, ry: f64) {
        let Point { x, y } = at.into();
        self.element("ellipse", class, &[("cx", x), ("cy", y), ("rx", rx), ("ry", ry)]);
    }

    /// A rectangle by its upper left corner.
    pub fn rectangle(&mut self, class: &str, corner: impl Into<Point>, width: f64, height: f64) {
        let Point { x, y } = corner.into();
        self.element("rect", class, &[("x", x), ("y", y), ("width", width), ("height", height)]);
    }

    /// A rectangle with round corners.
    pub fn rounded(&mut self, class: &str, corner: impl Into<Point>, width: f64, height: f64, radius: f64) {
        let Point { x, y } = corner.into();
        let lengths = [("x", x), ("y", y), ("width", width), ("height", height), ("rx", radius)];
        self.element("rect", class, &lengths);
    }

    fn element(&mut self, name: &str, class: &str, lengths: &[(&str, f64)]) {
        let _ = write!(self.0, "<{name} class=\"{class}\"");
        for (key, length) in lengths {
            let _ = write!(self.0, " {key}=\"{}\"", number(*length));
        }
        self.0.push_str("/>\n");
    }
}

/// `3 4.5`.
fn coordinates(at: Point) -> String {
    format!("{} {}", number(at.x), number(at.y))
}

/// `M0 0L1 2`, and its number of corners. Points with the same coordinates are one corner.
fn path<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> (String, usize) {
    let mut path = String::new();
    let mut last = String::new();
    let mut corners = 0;
    for here in points.into_iter().map(|point| coordinates(point.into())) {
        if here != last {
            path.push(if corners == 0 { 'M' } else { 'L' });
            path.push_str(&here);
            corners += 1;
            last = here;
        }
    }
    (path, corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(draw: impl FnOnce(&mut Paper)) -> String {
        let mut paper = Paper::default();
        draw(&mut paper);
        paper.into_text()
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escape("a<b & \"c\">\u{1}\u{ffff}"), "a&lt;b &amp; &quot;c&quot;&gt;  ");
        let group = written(|paper| paper.open_with_data("a", &[("node", 3)], "1 < 2"));
        assert_eq!(group, "<g class=\"a\" data-node=\"3\"><title>1 &lt; 2</title>\n");
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!([1.0, 1.25, -0.01, 10.04].map(number), ["1", "1.2", "0", "10"]);
        let circle = written(|paper| paper.circle("dot", (0.04, -0.04), 2.62));
        assert_eq!(circle, "<circle class=\"dot\" cx=\"0\" cy=\"0\" r=\"2.6\"/>\n");
    }

    #[test]
    fn points_are_not_repeated_and_empty_shapes_are_not_drawn() {
        let line = written(|paper| paper.line("a", [(0.0, 0.0), (0.0, 0.01), (1.0, 2.0)]));
        assert_eq!(line, "<path class=\"a\" d=\"M0 0L1 2\"/>\n");
        let area = written(|paper| paper.polygon("a", [(0.0, 0.0), (3.0, 0.0), (3.0, 0.0), (1.0, 2.0)]));
        assert_eq!(area, "<path class=\"a\" d=\"M0 0L3 0L1 2Z\"/>\n");
        assert_eq!(written(|paper| paper.line("a", [(5.0, 5.0), (5.01, 5.0)])), "");
        assert_eq!(written(|paper| paper.text("a", (5.0, 5.0), "")), "");
    }
}
