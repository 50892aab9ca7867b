//! The first example stays short.

/// Lines of the first block of code.
fn example(page: &str) -> impl Iterator<Item = &str> {
    page.lines().skip_while(|line| *line != "```rust").skip(1).take_while(|line| *line != "```")
}

#[test]
fn a_game_with_a_perfect_player_takes_less_than_80_lines() {
    let lines = example(include_str!("../README.md")).count();
    assert!((40..80).contains(&lines), "the example has {lines} lines");
}

#[test]
fn nothing_is_hidden_in_it() {
    assert!(example(include_str!("../README.md")).all(|line| !line.starts_with("# ")));
}
