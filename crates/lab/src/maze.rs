//! Mazes seen from above: what the position would be worth with Pac-Man elsewhere, and where the ghosts can get.
//!
//! Both are found by writing the position otherwise, in the game's own notation, and letting the rules say what follows.

use std::collections::{BTreeMap, HashSet, VecDeque};

use plylab_core::scene::{Picture, Shape};
use plylab_core::{AgentId, AnyGame, AnyPosition, InputError, Seed, Turn, total};
use serde::Serialize;

/// The most moves of a ghost that are looked ahead.
pub const FARTHEST: u32 = 20;

/// What the position is worth with Pac-Man in a cell, in the coordinates of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Heat {
    /// The column.
    pub x: f64,
    /// The row, from below.
    pub y: f64,
    /// What it is worth to Pac-Man.
    pub value: f64,
}

/// Where a ghost can get.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reach {
    /// The ghost.
    pub player: AgentId,
    /// The places, the nearest first.
    pub cells: Vec<ReachedCell>,
}

/// A place that a ghost can get to, in the coordinates of the scene.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ReachedCell {
    /// The column.
    pub x: f64,
    /// The row, from below.
    pub y: f64,
    /// After how many of its own moves at the earliest.
    pub after: u32,
}

/// A position of a maze, taken apart.
struct Maze {
    /// The settings that the position is written with: `pacman`, `ghost1`, `turn` and so on.
    settings: Vec<(String, String)>,
    /// What the notation's coordinates are less than the scene's.
    origin: (f64, f64),
    /// The cells of the scene that are not walls.
    open: Vec<(u16, u16)>,
    /// Where there is something to eat at the start, in the order in which the notation counts it.
    food: Vec<(f64, f64)>,
    capsules: Vec<(f64, f64)>,
}

impl Maze {
    fn of(game: &dyn AnyGame, position: &dyn AnyPosition) -> Result<Maze, InputError> {
        let no_maze = || InputError::new("this game is not played in a maze").expected("ask about Pac-Man");
        let Picture::Board(board) = position.scene().picture else { return Err(no_maze()) };
        let text = position.text();
        let settings: Vec<(String, String)> = text
            .split_whitespace()
            .filter_map(|setting| setting.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let pacman = board.pieces.iter().find(|piece| piece.shape == Shape::Pacman).ok_or_else(no_maze)?;
        let (x, y) = place_of(position, AgentId::FIRST).ok_or_else(no_maze)?;
        let is_wall = |x: u16, y: u16| {
            board.pieces.iter().any(|piece| {
                matches!(piece.shape, Shape::Wall | Shape::Block)
                    && piece.x == f32::from(x)
                    && piece.y == f32::from(y)
            })
        };
        let full = match game.start(Seed(0)).scene().picture {
            Picture::Board(full) => full.pieces,
            Picture::Graph(_) | Picture::Tree(_) => Vec::new(),
        };
        let places = |shape: Shape| {
            let pieces = full.iter().filter(|piece| piece.shape == shape);
            pieces.map(|piece| (f64::from(piece.x), f64::from(piece.y))).collect()
        };
        let cells = (0..board.height).flat_map(|y| (0..board.width).map(move |x| (x, y)));
        Ok(Maze {
            settings,
            origin: (f64::from(pacman.x) - x, f64::from(pacman.y) - y),
            open: cells.filter(|&(x, y)| !is_wall(x, y)).collect(),
            food: places(Shape::Pellet),
            capsules: places(Shape::Capsule),
        })
    }

    /// The position with Pac-Man in a cell of the scene, where he has eaten what there was.
    fn with_pacman_at(&self, x: f64, y: f64) -> Vec<String> {
        let mut changed = vec![("pacman", format!("{},{}", x - self.origin.0, y - self.origin.1))];
        for (name, places) in [("food", &self.food), ("capsules", &self.capsules)] {
            if let Some(number) = places.iter().position(|&place| place == (x, y))
                && let Some((_, set)) = self.settings.iter().find(|(known, _)| known == name)
            {
                changed.push((name, without(set, places.len(), number)));
            }
        }
        // Whoever eats the last of it has won, and whoever stands where a ghost is has lost.
        let plain = self.with(&changed);
        let over = ["won", "lost"].map(|status| {
            let mut changed = changed.clone();
            changed.push(("status", status.to_owned()));
            self.with(&changed)
        });
        [plain].into_iter().chain(over).collect()
    }

    /// The position with some settings changed.
    fn with(&self, changed: &[(&str, String)]) -> String {
        let mut settings: Vec<(&str, &str)> =
            self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        for (name, value) in changed {
            match settings.iter_mut().find(|(known, _)| known == name) {
                Some(setting) => setting.1 = value,
                None => settings.push((name, value)),
            }
        }
        settings.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<String>>().join(" ")
    }
}

/// A set of `count` things, as the notation writes it, without one of them.
fn without(set: &str, count: usize, number: usize) -> String {
    let mut digits: Vec<u32> = match set {
        "none" => return set.to_owned(),
        "all" => (0..count.div_ceil(4)).map(|digit| (1 << (count - 4 * digit).min(4)) - 1).collect(),
        _ => set.chars().map(|digit| digit.to_digit(16).unwrap_or(0)).collect(),
    };
    if let Some(digit) = digits.get_mut(number / 4) {
        *digit &= !(1 << (number % 4));
    }
    if digits.iter().all(|&digit| digit == 0) {
        return "none".to_owned();
    }
    digits.into_iter().filter_map(|digit| char::from_digit(digit, 16)).collect()
}

/// Where an agent is, by the facts of a position.
fn place_of(position: &dyn AnyPosition, agent: AgentId) -> Option<(f64, f64)> {
    let report = position.report();
    let agent = report.get("agents")?.get(agent.index())?;
    Some((agent.get("x")?.as_f64()?, agent.get("y")?.as_f64()?))
}

fn setting<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.split_whitespace()
        .filter_map(|setting| setting.split_once('='))
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}

