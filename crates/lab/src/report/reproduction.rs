//! Several experiments as one report: what others printed, what was found here, and where and why the two differ.

use std::iter;

use plylab_core::{Message, Name, message};
use serde::Serialize;

use super::html::FrontMatter;
use super::markdown::{document, escape};
use super::reference::{Agreement, Compared};
use super::table::{ColumnKind, Table, TableValue, machine_columns};
use super::{Answer, Report};
use crate::experiment::ReferenceKind;
use crate::messages::Language;
use crate::words::joined;

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

    /// What a sentence counts.
    fn counted(self) -> Message {
        match self {
            Numbers::Printed => message!("numbers-printed", "printed numbers"),
            Numbers::Exact => message!("numbers-exact", "exact values"),
            Numbers::Run => message!("numbers-of-runs", "numbers of reference runs"),
            Numbers::Again => message!("numbers-again", "printed numbers compared again with other games"),
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
            "**Chance alone makes about one number in twenty differ**, even if both programs are identical. \
             Numbers from the same games differ together."
        ),
        message!(
            "reason-faults",
            "**Known faults** of the printed numbers or of the programs are noted below their tables."
        ),
    ]
}

/// The heading above the reasons.
fn why_numbers_differ() -> Message {
    message!("why-numbers-differ", "Why numbers differ")
}

