//! Several experiments as one report: what others printed, what was found here, and where and why the two differ.

use plylab_core::{Message, Name, message};
use serde::Serialize;

use super::html::Front;
use super::markdown::{document, escape};
use super::reference::{Agreement, Compared};
use super::table::{ColumnKind, Table, Value, machine_columns};
use super::{Answer, Report};
use crate::messages::Language;

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

/// Its introduction.
fn lead() -> Message {
    message!(
        "reproduction-lead",
        "The results that five university reports printed for their game-playing programs, and the results of the same \
         programs here, number by number."
    )
}

/// Why numbers of the same thing may differ.
fn reasons() -> Vec<Message> {
    vec![
        message!(
            "reason-times",
            "**Times** depend on the machine and the language: the reports' programs are Python on their authors' \
             machines. They are shown but not judged."
        ),
        message!(
            "reason-few-games",
            "**Ten games are few.** Their means and rates are samples, and so are ours. Two numbers count as different \
             only if chance rarely puts two such samples that far apart. Rates are compared by Fisher's exact test, means \
             by Student's t test (with our spread for both, since the reports print none), highest and lowest scores by \
             their rank."
        ),
        message!(
            "reason-chance",
            "**Chance alone makes about one number in twenty differ**, even if both programs are identical."
        ),
        message!(
            "reason-faults",
            "**Known faults** of the printed numbers or of the programs are noted below their tables."
        ),
    ]
}

/// The heading of the reasons.
fn why_numbers_differ() -> Message {
    message!("why-numbers-differ", "Why numbers differ")
}

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

    /// The title of the report.
    pub fn title() -> Message {
        message!("reproduction", "The five reports, reproduced")
    }

    /// The heading of the differences.
    pub fn what_differs() -> Message {
        message!("what-differs", "What differs")
    }

    /// How many numbers agree, by experiment and source.
    pub fn table(&self) -> Table {
        let mut table = Table::new(message!("ours-theirs", "Ours vs. theirs"));
        let mut column = |head, kind, value: &dyn Fn(&SourceTally) -> Value| {
            table.column(head, kind, self.tallies.iter().map(value));
        };
        let some = |count: u64| if count > 0 { Value::Count(count) } else { Value::None };
        column("experiment", ColumnKind::Name, &|tally| {
            Value::Text(Name::of(tally.experiment.as_str()).into())
        });
        column("source", ColumnKind::Name, &|tally| Value::Text(Name::of(tally.source.as_str()).into()));
        column("numbers", ColumnKind::Deterministic, &|tally| Value::Count(tally.judged()));
        column("agree", ColumnKind::Deterministic, &|tally| Value::Count(tally.agree));
        column("differ", ColumnKind::Deterministic, &|tally| some(tally.differing.len() as u64));
        column("not judged", ColumnKind::Deterministic, &|tally| some(tally.not_judged));
        column("times", ColumnKind::Deterministic, &|tally| some(tally.times));
        table
    }

    /// The summary in one sentence or two.
    pub fn verdict(&self) -> Message {
        let (judged, agree) = self.judged_and_agreeing();
        if judged == 0 {
            return message!("nothing-compared", "Nothing was compared.");
        }
        message!(
            "reproduction-verdict",
            "{agree} of {judged} comparable numbers agree. Even if the programs were identical, chance would make about \
             {chance} differ; numbers from the same games are correlated.",
            agree,
            judged,
            chance = (judged as f64 / 20.0).round()
        )
    }

    /// Every number that differs: its source, its cell, the measure, both values, and why.
    pub fn differences(&self) -> Vec<Message> {
        self.tallies.iter().flat_map(|tally| &tally.differing).map(difference).collect()
    }

    /// The heading of the answers.
    pub fn what_was_asked() -> Message {
        message!("reports-asked", "What the reports asked")
    }

    /// What the reports asked, each question with its answer.
    pub fn answers(&self) -> Vec<Message> {
        let sections = self.reports.iter().flat_map(|report| &report.sections);
        sections.flat_map(|section| &section.answers).map(Answer::whole).collect()
    }

    /// The beginning of a page with all of it.
    pub fn front(&self) -> Front {
        let mut lists = vec![(why_numbers_differ(), reasons())];
        let differences = self.differences();
        if !differences.is_empty() {
            lists.push((Reproduction::what_differs(), differences));
        }
        let answers = self.answers();
        if !answers.is_empty() {
            lists.push((Reproduction::what_was_asked(), answers));
        }
        Front { lead: vec![lead(), self.verdict()], tables: vec![self.table()], lists }
    }

    /// All of it in Markdown.
    pub fn markdown(&self, language: &Language) -> String {
        let say = |message: &Message| language.say(message);
        let list = |lines: Vec<String>| {
            let lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
            lines.join("\n")
        };
        let mut blocks = vec![
            format!("# {}", say(&Reproduction::title())),
            say(&lead()),
            self.table().markdown(language),
            say(&self.verdict()),
            format!("## {}", say(&why_numbers_differ())),
            list(reasons().iter().map(say).collect()),
        ];
        let differences = self.differences();
        if !differences.is_empty() {
            blocks.push(format!("## {}", say(&Reproduction::what_differs())));
            blocks.push(list(differences.iter().map(|line| escape(&say(line))).collect()));
        }
        let answers = self.answers();
        if !answers.is_empty() {
            blocks.push(format!("## {}", say(&Reproduction::what_was_asked())));
            blocks.push(list(answers.iter().map(|line| escape(&say(line))).collect()));
        }
        for report in &self.reports {
            blocks.extend(report.blocks("##", language));
        }
        blocks.push(escape(&say(&machine_columns())));
        blocks.push(format!("## {}", say(&message!("manifest", "Manifest"))));
        for Report { title, manifest, .. } in &self.reports {
            blocks.push(format!("### {}\n\n{}", escape(&language.name(title)), manifest.markdown(language)));
        }
        document(&blocks, language)
    }
}

/// A number that differs.
fn difference(row: &Compared) -> Message {
    let found = message!(
        "difference",
        "{source}, {cell}, {measure}: theirs {theirs}, ours {ours}; {why}",
        source = Name::of(row.source.as_str()),
        cell = row.cell.clone(),
        measure = Name::of(row.what),
        theirs = row.theirs.clone(),
        ours = row.ours.clone(),
        why = row.words.clone()
    );
    match &row.note {
        Some(note) => message!("joined", "{one}; {other}", one = found, other = Name::of(note.as_str())),
        None => found,
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
