//! The rules, on two 64-bit boards.
//!
//! A column takes `rows + 1` bits, the lowest cell first; the bit above the top cell is always clear, so
//! that lines never run from one column into the next. For seven columns and six rows:
//!
//! ```text
//!   6 13 20 27 34 41 48   always clear
//!   5 12 19 26 33 40 47   top row
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42   bottom row
//! ```
//!
//! Where that is more than a word, as on nine columns and seven rows, a column takes `rows` bits. Lines are then looked
//! for window by window.

use plylab_core::{
    AgentId, ArrayVec, Game, GameInfo, Hashed, InputError, Message, Seed, Symmetric, Turn, message, mix,
};

use crate::common::Size;

/// The widest board.
pub(super) const MAX_COLUMNS: u8 = 9;

/// The highest board.
pub(super) const MAX_ROWS: u8 = 62;

/// A column, counted from 0 at the left; written as a digit from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

/// A position: all stones, and those of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConnectFourState {
    pub(super) stones: u64,
    pub(super) mover: u64,
}

impl ConnectFourState {
    /// The number of stones on the board.
    #[inline]
    pub fn played(&self) -> u32 {
        self.stones.count_ones()
    }

    /// All stones, as bits in the order of the board.
    #[inline]
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// The stones of the side to move.
    #[inline]
    pub fn stones_of_mover(&self) -> u64 {
        self.mover
    }

    /// The side to move: 0 for the first player, 1 for the second.
    #[inline]
    pub fn side(&self) -> AgentId {
        AgentId((self.played() & 1) as u8)
    }

    /// The stones of `agent`.
    #[inline]
    pub(super) fn stones_of(&self, agent: AgentId) -> u64 {
        if agent == self.side() { self.mover } else { self.mover ^ self.stones }
    }
}

/// The game on a board of one size.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    info: GameInfo,
    columns: u8,
    rows: u8,
    connect: u8,
    /// The lowest cell of every column.
    bottom: u64,
    /// Every cell.
    pub(super) cells: u64,
    /// Bits per column.
    stride: u32,
    /// Is there room for vertical lines only?
    narrow: bool,
    /// Does every column end in a bit that is always clear, so that lines can be found by shifts?
    spaced: bool,
    /// Is it a spaced board for lines of four in every direction, as the standard one is?
    plain: bool,
    /// Every group of `connect` cells in a line.
    pub(super) windows: Box<[u64]>,
}

impl Default for ConnectFour {
    /// Seven columns, six rows, four in a row.
    fn default() -> Self {
        ConnectFour::with_size(7, 6, 4)
    }
}

impl ConnectFour {
    /// A board of `columns` by `rows` on which `connect` in a row win.
    pub fn new(columns: u8, rows: u8, connect: u8) -> Result<Self, InputError> {
        let cells = u32::from(columns) * u32::from(rows);
        if !(1..=MAX_COLUMNS).contains(&columns) || !(1..=MAX_ROWS).contains(&rows) || cells > 64 {
            let wrong =
                message!("board-too-large", "a board of {columns} columns and {rows} rows is not supported");
            let right = message!("board-size", "use 1 to 9 columns and 1 to 62 rows, with at most 64 cells");
            return Err(InputError::new(wrong).expected(right));
        }
        if !(2..=columns.max(rows)).contains(&connect) {
            let wrong = message!(
                "connect-too-long",
                "{connect} in a row is not possible on {columns} columns and {rows} rows"
            );
            return Err(InputError::new(wrong).expected(Message::range(2, columns.max(rows).max(2))));
        }
        Ok(ConnectFour::with_size(columns, rows, connect))
    }

    /// Like [`ConnectFour::new`], for sizes that are known to fit.
    fn with_size(columns: u8, rows: u8, connect: u8) -> Self {
        // Does a clear bit above every column fit into the word?
        let spaced = u32::from(columns) * (u32::from(rows) + 1) <= 64;
        let stride = u32::from(rows) + u32::from(spaced);
        let column = (1u64 << rows) - 1;
        let bottom = (0..u32::from(columns)).map(|index| 1u64 << (index * stride)).sum();
        let cells = (0..u32::from(columns)).map(|index| column << (index * stride)).sum();
        let info = GameInfo::two_players("connect4", "Connect Four", ["Yellow", "Red"]);
        let cell = |column, row| 1 << (u32::from(column) * stride + u32::from(row));
        let windows = Size { columns, rows }.lines(connect, cell);
        let narrow = columns < connect;
        let plain = spaced && !narrow && connect == 4;
        ConnectFour { info, columns, rows, connect, bottom, cells, stride, narrow, spaced, plain, windows }
    }

    /// Width of the board.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Height of the board.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Stones in a row needed to win.
    pub fn connect(&self) -> u8 {
        self.connect
    }

