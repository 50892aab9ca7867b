//! Bitboards of the solver: cells, lines and columns in 64-bit words.
//!
//! A column takes `rows + 1` bits, the lowest cell first, as in the rules. The standard board is known at compile time, so
//! that its shifts and masks are constants; every other board stores them.

use plylab_core::{InputError, message};
use plylab_games::connect4::ConnectFour;

/// The stones in a line that win.
pub(super) const LINE: u8 = 4;

/// The maximum number of columns.
pub(super) const MAX_COLUMNS: usize = 9;

/// A board size, known at compile time or at run time.
pub(super) trait BoardSize: Copy + Send + Sync {
    /// The masks and shifts of the board.
    fn shape(self) -> BoardShape;
}

/// Seven columns and six rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standard;

impl BoardSize for Standard {
    #[inline(always)]
    fn shape(self) -> BoardShape {
        const SHAPE: BoardShape = BoardShape::new(7, 6);
        SHAPE
    }
}

/// Any other size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sized(pub BoardShape);

impl BoardSize for Sized {
    #[inline(always)]
    fn shape(self) -> BoardShape {
        self.0
    }
}

/// The size, masks and shifts of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardShape {
    pub columns: u32,
    pub rows: u32,
    /// How many cells there are.
    pub cells: i32,
    /// The distance between neighbouring cells of a line: horizontal and on both diagonals.
    shifts: [u32; 3],
    /// The lowest cell of every column.
    pub bottom: u64,
    /// Every cell.
    pub full: u64,
    /// The rows of the side that follows up in every column: the highest, and every second below it.
    pub upper: u64,
}

impl BoardShape {
    /// The board of a game, if it fits 64 bits with a clear bit above every column.
    pub fn of(game: &ConnectFour) -> Result<BoardShape, InputError> {
        if !game.is_spaced() {
            let wrong = message!(
                "board-unsolvable",
                "a board of {columns} columns and {rows} rows is too large for the solver",
                columns = game.columns(),
                rows = game.rows()
            );
            let right = message!("solvable-board", "use a board with columns x (rows + 1) at most 64");
            return Err(InputError::new(wrong).expected(right));
        }
        Ok(BoardShape::new(u32::from(game.columns()), u32::from(game.rows())))
    }

    /// A board that fits 64 bits.
    pub const fn new(columns: u32, rows: u32) -> BoardShape {
        let stride = rows + 1;
        let (mut bottom, mut upper_rows) = (0, 0u64);
        let mut column = 0;
        while column < columns {
            bottom |= 1 << (column * stride);
            column += 1;
        }
        let mut row = (rows + 1) % 2;
        while row < rows {
            upper_rows |= 1 << row;
            row += 2;
        }
        // If the board is too narrow for other lines, the shifts only repeat the vertical one.
        let shifts = if columns < LINE as u32 { [1, 1, 1] } else { [stride, stride - 1, stride + 1] };
        BoardShape {
            columns,
            rows,
            cells: (columns * rows) as i32,
            shifts,
            bottom,
            full: bottom * ((1 << rows) - 1),
            upper: bottom * upper_rows,
        }
    }

    /// Bits a column takes.
    #[inline(always)]
    pub fn stride(&self) -> u32 {
        self.rows + 1
    }

    /// Bits a position takes.
    #[inline(always)]
    pub fn key_bits(&self) -> u32 {
        self.columns * self.stride()
    }

    /// The column of a single cell.
    #[inline(always)]
    pub fn column_of(&self, cell: u64) -> u32 {
        cell.trailing_zeros() / self.stride()
    }

    /// Every cell of a column.
    #[inline(always)]
    pub fn column(&self, column: u32) -> u64 {
        ((1 << self.rows) - 1) << (column * self.stride())
    }

    /// The cells that a stone can be dropped into, where `taken` are not free.
    #[inline(always)]
    pub fn playable(&self, taken: u64) -> u64 {
        // Adding the bottom cell to a column of stones carries into the first free cell above them.
        (taken + self.bottom) & self.full
    }

