//! Overlays of the maze: where the ghosts can get.

use std::collections::{BTreeMap, HashSet, VecDeque};

use plylab_core::scene::ReachedCell;
use plylab_core::{AgentId, Game as _};

use super::engine::{Pacman, PacmanRules};
use super::state::{PacmanState, Status};

impl<R: PacmanRules> Pacman<R> {
    /// Where a ghost can be after up to `moves` of its own moves, if nothing is eaten meanwhile.
    pub(super) fn reached(&self, state: &PacmanState, ghost: AgentId, moves: u32) -> Vec<ReachedCell> {
        let start = PacmanState { turn: ghost.0, ..*state };
        let mut seen = HashSet::from([start]);
        let mut queue = VecDeque::from([(start, 0)]);
        let mut found: BTreeMap<(u16, u16), u32> = BTreeMap::new();
        while let Some((state, after)) = queue.pop_front() {
            let at = state.actors[ghost.index()].at;
            found.entry(self.maze.halves(at)).or_insert(after);
            if after == moves {
                continue;
            }
            for step in self.list_actions(&state) {
                let mut next = state;
                self.apply(&mut next, step);
                let to = next.actors[ghost.index()].at;
                // A ghost that was eaten is back where it came from.
                if self.maze.manhattan(at, to) > 2 {
                    continue;
                }
                next.turn = ghost.0;
                if next.status != Status::Playing {
                    found.entry(self.maze.halves(to)).or_insert(after + 1);
                } else if seen.insert(next) {
                    queue.push_back((next, after + 1));
                }
            }
        }
        let cell = |((x, y), after)| ReachedCell { x: f64::from(x) / 2.0, y: f64::from(y) / 2.0, after };
        let mut cells: Vec<ReachedCell> = found.into_iter().map(cell).collect();
        cells.sort_by_key(|cell| cell.after);
        cells
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::scene::Ground;
    use plylab_core::{AgentId, AnyGame, CoreAgents, Seed, adapt, total};

    use super::super::{Classic, Grid, shipped};
    use crate::connect4::ConnectFour;

    fn games() -> [(&'static str, Box<dyn AnyGame>); 2] {
        let small = Classic::new(&shipped("small").unwrap().layout().unwrap());
        [("small", adapt(small, &CoreAgents)), ("grid", adapt(Grid::new().unwrap(), &CoreAgents))]
    }

    #[test]
    fn where_he_stands_the_heat_is_the_value_itself() {
        for (name, game) in games() {
            let start = game.start(Seed(1));
            let eval = &game.evals()[0].name;
            let cells = start.heat(eval).unwrap();
            let (x, y) = start.agent_cell(AgentId::FIRST).unwrap();
            let here = cells.iter().find(|cell| (cell.x, cell.y) == (f64::from(x), f64::from(y)));
            let value = total(&start.explain(eval, AgentId::FIRST).unwrap());
            assert_eq!(here.map(|cell| cell.value), Some(value), "{name}");
            let Ground::Board(grid) = game.backdrop().ground else { panic!("no board") };
            let open: Vec<(f64, f64)> = grid.free().map(|(x, y)| (x.into(), y.into())).collect();
            assert_eq!(cells.iter().map(|cell| (cell.x, cell.y)).collect::<Vec<_>>(), open, "{name}");
        }
    }

    #[test]
    fn ghosts_get_one_cell_further_with_each_move() {
        for (name, game) in games() {
            let start = game.start(Seed(1));
            for ghost in start.reach(4).unwrap() {
                let first = ghost.cells[0];
                assert_eq!(first.after, 0, "{name}");
                for cell in &ghost.cells {
                    let steps = (cell.x - first.x).abs() + (cell.y - first.y).abs();
                    assert!(steps <= f64::from(cell.after), "{name}: {cell:?}");
                }
                assert!(ghost.cells.iter().any(|cell| cell.after == 4), "{name}");
                // One move leads exactly where the legal moves of the ghost lead.
                let near = ghost.cells.iter().filter(|cell| cell.after == 1).count();
                assert!((1..=4).contains(&near), "{name}: {near}");
            }
        }
    }

    #[test]
    fn other_games_have_no_such_overlays() {
        let game = adapt(ConnectFour::default(), &CoreAgents);
        let start = game.start(Seed(1));
        assert!(start.heat("report").is_err());
        assert!(start.reach(2).is_err());
    }
}
