//! Tables as data, which the writers of text, Markdown, CSV, LaTeX and HTML share.

use plylab_core::{English, Field, InputError, Message, Name, message};
use serde::{Serialize, Serializer};

use super::Report;
use super::plots::file_name;
use crate::messages::Language;
use crate::stats::{Estimate, Percent, Sample, count, digits, grouped, p_digits, share};
use crate::words::distinct;

/// A table with its title.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Table {
    /// What it shows.
    pub title: Message,
    /// Its columns.
    pub columns: Vec<TableColumn>,
    /// Its rows, a value for each column.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<serde_json::Value>>"))]
    pub rows: Vec<Vec<TableValue>>,
    /// The same as people read them, where [`Table::with_texts`] was asked for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<Vec<Field>>,
    /// Caveats.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableColumn {
    /// Its head, by its English name.
    pub title: String,
    /// What kind of thing it holds.
    pub kind: ColumnKind,
}

/// Kinds of columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// Names.
    Name,
    /// Sentences.
    Words,
    /// Numbers that are the same on every machine.
    Deterministic,
    /// Numbers that depend on the machine and its load.
    Machine,
}

impl ColumnKind {
    /// Does it hold words, and not numbers?
    pub fn is_words(self) -> bool {
        matches!(self, ColumnKind::Name | ColumnKind::Words)
    }

    /// The mark after its title: `star` where the numbers depend on the machine.
    pub(super) fn mark(self, star: &str) -> &str {
        if self == ColumnKind::Machine { star } else { "" }
    }
}

impl TableColumn {
    /// Its head in a language.
    pub fn head(&self, language: &Language) -> String {
        language.name(&self.title)
    }
}

/// The meaning of the star.
pub fn machine_columns() -> Message {
    message!(
        "machine-columns",
        "Columns marked with * depend on the machine; all others are the same on every machine."
    )
}

/// A value in a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum TableValue {
    /// Nothing is known.
    None,
    /// Words: a spec, a name, a message.
    Text(#[serde(serialize_with = "untranslated")] Field),
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
    /// A mean with its interval.
    Mean(Estimate),
    /// A share, from 0 to 1, with its interval.
    Share(Estimate),
    /// How many games were won: of all, and as a share of those that ended by the rules, with its interval.
    Wins {
        /// The share of those that ended.
        #[serde(flatten)]
        rate: Option<Estimate>,
        /// Won.
        wins: u64,
        /// Ended by the rules.
        ended: u64,
        /// Played.
        games: u64,
    },
    /// The p-value of a test.
    P(f64),
    /// A time.
    Seconds(f64),
}

impl Table {
    /// A table without rows.
    pub fn new(title: Message) -> Table {
        Table { title, columns: Vec::new(), rows: Vec::new(), texts: Vec::new(), notes: Vec::new() }
    }

    /// The same with what people read in its cells.
    #[must_use]
    pub fn with_texts(self) -> Table {
        let texts = |row: &Vec<TableValue>| row.iter().map(|cell| cell.field("\u{b1}")).collect();
        Table { texts: self.rows.iter().map(texts).collect(), ..self }
    }

    /// Adds a column with a value for every row; does nothing if all of them are [`TableValue::None`].
    pub fn column(
        &mut self,
        title: impl Into<String>,
        kind: ColumnKind,
        values: impl IntoIterator<Item = TableValue>,
    ) {
        let values: Vec<TableValue> = values.into_iter().collect();
        if values.iter().all(|value| *value == TableValue::None) {
            return;
        }
        self.columns.push(TableColumn { title: title.into(), kind });
        self.rows.resize(self.rows.len().max(values.len()), Vec::new());
        for (row, value) in self.rows.iter_mut().zip(values) {
            row.push(value);
        }
    }

    /// Are there columns that depend on the machine?
    pub fn has_machine_columns(&self) -> bool {
        self.columns.iter().any(|column| column.kind == ColumnKind::Machine)
    }
}

