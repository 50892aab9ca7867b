//! The README is true: its examples are run, and its picture is what the program draws.

use std::process::Command;
use std::{env, fs};

/// The folder of the README, from which its examples are run.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The moment that the picture shows: a ghost was just eaten, and the others flee, half-way between two cells.
const POSITION: &str = "score=280 turn=0 pacman=1,3,N ghost1=6,5 ghost2=8.5,2,W,37 ghost3=8.5,5,E,37 \
                        food=0eb9fefffffffff7 capsules=e1";

#[test]
fn every_example_gives_the_answer_that_is_printed() {
    env::set_current_dir(ROOT).unwrap();
    trycmd::TestCases::new().case("README.md");
}

#[test]
fn the_picture_is_what_the_program_draws() {
    let args = ["--color", "always", "show", "pacman:layout=rooms", POSITION];
    let output = Command::new(env!("CARGO_BIN_EXE_plylab")).args(args).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let drawn = anstyle_svg::Term::new().render_svg(str::from_utf8(&output.stdout).unwrap());
    let path = format!("{ROOT}/docs/pacman.svg");
    if env::var_os("UPDATE_PICTURE").is_some() {
        fs::write(&path, &drawn).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
    assert!(committed == drawn, "docs/pacman.svg is out of date: run this test with UPDATE_PICTURE=1");
}
