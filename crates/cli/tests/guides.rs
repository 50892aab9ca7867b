//! The guides are true: what they tell to do is done, in a folder of its own.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod support;

use std::{env, fs};

use support::Folder;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The blocks of code of that language in a document.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let text = fs::read_to_string(format!("{ROOT}/docs/{document}")).unwrap().replace("\r\n", "\n");
    let fence = format!("```{language}\n");
    text.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_first_experiment_goes_as_the_page_says() {
    let folder = Folder::new("guide");
    let files = blocks("first-experiment.md", "toml");
    fs::write(folder.path("mine.toml"), &files[0]).unwrap();
    env::set_current_dir(folder.path("")).unwrap();
    trycmd::TestCases::new().case(format!("{ROOT}/docs/first-experiment.md"));
}

#[test]
fn the_code_of_the_guide_to_games_is_that_of_the_example() {
    let example = |file: &str| fs::read_to_string(format!("{ROOT}/examples/outside-game/{file}")).unwrap();
    let code = example("src/nim.rs") + &example("src/main.rs");
    let rust = blocks("own-game.md", "rust");
    assert!(rust.len() >= 3);
    for block in rust {
        assert!(code.replace("\r\n", "\n").contains(&block), "not in the example:\n{block}");
    }
    let manifest = example("Cargo.toml");
    for line in blocks("own-game.md", "toml").iter().flat_map(|block| block.lines()) {
        assert!(manifest.lines().any(|known| known == line), "not in its Cargo.toml: {line}");
    }
}
