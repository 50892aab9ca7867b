//! What must hold between the settings of a section, beyond the kinds and limits of single values.

use plylab_core::{InputError, Message, message};
use toml::Spanned;

use super::draft::CellDraft;
use super::file::{self, Except, Sprt};
use super::source::Source;
use super::values::{Entries, List, Word};
use super::{Axis, Reference, Setting, SprtRule, Start};

/// Cells with another number of games.
pub struct Exception {
    place: Vec<(String, Vec<String>)>,
    pub games: Option<u64>,
    pub quick: Option<u64>,
}

impl Exception {
    /// Is that cell one of them?
    pub fn is_for(&self, place: &[Setting]) -> bool {
        self.place
            .iter()
            .all(|(axis, values)| place.iter().any(|(name, value)| name == axis && values.contains(value)))
    }
}

/// The exceptions of a sweep: they name axes and values that there are.
pub fn exceptions(
    source: Source<'_>,
    list: Option<&List<Except>>,
    axes: &[Axis],
) -> Result<Vec<Exception>, InputError> {
    list.iter().flat_map(|List(list)| list).map(|except| exception(source, except, axes)).collect()
}

fn exception(source: Source<'_>, except: &Except, axes: &[Axis]) -> Result<Exception, InputError> {
    let mut place = Vec::new();
    for (name, words) in &except.place.0 {
        let axis = axes.iter().find(|axis| axis.name == *name.get_ref()).ok_or_else(|| {
            let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
            source
                .wrong(&name.span(), message!("no-axis", "'{axis}' is no axis", axis = name.get_ref()))
                .expected(message!("axes-are", "'vary' has {axes}", axes = names))
        })?;
        let values: Vec<String> = words.get_ref().0.iter().map(|Word(text)| text.clone()).collect();
        let labels: Vec<&str> = axis.values.iter().map(|value| value.label.as_str()).collect();
        if let Some(odd) = values.iter().find(|value| !labels.contains(&value.as_str())) {
            return Err(source
                .wrong(
                    &words.span(),
                    message!("axis-never", "'{axis}' is never '{value}'", axis = &axis.name, value = odd),
                )
                .expected(message!("axis-values", "it is one of {values}", values = labels)));
        }
        place.push((axis.name.clone(), values));
    }
    Ok(Exception {
        place,
        games: except.games.map(|games| games.0),
        quick: except.quick.map(|games| games.0),
    })
}

/// The references of a section: each names exactly one of its cells.
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
    let at = found.place.span();
    let Entries(entries) = found.place.into_inner();
    let place: Vec<Setting> =
        entries.into_iter().map(|(axis, Word(value))| (axis.into_inner(), value)).collect();
    let matches = |cell: &&CellDraft| place.iter().all(|setting| cell.place.contains(setting));
    let wrong = match cells.iter().filter(matches).count() {
        1 => {
            return Ok(Reference {
                source: found.source,
                place,
                games: found.games.map(|games| games.0),
                values,
                note: found.note,
            });
        }
        0 => message!("no-cell-so", "no cell is so"),
        count => message!("cells-so", "{count} cells are so", count),
    };
    Err(source
        .wrong(&at, wrong)
        .expected(message!("one-cell", "name the axes and values of exactly one cell")))
}

/// The sequential test of a tournament: it can decide, and its games come in pairs.
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
            message!("risks", "alpha and beta are chances of a mistake"),
            message!("risks-range", "use numbers from 0.0001 to 0.5"),
        );
    }
    Ok(rule)
}

/// How often a sequential test may be mistaken, unless the file says otherwise.
const RISK: f64 = 0.05;
