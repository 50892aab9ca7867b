//! The maximum width of text in any common sans-serif font.

/// The width of `text` in a font of that size.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

fn em(sign: char) -> f64 {
    match sign {
        '\u{202f}' => 0.22,
        // Signs that only join or direct letters.
        '\u{200b}'..='\u{200f}' | '\u{2066}'..='\u{2069}' | '\u{64b}'..='\u{655}' => 0.0,
        // Arabic letters, which Persian uses, and their digits.
        '\u{600}'..='\u{6ff}' => 0.62,
        'i' | 'j' | 'l' | '\'' | '|' | 'I' => 0.32,
        ' ' | '.' | ',' | ':' | ';' | '!' | '(' | ')' | '[' | ']' | '/' | 'f' | 't' | 'r' | '-' => 0.39,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 0.96,
        '0'..='9' | 'a'..='z' | 'µ' | '–' => 0.62,
        'A'..='Z' => 0.72,
        '∞' | '≤' | '≥' | '−' | '<' | '>' | '=' | '+' => 0.8,
        sign if sign.is_ascii() => 0.65,
        // Letters of other scripts, some of which are square.
        _ => 1.0,
    }
}

/// `text` in lines that are no wider than `most`, unless a single word is. Words that are too wide may be broken
/// after a comma or a colon, as in `alphabeta:depth=8,table=64`.
pub fn wrap(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    // Non-breaking spaces are part of their word.
    for word in text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()) {
        let parts: Vec<&str> =
            if width(word, size) > most { word.split_inclusive([',', ':']).collect() } else { vec![word] };
        for (index, part) in parts.into_iter().enumerate() {
            let gap = if index == 0 { " " } else { "" };
            match lines.last_mut() {
                Some(line) if width(line, size) + width(gap, size) + width(part, size) <= most => {
                    line.push_str(gap);
                    line.push_str(part);
                }
                _ => lines.push(part.to_owned()),
            }
        }
    }
    lines
}

/// `text` in at most that many lines of that width; text that does not fit ends in `…`.
pub fn fit_lines(text: &str, size: f64, most: f64, lines: usize) -> Vec<String> {
    let mut wrapped = wrap(text, size, most);
    if wrapped.len() > lines {
        wrapped.truncate(lines);
        if let Some(last) = wrapped.last_mut() {
            last.push_str(" …");
        }
    }
    wrapped.iter().map(|line| fit(line, size, most)).collect()
}

/// `text` truncated to at most that width.
pub fn fit(text: &str, size: f64, most: f64) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut room = most - width("…", size);
    let kept: String = text
        .chars()
        .take_while(|&sign| {
            room -= em(sign) * size;
            room >= 0.0
        })
        .collect();
    format!("{}…", kept.trim_end())
}

/// The positions of items of these widths, one after the other with a `gap` between, in lines of at most that width: the
/// distance of each from the left, and its line. A wider item has a line of its own.
pub fn flow(widths: impl IntoIterator<Item = f64>, gap: f64, most: f64) -> Vec<(f64, usize)> {
    let (mut x, mut line) = (0.0, 0);
    let position = |width: f64| {
        if x > 0.0 && x + width > most {
            (x, line) = (0.0, line + 1);
        }
        let start = (x, line);
        x += width + gap;
        start
    };
    widths.into_iter().map(position).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_cut() {
        assert_eq!(wrap("alpha beta depth 3", 10.0, 65.0), ["alpha beta", "depth 3"]);
        assert_eq!(wrap("up to 60\u{202f}000 values", 10.0, 60.0), ["up to", "60\u{202f}000", "values"]);
        assert_eq!(fit("alphabeta:depth=3", 10.0, 500.0), "alphabeta:depth=3");
        assert_eq!(wrap("alphabeta:depth=8,table=64", 10.0, 80.0), ["alphabeta:", "depth=8,", "table=64"]);
        let cut = fit("alphabeta:depth=3", 10.0, 60.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0) <= 60.0, "{cut}");
        let lines = fit_lines("a name of rather many words that never ends", 10.0, 80.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| width(line, 10.0) <= 80.0) && lines[1].ends_with('…'), "{lines:?}");
    }

    #[test]
    fn what_does_not_fit_goes_to_the_next_line() {
        let positions = flow([30.0, 40.0, 20.0, 200.0, 10.0], 10.0, 100.0);
        assert_eq!(positions, [(0.0, 0), (40.0, 0), (0.0, 1), (0.0, 2), (0.0, 3)]);
        assert_eq!(flow([30.0, 40.0, 10.0], 10.0, 100.0), [(0.0, 0), (40.0, 0), (90.0, 0)]);
    }
}
