//! Several experiments as one report: what others printed, what was found here, and where and why the two differ.

use std::collections::HashSet;

use serde::Serialize;

use super::html::Front;
use super::markdown::escape;
use super::reference::{Agreement, Compared};
use super::table::{ColumnKind, MACHINE_COLUMNS, Table, Value};
use super::{Manifest, Report};
use crate::experiment::ReferenceKind;

/// A report of several experiments.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reproduction {
    /// How many numbers agree, by experiment and source.
    pub tallies: Vec<SourceTally>,
    /// The experiments.
    pub reports: Vec<Report>,
}

/// Numbers of one source and kind for one experiment, and how many of them were reproduced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceTally {
    /// The experiment's title.
    pub experiment: String,
    /// The source of the numbers.
    pub source: String,
    /// What kind of numbers they are.
    pub numbers: Numbers,
    /// Numbers that agree with ours.
    pub agree: u64,
    /// Those that do not, with the reason.
    pub differing: Vec<Compared>,
    /// Numbers that cannot be judged.
    pub not_judged: u64,
    /// Times.
    pub times: u64,
}

/// Kinds of numbers, counted apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbers {
    /// Printed in a report, compared for the first time.
    Printed,
    /// Known exactly.
    Exact,
    /// Measured in a run.
    Run,
    /// Printed in a report, and compared before with other games of ours.
    Again,
}

impl Numbers {
    /// In tables.
    fn word(self) -> &'static str {
        match self {
            Numbers::Printed => "printed",
            Numbers::Exact => "exact",
            Numbers::Run => "run",
            Numbers::Again => "printed, again",
        }
    }
}

impl SourceTally {
    /// Numbers that can be compared.
    pub fn judged(&self) -> u64 {
        self.agree + self.differing.len() as u64
    }
}

/// How many numbers of a kind there are, and how many of them agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Numbers that can be compared.
    pub judged: u64,
    /// Those that agree with ours.
    pub agree: u64,
    /// Times.
    pub times: u64,
}

/// The title of the report.
pub const TITLE: &str = "The five reports, reproduced";

/// Its introduction.
const LEAD: &str = "The results that five university reports printed for their game-playing programs, and the results \
                    of the same programs here, number by number.";

/// Why numbers of the same thing may differ.
const REASONS: &[&str] = &[
    "**Times** depend on the machine and the language: the reports' programs are Python on their authors' machines. \
     They are shown but not judged.",
    "**Ten games are few.** Their means and rates are samples, and so are ours. Two numbers count as different only if \
     chance rarely puts two such samples that far apart. Rates are compared by Fisher's exact test, means by Student's t \
     test (with our spread for both, since the reports print none), highest and lowest scores by their rank.",
    "**Chance alone makes about one number in twenty differ**, even if both programs are identical. Numbers from the same \
     games differ together.",
    "**Known faults** of the printed numbers or of the programs are noted below their tables.",
];

impl Reproduction {
    /// Joins reports.
    pub fn of(reports: Vec<Report>) -> Reproduction {
        let mut tallies: Vec<SourceTally> = Vec::new();
        let mut seen = HashSet::new();
        for report in &reports {
            for row in report.sections.iter().flat_map(|section| &section.compared) {
                let printed = (&row.source, &row.cell, row.what);
                let numbers = match row.kind {
                    ReferenceKind::Exact => Numbers::Exact,
                    ReferenceKind::Run => Numbers::Run,
                    ReferenceKind::Printed if seen.insert(printed) => Numbers::Printed,
                    ReferenceKind::Printed => Numbers::Again,
                };
                count(&mut tallies, &report.title, numbers, row);
            }
        }
        Reproduction { tallies, reports }
    }

    /// How many numbers of that kind there are, and how many of them agree.
    pub fn count(&self, numbers: Numbers) -> Count {
        let of_kind = self.tallies.iter().filter(|tally| tally.numbers == numbers);
        of_kind.fold(Count::default(), |count, tally| Count {
            judged: count.judged + tally.judged(),
            agree: count.agree + tally.agree,
            times: count.times + tally.times,
        })
    }

    /// How many numbers agree, by experiment and source.
    pub fn table(&self) -> Table {
        let mut table = Table::new("Ours vs. theirs");
        let mut column = |head, kind, value: &dyn Fn(&SourceTally) -> Value| {
            table.column(head, kind, self.tallies.iter().map(value));
        };
        let some = |count: u64| if count > 0 { Value::Count(count) } else { Value::None };
        column("experiment", ColumnKind::Name, &|tally| Value::Text(tally.experiment.clone()));
        column("source", ColumnKind::Name, &|tally| Value::Text(tally.source.clone()));
        column("kind", ColumnKind::Name, &|tally| Value::Text(tally.numbers.word().to_owned()));
        column("numbers", ColumnKind::Deterministic, &|tally| Value::Count(tally.judged()));
        column("agree", ColumnKind::Deterministic, &|tally| Value::Count(tally.agree));
        column("differ", ColumnKind::Deterministic, &|tally| some(tally.differing.len() as u64));
        column("not judged", ColumnKind::Deterministic, &|tally| some(tally.not_judged));
        column("times", ColumnKind::Deterministic, &|tally| some(tally.times));
        table
    }

