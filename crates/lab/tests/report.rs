//! What people see of results: tables in every form, words, and the numbers beside those of others.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::sync::Arc;

use plylab_core::{Clock, NoFiles, StopFlag, StoppedClock};
use plylab_lab::experiment::Size;
use plylab_lab::messages::Language;
use plylab_lab::report::{Agreement, Count, Numbers, Report, Reproduction, Results};
use plylab_lab::{Interpreter, Plan, RunInfo, Summary, play_game};

const EXPERIMENT: &str = r#"
title = "A | title with *signs*"
about = "What this is for."
seed = 5

[[sweep]]
name = "by depth"
about = "Deeper should be better."
game = "grid"
players = ["report-a:depth={depth}", "random"]
vary = { depth = [1, 2] }
games = 12

[[sweep.reference]]
source = "a report"
kind = "printed"
where = { depth = 1 }
games = 10
score = 711.3
max = 943
min = 348
wins = 5
rounds = 230.7
seconds = 0.158

[[sweep.reference]]
source = "a proof"
where = { depth = 2 }
win-rate = 1
score = 100
note = "proofs may be wrong"

[[sweep]]
name = "deterministic"
game = "connect4"
players = ["first", "first"]
games = 4

[[tournament]]
name = "who is stronger"
game = "connect4"
agents = ["alphabeta:depth=3", "random", "first"]
games = 20
opening = 2
sprt = { elo0 = 0, elo1 = 50 }
"#;

/// Plays everything by a clock that stands still: not even times differ.
fn results(text: &str) -> Results {
    let plan = Plan::read(text, &Arc::new(plylab_standard::registry()), &NoFiles, Size::Full).unwrap();
    let clock: Arc<dyn Clock> = Arc::new(StoppedClock);
    let mut summaries = vec![Summary::default(); plan.cells.len()];
    for id in plan.order(None) {
        let record = play_game(&plan, id, &StopFlag::default(), &clock).unwrap();
        summaries[id.cell].add(&plan.row(id, &record).unwrap());
    }
    let run = RunInfo {
        version: "0.0.0".to_owned(),
        started: 0,
        cpu: "a machine".to_owned(),
        system: "a system".to_owned(),
        threads: 2,
        shard: "whole".to_owned(),
        interpreters: vec![Interpreter {
            version: "Python 3.11.2".to_owned(),
            agents: vec!["mine".to_owned(), "yours".to_owned()],
        }],
    };
    Results::of(plan, summaries, vec![run])
}

#[test]
fn tables_in_every_form() {
    let report = Report::of(&results(EXPERIMENT));
    let text: Vec<String> = report.tables().flat_map(|table| table.text(Language::english(), "+-")).collect();
    insta::assert_snapshot!("text", text.join("\n"));
    let markdown = report.markdown(Language::english()).replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
    insta::assert_snapshot!("markdown", markdown);
    insta::assert_snapshot!("csv", report.csv());
    insta::assert_snapshot!("latex", report.latex(Language::english()));
}

#[test]
fn json_has_every_table_with_its_intervals() {
    let report = serde_json::to_value(Report::of(&results(EXPERIMENT))).unwrap();
    let table = &report["sections"][0]["tables"][0];
    let heads: Vec<&str> =
        table["columns"].as_array().unwrap().iter().map(|column| column["title"].as_str().unwrap()).collect();
    let column = heads.iter().position(|head| *head == "mean score (95 %)").unwrap();
    let mean = &table["rows"][0][column];
    assert!(mean["low"].as_f64().unwrap() < mean["mean"].as_f64().unwrap());
    assert_eq!(table["columns"][heads.len() - 1]["kind"], "machine");
    assert_eq!(report["manifest"]["planned"], 24 + 4 + 60);
    assert_eq!(report["manifest"]["runs"][0]["threads"], 2);
}

#[test]
fn an_experiment_that_is_not_finished_says_so() {
    let results = results(EXPERIMENT);
    let summaries = vec![Summary::default(); results.summaries.len()];
    let report = Report::of(&Results::of(results.plan, summaries, Vec::new()));
    let notes: Vec<String> = report.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["0 of 88 games have been played so far."]);
    // Nothing is known, and nothing breaks.
    assert!(report.markdown(Language::english()).contains("## who is stronger"));
    assert!(!report.csv().contains("NaN") && !report.latex(Language::english()).contains("NaN"));
}

