//! What runs and exports say about time, before, while and after they take it.
#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

#[path = "support/experiments.rs"]
#[expect(dead_code, reason = "these tests need only some of it")]
mod experiments;
mod support;

use std::fs;
use std::path::Path;

use experiments::{SHORT, command, plylab, refused, succeed, write};
use support::Folder;

fn stderr(output: &std::process::Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn a_dry_run_tells_games_cells_time_and_disk_and_writes_nothing() {
    let folder = Folder::new("dry");
    let file = write(&folder, "short.toml", SHORT);
    let out = folder.path("out");
    let args = ["run", &file, "--out", &out, "--threads", "2", "--dry-run"];
    let told = succeed(&args);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "12 games in 2 cells");
    assert!(lines[1].ends_with("on this machine with 2 threads"), "{told}");
    assert!(lines[2].starts_with("about ") && lines[2].ends_with(" kB on disk"), "{told}");
    assert!(lines[4].starts_with("cell ") && lines[5].contains("both: other="), "{told}");
    assert!(!Path::new(&out).exists(), "nothing is written");

    succeed(&["run", &file, "--out", &out, "--shard", "1/2"]);
    let told = succeed(&args);
    assert!(told.starts_with("6 games in 2 cells\n6 of 12 games are already stored\n"), "{told}");
    let half = succeed(&["run", &file, "--out", &folder.path("none"), "--dry-run", "--shard", "2/2"]);
    assert!(half.starts_with("6 games in 2 cells\n"), "{half}");
    let wrong = write(&folder, "wrong.toml", &SHORT.replace("\"first\"", "\"worst\""));
    assert!(refused(&["run", &wrong, "--dry-run"], 2).contains("no agent 'worst'"));
}

#[test]
fn a_quick_look_ends_with_what_the_whole_takes_and_says_which_folder_is_which() {
    let folder = Folder::new("quick");
    let text = SHORT.replace(
        "games = 6",
        "games = 6\nquick = 2\nexcept = [{ where = { other = \"random\" }, quick = 0 }]",
    );
    write(&folder, "short.toml", &text);
    let run = |args: &[&str]| {
        let output = command(args).current_dir(folder.path("")).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        output
    };
    let quick = run(&["run", "short.toml", "--quick", "--threads", "2"]);
    let told = String::from_utf8(quick.stdout.clone()).unwrap();
    let last = told.lines().last().unwrap();
    assert!(last.starts_with("without --quick: 12 games, "), "{told}");
    assert!(last.ends_with(" on this machine with 2 threads"), "{told}");
    assert_eq!(stderr(&quick), "");
    let whole = run(&["run", "short.toml"]);
    assert!(!String::from_utf8(whole.stdout.clone()).unwrap().contains("without --quick"));
    assert_eq!(
        stderr(&whole),
        "note: 'results/short-quick' has only the few games of --quick; all games go into 'results/short', and the other \
         folder is no longer needed\n"
    );
    assert_eq!(
        stderr(&run(&["run", "short.toml", "--quick"])),
        "note: 'results/short' has the results of the whole experiment; the few games of --quick go into \
         'results/short-quick'\n"
    );
}

#[test]
fn games_without_moves_are_exported_by_all_cores_in_order_with_a_note() {
    let folder = Folder::new("replayed");
    let (plain, kept) = (write(&folder, "plain.toml", SHORT), folder.path("kept.toml"));
    fs::write(&kept, SHORT.replace("games = 6", "games = 6\nrecord = [\"moves\"]")).unwrap();
    let [again, stored] = ["again", "stored"].map(|name| folder.path(name));
    succeed(&["run", &plain, "--out", &again]);
    succeed(&["run", &kept, "--out", &stored]);
    let one = plylab(&["results", "export", &again, "--threads", "1"]);
    let many = plylab(&["results", "export", &again, "--threads", "3"]);
    assert!(one.status.success() && one.stdout == many.stdout, "the order does not depend on the threads");
    assert_eq!(one.stdout, plylab(&["results", "export", &stored]).stdout, "the moves are the same");
    assert!(
        stderr(&many).starts_with("note: the moves of some games were not stored: "),
        "{}",
        stderr(&many)
    );
    assert!(stderr(&many).contains("record = [\"moves\"]"));
    assert_eq!(stderr(&plylab(&["results", "export", &stored])), "");
}
