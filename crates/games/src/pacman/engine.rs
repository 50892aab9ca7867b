//! One engine for both rule sets: the maze, the agents' names, the start. The rules decide what a move does.

use plylab_core::scene::Fact;
use plylab_core::{
    AgentId, DepthUnit, Game, GameInfo, Hashed, InputError, NamedPosition, Outcome, ResultKind, Scored, Seed,
    Turn, message, mix,
};

use super::layout::{GHOST_NAMES, Layout};
use super::maze::Maze;
use super::state::{Actor, Food, MAX_AGENTS, PacmanState, Status, Step, Steps};
use super::view::PacmanTheme;

/// The differences between the kinds of Pac-Man.
///
/// ```
/// use plylab_games::pacman::{Pacman, PacmanRules};
///
/// fn describe<R: PacmanRules>(_: &Pacman<R>) -> String {
///     format!("{}, searched by the {}", R::TITLE, R::DEPTH_UNIT)
/// }
///
/// # fn main() -> Result<(), plylab_core::InputError> {
/// let grid = plylab_games::pacman::Grid::new()?;
/// assert_eq!(describe(&grid), "Grid Pac-Man, searched by the ply");
/// # Ok(())
/// # }
/// ```
pub trait PacmanRules: Clone + Send + Sync + 'static {
    /// The name in specs.
    const NAME: &'static str;
    /// The name in prose.
    const TITLE: &'static str;
    /// What one unit of search depth means.
    const DEPTH_UNIT: DepthUnit;
    /// How the steps are written, by [`Step`].
    const STEP_NAMES: [&'static str; 5];
    /// Subtracted from a cell's column and row where people read them: 1 if (0, 0) is inside the border.
    const ORIGIN: u8;
    /// Do agents have a direction?
    const DIRECTIONS: bool;
    /// The maximum number of moves that a ghost is scared.
    const MAX_SCARED: u8;
    /// How it is drawn.
    const THEME: PacmanTheme;
    /// Positions with names.
    const NAMED: &'static [NamedPosition] = &[];

    /// The legal steps of the agent to move, in the rules' order; called only while the game is not over.
    fn actions(&self, pacman: &Pacman<Self>, state: &PacmanState, out: &mut Steps);

    /// Applies a legal step of the agent to move. The engine passes the turn.
    fn apply(&self, pacman: &Pacman<Self>, state: &mut PacmanState, step: Step);

    /// Is a state that was read from text consistent?
    fn check(&self, pacman: &Pacman<Self>, state: &PacmanState) -> Result<(), InputError>;

    /// The number of Pac-Man's moves, where the rules count them.
    fn level(&self, pacman: &Pacman<Self>, state: &PacmanState) -> Option<i32>;

    /// The maximum score if eating everything takes at least `moves` moves: without eating a ghost,
    /// and with every ghost that can be eaten.
    fn most_points(&self, pacman: &Pacman<Self>, moves: usize) -> [i32; 2];

    /// The facts of a caption besides the score and the food.
    fn facts(&self, pacman: &Pacman<Self>, state: &PacmanState) -> Vec<Fact>;
}

/// Pac-Man in one maze by one set of rules.
#[derive(Clone, Debug)]
pub struct Pacman<R: PacmanRules> {
    pub(super) rules: R,
    pub(super) maze: Maze,
    pub(super) start: PacmanState,
    info: GameInfo,
}

impl<R: PacmanRules> Pacman<R> {
    /// The game in that maze.
    pub fn with_rules(rules: R, layout: &Layout) -> Self {
        let maze = Maze::new(layout);
        let mut actors = [Actor::default(); MAX_AGENTS];
        for (actor, &cell) in actors.iter_mut().zip(std::iter::once(&layout.pacman).chain(&layout.ghosts)) {
            actor.at = maze.spot(cell);
        }
        let start = PacmanState {
            food: Food::first(layout.food.len()),
            actors,
            capsules: layout.capsules.iter().enumerate().map(|(number, _)| 1u32 << number).sum(),
            score: 0,
            food_left: layout.food.len() as u16,
            turn: 0,
            status: Status::Playing,
        };
        let mut agents = vec!["Pac-Man".to_owned()];
        agents.extend(GHOST_NAMES.iter().take(layout.ghosts.len()).map(|&ghost| ghost.to_owned()));
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

    /// The number of agents, Pac-Man included.
    #[inline]
    pub fn agents(&self) -> usize {
        self.info.agents.len()
    }

    /// The ghosts, in order.
    #[inline]
    pub fn ghosts<'a>(&self, state: &'a PacmanState) -> &'a [Actor] {
        &state.actors[1..self.agents()]
    }

    /// The same state with that agent to move, none if there is no such agent. The course's engine lets any agent move
    /// at any time.
    #[inline]
    pub fn with_turn(&self, state: &PacmanState, agent: AgentId) -> Option<PacmanState> {
        (usize::from(agent.0) < self.agents()).then_some(PacmanState { turn: agent.0, ..*state })
    }

    /// The maximum final score if eating everything takes at least `moves` moves: without eating a ghost, and with every
    /// ghost that can be eaten.
    pub fn most_points(&self, moves: usize) -> [i32; 2] {
        self.rules.most_points(self, moves)
    }

    /// Is Pac-Man on food?
    #[inline]
    pub(super) fn on_food(&self, state: &PacmanState) -> bool {
        self.maze.pellet_at(state.actors[0].at).is_some_and(|pellet| state.food.has(pellet))
    }
}

