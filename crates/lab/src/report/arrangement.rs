//! What a report puts where: along the x axis, in lines, side by side.

use plylab_core::{InputError, message};

use super::results::Results;
use crate::experiment::Axis;

/// What a report puts where. What is not set is decided from the axes of each section.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrangement {
    /// The axis of the experiment along the x axis of plots.
    pub x: Option<String>,
    /// The axis whose values are the lines of a plot.
    pub lines: Option<String>,
    /// What is compared; if nothing is named, neighbours on every axis.
    pub pairs: Vec<Pair>,
}

/// Cells to compare: they differ in one axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The axis.
    pub axis: String,
    /// Two of its values; neighbours if none are named.
    pub values: Option<(String, String)>,
}

impl Arrangement {
    /// The pairs of values to compare on an axis.
    pub(super) fn compared<'a>(&'a self, axis: &'a Axis) -> Vec<(&'a str, &'a str)> {
        let neighbours =
            || axis.values.windows(2).map(|pair| (pair[0].label.as_str(), pair[1].label.as_str()));
        if self.pairs.is_empty() {
            return neighbours().collect();
        }
        let mut found = Vec::new();
        for pair in self.pairs.iter().filter(|pair| pair.axis == axis.name) {
            match &pair.values {
                Some((one, other)) => found.push((one.as_str(), other.as_str())),
                None => found.extend(neighbours()),
            }
        }
        found
    }
}

impl Results {
    /// The axes of all sections.
    fn axes(&self) -> impl Iterator<Item = &Axis> {
        self.plan.sections.iter().flat_map(|section| &section.axes)
    }

    /// Is there an axis of this name?
    fn check_axis(&self, name: &str) -> Result<(), InputError> {
        if self.axes().any(|axis| axis.name == name) {
            return Ok(());
        }
        let mut names: Vec<&str> = self.axes().map(|axis| axis.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        let right = if names.is_empty() {
            message!("nothing-varied", "nothing is varied in this experiment")
        } else {
            message!("axes-are", "the axes are {names}", names)
        };
        Err(InputError::new(message!("no-axis", "there is no axis '{name}'", name)).expected(right))
    }

    /// Reads what to compare: `depth` for neighbours on an axis, `depth=1,4` for two of its values, which may contain
    /// commas themselves.
    pub fn pair(&self, text: &str) -> Result<Pair, InputError> {
        let (name, values) = text.split_once('=').map_or((text, None), |(name, values)| (name, Some(values)));
        let axis = name.trim().to_owned();
        self.check_axis(&axis)?;
        let Some(values) = values else { return Ok(Pair { axis, values: None }) };
        let labels: Vec<&str> = self
            .axes()
            .filter(|known| known.name == axis)
            .flat_map(|known| known.values.iter().map(|value| value.label.as_str()))
            .collect();
        let halves = |(at, _): (usize, &str)| Some((values.get(..at)?.trim(), values.get(at + 1..)?.trim()));
        let known = |(one, other): &(&str, &str)| labels.contains(one) && labels.contains(other);
        match values.match_indices(',').filter_map(halves).find(known) {
            Some((one, other)) => Ok(Pair { axis, values: Some((one.to_owned(), other.to_owned())) }),
            None => Err(InputError::new(message!(
                "no-pair",
                "'{values}' are not two values of {axis}",
                values,
                axis = axis.as_str()
            ))
            .expected(message!(
                "values-are",
                "its values are {labels}; write {axis}=ONE,OTHER",
                labels,
                axis
            ))),
        }
    }

    /// Arranges the report.
    pub fn arrange(&mut self, arrangement: Arrangement) -> Result<(), InputError> {
        for name in [&arrangement.x, &arrangement.lines].into_iter().flatten() {
            self.check_axis(name)?;
        }
        if let (Some(x), Some(lines)) = (&arrangement.x, &arrangement.lines)
            && x == lines
        {
            return Err(InputError::new(message!("x-and-lines", "'{x}' cannot be both", x = x.as_str()))
                .expected(message!("another-axis", "name another axis for the lines")));
        }
        self.arrangement = arrangement;
        Ok(())
    }
}