impl Report {
    /// Keeps the name columns and the wanted ones of each main table, in that order. A column is named by its title or by
    /// some words of it: `score` is `mean score (95 %)`.
    pub fn keep_columns(&mut self, wanted: &[String]) -> Result<(), InputError> {
        for name in wanted {
            if self.main_tables().any(|table| !table.columns_named(name).is_empty()) {
                continue;
            }
            let columns = self.main_tables().flat_map(|table| &table.columns);
            let others = columns.filter(|column| column.kind != ColumnKind::Name);
            let titles = distinct(others.map(|column| column.title.as_str()));
            let wrong = message!("no-table-column", "no table has a column '{name}'", name = name.as_str());
            let right = message!("columns-are", "the columns are {titles}");
            return Err(InputError::new(wrong).expected(right));
        }
        for table in self.sections.iter_mut().filter_map(|section| section.tables.first_mut()) {
            table.keep(wanted);
        }
        Ok(())
    }
}

impl Table {
    /// The columns of this name: exactly, or else those whose titles have all its words.
    fn columns_named(&self, name: &str) -> Vec<usize> {
        let name = file_name(name);
        let title = |column: &TableColumn| file_name(column.title.trim_end_matches(" (95 %)"));
        let find = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let fitting = |(_, column): &(usize, &TableColumn)| fits(&title(column));
            self.columns.iter().enumerate().filter(fitting).map(|(index, _)| index).collect()
        };
        let exact = find(&|title| title == name);
        if !exact.is_empty() {
            return exact;
        }
        find(&|title| {
            !name.is_empty() && name.split('-').all(|word| title.split('-').any(|part| part == word))
        })
    }

    fn keep(&mut self, wanted: &[String]) {
        let names = (0..self.columns.len()).filter(|&index| self.columns[index].kind == ColumnKind::Name);
        let kept = distinct(names.chain(wanted.iter().flat_map(|name| self.columns_named(name))));
        self.columns = kept.iter().map(|&index| self.columns[index].clone()).collect();
        for row in &mut self.rows {
            *row = kept.iter().filter_map(|&index| row.get(index).cloned()).collect();
        }
    }
}

impl TableValue {
    /// The mean of a sample, with its interval if there is one.
    pub fn mean(sample: &Sample) -> TableValue {
        let alone = || sample.mean().map_or(TableValue::None, TableValue::Number);
        sample.interval().map_or_else(alone, TableValue::Mean)
    }

    /// A time that may not be known.
    pub fn seconds(seconds: Option<f64>) -> TableValue {
        seconds.map_or(TableValue::None, TableValue::Seconds)
    }

    /// How many games were won of those that ended by the rules, and of all.
    pub fn wins(wins: u64, ended: u64, games: u64) -> TableValue {
        TableValue::Wins { rate: share(wins, ended), wins, ended, games }
    }

    /// A text that languages may translate.
    pub fn name(english: &str) -> TableValue {
        TableValue::Text(Name::of(english).into())
    }

    /// How often something happened; nothing if it never did.
    pub fn some(count: u64) -> TableValue {
        if count > 0 { TableValue::Count(count) } else { TableValue::None }
    }

    /// A number that may not be known.
    pub fn number(number: Option<f64>) -> TableValue {
        number.filter(|number| number.is_finite()).map_or(TableValue::None, TableValue::Number)
    }

    /// What people read; `sign` separates a mean from the half-width of its interval.
    pub fn field(&self, sign: &str) -> Field {
        match self {
            TableValue::None => "-".into(),
            TableValue::Text(text) => text.clone(),
            TableValue::Count(number) => count(*number),
            TableValue::Number(number) => decimal(*number),
            TableValue::Mean(mean) => with_reach(mean, sign),
            TableValue::Share(share) => Percent::of(share).with_range().into(),
            &TableValue::Wins { wins, ended, games, .. } => wins_of(wins, ended, games),
            TableValue::P(p) => p_digits(*p),
            TableValue::Seconds(seconds) => duration(*seconds).into(),
        }
    }

    /// The same in a language.
    pub fn text(&self, language: &Language, sign: &str) -> String {
        self.field(sign).render(language)
    }

