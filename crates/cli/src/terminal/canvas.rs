//! A sheet of character cells to draw on.

use super::Style;

/// One character and its look.
#[derive(Clone, Copy, PartialEq, Debug)]
struct StyledChar {
    sign: char,
    look: anstyle::Style,
}

const BLANK: StyledChar = StyledChar { sign: ' ', look: anstyle::Style::new() };

/// A sheet of `width` by `height` cells; row 0 is the top.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: usize,
    cells: Vec<StyledChar>,
}

impl Canvas {
    /// A blank sheet.
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, cells: vec![BLANK; width * height] }
    }

    /// Puts a sign down; what is off the sheet is not seen.
    pub fn put(&mut self, column: i32, row: i32, sign: char, look: anstyle::Style) {
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else { return };
        if column < self.width
            && let Some(cell) = self.cells.get_mut(row * self.width + column)
        {
            *cell = StyledChar { sign, look };
        }
    }

    /// The rows as text, each `width` wide.
    pub fn rows(&self, style: Style) -> Vec<String> {
        self.cells.chunks(self.width.max(1)).map(|row| row_text(row, style)).collect()
    }
}

/// A row with one change of look for each run of equal looks.
fn row_text(row: &[StyledChar], style: Style) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|one, next| one.look == next.look) {
        let signs: String = run.iter().map(|cell| cell.sign).collect();
        text.push_str(&style.paint(signs, run[0].look));
    }
    text
}
