//! The rules, on one 32-bit board for each side.
//!
//! Cells are counted in reading order. A row takes `size + 1` bits, and the bit after its last cell is always
//! clear, so that lines never run from one row into the next. For three by three:
//!
//! ```text
//!   0  1  2   3 is always clear
//!   4  5  6   7
//!   8  9 10  11
//! ```

use plylab_core::{
    AgentId, ArrayVec, Game, GameInfo, Hashed, InputError, Message, Seed, Symmetric, Turn, message, mix,
};

use crate::common::{Size, bits, other};

/// Rows and columns of the largest board.
pub(super) const MAX_SIZE: u8 = 5;

/// The first player.
pub(super) const X: AgentId = AgentId(0);
/// The second player.
pub(super) const O: AgentId = AgentId(1);

/// A cell of the board, by its bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TicTacToeCell(u8);

impl TicTacToeCell {
    /// The cell as a set of one.
    #[inline]
    pub(super) fn mask(self) -> u32 {
        // Wrapping, so that a cell that does not exist does no harm.
        1u32.wrapping_shl(u32::from(self.0))
    }
}

/// The cells of a set, in reading order.
#[inline]
pub(super) fn cells(mask: u32) -> impl Iterator<Item = TicTacToeCell> {
    bits(mask.into()).map(TicTacToeCell)
}

/// A position: the stones of X and of O.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TicTacToeState {
    pub(super) x: u32,
    pub(super) o: u32,
}

impl TicTacToeState {
    /// All stones.
    #[inline]
    pub(super) fn stones(&self) -> u32 {
        self.x | self.o
    }

    /// The number of stones on the board.
    #[inline]
    pub fn played(&self) -> u32 {
        self.stones().count_ones()
    }

    /// The side to move; after the end, the side that would be.
    #[inline]
    pub fn side(&self) -> AgentId {
        if self.played().is_multiple_of(2) { X } else { O }
    }

    /// The stones of `agent`.
    #[inline]
    pub(super) fn stones_of(&self, agent: AgentId) -> u32 {
        if agent == X { self.x } else { self.o }
    }
}

/// The game on a square board of one size.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    info: GameInfo,
    size: u8,
    line: u8,
    /// Every cell.
    pub(super) all: u32,
    /// Every group of `line` cells in a row, a column or a diagonal.
    pub(super) windows: Box<[u32]>,
}

impl Default for TicTacToe {
    /// Three by three, three in a row.
    fn default() -> Self {
        TicTacToe::with_size(3, 3)
    }
}

impl TicTacToe {
    /// A board of `size` by `size` on which `line` in a row win.
    pub fn new(size: u8, line: u8) -> Result<Self, InputError> {
        if !(3..=MAX_SIZE).contains(&size) {
            let wrong = message!("square-misfit", "a board of {size} by {size} cells is not supported");
            let right =
                message!("size-range", "use a size from {least} to {most}", least = 3, most = MAX_SIZE);
            return Err(InputError::new(wrong).expected(right));
        }
        if !(3..=size).contains(&line) {
            let wrong =
                message!("line-misfit", "{line} in a row cannot win on a board of {size} by {size} cells");
            let only = || message!("use-setting", "use {setting}", setting = size);
            return Err(InputError::new(wrong).expected(if size == 3 {
                only()
            } else {
                Message::range(3, size)
            }));
        }
        Ok(TicTacToe::with_size(size, line))
    }

    /// Like [`TicTacToe::new`], for sizes that are known to fit.
    fn with_size(size: u8, line: u8) -> Self {
        let info = GameInfo::two_players("tictactoe", "Tic-tac-toe", ["X", "O"]);
        let stride = u32::from(size) + 1;
        let row = (1 << size) - 1;
        let all = (0..u32::from(size)).map(|index| row << (index * stride)).sum();
        let cell = |column, row| 1 << (u32::from(row) * stride + u32::from(column));
        TicTacToe { info, size, line, all, windows: Size { columns: size, rows: size }.lines(line, cell) }
    }

    /// The number of columns, and of rows.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Stones in a row needed to win.
    pub fn line(&self) -> u8 {
        self.line
    }

    /// The cells that hold no stone.
    #[inline]
    fn free(&self, state: &TicTacToeState) -> u32 {
        self.all & !state.stones()
    }