    /// For programs: one field, or three for an estimate, its mean, its lower and its upper end.
    pub fn fields(&self) -> Vec<String> {
        let bare = |number: &f64| if number.is_finite() { number.to_string() } else { String::new() };
        match self {
            TableValue::None => vec![String::new()],
            TableValue::Text(text) => vec![text.render(&English)],
            TableValue::Count(count) => vec![count.to_string()],
            TableValue::Number(number) | TableValue::Seconds(number) | TableValue::P(number) => {
                vec![bare(number)]
            }
            TableValue::Wins { rate: None, .. } => Vec::new(),
            TableValue::Mean(estimate)
            | TableValue::Share(estimate)
            | TableValue::Wins { rate: Some(estimate), .. } => {
                [estimate.mean, estimate.low, estimate.high].iter().map(bare).collect()
            }
        }
    }

    /// Is it an estimate with an interval?
    pub fn is_estimate(&self) -> bool {
        matches!(self, TableValue::Mean(_) | TableValue::Share(_) | TableValue::Wins { .. })
    }
}

/// A name as its English, so that programs need not tell names from other texts.
fn untranslated<S: Serializer>(field: &Field, serializer: S) -> Result<S::Ok, S::Error> {
    match field {
        Field::Name(name) => serializer.serialize_str(name),
        _ => field.serialize(serializer),
    }
}

/// The share of games won, which says what it is of where games did not end by the rules.
pub fn wins_of(wins: u64, ended: u64, games: u64) -> Field {
    let Some(rate) = share(wins, ended) else {
        return message!("none-ended", "none of {games} {games|game|games} ended").into();
    };
    let rate = Percent::of(&rate).with_range();
    if ended == games {
        return rate.into();
    }
    message!("wins-of-ended", "{wins} of {games}; {rate} of the {ended} that ended").into()
}

/// A mean and the half-width of its interval, rounded where the interval makes further digits meaningless.
fn with_reach(mean: &Estimate, sign: &str) -> Field {
    let reach = (mean.high - mean.low) / 2.0;
    if !reach.is_finite() || reach == 0.0 {
        return decimal(mean.mean);
    }
    let decimals = decimals_for(reach);
    message!(
        "plus-minus",
        "{mean} {sign} {reach}",
        mean = digits(format!("{:.decimals$}", rounded(mean.mean, decimals))),
        reach = digits(format!("{reach:.decimals$}"))
    )
    .into()
}

/// The decimals with which a number of this size keeps about two significant digits.
fn decimals_for(size: f64) -> usize {
    match size.abs() {
        size if size >= 10.0 => 0,
        size if size >= 1.0 => 1,
        size if size >= 0.1 => 2,
        size if size >= 0.01 => 3,
        _ => 4,
    }
}

