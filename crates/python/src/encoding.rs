//! Positions as numbers and as data, for `plylab.encoding`. Everything comes from what games declare: their pictures, and
//! the tones of their seats.

use plylab_core::scene::{Facing, Grid, Ground, Network, Picture, Piece, Scene, Shape, Tone};
use plylab_core::{AgentId, Offer, Seed};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::errors::input_error;
use crate::game::{PyGame, SharedGame};
use crate::json::to_python;
use crate::own::stone_tone;
use crate::position::{PyPosition, SeatArgument};
use crate::registry::registry;

/// Items in cells that belong to no agent, with the names of their planes.
const ITEMS: [(Shape, &str); 2] = [(Shape::Dot, "dot"), (Shape::BigDot, "big-dot")];

/// The planes of the directions that pieces face, from the top clockwise.
const FACINGS: [(Facing, &str); 4] =
    [(Facing::North, "north"), (Facing::East, "east"), (Facing::South, "south"), (Facing::West, "west")];

/// What the game offers, if it is one of the registry's.
fn offer(game: &SharedGame) -> Option<&'static Offer> {
    registry().offer(&game.spec.name).ok().filter(|_| game.own().is_none())
}

/// Do the agents of the game stand on its board?
fn has_bodies(game: &SharedGame) -> bool {
    game.game.start(Seed(0)).agent_cell(AgentId::FIRST).is_some()
}

/// Numbers to be filled in, row by row from the top, all planes of a cell together.
struct PlaneBuffer {
    /// What each plane says.
    names: Vec<String>,
    rows: usize,
    columns: usize,
    numbers: Vec<f32>,
}

impl PlaneBuffer {
    /// An empty sheet for a game, if its pictures are boards or graphs.
    fn of(game: &SharedGame) -> PyResult<Option<PlaneBuffer>> {
        let mut names = Vec::new();
        let stones = ["own", "other"].map(str::to_owned);
        let (names, rows, columns) = match &game.backdrop()?.ground {
            Ground::Board(grid) => {
                names.extend(grid.walls.as_ref().map(|_| "wall".to_owned()));
                let lies = |shape: &Shape| grid.legend.iter().any(|sign| sign.shape == *shape);
                names.extend(
                    ITEMS.iter().filter(|(shape, _)| lies(shape)).map(|(_, name)| (*name).to_owned()),
                );
                if has_bodies(game) {
                    let others = game.game.info().agents.len().saturating_sub(1);
                    names.push("own".to_owned());
                    names.extend((1..=others).map(|other| format!("other-{other}")));
                    names.push("count".to_owned());
                    names.extend(FACINGS.map(|(_, name)| name.to_owned()));
                } else {
                    names.extend(stones);
                }
                (names, grid.height.into(), grid.width.into())
            }
            Ground::Graph(network) => {
                let points = network.points.len();
                (stones.to_vec(), points, points)
            }
            Ground::Tree(_) | Ground::Text => return Ok(None),
        };
        let numbers = vec![0.0; rows * columns * names.len()];
        Ok(Some(PlaneBuffer { names, rows, columns, numbers }))
    }

    /// Writes into a cell of a plane. What is between two cells is half in each.
    fn put(&mut self, plane: &str, x: f32, y: f32, number: f32) {
        let Some(plane) = self.names.iter().position(|name| name == plane) else { return };
        let shares = |at: f32| {
            let part = at - at.floor();
            [(at.floor(), 1.0 - part), (at.ceil(), part)]
        };
        for (x, share_x) in shares(x) {
            for (y, share_y) in shares(y) {
                let row = self.rows as f32 - 1.0 - y;
                let cell = row as usize * self.columns + x as usize;
                if let Some(entry) = self.numbers.get_mut(cell * self.names.len() + plane) {
                    *entry = entry.max(number * share_x * share_y);
                }
            }
        }
    }

