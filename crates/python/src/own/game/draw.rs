//! Pictures of a game in Python: what its method `draw` returns.

use plylab_core::scene::{
    Backdrop, Board, Fact, Grid, Ground, Picture, Piece, Scene, Shape, TextScene, Tone, View,
};
use plylab_core::{AgentId, Game as _, Notation as _, Outcome, ResultKind, Seed, Turn};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::OwnGame;
use super::state::OwnState;
use crate::errors::input_error;

/// How the stones of the seats look: later seats share the last form.
const STONES: [(Shape, Tone); 4] = [
    (Shape::Disc, Tone::Blue),
    (Shape::Ring, Tone::Red),
    (Shape::Cross, Tone::Green),
    (Shape::Disc, Tone::Orange),
];

/// The tone of a seat's stones.
pub fn stone_tone(seat: AgentId) -> Tone {
    STONES[seat.index().min(STONES.len() - 1)].1
}

/// What a cell may be.
const CELLS: &str = "a cell is None, a seat, a text, or a dict with shape, tone, label, name, marked";

/// What `draw` has returned.
enum Drawn {
    Text(Vec<String>),
    /// Rows from the top.
    Rows(Vec<Vec<Option<Piece>>>),
}

impl Drawn {
    /// In words, for errors.
    fn words(&self) -> String {
        match self {
            Drawn::Text(_) => "a text".to_owned(),
            Drawn::Rows(rows) => {
                format!("{} rows of {} cells", rows.len(), rows.first().map_or(0, Vec::len))
            }
        }
    }
}

impl View for OwnGame {
    type Report = Json;

    /// What all pictures have in common, as the first position is drawn.
    fn backdrop(&self) -> Backdrop {
        if let Some(known) = self.backdrop.get() {
            return known.clone();
        }
        // Python runs without the lock, which another thread may wait for.
        let backdrop = self.make_backdrop();
        if !self.raised.is_some() {
            let _ = self.backdrop.set(backdrop.clone());
        }
        backdrop
    }

    /// The picture of a state.
    fn scene(&self, state: &OwnState) -> Scene {
        let picture = self.ask(
            || Picture::Text(TextScene::default()),
            |rules| {
                let drawn = self.drawn(rules, state)?;
                match (drawn, &self.backdrop().ground) {
                    (Drawn::Text(lines), Ground::Text) => Ok(Picture::Text(TextScene { lines })),
                    (Drawn::Rows(rows), Ground::Board(grid))
                        if rows.len() == usize::from(grid.height)
                            && rows[0].len() == usize::from(grid.width) =>
                    {
                        Ok(Picture::Board(Board { cells: String::new(), pieces: placed(rows) }))
                    }
                    (drawn, Ground::Board(grid)) => Err(input_error(format!(
                        "draw returned {}, and at the start {} rows of {} cells; return the same for every state",
                        drawn.words(),
                        grid.height,
                        grid.width
                    ))),
                    (_, _) if self.raised.is_some() => Ok(Picture::Text(TextScene::default())),
                    (drawn, _) => Err(input_error(format!(
                        "draw returned {}, and at the start a text; return the same for every state",
                        drawn.words()
                    ))),
                }
            },
        );
        Scene { facts: vec![self.status(state)], picture }
    }

    fn report(&self, state: &OwnState) -> Json {
        json!({ "state": self.position_text(state), "turn": self.turn(state) })
    }
}

impl OwnGame {
    fn make_backdrop(&self) -> Backdrop {
        let ground = self.ask(
            || Ground::Text,
            |rules| {
                let Drawn::Rows(rows) = self.drawn(rules, &self.initial(Seed(0)))? else {
                    return Ok(Ground::Text);
                };
                let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
                let labels = |name: &str, count: usize| -> PyResult<Vec<String>> {
                    let labels = match rules.getattr_opt(name)? {
                        Some(labels) => labels
                            .try_iter()?
                            .map(|label| Ok(label?.str()?.to_string()))
                            .collect::<PyResult<Vec<_>>>()?,
                        None => Vec::new(),
                    };
                    match labels.is_empty() || labels.len() == count {
                        true => Ok(labels),
                        false => Err(input_error(format!(
                            "'{name}' has {} labels, and draw returns {count} {name}",
                            labels.len()
                        ))),
                    }
                };
                let column_labels = labels("columns", width)?;
                let mut row_labels = labels("rows", height)?;
                row_labels.reverse();
                Ok(Ground::Board(Grid {
                    column_labels,
                    row_labels,
                    ..Grid::new(u16::try_from(width)?, u16::try_from(height)?)
                }))
            },
        );
        Backdrop { title: self.info().title.to_string(), ground }
    }

