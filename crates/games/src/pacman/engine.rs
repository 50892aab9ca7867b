//! One engine for both rule sets: the maze, the agents' names, the start; what a move does is the rules' part.

use plylab_core::scene::Fact;
use plylab_core::{
    AgentId, DepthUnit, Game, GameInfo, Hashed, InputError, Outcome, ResultKind, Scored, Seed, Turn, message,
    mix,
};

use super::layout::Layout;
use super::maze::Maze;
use super::state::{Actor, Food, MAX_AGENTS, State, Status, Step, Steps};
use super::view::Look;

/// What tells one kind of Pac-Man from another.
pub trait Rules: Clone + Send + Sync + 'static {
    /// The name in specs.
    const NAME: &'static str;
    /// The name in prose.
    const TITLE: &'static str;
    /// What one unit of search depth means.
    const DEPTH_UNIT: DepthUnit;
    /// How the steps are written, by [`Step`].
    const STEP_NAMES: [&'static str; 5];
    /// What is subtracted from a cell's column and row where people read them: 1 if (0, 0) is inside the border.
    const ORIGIN: u8;
    /// Do agents have a direction?
    const DIRECTIONS: bool;
    /// The longest that a ghost can be scared.
    const MOST_SCARED: u8;
    /// How it is drawn.
    const LOOK: Look;

    /// The legal steps of the agent to move, in the rules' order; the game goes on.
    fn actions(&self, pacman: &Pacman<Self>, state: &State, out: &mut Steps);

    /// A legal step of the agent to move. Whose turn comes next is not the rules' business.
    fn apply(&self, pacman: &Pacman<Self>, state: &mut State, step: Step);

    /// Does a state that somebody wrote down fit together?
    fn check(&self, pacman: &Pacman<Self>, state: &State) -> Result<(), InputError>;

    /// How often Pac-Man has moved, where the rules count that.
    fn level(&self, pacman: &Pacman<Self>, state: &State) -> Option<i32>;

    /// The most points that can be left when everything is eaten in so many moves or more: without a ghost that is eaten,
    /// and with all that can be.
    fn most(&self, pacman: &Pacman<Self>, moves: usize) -> [i32; 2];

    /// What a caption says beside the score and the food.
    fn facts(&self, pacman: &Pacman<Self>, state: &State) -> Vec<Fact>;
}

/// Pac-Man in one maze by one set of rules.
#[derive(Clone, Debug)]
pub struct Pacman<R: Rules> {
    pub(super) rules: R,
    pub(super) maze: Maze,
    pub(super) start: State,
    info: GameInfo,
}

impl<R: Rules> Pacman<R> {
    /// The game in that maze.
    pub fn with_rules(rules: R, layout: &Layout) -> Self {
        let maze = Maze::new(layout);
        let mut actors = [Actor::default(); MAX_AGENTS];
        for (actor, &cell) in actors.iter_mut().zip(std::iter::once(&layout.pacman).chain(&layout.ghosts)) {
            actor.at = maze.spot(cell);
        }
        let start = State {
            food: Food::first(layout.food.len()),
            actors,
            capsules: layout.capsules.iter().enumerate().map(|(number, _)| 1u32 << number).sum(),
            score: 0,
            food_left: layout.food.len() as u16,
            turn: 0,
            status: Status::Playing,
        };
        let mut agents = vec!["Pac-Man".to_owned()];
        agents.extend((1..=layout.ghosts.len()).map(|ghost| format!("Ghost {ghost}")));
        let info = GameInfo {
            name: R::NAME.into(),
            title: R::TITLE.into(),
            agents,
            depth_unit: R::DEPTH_UNIT,
            result: ResultKind::Points,
            seats_alike: false,
            notes: layout.notes.clone(),
        };
        Pacman { rules, maze, start, info }
    }

    /// The maze.
    pub fn maze(&self) -> &Maze {
        &self.maze
    }

    /// How many agents there are, Pac-Man included.
    #[inline]
    pub fn agents(&self) -> usize {
        self.info.agents.len()
    }

    /// The ghosts, in order.
    #[inline]
    pub fn ghosts<'a>(&self, state: &'a State) -> &'a [Actor] {
        &state.actors[1..self.agents()]
    }

    /// The most points that a game can end with if eating everything takes at least so many moves: without a ghost that is
    /// eaten, and with all that can be.
    pub fn most_points(&self, moves: usize) -> [i32; 2] {
        self.rules.most(self, moves)
    }

    /// Does Pac-Man stand on food?
    #[inline]
    pub(super) fn on_food(&self, state: &State) -> bool {
        self.maze.pellet_at(state.actors[0].at).is_some_and(|pellet| state.food.has(pellet))
    }
}

/// What Pac-Man's value is to `agent`: the ghosts want the opposite.
#[inline]
pub(super) fn sign(agent: AgentId) -> f64 {
    if agent == AgentId::FIRST { 1.0 } else { -1.0 }
}

/// The error for a position that no move leaves behind.
pub(super) fn stands_on_food() -> InputError {
    InputError::new(message!("stands-on-food", "Pac-Man stands on food that he would have eaten"))
        .expected(message!("take-food-away", "take it away"))
}

impl<R: Rules> Game for Pacman<R> {
    type State = State;
    type Action = Step;
    type Actions = Steps;

    const DICE: bool = false;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> State {
        self.start
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.status {
            Status::Playing => Turn::Agent(AgentId(state.turn)),
            Status::Won | Status::Lost => Turn::Over,
        }
    }

    /// In the order of the rules in force.
    #[inline]
    fn actions(&self, state: &State, out: &mut Self::Actions) {
        out.clear();
        if state.status == Status::Playing {
            self.rules.actions(self, state, out);
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, step: Step) {
        self.rules.apply(self, state, step);
        let next = usize::from(state.turn) + 1;
        state.turn = if next == self.agents() { 0 } else { next as u8 };
    }

    /// The score; the ghosts want the opposite.
    fn utility(&self, state: &State, agent: AgentId) -> f64 {
        sign(agent) * f64::from(state.score)
    }

    /// By who is left on the board, not by the score: a lost game may have a good one.
    fn outcome(&self, state: &State, agent: AgentId) -> Outcome {
        match (state.status, agent == AgentId::FIRST) {
            (Status::Playing, _) => Outcome::Draw,
            (Status::Won, true) | (Status::Lost, false) => Outcome::Win,
            (Status::Won, false) | (Status::Lost, true) => Outcome::Loss,
        }
    }
}

impl<R: Rules> Scored for Pacman<R> {
    fn points(&self, state: &State) -> f64 {
        f64::from(state.score)
    }

    fn without_points(&self, state: &State) -> State {
        State { score: 0, ..*state }
    }
}

impl<R: Rules> Hashed for Pacman<R> {
    fn key(&self, state: &State) -> u64 {
        let actor = |actor: &Actor| {
            u64::from(actor.at.0) << 16 | u64::from(actor.facing as u8) << 8 | u64::from(actor.scared)
        };
        let words = self.maze.pellets().len().div_ceil(64);
        let rest = u64::from(state.capsules) << 32 | u64::from(state.score as u32);
        let turn = u64::from(state.turn) << 8 | u64::from(state.status as u8);
        let parts = state.food.words()[..words].iter().copied();
        let parts = parts.chain(state.actors[..self.agents()].iter().map(actor)).chain([rest, turn]);
        // Each part is spread over the word before the next one joins it.
        parts.fold(0, |key, part| mix(key ^ part))
    }
}
