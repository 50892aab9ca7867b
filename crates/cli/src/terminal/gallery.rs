//! Pictures side by side.

use super::width;

/// A picture with a caption.
pub struct Frame {
    /// The caption.
    pub caption: String,
    /// The picture, line by line.
    pub lines: Vec<String>,
}

impl Frame {
    fn width(&self) -> usize {
        self.lines.iter().chain([&self.caption]).map(|line| width(line)).max().unwrap_or(0)
    }
}

/// Blanks between two pictures.
const GAP: usize = 4;

/// The frames from left to right, in as many rows as it takes to stay within `most` columns; a blank line between two
/// rows.
pub fn gallery(frames: &[Frame], most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = frames;
    while let Some(first) = rest.first() {
        let mut taken = 1;
        let mut used = first.width();
        while let Some(next) = rest.get(taken) {
            used += GAP + next.width();
            if used > most {
                break;
            }
            taken += 1;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(row(&rest[..taken]));
        rest = &rest[taken..];
    }
    lines
}

fn row(frames: &[Frame]) -> Vec<String> {
    let height = frames.iter().map(|frame| frame.lines.len()).max().unwrap_or(0);
    let line = |index: usize| {
        let mut text = String::new();
        for (number, frame) in frames.iter().enumerate() {
            let part = match index.checked_sub(1) {
                None => Some(&frame.caption),
                Some(index) => frame.lines.get(index),
            };
            let part = part.map_or("", |part| part.as_str());
            text.push_str(part);
            if number + 1 < frames.len() {
                text.push_str(&" ".repeat(frame.width() - width(part) + GAP));
            }
        }
        text.trim_end().to_owned()
    };
    (0..=height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(caption: &str, lines: &[&str]) -> Frame {
        Frame { caption: caption.to_owned(), lines: lines.iter().map(|&line| line.to_owned()).collect() }
    }

    #[test]
    fn frames_stand_side_by_side_until_the_line_is_full() {
        let frames =
            [frame("now", &["ab", "cd"]), frame("x", &["\u{1b}[1mef\u{1b}[0m"]), frame("y", &["gh"])];
        assert_eq!(gallery(&frames, 15), ["now    x     y", "ab     \u{1b}[1mef\u{1b}[0m    gh", "cd"]);
        assert_eq!(gallery(&frames, 9).len(), 6);
        assert_eq!(gallery(&frames, 1).len(), 9);
        assert!(gallery(&[], 80).is_empty());
    }
}
