//! Report A's small Pac-Man: 18 x 9 cells, two ghosts, no capsules, and staying put is a move.

use plylab_core::scene::{Fact, Tone, Walls};
use plylab_core::{DepthUnit, InputError, Message, NamedPosition, Text, message};

use super::engine::{Pacman, PacmanRules, stands_on_food};
use super::layout::{Layout, Reading};
use super::state::{PacmanState, Status, Step, Steps};
use super::view::PacmanTheme;

/// Pac-Man by report A's rules.
pub type Grid = Pacman<GridRules>;

/// The rule set of [`Grid`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GridRules {
    /// The game as played: pellets are eaten, and the end is tested after both ghosts have moved.
    #[default]
    Played,
    /// The game as the report's search sees it: pellets stay where they are, and the end is tested after every
    /// single move.
    Searched,
}

/// The map. The report's picture is lost: this is a reconstruction that agrees with everything in the report.
const MAP: &str = include_str!("../../layouts/grid/report-a.lay");

/// The figures of the report. It does not give the score in those of chapter 3, nor the ghosts' cells after figure 3-1: the
/// scores are ours, and the ghosts stay where they were.
const FIGURES: &[NamedPosition] = &[
    figure("fig-2-1", "report A, figure 2-1: the start", ""),
    figure(
        "fig-2-16",
        "report A, figure 2-16: the end of the sample game",
        "score=973 status=won pacman=7,2 ghost1=7,0 ghost2=9,8 food=none",
    ),
    figure(
        "fig-3-1",
        "report A, figure 3-1: two pellets left, and minimax goes down",
        "score=950 pacman=12,8 ghost1=7,5 ghost2=12,2 food=11,6;9,2",
    ),
    figure(
        "fig-3-2",
        "report A, figure 3-2: three moves later, one pellet left",
        "score=957 pacman=11,6 ghost1=7,5 ghost2=12,2 food=9,2",
    ),
    figure(
        "fig-3-3",
        "report A, figure 3-3: the end",
        "score=959 status=won pacman=9,2 ghost1=7,5 ghost2=12,2 food=none",
    ),
    figure(
        "fig-3-what-if",
        "report A, what if a ghost were on (11,3): Pac-Man goes to (12,2) instead",
        "score=953 pacman=12,3 ghost1=11,3 ghost2=7,5 food=9,2",
    ),
];

const fn figure(name: &'static str, about: &'static str, position: &'static str) -> NamedPosition {
    NamedPosition {
        name: Text::Borrowed(name),
        about: Text::Borrowed(about),
        position: Text::Borrowed(position),
    }
}

/// Shown wherever the map is shown.
const MAP_NOTE: &str = "our reconstruction; the report's own picture is lost";

impl Grid {
    /// The game as the report's search sees it; states and moves are the same as in [`Grid::new`].
    pub fn searched() -> Result<Grid, InputError> {
        Ok(Grid::new()?.as_searched())
    }

    /// This game as the report's search sees it. A copy, which shares the maze's distances.
    pub(super) fn as_searched(&self) -> Grid {
        let mut searched = self.clone();
        searched.rules = GridRules::Searched;
        searched
    }

    /// The report's game, on its map.
    pub fn new() -> Result<Grid, InputError> {
        let mut layout = Layout::parse(MAP, Reading::Strict)?;
        // A layout file cannot express food under a ghost; here there is some.
        layout.food.extend(layout.ghosts.clone());
        layout.food.sort_unstable_by_key(|cell| (cell.y, cell.x));
        Ok(Pacman::with_rules(GridRules::Played, &layout))
    }

    /// Is a ghost on Pac-Man's cell?
    #[inline]
    pub(super) fn is_caught(&self, state: &PacmanState) -> bool {
        self.ghosts(state).iter().any(|ghost| ghost.at == state.actors[0].at)
    }
}

