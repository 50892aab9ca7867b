//! Templates, `alphabeta:depth={depth}`, whose placeholders are axes.

use std::collections::HashMap;

use plylab_core::{InputError, message};

/// The longest text that a template may become, in characters: far more than any game or agent with all its settings.
const LONGEST: u64 = 10_000;

/// An axis with the text that replaces its placeholders.
pub type Filling<'a> = (&'a str, &'a str);

/// A part of a template.
#[derive(Clone, Copy)]
enum Part<'a> {
    Plain(&'a str),
    /// The name of an axis, without its braces.
    Placeholder(&'a str),
}

/// The parts of a text, in order.
fn parts(text: &str) -> Result<Vec<Part<'_>>, InputError> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['{', '}']) {
        let unmatched = || {
            InputError::new(message!("brace-alone", "'{text}' has an unmatched brace"))
                .expected(message!("axis-form", "write {{axis}} where a value of that axis goes"))
        };
        if rest[start..].starts_with('}') {
            return Err(unmatched());
        }
        let inside = &rest[start + 1..];
        let end =
            inside.find(['{', '}']).filter(|&end| inside[end..].starts_with('}')).ok_or_else(unmatched)?;
        parts.push(Part::Plain(&rest[..start]));
        parts.push(Part::Placeholder(&inside[..end]));
        rest = &inside[end + 1..];
    }
    parts.push(Part::Plain(rest));
    Ok(parts)
}

/// Refuses a text with an unmatched brace.
pub fn check(text: &str) -> Result<(), InputError> {
    parts(text).map(|_| ())
}

/// Fills the placeholders of `text` from `settings`, including those in inserted values, and adds the axes used to `used`.
/// Values may double at every level, so the length of the result is computed before any of it is written.
pub fn fill(text: &str, settings: &[Filling<'_>], used: &mut Vec<String>) -> Result<String, InputError> {
    let mut template = Template { text, settings, lengths: HashMap::new(), filled: HashMap::new() };
    let length = template.length(text)?;
    if length > LONGEST {
        let wrong = message!(
            "filled-too-long",
            "'{text}' expands to at least {count} characters",
            // As text, because it may be beyond what JSON numbers hold.
            count = length.to_string()
        );
        let right = message!("use-at-most", "use at most {most}", most = LONGEST);
        return Err(InputError::new(wrong).expected(right));
    }
    for axis in template.lengths.keys() {
        if !used.iter().any(|known| known == axis) {
            used.push((*axis).to_owned());
        }
    }
    template.fill(text)
}

/// A text to be filled.
struct Template<'a> {
    text: &'a str,
    settings: &'a [Filling<'a>],
    /// By axis, the length of its value when it is filled; `None` while that is being computed.
    lengths: HashMap<&'a str, Option<u64>>,
    /// By axis, its value when it is filled.
    filled: HashMap<&'a str, String>,
}

impl<'a> Template<'a> {
    /// How many characters a text has when it is filled.
    fn length(&mut self, text: &'a str) -> Result<u64, InputError> {
        let mut sum = 0_u64;
        for part in parts(text)? {
            sum = sum.saturating_add(match part {
                Part::Plain(text) => text.chars().count() as u64,
                Part::Placeholder(axis) => self.length_of_axis(axis)?,
            });
        }
        Ok(sum)
    }

    fn length_of_axis(&mut self, axis: &'a str) -> Result<u64, InputError> {
        match self.lengths.get(axis) {
            Some(Some(length)) => return Ok(*length),
            Some(None) => {
                let wrong = message!(
                    "axes-endless",
                    "'{text}' cannot be expanded: its axes refer to each other",
                    text = self.text
                );
                let right = message!("leave-one-out", "remove one of these references");
                return Err(InputError::new(wrong).expected(right));
            }
            None => {}
        }
        let value = self.value(axis)?;
        self.lengths.insert(axis, None);
        let length = self.length(value)?;
        self.lengths.insert(axis, Some(length));
        Ok(length)
    }

    /// A text whose length is known, filled. Each axis is filled once.
    fn fill(&mut self, text: &'a str) -> Result<String, InputError> {
        let mut whole = String::new();
        for part in parts(text)? {
            match part {
                Part::Plain(text) => whole.push_str(text),
                Part::Placeholder(axis) => {
                    if !self.filled.contains_key(axis) {
                        let value = self.value(axis)?;
                        let filled = self.fill(value)?;
                        self.filled.insert(axis, filled);
                    }
                    whole.extend(self.filled.get(axis).map(String::as_str));
                }
            }
        }
        Ok(whole)
    }

    fn value(&self, axis: &str) -> Result<&'a str, InputError> {
        if let Some((_, value)) = self.settings.iter().find(|(name, _)| *name == axis) {
            return Ok(value);
        }
        let axes: Vec<&str> = self.settings.iter().map(|(axis, _)| *axis).collect();
        let hole = format!("{{{axis}}}");
        let wrong = message!("no-axis-in", "'{hole}' in '{text}' is not an axis", text = self.text);
        Err(InputError::new(wrong).expected(if axes.is_empty() {
            message!("no-axes", "there are no axes: add a table 'vary'")
        } else {
            message!("axes-are", "'vary' has {axes}")
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str, settings: &[Filling<'_>]) -> String {
        fill(text, settings, &mut Vec::new()).unwrap_err().to_string()
    }

    #[test]
    fn placeholders_are_filled_including_those_in_values() {
        let axes = [("depth", "3"), ("agent", "alphabeta:depth={depth}"), ("eval", "tuned")];
        let mut used = Vec::new();
        assert_eq!(fill("{agent}", &axes, &mut used).unwrap(), "alphabeta:depth=3");
        used.sort();
        assert_eq!(used, ["agent", "depth"]);
        assert_eq!(fill("random", &axes, &mut used).unwrap(), "random");
    }

    #[test]
    fn what_cannot_be_filled_is_an_error() {
        assert_eq!(
            error("x:{deep}", &[("depth", "1")]),
            "'{deep}' in 'x:{deep}' is not an axis; 'vary' has depth"
        );
        assert_eq!(error("{a}", &[]), "'{a}' in '{a}' is not an axis; there are no axes: add a table 'vary'");
        for text in ["{a", "a}", "{a{b}}", "}{"] {
            let right = "has an unmatched brace; write {axis} where a value of that axis goes";
            assert_eq!(error(text, &[("a", "1"), ("b", "1")]), format!("'{text}' {right}"));
        }
        assert_eq!(
            error("{a}", &[("a", "{b}"), ("b", "{a}")]),
            "'{a}' cannot be expanded: its axes refer to each other; remove one of these references"
        );
    }

    #[test]
    fn a_text_that_would_be_too_long_is_refused_before_it_is_written() {
        for (levels, count) in
            [(13, "16384"), (16, "131072"), (40, "2199023255552"), (64, "18446744073709551615")]
        {
            let names: Vec<String> = (0..=levels + 1).map(|level| format!("a{level}")).collect();
            let values: Vec<String> = (0..=levels)
                .map(|level| format!("{{a{0}}}{{a{0}}}", level + 1))
                .chain(["x".to_owned()])
                .collect();
            let axes: Vec<Filling<'_>> =
                names.iter().zip(&values).map(|(name, value)| (name.as_str(), value.as_str())).collect();
            assert_eq!(
                error("{a0}", &axes),
                format!("'{{a0}}' expands to at least {count} characters; use at most 10000"),
                "{levels} levels"
            );
            let lower = fill(&format!("{{a{}}}", levels - 12), &axes, &mut Vec::new()).unwrap();
            assert_eq!(lower, "x".repeat(8192));
        }
    }
}
