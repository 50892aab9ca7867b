//! How both kinds of Pac-Man are shown.

use plylab_core::scene::{Board, Facing, Fact, Picture, Piece, Scene, Shape, Tone};
use plylab_core::{Game, Turn, View};
use serde::Serialize;

use super::engine::{Pacman, Rules};
use super::layout::Cell;
use super::maze::Spot;
use super::state::{Actor, State, Status, Step};

/// What a rule set is drawn in.
pub struct Look {
    /// Walls: their form and tone.
    pub wall: (Shape, Tone),
    /// Food.
    pub pellet: Tone,
    /// Where food was, if that is shown.
    pub crumb: Option<Tone>,
    /// The ghosts, in turn.
    pub ghosts: &'static [Tone],
}

/// The facts of a state.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// How often Pac-Man has moved, where the rules count that.
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
    /// For how many more moves it is scared.
    pub scared: u8,
}

fn facing(step: Step) -> Option<Facing> {
    match step {
        Step::West => Some(Facing::West),
        Step::Stop => None,
        Step::East => Some(Facing::East),
        Step::North => Some(Facing::North),
        Step::South => Some(Facing::South),
    }
}

impl<R: Rules> Pacman<R> {
    fn piece(&self, shape: Shape, tone: Tone, at: Spot) -> Piece {
        let (x, y) = self.maze.halves(at);
        Piece::new(shape, tone, f32::from(x) / 2.0, f32::from(y) / 2.0)
    }

    fn ghost_piece(&self, place: usize, ghost: &Actor) -> Piece {
        let tones = R::LOOK.ghosts;
        let tone = tones[place % tones.len()];
        let number = place + 1;
        let (shape, name) = match ghost.scared {
            0 => (Shape::Ghost, format!("ghost {number}")),
            1 => (Shape::ScaredGhost, format!("ghost {number}, scared for 1 move")),
            moves => (Shape::ScaredGhost, format!("ghost {number}, scared for {moves} moves")),
        };
        let piece = self.piece(shape, tone, ghost.at);
        Piece { label: number.to_string(), name, facing: facing(ghost.facing), ..piece }
    }
}

impl<R: Rules> View for Pacman<R> {
    type Report = Report;

    fn scene(&self, state: &State) -> Scene {
        let maze = &self.maze;
        let mut pieces = Vec::new();
        for y in 0..maze.height() {
            for x in 0..maze.width() {
                let at = maze.spot(Cell::new(x as u8, y as u8));
                if !maze.is_open(at) {
                    let (shape, tone) = R::LOOK.wall;
                    pieces.push(self.piece(shape, tone, at));
                } else if let (None, Some(tone)) = (maze.pellet_at(at), R::LOOK.crumb) {
                    pieces.push(self.piece(Shape::Crumb, tone, at));
                }
            }
        }
        for (number, &at) in maze.pellets().iter().enumerate() {
            match (state.food.has(number), R::LOOK.crumb) {
                (true, _) => pieces.push(self.piece(Shape::Pellet, R::LOOK.pellet, at)),
                (false, Some(tone)) => pieces.push(self.piece(Shape::Crumb, tone, at)),
                (false, None) => {}
            }
        }
        for (number, &at) in maze.capsules().iter().enumerate() {
            if state.capsules >> number & 1 != 0 {
                pieces.push(self.piece(Shape::Capsule, R::LOOK.pellet, at));
            }
        }
        let ghosts = self.ghosts(state).iter().enumerate();
        pieces.extend(ghosts.map(|(place, ghost)| self.ghost_piece(place, ghost)));
        let me = &state.actors[0];
        let pacman = self.piece(Shape::Pacman, Tone::Yellow, me.at);
        pieces.push(Piece { name: "Pac-Man".to_owned(), facing: facing(me.facing), ..pacman });
        let status = match (state.status, self.turn(state).agent()) {
            (Status::Won, _) => Fact::new("result", "Pac-Man has won"),
            (Status::Lost, _) => Fact::new("result", "Pac-Man has lost"),
            (Status::Playing, agent) => Fact::new(
                "to move",
                agent.map_or("nobody", |agent| self.info().agents[agent.index()].as_str()),
            ),
        };
        let mut facts =
            vec![status, Fact::new("score", state.score), Fact::new("food left", state.food_left)];
        facts.extend(self.rules.facts(self, state));
        Scene {
            title: self.info().title.to_owned(),
            facts,
            picture: Picture::Board(Board {
                width: maze.width(),
                height: maze.height(),
                column_labels: Vec::new(),
                pieces,
            }),
        }
    }

    fn report(&self, state: &State) -> Report {
        let agent = |actor: &Actor| {
            let (x, y) = self.maze.halves(actor.at);
            AgentReport {
                x: f64::from(x) / 2.0 - f64::from(R::ORIGIN),
                y: f64::from(y) / 2.0 - f64::from(R::ORIGIN),
                direction: R::STEP_NAMES[actor.facing as usize],
                scared: actor.scared,
            }
        };
        Report {
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
}