#[test]
fn several_reports_make_one_that_shows_what_agrees() {
    let (first, second) = (results(EXPERIMENT), results(&EXPERIMENT.replace("A | title", "Another title")));
    let reproduction = Reproduction::of([first, second].iter().map(Report::of).collect());
    // What a report prints counts once, however often it is compared.
    let count = |numbers| reproduction.count(numbers);
    assert_eq!(count(Numbers::Printed), Count { judged: 5, agree: 5, times: 1 });
    assert_eq!(count(Numbers::Again), Count { judged: 5, agree: 5, times: 1 });
    assert_eq!(count(Numbers::Exact), Count { judged: 4, agree: 0, times: 0 });
    assert_eq!(count(Numbers::Run), Count::default());
    let tallies: Vec<(&str, &str, Numbers, u64, usize, u64)> = reproduction
        .tallies
        .iter()
        .map(|tally| {
            (
                tally.experiment.as_str(),
                tally.source.as_str(),
                tally.numbers,
                tally.agree,
                tally.differing.len(),
                tally.times,
            )
        })
        .collect();
    assert_eq!(
        tallies,
        [
            ("A | title with *signs*", "a report", Numbers::Printed, 5, 0, 1),
            ("A | title with *signs*", "a proof", Numbers::Exact, 0, 2, 0),
            ("Another title with *signs*", "a report", Numbers::Again, 5, 0, 1),
            ("Another title with *signs*", "a proof", Numbers::Exact, 0, 2, 0),
        ]
    );
    assert!(reproduction.tallies[1].differing.iter().all(|row| row.agreement == Agreement::Differs));
    let summary = [vec![reproduction.verdict()], reproduction.differences()].concat();
    let summary: Vec<String> = summary.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!("reproduction", summary.join("\n"));
    let markdown = reproduction.markdown(Language::english());
    for part in [
        "# The five reports, reproduced\n",
        "| A \\| title with \\*signs\\* | a report | printed | 5 | 5 | - | 1 |\n",
        "\n## Why numbers differ\n",
        "\n## What differs\n",
        "\n## Another title with \\*signs\\*\n",
        "\n### by depth\n",
        "\n#### by depth: ours vs. theirs\n",
        "a proof, depth 2: proofs may be wrong.",
        "\n## Manifest\n",
    ] {
        assert!(markdown.contains(part), "{part}: {markdown}");
    }
    assert_eq!(Reproduction::of(Vec::new()).verdict().to_string(), "Nothing was compared.");
}

const QUESTIONS: &str = r#"
title = "Questions"
seed = 5

[[sweep]]
name = "by depth"
game = "connect4:columns=5,rows=4"
players = ["{agent}", "random"]
vary = { agent = { search = "alphabeta:depth={depth},order={order}", chance = "random" }, depth = [1, 3], order = ["natural", "reversed"] }
games = 30

[[sweep.question]]
asks = "What does depth do?"
axis = "depth"
measures = ["win-rate", "nodes"]
where = { order = "natural" }

[[sweep.question]]
asks = "What does depth do?"
axis = "depth"
measures = ["points"]
where = { order = "reversed" }
because = { where = { order = "natural" }, says = "it walks the moves backwards" }

[[sweep.question]]
asks = "Which order is best?"
axis = "order"
measures = ["nodes", "win-rate"]
where = { depth = 3 }

[[sweep]]
name = "by simulations"
game = "connect4:columns=5,rows=4"
players = ["mcts:sims={sims}", "{rival}"]
vary = { sims = [1, 100], rival = { strong = "alphabeta:depth=6", weak = "random" } }
games = 30
opening = 2

[[sweep.question]]
asks = "What do simulations do?"
axis = "sims"
measures = ["points"]
who = "MCTS"
where = { rival = "strong" }
if-rises = "they are worth their time"
because = { where = { rival = "weak" }, says = "the other one looks ahead" }

[[sweep.question]]
asks = "Who is easy?"
axis = "rival"
measures = ["points"]
where = { sims = 100 }
if-best = { weak = "a rival that does not look ahead is easy" }
"#;

#[test]
fn questions_are_answered_in_words_made_from_the_results() {
    let report = Report::of(&results(QUESTIONS));
    let answers = || report.sections.iter().flat_map(|section| &section.answers);
    let asked: Vec<String> = answers().map(|answer| answer.question.to_string()).collect();
    assert_eq!(
        asked,
        ["What does depth do?", "Which order is best?", "What do simulations do?", "Who is easy?"]
    );
    let said: Vec<String> = answers().flat_map(|answer| &answer.sentences).map(ToString::to_string).collect();
    insta::assert_snapshot!("answers", said.join("\n"));
    let markdown = report.markdown(Language::english());
    assert!(markdown.contains("**What does depth do?** order natural: "), "{markdown}");
    let all = Reproduction::of(vec![report]);
    assert_eq!(all.answers().len(), 4);
    assert!(
        all.markdown(Language::english()).contains("## What the reports asked\n\n- What does depth do? ")
    );
}
