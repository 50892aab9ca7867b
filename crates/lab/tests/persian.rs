//! Persian: one set of words, and nothing left in English where people read.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::collections::BTreeSet;
use std::sync::Arc;

use plylab_core::{Clock, NoFiles, StopFlag, StoppedClock};
use plylab_lab::experiment::{MEASURES, Size};
use plylab_lab::messages::Language;
use plylab_lab::report::{Chapter, Report, Reproduction, Results, page, plots};
use plylab_lab::{Interpreter, Plan, RunInfo, Summary, play_game};
use serde_json::Value;

fn persian() -> &'static Language {
    Language::by_code("fa").unwrap()
}

fn file() -> Value {
    let (_, text) = Language::files().iter().find(|(path, _)| *path == "messages/fa.json").unwrap();
    serde_json::from_str(text).unwrap()
}

/// Every text of the file, by its path.
fn texts(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => found.push((path.to_owned(), text.clone())),
        Value::Object(members) => {
            for (key, member) in members {
                texts(member, &format!("{path}/{key}"), found);
            }
        }
        _ => {}
    }
}

fn said() -> Vec<(String, String)> {
    let (file, mut found) = (file(), Vec::new());
    for part in ["messages", "names", "pages"] {
        texts(&file[part], part, &mut found);
    }
    assert!(found.len() > 1000);
    found
}

/// What is not isolated: specs, notation and names of others are, since they run from left to right.
fn prose(text: &str) -> String {
    let mut depth = 0_u32;
    let mut prose = String::new();
    for sign in text.chars() {
        match sign {
            '\u{2066}' => depth += 1,
            // Isolates of Persian itself.
            '\u{2067}' => {}
            '\u{2069}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => prose.push(sign),
            _ => {}
        }
    }
    prose
}

/// Names that Persian writes in Latin letters: of formats, programs and keys.
const NAMES: [&str; 18] = [
    "plylab",
    "Plylab",
    "UTF",
    "JSON",
    "TOML",
    "WebSocket",
    "SVG",
    "SHA",
    "Graphviz",
    "Enter",
    "Shift",
    "Alt",
    "Ctrl",
    "Delete",
    "Escape",
    "Home",
    "End",
    "Tab",
];

/// The Latin words outside of isolates and gaps. A single letter is a name: report A, the p of a test.
fn latin_words(text: &str) -> BTreeSet<String> {
    let mut gap = false;
    let mut open = |sign: char| {
        match sign {
            '{' => gap = true,
            '}' => gap = false,
            _ => {}
        }
        if gap { ' ' } else { sign }
    };
    let bare: String = prose(text).chars().map(&mut open).collect();
    let words = bare.split(|sign: char| !sign.is_ascii_alphabetic());
    words.filter(|word| word.len() > 1 && !NAMES.contains(word)).map(str::to_owned).collect()
}

#[test]
fn no_text_has_a_latin_word_outside_of_notation() {
    for (path, text) in said() {
        let left = latin_words(&text);
        assert!(left.is_empty(), "{path}: {left:?} in {text}");
    }
}

#[test]
fn one_set_of_words_is_used() {
    // Words of another register, or of another set than that of the reports, and the word to use.
    let instead = [
        ("شمار", "تعداد"),
        ("بلندا", "ارتفاع"),
        ("واکنشی", "انعکاسی"),
        ("خوراک", "غذا"),
        ("دام", "تله"),
        ("خاور", "راست"),
        ("باختر", "چپ"),
        ("گردونه", "چرخ رولت"),
        ("برش", "هرس"),
        ("بخت", "شانس"),
        ("ژرف", "عمیق"),
        ("نیرومند", "قوی"),
        ("نخست", "اول"),
        ("نخستین", "اولین"),
        ("پرونده", "فایل"),
        ("برگزینید", "انتخاب کنید"),
        ("بیفزایید", "اضافه کنید"),
        ("برآورد", "تخمین"),
        ("تراز", "سطح"),
    ];
    let is_letter = |sign: char| sign.is_alphabetic() || sign == '\u{200c}';
    for (path, text) in said() {
        let words: BTreeSet<&str> = text.split(|sign| !is_letter(sign)).collect();
        for (old, new) in instead {
            let found = words.iter().find(|word| {
                let stem = word.split('\u{200c}').next().unwrap_or_default();
                stem == old
            });
            assert!(found.is_none(), "{path}: {new} instead of {old}, in {text}");
        }
    }
}