/// What the position would be worth to Pac-Man, by that evaluation, if he stood in each of the open cells.
pub fn heat(game: &dyn AnyGame, position: &dyn AnyPosition, eval: &str) -> Result<Vec<Heat>, InputError> {
    let maze = Maze::of(game, position)?;
    position.explain(eval, AgentId::FIRST)?;
    let mut cells = Vec::new();
    for &(x, y) in &maze.open {
        let (x, y) = (f64::from(x), f64::from(y));
        // A cell that nobody can stand in has no value.
        let mut ways = maze.with_pacman_at(x, y).into_iter().filter_map(|text| game.position(&text).ok());
        let Some(there) = ways.next() else { continue };
        cells.push(Heat { x, y, value: total(&there.explain(eval, AgentId::FIRST)?) });
    }
    Ok(cells)
}

/// Where each ghost can be after up to so many of its own moves, if nobody is eaten meanwhile.
pub fn reach(game: &dyn AnyGame, position: &dyn AnyPosition, moves: u32) -> Result<Vec<Reach>, InputError> {
    let maze = Maze::of(game, position)?;
    let ghosts = (1..game.info().agents.len()).filter_map(|ghost| u8::try_from(ghost).ok());
    ghosts
        .map(|ghost| Ok(Reach { player: AgentId(ghost), cells: reached(game, &maze, ghost, moves)? }))
        .collect()
}