    /// The first fact of a caption: who is to move, or how the game ended.
    fn status(&self, state: &OwnState) -> Fact {
        let name = |agent: AgentId| self.info.agents[agent.index()].as_str();
        match self.turn(state) {
            Turn::Agent(agent) => return Fact::new("to move", name(agent)),
            Turn::Chance => return Fact::new("to move", "chance"),
            Turn::Over => {}
        }
        let agents: Vec<AgentId> = (0..self.info.agents.len()).map(|seat| AgentId(seat as u8)).collect();
        if self.info.result != ResultKind::Outcome {
            let points: Vec<String> =
                agents.iter().map(|&agent| self.utility(state, agent).to_string()).collect();
            return Fact::new("result", points.join(", "));
        }
        let winners: Vec<&str> = agents
            .iter()
            .filter(|&&agent| self.outcome(state, agent) == Outcome::Win)
            .map(|&agent| name(agent))
            .collect();
        match (winners.is_empty(), agents.len()) {
            (false, _) => Fact::new("winner", winners.join(", ")),
            (true, 1) => Fact::new("result", self.outcome(state, AgentId::FIRST).to_string()),
            (true, _) => Fact::new("result", "draw"),
        }
    }

    /// What the methods `draw` or `text` return, or the state itself.
    fn drawn(&self, rules: &Bound<'_, PyAny>, state: &OwnState) -> PyResult<Drawn> {
        let lines = |text: Bound<'_, PyString>| -> PyResult<Drawn> {
            Ok(Drawn::Text(text.to_str()?.lines().map(str::to_owned).collect()))
        };
        let Some(draw) = rules.getattr_opt("draw")? else {
            return lines(match rules.getattr_opt("text")? {
                Some(text) => text.call1((&state.object,))?.str()?,
                None => state.object.bind(rules.py()).str()?,
            });
        };
        let drawn = draw.call1((&state.object,))?;
        if let Ok(text) = drawn.cast::<PyString>() {
            return lines(text.clone());
        }
        let Ok(listed) = drawn.try_iter() else {
            return Err(input_error(format!(
                "draw returned {}; return a text, or a list of rows, each a list of cells",
                drawn.repr()?
            )));
        };
        let row = |row: PyResult<Bound<'_, PyAny>>| -> PyResult<Vec<Option<Piece>>> {
            row?.try_iter()?.map(|cell| self.cell(&cell?)).collect()
        };
        let rows = listed.map(row).collect::<PyResult<Vec<_>>>()?;
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 || rows.iter().any(|row| row.len() != width) {
            return Err(input_error("draw returned rows of different lengths, or none; return a full board"));
        }
        Ok(Drawn::Rows(rows))
    }

    /// The piece that a cell describes.
    fn cell(&self, cell: &Bound<'_, PyAny>) -> PyResult<Option<Piece>> {
        let stone = |seat: usize| {
            let (shape, tone) = STONES[seat.min(STONES.len() - 1)].clone();
            Piece { name: self.info.agents[seat].clone(), ..Piece::new(shape, tone, 0u8, 0u8) }
        };
        if cell.is_none() {
            return Ok(None);
        }
        if let Ok(text) = cell.cast::<PyString>() {
            let label = text.to_str()?.trim().to_owned();
            let token = Piece::new(Shape::sprite("token"), Tone::White, 0u8, 0u8);
            return Ok((!label.is_empty() && label != ".").then_some(Piece { label, ..token }));
        }
        if let Ok(seat) = cell.extract::<usize>()
            && seat < self.info.agents.len()
        {
            return Ok(Some(stone(seat)));
        }
        let Ok(parts) = cell.cast::<PyDict>() else {
            return Err(input_error(format!("draw returned a cell {}; {CELLS}", cell.repr()?)));
        };
        let mut piece = match parts.get_item("seat")? {
            Some(seat) => self.cell(&seat)?.unwrap_or_else(|| stone(0)),
            None => Piece::new(Shape::sprite("token"), Tone::White, 0u8, 0u8),
        };
        for (name, value) in parts {
            let text = || -> PyResult<String> { Ok(value.str()?.to_string()) };
            match name.str()?.to_str()? {
                "seat" => {}
                "shape" => piece.shape = word(&text()?)?,
                "tone" => piece.tone = word(&text()?)?,
                "label" => piece.label = text()?,
                "name" => piece.name = text()?,
                "marked" => piece.marked = value.is_truthy()?,
                other => return Err(input_error(format!("draw returned a cell with '{other}'; {CELLS}"))),
            }
        }
        Ok(Some(piece))
    }
}

/// A shape or a tone by its name.
fn word<T: DeserializeOwned>(text: &str) -> PyResult<T> {
    serde_json::from_value(json!(text)).map_err(|_| {
        input_error(format!(
            "draw returned the tone '{text}'; use yellow, red, blue, cyan, pink, orange, green, white, brown or grey"
        ))
    })
}

/// Pieces where they stand: rows are counted from the bottom there.
fn placed(rows: Vec<Vec<Option<Piece>>>) -> Vec<Piece> {
    let height = rows.len();
    let mut pieces = Vec::new();
    for (down, row) in rows.into_iter().enumerate() {
        for (x, piece) in row.into_iter().enumerate() {
            let at = |place: usize| place as f32;
            pieces.extend(piece.map(|piece| Piece { x: at(x), y: at(height - 1 - down), ..piece }));
        }
    }
    pieces
}
