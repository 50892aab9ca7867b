//! Walks against those of a full search.

use std::collections::HashSet;

use plylab_core::{Rng, Seed, StopFlag};
use plylab_games::pacman::{Classic, Grid, LAYOUTS, Layout, Reading};

use super::*;

/// That many frontier states at a time, and any number of nodes.
fn following(states: usize) -> WalkLimits {
    WalkLimits { states, nodes: u64::MAX }
}

/// Where Pac-Man starts.
fn from_of<R: PacmanRules>(game: &Pacman<R>) -> Spot {
    game.initial(Seed(0)).actors()[0].at
}

/// By breadth: every cell with every set of pellets.
fn slowly(maze: &Maze, from: Spot) -> Option<usize> {
    let count = maze.pellets().len();
    let eat = |cell: Spot, food: u32| maze.pellet_at(cell).map_or(food, |pellet| food & !(1 << pellet));
    let mut seen = HashSet::new();
    let mut layer = vec![(from, eat(from, (1 << count) - 1))];
    for length in 0.. {
        if layer.is_empty() {
            return None;
        }
        let mut next = Vec::new();
        for (cell, food) in layer {
            if food == 0 {
                return Some(length);
            }
            if seen.insert((cell, food)) {
                next.extend(neighbours(maze, cell).map(|cell| (cell, eat(cell, food))));
            }
        }
        layer = next;
    }
    None
}

/// The walk goes from cell to neighbouring cell and eats everything.
fn check(maze: &Maze, from: Spot, food: &Food, walk: &CoveringWalk) {
    let mut at = from;
    let mut left = *food;
    for &cell in &walk.cells {
        assert!(neighbours(maze, at).any(|neighbour| neighbour == cell));
        at = cell;
        if let Some(pellet) = maze.pellet_at(at) {
            left.take(pellet);
        }
    }
    assert_eq!(left.count(), 0);
    assert!(walk.at_least <= walk.moves());
}

fn random_maze(rng: &mut Rng, width: usize, height: usize) -> Layout {
    let mut rows = vec!["%".repeat(width)];
    let (x, y) = (1 + rng.below(width - 2), 1 + rng.below(height - 2));
    for row in 1..height - 1 {
        let cells = (1..width - 1).map(|column| match rng.below(10) {
            _ if (column, row) == (x, y) => 'P',
            0..=2 => '%',
            3..=5 => ' ',
            _ => '.',
        });
        rows.push(format!("%{}%", cells.collect::<String>()));
    }
    rows.push("%".repeat(width));
    Layout::parse(&rows.join("\n"), Reading::Strict).unwrap()
}

#[test]
fn walks_are_as_short_as_those_of_a_full_search() {
    let mut rng = Seed(3).rng();
    let (mut walks, mut unreachable) = (0, 0);
    while walks < 300 || unreachable < 30 {
        let (width, height) = (4 + rng.below(5), 4 + rng.below(4));
        let layout = random_maze(&mut rng, width, height);
        if layout.food.len() > 12 {
            continue;
        }
        let game = Classic::new(&layout);
        let from = from_of(&game);
        let found = Walks::new(game.maze(), from).shortest(
            game.maze(),
            from,
            game.initial(Seed(0)).food(),
            following(20_000),
            &mut || true,
        );
        assert_eq!(found.as_ref().map(CoveringWalk::moves), slowly(game.maze(), from), "{layout:?}");
        match found {
            Some(walk) => {
                assert!(walk.is_shortest());
                check(game.maze(), from, game.initial(Seed(0)).food(), &walk);
                walks += 1;
            }
            None => unreachable += 1,
        }
    }
}

#[test]
fn the_shortest_walk_on_report_as_map_has_121_moves() {
    let game = Grid::new().unwrap();
    let from = from_of(&game);
    let walk = covering_walk(&game, &StopFlag::default()).unwrap();
    check(game.maze(), from, game.initial(Seed(0)).food(), &walk);
    assert_eq!((walk.moves(), walk.is_shortest()), (121, true));
    assert_eq!(game.most_points(walk.at_least), [989, 989]);
}