    /// The cell in that column, from the left, and that row, from the top, both counted from 0.
    #[inline]
    pub(super) fn cell(&self, column: u8, row: u8) -> TicTacToeCell {
        // Wrapping, as in `Cell::mask`.
        TicTacToeCell(row.wrapping_mul(self.size + 1).wrapping_add(column))
    }

    /// The column and the row of a cell.
    #[inline]
    pub(super) fn coordinates(&self, cell: TicTacToeCell) -> (u8, u8) {
        (cell.0 % (self.size + 1), cell.0 / (self.size + 1))
    }

    /// Is there a line among `stones`?
    #[inline]
    pub(super) fn has_line(&self, stones: u32) -> bool {
        let stride = u32::from(self.size) + 1;
        // To the right, down, and along both diagonals: a bit is left where a whole line begins.
        [1, stride, stride - 1, stride + 1].into_iter().any(|shift| {
            (1..u32::from(self.line)).fold(stones, |run, step| run & (stones >> (step * shift))) != 0
        })
    }

    /// The complete lines among `stones`.
    pub(super) fn lines(&self, stones: u32) -> impl Iterator<Item = u32> {
        self.windows.iter().copied().filter(move |&window| stones & window == window)
    }

    /// Has the side that moved last won?
    #[inline]
    pub(super) fn is_won(&self, state: &TicTacToeState) -> bool {
        self.has_line(state.stones_of(other(state.side())))
    }

    /// Where a cell goes by symmetry number `which`: its bits mirror columns, mirror rows, and swap both.
    fn image(&self, which: usize, cell: TicTacToeCell) -> TicTacToeCell {
        let mirror =
            |index: u8, wanted: bool| if wanted { (self.size - 1).wrapping_sub(index) } else { index };
        let (column, row) = self.coordinates(cell);
        let (column, row) = (mirror(column, which & 1 != 0), mirror(row, which & 2 != 0));
        if which & 4 != 0 { self.cell(row, column) } else { self.cell(column, row) }
    }
}

impl Game for TicTacToe {
    type State = TicTacToeState;
    type Action = TicTacToeCell;
    type Actions = ArrayVec<TicTacToeCell, { MAX_SIZE as usize * MAX_SIZE as usize }>;

    const DICE: bool = false;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> TicTacToeState {
        TicTacToeState::default()
    }

    #[inline]
    fn turn(&self, state: &TicTacToeState) -> Turn {
        if self.free(state) == 0 || self.is_won(state) { Turn::Over } else { Turn::Agent(state.side()) }
    }

    /// In reading order: the top row from left to right, then the row below it.
    #[inline]
    fn actions(&self, state: &TicTacToeState, out: &mut Self::Actions) {
        out.clear();
        if !self.is_won(state) {
            out.extend(cells(self.free(state)));
        }
    }

    #[inline]
    fn pick_action(
        &self,
        state: &TicTacToeState,
        pick: impl FnOnce(usize) -> usize,
    ) -> Option<TicTacToeCell> {
        let free = self.free(state);
        if free == 0 || self.is_won(state) {
            return None;
        }
        let count = free.count_ones() as usize;
        cells(free).nth(pick(count).min(count - 1))
    }

    #[inline]
    fn apply(&self, state: &mut TicTacToeState, cell: TicTacToeCell) {
        let own = if state.side() == X { &mut state.x } else { &mut state.o };
        *own |= cell.mask();
    }

    fn utility(&self, state: &TicTacToeState, agent: AgentId) -> f64 {
        match (self.is_won(state), agent == state.side()) {
            (false, _) => 0.0,
            (true, true) => -1.0,
            (true, false) => 1.0,
        }
    }
}

impl Hashed for TicTacToe {
    /// Exact: no two positions of one board share a key.
    #[inline]
    fn key(&self, state: &TicTacToeState) -> u64 {
        mix(u64::from(state.x) | u64::from(state.o) << 32)
    }
}

/// The rotations and reflections of the square.
impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        8
    }

    fn map_state(&self, which: usize, state: &TicTacToeState) -> TicTacToeState {
        let image = |own| cells(own).fold(0, |all, cell| all | self.image(which, cell).mask());
        TicTacToeState { x: image(state.x), o: image(state.o) }
    }

    fn map_action(&self, which: usize, cell: TicTacToeCell) -> TicTacToeCell {
        self.image(which, cell)
    }
}

#[cfg(test)]
mod tests;
