//! README and tour are true: their examples are run, and their pictures are what the program draws.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::process::Command;
use std::{env, fs};

/// The root of the repository, from which examples are run.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The moment in the picture: a ghost was just eaten, and the others flee, halfway between two cells.
const POSITION: &str = "score=280 turn=0 pacman=1,3,N ghost1=6,5 ghost2=8.5,2,W,37 ghost3=8.5,5,E,37 \
                        food=0eb9fefffffffff7 capsules=e1";

#[test]
fn every_example_prints_what_the_document_says() {
    env::set_current_dir(ROOT).unwrap();
    let documents = ["README.md", "docs/tour.md", "docs/agents.md", "docs/statistics.md", "docs/uci.md"];
    let cases = trycmd::TestCases::new();
    documents.iter().for_each(|document| _ = cases.case(document));
}

/// Checks that the committed picture is `drawn`; writes it if `UPDATE_PICTURE` is set.
fn check_picture(name: &str, drawn: &str) {
    let path = format!("{ROOT}/docs/{name}");
    if env::var_os("UPDATE_PICTURE").is_some() {
        fs::write(&path, drawn).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(committed == drawn, "docs/{name} is out of date: run this test with UPDATE_PICTURE=1");
}

fn printed(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_plylab")).args(args).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_game_in_the_terminal_is_what_the_program_draws() {
    let text = printed(&["--color", "always", "show", "pacman:layout=rooms", POSITION]);
    check_picture("pacman.svg", &anstyle_svg::Term::new().render_svg(&text));
}

#[test]
fn the_tree_is_what_the_program_draws() {
    check_picture("textbook.svg", &printed(&["tree", "textbook", "--svg", "-"]));
}
