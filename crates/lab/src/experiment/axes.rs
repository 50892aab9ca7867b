//! The axes of a section, and every combination of their values.

use std::collections::HashSet;

use plylab_core::toml::Value;
use plylab_core::{InputError, message};

use super::template::{self, Filling};
use super::{Axis, AxisValue};

/// More axes than any table can show.
const MAX_AXES: usize = 64;

/// The axis that `runs` makes: it changes nothing but the seed.
pub(crate) const RUN: &str = "run";

/// A value for every axis, by its name.
pub type Combination<'a> = Vec<(&'a str, &'a AxisValue)>;

/// The axes that a section varies, in the order of the file.
pub fn axes(vary: Option<Value<'_>>) -> Result<Vec<Axis>, InputError> {
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
fn axis(axis: Value<'_>) -> Result<Axis, InputError> {
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
        template::check(text).map_err(|error| axis.locate(error))?;
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
pub fn runs(runs: Value<'_>, axes: &[Axis]) -> Result<Axis, InputError> {
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
}
