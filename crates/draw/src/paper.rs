//! Writes elements one by one.

use std::fmt::Write as _;

use crate::measure::width;
use crate::style::{self, Theme};

/// A point in a picture: its distances from the left and the upper edge.
pub type Point = (f64, f64);

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
///
/// `style` is a list of names from the table of styles, separated by spaces. It becomes the class of the element, too.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Paper {
    theme: Theme,
    text: String,
}

impl Paper {
    /// Empty paper.
    pub fn new(theme: Theme) -> Paper {
        Paper { theme, text: String::new() }
    }

    /// The elements as text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// The elements as a file of that size in pixels, with its title and description, on a sheet of its own.
    pub fn into_file(
        self,
        class: &str,
        (width, height): (f64, f64),
        title: &str,
        description: &str,
    ) -> String {
        let mut sheet = Paper::new(self.theme);
        sheet.rectangle("sheet", (0.0, 0.0), width, height);
        let (title, description) = (escape(title), escape(description));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{class}\" role=\"img\" {}{}>\n<title>{title}</title>\n\
             <desc>{description}</desc>\n{}{}</svg>\n",
            size(width, height),
            style::root(self.theme),
            sheet.text,
            self.text
        )
    }

    /// The elements as part of a page; `label` describes the picture.
    pub fn into_page(self, class: &str, (width, height): (f64, f64), label: &str) -> String {
        format!(
            "<svg class=\"{class}\" role=\"img\" aria-label=\"{}\" {}{}>\n{}</svg>\n",
            escape(label),
            size(width, height),
            style::root(self.theme),
            self.text
        )
    }

    /// Adds elements that were written before.
    pub fn add(&mut self, elements: &str) {
        self.text.push_str(elements);
    }

    /// Starts a group.
    pub fn open(&mut self, style: &str) {
        self.open_with(style, &[], "");
    }

    /// Starts a group with a tooltip.
    pub fn open_named(&mut self, style: &str, words: &str) {
        self.open_with(style, &[], words);
    }

    /// Starts a group with attributes of its own, and a tooltip unless `words` is empty.
    pub fn open_with(&mut self, style: &str, attributes: &[(&str, String)], words: &str) {
        self.start("g", style);
        for (name, value) in attributes {
            let _ = write!(self.text, " {name}=\"{}\"", escape(value));
        }
        self.text.push('>');
        if !words.is_empty() {
            let _ = write!(self.text, "<title>{}</title>", escape(words));
        }
        self.text.push('\n');
    }

    /// Starts a group whose coordinates are relative to `origin`.
    pub fn open_at(&mut self, origin: Point) {
        self.open_with("", &[("transform", translation(origin))], "");
    }

    /// Ends the group that was started last.
    pub fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// A line of text that begins, or is anchored, at a point of its baseline; nothing if it is empty.
    pub fn text(&mut self, style: &str, (x, y): Point, text: &str) {
        if text.is_empty() {
            return;
        }
        self.start("text", style);
        let (x, y, text) = (number(x), number(y), escape(text));
        let _ = writeln!(self.text, " x=\"{x}\" y=\"{y}\">{text}</text>");
    }

    /// A line of text that hides what is behind it.
    pub fn backed_text(&mut self, style: &str, (x, y): Point, text: &str) {
        let looks = style::attributes(style, self.theme);
        let look =
            |name: &str| looks.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| *value);
        let size: f64 = look("font-size").parse().unwrap_or(12.0);
        let width = width(text, size);
        let left = match look("text-anchor") {
            "middle" => x - width / 2.0,
            "end" => x - width,
            _ => x,
        };
        if !text.is_empty() {
            self.rectangle("sheet", (left, y - 0.85 * size), width, 1.15 * size);
        }
        self.text(style, (x, y), text);
    }

    /// A line of text with all its spaces.
    pub fn spaced_text(&mut self, style: &str, text: &str) {
        self.start("text", style);
        let _ = writeln!(self.text, " xml:space=\"preserve\">{}</text>", escape(text));
    }

    /// A line of text that rises to the right by that many degrees.
    pub fn slanted(&mut self, style: &str, at: Point, degrees: f64, text: &str) {
        self.start("text", style);
        let (at, degrees, text) = (translation(at), number(-degrees), escape(text));
        let _ = writeln!(self.text, " transform=\"{at} rotate({degrees})\">{text}</text>");
    }

    /// A line through the points; nothing if it has no length.
    pub fn line(&mut self, style: &str, points: impl IntoIterator<Item = Point>) {
        let (path, corners) = path(points);
        if corners > 1 {
            self.path(style, &path);
        }
    }

    /// The polygon with these corners.
    pub fn polygon(&mut self, style: &str, points: impl IntoIterator<Item = Point>) {
        let (path, _) = path(points);
        self.path(style, &(path + "Z"));
    }

    /// A path in SVG's own syntax; nothing for an empty one.
    pub fn path(&mut self, style: &str, path: &str) {
        if !path.is_empty() {
            self.start("path", style);
            let _ = writeln!(self.text, " d=\"{path}\"/>");
        }
    }

    /// A circle around a point.
    pub fn circle(&mut self, style: &str, (x, y): Point, radius: f64) {
        self.element("circle", style, &[("cx", x), ("cy", y), ("r", radius)]);
    }

    /// An ellipse around a point.
    pub fn ellipse(&mut self, style: &str, (x, y): Point, rx: f64, ry: f64) {
        self.element("ellipse", style, &[("cx", x), ("cy", y), ("rx", rx), ("ry", ry)]);
    }

    /// A rectangle by its upper left corner.
    pub fn rectangle(&mut self, style: &str, corner: Point, width: f64, height: f64) {
        self.rounded(style, corner, width, height, 0.0);
    }

    /// A rectangle with round corners.
    pub fn rounded(&mut self, style: &str, (x, y): Point, width: f64, height: f64, radius: f64) {
        let lengths = [("x", x), ("y", y), ("width", width), ("height", height), ("rx", radius)];
        self.element("rect", style, &lengths);
    }

    /// An element without content. Lengths that are zero by default are not written.
    fn element(&mut self, name: &str, style: &str, lengths: &[(&str, f64)]) {
        self.start(name, style);
        for (key, length) in lengths {
            let length = number(*length);
            if length != "0" {
                let _ = write!(self.text, " {key}=\"{length}\"");
            }
        }
        self.text.push_str("/>\n");
    }

    /// `<name class="..." fill="..."`.
    fn start(&mut self, name: &str, style: &str) {
        let _ = write!(self.text, "<{name}");
        if !style.is_empty() {
            let _ = write!(self.text, " class=\"{style}\"");
        }
        for (name, value) in style::attributes(style, self.theme) {
            let _ = write!(self.text, " {name}=\"{value}\"");
        }
    }
}

