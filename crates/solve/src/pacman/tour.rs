//! Tours: short walks to all the food that is left, kept as long as they are useful.

use std::collections::HashMap;

use plylab_core::Meter;
use plylab_games::pacman::{Maze, Pacman, PacmanRules, PacmanState, Spot, Step};

use super::covering::{WalkLimits, Walks};
use crate::after;

/// The maximum number of frontier states per sweep: enough to come within a move or two of the shortest walk, in
/// milliseconds.
const MAX_STATES: usize = 100;

/// The maximum for the first tour, which is used longest.
const FIRST_MAX_STATES: usize = 20_000;

/// Walks to all the food: the one that Pac-Man follows, and alternatives for when a ghost is in the way.
#[derive(Debug)]
pub struct Tours {
    walks: Walks,
    tours: Vec<Tour>,
    /// The one that was kept, see [`Tours::keep`].
    kept: Option<Tour>,
}

/// A walk to all the food that is left, from where it was planned.
#[derive(Debug)]
struct Tour {
    /// Its first cell and every cell that it visits.
    cells: Vec<Spot>,
    /// Pellets in the order in which it eats them, with the number of moves until then.
    pellets: Vec<(usize, usize)>,
    /// The number of pellets at the front of the list that are eaten.
    eaten: usize,
}

impl Tours {
    /// The maze as far as it can be reached from the cell `from`.
    pub fn new(maze: &Maze, from: Spot) -> Tours {
        Tours { walks: Walks::new(maze, from), tours: Vec::new(), kept: None }
    }

    /// The walk from Pac-Man to the end of every tour, and each in up to `most` other orders: where a tour visits a
    /// crossing more than once, its length does not depend on the order of the branches, but there may be a ghost in one of
    /// them. If there is no tour, the only plan is to go nowhere.
    pub fn plans<R: PacmanRules>(
        &self,
        game: &Pacman<R>,
        state: &PacmanState,
        most: usize,
    ) -> Vec<Vec<Spot>> {
        let maze = game.maze();
        let me = state.actors()[0].at;
        let mut plans: Vec<Vec<Spot>> = Vec::new();
        for rest in self.kept.iter().chain(&self.tours).filter_map(|tour| tour.rest(maze, state)) {
            let mut others: Vec<Vec<Spot>> = Vec::new();
            for order in ORDERS {
                let other = reordered(maze, me, &rest, order);
                if other != rest && !others.contains(&other) {
                    others.push(other);
                }
            }
            // Neighbours in the list are alike.
            let stride = (others.len() / most.max(1)).max(1);
            plans.push(rest);
            plans.extend(others.into_iter().step_by(stride).take(most));
        }
        if plans.is_empty() {
            plans.push(Vec::new());
        }
        plans
    }

    /// Keeps one of these plans, so that it is among those of the next move.
    pub fn keep<R: PacmanRules>(&mut self, game: &Pacman<R>, state: &PacmanState, plan: &[Spot]) {
        let cells = std::iter::once(state.actors()[0].at).chain(plan.iter().copied()).collect();
        self.kept = Some(Tour::new(game.maze(), state, cells));
    }

    /// Prepares for a move: keeps the best tour, plans a new one if Pac-Man has left it, and with `others` also plans the
    /// best tour after each of his steps, because he may have to leave the current one. Does less when the time is up.
    pub fn prepare<R: PacmanRules>(
        &mut self,
        game: &Pacman<R>,
        state: &PacmanState,
        others: bool,
        meter: &Meter<'_>,
    ) {
        for tour in self.tours.iter_mut().chain(&mut self.kept) {
            tour.eaten = tour.pellets.iter().take_while(|(pellet, _)| !state.food().has(*pellet)).count();
        }
        self.tours.sort_by_key(|tour| tour.moves_left(game, state));
        self.tours.truncate(1);
        if self.tours.iter().all(|tour| !tour.passes(state)) {
            let max_states = if self.tours.is_empty() { FIRST_MAX_STATES } else { MAX_STATES };
            self.plan(game, state, Step::Stop, max_states, meter);
        }
        if others {
            let steps = game.maze().steps(state.actors()[0].at);
            for step in steps.filter(|&step| step != Step::Stop) {
                let after = after(game, state, step);
                if self.tours.iter().all(|tour| !tour.passes(&after)) {
                    self.plan(game, state, step, MAX_STATES, meter);
                }
            }
        }
    }

