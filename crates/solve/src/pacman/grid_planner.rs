//! The planner for report A's Pac-Man, whose ghosts move at random whatever he does.
//!
//! So their paths can be simulated before he moves, and every plan is tested against the same sample. A plan is a step
//! and then a tour that is followed with care: where he might be caught, Pac-Man waits or steps back. He takes the first
//! step of the plan with the lowest mean cost, and plans again before the next step. The cost of being caught is not
//! sampled: its probability is known exactly, see [`Danger`].

use std::sync::OnceLock;

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Context, Decision, Game as _, Key, Rng, RootMove, SearchStats,
    Seed,
};
use plylab_games::pacman::{Grid, Maze, Spot, Step, only_pacman};

use super::danger::Danger;
use super::tour::Tours;
use super::{decide, estimated, fear};

/// With a ghost at most this far away, Pac-Man also considers other tours than his own.
const NEAR: u16 = 10;

/// The number of other orders in which each tour is tried.
const ORDERS: usize = 4;

/// The cost of certain death on a tour, in moves of detour. A low value keeps the cost of plans from depending on how long
/// he might wait later.
const CARE: f32 = 100.0;

/// The cost in moves of meeting a ghost later than on the first move. Pac-Man will see it come, and lose time rather
/// than the game: if it counted as a loss, he would wait wherever ghosts are far away, because the route leads to them.
const MEETING: f32 = 10.0;

/// The horizon of [`Danger`] in moves: enough to get out of any corridor.
const HORIZON: usize = 15;

/// The dangers of report A's map, which is the only one; computing them takes a moment.
static DANGER: OnceLock<Danger> = OnceLock::new();

/// The maze by cell numbers.
#[derive(Debug)]
struct MazeCells<'a> {
    maze: &'a Maze,
    /// By cell, the cells after a move.
    nexts: Vec<Vec<usize>>,
}

impl MazeCells<'_> {
    fn new(maze: &Maze) -> MazeCells<'_> {
        let nexts =
            |cell: Spot| maze.steps(cell).filter_map(|step| maze.number(maze.moved(cell, step, 2))).collect();
        MazeCells { maze, nexts: maze.cells().map(nexts).collect() }
    }

    #[inline]
    fn apart(&self, one: usize, other: usize) -> f32 {
        self.maze.between(one, other).map_or(f32::INFINITY, f32::from)
    }

    /// The cost of a plan in moves, if the ghosts take this path, which gives the cells of all of them after each move: the
    /// moves made by the end of the path, and those left then. A ghost that is met on the first move costs nothing here:
    /// [`Danger`] accounts for it.
    fn cost<'p>(
        &self,
        first: usize,
        tour: &[usize],
        path: impl Iterator<Item = &'p [usize]>,
        danger: &Danger,
    ) -> f32 {
        let mut at = first;
        let mut left = tour;
        let mut moves = 1.0;
        for (number, ghosts) in path.enumerate() {
            if number > 0 && ghosts.contains(&at) {
                moves += MEETING;
            }
            while left.first() == Some(&at) {
                left = &left[1..];
            }
            let Some(&goal) = left.first() else { return moves };
            let cost = |&cell: &usize| (self.apart(goal, cell) + CARE * danger.of(cell, ghosts), cell);
            let ways = self.nexts[at].iter().map(cost);
            at =
                ways.reduce(|best, way| if way.0 < best.0 { way } else { best }).map_or(at, |(_, cell)| cell);
            moves += 1.0;
        }
        match left.first() {
            Some(&goal) => moves + self.apart(at, goal) + (left.len() - 1) as f32,
            None => moves,
        }
    }

    /// The probability that a ghost moves to `cell`.
    fn meeting(&self, cell: usize, ghosts: &[usize]) -> f32 {
        let stays_away = |&ghost: &usize| {
            let nexts = &self.nexts[ghost];
            nexts.iter().filter(|&&next| next != cell).count() as f32 / nexts.len() as f32
        };
        1.0 - ghosts.iter().map(stays_away).product::<f32>()
    }

    /// Simulated ghost paths of that many moves, each with the cells of all ghosts after the first move, then after the
    /// second, and so on. Each combination of first moves is there equally often, and there are at least `least` paths.
    fn futures(&self, ghosts: &[usize], least: usize, moves: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
        let firsts: usize = ghosts.iter().map(|&ghost| self.nexts[ghost].len()).product();
        let draw = |number: usize| {
            let mut now = ghosts.to_vec();
            let mut rest = number;
            for at in &mut now {
                let nexts = &self.nexts[*at];
                *at = nexts[rest % nexts.len()];
                rest /= nexts.len();
            }
            let mut cells = Vec::with_capacity(moves * now.len());
            cells.extend(&now);
            for _ in 1..moves {
                now.iter_mut().for_each(|at| *at = self.nexts[*at][rng.below(self.nexts[*at].len())]);
                cells.extend(&now);
            }
            cells
        };
        (0..least.next_multiple_of(firsts)).map(|number| number % firsts).map(draw).collect()
    }
}

