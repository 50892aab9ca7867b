//! How both kinds of Pac-Man are shown.

use plylab_core::scene::{
    Backdrop, Board, CellWorth, Facing, Fact, Grid, Ground, Picture, Piece, Reach, Scene, Shape, Sign, Tone,
    Walls,
};
use plylab_core::{AgentId, Game, Message, Turn, View};
use serde::Serialize;

use super::engine::{Pacman, PacmanRules};
use super::layout::MAX_GHOSTS;
use super::maze::Spot;
use super::state::{Actor, PacmanState, Status, Step};

/// The look of a rule set.
pub struct PacmanTheme {
    /// Walls: their form, a character of [`Walls`], and tone.
    pub wall: (char, Tone),
    /// Food.
    pub pellet: Tone,
    /// Where food was, if that is shown.
    pub crumb: Option<Tone>,
    /// The ghosts, in turn.
    pub ghosts: &'static [Tone],
}

/// The facts of a state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PacmanReport {
    /// The number of Pac-Man's moves, where the rules count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<i32>,
    /// The score.
    pub score: i32,
    /// Pac-Man and the ghosts.
    pub agents: Vec<AgentReport>,
    /// Pellets left.
    pub pellets: u16,
    /// Capsules left.
    pub capsules: u32,
    /// Has Pac-Man won?
    pub win: bool,
    /// Has Pac-Man lost?
    pub lose: bool,
    /// Who moves next.
    pub turn: Turn,
}

/// The facts of an agent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentReport {
    /// Column, to the half cell.
    pub x: f64,
    /// Row from the bottom, to the half cell.
    pub y: f64,
    /// The direction of its last move.
    pub direction: &'static str,
    /// The number of moves for which it is still scared.
    pub scared: u8,
}

/// The sprites, by the names that interfaces know.
const PACMAN: Shape = Shape::sprite("pacman");
const GHOST: Shape = Shape::sprite("ghost");
const SCARED_GHOST: Shape = Shape::sprite("scared-ghost");

/// The ghosts in the legend of a picture, written out because translations find names as literals.
const GHOSTS: [&str; MAX_GHOSTS] =
    ["ghost 1", "ghost 2", "ghost 3", "ghost 4", "ghost 5", "ghost 6", "ghost 7"];

/// Pac-Man's tone.
pub(super) const PACMAN_TONE: Tone = Tone::Yellow;

/// The contents of cells.
const PELLET: char = '.';
const CAPSULE: char = 'o';
const CRUMB: char = ',';

fn facing(step: Step) -> Option<Facing> {
    match step {
        Step::West => Some(Facing::West),
        Step::Stop => None,
        Step::East => Some(Facing::East),
        Step::North => Some(Facing::North),
        Step::South => Some(Facing::South),
    }
}

impl<R: PacmanRules> Pacman<R> {
    fn piece(&self, shape: Shape, tone: Tone, at: Spot) -> Piece {
        let (x, y) = self.maze.halves(at);
        Piece::new(shape, tone, f32::from(x) / 2.0, f32::from(y) / 2.0)
    }

    fn ghost_piece(&self, index: usize, ghost: &Actor) -> Piece {
        let tones = R::THEME.ghosts;
        let tone = tones[index % tones.len()];
        let scared = (ghost.scared > 0).then_some(ghost.scared);
        let piece = self.piece(if scared.is_some() { SCARED_GHOST } else { GHOST }, tone, ghost.at);
        Piece {
            label: (index + 1).to_string(),
            name: GHOSTS[index].to_owned(),
            facing: facing(ghost.facing),
            count: scared.map(u32::from),
            ..piece
        }
    }

    /// The sign for the contents of an open cell.
    fn lying(&self, state: &PacmanState, at: Spot) -> char {
        let capsule = self.maze.capsule_at(at).is_some_and(|number| state.capsules >> number & 1 != 0);
        let pellet = self.maze.pellet_at(at).is_some_and(|number| state.food.has(number));
        match (pellet, capsule) {
            (true, _) => PELLET,
            (false, true) => CAPSULE,
            (false, false) if R::THEME.crumb.is_some() => CRUMB,
            (false, false) => ' ',
        }
    }

    /// The middle of a cell.
    fn middle(&self, x: u16, y: u16) -> Option<Spot> {
        self.maze.at_halves(2 * x, 2 * y)
    }

