//! The rules used in university courses, exact to the half cell and the odd ones included.

use plylab_core::scene::{Fact, Tone, Walls};
use plylab_core::{DepthUnit, InputError, message};

use super::engine::{Pacman, PacmanRules, stands_on_food};
use super::layout::Layout;
use super::state::{Actor, PacmanState, Status, Step, Steps};
use super::view::PacmanTheme;

/// The number of moves for which a capsule scares the ghosts.
pub const SCARED_MOVES: u8 = 40;

/// Pac-Man by the rules used in university courses.
pub type Classic = Pacman<ClassicRules>;

/// The rule set of [`Classic`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassicRules;

impl Classic {
    /// The game in that maze.
    pub fn new(layout: &Layout) -> Classic {
        Pacman::with_rules(ClassicRules, layout)
    }
}

impl PacmanRules for ClassicRules {
    const NAME: &'static str = "pacman";
    const TITLE: &'static str = "Pac-Man";
    const DEPTH_UNIT: DepthUnit = DepthUnit::Round;
    const STEP_NAMES: [&'static str; 5] = ["West", "Stop", "East", "North", "South"];
    const ORIGIN: u8 = 0;
    const DIRECTIONS: bool = true;
    const MAX_SCARED: u8 = SCARED_MOVES;
    const THEME: PacmanTheme = PacmanTheme {
        wall: (Walls::WALL, Tone::Blue),
        pellet: Tone::White,
        crumb: None,
        ghosts: &[Tone::Red, Tone::Cyan, Tone::Pink, Tone::Orange, Tone::Green],
    };

    /// West, Stop, East, North, South.
    #[inline]
    fn actions(&self, pacman: &Classic, state: &PacmanState, out: &mut Steps) {
        let actor = &state.actors[usize::from(state.turn)];
        let mut ways = pacman.maze.ways(actor.at);
        if state.turn != 0 {
            if ways == 0 {
                // Between two cells there is only one legal step.
                out.push(actor.facing);
                return;
            }
            ways &= !Step::Stop.bit();
            if actor.facing != Step::Stop {
                let onward = ways & !actor.facing.reversed().bit();
                ways = if onward == 0 { ways } else { onward };
            }
        }
        while ways != 0 {
            out.push(Step::ALL[ways.trailing_zeros() as usize]);
            ways &= ways - 1;
        }
    }

    #[inline]
    fn apply(&self, pacman: &Classic, state: &mut PacmanState, step: Step) {
        if state.turn == 0 {
            move_pacman(pacman, state, step);
            for ghost in 1..pacman.agents() {
                meet(pacman, state, ghost);
            }
        } else {
            let ghost = usize::from(state.turn);
            move_ghost(pacman, &mut state.actors[ghost], step);
            meet(pacman, state, ghost);
        }
    }

    fn check(&self, pacman: &Classic, state: &PacmanState) -> Result<(), InputError> {
        let me = state.actors[0].at;
        let touched = pacman.ghosts(state).iter().any(|ghost| pacman.maze.touch(ghost.at, me));
        let eaten_up = state.food_left == 0 && !pacman.maze.pellets().is_empty();
        match state.status {
            Status::Won if !eaten_up => {
                let wrong = message!("not-won-food", "the game is not won while food is left");
                let right = message!("use-setting", "use {setting}", setting = "food=none");
                return Err(InputError::new(wrong).expected(right));
            }
            Status::Lost if !touched => {
                let wrong = message!("not-lost", "the game is not lost while no ghost touches Pac-Man");
                let right = message!("put-ghost", "put a ghost on his cell");
                return Err(InputError::new(wrong).expected(right));
            }
            Status::Playing if eaten_up => {
                let wrong = message!("no-food-left", "no food is left, so the game is over");
                let right = message!("use-setting", "use {setting}", setting = "status=won");
                return Err(InputError::new(wrong).expected(right));
            }
            Status::Playing | Status::Won | Status::Lost => {}
        }
        if pacman.on_food(state) {
            return Err(stands_on_food());
        }
        Ok(())
    }

    fn level(&self, _: &Classic, _: &PacmanState) -> Option<i32> {
        None
    }

    /// A capsule scares every ghost once, and a ghost that was eaten is no longer scared.
    fn most_points(&self, pacman: &Classic, moves: usize) -> [i32; 2] {
        let bare = 10 * i32::from(pacman.start.food_left) + 500 - moves as i32;
        [bare, bare + 200 * pacman.start.capsules_left() as i32 * (pacman.agents() as i32 - 1)]
    }

    fn facts(&self, _: &Classic, state: &PacmanState) -> Vec<Fact> {
        vec![Fact::new("capsules left", state.capsules_left())]
    }
}

#[inline]
fn move_pacman(pacman: &Classic, state: &mut PacmanState, step: Step) {
    let maze = &pacman.maze;
    let me = &mut state.actors[0];
    if step != Step::Stop {
        me.at = maze.moved(me.at, step, 2);
        me.facing = step;
    }
    let at = me.at;
    if let Some(pellet) = maze.pellet_at(at)
        && state.food.has(pellet)
    {
        state.food.take(pellet);
        state.food_left -= 1;
        state.score += 10;
        if state.food_left == 0 {
            state.score += 500;
            state.status = Status::Won;
        }
    } else if let Some(capsule) = maze.capsule_at(at)
        && state.capsules >> capsule & 1 != 0
    {
        state.capsules &= !(1 << capsule);
        for ghost in &mut state.actors[1..pacman.agents()] {
            ghost.scared = SCARED_MOVES;
        }
    }
    state.score -= 1;
}

#[inline]
fn move_ghost(pacman: &Classic, ghost: &mut Actor, step: Step) {
    let halves = if ghost.scared > 0 { 1 } else { 2 };
    ghost.at = pacman.maze.moved(ghost.at, step, halves);
    ghost.facing = step;
    if ghost.scared == 1 {
        ghost.at = pacman.maze.snapped(ghost.at);
    }
    ghost.scared = ghost.scared.saturating_sub(1);
}

/// What happens where that ghost and Pac-Man touch.
#[inline]
fn meet(pacman: &Classic, state: &mut PacmanState, ghost: usize) {
    if !pacman.maze.touch(state.actors[0].at, state.actors[ghost].at) {
        return;
    }
    if state.actors[ghost].scared > 0 {
        state.score += 200;
        state.actors[ghost] = pacman.start.actors[ghost];
    } else if state.status != Status::Won {
        // A second ghost on the same cell costs as much again.
        state.score -= 500;
        state.status = Status::Lost;
    }
}