    /// The summary in a few sentences: what the reports print first, each number once, and apart from it the rest.
    pub fn verdict(&self) -> String {
        let mut said = Vec::new();
        let printed = self.count(Numbers::Printed);
        if printed.judged > 0 {
            let chance = (printed.judged as f64 / 20.0).round();
            said.push(format!(
                "{} of the {} numbers that the reports print agree with ours, each counted once; even if the programs were \
                 identical, chance would make about {chance} differ.",
                printed.agree, printed.judged
            ));
        }
        if printed.times > 0 {
            said.push(format!("{} printed times are shown, but not judged.", printed.times));
        }
        let others = [
            (Numbers::Exact, "exact values"),
            (Numbers::Run, "numbers of reference runs"),
            (Numbers::Again, "printed numbers compared again with other games"),
        ];
        let apart: Vec<String> = others
            .into_iter()
            .map(|(numbers, what)| (self.count(numbers), what))
            .filter(|(count, _)| count.judged > 0)
            .map(|(count, what)| format!("{} of {} {what}", count.agree, count.judged))
            .collect();
        if !apart.is_empty() {
            said.push(format!("Counted apart, these agree: {}.", apart.join("; ")));
        }
        match said.is_empty() {
            true => "Nothing was compared.".to_owned(),
            false => said.join(" "),
        }
    }

    /// Every number that differs: its source, its cell, the measure, both values, and why.
    pub fn differences(&self) -> Vec<String> {
        let each = |tally: &SourceTally| {
            let line = |row: &Compared| {
                let note = row.note.as_ref().map_or_else(String::new, |note| format!("; {note}"));
                format!(
                    "{}, {}, {}: theirs {}, ours {}; {}{note}",
                    row.source, row.cell, row.what, row.theirs, row.ours, row.words
                )
            };
            tally.differing.iter().map(line).collect::<Vec<String>>()
        };
        self.tallies.iter().flat_map(each).collect()
    }

    /// The beginning of a page with all of it.
    pub fn front(&self) -> Front {
        let plain = |reason: &&str| reason.replace("**", "");
        let mut lists = vec![("Why numbers differ".to_owned(), REASONS.iter().map(plain).collect())];
        let differences = self.differences();
        if !differences.is_empty() {
            lists.push(("What differs".to_owned(), differences));
        }
        Front { lead: vec![LEAD.to_owned(), self.verdict()], tables: vec![self.table()], lists }
    }

    /// All of it in Markdown.
    pub fn markdown(&self) -> String {
        let mut blocks = vec![
            format!("# {TITLE}"),
            LEAD.to_owned(),
            self.table().markdown(),
            self.verdict(),
            "## Why numbers differ".to_owned(),
            REASONS.iter().map(|reason| format!("- {reason}")).collect::<Vec<String>>().join("\n"),
        ];
        let differences = self.differences();
        if !differences.is_empty() {
            blocks.push("## What differs".to_owned());
            let lines: Vec<String> = differences.iter().map(|line| format!("- {}", escape(line))).collect();
            blocks.push(lines.join("\n"));
        }
        for report in &self.reports {
            blocks.extend(report.blocks("##"));
        }
        blocks.push(escape(MACHINE_COLUMNS));
        blocks.push("## Manifest".to_owned());
        for Report { title, manifest, .. } in &self.reports {
            blocks.push(format!("### {}\n\n{}", escape(title), Manifest::markdown(manifest)));
        }
        blocks.join("\n\n") + "\n"
    }
}

/// Counts a number with those of the same experiment, source and kind.
fn count(tallies: &mut Vec<SourceTally>, experiment: &str, numbers: Numbers, row: &Compared) {
    let same = |tally: &SourceTally| {
        tally.experiment == experiment && tally.source == row.source && tally.numbers == numbers
    };
    let index = tallies.iter().position(same).unwrap_or_else(|| {
        tallies.push(SourceTally {
            experiment: experiment.to_owned(),
            source: row.source.clone(),
            numbers,
            agree: 0,
            differing: Vec::new(),
            not_judged: 0,
            times: 0,
        });
        tallies.len() - 1
    });
    let tally = &mut tallies[index];
    match row.agreement {
        Agreement::Agrees => tally.agree += 1,
        Agreement::Differs => tally.differing.push(row.clone()),
        Agreement::NotJudged => tally.not_judged += 1,
        Agreement::Time => tally.times += 1,
    }
}
