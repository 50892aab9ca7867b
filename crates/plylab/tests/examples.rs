//! The examples do what they say.

// The `main` of each is for people.
#[expect(dead_code)]
#[path = "../examples/agent.rs"]
mod agent;
#[expect(dead_code)]
#[path = "../examples/game.rs"]
mod game;
#[expect(dead_code)]
#[path = "../examples/tournament.rs"]
mod tournament;
#[expect(dead_code)]
#[path = "../examples/tree.rs"]
mod tree;

#[test]
fn the_first_player_wins_chomp() {
    let story = game::run();
    assert!(story.ends_with("First: win\nSecond: loss\n"), "{story}");
    assert!(story.contains("[0, 0, 0] are left"), "{story}");
}

#[test]
fn a_careful_agent_beats_a_random_one() {
    let summary = agent::run();
    let won: u32 = summary.split(' ').nth(2).and_then(|number| number.parse().ok()).unwrap();
    assert!(won >= 90, "{summary}");
}

#[test]
fn a_tournament_orders_agents_by_strength() {
    let table = tournament::run().unwrap();
    let wins = |row: usize| -> u64 {
        let line = table.lines().nth(1 + row).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    assert!(wins(0) < wins(2) && wins(0) < wins(3), "{table}");
    assert_eq!((0..4).map(wins).sum::<u64>(), 6 * 20, "every game has a winner: {table}");
}

#[test]
fn a_drawn_tree_shows_what_was_cut_off() {
    let (text, svg) = tree::run().unwrap();
    assert_eq!(text.lines().count(), 13, "{text}");
    assert!(text.contains("alpha"), "{text}");
    assert!(svg.starts_with("<svg") && svg.contains("Alpha-beta"), "{svg}");
}
