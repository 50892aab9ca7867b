//! Checks that involve several settings of a section.

use plylab_core::toml::{TomlTable, TomlValue};
use plylab_core::{InputError, Message, message};

use super::cells::MAX_GAMES;
use super::draft::CellDraft;
use super::{Axis, Because, MEASURES, Measured, Question, Reference, ReferenceKind, Setting, Start, Trend};
use crate::stats::Sprt;

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

/// An exception of a sweep: it must name existing axes and values.
pub fn exception(except: TomlValue<'_>, axes: &[Axis]) -> Result<Exception, InputError> {
    let table = except.table(&["where", "games", "quick"])?;
    let right = message!("add-cells", "name the cells: where = {{ depth = 9 }}");
    let coordinates = table.require("where", right)?.entries()?;
    let coordinates = coordinates.into_iter().map(|axis| values_of_axis(axis, axes));
    Ok(Exception {
        coordinates: coordinates.collect::<Result<_, _>>()?,
        games: table.optional("games", |games| games.whole(0..=MAX_GAMES))?,
        quick: table.optional("quick", |games| games.whole(0..=MAX_GAMES))?,
    })
}

/// An axis and some of its values, one or a list.
fn values_of_axis(named: TomlValue<'_>, axes: &[Axis]) -> Result<(String, Vec<String>), InputError> {
    let values = if named.is_list() { named.list(TomlValue::word)? } else { vec![named.word()?] };
    let Some(axis) = axes.iter().find(|axis| axis.name == named.key()) else {
        return Err(no_axis(named.wrong_key(not_an_axis(named.key())), axes));
    };
    let labels: Vec<&str> = axis.values.iter().map(|value| value.label.as_str()).collect();
    if let Some(odd) = values.iter().find(|value| !labels.contains(&value.as_str())) {
        let wrong = message!("axis-never", "'{axis}' has no value '{value}'", axis = &axis.name, value = odd);
        return Err(named.wrong(wrong).expected(message!("axis-values", "it has {values}", values = labels)));
    }
    Ok((axis.name.clone(), values))
}

/// A reference of a section: it must name exactly one of its cells.
pub fn reference(reference: TomlValue<'_>, cells: &[CellDraft]) -> Result<Reference, InputError> {
    let measures = MEASURES.iter().map(|(measure, _)| *measure);
    let known: Vec<&str> =
        ["source", "where", "kind", "games", "note"].into_iter().chain(measures.clone()).collect();
    let table = reference.table(&known)?;
    let right = message!("add-source", "name the source: source = \"report A\"");
    let source = table.require("source", right)?.text()?;
    let named = cell(&table)?;
    let coordinates = settings(named)?;
    let matches = |cell: &&CellDraft| coordinates.iter().all(|setting| cell.coordinates.contains(setting));
    let wrong = match cells.iter().filter(matches).count() {
        1 => None,
        0 => Some(message!("no-cell-matches", "no cell matches")),
        count => Some(message!("cells-match", "{count} cells match")),
    };
    if let Some(wrong) = wrong {
        let right = message!("one-cell", "name the axes and values of exactly one cell");
        return Err(named.wrong(wrong).expected(right));
    }
    let games = table.optional("games", |games| games.whole(1..=u64::MAX))?;
    let kind = table.optional("kind", |kind| kind.choice(ReferenceKind::NAMES))?;
    let usual = if games.is_some() { ReferenceKind::Run } else { ReferenceKind::Exact };
    let values = measures.filter_map(|measure| {
        let value = table.get(measure)?.number();
        Some(value.map(|value| (measure.to_owned(), value)))
    });
    Ok(Reference {
        source,
        kind: kind.unwrap_or(usual),
        coordinates,
        games,
        values: values.collect::<Result<_, _>>()?,
        note: table.optional("note", TomlValue::text)?,
    })
}

