//! What several games share: sets of bits, lists of moves, terms of evaluations, and boards with stones.

use std::iter::Sum;

use plylab_core::scene::Fact;
use plylab_core::{AgentId, GameInfo, InputError, Message, Notation, Term, Turn, message};
use serde::Serialize;

/// The second player; the first is [`AgentId::FIRST`].
pub(crate) const SECOND: AgentId = AgentId(1);

/// The opponent of one of two players.
#[inline]
pub(crate) fn other(agent: AgentId) -> AgentId {
    AgentId(1 - (agent.0 & 1))
}

/// The indices of the bits of a set, in rising order.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The position after these moves from `state`; an error names the move.
pub(crate) fn play_moves<G: Notation>(
    game: &G,
    mut state: G::State,
    moves: impl IntoIterator<Item: AsRef<str>>,
) -> Result<G::State, InputError> {
    for (number, text) in (1..).zip(moves) {
        let action = game.parse_action(&state, text.as_ref());
        game.apply(&mut state, action.map_err(|error| error.at(Message::nth_move(number)))?);
    }
    Ok(state)
}

/// The named terms of a value. Not on the heap, because a search needs their sum alone millions of times.
pub(crate) type Terms<const N: usize> = [(&'static str, f64); N];

/// A term that a value does not have.
pub(crate) const UNUSED: (&str, f64) = ("", 0.0);

/// The value.
#[inline]
pub(crate) fn sum<const N: usize>(terms: Terms<N>) -> f64 {
    terms.iter().map(|(_, value)| value).sum()
}

/// The terms that explain the value.
pub(crate) fn named<const N: usize>(terms: Terms<N>) -> Vec<Term> {
    let used = terms.into_iter().filter(|(name, _)| !name.is_empty());
    used.map(|(name, value)| Term::new(name, value)).collect()
}

/// The facts of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StonesReport {
    /// The board: rows from the top, `x` for the first player, `o` for the second.
    pub board: String,
    /// Stones on the board.
    pub stones: u32,
    /// Who moves next.
    pub turn: Turn,
    /// Who has won.
    pub winner: Option<AgentId>,
    /// Is the board full without a winner?
    pub draw: bool,
}

impl StonesReport {
    pub(crate) fn new(board: String, stones: u32, turn: Turn, winner: Option<AgentId>) -> Self {
        StonesReport { board, stones, turn, winner, draw: turn == Turn::Over && winner.is_none() }
    }
}

/// The first fact of a caption: who is to move, or how the game ended.
pub(crate) fn status(info: &GameInfo, turn: Turn, winner: Option<AgentId>) -> Fact {
    let name = |agent: AgentId| info.agents[agent.index()].as_str();
    match (turn, winner) {
        (Turn::Agent(agent), _) => Fact::new("to move", name(agent)),
        (_, Some(winner)) => Fact::new("winner", name(winner)),
        (_, None) => Fact::new("result", "draw"),
    }
}

/// The size of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub columns: u8,
    pub rows: u8,
}

impl Size {
    /// The board as text: rows from the top, `x` for the first player, `o` for the second. `stone` gives the owner of
    /// the stone in a column and row, counted from the top.
    pub fn diagram(self, between_rows: &str, stone: impl Fn(u8, u8) -> Option<AgentId>) -> String {
        let sign = |owner: Option<AgentId>| match owner {
            None => '.',
            Some(AgentId::FIRST) => 'x',
            Some(_) => 'o',
        };
        let row_text =
            |row: u8| -> String { (0..self.columns).map(|column| sign(stone(column, row))).collect() };
        let rows: Vec<String> = (0..self.rows).map(row_text).collect();
        rows.join(between_rows)
    }

    /// Reads such a text, also as a board is printed: lines for which `is_frame` holds are skipped. `put` is called for
    /// every stone with its column and row, counted from the top.
    pub fn parse_diagram(
        self,
        text: &str,
        is_frame: impl Fn(&[char]) -> bool,
        mut put: impl FnMut(AgentId, u8, u8),
    ) -> Result<(), InputError> {
        let rows: Vec<Vec<char>> = text
            .split(['/', '\n'])
            .map(|line| line.chars().filter(|c| !c.is_whitespace() && *c != '|').collect())
            .filter(|line: &Vec<char>| !line.is_empty() && !is_frame(line))
            .collect();
        let Size { columns, rows: height } = self;
        let size = || message!("diagram-size", "a diagram has {rows} rows of {columns} cells", rows = height);
        if rows.len() != usize::from(self.rows) {
            let wrong = message!("diagram-rows", "the diagram has {rows} {rows|row|rows}", rows = rows.len());
            return Err(InputError::new(wrong).expected(size()));
        }
        for (row, cells) in (0..).zip(&rows) {
            let location = message!("row-from-top", "row {row} from the top", row = row + 1);
            if cells.len() != usize::from(self.columns) {
                let wrong = message!("row-cells", "it has {cells} {cells|cell|cells}", cells = cells.len());
                return Err(InputError::new(wrong).expected(size()).at(location));
            }
            for (column, &sign) in (0..).zip(cells) {
                match sign {
                    'x' | 'X' => put(AgentId::FIRST, column, row),
                    'o' | 'O' => put(SECOND, column, row),
                    '.' => {}
                    odd => {
                        let wrong = message!("no-cell", "{sign} is not a cell", sign = format!("{odd:?}"));
                        return Err(InputError::new(wrong)
                            .expected(message!("stones-signs", "use x, o or ."))
                            .at(location));
                    }
                }
            }
        }
        Ok(())
    }

    /// Every group of `length` cells in a column, a row or a diagonal, as a mask; `cell` gives that of the cell in a column
    /// and row.
    pub fn lines<M: Sum>(self, length: u8, cell: impl Fn(u8, u8) -> M) -> Box<[M]> {
        let (columns, rows, length) = (i32::from(self.columns), i32::from(self.rows), i32::from(length));
        let mut lines = Vec::new();
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for column in 0..columns {
                for row in 0..rows {
                    let (last_column, last_row) = (column + right * (length - 1), row + up * (length - 1));
                    if (0..columns).contains(&last_column) && (0..rows).contains(&last_row) {
                        let cell = |step| cell((column + right * step) as u8, (row + up * step) as u8);
                        lines.push((0..length).map(cell).sum());
                    }
                }
            }
        }
        lines.into()
    }
}
