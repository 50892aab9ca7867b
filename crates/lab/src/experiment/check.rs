//! Checks that involve several settings of a section.

use std::ops::Range;

use plylab_core::{InputError, Message, message};
use toml::Spanned;

use super::draft::CellDraft;
use super::file::{self, Except, Sprt};
use super::source::Source;
use super::values::{Entries, List, Word};
use super::{Axis, Because, Question, Reference, ReferenceKind, Setting, SprtRule, Start, Trend};

/// Cells with another number of games.
pub struct Exception {
    coordinates: Vec<(String, Vec<String>)>,
    pub games: Option<u64>,
    pub quick: Option<u64>,
}

impl Exception {
    /// Does it apply to the cell with these coordinates?
    pub fn is_for(&self, coordinates: &[Setting]) -> bool {
        self.coordinates.iter().all(|(axis, values)| {
            coordinates.iter().any(|(name, value)| name == axis && values.contains(value))
        })
    }
}

/// The exceptions of a sweep: they must name existing axes and values.
pub fn exceptions(
    source: Source<'_>,
    list: Option<&List<Except>>,
    axes: &[Axis],
) -> Result<Vec<Exception>, InputError> {
    list.iter().flat_map(|List(list)| list).map(|except| exception(source, except, axes)).collect()
}

fn exception(source: Source<'_>, except: &Except, axes: &[Axis]) -> Result<Exception, InputError> {
    let mut coordinates = Vec::new();
    for (name, words) in &except.coordinates.0 {
        let axis = axes.iter().find(|axis| axis.name == *name.get_ref());
        let axis = axis.ok_or_else(|| no_axis(source, &name.span(), name.get_ref(), axes))?;
        let values: Vec<String> = words.get_ref().0.iter().map(|Word(text)| text.clone()).collect();
        let labels: Vec<&str> = axis.values.iter().map(|value| value.label.as_str()).collect();
        if let Some(odd) = values.iter().find(|value| !labels.contains(&value.as_str())) {
            return Err(source
                .wrong(
                    &words.span(),
                    message!("axis-never", "'{axis}' has no value '{value}'", axis = &axis.name, value = odd),
                )
                .expected(message!("axis-values", "it has {values}", values = labels)));
        }
        coordinates.push((axis.name.clone(), values));
    }
    Ok(Exception {
        coordinates,
        games: except.games.map(|games| games.0),
        quick: except.quick.map(|games| games.0),
    })
}

/// The references of a section: each must name exactly one of its cells.
pub fn references(
    source: Source<'_>,
    list: Option<List<file::Reference>>,
    cells: &[CellDraft],
) -> Result<Vec<Reference>, InputError> {
    let all = list.into_iter().flat_map(|List(list)| list);
    all.map(|found| reference(source, found, cells)).collect()
}

fn reference(
    source: Source<'_>,
    found: file::Reference,
    cells: &[CellDraft],
) -> Result<Reference, InputError> {
    let values = found.measured().map(|(measure, value)| (measure.to_owned(), value)).collect();
    let at = found.coordinates.span();
    let coordinates = settings(found.coordinates.into_inner());
    let matches = |cell: &&CellDraft| coordinates.iter().all(|setting| cell.coordinates.contains(setting));
    let wrong = match cells.iter().filter(matches).count() {
        1 => {
            return Ok(Reference {
                source: found.source,
                kind: found.kind.unwrap_or(match found.games {
                    Some(_) => ReferenceKind::Run,
                    None => ReferenceKind::Exact,
                }),
                coordinates,
                games: found.games.map(|games| games.0),
                values,
                note: found.note,
            });
        }
        0 => message!("no-cell-matches", "no cell matches"),
        count => message!("cells-match", "{count} cells match", count),
    };
    Err(source
        .wrong(&at, wrong)
        .expected(message!("one-cell", "name the axes and values of exactly one cell")))
}

/// The questions of a sweep: each must name one of its axes, and at most one cell for each value of it.
pub fn questions(
    source: Source<'_>,
    list: Option<List<file::Question>>,
    axes: &[Axis],
    cells: &[CellDraft],
) -> Result<Vec<Question>, InputError> {
    let all = list.into_iter().flat_map(|List(list)| list);
    all.map(|asked| question(source, asked, axes, cells)).collect()
}

