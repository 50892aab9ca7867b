//! Pages of indented prose.

use plylab_core::{Key, Message, Name, message};

use super::{Style, width};
use crate::language::{as_typed, say};

/// Lines of indented prose, folded at blanks.
pub struct Page {
    style: Style,
    width: usize,
    lines: Vec<String>,
}

impl Page {
    /// An empty page with lines of at most `width`.
    pub fn new(style: Style, width: usize) -> Page {
        Page { style, width, lines: Vec::new() }
    }

    /// Adds a line unchanged.
    pub fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// Adds folded text, the following lines indented further.
    pub fn prose(&mut self, indent: usize, text: &str) {
        self.lines.extend(fold(text, indent, indent + 2, self.width));
    }

    /// Adds a name in a column of that width, with its description beside it.
    pub fn named(&mut self, indent: usize, name: &str, width: usize, about: &str) {
        let inner = indent + width.max(name.len()) + 2;
        let folded = fold(about, inner, inner, self.width).join("\n");
        let gap = " ".repeat(inner - indent - name.len());
        let name = format!("{:indent$}{}{gap}", "", self.style.strong(as_typed(name)));
        self.lines.push(format!("{name}{}", folded.trim_start()));
    }

    /// Adds names with their descriptions under a title; nothing if there are none.
    pub fn names<N: AsRef<str>>(&mut self, title: &Message, names: impl IntoIterator<Item = (N, String)>) {
        let names: Vec<(N, String)> = names.into_iter().collect();
        if names.is_empty() {
            return;
        }
        self.prose(2, &say(title));
        let width = names.iter().map(|(name, _)| name.as_ref().len()).max().unwrap_or(0);
        for (name, about) in &names {
            self.named(4, name.as_ref(), width, about);
        }
    }

    /// Adds settings, each with its description, its default and its possible values; nothing if there are none.
    pub fn keys(&mut self, keys: &[(&Key, Message, Message)], indent: usize) {
        if keys.is_empty() {
            return;
        }
        self.prose(indent, &say(&message!("settings-heading", "settings:")));
        let width = keys.iter().map(|(key, ..)| key.name.len()).max().unwrap_or(0);
        for (key, default, values) in keys {
            let (about, default, values) = (Name::of(key.about.as_ref()), default.clone(), values.clone());
            let about = message!("setting-about", "{about} (default {default}; {values})");
            self.named(indent + 2, &key.name, width, &say(&about));
        }
    }

    /// The page.
    pub fn text(&self) -> String {
        self.lines.join("\n")
    }
}

/// `text` in lines of at most `most` columns, the first indented by `first` and the others by `other`.
pub fn fold(text: &str, first: usize, other: usize, most: usize) -> Vec<String> {
    let mut lines = vec![" ".repeat(first)];
    let mut fresh = true;
    for word in text.split_whitespace() {
        let length = lines.last().map_or(0, |line| width(line));
        if !fresh && length + 1 + width(word) > most {
            lines.push(" ".repeat(other));
            fresh = true;
        }
        if let Some(line) = lines.last_mut() {
            if !fresh {
                line.push(' ');
            }
            line.push_str(word);
        }
        fresh = false;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_folded_at_blanks() {
        let words = ["word"; 30].join(" ");
        let lines = fold(&words, 2, 4, 96);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() <= 96));
        assert!(lines[0].starts_with("  word") && lines[1].starts_with("    word"));
        assert_eq!(fold(&"x".repeat(200), 2, 4, 96).len(), 1);
    }

    #[test]
    fn names_stand_in_a_column() {
        let mut page = Page::new(Style::PLAIN, 20);
        page.named(2, "cut", 5, "strict or not at all");
        page.keys(&[], 2);
        assert_eq!(page.text(), "  cut    strict or\n         not at all");
    }
}
