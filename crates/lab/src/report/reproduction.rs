//! Several experiments as one report: what others printed, what was found here, and where and why the two differ.

use serde::Serialize;

use super::html::Front;
use super::markdown::escape;
use super::reference::{Agreement, Compared};
use super::table::{ColumnKind, MACHINE_COLUMNS, Table, Value};
use super::{Answer, Manifest, Report};

/// A report of several experiments.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reproduction {
    /// How many numbers agree, by experiment and source.
    pub tallies: Vec<SourceTally>,
    /// The experiments.
    pub reports: Vec<Report>,
}

/// The numbers of one source for one experiment, and how many of them were reproduced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceTally {
    /// The experiment's title.
    pub experiment: String,
    /// The source of the numbers.
    pub source: String,
    /// Numbers that agree with ours.
    pub agree: u64,
    /// Those that do not, with the reason.
    pub differing: Vec<Compared>,
    /// Numbers that cannot be judged.
    pub not_judged: u64,
    /// Times.
    pub times: u64,
}

impl SourceTally {
    /// Numbers that can be compared.
    pub fn judged(&self) -> u64 {
        self.agree + self.differing.len() as u64
    }
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
    "**Chance alone makes about one number in twenty differ**, even if both programs are identical.",
    "**Known faults** of the printed numbers or of the programs are noted below their tables.",
];

impl Reproduction {
    /// Joins reports.
    pub fn of(reports: Vec<Report>) -> Reproduction {
        let mut tallies: Vec<SourceTally> = Vec::new();
        for report in &reports {
            for row in report.sections.iter().flat_map(|section| &section.compared) {
                count(&mut tallies, &report.title, row);
            }
        }
        Reproduction { tallies, reports }
    }

    /// Numbers that can be compared, and how many of them agree.
    pub fn judged_and_agreeing(&self) -> (u64, u64) {
        let sum = |of: &dyn Fn(&SourceTally) -> u64| self.tallies.iter().map(of).sum();
        (sum(&SourceTally::judged), sum(&|tally| tally.agree))
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
        column("numbers", ColumnKind::Deterministic, &|tally| Value::Count(tally.judged()));
        column("agree", ColumnKind::Deterministic, &|tally| Value::Count(tally.agree));
        column("differ", ColumnKind::Deterministic, &|tally| some(tally.differing.len() as u64));
        column("not judged", ColumnKind::Deterministic, &|tally| some(tally.not_judged));
        column("times", ColumnKind::Deterministic, &|tally| some(tally.times));
        table
    }

    /// The summary in one sentence or two.
    pub fn verdict(&self) -> String {
        let (judged, agree) = self.judged_and_agreeing();
        if judged == 0 {
            return "Nothing was compared.".to_owned();
        }
        let chance = (judged as f64 / 20.0).round();
        format!(
            "{agree} of {judged} comparable numbers agree. Even if the programs were identical, chance would make about \
             {chance} differ; numbers from the same games are correlated."
        )
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

    /// What the reports asked, with the answers: the title of the report, the question, and the sentences.
    pub fn answers(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.reports.iter().flat_map(|report| {
            let answers = report.sections.iter().flat_map(|section| &section.answers);
            answers.map(|answer| (report.title.as_str(), answer))
        })
    }

    /// The same, a line each.
    pub fn answer_lines(&self) -> Vec<String> {
        let line = |(_, answer): (&str, &Answer)| {
            let said: Vec<String> = answer.sentences.iter().map(ToString::to_string).collect();
            format!("{} {}", answer.question, said.join(" "))
        };
        self.answers().map(line).collect()
    }

    /// The beginning of a page with all of it.
    pub fn front(&self) -> Front {
        let plain = |reason: &&str| reason.replace("**", "");
        let mut lists = vec![("Why numbers differ".to_owned(), REASONS.iter().map(plain).collect())];
        let differences = self.differences();
        if !differences.is_empty() {
            lists.push(("What differs".to_owned(), differences));
        }
        let answers = self.answer_lines();
        if !answers.is_empty() {
            lists.push(("What the reports asked".to_owned(), answers));
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
        let answers = self.answer_lines();
        if !answers.is_empty() {
            blocks.push("## What the reports asked".to_owned());
            let lines: Vec<String> = answers.iter().map(|line| format!("- {}", escape(line))).collect();
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

/// Counts a number with those of the same source and experiment.
fn count(tallies: &mut Vec<SourceTally>, experiment: &str, row: &Compared) {
    let same = |tally: &SourceTally| tally.experiment == experiment && tally.source == row.source;
    let index = tallies.iter().position(same).unwrap_or_else(|| {
        tallies.push(SourceTally {
            experiment: experiment.to_owned(),
            source: row.source.clone(),
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