const EXPERIMENT: &str = r#"
title = "Report A: grid Pac-Man by depth"
about = "What the report printed."
seed = 5

[[sweep]]
name = "ten games a depth"
game = "grid"
players = ["report-a:depth={depth}", "random"]
vary = { depth = [1, 2] }
games = 12

[[sweep.reference]]
source = "report A, 10 games"
where = { depth = 1 }
games = 10
score = 711.3
max = 943
min = 348
wins = 5
rounds = 230.7
seconds = 0.158

[[sweep.reference]]
source = "exact"
where = { depth = 2 }
win-rate = 1
score = 100
note = "a third of all games at depth 6 end below 866, as thousands of ours show: these ten were lucky"

[[sweep]]
name = "the trap"
game = "connect4"
players = ["first", "first"]
games = 4

[[sweep]]
name = "the reflex agents"
game = "sim"
players = ["{agent}", "random"]
vary = { agent = ["reflex", "random"] }
games = 6

[[tournament]]
name = "round robin"
game = "connect4"
agents = ["alphabeta:depth=3", "random", "first"]
games = 20
opening = 2
sprt = { elo0 = 0, elo1 = 50 }
"#;

fn results() -> Results {
    let registry = Arc::new(plylab_standard::registry());
    let plan = Plan::read(EXPERIMENT, &registry, &NoFiles, Size::Full).unwrap();
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

/// What people read of a page or a picture: its texts, and the attributes that name things.
fn visible(page: &str) -> String {
    let mut page = page.to_owned();
    for (start, end) in [("<style", "</style>"), ("<script", "</script>"), ("<pre", "</pre>")] {
        while let Some(at) = page.find(start) {
            let length = page[at..].find(end).unwrap() + end.len();
            page.replace_range(at..at + length, "");
        }
    }
    let mut text = String::new();
    for piece in page.split('<') {
        let (tag, after) = piece.split_once('>').unwrap_or(("", piece));
        for name in ["aria-label=\"", "title=\""] {
            let said = tag.split(name).nth(1).and_then(|rest| rest.split('"').next());
            text.extend(said.map(|said| format!("\n{said}")));
        }
        text.push('\n');
        text.push_str(after);
    }
    text.replace("&lt;", " ").replace("&gt;", " ").replace("&quot;", " ").replace("&amp;", " ")
}

#[test]
fn a_persian_report_has_no_latin_word_outside_of_specs_and_names() {
    let results = results();
    let (report, plots) = (Report::of(&results), plots(&results, persian()));
    assert!(plots.iter().flatten().count() > 4);
    let reproduction = Reproduction::of(vec![report.clone()]);
    let chapter = Chapter { report: &report, plots: &plots, exhibits: &[], file: EXPERIMENT };
    let html = page(&Reproduction::title(), &reproduction.front(), &[chapter], persian());
    assert!(html.starts_with("<!doctype html>\n<html lang=\"fa\" dir=\"rtl\">"), "{html}");
    let text: Vec<String> = report.tables().flat_map(|table| table.text(persian(), "\u{b1}")).collect();
    for (what, said) in [
        ("page", visible(&html)),
        (
            "reproduction",
            reproduction.markdown(persian()).replace("<div dir=\"rtl\">", "").replace("</div>", ""),
        ),
        ("text", text.join("\n")),
    ] {
        for line in said.lines() {
            let left = latin_words(line);
            assert!(left.is_empty(), "{what}: {left:?} in {line}");
            // Numbers of prose are in Persian digits.
            assert!(!prose(line).contains(|sign: char| sign.is_ascii_digit()), "{what}: {line}");
        }
    }
    for plot in plots.iter().flatten() {
        assert!(latin_words(&plot.title).is_empty(), "{}", plot.title);
    }
}

#[test]
fn measures_have_names() {
    for (_, label) in MEASURES {
        assert_ne!(persian().name(label), *label);
    }
}

#[test]
fn verdicts_are_sentences_of_the_language() {
    let results = results();
    let reproduction = Reproduction::of(vec![Report::of(&results)]);
    let said: Vec<String> =
        reproduction.differences().iter().map(|difference| persian().say(difference)).collect();
    insta::assert_snapshot!(said.join("\n"));
}