    /// Plans a tour of what is left in `state` that begins with `step`.
    fn plan<R: PacmanRules>(
        &mut self,
        game: &Pacman<R>,
        state: &PacmanState,
        step: Step,
        max_states: usize,
        meter: &Meter<'_>,
    ) {
        let maze = game.maze();
        let from = state.actors()[0].at;
        let mut cells = vec![from];
        let mut food = *state.food();
        if step != Step::Stop {
            let next = maze.moved(from, step, 2);
            cells.push(next);
            maze.pellet_at(next).into_iter().for_each(|pellet| food.take(pellet));
        }
        // Without a walk to all the food there is no tour: Pac-Man only has to stay alive.
        let mut go_on = || meter.check_limits().is_none();
        let limits = WalkLimits { states: max_states, nodes: u64::MAX };
        let walk = self.walks.shortest(maze, maze.moved(from, step, 2), &food, limits, &mut go_on);
        let Some(walk) = walk else { return };
        cells.extend(walk.cells);
        self.tours.push(Tour::new(maze, state, cells));
    }

    /// The number of moves to eat the rest in `state`, by the best of the tours.
    #[inline]
    pub fn moves_left<R: PacmanRules>(&self, game: &Pacman<R>, state: &PacmanState) -> f64 {
        self.tours.iter().map(|tour| tour.moves_left(game, state)).min().map_or(0.0, |moves| moves as f64)
    }
}

impl Tour {
    /// The tour that visits these cells from `state`.
    fn new(maze: &Maze, state: &PacmanState, cells: Vec<Spot>) -> Tour {
        let mut food = *state.food();
        let mut pellets = Vec::new();
        for (moves, &cell) in cells.iter().enumerate() {
            if let Some(pellet) = maze.pellet_at(cell).filter(|&pellet| food.has(pellet)) {
                food.take(pellet);
                pellets.push((pellet, moves));
            }
        }
        Tour { cells, pellets, eaten: 0 }
    }

    /// The cells that Pac-Man visits from his current one, if there is food left on the tour.
    fn rest(&self, maze: &Maze, state: &PacmanState) -> Option<Vec<Spot>> {
        let &(_, join) = self.pellets[self.eaten..].iter().find(|(pellet, _)| state.food().has(*pellet))?;
        let mut at = state.actors()[0].at;
        let mut cells = Vec::new();
        while at != self.cells[join] {
            let way = maze.distance(self.cells[join], at)?;
            let mut nexts = maze.steps(at).map(|step| maze.moved(at, step, 2));
            at = nexts.find(|&next| maze.distance(self.cells[join], next).is_some_and(|left| left < way))?;
            cells.push(at);
        }
        cells.extend(&self.cells[join + 1..]);
        Some(cells)
    }

    /// The distance to the first remaining pellet of the tour, and the rest of the tour from there: that eats everything.
    #[inline]
    fn moves_left<R: PacmanRules>(&self, game: &Pacman<R>, state: &PacmanState) -> usize {
        let left = self.pellets[self.eaten..].iter().find(|(pellet, _)| state.food().has(*pellet));
        let Some(&(_, moves)) = left else { return 0 };
        let way = game.maze().distance(state.actors()[0].at, self.cells[moves]).unwrap_or(0);
        usize::from(way) + self.cells.len() - 1 - moves
    }

