//! How wide a text is, at most, in any of the usual sans-serif fonts. A picture must not depend on the fonts of
//! whoever looks at it, so the estimate is generous.

/// The width of `text` in a font of that size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

fn em(sign: char) -> f64 {
    match sign {
        'i' | 'j' | 'l' | '\'' | '|' | 'I' => 0.32,
        ' ' | '.' | ',' | ':' | ';' | '!' | '(' | ')' | '[' | ']' | '/' | 'f' | 't' | 'r' | '-' => 0.39,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 0.96,
        '0'..='9' | 'a'..='z' => 0.62,
        'A'..='Z' => 0.72,
        '∞' | '≤' | '≥' | '−' | '<' | '>' | '=' | '+' => 0.8,
        sign if sign.is_ascii() => 0.65,
        // Letters of other scripts, some of which are square.
        _ => 1.0,
    }
}

/// `text` in lines that are no wider than `most`, unless a single word is.
pub(super) fn wrap(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(" ", size) + width(word, size) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// `text` cut to at most so many characters.
pub(super) fn clip(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut clipped: String = text.chars().take(most - 1).collect();
    clipped.push('…');
    clipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_clipped() {
        assert_eq!(wrap("cut: 2 < alpha 3", 10.0, 65.0), ["cut: 2 <", "alpha 3"]);
        assert_eq!(wrap("incomprehensibilities", 10.0, 20.0), ["incomprehensibilities"]);
        assert_eq!(clip("abcdef", 6), "abcdef");
        assert_eq!(clip("abcdefg", 6), "abcde…");
    }
}
