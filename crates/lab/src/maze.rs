//! Overlays of a maze: the value of the position with Pac-Man elsewhere, and where the ghosts can get.
//!
//! Both ask the game for positions that differ in one thing, and follow the rules from there.

use std::collections::{BTreeMap, HashSet, VecDeque};

use plylab_core::scene::Ground;
use plylab_core::{AgentId, AnyGame, AnyPosition, InputError, Turn, message, total};
use serde::Serialize;

/// The maximum number of moves that ghosts are followed for.
pub const FARTHEST: u32 = 20;

/// The value of the position with Pac-Man in a cell, in the coordinates of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Heat {
    /// The column.
    pub x: f64,
    /// The row, from below.
    pub y: f64,
    /// The value for Pac-Man.
    pub value: f64,
}

/// Where a ghost can get.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reach {
    /// The ghost.
    pub player: AgentId,
    /// The points it can reach, the nearest first.
    pub cells: Vec<ReachedCell>,
}

/// A point that a ghost can reach, in the coordinates of the scene.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ReachedCell {
    /// The column.
    pub x: f64,
    /// The row, from below.
    pub y: f64,
    /// The minimum number of its own moves to get there.
    pub after: u32,
}

/// The open cells of the board; an error in games whose agents have no location.
fn open_cells(game: &dyn AnyGame, position: &dyn AnyPosition) -> Result<Vec<(u16, u16)>, InputError> {
    match (game.backdrop().ground, position.agent_cell(AgentId::FIRST)) {
        (Ground::Board(grid), Some(_)) => Ok(grid.free().collect()),
        _ => Err(InputError::new(message!("no-maze", "this game is not played in a maze"))
            .expected(message!("ask-pacman", "ask about Pac-Man"))),
    }
}

/// The value of the position for Pac-Man, by that evaluation, with Pac-Man in each of the open cells.
pub fn heat(game: &dyn AnyGame, position: &dyn AnyPosition, eval: &str) -> Result<Vec<Heat>, InputError> {
    let open = open_cells(game, position)?;
    position.explain(eval, AgentId::FIRST)?;
    let mut cells = Vec::new();
    for (x, y) in open {
        // A cell that he cannot enter has no value.
        let Some(there) = position.with_agent_at(AgentId::FIRST, x, y) else { continue };
        let value = total(&there.explain(eval, AgentId::FIRST)?);
        cells.push(Heat { x: x.into(), y: y.into(), value });
    }
    Ok(cells)
}

/// Where each ghost can be after up to `moves` of its own moves, if nothing is eaten meanwhile.
pub fn reach(game: &dyn AnyGame, position: &dyn AnyPosition, moves: u32) -> Result<Vec<Reach>, InputError> {
    open_cells(game, position)?;
    let ghosts = (1..game.info().agents.len()).filter_map(|ghost| u8::try_from(ghost).ok()).map(AgentId);
    ghosts.map(|player| Ok(Reach { player, cells: reached(position, player, moves)? })).collect()
}

fn reached(position: &dyn AnyPosition, ghost: AgentId, moves: u32) -> Result<Vec<ReachedCell>, InputError> {
    let Some(start) = position.with_turn(ghost) else { return Ok(Vec::new()) };
    // Only the ghost moves, so positions are equal where its location is.
    let mut seen = HashSet::from([start.text()]);
    let mut queue = VecDeque::from([(start, 0)]);
    // Locations in half cells, which are whole numbers and can be keys.
    let mut found: BTreeMap<(i32, i32), u32> = BTreeMap::new();
    while let Some((at, after)) = queue.pop_front() {
        let Some((x, y)) = at.agent_cell(ghost) else { continue };
        let key = |x: f32, y: f32| ((2.0 * x).round() as i32, (2.0 * y).round() as i32);
        found.entry(key(x, y)).or_insert(after);
        if after == moves || at.turn() != Turn::Agent(ghost) {
            continue;
        }
        for action in at.actions() {
            let mut next = at.boxed_clone();
            next.play(&action)?;
            let Some((to_x, to_y)) = next.agent_cell(ghost) else { continue };
            // A ghost that was eaten is back where it came from.
            if (to_x - x).abs() + (to_y - y).abs() > 1.0 {
                continue;
            }
            if next.turn() == Turn::Over {
                found.entry(key(to_x, to_y)).or_insert(after + 1);
            } else if let Some(next) = next.with_turn(ghost)
                && seen.insert(next.text())
            {
                queue.push_back((next, after + 1));
            }
        }
    }
    let cell = |((x, y), after)| ReachedCell { x: f64::from(x) / 2.0, y: f64::from(y) / 2.0, after };
    let mut cells: Vec<ReachedCell> = found.into_iter().map(cell).collect();
    cells.sort_by_key(|cell| cell.after);
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use plylab_core::{NoFiles, Seed, Spec};

    use super::*;

    fn game(spec: &str) -> Box<dyn AnyGame> {
        plylab_standard::registry().open(&spec.parse::<Spec>().unwrap(), &NoFiles).unwrap()
    }

    #[test]
    fn where_he_stands_the_heat_is_the_value_itself() {
        for spec in ["pacman:layout=small", "grid"] {
            let game = game(spec);
            let start = game.start(Seed(1));
            let eval = &game.evals()[0].name;
            let cells = heat(game.as_ref(), start.as_ref(), eval).unwrap();
            let (x, y) = start.agent_cell(AgentId::FIRST).unwrap();
            let here = cells.iter().find(|cell| (cell.x, cell.y) == (f64::from(x), f64::from(y)));
            let value = total(&start.explain(eval, AgentId::FIRST).unwrap());
            assert_eq!(here.map(|cell| cell.value), Some(value), "{spec}");
            let open = open_cells(game.as_ref(), start.as_ref()).unwrap().len();
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
    fn other_games_have_no_mazes() {
        let game = game("connect4");
        let start = game.start(Seed(1));
        assert!(heat(game.as_ref(), start.as_ref(), "report").is_err());
        assert!(reach(game.as_ref(), start.as_ref(), 2).is_err());
    }
}