/// The sign of Pac-Man's value for `agent`: the ghosts want the opposite.
#[inline]
pub(super) fn sign(agent: AgentId) -> f64 {
    if agent == AgentId::FIRST { 1.0 } else { -1.0 }
}

/// The error for a position that no move leads to.
pub(super) fn stands_on_food() -> InputError {
    InputError::new(message!("stands-on-food", "Pac-Man is on food that he would have eaten"))
        .expected(message!("take-food-away", "remove it"))
}

impl<R: PacmanRules> Game for Pacman<R> {
    type State = PacmanState;
    type Action = Step;
    type Actions = Steps;

    const DICE: bool = false;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> PacmanState {
        self.start
    }

    #[inline]
    fn turn(&self, state: &PacmanState) -> Turn {
        match state.status {
            Status::Playing => Turn::Agent(AgentId(state.turn)),
            Status::Won | Status::Lost => Turn::Over,
        }
    }

    /// In the order of the rules in force.
    #[inline]
    fn actions(&self, state: &PacmanState, out: &mut Self::Actions) {
        out.clear();
        if state.status == Status::Playing {
            self.rules.actions(self, state, out);
        }
    }

    #[inline]
    fn apply(&self, state: &mut PacmanState, step: Step) {
        self.rules.apply(self, state, step);
        let next = usize::from(state.turn) + 1;
        state.turn = if next == self.agents() { 0 } else { next as u8 };
    }

    /// The score; the ghosts want the opposite.
    fn utility(&self, state: &PacmanState, agent: AgentId) -> f64 {
        sign(agent) * f64::from(state.score)
    }

    fn memory_bytes(&self) -> usize {
        size_of_val(self) + self.maze.memory_bytes()
    }

    /// By whether Pac-Man survives, not by the score: a lost game may have a good one.
    fn outcome(&self, state: &PacmanState, agent: AgentId) -> Outcome {
        match (state.status, agent == AgentId::FIRST) {
            (Status::Playing, _) => Outcome::Draw,
            (Status::Won, true) | (Status::Lost, false) => Outcome::Win,
            (Status::Won, false) | (Status::Lost, true) => Outcome::Loss,
        }
    }
}

impl<R: PacmanRules> Scored for Pacman<R> {
    fn points(&self, state: &PacmanState) -> f64 {
        f64::from(state.score)
    }

    fn without_points(&self, state: &PacmanState) -> PacmanState {
        PacmanState { score: 0, ..*state }
    }
}

impl<R: PacmanRules> Hashed for Pacman<R> {
    fn key(&self, state: &PacmanState) -> u64 {
        let actor = |actor: &Actor| {
            u64::from(actor.at.0) << 16 | u64::from(actor.facing as u8) << 8 | u64::from(actor.scared)
        };
        let words = self.maze.pellets().len().div_ceil(64);
        let rest = u64::from(state.capsules) << 32 | u64::from(state.score as u32);
        let turn = u64::from(state.turn) << 8 | u64::from(state.status as u8);
        let parts = state.food.words()[..words].iter().copied();
        let parts = parts.chain(state.actors[..self.agents()].iter().map(actor)).chain([rest, turn]);
        // Each part is mixed over the whole word before the next one is added.
        parts.fold(0, |key, part| mix(key ^ part))
    }
}

#[cfg(test)]
mod tests {
    use super::super::classic::Classic;
    use super::super::layout::Reading;
    use super::*;

    #[test]
    fn any_agent_may_be_given_the_turn() {
        let layout = Layout::parse("%%%%%%%\n%P . G%\n%%%%%%%", Reading::Strict).unwrap();
        let game = Classic::new(&layout);
        let start = game.initial(Seed(0));
        let mut state = game.with_turn(&start, AgentId(1)).unwrap();
        assert_eq!(game.turn(&state), Turn::Agent(AgentId(1)));
        assert_eq!(*game.list_actions(&state), [Step::West]);
        game.apply(&mut state, Step::West);
        assert_ne!(state.actors()[1], start.actors()[1]);
        assert_eq!(state.actors()[0], start.actors()[0]);
        assert_eq!(game.with_turn(&start, AgentId(2)), None);
    }

    #[test]
    fn a_finished_game_can_be_resumed() {
        let layout = Layout::parse("%%%%%\n%PG.%\n%%%%%", Reading::Strict).unwrap();
        let game = Classic::new(&layout);
        let mut state = game.initial(Seed(0));
        game.apply(&mut state, Step::East);
        assert_eq!((game.turn(&state), state.status()), (Turn::Over, Status::Lost));
        let resumed = game.with_turn(&state.resumed(), AgentId::FIRST).unwrap();
        assert_eq!(*game.list_actions(&resumed), [Step::West, Step::Stop, Step::East]);
        assert_eq!(resumed.score(), state.score());
    }
}
