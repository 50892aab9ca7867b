//! Several experiments as one report: what others printed, what was found here, and where and why the two differ.

use plylab_core::{Message, Name, message};
use serde::Serialize;

use super::html::Front;
use super::markdown::{document, escape};
use super::reference::{Agreement, Compared};
use super::table::{ColumnKind, Table, Value, machine_columns};
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

/// The heading of the reasons.
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
        column("kind", ColumnKind::Name, &|tally| Value::Text(Name::of(tally.numbers.word()).into()));
        column("numbers", ColumnKind::Deterministic, &|tally| Value::Count(tally.judged()));
        column("agree", ColumnKind::Deterministic, &|tally| Value::Count(tally.agree));
        column("differ", ColumnKind::Deterministic, &|tally| some(tally.differing.len() as u64));
        column("not judged", ColumnKind::Deterministic, &|tally| some(tally.not_judged));
        column("times", ColumnKind::Deterministic, &|tally| some(tally.times));
        table
    }

    /// The summary in a few sentences: what the reports print first, each number once, and apart from it the rest.
    pub fn verdict(&self) -> Message {
        let mut said = Vec::new();
        let printed = self.count(Numbers::Printed);
        if printed.judged > 0 {
            said.push(message!(
                "reproduction-printed",
                "{agree} of the {judged} numbers that the reports print agree with ours, each counted once; even if the \
                 programs were identical, chance would make about {chance} differ.",
                agree = printed.agree,
                judged = printed.judged,
                chance = (printed.judged as f64 / 20.0).round()
            ));
        }
        if printed.times > 0 {
            said.push(message!(
                "reproduction-times",
                "{times} {times|printed time is|printed times are} shown, but not judged.",
                times = printed.times
            ));
        }
        let apart: Vec<Message> = [Numbers::Exact, Numbers::Run, Numbers::Again]
            .into_iter()
            .map(|numbers| (self.count(numbers), numbers))
            .filter(|(count, _)| count.judged > 0)
            .map(|(count, numbers)| {
                message!(
                    "reproduction-count",
                    "{agree} of {judged} {what}",
                    agree = count.agree,
                    judged = count.judged,
                    what = numbers.counted()
                )
            })
            .collect();
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
        Some(note) => joined(found, Name::of(note.as_str())),
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