/// The planner.
struct GridPlanner {
    /// The number of simulated paths.
    futures: usize,
    /// The number of moves of each.
    moves: usize,
    /// Extra penalty for a loss, in points.
    fear: f64,
    tours: Option<Tours>,
    seed: Seed,
    /// The number of decisions so far.
    decided: u64,
}

impl Agent<Grid> for GridPlanner {
    fn begin(&mut self, _: &Grid, _: AgentId, seed: Seed) {
        self.tours = None;
        self.seed = seed;
        self.decided = 0;
    }

    fn act(&mut self, context: Context<'_, Grid>) -> Result<Decision<Step>, AgentFailure> {
        let Context { game, state, budget, .. } = context;
        let mut meter = budget.start();
        let maze = game.maze();
        let cells = MazeCells::new(maze);
        let me = state.actors()[0].at;
        let number = |spot: Spot| maze.number(spot).unwrap_or(0);
        let ghosts: Vec<usize> = game.ghosts(state).iter().map(|ghost| number(ghost.at)).collect();
        let mut rng = self.seed.nth(self.decided).rng();
        self.decided += 1;

        let mut tours = self.tours.take().unwrap_or_else(|| Tours::new(maze, me));
        let is_near = |&ghost: &usize| maze.between(ghost, number(me)).is_some_and(|way| way <= NEAR);
        tours.prepare(game, state, ghosts.iter().any(is_near), &meter);
        let plans = tours.plans(game, state, ORDERS);
        let futures = cells.futures(&ghosts, self.futures, self.moves, &mut rng);
        let to_come = 10.0 * f64::from(state.food_left());
        let loss = self.fear + to_come;
        let danger = DANGER.get_or_init(|| Danger::within(HORIZON, &cells.nexts));
        let risk = |to: Spot| {
            let food = |pellet: usize| state.food().has(pellet);
            if state.food_left() == 1 && maze.pellet_at(to).is_some_and(food) {
                // With the last pellet the game is over as soon as the ghosts have moved: only that move is dangerous.
                cells.meeting(number(to), &ghosts)
            } else {
                danger.of(number(to), &ghosts)
            }
        };

        let actions = game.list_actions(state);
        let mut costs = vec![f64::INFINITY; actions.len()];
        let mut chosen = (f64::INFINITY, None);
        for plan in &plans {
            let tour: Vec<usize> = plan.iter().map(|&cell| number(cell)).collect();
            let mut limit_reached = None;
            for (&action, known) in actions.iter().zip(&mut costs) {
                let to = maze.moved(me, action, 2);
                let first = number(to);
                let mut sum = 0.0;
                for path in &futures {
                    let path = path.chunks_exact(ghosts.len().max(1));
                    sum += f64::from(cells.cost(first, &tour, path, danger));
                    limit_reached = limit_reached.or(meter.node());
                }
                let mean = sum / futures.len() as f64 + loss * f64::from(risk(to));
                *known = known.min(mean);
                if mean < chosen.0 {
                    chosen = (mean, Some(plan));
                }
            }
            if limit_reached.is_some() {
                break;
            }
        }
        if let (_, Some(plan)) = chosen {
            tours.keep(game, state, plan);
        }
        self.tours = Some(tours);

        let value = |cost: f64| f64::from(state.score()) + to_come - cost;
        let moves: Vec<RootMove<Step>> =
            actions.iter().zip(&costs).map(|(&action, &cost)| estimated(action, value(cost))).collect();
        let stats = SearchStats {
            nodes: meter.nodes(),
            depth: self.moves as u32,
            time: meter.elapsed(),
            ..SearchStats::default()
        };
        decide(moves, stats)
    }
}