    /// The open cells, row by row from the top.
    fn open_cells(&self) -> impl Iterator<Item = Spot> {
        let (width, height) = (self.maze.width(), self.maze.height());
        let cells = (0..height).rev().flat_map(move |y| (0..width).map(move |x| (x, y)));
        cells.filter_map(|(x, y)| self.middle(x, y)).filter(|at| self.maze.is_open(*at))
    }

    /// The state with Pac-Man in another cell, where he has eaten what was there; none if he cannot be there. The rules decide
    /// whether the game goes on.
    fn with_pacman_at(&self, state: &PacmanState, at: Spot) -> Option<PacmanState> {
        let mut there = self.maze.is_open(at).then_some(*state)?;
        there.actors[0].at = at;
        if let Some(pellet) = self.maze.pellet_at(at).filter(|pellet| there.food.has(*pellet)) {
            there.food.take(pellet);
            there.food_left -= 1;
        }
        if let Some(capsule) = self.maze.capsule_at(at) {
            there.capsules &= !(1 << capsule);
        }
        for status in [Status::Playing, Status::Won, Status::Lost] {
            there.status = status;
            if self.rules.check(self, &there).is_ok() {
                return Some(there);
            }
        }
        None
    }
}

impl<R: PacmanRules> View for Pacman<R> {
    type Report = PacmanReport;

    fn backdrop(&self) -> Backdrop {
        let (width, height) = (self.maze.width(), self.maze.height());
        let (wall, tone) = R::THEME.wall;
        let form = |x, y| match self.middle(x, y) {
            Some(at) if self.maze.is_open(at) => ' ',
            _ => wall,
        };
        let rows = (0..height).rev().map(|y| (0..width).map(|x| form(x, y)).collect()).collect();
        let mut legend = vec![
            Sign::new(PELLET, Shape::Dot, R::THEME.pellet),
            Sign::new(CAPSULE, Shape::BigDot, R::THEME.pellet),
        ];
        legend.extend(R::THEME.crumb.map(|tone| Sign::new(CRUMB, Shape::Crumb, tone)));
        Backdrop {
            title: self.info().title.to_string(),
            ground: Ground::Board(Grid {
                origin: (R::ORIGIN.into(), R::ORIGIN.into()),
                walls: Some(Walls { tone, rows }),
                legend,
                count_words: Some(Message::new("scared-for", "scared for {n} {n|move|moves}")),
                ..Grid::new(width, height)
            }),
        }
    }

    fn scene(&self, state: &PacmanState) -> Scene {
        let cells = self.open_cells().map(|at| self.lying(state, at)).collect();
        let mut pieces = Vec::new();
        let ghosts = self.ghosts(state).iter().enumerate();
        pieces.extend(ghosts.map(|(index, ghost)| self.ghost_piece(index, ghost)));
        let me = &state.actors[0];
        let pacman = self.piece(PACMAN, PACMAN_TONE, me.at);
        pieces.push(Piece { name: "Pac-Man".to_owned(), facing: facing(me.facing), ..pacman });
        let status = match (state.status, self.turn(state).agent()) {
            (Status::Won, _) => Fact::new("result", "Pac-Man has won"),
            (Status::Lost, _) => Fact::new("result", "Pac-Man has lost"),
            (Status::Playing, agent) => Fact::new(
                "to move",
                agent.map_or("no agent", |agent| self.info().agents[agent.index()].as_str()),
            ),
        };
        let mut facts =
            vec![status, Fact::new("score", state.score), Fact::new("food left", state.food_left)];
        facts.extend(self.rules.facts(self, state));
        Scene { facts, picture: Picture::Board(Board { cells, pieces }) }
    }

    fn report(&self, state: &PacmanState) -> PacmanReport {
        let agent = |actor: &Actor| {
            let (x, y) = self.maze.halves(actor.at);
            AgentReport {
                x: f64::from(x) / 2.0 - f64::from(R::ORIGIN),
                y: f64::from(y) / 2.0 - f64::from(R::ORIGIN),
                direction: R::STEP_NAMES[actor.facing as usize],
                scared: actor.scared,
            }
        };
        PacmanReport {
            level: self.rules.level(self, state),
            score: state.score,
            agents: state.actors[..self.agents()].iter().map(agent).collect(),
            pellets: state.food_left,
            capsules: state.capsules_left(),
            win: state.status == Status::Won,
            lose: state.status == Status::Lost,
            turn: self.turn(state),
        }
    }