fn size(width: f64, height: f64) -> String {
    let (width, height) = (number(width), number(height));
    format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"")
}

fn translation(to: Point) -> String {
    format!("translate({})", coordinates(to))
}

/// `3 4.5`.
fn coordinates((x, y): Point) -> String {
    format!("{} {}", number(x), number(y))
}

/// `M0 0L1 2`, and its number of corners. Points with the same coordinates are one corner.
fn path(points: impl IntoIterator<Item = Point>) -> (String, usize) {
    let mut path = String::new();
    let mut last = String::new();
    let mut corners = 0;
    for here in points.into_iter().map(coordinates) {
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
        let group = written(|paper| paper.open_with("a", &[("data-node", "3\"".to_owned())], "1 < 2"));
        assert_eq!(group, "<g class=\"a\" data-node=\"3&quot;\"><title>1 &lt; 2</title>\n");
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!([1.0, 1.25, -0.01, 10.04].map(number), ["1", "1.2", "0", "10"]);
        let circle = written(|paper| paper.circle("a", (0.04, 1.0), 2.62));
        assert_eq!(circle, "<circle class=\"a\" cy=\"1\" r=\"2.6\"/>\n");
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

    #[test]
    fn elements_carry_their_look() {
        let text = written(|paper| paper.text("tick end", (1.0, 2.0), "a"));
        assert_eq!(
            text,
            "<text class=\"tick end\" font-size=\"11\" fill=\"#5d646e\" text-anchor=\"end\" x=\"1\" y=\"2\">a</text>\n"
        );
        let backed = written(|paper| paper.backed_text("action", (20.0, 10.0), "ab"));
        let (rectangle, text) = backed.split_once('\n').unwrap();
        assert!(rectangle.starts_with("<rect class=\"sheet\" fill=\"#ffffff\" x=\"13.2\""), "{rectangle}");
        assert!(text.starts_with("<text class=\"action\""), "{text}");
    }

    #[test]
    fn a_file_has_words_and_a_sheet() {
        let file = Paper::new(Theme::Dark).into_file("plylab-plot", (30.0, 20.26), "a < b", "\"c\"");
        assert!(file.contains(
            "width=\"30\" height=\"20.3\" viewBox=\"0 0 30 20.3\" direction=\"ltr\" fill=\"#eceef1\""
        ));
        assert!(file.ends_with(
            "<title>a &lt; b</title>\n<desc>&quot;c&quot;</desc>\n\
             <rect class=\"sheet\" fill=\"#16181c\" width=\"30\" height=\"20.3\"/>\n</svg>\n"
        ));
        let part = Paper::default().into_page("plylab-scene", (1.0, 1.0), "a \"b\"");
        assert!(
            part.starts_with("<svg class=\"plylab-scene\" role=\"img\" aria-label=\"a &quot;b&quot;\""),
            "{part}"
        );
    }
}
