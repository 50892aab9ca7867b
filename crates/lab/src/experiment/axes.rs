//! The axes of a section, every combination of their values, and the templates, `alphabeta:depth={depth}`, whose
//! placeholders are axes.

use std::collections::{HashMap, HashSet};

use plylab_core::toml::TomlValue;
use plylab_core::{InputError, message};

use super::{Axis, AxisValue};

/// More axes than any table can show.
const MAX_AXES: usize = 64;

/// The axis that `runs` makes: it changes nothing but the seed.
pub(crate) const RUN: &str = "run";

/// A value for every axis, by its name.
pub type Combination<'a> = Vec<(&'a str, &'a AxisValue)>;

/// The axes that a section varies, in the order of the file.
pub fn axes(vary: Option<TomlValue<'_>>) -> Result<Vec<Axis>, InputError> {
    let Some(vary) = vary else { return Ok(Vec::new()) };
    let axes = vary.entries()?;
    if axes.len() > MAX_AXES {
        let wrong = message!("axes-too-many", "there are {count} axes", count = axes.len());
        let right = message!("use-at-most", "use at most {most}", most = MAX_AXES);
        return Err(vary.wrong(wrong).expected(right));
    }
    axes.into_iter().map(axis).collect()
}

/// An axis: a list of its values, or a table of them by label.
fn axis(axis: TomlValue<'_>) -> Result<Axis, InputError> {
    let named = if axis.is_table() { axis.entries()? } else { Vec::new() };
    let values: Vec<AxisValue> = if named.is_empty() {
        axis.list(|value| value.word().map(AxisValue::plain))?
    } else {
        let named = named.into_iter();
        named
            .map(|value| Ok(AxisValue { label: value.key().to_owned(), text: value.word()? }))
            .collect::<Result<_, InputError>>()?
    };
    let mut labels = HashSet::new();
    for AxisValue { label, text } in &values {
        check(text).map_err(|error| axis.locate(error))?;
        if !labels.insert(label) {
            let name = axis.key();
            let wrong =
                message!("axis-value-twice", "'{axis}' has '{value}' twice", axis = name, value = label);
            return Err(axis.wrong(wrong).expected(message!("values-once", "write every value once")));
        }
    }
    Ok(Axis { name: axis.key().to_owned(), values })
}

/// The axis of `runs`.
pub fn runs(runs: TomlValue<'_>, axes: &[Axis]) -> Result<Axis, InputError> {
    let count = runs.whole(1..=1000)?;
    if axes.iter().any(|axis| axis.name == RUN) {
        return Err(runs
            .wrong(message!("axis-run", "there is already an axis 'run'"))
            .expected(message!("rename-axis", "leave out 'runs', or rename the axis")));
    }
    let values = (1..=count).map(|run| AxisValue::plain(run.to_string()));
    Ok(Axis { name: RUN.to_owned(), values: values.collect() })
}

/// Every combination of values, the first axis slowest; or their number if there are more than `limit`.
pub fn combinations(axes: &[Axis], limit: usize) -> Result<Vec<Combination<'_>>, usize> {
    let count = axes.iter().fold(1_usize, |count, axis| count.saturating_mul(axis.values.len()));
    if count > limit {
        return Err(count);
    }
    let mut all: Vec<Combination<'_>> = vec![Vec::new()];
    for axis in axes {
        all = all
            .iter()
            .flat_map(|settings| {
                axis.values.iter().map(|value| {
                    let mut longer = settings.clone();
                    longer.push((axis.name.as_str(), value));
                    longer
                })
            })
            .collect();
    }
    Ok(all)
}

/// What a combination puts into the placeholders of texts.
pub fn fillings<'a>(combination: &[(&'a str, &'a AxisValue)]) -> Vec<Filling<'a>> {
    combination.iter().map(|&(axis, value)| (axis, value.text.as_str())).collect()
}

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
fn check(text: &str) -> Result<(), InputError> {
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
    use plylab_core::toml::Document;

    use super::*;

    fn read(text: &str) -> Result<Vec<AxisValue>, String> {
        let document = Document::parse(text).unwrap();
        let axis = axis(document.root().entries().unwrap()[0]);
        axis.map(|axis| axis.values).map_err(|error| error.to_string())
    }

    #[test]
    fn the_values_of_an_axis_may_have_names() {
        let plain = |text: &str| AxisValue::plain(text.to_owned());
        assert_eq!(read("x = [2, 'b']"), Ok(vec![plain("2"), plain("b")]));
        let named = AxisValue { label: "deep".to_owned(), text: "9".to_owned() };
        assert_eq!(read("x = { deep = 9, b = 'b' }"), Ok(vec![named, plain("b")]));
        let list = "write a list: [1, 2, 3]";
        for (text, error) in [
            ("x = {}", format!("5: 'x' cannot be a table; {list}")),
            ("x = 5", format!("5: 'x' cannot be an integer; {list}")),
            ("x = []", "5: 'x' is empty; write a list with at least one value".to_owned()),
            ("x = { a = [1] }", "11: 'a' cannot be an array; use strings or numbers".to_owned()),
        ] {
            assert_eq!(read(text), Err(format!("line 1, column {error}")));
        }
    }

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
