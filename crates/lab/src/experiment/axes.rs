//! The axes of a section, and every combination of their values.

use std::collections::HashSet;

use plylab_core::{InputError, message};
use toml::Spanned;

use super::file::{Axes, Runs};
use super::source::Source;
use super::template::{self, Filling};
use super::{Axis, AxisValue};

/// More axes than any table can show.
const MAX_AXES: usize = 64;

/// The axis that `runs` makes: it changes nothing but the seed.
pub(crate) const RUN: &str = "run";

/// A value for every axis, by its name.
pub type Combination<'a> = Vec<(&'a str, &'a AxisValue)>;

/// The axes that a section varies, in the order of the file.
pub fn axes(source: Source<'_>, vary: Option<&Spanned<Axes>>) -> Result<Vec<Axis>, InputError> {
    let count = vary.map_or(0, |vary| vary.get_ref().0.len());
    if let Some(vary) = vary.filter(|_| count > MAX_AXES) {
        return Err(source
            .wrong(&vary.span(), message!("axes-too-many", "there are {count} axes", count))
            .expected(message!("use-at-most", "use at most {most}", most = MAX_AXES)));
    }
    let mut axes = Vec::new();
    for (name, values) in vary.iter().flat_map(|vary| &vary.get_ref().0) {
        let (name, span, values) = (name.get_ref(), values.span(), &values.get_ref().0);
        let mut labels = HashSet::new();
        for value in values {
            template::check(&value.text).map_err(|error| source.locate(&span, error))?;
            if !labels.insert(&value.label) {
                return Err(source
                    .wrong(
                        &span,
                        message!(
                            "axis-value-twice",
                            "'{axis}' has '{value}' twice",
                            axis = name,
                            value = &value.label
                        ),
                    )
                    .expected(message!("values-once", "write every value once")));
            }
        }
        axes.push(Axis { name: name.clone(), values: values.clone() });
    }
    Ok(axes)
}

/// The axis of `runs`.
pub fn runs(source: Source<'_>, runs: &Spanned<Runs>, axes: &[Axis]) -> Result<Axis, InputError> {
    if axes.iter().any(|axis| axis.name == RUN) {
        return Err(source
            .wrong(&runs.span(), message!("axis-run", "there is already an axis 'run'"))
            .expected(message!("rename-axis", "leave out 'runs', or rename the axis")));
    }
    let values = (1..=runs.get_ref().0).map(|run| AxisValue::plain(run.to_string()));
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