    /// Is Pac-Man on the tour, between the last eaten pellet and the next, with nothing eaten out of order?
    fn passes(&self, state: &PacmanState) -> bool {
        let eaten = self.pellets.iter().take_while(|(pellet, _)| !state.food().has(*pellet)).count();
        let from = eaten.checked_sub(1).map_or(0, |last| self.pellets[last].1);
        let to = self.pellets.get(eaten).map_or(self.cells.len() - 1, |(_, moves)| *moves);
        self.pellets.len() - eaten == usize::from(state.food_left())
            && self.cells[from..=to].contains(&state.actors()[0].at)
    }
}

/// Every order of the four directions.
const ORDERS: [[Step; 4]; 24] = {
    let mut orders = [[Step::Stop; 4]; 24];
    let mut number = 0;
    while number < orders.len() {
        let mut left = [Step::North, Step::East, Step::South, Step::West];
        let (mut index, mut rank) = (0, number);
        while index < 4 {
            // The first entries of `left` are those that have been taken.
            let taken = index + rank % (4 - index);
            rank /= 4 - index;
            orders[number][index] = left[taken];
            left[taken] = left[index];
            index += 1;
        }
        number += 1;
    }
    orders
};

/// A walk from `from` that takes the same links as `rest`, and as often, but prefers directions in this order.
fn reordered(maze: &Maze, from: Spot, rest: &[Spot], order: [Step; 4]) -> Vec<Spot> {
    let mut links: HashMap<(Spot, Spot), u8> = HashMap::new();
    let link = |one: Spot, other: Spot| if one < other { (one, other) } else { (other, one) };
    let mut at = from;
    for &next in rest {
        *links.entry(link(at, next)).or_default() += 1;
        at = next;
    }
    // Hierholzer's algorithm: walk as far as possible, and add a detour wherever links are left.
    let mut trail = vec![from];
    let mut walk = Vec::with_capacity(rest.len() + 1);
    while let Some(&at) = trail.last() {
        let mut nexts = order.into_iter().map(|step| maze.moved(at, step, 2));
        let onward = nexts.find(|&next| links.get(&link(at, next)).is_some_and(|&times| times > 0));
        match onward {
            Some(next) => {
                links.entry(link(at, next)).and_modify(|times| *times -= 1);
                trail.push(next);
            }
            None => walk.extend(trail.pop()),
        }
    }
    // It was built from its end, and starts with Pac-Man's current cell.
    walk.reverse();
    walk.remove(0);
    walk
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plylab_core::{Budget, Game as _, Seed};
    use plylab_games::pacman::Grid;

    use super::*;

    #[test]
    fn every_order_is_there_once() {
        let orders: HashSet<[Step; 4]> = ORDERS.into_iter().collect();
        assert_eq!(orders.len(), 24);
        assert!(orders.iter().all(|order| order.iter().collect::<HashSet<_>>().len() == 4));
        assert!(orders.iter().flatten().all(|&step| step != Step::Stop));
    }

    #[test]
    fn every_plan_is_a_walk_that_eats_everything_and_none_is_longer_than_its_tour() {
        let game = Grid::new().unwrap();
        let state = game.initial(Seed::default());
        let me = state.actors()[0].at;
        let mut tours = Tours::new(game.maze(), me);
        tours.prepare(&game, &state, false, &Budget::unlimited().start());
        let plans = tours.plans(&game, &state, 24);
        assert!(plans.len() > 4, "the map has loops that can be walked both ways");
        for plan in &plans {
            assert_eq!(plan.len(), 121);
            let mut food = *state.food();
            let mut at = me;
            for &cell in plan {
                assert_eq!(game.maze().distance(at, cell), Some(1));
                game.maze().pellet_at(cell).into_iter().for_each(|pellet| food.take(pellet));
                at = cell;
            }
            assert_eq!(food.count(), 0);
        }
        tours.keep(&game, &state, &plans[3]);
        assert_eq!(tours.plans(&game, &state, 24)[0], plans[3]);
    }
}