/// A question of a sweep: it must name one of its axes, and at most one cell for each value of it.
pub fn question(question: TomlValue<'_>, axes: &[Axis], cells: &[CellDraft]) -> Result<Question, InputError> {
    let table = question.table(&[
        "asks", "axis", "measures", "where", "who", "if-best", "if-rises", "if-falls", "if-level", "because",
    ])?;
    let asks = table.text("asks")?;
    let on = table.require("axis", message!("add-axis", "name the axis: axis = \"depth\""))?;
    let name = on.text()?;
    let right = message!("add-measures", "name what is measured: measures = [\"win-rate\", \"nodes\"]");
    let measures = table.require("measures", right)?.list(|measure| measure.choice(Measured::NAMES))?;
    let Some(axis) = axes.iter().find(|axis| axis.name == name) else {
        return Err(no_axis(on.wrong(not_an_axis(&name)), axes));
    };
    let coordinates = table.optional("where", settings)?.unwrap_or_default();
    one_cell_a_value(on, axis, &coordinates, cells)?;
    let because = table.optional("because", |because| {
        let table = because.table(&["says", "where"])?;
        let says = table.text("says")?;
        let named = cell(&table)?;
        let changed = settings(named)?;
        let kept = coordinates.iter().filter(|(axis, _)| !changed.iter().any(|(other, _)| other == axis));
        let all: Vec<Setting> = kept.chain(&changed).cloned().collect();
        one_cell_a_value(named, axis, &all, cells)?;
        Ok(Because { says, coordinates: changed })
    })?;
    let trends = [("if-rises", Trend::Rises), ("if-falls", Trend::Falls), ("if-level", Trend::Level)];
    let conclusions = trends.into_iter().filter_map(|(key, trend)| {
        let says = table.get(key)?.text();
        Some(says.map(|says| (trend, says)))
    });
    let best = table.optional("if-best", |named| {
        let best = settings(named)?;
        let labels: Vec<&str> = axis.values.iter().map(|value| value.label.as_str()).collect();
        let Some((value, _)) = best.iter().find(|(value, _)| !labels.contains(&value.as_str())) else {
            return Ok(best);
        };
        let wrong = message!("no-axis-value", "'{value}' is not a value of '{axis}'", axis = &name);
        Err(named.wrong(wrong).expected(message!("axis-values-are", "it has {values}", values = labels)))
    })?;
    Ok(Question {
        asks,
        measures,
        conclusions: conclusions.collect::<Result<_, _>>()?,
        who: table.optional("who", TomlValue::text)?,
        axis: name,
        coordinates,
        best: best.unwrap_or_default(),
        because,
    })
}

/// The setting that names a cell.
fn cell<'a>(table: &TomlTable<'a>) -> Result<TomlValue<'a>, InputError> {
    table.require("where", message!("add-cell", "name the cell: where = {{ depth = 1 }}"))
}

/// Checks that these coordinates leave at most one cell for every value of the axis, and at least two in all.
fn one_cell_a_value(
    at: TomlValue<'_>,
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
    Err(at.wrong(wrong).expected(right))
}

/// Axes with a value each.
fn settings(named: TomlValue<'_>) -> Result<Vec<Setting>, InputError> {
    named.entries()?.into_iter().map(|value| Ok((value.key().to_owned(), value.word()?))).collect()
}

fn not_an_axis(axis: &str) -> Message {
    message!("no-axis", "'{axis}' is not an axis")
}

fn no_axis(error: InputError, axes: &[Axis]) -> InputError {
    let names: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
    error.expected(message!("axes-are", "'vary' has {axes}", axes = names))
}

/// The sequential test of a tournament: its hypotheses must differ, and its games must come in pairs.
pub fn sprt(sprt: TomlValue<'_>, start: Start) -> Result<Sprt, InputError> {
    let table = sprt.table(&["elo0", "elo1", "alpha", "beta"])?;
    let elo = |key: &str| {
        let right = message!("sprt-form", "write sprt = {{ elo0 = 0, elo1 = 20 }}");
        table.require(key, right)?.number()
    };
    let (elo0, elo1) = (elo("elo0")?, elo("elo1")?);
    let risk = |key: &str| table.get(key).map_or(Ok(RISK), TomlValue::number);
    let (alpha, beta) = (risk("alpha")?, risk("beta")?);
    let wrong = |what: Message, right: Message| Err(sprt.wrong(what).expected(right));
    if start != Start::Alternate {
        return wrong(
            message!("sprt-pairs", "a sequential test counts pairs of games"),
            message!("sprt-start", "leave out 'start', or use \"alternate\""),
        );
    }
    if elo0 >= elo1 || elo0.abs().max(elo1.abs()) > 1000.0 {
        return wrong(
            message!("elos-order", "elo0 must be below elo1"),
            message!("elos-range", "use numbers from -1000 to 1000"),
        );
    }
    if [alpha, beta].iter().any(|risk| !(0.0001..=0.5).contains(risk)) {
        return wrong(
            message!("risks", "alpha and beta are error probabilities"),
            message!("risks-range", "use numbers from 0.0001 to 0.5"),
        );
    }
    Sprt::new(elo0, elo1, alpha, beta).map_err(|error| sprt.locate(error))
}

/// The default error probability of a sequential test.
const RISK: f64 = 0.05;