impl Reproduction {
    /// Joins reports.
    pub fn of(reports: Vec<Report>) -> Reproduction {
        let mut tallies: Vec<SourceTally> = Vec::new();
        let mut seen = Vec::new();
        for report in &reports {
            for row in report.sections.iter().flat_map(|section| &section.compared) {
                let printed = (&row.source, &row.cell, row.what);
                let numbers = match row.kind {
                    ReferenceKind::Exact => Numbers::Exact,
                    ReferenceKind::Run => Numbers::Run,
                    ReferenceKind::Printed if seen.contains(&printed) => Numbers::Again,
                    ReferenceKind::Printed => {
                        seen.push(printed);
                        Numbers::Printed
                    }
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

    /// The title of the report.
    pub fn title() -> Message {
        message!("reproduction", "The five reports, reproduced")
    }

    /// The heading above the differences.
    pub fn what_differs() -> Message {
        message!("what-differs", "What differs")
    }

    /// How many numbers agree, by experiment and source.
    pub fn table(&self) -> Table {
        let mut table = Table::new(message!("ours-theirs", "Ours vs. theirs"));
        let mut column = |head, kind, value: &dyn Fn(&SourceTally) -> TableValue| {
            table.column(head, kind, self.tallies.iter().map(value));
        };
        column("experiment", ColumnKind::Name, &|tally| TableValue::name(&tally.experiment));
        column("source", ColumnKind::Name, &|tally| TableValue::name(&tally.source));
        column("kind", ColumnKind::Name, &|tally| TableValue::name(tally.numbers.word()));
        column("numbers", ColumnKind::Deterministic, &|tally| TableValue::Count(tally.judged()));
        column("agree", ColumnKind::Deterministic, &|tally| TableValue::Count(tally.agree));
        column("differ", ColumnKind::Deterministic, &|tally| TableValue::some(tally.differing.len() as u64));
        column("not judged", ColumnKind::Deterministic, &|tally| TableValue::some(tally.not_judged));
        column("times", ColumnKind::Deterministic, &|tally| TableValue::some(tally.times));
        table
    }

    /// The summary in a few sentences: what the reports print first, each number once, and apart from it the rest.
    pub fn verdict(&self) -> Message {
        let mut said = Vec::new();
        let Count { judged, agree, times } = self.count(Numbers::Printed);
        if judged > 0 {
            said.push(message!(
                "reproduction-printed",
                "{agree} of the {judged} numbers that the reports print agree with ours, each counted once; even if the \
                 programs were identical, chance would make about {chance} differ.",
                chance = (judged as f64 / 20.0).round()
            ));
        }
        if times > 0 {
            said.push(message!(
                "reproduction-times",
                "{times} {times|printed time is|printed times are} shown, but not judged."
            ));
        }
        let apart = |numbers: Numbers| {
            let Count { judged, agree, .. } = self.count(numbers);
            let what = numbers.counted();
            (judged > 0).then(|| message!("reproduction-count", "{agree} of {judged} {what}"))
        };
        let apart: Vec<Message> =
            [Numbers::Exact, Numbers::Run, Numbers::Again].into_iter().filter_map(apart).collect();
        if !apart.is_empty() {
            said.push(message!(
                "reproduction-apart",
                "Counted apart, these agree: {counts}.",
                counts = apart
            ));
        }
        let joined = said.into_iter().reduce(|before, next| message!("then", "{before} {next}"));
        joined.unwrap_or_else(|| message!("nothing-compared", "Nothing was compared."))
    }

    /// Every number that differs: its source, its cell, the measure, both values, and why.
    pub fn differences(&self) -> Vec<Message> {
        self.tallies.iter().flat_map(|tally| &tally.differing).map(difference).collect()
    }

    /// The heading above the answers.
    pub fn what_was_asked() -> Message {
        message!("reports-asked", "What the reports asked")
    }

    /// What the reports asked, each question with its answer.
    pub fn answers(&self) -> Vec<Message> {
        let sections = self.reports.iter().flat_map(|report| &report.sections);
        sections.flat_map(|section| &section.answers).map(Answer::whole).collect()
    }

    /// The differences and the answers, each list under its heading; empty lists are left out.
    fn lists(&self) -> impl Iterator<Item = (Message, Vec<Message>)> {
        let differences = (Reproduction::what_differs(), self.differences());
        let answers = (Reproduction::what_was_asked(), self.answers());
        [differences, answers].into_iter().filter(|(_, points)| !points.is_empty())
    }

    /// The beginning of a page with all of it.
    pub fn front(&self) -> FrontMatter {
        let lists = iter::once((why_numbers_differ(), reasons())).chain(self.lists()).collect();
        FrontMatter { lead: vec![lead(), self.verdict()], tables: vec![self.table()], lists }
    }

    /// All of it in Markdown.
    pub fn markdown(&self, language: &Language) -> String {
        let say = |message: &Message| language.say(message);
        let heading = |message: &Message| format!("## {}", say(message));
        let list = |points: &[Message], text: &dyn Fn(&Message) -> String| {
            points.iter().map(|point| format!("- {}", text(point))).collect::<Vec<String>>().join("\n")
        };
        let mut blocks = vec![
            format!("# {}", say(&Reproduction::title())),
            say(&lead()),
            self.table().markdown(language),
            say(&self.verdict()),
            heading(&why_numbers_differ()),
            // What they emphasise is already marked up.
            list(&reasons(), &say),
        ];
        for (title, points) in self.lists() {
            blocks.extend([heading(&title), list(&points, &|point| escape(&say(point)))]);
        }
        for report in &self.reports {
            blocks.extend(report.blocks("##", language));
        }
        blocks.push(escape(&say(&machine_columns())));
        blocks.push(heading(&message!("manifest", "Manifest")));
        for Report { title, manifest, .. } in &self.reports {
            blocks.push(format!("### {}\n\n{}", escape(&language.name(title)), manifest.markdown(language)));
        }
        document(&blocks, language)
    }
}

/// A number that differs.
fn difference(row: &Compared) -> Message {
    let Compared { cell, what, source, theirs, ours, words, note, .. } = row.clone();
    let (source, measure, why) = (Name::of(source), Name::of(what), words);
    let found = message!("difference", "{source}, {cell}, {measure}: theirs {theirs}, ours {ours}; {why}");
    match note {
        Some(note) => joined(found, Name::of(note)),
        None => found,
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