/// The same number, but never minus zero.
fn rounded(number: f64, decimals: usize) -> f64 {
    let scale = [1.0, 10.0, 100.0, 1000.0, 10_000.0][decimals.min(4)];
    let rounded = (number * scale).round() / scale;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// A number with about four digits, thousands separated.
pub fn decimal(number: f64) -> Field {
    digits(decimal_text(number))
}

fn decimal_text(number: f64) -> String {
    if !number.is_finite() {
        return "-".to_owned();
    }
    if number.abs() >= 10_000.0 && number.abs() < 1e15 {
        let sign = if number < 0.0 { "-" } else { "" };
        return format!("{sign}{}", grouped(number.abs().round() as u64));
    }
    if number.fract() == 0.0 {
        return format!("{number:.0}");
    }
    let decimals = match number.abs() {
        size if size >= 1000.0 => 0,
        size if size >= 100.0 => 1,
        size if size >= 1.0 => 2,
        _ => 4,
    };
    format!("{:.decimals$}", rounded(number, decimals))
}

/// A time in the unit that suits it.
pub fn duration(seconds: f64) -> Message {
    let short = |number: f64| {
        let decimals = match number.abs() {
            size if size >= 100.0 => 0,
            size if size >= 10.0 => 1,
            _ => 2,
        };
        digits(format!("{number:.decimals$}"))
    };
    match seconds.abs() {
        0.0 => message!("seconds", "{n} s", n = 0),
        size if size >= 120.0 => message!("minutes", "{n} min", n = short(seconds / 60.0)),
        size if size >= 1.0 => message!("seconds", "{n} s", n = short(seconds)),
        size if size >= 1e-3 => message!("milliseconds", "{n} ms", n = short(seconds * 1e3)),
        _ => message!("microseconds", "{n} us", n = short(seconds * 1e6)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_where_their_interval_makes_digits_meaningless() {
        let mean = |mean, reach| {
            TableValue::Mean(Estimate { mean, low: mean - reach, high: mean + reach })
                .field("+-")
                .render(&English)
        };
        assert_eq!(mean(703.68, 3.61), "703.7 +- 3.6");
        assert_eq!(mean(-703.68, 36.1), "-704 +- 36");
        assert_eq!(mean(-0.001, 0.2), "0.00 +- 0.20");
        assert_eq!(mean(-501.0, 0.0), "-501");
        assert_eq!(mean(5.0, f64::INFINITY), "5");
        assert_eq!(
            [0.5, 12.346, 123.46, 1234.6, 123_456.7, -20_000.4].map(decimal_text),
            ["0.5000", "12.35", "123.5", "1235", "123,457", "-20,000"]
        );
    }

    #[test]
    fn a_win_rate_says_what_it_is_of() {
        let words = |wins, ended, games| TableValue::wins(wins, ended, games).field("+-").render(&English);
        assert_eq!(words(34, 83, 100), "34 of 100; 41 % (31 to 52) of the 83 that ended");
        assert_eq!(words(34, 100, 100), "34 % (25 to 44)");
        assert_eq!(words(0, 0, 7), "none of 7 games ended");
        let json = serde_json::to_value(TableValue::wins(34, 83, 100)).unwrap();
        assert_eq!((&json["wins"], &json["ended"], &json["games"]), (&34.into(), &83.into(), &100.into()));
    }

    #[test]
    fn times_have_the_unit_that_suits_them() {
        let times = [0.0, 2.5e-6, 0.000_25, 0.0123, 1.5, 644.0];
        assert_eq!(
            times.map(|time| duration(time).to_string()),
            ["0 s", "2.50 us", "250 us", "12.3 ms", "1.50 s", "10.7 min"]
        );
    }

    #[test]
    fn an_empty_column_is_left_out() {
        let mut table = Table::new(Message::verbatim("t"));
        table.column("depth", ColumnKind::Name, ["1", "2"].map(|text| TableValue::Text(text.into())));
        table.column("draws", ColumnKind::Deterministic, [TableValue::None, TableValue::None]);
        table.column("wins", ColumnKind::Deterministic, [TableValue::Count(3), TableValue::None]);
        assert_eq!(table.columns.len(), 2);
        assert_eq!(table.rows[1], [TableValue::Text("2".into()), TableValue::None]);
    }

    fn table() -> Table {
        let mut table = Table::new(Message::verbatim("t"));
        table.column("depth", ColumnKind::Name, [TableValue::Text("1".into())]);
        for title in ["wins", "mean score (95 %)", "nodes per move", "own time per game", "own time per move"]
        {
            table.column(title, ColumnKind::Deterministic, [TableValue::Count(1)]);
        }
        table
    }

    fn kept(wanted: &[&str]) -> Vec<String> {
        let mut table = table();
        table.keep(&wanted.iter().map(|&name| name.to_owned()).collect::<Vec<String>>());
        assert_eq!(table.rows[0].len(), table.columns.len());
        table.columns.into_iter().map(|column| column.title).collect()
    }

    #[test]
    fn columns_are_called_by_title_or_by_some_words_of_it() {
        assert_eq!(kept(&["score", "wins"]), ["depth", "mean score (95 %)", "wins"]);
        assert_eq!(kept(&["nodes", "nodes per move"]), ["depth", "nodes per move"]);
        assert_eq!(kept(&["time"]), ["depth", "own time per game", "own time per move"]);
        assert_eq!(kept(&["time per move"]), ["depth", "own time per move"]);
        assert_eq!(kept(&["", "win"]), ["depth"]);
    }
}
