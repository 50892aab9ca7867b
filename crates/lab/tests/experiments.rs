//! The experiments that come along, and what is written about experiment files.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::collections::BTreeSet;
use std::fs;
use std::sync::Arc;

use plylab_core::{Clock, NoFiles, StopFlag, StoppedClock};
use plylab_lab::experiment::{MEASURES, ReferenceKind, Size};
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
        // Only report E's question of equal time depends on the machine, and says so.
        let codes: Vec<&str> = full.notes.iter().map(plylab_core::Message::code).collect();
        let expected: &[&str] = if experiment.name == "report-e" { &["time-limited"] } else { &[] };
        assert_eq!(codes, expected, "{}", experiment.name);
        assert!(full.about.is_some() && full.sections.iter().all(|section| section.about.is_some()));
    }
    for experiment in EXPERIMENTS {
        let is_report = shipped::reports().any(|report| report == experiment);
        // The header says what the report printed.
        assert_eq!(experiment.text.starts_with("# Report "), is_report, "{}", experiment.name);
    }
}

/// The numbers that the five reports print, and nothing else: the cell, the measure, the number.
fn printed() -> Vec<(&'static str, String, &'static str, f64)> {
    let mut all = Vec::new();
    // Report A, table 3-1: ten games at each depth.
    let report_a = [
        [711.3, 943.0, 348.0, 5.0, 230.7, 0.158],
        [759.8, 944.0, 322.0, 6.0, 172.2, 0.201],
        [844.1, 972.0, 437.0, 10.0, 265.9, 0.627],
        [928.7, 973.0, 752.0, 10.0, 179.3, 1.519],
        [907.8, 963.0, 801.0, 10.0, 202.2, 5.617],
        [916.0, 952.0, 866.0, 10.0, 194.0, 19.24],
    ];
    let measures = ["score", "max", "min", "wins", "rounds", "seconds"];
    for (depth, numbers) in (1..).zip(report_a) {
        let rows = measures.into_iter().zip(numbers);
        all.extend(rows.map(|(measure, number)| ("report-a", format!("depth={depth}"), measure, number)));
    }
    // The sample game of figure 2-16, whose score is also the highest at its depth.
    all.push(("report-a", "depth=4".to_owned(), "rounds", 137.0));
    all.push(("report-a", "depth=4".to_owned(), "seconds", 1.36));
    // Report C: wins of red and seconds, three times a hundred games at each depth.
    let report_c = [
        (1, [(90.0, 0.207), (86.0, 0.274), (87.0, 0.197)]),
        (3, [(85.0, 2.37), (93.0, 2.57), (92.0, 2.43)]),
        (5, [(89.0, 34.5), (84.0, 35.0), (82.0, 37.3)]),
        (7, [(87.0, 644.0), (89.0, 617.0), (84.0, 639.0)]),
    ];
    for (depth, runs) in report_c {
        for (run, (wins, seconds)) in (1..).zip(runs) {
            let cell = format!("depth={depth} run={run}");
            all.push(("report-c", cell.clone(), "wins", wins));
            all.push(("report-c", cell, "total-seconds", seconds));
        }
    }
    // Report D: the trap, ten games.
    for (agent, numbers) in
        [("alphabeta", [0.0, -501.0, -501.0, -501.0]), ("expectimax", [7.0, 221.8, 532.0, -502.0])]
    {
        let rows = ["wins", "score", "max", "min"].into_iter().zip(numbers);
        all.extend(rows.map(|(measure, number)| ("report-d", format!("agent={agent}"), measure, number)));
    }
    all
}

#[test]
fn only_what_a_report_prints_is_called_printed_and_all_of_it_is_there() {
    let mut found = Vec::new();
    let mut again = 0;
    for experiment in shipped::reports() {
        let plan = plan(experiment.text, Size::Full);
        for reference in plan.sections.iter().flat_map(|section| &section.references) {
            if reference.kind != ReferenceKind::Printed {
                assert!(!reference.source.ends_with("games"), "{}: {}", experiment.name, reference.source);
                continue;
            }
            let cell: Vec<String> =
                reference.coordinates.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
            for (measure, &number) in &reference.values {
                // The numbers of report A once more, beside many games.
                let name = experiment.name.trim_end_matches("-large");
                let row = (name.to_owned(), cell.join(" "), measure.clone(), number.to_bits());
                if found.contains(&row) { again += 1 } else { found.push(row) }
            }
        }
    }
    let mut expected: Vec<(String, String, String, u64)> = printed()
        .into_iter()
        .map(|(name, cell, measure, number)| (name.to_owned(), cell, measure.to_owned(), number.to_bits()))
        .collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    // But for the times, all of report A beside many games, the score of its sample game, and report D's expectimax.
    assert_eq!(again, 30 + 1 + 4);
}

#[test]
fn our_own_numbers_are_called_ours() {
    let numbers = |name: &str, kind: ReferenceKind| -> usize {
        let plan = plan(shipped::find(name).unwrap().text, Size::Full);
        let references = plan.sections.iter().flat_map(|section| &section.references);
        references.filter(|reference| reference.kind == kind).map(|reference| reference.values.len()).sum()
    };
    // Score, rate and levels of six depths (and times).
    assert_eq!(numbers("report-a", ReferenceKind::Run), 24);
    assert_eq!(numbers("report-a-large", ReferenceKind::Run), 18);
    // Report B prints nothing: two node counts of the courses' engine, and what is known exactly.
    assert_eq!(numbers("report-b", ReferenceKind::Printed), 0);
    assert_eq!(numbers("report-b", ReferenceKind::Run), 2);
    assert_eq!(numbers("report-b", ReferenceKind::Exact), 8);
    // Twelve rates, and the sums of the report's three runs at four depths.
    assert_eq!(numbers("report-c", ReferenceKind::Run), 12 + 4);
    assert_eq!(numbers("report-c", ReferenceKind::Exact), 1);
    assert_eq!(numbers("report-d", ReferenceKind::Exact), 6);
    assert_eq!(numbers("report-e", ReferenceKind::Printed), 0);
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
                (theirs.record.seed, theirs.digest),
                (ours.record.seed, ours.digest),
                "depth {depth}, game {number}"
            );
            assert!(ours.record.efforts[0].nodes <= theirs.record.efforts[0].nodes);
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
        assert_eq!((one.digest, one.record.utilities), (two.digest, two.record.utilities), "{}", cell.key);
        assert!(two.record.efforts[0].nodes <= one.record.efforts[0].nodes);
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
    assert_eq!(blocks.len(), 4);
    let [first, arranged, second, measured] = [0, 1, 2, 3].map(|index| plan(blocks[index], Size::Full));
    assert_eq!((first.cells.len(), first.len()), (6 + 6, 4 * 100 + 2 * 50 + 6 * 20));
    assert_eq!((arranged.arrangement.x.as_deref(), arranged.arrangement.pairs.len()), (Some("depth"), 2));
    assert_eq!(measured.len(), 400 + 400 + 2 * 300 + 2 * 200);
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
        format!("[report]\nnonsense = 1\n{sweep}"),
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