fn question(
    source: Source<'_>,
    asked: file::Question,
    axes: &[Axis],
    cells: &[CellDraft],
) -> Result<Question, InputError> {
    let at = asked.axis.span();
    let name = asked.axis.into_inner();
    let Some(axis) = axes.iter().find(|axis| axis.name == name) else {
        return Err(no_axis(source, &at, &name, axes));
    };
    let coordinates = asked.coordinates.map_or_else(Vec::new, settings);
    one_cell_a_value(source, &at, axis, &coordinates, cells)?;
    let because = match asked.because {
        None => None,
        Some(because) => {
            let at = because.coordinates.span();
            let changed = settings(because.coordinates.into_inner());
            let kept = coordinates.iter().filter(|(axis, _)| !changed.iter().any(|(other, _)| other == axis));
            let all: Vec<Setting> = kept.chain(&changed).cloned().collect();
            one_cell_a_value(source, &at, axis, &all, cells)?;
            Some(Because { says: because.says, coordinates: changed })
        }
    };
    let conclusions =
        [(Trend::Rises, asked.if_rises), (Trend::Falls, asked.if_falls), (Trend::Level, asked.if_level)];
    let conclusions = conclusions.into_iter().filter_map(|(trend, says)| Some((trend, says?))).collect();
    let best = match asked.if_best {
        None => Vec::new(),
        Some(best) => {
            let at = best.span();
            let best = settings(best.into_inner());
            let labels: Vec<&str> = axis.values.iter().map(|value| value.label.as_str()).collect();
            if let Some((value, _)) = best.iter().find(|(value, _)| !labels.contains(&value.as_str())) {
                let wrong =
                    message!("no-axis-value", "'{value}' is not a value of '{axis}'", value, axis = &name);
                return Err(source.wrong(&at, wrong).expected(message!(
                    "axis-values-are",
                    "it has {values}",
                    values = labels
                )));
            }
            best
        }
    };
    let List(measures) = asked.measures;
    Ok(Question {
        asks: asked.asks,
        axis: name,
        measures,
        coordinates,
        who: asked.who,
        conclusions,
        best,
        because,
    })
}

/// Checks that these coordinates leave at most one cell for every value of the axis, and at least two in all.
fn one_cell_a_value(
    source: Source<'_>,
    at: &Range<usize>,
    axis: &Axis,
    coordinates: &[Setting],
    cells: &[CellDraft],
) -> Result<(), InputError> {
    let count = |label: &str| {
        let there = |cell: &&CellDraft| {
            let here = |(name, value): &Setting| *name == axis.name && value == label;
            cell.coordinates.iter().any(here)
                && coordinates.iter().all(|setting| cell.coordinates.contains(setting))
        };
        cells.iter().filter(there).count()
    };
    let counts: Vec<usize> = axis.values.iter().map(|value| count(&value.label)).collect();
    let wrong = match counts.iter().max() {
        Some(&most) if most > 1 => message!("cells-match", "{count} cells match", count = most),
        _ if counts.iter().sum::<usize>() > 1 => return Ok(()),
        _ => message!("no-cell-matches", "no cell matches"),
    };
    let right = message!("fix-other-axes", "fix every other axis with 'where'");
    Err(source.wrong(at, wrong).expected(right))
}

fn settings(Entries(entries): Entries<Word>) -> Vec<Setting> {
    entries.into_iter().map(|(axis, Word(value))| (axis.into_inner(), value)).collect()
}

fn no_axis(source: Source<'_>, at: &Range<usize>, axis: &str, axes: &[Axis]) -> InputError {
    let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
    source.wrong(at, message!("no-axis", "'{axis}' is not an axis", axis)).expected(message!(
        "axes-are",
        "'vary' has {axes}",
        axes = names
    ))
}

/// The sequential test of a tournament: its hypotheses must differ, and its games must come in pairs.
pub fn sprt(source: Source<'_>, sprt: &Spanned<Sprt>, start: Start) -> Result<SprtRule, InputError> {
    let wrong = |what: Message, right: Message| Err(source.wrong(&sprt.span(), what).expected(right));
    if start != Start::Alternate {
        return wrong(
            message!("sprt-pairs", "a sequential test counts pairs of games"),
            message!("sprt-start", "leave out 'start', or use \"alternate\""),
        );
    }
    let &Sprt { elo0, elo1, alpha, beta } = sprt.get_ref();
    let rule = SprtRule { elo0, elo1, alpha: alpha.unwrap_or(RISK), beta: beta.unwrap_or(RISK) };
    if elo0 >= elo1 || elo0.abs().max(elo1.abs()) > 1000.0 {
        return wrong(
            message!("elos-order", "elo0 must be below elo1"),
            message!("elos-range", "use numbers from -1000 to 1000"),
        );
    }
    if [rule.alpha, rule.beta].iter().any(|risk| !(0.0001..=0.5).contains(risk)) {
        return wrong(
            message!("risks", "alpha and beta are error probabilities"),
            message!("risks-range", "use numbers from 0.0001 to 0.5"),
        );
    }
    Ok(rule)
}

/// The default error probability of a sequential test.
const RISK: f64 = 0.05;