    /// The cells, free or not, which make a line with three of `stones`.
    #[inline(always)]
    pub fn completing(&self, stones: u64) -> u64 {
        let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
        for shift in self.shifts {
            let (left, right) = (stones << shift, stones >> shift);
            let (left_two, right_two) = (stones << (2 * shift), stones >> (2 * shift));
            cells |= left & left_two & ((stones << (3 * shift)) | right);
            cells |= right & right_two & ((stones >> (3 * shift)) | left);
        }
        cells & self.full
    }

    /// Is there a line among `cells`?
    #[inline(always)]
    pub fn has_line(&self, cells: u64) -> bool {
        let line = |shift: u32| {
            let pairs = cells & (cells >> shift);
            pairs & (pairs >> (2 * shift))
        };
        (line(1) | line(self.shifts[0]) | line(self.shifts[1]) | line(self.shifts[2])) != 0
    }

    /// The key of the mirrored position.
    #[inline(always)]
    pub fn mirrored(&self, key: u64) -> u64 {
        let stride = self.stride();
        let column = (1u64 << stride).wrapping_sub(1);
        let mut image = 0;
        for index in 0..self.columns {
            image |= ((key >> (index * stride)) & column) << ((self.columns - 1 - index) * stride);
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Seed;

    use super::*;

    /// Every line of four cells, enumerated.
    fn lines(shape: &BoardShape) -> Vec<u64> {
        let (columns, rows) = (shape.columns as i32, shape.rows as i32);
        let cell = |column: i32, row: i32| {
            let inside = (0..columns).contains(&column) && (0..rows).contains(&row);
            inside.then(|| 1u64 << (column * (rows + 1) + row))
        };
        let mut lines = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let cells: Option<Vec<u64>> =
                        (0..4).map(|step| cell(column + right * step, row + up * step)).collect();
                    lines.extend(cells.map(|cells| cells.iter().sum::<u64>()));
                }
            }
        }
        lines
    }

    const SIZES: [(u32, u32); 9] =
        [(7, 6), (8, 7), (9, 6), (4, 4), (5, 9), (4, 15), (3, 20), (2, 31), (1, 62)];

    #[test]
    fn lines_are_found_where_they_are() {
        for (columns, rows) in SIZES {
            let shape = BoardShape::new(columns, rows);
            let lines = lines(&shape);
            let mut rng = Seed(1).rng();
            for _ in 0..2000 {
                let set = rng.word() & rng.word() & shape.full;
                assert_eq!(shape.has_line(set), lines.iter().any(|line| line & !set == 0));
            }
        }
    }

    #[test]
    fn cells_that_complete_a_line_are_found_where_they_are_free() {
        for (columns, rows) in SIZES {
            let shape = BoardShape::new(columns, rows);
            let lines = lines(&shape);
            let mut rng = Seed(2).rng();
            for _ in 0..500 {
                // Columns filled to any height, and some of the stones ours.
                let heights: Vec<u64> = (0..columns).map(|_| rng.below(rows as usize + 1) as u64).collect();
                let taken: u64 = heights
                    .iter()
                    .enumerate()
                    .map(|(column, height)| ((1u64 << height) - 1) << (column as u32 * shape.stride()))
                    .sum();
                let stones = rng.word() & taken;
                let wanted = lines
                    .iter()
                    .filter(|&line| (line & stones).count_ones() == 3 && line & !stones & taken == 0)
                    .fold(0, |cells, line| cells | (line & !stones));
                assert_eq!(shape.completing(stones) & !taken, wanted, "{columns} x {rows}");
                let open: u64 = heights
                    .iter()
                    .enumerate()
                    .filter(|&(_, &height)| height < u64::from(rows))
                    .map(|(column, height)| 1 << (column as u64 * u64::from(shape.stride()) + height))
                    .sum();
                assert_eq!(shape.playable(taken), open);
            }
        }
    }

    #[test]
    fn a_mirror_turns_columns_and_not_what_is_in_them() {
        for (columns, rows) in SIZES {
            let shape = BoardShape::new(columns, rows);
            for column in 0..columns {
                let image = shape.mirrored(0b101 << (column * shape.stride()));
                assert_eq!(image, 0b101 << ((columns - 1 - column) * shape.stride()));
            }
        }
    }
}