    /// The bit distance between neighbouring cells of a line: up, to the right, and on both diagonals. Where the board
    /// is too narrow for other lines there is only up, so that no line is longer than a word.
    #[inline]
    pub(super) fn directions(&self) -> impl Iterator<Item = u32> + use<> {
        let stride = self.stride;
        let count = if self.narrow { 1 } else { 4 };
        [1, stride, stride - 1, stride + 1].into_iter().take(count)
    }

    /// Does every column have `rows + 1` bits, so that lines can be found by shifts? Only then do the bits of a state mean
    /// the same on the boards of the solver.
    #[inline]
    pub fn is_spaced(&self) -> bool {
        self.spaced
    }

    /// The bit of a cell.
    #[inline]
    pub(super) fn cell(&self, column: u8, row: u8) -> u64 {
        1 << (u32::from(column) * self.stride + u32::from(row))
    }

    /// The cells into which a stone can be dropped.
    #[inline]
    pub(super) fn open_cells(&self, state: &ConnectFourState) -> u64 {
        // Adding the bottom cell to a column of stones carries into the first free cell above them. Full columns have none.
        let full = (state.stones >> (self.rows - 1)) & self.bottom;
        (state.stones + (self.bottom & !full)) & self.cells & !state.stones
    }

    /// A mask of the bottom cells shifted up to a row: row 0 is the lowest.
    #[inline]
    pub(super) fn row_mask(&self, row: u8) -> u64 {
        self.bottom << row
    }

    /// Is there a line of `connect` among `stones`?
    #[inline]
    pub(super) fn connected(&self, stones: u64) -> bool {
        // The default game takes a few inlined instructions; all others take a separate function.
        if !self.plain {
            return self.connected_slow(stones);
        }
        let line = |shift: u32| {
            let pairs = stones & (stones >> shift);
            pairs & (pairs >> (2 * shift))
        };
        let stride = self.stride;
        (line(1) | line(stride) | line(stride - 1) | line(stride + 1)) != 0
    }

    #[inline(never)]
    fn connected_slow(&self, stones: u64) -> bool {
        if !self.spaced {
            return self.windows.iter().any(|&window| window & !stones == 0);
        }
        self.directions().any(|shift| {
            // A shift may leave the word.
            let shifted = |step: u32| stones.checked_shr(step * shift).unwrap_or(0);
            (1..u32::from(self.connect)).fold(stones, |run, step| run & shifted(step)) != 0
        })
    }

    /// The stones that make up the winning lines; zero if there are none.
    pub(super) fn winning_stones(&self, state: &ConnectFourState) -> u64 {
        let last = state.mover ^ state.stones;
        self.windows.iter().filter(|&&window| last & window == window).fold(0, |all, window| all | window)
    }

    /// Has the side that moved last won?
    #[inline]
    pub(super) fn is_won(&self, state: &ConnectFourState) -> bool {
        self.connected(state.mover ^ state.stones)
    }

    /// Mirrors a board, column by column.
    fn mirror(&self, board: u64) -> u64 {
        let stride = self.stride;
        let column = (1u64 << self.rows) - 1;
        (0..u32::from(self.columns))
            .map(|index| {
                ((board >> (index * stride)) & column) << ((u32::from(self.columns) - 1 - index) * stride)
            })
            .sum()
    }
}

impl Game for ConnectFour {
    type State = ConnectFourState;
    type Action = Column;
    type Actions = ArrayVec<Column, { MAX_COLUMNS as usize }>;

    const DICE: bool = false;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> ConnectFourState {
        ConnectFourState::default()
    }

    #[inline]
    fn turn(&self, state: &ConnectFourState) -> Turn {
        let is_over = self.is_won(state) || state.stones == self.cells;
        if is_over { Turn::Over } else { Turn::Agent(state.side()) }
    }

    /// From left to right.
    #[inline(always)]
    fn actions(&self, state: &ConnectFourState, out: &mut Self::Actions) {
        out.clear();
        if self.is_won(state) {
            return;
        }
        let mut top = state.stones >> (self.rows - 1);
        for column in 0..self.columns {
            if top & 1 == 0 {
                out.push(Column(column));
            }
            top >>= self.stride;
        }
    }

    #[inline]
    fn pick_action(&self, state: &ConnectFourState, pick: impl FnOnce(usize) -> usize) -> Option<Column> {
        if self.is_won(state) {
            return None;
        }
        let top_row = self.row_mask(self.rows - 1);
        if state.stones & top_row == 0 {
            return Some(Column(pick(usize::from(self.columns)) as u8));
        }
        let mut open = top_row & !state.stones;
        let count = open.count_ones() as usize;
        if count == 0 {
            return None;
        }
        // Drops the lowest open column once for every column before the picked one.
        for _ in 0..pick(count).min(count - 1) {
            open &= open - 1;
        }
        Some(Column((open.trailing_zeros() / self.stride) as u8))
    }

