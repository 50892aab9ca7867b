//! The way that is left to go: short walks to all the food, kept for as long as they are good for something.

use plylab_core::Game as _;
use plylab_games::pacman::{Maze, Pacman, Rules, Spot, State, Step, Walks};

/// How many fronts a sweep follows: enough to come within a move or two of the shortest walk, in milliseconds.
const FRONTS: usize = 100;

/// How many it follows for the first tour, which is used longest.
const FIRST_FRONTS: usize = 20_000;

/// Walks to all the food, one of which Pac-Man follows, and others if a ghost may be in its way.
#[derive(Debug)]
pub struct Tours {
    walks: Walks,
    tours: Vec<Tour>,
}

/// A walk to all the food that is left, from where it was planned.
#[derive(Debug)]
struct Tour {
    /// Where it begins and every cell that it comes to.
    cells: Vec<Spot>,
    /// Pellets in the order in which it comes to them, with the number of moves until then.
    pellets: Vec<(usize, usize)>,
    /// So many of the first of them are eaten.
    eaten: usize,
}

impl Tours {
    /// The maze as far as it can be reached from the cell `from`.
    pub fn new(maze: &Maze, from: Spot) -> Tours {
        Tours { walks: Walks::new(maze, from), tours: Vec::new() }
    }

    /// Makes ready for a move: keeps the best tour, beside a new one if Pac-Man has left it, and with `others` also plans the
    /// best tour behind each of his steps, because the one that he is on may have to be left.
    pub fn prepare<R: Rules>(&mut self, game: &Pacman<R>, state: &State, others: bool) {
        for tour in &mut self.tours {
            tour.eaten = tour.pellets.iter().take_while(|(pellet, _)| !state.food().has(*pellet)).count();
        }
        self.tours.sort_by_key(|tour| tour.moves_left(game, state));
        self.tours.truncate(1);
        if self.tours.iter().all(|tour| !tour.passes(state)) {
            let fronts = if self.tours.is_empty() { FIRST_FRONTS } else { FRONTS };
            self.plan(game, state, Step::Stop, fronts);
        }
        if others {
            let ways = game.maze().ways(state.actors()[0].at);
            for step in Step::ALL.into_iter().filter(|&step| step != Step::Stop && ways & step.bit() != 0) {
                let mut after = *state;
                game.apply(&mut after, step);
                if self.tours.iter().all(|tour| !tour.passes(&after)) {
                    self.plan(game, state, step, FRONTS);
                }
            }
        }
    }

    /// Plans a tour of what is left in `state` that begins with `step`.
    fn plan<R: Rules>(&mut self, game: &Pacman<R>, state: &State, step: Step, fronts: usize) {
        let maze = game.maze();
        let from = state.actors()[0].at;
        let mut cells = vec![from];
        let mut food = *state.food();
        if step != Step::Stop {
            let next = maze.moved(from, step, 2);
            cells.push(next);
            maze.pellet_at(next).into_iter().for_each(|pellet| food.take(pellet));
        }
        // Without a way to all the food there is no tour: what is left is to stay alive.
        let Some(walk) = self.walks.shortest(maze, maze.moved(from, step, 2), &food, fronts) else { return };
        cells.extend(walk.cells);
        let mut food = *state.food();
        let mut pellets = Vec::new();
        for (moves, &cell) in cells.iter().enumerate() {
            if let Some(pellet) = maze.pellet_at(cell).filter(|&pellet| food.has(pellet)) {
                food.take(pellet);
                pellets.push((pellet, moves));
            }
        }
        self.tours.push(Tour { cells, pellets, eaten: 0 });
    }

    /// How many moves it takes to eat what is left in `state`, by the best of the tours.
    #[inline]
    pub fn moves_left<R: Rules>(&self, game: &Pacman<R>, state: &State) -> f64 {
        self.tours.iter().map(|tour| tour.moves_left(game, state)).min().map_or(0.0, |moves| moves as f64)
    }
}

impl Tour {
    /// To the first pellet of the walk that is left, and on along it: that eats everything, whatever is eaten already.
    #[inline]
    fn moves_left<R: Rules>(&self, game: &Pacman<R>, state: &State) -> usize {
        let left = self.pellets[self.eaten..].iter().find(|(pellet, _)| state.food().has(*pellet));
        let Some(&(_, moves)) = left else { return 0 };
        let way = game.maze().distance(state.actors()[0].at, self.cells[moves]).unwrap_or(0);
        usize::from(way) + self.cells.len() - 1 - moves
    }

    /// Is Pac-Man on it, between the last pellet that it has come to and the next, with nothing eaten out of turn?
    fn passes(&self, state: &State) -> bool {
        let eaten = self.pellets.iter().take_while(|(pellet, _)| !state.food().has(*pellet)).count();
        let from = eaten.checked_sub(1).map_or(0, |last| self.pellets[last].1);
        let to = self.pellets.get(eaten).map_or(self.cells.len() - 1, |(_, moves)| *moves);
        self.pellets.len() - eaten == usize::from(state.food_left())
            && self.cells[from..=to].contains(&state.actors()[0].at)
    }
}