#[test]
fn bounds_hold_however_few_states_are_followed() {
    for shipped in LAYOUTS {
        let game = Classic::new(&shipped.layout().unwrap());
        let from = from_of(&game);
        let walks = Walks::new(game.maze(), from);
        let walk = |most| {
            let food = game.initial(Seed(0));
            walks.shortest(game.maze(), from, food.food(), following(most), &mut || true).unwrap()
        };
        let (rough, better) = (walk(3), walk(2_000));
        for walk in [&rough, &better] {
            check(game.maze(), from, game.initial(Seed(0)).food(), walk);
        }
        assert!(rough.at_least <= better.moves() && better.at_least <= rough.moves());
        assert!(better.moves() <= rough.moves());
    }
}

#[test]
fn a_walk_that_is_interrupted_still_eats_everything() {
    for shipped in LAYOUTS {
        let game = Classic::new(&shipped.layout().unwrap());
        let start = game.initial(Seed(0));
        let (from, food) = (from_of(&game), start.food());
        let walks = Walks::new(game.maze(), from);
        let walk = |most, checks: usize| {
            let mut left = checks;
            let mut go_on = || {
                left = left.saturating_sub(1);
                left > 0
            };
            walks.shortest(game.maze(), from, food, following(most), &mut go_on).unwrap()
        };
        let (quick, whole) = (walk(QUICK, 0), walk(2_000, usize::MAX));
        for checks in [0, 1, 30] {
            let interrupted = walk(2_000, checks);

            check(game.maze(), from, food, &interrupted);
            assert!(interrupted.at_least <= whole.moves() && interrupted.moves() <= quick.moves());
        }
    }
}

/// Open ground with food almost everywhere: a wide front.
fn hall(width: usize, height: usize) -> Classic {
    let mut rows = vec!["%".repeat(width)];
    rows.extend((2..height).map(|row| {
        let cells = (2..width).map(|column| match (column * 7 + row * 3) % 11 {
            _ if (column, row) == (2, 2) => 'P',
            0 => '%',
            1..=3 => ' ',
            _ => '.',
        });
        format!("%{}%", cells.collect::<String>())
    }));
    rows.push("%".repeat(width));
    Classic::new(&Layout::parse(&rows.join("\n"), Reading::Strict).unwrap())
}

#[test]
fn the_search_keeps_to_its_nodes_and_its_bound_holds() {
    let game = hall(12, 12);
    let start = game.initial(Seed(0));
    let (from, food) = (from_of(&game), start.food());
    let walks = Walks::new(game.maze(), from);
    let walk = |nodes| {
        let limits = WalkLimits { states: 20_000, nodes };
        walks.shortest(game.maze(), from, food, limits, &mut || true).unwrap()
    };
    let best = walk(u64::MAX);
    let mut least = 0;
    for nodes in [0, 100, 10_000, 100_000] {
        let found = walk(nodes);
        check(game.maze(), from, food, &found);
        assert!(found.at_least <= best.moves() && best.at_least <= found.moves(), "{nodes} nodes");
        assert_eq!(walk(nodes), found, "the same nodes find the same walk");
        least = found.at_least.max(least);
    }
    assert!(least <= best.at_least);
}

#[test]
fn an_unfinished_search_says_at_most() {
    let game = hall(20, 20);
    let bound = score_bound(&game, &StopFlag::default()).unwrap();
    assert!(!bound.finished);
    assert_eq!(bound.why.code(), "eating-takes-at-least");
    assert_eq!(score_bound(&game, &StopFlag::default()), Some(bound), "it is the same every time");
    let stopped = StopFlag::default();
    stopped.stop();
    assert_eq!(score_bound(&game, &stopped), None);
    let finished = score_bound(&Grid::new().unwrap(), &StopFlag::default()).unwrap();
    assert_eq!((finished.finished, finished.why.code()), (true, "eating-takes"));
}
