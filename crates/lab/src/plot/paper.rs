//! SVG, element by element.

use std::fmt::Write as _;

/// A length with one decimal at most.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text that is not markup. Characters that XML cannot hold become blanks.
pub(crate) fn escape(text: &str) -> String {
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

/// Elements written so far.
#[derive(Default)]
pub(crate) struct Paper(String);

impl Paper {
    pub fn into_text(self) -> String {
        self.0
    }

    pub fn open(&mut self, class: &str) {
        let _ = writeln!(self.0, "<g class=\"{class}\">");
    }

    /// Starts a group with words that appear when the pointer rests on it.
    pub fn open_named(&mut self, class: &str, words: &str) {
        let _ = writeln!(self.0, "<g class=\"{class}\"><title>{}</title>", escape(words));
    }

    pub fn close(&mut self) {
        self.0.push_str("</g>\n");
    }

    pub fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let (x, y) = (number(x), number(y));
        let _ = writeln!(self.0, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
    }

    /// Text that rises to the right and ends at the place.
    pub fn slanted(&mut self, class: &str, x: f64, y: f64, degrees: f64, text: &str) {
        let (x, y, degrees) = (number(x), number(y), number(-degrees));
        let _ = writeln!(
            self.0,
            "<text class=\"{class}\" transform=\"translate({x} {y}) rotate({degrees})\">{}</text>",
            escape(text)
        );
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let (x1, y1, x2, y2) = (number(from.0), number(from.1), number(to.0), number(to.1));
        let _ = writeln!(self.0, "<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>");
    }

    /// A line through all the places.
    pub fn polyline(&mut self, class: &str, places: impl IntoIterator<Item = (f64, f64)>) {
        let path = corners(places);
        self.path(class, &path);
    }

    /// The area within the places.
    pub fn polygon(&mut self, class: &str, places: impl IntoIterator<Item = (f64, f64)>) {
        let path = corners(places) + "Z";
        self.path(class, &path);
    }

    pub fn path(&mut self, class: &str, path: &str) {
        let _ = writeln!(self.0, "<path class=\"{class}\" d=\"{path}\"/>");
    }

    pub fn circle(&mut self, class: &str, x: f64, y: f64, radius: f64) {
        let (x, y, r) = (number(x), number(y), number(radius));
        let _ = writeln!(self.0, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }

    pub fn rectangle(&mut self, class: &str, x: f64, y: f64, width: f64, height: f64) {
        let (x, y, width, height) = (number(x), number(y), number(width), number(height));
        let _ = writeln!(
            self.0,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }
}

fn corners(places: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in places {
        path.push(if path.is_empty() { 'M' } else { 'L' });
        let _ = write!(path, "{} {}", number(x), number(y));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escape("a<b & \"c\">\u{1}\u{ffff}"), "a&lt;b &amp; &quot;c&quot;&gt;  ");
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!([1.0, 1.25, -0.01, 10.04].map(number), ["1", "1.2", "0", "10"]);
    }
}