fn reached(game: &dyn AnyGame, maze: &Maze, ghost: u8, moves: u32) -> Result<Vec<ReachedCell>, InputError> {
    let name = format!("ghost{ghost}");
    let agent = AgentId(ghost);
    let Some((_, own)) = maze.settings.iter().find(|(known, _)| *known == name) else {
        return Ok(Vec::new());
    };
    let mut seen = HashSet::from([own.clone()]);
    let mut queue = VecDeque::from([(own.clone(), 0)]);
    // Places in half cells, which are whole numbers and can be keys.
    let mut found: BTreeMap<(i64, i64), u32> = BTreeMap::new();
    while let Some((own, after)) = queue.pop_front() {
        let changed = [(name.as_str(), own), ("turn", ghost.to_string())];
        let Ok(at) = game.position(&maze.with(&changed)) else { continue };
        let Some((x, y)) = place_of(at.as_ref(), agent) else { continue };
        let key = |x: f64, y: f64| ((2.0 * x).round() as i64, (2.0 * y).round() as i64);
        found.entry(key(x, y)).or_insert(after);
        if after == moves || at.turn() != Turn::Agent(agent) {
            continue;
        }
        for action in at.actions() {
            let mut next = at.boxed_clone();
            next.play(&action)?;
            let Some((to_x, to_y)) = place_of(next.as_ref(), agent) else { continue };
            // A ghost that was eaten is back where it came from.
            if (to_x - x).abs() + (to_y - y).abs() > 1.0 {
                continue;
            }
            if next.turn() == Turn::Over {
                found.entry(key(to_x, to_y)).or_insert(after + 1);
            } else if let Some(own) = setting(&next.text(), &name)
                && seen.insert(own.to_owned())
            {
                queue.push_back((own.to_owned(), after + 1));
            }
        }
    }
    let mut cells: Vec<ReachedCell> = found
        .into_iter()
        .map(|((x, y), after)| ReachedCell {
            x: x as f64 / 2.0 + maze.origin.0,
            y: y as f64 / 2.0 + maze.origin.1,
            after,
        })
        .collect();
    cells.sort_by_key(|cell| cell.after);
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use plylab_core::Spec;
    use plylab_games::registry::{NoFiles, open};

    use super::*;
    use crate::LabAgents;

    fn game(spec: &str) -> Box<dyn AnyGame> {
        open(&spec.parse::<Spec>().unwrap(), &NoFiles, &LabAgents).unwrap()
    }

    #[test]
    fn where_he_stands_the_heat_is_the_value_itself() {
        for spec in ["pacman:layout=small", "grid"] {
            let game = game(spec);
            let start = game.start(Seed(1));
            let eval = game.evals()[0].name;
            let cells = heat(game.as_ref(), start.as_ref(), eval).unwrap();
            let Picture::Board(board) = start.scene().picture else { panic!("no board") };
            let pacman = board.pieces.iter().find(|piece| piece.shape == Shape::Pacman).unwrap();
            let here =
                cells.iter().find(|cell| (cell.x, cell.y) == (f64::from(pacman.x), f64::from(pacman.y)));
            let value = total(&start.explain(eval, AgentId::FIRST).unwrap());
            assert_eq!(here.map(|cell| cell.value), Some(value), "{spec}");
            let open = Maze::of(game.as_ref(), start.as_ref()).unwrap().open.len();
            assert_eq!(cells.len(), open, "{spec}");
        }
    }

    #[test]
    fn ghosts_get_one_cell_further_with_each_move() {
        for spec in ["pacman:layout=small", "grid"] {
            let game = game(spec);
            let start = game.start(Seed(1));
            for ghost in reach(game.as_ref(), start.as_ref(), 4).unwrap() {
                let first = ghost.cells[0];
                assert_eq!(first.after, 0, "{spec}");
                for cell in &ghost.cells {
                    let steps = (cell.x - first.x).abs() + (cell.y - first.y).abs();
                    assert!(steps <= f64::from(cell.after), "{spec}: {cell:?}");
                }
                assert!(ghost.cells.iter().any(|cell| cell.after == 4), "{spec}");
                // One move leads exactly where the legal moves of the ghost lead.
                let near = ghost.cells.iter().filter(|cell| cell.after == 1).count();
                assert!((1..=4).contains(&near), "{spec}: {near}");
            }
        }
    }

    #[test]
    fn sets_lose_one_of_theirs() {
        assert_eq!(["all", "none", "f", "1"].map(|set| without(set, 4, 0)), ["e", "none", "e", "none"]);
        assert_eq!(without("all", 6, 5), "f1");
    }

    #[test]
    fn other_games_have_no_mazes() {
        let game = game("connect4");
        let start = game.start(Seed(1));
        assert!(heat(game.as_ref(), start.as_ref(), "report").is_err());
        assert!(reach(game.as_ref(), start.as_ref(), 2).is_err());
    }
}
