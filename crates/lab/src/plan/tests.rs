//! Tests of the module above.

use std::collections::BTreeSet;

use plylab_core::NoFiles;
use proptest::prelude::*;

use super::*;
use crate::shipped::EXPERIMENTS;

const FILE: &str = r#"
title = "A small one"
seed = 7

[[sweep]]
name = "depths"
game = "connect4:columns=5"
players = ["alphabeta:depth={depth}", "random"]
vary = { depth = [1, 2] }
runs = 2
games = 3

[[tournament]]
name = "all"
game = "sim"
agents = ["random", "first", "reflex"]
games = 4
"#;

fn read(text: &str, size: Size) -> Result<Plan, InputError> {
    Plan::read(text, &Arc::new(plylab_standard::registry()), &NoFiles, size)
}

fn plan(text: &str) -> Plan {
    read(text, Size::Full).unwrap()
}

fn error(text: &str) -> String {
    read(text, Size::Full).unwrap_err().to_string()
}

#[test]
fn keys_and_seeds_never_change() {
    let plan = plan(FILE);
    let lines: Vec<String> = plan
        .order(None)
        .into_iter()
        .map(|id| {
            format!(
                "{} {:016x}{}",
                plan.key(id),
                plan.seed(id).0,
                if plan.swapped(id) { " swapped" } else { "" }
            )
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
    insta::assert_snapshot!(plan.id(), @"25518ce6c12e01ce22793f1aea341a27a72597b473db34296ab73d9ada32fb40");
}

#[test]
fn keys_are_unique() {
    for experiment in EXPERIMENTS {
        let plan = plan(experiment.text);
        let keys: BTreeSet<&str> = plan.cells.iter().map(|cell| cell.key.as_str()).collect();
        assert_eq!(keys.len(), plan.cells.len(), "{}", experiment.name);
    }
}

#[test]
fn what_means_the_same_is_the_same_plan() {
    let commented = format!("# A comment.\n{}", FILE.replace("seed = 7", "seed  =  0x7  # another"));
    let renamed = FILE.replace("A small one", "Another title");
    let reference = FILE.replace(
        "\n[[tournament]]",
        "[[sweep.reference]]\nsource = \"x\"\nwhere = { depth = 1, run = 1 }\n\n[[tournament]]",
    );
    for same in [FILE, commented.as_str(), renamed.as_str(), reference.as_str()] {
        assert_eq!(plan(same).id(), plan(FILE).id());
    }
    for (from, to) in [
        ("seed = 7", "seed = 8"),
        ("games = 3", "games = 2"),
        ("columns=5", "columns=6"),
        ("depth = [1, 2]", "depth = [1, 3]"),
        ("\"random\", \"first\"", "\"first\", \"random\""),
        ("runs = 2", "runs = 2\nopening = 1"),
        ("runs = 2", "runs = 2\nlimits = { moves = 9 }"),
        ("seed = 7", "seed = 7\ncommon-dice = false"),
        ("name = \"depths\"", "name = \"by depth\""),
    ] {
        assert_ne!(plan(&FILE.replace(from, to)).id(), plan(FILE).id(), "{to}");
    }
}

/// Seeds by cell and number.
fn seeds(plan: &Plan) -> Vec<Vec<u64>> {
    let of = |cell: usize| (0..plan.cells[cell].games).map(move |number| GameId { cell, number });
    (0..plan.cells.len()).map(|cell| of(cell).map(|id| plan.seed(id).0).collect()).collect()
}

#[test]
fn agents_that_are_compared_have_the_same_dice_and_runs_have_others() {
    let common = seeds(&plan(FILE));
    // Cells: depth 1 run 1, depth 1 run 2, depth 2 run 1, depth 2 run 2; then three pairs.
    assert_eq!(common[0], common[2]);
    assert_eq!(common[1], common[3]);
    assert_eq!(common[4], common[5]);
    let all: BTreeSet<u64> = [&common[0], &common[1], &common[4]].into_iter().flatten().copied().collect();
    assert_eq!(all.len(), 3 + 3 + 2, "sections, runs and games have their own; pairs of a tournament share");
    let own = seeds(&plan(&FILE.replace("seed = 7", "seed = 7\ncommon-dice = false")));
    let all: BTreeSet<u64> = own.iter().flatten().copied().collect();
    assert_eq!(all.len(), 4 * 3 + 3 * 2);
}

#[test]
fn who_changes_seats_shares_dice_with_the_game_before() {
    let plan = plan(FILE);
    let id = |number| GameId { cell: 4, number };
    assert_eq!([0, 1, 2, 3].map(|number| plan.swapped(id(number))), [false, true, false, true]);
    assert_eq!(plan.seed(id(0)), plan.seed(id(1)));
    assert_ne!(plan.seed(id(1)), plan.seed(id(2)));
    let agents = |number| {
        let players = plan.players(id(number));
        players.iter().map(|player| player.name().to_owned()).collect::<Vec<String>>()
    };
    assert_eq!(agents(0), ["random", "first"]);
    assert_eq!(agents(1), ["first", "random"]);
}

#[test]
fn random_seats_are_drawn_by_the_seed() {
    let plan = plan(&FILE.replace("games = 4", "games = 200\nstart = \"random\""));
    let swapped = |cell| (0..200).map(|number| plan.swapped(GameId { cell, number })).collect::<Vec<bool>>();
    assert_eq!(swapped(4), swapped(5), "common dice decide the seats, too");
    let count = swapped(4).iter().filter(|swapped| **swapped).count();
    assert!((70..130).contains(&count), "{count}");
}

#[test]
fn a_quick_plan_begins_like_the_full_one() {
    let text = FILE.replace("games = 3", "games = 30\nquick = 3");
    let (full, quick) = (plan(&text), read(&text, Size::Quick).unwrap());
    for id in quick.order(None) {
        assert_eq!((quick.key(id), quick.seed(id)), (full.key(id), full.seed(id)));
    }
    assert_eq!((quick.len(), full.len()), (4 * 3 + 3 * 4, 4 * 30 + 3 * 4));
}

#[test]
fn cells_advance_together() {
    let plan = plan(&FILE.replace("games = 4", "games = 400"));
    let order = plan.order(None);
    let half = &order[..order.len() / 2];
    for (cell, about) in plan.cells.iter().enumerate() {
        let done = half.iter().filter(|id| id.cell == cell).count() as u64;
        assert!((about.games / 2).abs_diff(done) <= 1, "{}: {done} of {}", about.key, about.games);
    }
}

#[test]
fn what_cannot_be_repeated_is_noted() {
    let timed = plan(&FILE.replace("runs = 2", "limits = { time-per-move = 5 }"));
    assert_eq!(
        timed.notes.iter().map(ToString::to_string).collect::<Vec<String>>(),
        ["'depths' limits the time per move: how far agents search differs from run to run"]
    );
    let threads = plan(&FILE.replace("alphabeta:depth={depth}", "alphabeta:depth={depth},threads=2"));
    assert_eq!(threads.notes.len(), 2);
    assert_eq!(threads.notes[0].code(), "many-threads");
    assert!(
        threads.notes[0]
            .to_string()
            .starts_with("'alphabeta:depth=1,threads=2' searches with several threads")
    );
}

#[test]
fn unknown_games_and_agents_are_reported_with_their_location() {
    assert_eq!(
        error(&FILE.replace("\"sim\"", "\"chess\"")),
        "line 15, column 8: there is no game 'chess'; the games are connect4, sim, tictactoe, pacman, grid, tree"
    );
    let agent = error(&FILE.replace("\"reflex\"", "\"reflexx\""));
    assert!(agent.starts_with("line 16, column 10: "), "{agent}");
    let depth = error(&FILE.replace("alphabeta:depth", "alphabeta:deep"));
    assert!(depth.starts_with("line 8, column 11: "), "{depth}");
    let seats = "title = \"x\"\n[[sweep]]\nname = \"s\"\ngame = \"grid\"\nplayers = [\"first\", \"random\"]\ngames = 1\nstart = \"alternate\"";
    let seats = error(seats);
    assert!(seats.ends_with("use a game for two players, or start = \"fixed\""), "{seats}");
}

proptest! {
    #[test]
    fn slices_are_a_partition_of_the_order(count in 1..9_u64, first in 1..40_u64, second in 2..40_u64) {
        let text = FILE.replace("games = 3", &format!("games = {first}")).replace("games = 4", &format!("games = {second}"));
        let plan = plan(&text);
        let whole = plan.order(None);
        let all: BTreeSet<GameId> = whole.iter().copied().collect();
        prop_assert_eq!(all.len() as u64, plan.len());
        let mut slices: Vec<GameId> = Vec::new();
        for index in 0..count {
            let slice = plan.order(Some(Shard { index, count }));
            prop_assert!(slice.len() as u64 >= plan.len() / count);
            slices.extend(slice);
        }
        slices.sort_unstable();
        prop_assert_eq!(slices, all.into_iter().collect::<Vec<GameId>>());
    }

    #[test]
    fn shards_share_every_cell(count in 1..9_u64, first in 1..40_u64, second in 2..40_u64) {
        let text = FILE.replace("games = 3", &format!("games = {first}")).replace("games = 4", &format!("games = {second}"));
        let plan = plan(&text);
        for index in 0..count {
            let slice = plan.order(Some(Shard { index, count }));
            for (cell, about) in plan.cells.iter().enumerate() {
                let own = slice.iter().filter(|id| id.cell == cell);
                let equal = about.games / count;
                let taken = own.clone().count() as u64;
                prop_assert!((equal.saturating_sub(1)..=equal + 2).contains(&taken), "{taken} of {} by {count}", about.games);
                // As many with swapped seats as without, but for what is left over.
                let swapped = own.filter(|id| plan.swapped(**id)).count() as u64;
                prop_assert!(plan.sections[about.section].start != Start::Alternate || swapped.abs_diff(taken - swapped) <= 2);
            }
        }
    }
}

#[test]
fn no_shard_gets_all_the_expensive_cells() {
    // Two cells per depth, as many shards: dealing game by game would give each shard one cell of its own.
    let plan = plan(&FILE.replace("runs = 2", "").replace("games = 3", "games = 4"));
    for index in 0..2 {
        let slice = plan.order(Some(Shard { index, count: 2 }));
        assert_eq!(slice.iter().filter(|id| id.cell == 0).count(), 2);
        assert_eq!(slice.iter().filter(|id| id.cell == 1).count(), 2);
    }
    // A game of each cell is left over: they are dealt back and forth.
    let plan = self::plan(
        &FILE
            .replace("games = 3", "games = 1")
            .replace("vary = { depth = [1, 2] }", "vary = { depth = [1, 2, 3, 4] }")
            .replace("runs = 2", ""),
    );
    let depths = |index| {
        let slice = plan.order(Some(Shard { index, count: 2 }));
        slice.into_iter().filter(|id| id.cell < 4).map(|id| id.cell + 1).collect::<Vec<usize>>()
    };
    assert_eq!((depths(0), depths(1)), (vec![1, 4], vec![2, 3]));
}