    #[inline]
    fn apply(&self, state: &mut ConnectFourState, Column(column): Column) {
        state.mover ^= state.stones;
        // Wrapping, so that a column that does not exist does no harm.
        let lowest = 1u64.wrapping_shl(u32::from(column) * self.stride);
        state.stones |= state.stones.wrapping_add(lowest);
    }

    fn utility(&self, state: &ConnectFourState, agent: AgentId) -> f64 {
        match (self.is_won(state), agent == state.side()) {
            (false, _) => 0.0,
            (true, true) => -1.0,
            (true, false) => 1.0,
        }
    }
}

impl Hashed for ConnectFour {
    /// Exact, no two positions of one board share a key, unless the board is too large to have a clear bit above every
    /// column.
    #[inline]
    fn key(&self, state: &ConnectFourState) -> u64 {
        if !self.spaced {
            return mix(state.stones) ^ mix(!state.mover).rotate_left(32);
        }
        // A column of h stones adds 2^h - 1 to a number below 2^h, so different columns have different sums.
        mix(state.stones + state.mover)
    }
}

impl Symmetric for ConnectFour {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_state(&self, which: usize, state: &ConnectFourState) -> ConnectFourState {
        match which {
            0 => *state,
            _ => ConnectFourState { stones: self.mirror(state.stones), mover: self.mirror(state.mover) },
        }
    }

    fn map_action(&self, which: usize, Column(column): Column) -> Column {
        match which {
            0 => Column(column),
            _ => Column(self.columns - 1 - column),
        }
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::perft;

    use super::*;

    #[test]
    fn perft_of_the_standard_board() {
        let game = ConnectFour::default();
        let counts: Vec<u64> =
            (1..=8).map(|depth| perft(&game, &ConnectFourState::default(), depth)).collect();
        assert_eq!(counts, [7, 49, 343, 2401, 16807, 117_649, 823_536, 5_673_234]);
    }

    #[test]
    fn there_are_69_windows_of_four() {
        assert_eq!(ConnectFour::default().windows.len(), 69);
    }

    /// The same stones on a board whose columns take one bit more or less.
    fn respaced(board: u64, from: u32, to: u32, rows: u8) -> u64 {
        let column = (1u64 << rows) - 1;
        (0..8).map(|index| ((board >> (index * from)) & column) << (index * to)).sum()
    }

    #[test]
    fn a_board_without_clear_bits_plays_like_one_with_them() {
        let spaced = ConnectFour::new(8, 7, 4).unwrap();
        let mut tight = ConnectFour::with_size(8, 7, 4);
        tight.stride = 7;
        tight.spaced = false;
        tight.plain = false;
        tight.bottom = respaced(spaced.bottom, 8, 7, 7);
        tight.cells = respaced(spaced.cells, 8, 7, 7);
        let cell = |column, row| 1 << (u32::from(column) * 7 + u32::from(row));
        tight.windows = Size { columns: 8, rows: 7 }.lines(4, cell);
        for number in 0..50 {
            let mut rng = Seed(3).nth(number).rng();
            let (mut one, mut other) = (ConnectFourState::default(), ConnectFourState::default());
            loop {
                assert_eq!(spaced.turn(&one), tight.turn(&other));
                assert_eq!(spaced.list_actions(&one), tight.list_actions(&other));
                assert_eq!(respaced(spaced.open_cells(&one), 8, 7, 7), tight.open_cells(&other));
                assert_eq!(respaced(one.stones, 8, 7, 7), other.stones);
                let actions = spaced.list_actions(&one);
                let Some(&action) = rng.pick(&actions) else { break };
                spaced.apply(&mut one, action);
                tight.apply(&mut other, action);
            }
        }
        let largest = ConnectFour::new(9, 7, 4).unwrap();
        assert_eq!(perft(&largest, &ConnectFourState::default(), 5), 59_049);
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        for (columns, rows, connect) in
            [(0, 6, 4), (10, 5, 4), (9, 8, 4), (1, 63, 4), (7, 0, 4), (7, 6, 1), (3, 3, 4)]
        {
            assert!(ConnectFour::new(columns, rows, connect).is_err(), "{columns}x{rows}, {connect}");
        }
        for (columns, rows, connect) in [(8, 7, 4), (9, 7, 4), (8, 8, 4), (9, 6, 5), (1, 62, 3), (2, 2, 2)] {
            assert!(ConnectFour::new(columns, rows, connect).is_ok(), "{columns}x{rows}, {connect}");
        }
    }
}