    fn board(&mut self, position: &PyPosition, grid: &Grid, scene: &Scene, me: AgentId) {
        let Picture::Board(board) = &scene.picture else { return };
        for (x, y, _) in grid.walls() {
            self.put("wall", x.into(), y.into(), 1.0);
        }
        let tone = seat_tone(&position.game, me);
        let agents = || (0..).map(AgentId).take(position.game.game.info().agents.len());
        let own = position.game.own().is_some();
        let bodies = position.inner.agent_cell(AgentId::FIRST).is_some();
        for piece in grid.pieces(board) {
            let Piece { shape, x, y, .. } = piece.as_ref();
            match ITEMS.iter().find(|(item, _)| item == shape) {
                Some((_, name)) => self.put(name, *x, *y, 1.0),
                None if bodies => self.body(&piece),
                // Of a game in Python, only the stones of seats say whose they are.
                None if own && !agents().any(|agent| stone_tone(agent) == piece.tone) => {}
                None => self.put(if Some(piece.tone) == tone { "own" } else { "other" }, *x, *y, 1.0),
            }
        }
        if !bodies {
            return;
        }
        for (index, agent) in agents().filter(|agent| *agent != me).enumerate() {
            if let Some((x, y)) = position.inner.agent_cell(agent) {
                self.put(&format!("other-{}", index + 1), x, y, 1.0);
            }
        }
        if let Some((x, y)) = position.inner.agent_cell(me) {
            self.put("own", x, y, 1.0);
        }
    }

    /// The state of a piece that is an agent.
    fn body(&mut self, piece: &Piece) {
        if let Some((_, plane)) = FACINGS.iter().find(|(facing, _)| piece.facing == Some(*facing)) {
            self.put(plane, piece.x, piece.y, 1.0);
        }
        if let Some(count) = piece.count {
            self.put("count", piece.x, piece.y, count as f32);
        }
    }

    /// Which points are joined, and by which seat.
    fn graph(&mut self, position: &PyPosition, network: &Network, scene: &Scene, me: AgentId) {
        let Picture::Graph(graph) = &scene.picture else { return };
        let tone = seat_tone(&position.game, me);
        let top = network.points.len().saturating_sub(1);
        for edge in &graph.edges {
            let plane = if Some(edge.tone) == tone { "own" } else { "other" };
            for (row, column) in [(edge.from, edge.to), (edge.to, edge.from)] {
                self.put(plane, column as f32, (top - row) as f32, 1.0);
            }
        }
    }
}

/// The tone of a seat's pieces.
fn seat_tone(game: &SharedGame, seat: AgentId) -> Option<Tone> {
    if game.own().is_some() {
        return Some(stone_tone(seat));
    }
    let tones = &offer(game)?.tones;
    tones.get(seat.index()).or(tones.last()).copied()
}

/// The names of the planes of the game's observations, their rows and their columns; None if its pictures are neither boards
/// nor graphs.
#[pyfunction]
pub fn planes(game: &PyGame) -> PyResult<Option<(Vec<String>, usize, usize)>> {
    Ok(PlaneBuffer::of(&game.0)?.map(|sheet| (sheet.names, sheet.rows, sheet.columns)))
}

/// The position as a seat sees it: 32-bit floats of the machine, row by row from the top, all planes of a cell together.
#[pyfunction]
pub fn observe<'py>(py: Python<'py>, position: &PyPosition, seat: u8) -> PyResult<Bound<'py, PyByteArray>> {
    let me = position.seat(Some(SeatArgument::Number(seat)))?;
    let mut sheet = PlaneBuffer::of(&position.game)?
        .ok_or_else(|| input_error("observations need a game whose pictures are boards or graphs"))?;
    let scene = position.game.checked(position.inner.scene())?;
    match &position.game.backdrop()?.ground {
        Ground::Board(grid) => sheet.board(position, grid, &scene, me),
        Ground::Graph(network) => sheet.graph(position, network, &scene, me),
        Ground::Tree(_) | Ground::Text => {}
    }
    let bytes: Vec<u8> = sheet.numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    Ok(PyByteArray::new(py, &bytes))
}

/// What the game offers to people, as a dictionary; None if it is not one of the registry's.
#[pyfunction]
pub fn declared<'py>(py: Python<'py>, game: &PyGame) -> PyResult<Option<Bound<'py, PyAny>>> {
    offer(&game.0).map(|offer| to_python(py, offer)).transpose()
}

/// The picture of a position as data: its backdrop and its scene.
#[pyfunction]
pub fn picture<'py>(
    py: Python<'py>,
    position: &PyPosition,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    Ok((
        to_python(py, position.game.backdrop()?)?,
        to_python(py, &position.game.checked(position.inner.scene())?)?,
    ))
}