    /// As report A's program ends: the result, where everybody is, the score and the levels.
    fn closing(&self, state: &PacmanState) -> Vec<Fact> {
        let names = &self.info().agents;
        let eater = self.ghosts(state).iter().position(|ghost| ghost.at == state.actors[0].at);
        let result = match (state.status, eater) {
            (Status::Won, _) => Fact::new("result", "Pac-Man has won"),
            (Status::Lost, Some(ghost)) => Fact::new("eaten by", names[ghost + 1].as_str()),
            (Status::Lost | Status::Playing, _) => Fact::new("result", "Pac-Man has lost"),
        };
        let mut facts = vec![result];
        let agents = names.iter().zip(&state.actors);
        facts.extend(agents.map(|(name, actor)| Fact::new(name.as_str(), self.spot_text(actor.at))));
        facts.push(Fact::new("score", state.score));
        facts.extend(self.rules.level(self, state).map(|level| Fact::new("levels", level)));
        facts
    }

    fn agent_cell(&self, state: &PacmanState, agent: AgentId) -> Option<(f32, f32)> {
        let actor = state.actors[..self.agents()].get(agent.index())?;
        let (x, y) = self.maze.halves(actor.at);
        Some((f32::from(x) / 2.0, f32::from(y) / 2.0))
    }

    fn heat(
        &self,
        state: &PacmanState,
        value: &mut dyn FnMut(&PacmanState) -> f64,
    ) -> Option<Vec<CellWorth>> {
        let cells = self.open_cells().filter_map(|at| {
            let there = self.with_pacman_at(state, at)?;
            let (x, y) = self.maze.halves(at);
            Some(CellWorth { x: f64::from(x / 2), y: f64::from(y / 2), value: value(&there) })
        });
        Some(cells.collect())
    }

    fn reach(&self, state: &PacmanState, moves: u32) -> Option<Vec<Reach>> {
        let ghosts = (1..self.agents() as u8).map(AgentId);
        Some(ghosts.map(|player| Reach { player, cells: self.reached(state, player, moves) }).collect())
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Seed;

    use super::super::classic::Classic;
    use super::super::grid;
    use super::super::layout::{Layout, Reading};
    use super::*;

    fn classic(layout: &str) -> Classic {
        Classic::new(&Layout::parse(layout, Reading::Strict).unwrap())
    }

    #[test]
    fn cells_are_listed_from_the_top_and_walls_are_left_out() {
        let game = classic("%%%%%%\n%P.oG%\n%%%.%%\n%%%%%%\n");
        let Ground::Board(grid) = game.backdrop().ground else { panic!("no board") };
        let Picture::Board(board) = game.scene(&game.initial(Seed(0))).picture else { panic!("no board") };
        assert_eq!(grid.walls.unwrap().rows, ["######", "#    #", "### ##", "######"]);
        assert_eq!(board.cells, " .o .");
        assert_eq!(board.pieces.len(), 2);
    }

    #[test]
    fn elsewhere_pacman_has_eaten_what_was_there() {
        let game = classic("%%%%%%\n%P.oG%\n%%%%%%\n");
        let start = game.initial(Seed(0));
        let at = |x| game.with_pacman_at(&start, game.middle(x, 1)?);
        assert_eq!(at(1), Some(start));
        assert_eq!(at(0), None);
        let won = at(2).unwrap();
        assert_eq!((won.food_left, won.status, won.score), (0, Status::Won, 0));
        let on_capsule = at(3).unwrap();
        assert_eq!((on_capsule.capsules, on_capsule.status), (0, Status::Playing));
        assert_eq!(game.agent_cell(&on_capsule, AgentId::FIRST), Some((3.0, 1.0)));
    }

    #[test]
    fn the_rules_decide_whether_the_game_goes_on() {
        let game = grid::Grid::new().unwrap();
        let start = game.initial(Seed(0));
        let (x, y) = game.agent_cell(&start, AgentId(1)).unwrap();
        let caught = game.with_pacman_at(&start, game.middle(x as u16, y as u16).unwrap()).unwrap();
        assert_eq!(caught.status, Status::Lost);
        let ghost = game.with_turn(&start, AgentId(2)).unwrap();
        assert_eq!(game.turn(&ghost), Turn::Agent(AgentId(2)));
        assert_eq!(game.with_turn(&start, AgentId(3)), None);
    }
}
