//! A replay as a piece of a page.

use std::fmt::Write as _;

use super::Replay;
use crate::paper::escape;
use crate::style::Theme;

impl Replay {
    /// The data for the script, safe inside a script element: no text can end it.
    pub fn json(&self) -> String {
        // In JSON this character occurs in texts only, where it may be written by its number.
        serde_json::to_string(self).unwrap_or_default().replace('<', "\\u003c")
    }

    /// The last frame, its facts, and the data from which the script makes the rest.
    pub fn html(&self) -> String {
        let mut out = String::from("<figure class=\"plylab-replay\">\n");
        let _ = writeln!(out, "<figcaption>{}</figcaption>", escape(&self.caption));
        if let Some(shown) = self.shown(usize::MAX) {
            let (width, height) = (shown.sheet.width, shown.sheet.height);
            let class = if width > 900.0 { "plylab-scene wide" } else { "plylab-scene" };
            let paper = shown.sheet.with_marks(shown.marks.into_iter(), Theme::Light);
            let picture =
                paper.into_page(class, (width, height), &format!("{}. {}", self.title, shown.words));
            let _ = writeln!(out, "<div class=\"stage\">\n{picture}</div>");
            let _ = writeln!(out, "<p class=\"words\">{}</p>", escape(shown.words));
            out.push_str("<dl class=\"facts\">");
            for (label, value) in shown.facts {
                let _ = write!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escape(label), escape(value));
            }
            out.push_str("</dl>\n");
        }
        if !self.note.is_empty() {
            let _ = writeln!(out, "<p class=\"note\">{}</p>", escape(&self.note));
        }
        let _ = writeln!(out, "<script type=\"application/json\">{}</script>\n</figure>", self.json());
        out
    }
}
