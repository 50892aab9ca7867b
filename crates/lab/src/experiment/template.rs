//! Templates, `alphabeta:depth={depth}`, whose placeholders are axes.

use plylab_core::{InputError, message};

/// An axis with the text that replaces its placeholders.
pub type Filling = (String, String);

/// The names of the placeholders in a text.
pub fn placeholders(text: &str) -> Result<Vec<&str>, InputError> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['{', '}']) {
        let unmatched = || {
            InputError::new(message!("brace-alone", "'{text}' has an unmatched brace", text))
                .expected(message!("axis-form", "write {{axis}} where a value of that axis goes"))
        };
        if rest[start..].starts_with('}') {
            return Err(unmatched());
        }
        let inside = &rest[start + 1..];
        let end =
            inside.find(['{', '}']).filter(|&end| inside[end..].starts_with('}')).ok_or_else(unmatched)?;
        names.push(&inside[..end]);
        rest = &inside[end + 1..];
    }
    Ok(names)
}

/// Fills the placeholders of `text` from `settings`, including those in inserted values, and adds the axes used to `used`.
pub fn fill(text: &str, settings: &[Filling], used: &mut Vec<String>) -> Result<String, InputError> {
    let mut filled = text.to_owned();
    // The values of axes may have placeholders in turn. A cycle would never end, so the rounds are limited.
    for _ in 0..=settings.len() {
        let names: Vec<String> = placeholders(&filled)?.into_iter().map(str::to_owned).collect();
        if names.is_empty() {
            return Ok(filled);
        }
        for name in names {
            let Some((_, value)) = settings.iter().find(|(axis, _)| *axis == name) else {
                let axes: Vec<&str> = settings.iter().map(|(axis, _)| axis.as_str()).collect();
                let hole = format!("{{{name}}}");
                return Err(InputError::new(message!(
                    "no-axis-in",
                    "'{hole}' in '{text}' is not an axis",
                    hole,
                    text
                ))
                .expected(if axes.is_empty() {
                    message!("no-axes", "there are no axes: add a table 'vary'")
                } else {
                    message!("axes-are", "'vary' has {axes}", axes)
                }));
            };
            filled = filled.replace(&format!("{{{name}}}"), value);
            if !used.contains(&name) {
                used.push(name);
            }
        }
    }
    Err(InputError::new(message!(
        "axes-endless",
        "'{text}' cannot be expanded: its axes refer to each other",
        text
    ))
    .expected(message!("leave-one-out", "remove one of these references")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(pairs: &[(&str, &str)]) -> Vec<Filling> {
        pairs.iter().map(|&(axis, value)| (axis.to_owned(), value.to_owned())).collect()
    }

    fn error(text: &str, pairs: &[(&str, &str)]) -> String {
        fill(text, &settings(pairs), &mut Vec::new()).unwrap_err().to_string()
    }

    #[test]
    fn placeholders_are_filled_including_those_in_values() {
        let axes = settings(&[("depth", "3"), ("agent", "alphabeta:depth={depth}"), ("eval", "tuned")]);
        let mut used = Vec::new();
        assert_eq!(fill("{agent}", &axes, &mut used).unwrap(), "alphabeta:depth=3");
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
}
