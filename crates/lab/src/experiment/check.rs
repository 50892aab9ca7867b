//! Checks that involve several settings of a section.

use plylab_core::{InputError, Message, message};
use toml::Spanned;

use super::draft::CellDraft;
use super::file::{self, Except, Sprt};
use super::source::Source;
use super::values::{Entries, List, Word};
use super::{Axis, Reference, ReferenceKind, Setting, SprtRule, Start};

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
        let axis = axes.iter().find(|axis| axis.name == *name.get_ref()).ok_or_else(|| {
            let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
            source
                .wrong(&name.span(), message!("no-axis", "'{axis}' is not an axis", axis = name.get_ref()))
                .expected(message!("axes-are", "'vary' has {axes}", axes = names))
        })?;
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
    let Entries(entries) = found.coordinates.into_inner();
    let coordinates: Vec<Setting> =
        entries.into_iter().map(|(axis, Word(value))| (axis.into_inner(), value)).collect();
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