/// The planner for report A's Pac-Man.
pub(crate) fn grid_planner() -> AgentKind<Grid> {
    let keys = vec![
        Key::integer("futures", 1..=2000, "number of simulated ghost paths per move").default("200"),
        Key::integer("moves", 1..=100, "length of each simulated path, in moves").default("40"),
        fear().default("60"),
    ];
    let about =
        "plans a route to all the food and tests it against simulated ghost paths; the strongest Pac-Man";
    AgentKind::new("planner", about, keys, |_, me, params| {
        only_pacman(me, "planner")?;
        Ok(Box::new(GridPlanner {
            futures: params.number("futures")?,
            moves: params.number("moves")?,
            fear: params.number("fear")?,
            tours: None,
            seed: Seed::default(),
            decided: 0,
        }))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use plylab_core::{Budget, Notation as _};
    use plylab_games::pacman::{Layout, Reading};

    use super::*;

    /// A corridor of nine cells, numbered from the left.
    fn corridor() -> Maze {
        Maze::new(&Layout::parse("%%%%%%%%%%%\n%P.......G%\n%%%%%%%%%%%", Reading::Strict).unwrap())
    }

    #[test]
    fn futures_begin_with_every_move_equally_often_and_go_from_cell_to_cell() {
        let maze = corridor();
        let cells = MazeCells::new(&maze);
        let futures = cells.futures(&[8, 4], 100, 15, &mut Seed(1).rng());
        // Two ways from the end of the corridor and three from its middle: six first moves, and 102 is the next multiple.
        assert_eq!(futures.len(), 102);
        let mut firsts: HashMap<Vec<usize>, usize> = HashMap::new();
        for path in &futures {
            let mut before = vec![8, 4];
            assert_eq!(path.len(), 2 * 15);
            for now in path.chunks_exact(2) {
                assert!(before.iter().zip(now).all(|(&from, &to)| maze.between(from, to) <= Some(1)));
                before = now.to_vec();
            }
            *firsts.entry(path[..2].to_vec()).or_default() += 1;
        }
        assert_eq!((firsts.len(), firsts.values().all(|&count| count == 17)), (6, true));
        assert!(cells.futures(&[], 10, 15, &mut Seed(1).rng()).iter().all(Vec::is_empty));
    }

    #[test]
    fn a_plan_costs_its_moves_and_a_meeting_time() {
        let maze = corridor();
        let cells = MazeCells::new(&maze);
        let danger = Danger::within(1, &cells.nexts);
        let tour: Vec<usize> = (1..=4).collect();
        // The second ghost is never near.
        let cost = |first: usize, ghost: &[usize]| {
            let path: Vec<usize> = ghost.iter().flat_map(|&cell| [cell, 8]).collect();
            cells.cost(first, &tour, path.chunks_exact(2), &danger)
        };
        assert_eq!(cost(1, &[8, 8, 8, 8, 8]), 4.0, "no ghost in the way");
        assert_eq!(cost(0, &[8, 8, 8, 8, 8]), 5.0, "he waited once");
        assert_eq!(cost(1, &[8, 8]), 4.0, "the path is shorter than the way");
        // He waits at cell 1 for as long as the ghost is at 3, because it may come to 2.
        assert_eq!(cost(1, &[3, 3, 8, 8, 8, 8]), 6.0);
        // A ghost that leaps upon him, as none can, shows what a meeting costs.
        assert_eq!(cost(1, &[8, 2, 8, 8]), 4.0 + MEETING);
        assert_eq!(cost(1, &[1, 8, 8, 8]), 4.0, "the first of all is not for the plan to judge");
        assert_eq!(
            cells.cost(0, &tour, std::iter::empty(), &danger),
            5.0,
            "without ghosts, too, waiting takes a move"
        );
    }

    #[test]
    fn a_meeting_is_as_likely_as_the_ghosts_can_come() {
        let maze = corridor();
        let cells = MazeCells::new(&maze);
        let meeting = |cell: usize, ghosts: &[usize]| cells.meeting(cell, ghosts);
        assert_eq!((meeting(4, &[]), meeting(4, &[6, 8])), (0.0, 0.0));
        // From the end of the corridor there are two ways, from elsewhere three.
        assert_eq!((meeting(8, &[8]), meeting(7, &[7])), (0.5, 1.0 - 2.0 / 3.0));
        assert!((meeting(8, &[8, 7]) - (1.0 - 0.5 * 2.0 / 3.0)).abs() < 1e-6);
    }

    #[test]
    fn nothing_is_feared_behind_the_last_pellet() {
        let game = Grid::new().unwrap();
        let maze = game.maze();
        let corner = maze.at_halves(2, 2).unwrap();
        let pellet = maze.pellet_at(corner).unwrap();
        // Ghosts above both ends of the corridor: he could be trapped in it, but not before everything is eaten.
        let with_food = |bit: u32| {
            let food = format!("food={:028x}", 1u128 << bit);
            game.parse_position(&format!("score=900 pacman=1,0 ghost1=0,3 ghost2=3,2 {food} capsules=all"))
                .ok()
        };
        let state = (0..111).filter_map(with_food).find(|state| state.food().has(pellet)).unwrap();
        let mut agent =
            GridPlanner { futures: 10, moves: 10, fear: 1e6, tours: None, seed: Seed(1), decided: 0 };
        let decision = agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
        assert_eq!((decision.action, decision.value), (Step::West, Some(estimated(Step::West, 909.0).value)));
    }

    #[test]
    fn it_does_not_walk_into_a_corridor_with_a_ghost_at_either_end() {
        let game = Grid::new().unwrap();
        let nexts = MazeCells::new(game.maze()).nexts;
        let danger = Danger::within(HORIZON, &nexts);
        let cell = |x: u16, y: u16| {
            let maze = game.maze();
            maze.at_halves(2 * (x + 1), 2 * (y + 1)).and_then(|spot| maze.number(spot)).unwrap()
        };
        // The bottom row of the left side leads from (0, 0) to (3, 0); ghosts wait above both ends.
        let ghosts = [cell(0, 3), cell(3, 2)];
        assert!(danger.of(cell(1, 0), &ghosts) > 3.0 * danger.of(cell(6, 2), &ghosts));
    }
}