impl PacmanRules for GridRules {
    const NAME: &'static str = "grid";
    const TITLE: &'static str = "Grid Pac-Man";
    const DEPTH_UNIT: DepthUnit = DepthUnit::Ply;
    const STEP_NAMES: [&'static str; 5] = ["left", "stay", "right", "up", "down"];
    const ORIGIN: u8 = 1;
    const DIRECTIONS: bool = false;
    const MAX_SCARED: u8 = 0;
    const THEME: PacmanTheme = PacmanTheme {
        wall: (Walls::BLOCK, Tone::Brown),
        pellet: Tone::Green,
        crumb: Some(Tone::White),
        ghosts: &[Tone::Blue],
    };
    const NAMED: &'static [NamedPosition] = FIGURES;

    /// Up, down, right, left, stay.
    #[inline]
    fn actions(&self, pacman: &Grid, state: &PacmanState, out: &mut Steps) {
        let ways = pacman.maze.ways(state.actors[usize::from(state.turn)].at);
        for step in [Step::North, Step::South, Step::East, Step::West, Step::Stop] {
            if ways & step.bit() != 0 {
                out.push(step);
            }
        }
    }

    #[inline]
    fn apply(&self, pacman: &Grid, state: &mut PacmanState, step: Step) {
        let actor = &mut state.actors[usize::from(state.turn)];
        actor.at = pacman.maze.moved(actor.at, step, 2);
        if state.turn == 0 {
            state.score -= 1;
            if *self == GridRules::Played
                && let Some(pellet) = pacman.maze.pellet_at(state.actors[0].at)
                && state.food.has(pellet)
            {
                state.food.take(pellet);
                state.food_left -= 1;
                state.score += 10;
            }
        }
        let last_of_round = usize::from(state.turn) + 1 == pacman.agents();
        if last_of_round || *self == GridRules::Searched {
            if pacman.is_caught(state) {
                state.status = Status::Lost;
            } else if state.food_left == 0 {
                state.status = Status::Won;
            }
        }
    }

    fn check(&self, pacman: &Grid, state: &PacmanState) -> Result<(), InputError> {
        let caught = pacman.is_caught(state);
        let eaten_up = state.food_left == 0;
        let new_round = state.turn == 0;
        let status = match (new_round, caught, eaten_up) {
            (false, _, _) if *self == GridRules::Played => Status::Playing,
            (_, true, _) => Status::Lost,
            (_, false, true) => Status::Won,
            (_, false, false) => Status::Playing,
        };
        if state.status != status {
            let wrong = message!("status-wrong", "the game is not {status}", status = name_of(state.status));
            let right = message!("status-right", "in this position it is {status}", status = name_of(status));
            return Err(InputError::new(wrong).expected(right));
        }
        if *self == GridRules::Played && pacman.on_food(state) {
            return Err(stands_on_food());
        }
        if self.level(pacman, state).is_some_and(|level| level < 0) {
            let wrong = message!(
                "score-too-high",
                "a score of {score} is more than the eaten pellets give",
                score = state.score
            );
            let right = message!("score-rule", "each pellet gives 10 and each move costs 1");
            return Err(InputError::new(wrong).expected(right));
        }
        Ok(())
    }

    /// Every pellet gives ten points and every move costs one.
    fn level(&self, pacman: &Grid, state: &PacmanState) -> Option<i32> {
        let eaten = pacman.start.food_left - state.food_left;
        Some(10 * i32::from(eaten) - state.score)
    }

    fn most_points(&self, pacman: &Grid, moves: usize) -> [i32; 2] {
        [10 * i32::from(pacman.start.food_left) - moves as i32; 2]
    }

    fn facts(&self, pacman: &Grid, state: &PacmanState) -> Vec<Fact> {
        let level = self.level(pacman, state).unwrap_or_default();
        vec![Fact::new("level", level), Fact::new("map", MAP_NOTE)]
    }
}

fn name_of(status: Status) -> Message {
    match status {
        Status::Playing => message!("status-playing", "in progress"),
        Status::Won => message!("status-won", "won"),
        Status::Lost => message!("status-lost", "lost"),
    }
}
