//! What a report puts where: along the x axis, in lines, side by side.

use plylab_core::toml::TomlValue;
use plylab_core::{InputError, message};

use super::{Axis, Section};

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
    /// Reads the table `report` of a file.
    pub(super) fn read(report: TomlValue<'_>, sections: &[Section]) -> Result<Arrangement, InputError> {
        let table = report.table(&["x", "lines", "compare"])?;
        let mut arrangement =
            Arrangement { x: table.optional("x", TomlValue::text)?, ..Arrangement::default() };
        let check = |arrangement: &Arrangement, key: &str| match table.get(key) {
            Some(name) => arrangement.check(sections).map_err(|error| name.locate(error)),
            None => Ok(()),
        };
        check(&arrangement, "x")?;
        arrangement.lines = table.optional("lines", TomlValue::text)?;
        check(&arrangement, "lines")?;
        arrangement.pairs = table.each("compare", |pair| {
            Pair::read(&pair.text()?, sections).map_err(|error| pair.locate(error))
        })?;
        Ok(arrangement)
    }

    /// The same with what is asked for instead of what it says. An axis has one place only: the new one.
    pub fn with(self, asked: Arrangement) -> Arrangement {
        let kept =
            |own: Option<String>, other: &Option<String>| own.filter(|own| Some(own) != other.as_ref());
        Arrangement {
            x: asked.x.clone().or_else(|| kept(self.x, &asked.lines)),
            lines: asked.lines.or_else(|| kept(self.lines, &asked.x)),
            pairs: if asked.pairs.is_empty() { self.pairs } else { asked.pairs },
        }
    }

    /// Do the sections have these axes, and each in one place?
    pub fn check(&self, sections: &[Section]) -> Result<(), InputError> {
        for name in [&self.x, &self.lines].into_iter().flatten() {
            check_axis(name, sections)?;
        }
        match (&self.x, &self.lines) {
            (Some(x), Some(lines)) if x == lines => Err(InputError::new(message!(
                "x-and-lines",
                "'{x}' cannot be both the x axis and the lines",
                x = x.as_str()
            ))
            .expected(message!("another-axis", "name another axis for the lines"))),
            _ => Ok(()),
        }
    }

    /// The pairs of values to compare on an axis.
    pub(crate) fn compared<'a>(&'a self, axis: &'a Axis) -> Vec<(&'a str, &'a str)> {
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

impl Pair {
    /// Reads what to compare: `depth` for neighbours on an axis, `depth=1,4` for two of its values, which may contain
    /// commas themselves.
    pub fn read(text: &str, sections: &[Section]) -> Result<Pair, InputError> {
        let (name, values) = text.split_once('=').map_or((text, None), |(name, values)| (name, Some(values)));
        let axis = name.trim().to_owned();
        check_axis(&axis, sections)?;
        let Some(values) = values else { return Ok(Pair { axis, values: None }) };
        let labels: Vec<&str> = axes(sections)
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
                axis = axis.as_str()
            ))
            .expected(message!("values-are", "its values are {labels}; write {axis}=ONE,OTHER"))),
        }
    }
}

/// The axes of all sections.
fn axes(sections: &[Section]) -> impl Iterator<Item = &Axis> {
    sections.iter().flat_map(|section| &section.axes)
}

/// Is there an axis of this name?
fn check_axis(name: &str, sections: &[Section]) -> Result<(), InputError> {
    if axes(sections).any(|axis| axis.name == name) {
        return Ok(());
    }
    let mut names: Vec<&str> = axes(sections).map(|axis| axis.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let right = if names.is_empty() {
        message!("no-axes", "there are no axes: add a table 'vary'")
    } else {
        message!("axes-are", "'vary' has {axes}", axes = names)
    };
    Err(InputError::new(message!("no-axis", "'{axis}' is not an axis", axis = name)).expected(right))
}

#[cfg(test)]
mod tests {
    use super::super::{Size, draft};
    use super::*;

    const FILE: &str = r#"
title = "T"
[[sweep]]
name = "s"
game = "connect4"
players = ["alphabeta:depth={depth},eval={eval}", "random"]
vary = { depth = [1, 2, 3], eval = ["report", "tuned"] }
games = 2
"#;

    fn read(report: &str) -> Result<Arrangement, String> {
        let text = format!("{FILE}\n[report]\n{report}\n");
        draft(&text, Size::Full).map(|draft| draft.arrangement).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_arranges_its_report() {
        let found = read("x = \"eval\"\nlines = \"depth\"\ncompare = [\"depth=1,3\", \"eval\"]").unwrap();
        assert_eq!((found.x.as_deref(), found.lines.as_deref()), (Some("eval"), Some("depth")));
        assert_eq!(
            found.pairs,
            [
                Pair { axis: "depth".to_owned(), values: Some(("1".to_owned(), "3".to_owned())) },
                Pair { axis: "eval".to_owned(), values: None },
            ]
        );
        assert_eq!(read("").unwrap(), Arrangement::default());
    }

    #[test]
    fn what_cannot_be_arranged_is_refused_where_it_is_written() {
        for (report, error) in [
            ("x = \"colour\"", "line 11, column 5: 'colour' is not an axis; 'vary' has depth, eval"),
            (
                "x = \"eval\"\nlines = \"eval\"",
                "line 12, column 9: 'eval' cannot be both the x axis and the lines; name another axis for the lines",
            ),
            (
                "compare = [\"depth=1,9\"]",
                "line 11, column 12: '1,9' are not two values of depth; its values are 1, 2, 3; write depth=ONE,OTHER",
            ),
            (
                "y = \"depth\"",
                "line 11, column 1: 'y' is not a setting of 'report'; it has x, lines, compare",
            ),
        ] {
            assert_eq!(read(report).unwrap_err(), error);
        }
    }

    #[test]
    fn what_is_asked_for_counts_before_the_file() {
        let axis = |name: &str| Some(name.to_owned());
        let file = Arrangement { x: axis("depth"), lines: axis("eval"), pairs: Vec::new() };
        let asked = Arrangement { x: axis("eval"), ..Arrangement::default() };
        let both = file.clone().with(asked);
        assert_eq!((both.x, both.lines), (axis("eval"), None), "an axis is in one place");
        assert_eq!(file.clone().with(Arrangement::default()), file);
    }
}
