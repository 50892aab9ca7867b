//! The document around the elements of a picture.

use super::paper::{escape, number};
use super::styles::Styles;

/// A picture of some size. Lengths are in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Document<'a> {
    /// The class that its styles start from.
    pub class: &'a str,
    /// From the left edge to the right one.
    pub width: f64,
    /// From the upper edge to the lower one.
    pub height: f64,
}

impl Document<'_> {
    /// A standalone file with its title and description. Its look is in the attributes of the elements; the styles in it
    /// are for browsers.
    pub fn standalone(&self, title: &str, description: &str, styles: &Styles<'_>, body: &str) -> String {
        let (title, description) = (escape(title), escape(description));
        let elements = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{}\" role=\"img\" {}>\n{body}</svg>\n",
            self.class,
            self.size(),
        );
        let written = styles.written_out(&elements);
        let (head, body) = written.split_once('\n').unwrap_or((&written, ""));
        let styles = styles.refined();
        format!(
            "{head}\n<title>{title}</title>\n<desc>{description}</desc>\n<style>\n{styles}</style>\n{body}"
        )
    }

    /// Part of a page, which has the styles; `label` describes the picture.
    pub fn in_page(&self, label: &str, body: &str) -> String {
        format!(
            "<svg class=\"{}\" role=\"img\" aria-label=\"{}\" {}>\n{body}</svg>\n",
            self.class,
            escape(label),
            self.size()
        )
    }

    /// A background of the picture's size, in the class `sheet`.
    pub fn sheet(&self) -> String {
        format!(
            "<rect class=\"sheet\" width=\"{}\" height=\"{}\"/>\n",
            number(self.width),
            number(self.height)
        )
    }

    fn size(&self) -> String {
        let (width, height) = (number(self.width), number(self.height));
        format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Document<'_> = Document { class: "plot", width: 30.0, height: 20.26 };

    #[test]
    fn a_standalone_file_has_words_and_styles() {
        assert_eq!(
            SMALL.standalone("a < b", "\"c\"", &Styles::new(".sheet { fill: #ffffff; }\n"), &SMALL.sheet()),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" width=\"30\" height=\"20.3\" \
             viewBox=\"0 0 30 20.3\">\n<title>a &lt; b</title>\n<desc>&quot;c&quot;</desc>\n\
             <style>\n@supports (color: var(--any)) {\n.sheet { fill: #ffffff; }\n.plylab-halo { display: none; }\n}\n</style>\n\
             <rect class=\"sheet\" width=\"30\" height=\"20.3\" fill=\"#ffffff\"/>\n</svg>\n"
        );
    }

    #[test]
    fn part_of_a_page_is_named_by_its_label() {
        assert_eq!(
            SMALL.in_page("a \"b\"", "<g/>\n"),
            "<svg class=\"plot\" role=\"img\" aria-label=\"a &quot;b&quot;\" width=\"30\" height=\"20.3\" \
             viewBox=\"0 0 30 20.3\">\n<g/>\n</svg>\n"
        );
    }
}
