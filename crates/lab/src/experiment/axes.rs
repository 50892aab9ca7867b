//! The axes of a section, and every combination of their values.

use plylab_core::{InputError, message};
use toml::Spanned;

use super::file::{Axes, Runs};
use super::source::Source;
use super::template::{Filling, placeholders};
use super::{Axis, AxisValue};

/// The axis that `runs` makes: it changes nothing but the seed.
pub(crate) const RUN: &str = "run";

/// A value for every axis.
pub type Combination = Vec<(String, AxisValue)>;

/// The axes that a section varies, in the order of the file.
pub fn axes(source: Source<'_>, vary: Option<&Spanned<Axes>>) -> Result<Vec<Axis>, InputError> {
    let mut axes = Vec::new();
    for (name, values) in vary.iter().flat_map(|vary| &vary.get_ref().0) {
        let (name, span, values) = (name.get_ref(), values.span(), &values.get_ref().0);
        for (number, value) in values.iter().enumerate() {
            placeholders(&value.text).map_err(|error| source.locate(&span, error))?;
            if values[..number].iter().any(|earlier| earlier.label == value.label) {
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

/// Every combination of values, the first axis slowest; or a lower bound on their number if there are more than `limit`.
pub fn combinations(axes: &[Axis], limit: usize) -> Result<Vec<Combination>, usize> {
    let mut all: Vec<Combination> = vec![Vec::new()];
    for axis in axes {
        let count = all.len().saturating_mul(axis.values.len());
        if count > limit {
            return Err(count);
        }
        all = all
            .iter()
            .flat_map(|settings| {
                axis.values.iter().map(|value| {
                    let mut longer = settings.clone();
                    longer.push((axis.name.clone(), value.clone()));
                    longer
                })
            })
            .collect();
    }
    Ok(all)
}

/// What a combination puts into the placeholders of texts.
pub fn fillings(combination: &[(String, AxisValue)]) -> Vec<Filling> {
    combination.iter().map(|(axis, value)| (axis.clone(), value.text.clone())).collect()
}
