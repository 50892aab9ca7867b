//! The experiments that come along, and what is written about experiment files.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use plylab_core::{Clock, NoFiles, StopFlag, StoppedClock};
use plylab_lab::experiment::{MEASURES, Size};
use plylab_lab::shipped::{self, EXPERIMENTS};
use plylab_lab::{GameId, GameRow, Plan, play_game};

fn plan(text: &str, size: Size) -> Plan {
    Plan::read(text, &Arc::new(plylab_standard::registry()), &NoFiles, size).unwrap()
}

fn play(plan: &Plan, cell: usize, number: u64) -> GameRow {
    let clock: Arc<dyn Clock> = Arc::new(StoppedClock);
    let id = GameId { cell, number };
    plan.row(id, &play_game(plan, id, &StopFlag::default(), &clock).unwrap()).unwrap()
}

#[test]
fn all_bundled_experiments_can_be_played_in_full_and_quickly() {
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/experiments")).unwrap();
    let files: BTreeSet<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let names: BTreeSet<String> = EXPERIMENTS.iter().map(|known| format!("{}.toml", known.name)).collect();
    assert_eq!(files, names);
    for experiment in EXPERIMENTS {
        let [full, quick] = [Size::Full, Size::Quick].map(|size| plan(experiment.text, size));
        assert!(quick.len() < full.len() / 5 || quick.len() < 100, "{}", experiment.name);
        assert!(full.notes.is_empty(), "{}: {:?}", experiment.name, full.notes);
        assert!(full.about.is_some() && full.sections.iter().all(|section| section.about.is_some()));
    }
    for experiment in EXPERIMENTS {
        let is_report = shipped::reports().any(|report| report == experiment);
        // The header says what the report printed.
        assert_eq!(experiment.text.starts_with("# Report "), is_report, "{}", experiment.name);
    }
}

#[test]
fn every_number_that_the_reports_printed_is_there() {
    let numbers = |name: &str, source: &str| -> usize {
        let plan = plan(shipped::find(name).unwrap().text, Size::Full);
        let references = plan.sections.iter().flat_map(|section| &section.references);
        references
            .filter(|reference| reference.source == source)
            .map(|reference| reference.values.len())
            .sum()
    };
    // Six depths with six numbers each; once more, but for the times, beside many games.
    assert_eq!(numbers("report-a", "report A, 10 games"), 36);
    assert_eq!(numbers("report-a-large", "report A, 10 games"), 30);
    // Four depths, three runs, wins and time.
    assert_eq!(numbers("report-c", "report C, 100 games"), 24);
    // Scores and wins of two agents, and those of one beside many games.
    assert_eq!(numbers("report-d", "report D, 10 games"), 12);
    // Our own runs: score, rate and levels of six depths (and times), and twelve rates.
    assert_eq!(numbers("report-a", "reference runs"), 24);
    assert_eq!(numbers("report-a-large", "reference runs"), 18);
    assert_eq!(numbers("report-c", "reference runs"), 12);
    assert_eq!(numbers("report-d", "exact"), 6);
}

/// Alpha-beta replaces the report's search where many games are needed, so it must play the same games.
#[test]
fn the_search_with_cuts_plays_report_a_move_by_move() {
    let (small, large) = (shipped::find("report-a").unwrap(), shipped::find("report-a-large").unwrap());
    // The same section name and seed give the same dice.
    let text = large.text.replace("many games a depth", "ten games a depth").replace("seed = 2", "seed = 1");
    let (small, large) = (plan(small.text, Size::Full), plan(&text, Size::Full));
    for depth in 1..=6 {
        for number in 0..if depth < 5 { 4 } else { 2 } {
            let (theirs, ours) = (play(&small, depth - 1, number), play(&large, depth - 1, number));
            assert_eq!(
                (theirs.seed, theirs.digest),
                (ours.seed, ours.digest),
                "depth {depth}, game {number}"
            );
            assert!(ours.efforts[0].nodes <= theirs.efforts[0].nodes);
        }
    }
}

/// Minimax and alpha-beta choose alike: every game of the one is a game of the other.
#[test]
fn minimax_and_alphabeta_play_the_same_games_of_report_b() {
    let plan = plan(shipped::find("report-b").unwrap().text, Size::Quick);
    let mut compared = 0;
    for (index, cell) in plan.cells.iter().enumerate() {
        if !cell.players[0].to_string().starts_with("report-minimax:depth=2") {
            continue;
        }
        let other = cell.key.replace("agent=minimax", "agent=alphabeta");
        let other = plan.cells.iter().position(|cell| cell.key == other).unwrap();
        let (one, two) = (play(&plan, index, 0), play(&plan, other, 0));
        assert_eq!((one.digest, one.utilities), (two.digest, two.utilities), "{}", cell.key);
        assert!(two.efforts[0].nodes <= one.efforts[0].nodes);
        compared += 1;
    }
    assert!(compared >= 18);
}

fn documentation() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/experiments.md")).unwrap()
}

#[test]
fn the_documented_examples_can_be_played() {
    let text = documentation();
    let blocks: Vec<&str> =
        text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 2);
    let [first, second] = [0, 1].map(|index| plan(blocks[index], Size::Full));
    assert_eq!((first.cells.len(), first.len()), (6 + 6, 4 * 100 + 2 * 50 + 6 * 20));
    let keys: Vec<&str> = second.cells.iter().map(|cell| cell.key.as_str()).collect();
    assert_eq!(
        keys,
        [
            "two programs: program=as-it-was, depth=1",
            "two programs: program=as-it-was, depth=3",
            "two programs: program=chance"
        ]
    );
}

/// The program tells the keys of a table to whoever writes another; the documentation must have them all.
#[test]
fn every_key_is_documented() {
    let documentation = documentation();
    let sweep = "[[sweep]]\nname = 's'\ngame = 'sim'\nplayers = ['random']\ngames = 1\n";
    let tournament = "[[tournament]]\nname = 't'\ngame = 'sim'\nagents = ['random', 'first']\ngames = 2\n";
    for text in [
        "nonsense = 1".to_owned(),
        format!("{sweep}nonsense = 1"),
        format!("{tournament}nonsense = 1"),
        format!("{sweep}limits = {{ nonsense = 1 }}"),
        format!("{sweep}except = [{{ nonsense = 1 }}]"),
        format!("{sweep}reference = [{{ nonsense = 1 }}]"),
        format!("{tournament}sprt = {{ nonsense = 1 }}"),
    ] {
        let error = Plan::read(
            &format!("title = 'x'\n{text}"),
            &Arc::new(plylab_standard::registry()),
            &NoFiles,
            Size::Full,
        )
        .unwrap_err()
        .to_string();
        let (_, keys) =
            error.split_once("'nonsense' is not a setting of ").unwrap().1.split_once("it has ").unwrap();
        for key in keys.split(", ") {
            let written = [format!("`{key}`"), format!("`{key} = "), format!(" {key} = ")];
            assert!(written.iter().any(|key| documentation.contains(key)), "{key}");
        }
    }
    for (measure, _) in MEASURES {
        assert!(documentation.contains(&format!("`{measure}`")), "{measure}");
    }
}
