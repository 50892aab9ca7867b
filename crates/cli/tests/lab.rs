//! Experiments with the real binary: whatever happens to a run, finished games stay, and the final results are the same.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

#[path = "support/experiments.rs"]
mod experiments;
mod support;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use experiments::{SHORT, command, deterministic, kept, plylab, refused, short, succeed, write};
use plylab_core::Seed;
use support::Folder;

/// Some seconds of games, of every kind of section and record.
const EXPERIMENT: &str = r#"
title = "Games enough to be interrupted"
seed = 7
record = ["moves", "nodes", "times"]

[[sweep]]
name = "grid"
game = "grid"
players = ["report-a:depth={depth}", "random"]
vary = { depth = [3, 4] }
games = 120

[[sweep]]
name = "sim"
game = "sim:start=drawn"
players = ["report-c:depth=5", "random"]
games = 150
record = []

[[tournament]]
name = "connect four"
game = "connect4"
agents = ["alphabeta:depth=5", "mcts:sims=300", "random"]
opening = 2
games = 100
"#;

fn start(args: &[&str]) -> Child {
    command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// How long the log of a run's store is.
fn log_length(folder: &str) -> u64 {
    fs::metadata(Path::new(folder).join("results.sqlite-wal")).map_or(0, |log| log.len())
}

/// Waits until a run has written some more to its log, but not for long.
fn wait_for_writing(folder: &str, before: u64) {
    let patience = Instant::now() + Duration::from_secs(1);
    while log_length(folder) < before + 32 * 1024 && Instant::now() < patience {
        thread::sleep(Duration::from_millis(1));
    }
}

/// Runs `args` and kills it `kills` times, then lets it end.
fn run_under_fire(args: &[&str], folder: &str, kills: u32, seed: u64) {
    let mut moments = Seed(seed).rng();
    let (mut killed, mut grown, mut before) = (0, 0, 0);
    while killed < kills {
        let log = log_length(folder);
        let mut child = start(args);
        // Every second one is killed at its beginning.
        if killed % 2 == 0 {
            wait_for_writing(folder, log);
        }
        thread::sleep(Duration::from_micros(moments.below(40_000) as u64));
        let finished = child.try_wait().unwrap();
        assert_eq!(finished, None, "the run ended after {killed} kills: it needs more games");
        child.kill().unwrap();
        child.wait().unwrap();
        killed += 1;
        let now = if Path::new(folder).join("results.sqlite").exists() { kept(folder) } else { 0 };
        assert!(now >= before, "{before} games were kept, and now there are {now}");
        grown += u32::from(now > before);
        before = now;
    }
    assert!(grown >= kills / 4, "only {grown} of {kills} runs were killed after they had kept a game");
    succeed(args);
}

#[test]
fn a_run_that_is_killed_twenty_times_ends_like_one_that_is_not() {
    let folder = Folder::new("killed");
    let file = write(&folder, "experiment.toml", EXPERIMENT);
    let whole = folder.path("whole");
    succeed(&["run", &file, "--out", &whole]);
    let expected = deterministic(&whole);
    assert_eq!(expected.lines().count(), 240 + 150 + 300);
    for threads in ["1", "2"] {
        let out = folder.path(&format!("killed-{threads}"));
        run_under_fire(&["run", &file, "--out", &out, "--threads", threads], &out, 20, 1);
        assert!(deterministic(&out) == expected, "{threads} threads: another result than without kills");

        let [one, other, joined] =
            ["slice-1", "slice-2", "joined"].map(|name| folder.path(&format!("{name}-{threads}")));
        for (slice, out, seed) in [("1/2", &one, 2), ("2/2", &other, 3)] {
            let args = ["run", &file, "--out", out, "--threads", threads, "--shard", slice];
            run_under_fire(&args, out, 10, seed);
        }
        succeed(&["results", "merge", &one, &other, "--out", &joined]);
        assert!(deterministic(&joined) == expected, "{threads} threads: another result in slices");
    }
}

/// Waits until the results of a run have that many games at least.
fn wait_for_games(folder: &str, games: usize) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !Path::new(folder).join("results.sqlite").exists() || kept(folder) < games {
        assert!(Instant::now() < patience, "no games in {folder}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn one_interruption_finishes_the_games_in_progress_and_two_do_not() {
    let folder = Folder::new("interrupted");
    let file = write(&folder, "experiment.toml", EXPERIMENT);
    let out = folder.path("once");
    let mut child = start(&["run", &file, "--out", &out]);
    wait_for_games(&out, 1);
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let games = kept(&out);
    assert!((1..690).contains(&games), "{games}");
    let told = succeed(&["run", &file, "--out", &out]);
    assert!(told.contains(&format!("{} games played, 690 of 690 stored", 690 - games)), "{told}");

    // A single move of this agent would take hours.
    let slow = EXPERIMENT.replace("report-a:depth={depth}", "minimax:depth=3{depth}");
    let file = write(&folder, "slow.toml", &slow);
    let out = folder.path("twice");
    let mut child = start(&["run", &file, "--out", &out, "--threads", "1"]);
    let patience = Instant::now() + Duration::from_secs(60);
    while !Path::new(&out).join("results.sqlite").exists() {
        assert!(Instant::now() < patience);
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(100));
    signal(&child, "INT");
    thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().unwrap(), None, "the game in progress continues");
    signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn two_runs_in_one_folder_do_not_meet() {
    let folder = Folder::new("two");
    let file = write(&folder, "experiment.toml", EXPERIMENT);
    let out = folder.path("out");
    let mut child = start(&["run", &file, "--out", &out, "--threads", "1"]);
    wait_for_games(&out, 1);
    assert_eq!(
        refused(&["run", &file, "--out", &out], 2),
        format!(
            "error: '{out}': another run is working here; wait for it, or choose another folder with --out"
        )
    );
    // Readers are allowed.
    assert!(succeed(&["report", &out]).contains("of 690 games"));
    assert!(child.wait().unwrap().success());
    assert_eq!(kept(&out), 690);
}

#[test]
fn a_disk_that_takes_no_more_loses_nothing() {
    let folder = Folder::new("full");
    let file = write(&folder, "experiment.toml", EXPERIMENT);
    let out = folder.path("out");
    // A limit on the size of files, in half kilobytes, looks like a full disk to the program.
    let script = "trap '' XFSZ; ulimit -f 400; exec \"$0\" run \"$1\" --out \"$2\"";
    let output =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_plylab"), &file, &out]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(
        String::from_utf8(output.stderr).unwrap().lines().last().unwrap(),
        format!(
            "error: '{out}/results.sqlite': it cannot be written to disk (is the disk full?); results so far are safe: fix \
             this and run the same command again"
        )
    );
    let games = kept(&out);
    assert!((1..690).contains(&games), "{games}");
    succeed(&["run", &file, "--out", &out]);
    let whole = folder.path("whole");
    succeed(&["run", &file, "--out", &whole]);
    assert!(deterministic(&out) == deterministic(&whole));
}

#[test]
fn a_sequential_test_stops_at_the_same_game_however_it_is_run() {
    let text = r#"
title = "Sequential"
[[tournament]]
name = "test"
game = "connect4"
agents = ["alphabeta:depth=2", "random"]
opening = 2
games = 2000
sprt = { elo0 = 0, elo1 = 100 }
"#;
    let folder = Folder::new("sprt");
    let (file, out) = short(&folder, "one", text);
    let games = kept(&out);
    assert!(games < 200 && games.is_multiple_of(2), "{games}");
    assert!(succeed(&["report", &out]).contains("decided: 100 Elo rather than 0"));
    let two = folder.path("two");
    succeed(&["run", &file, "--out", &two, "--threads", "7"]);
    assert_eq!(deterministic(&two), deterministic(&out));
    assert!(succeed(&["run", &file, "--out", &two]).contains("games were already stored"));
    assert_eq!(kept(&two), games);
    assert_eq!(
        refused(&["run", &file, "--out", &folder.path("slice"), "--shard", "1/2"], 2),
        "error: 'test' stops by a sequential test, which no shard can do on its own; leave out --shard, or sprt"
    );
}

#[test]
fn a_bundled_experiment_is_played_and_compared() {
    let folder = Folder::new("shipped");
    let results = folder.path("report-d");
    let printed = succeed(&["run", "report-d", "--quick", "--out", &results]);
    assert!(printed.contains("the trap, ten games\n"), "{printed}");
    let report = succeed(&["report", &results, "--json"]);
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let compared = report["sections"][0]["compared"].as_array().unwrap();
    let (alphabeta, expectimax): (Vec<_>, Vec<_>) =
        compared.iter().partition(|row| row["cell"].to_string().contains("alphabeta"));
    assert_eq!((alphabeta.len(), expectimax.len()), (4, 4));
    assert!(alphabeta.iter().all(|row| row["agreement"] == "agrees"), "{alphabeta:?}");
    let again = succeed(&["run", "report-d", "--quick", "--out", &results]);
    assert!(again.contains("games were already stored"), "{again}");
}

/// Ctrl-C during the second experiment works as in the first.
#[test]
fn repeating_the_reports_can_be_stopped_and_goes_on() {
    let folder = Folder::new("reproduce");
    let (all, second) = (folder.path("all"), folder.path("all/report-a-large"));
    for games in [1, 20] {
        let mut child = start(&["reproduce", "--out", &all, "--threads", "1"]);
        wait_for_games(&second, games);
        signal(&child, "INT");
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
    assert_eq!(kept(&folder.path("all/report-a")), 60, "the first experiment is finished");
    assert!(!Path::new(&folder.path("all/report.md")).exists(), "there is no report of what is not finished");
    let output = plylab(&["reproduce", "--quick", "--out", &write(&folder, "file", "x")]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

/// Everything that a page would fetch from elsewhere.
fn fetched(page: &str) -> Vec<&str> {
    let rest = page.match_indices("http").map(|(start, _)| &page[start..]);
    let namespace = |text: &&str| text.starts_with("http://www.w3.org/2000/svg");
    let address = |text: &&str| text.starts_with("http://") || text.starts_with("https://");
    let mut fetched: Vec<&str> = rest.filter(address).filter(|text| !namespace(text)).collect();
    for sign in ["src=", "href=\"/", "@import", "url("] {
        fetched.extend(page.match_indices(sign).map(|(start, _)| &page[start..]));
    }
    fetched.into_iter().map(|text| text.get(..60).unwrap_or(text)).collect()
}

#[test]
fn a_page_needs_nothing_but_itself() {
    let folder = Folder::new("page");
    let text = SHORT.replace("[[sweep]]", "[[sweep]]\nabout = \"a < b & c</script>\"");
    let (_, out) = short(&folder, "short", &text);
    let (page, plots) = (folder.path("page.html"), folder.path("plots"));
    succeed(&["report", &out, "--html", &page, "--plots", &plots]);
    let html = fs::read_to_string(&page).unwrap();
    assert_eq!(fetched(&html), Vec::<&str>::new());
    assert!(html.contains("a &lt; b &amp; c&lt;/script&gt;"));
    assert!(html.contains("\ngame = &quot;connect4&quot;\n"), "the settings are there, line by line");
    assert_eq!(
        html.matches("<figure class=\"plylab-replay\">").count(),
        3,
        "a best, a worst, a typical game"
    );
    assert!(html.contains("win rate by other") && html.contains("SHA-256 of the plan"));
    let plot = fs::read_to_string(Path::new(&plots).join("win-rate-by-other.svg")).unwrap();
    assert!(html.contains(plot.trim_end()), "the page has the same picture");
    // A failed write leaves the old file alone.
    assert!(!plylab(&["report", &out, "--html", &folder.path("none/page.html")]).status.success());
}

#[test]
fn all_reports_are_reproduced_in_their_quick_form() {
    let folder = Folder::new("reproduce");
    let out = folder.path("all");
    let told = succeed(&["reproduce", "--quick", "--out", &out]);
    // Table 3-1 of report A and its sample game, C's and D's tables, each number once.
    assert!(told.contains(" of the 52 numbers that the reports print agree with ours, "), "{told}");
    assert!(told.contains("19 printed times are shown"), "{told}");
    let markdown = fs::read_to_string(Path::new(&out).join("report.md")).unwrap();
    let html = fs::read_to_string(Path::new(&out).join("report.html")).unwrap();
    assert_eq!(fetched(&html), Vec::<&str>::new());
    for report in ["Report A", "Report B", "Report C", "Report D", "Report E"] {
        assert!(
            markdown.contains(&format!("## {report}")) && html.contains(&format!("<h2>{report}")),
            "{report}"
        );
    }
    // Nothing is computed twice, and the result is the same.
    let again = succeed(&["reproduce", "--quick", "--out", &out]);
    assert_eq!(again, told);
}
