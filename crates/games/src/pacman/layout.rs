//! Layout files: a maze drawn with characters, the top row first.

use plylab_core::InputError;

/// The most columns and the most rows.
pub const MAX_SIDE: usize = 64;
/// The most ghosts.
pub const MAX_GHOSTS: usize = 7;
/// The most food pellets.
pub const MAX_FOOD: usize = 512;
/// The most capsules.
pub const MAX_CAPSULES: usize = 32;

/// A cell: `x` grows to the right, `y` upwards, (0, 0) is the bottom-left cell of the border.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Column.
    pub x: u8,
    /// Row from the bottom.
    pub y: u8,
}

impl Cell {
    /// A cell.
    pub fn new(x: u8, y: u8) -> Cell {
        Cell { x, y }
    }
}

/// How strictly a layout file is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Every line as long as the first, and no character without a meaning.
    #[default]
    Strict,
    /// As the course's own engine reads: longer lines are cut, unknown characters are empty cells. Each such place
    /// is noted.
    Course,
}

/// A maze with everything in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Columns, the border included.
    pub width: usize,
    /// Rows, the border included.
    pub height: usize,
    /// The walls, by row from the bottom and column.
    walls: Vec<bool>,
    /// Food, from the bottom row up, left to right.
    pub food: Vec<Cell>,
    /// Capsules, from the bottom row up, left to right.
    pub capsules: Vec<Cell>,
    /// Where Pac-Man starts.
    pub pacman: Cell,
    /// Where the ghosts start, in the order in which they move.
    pub ghosts: Vec<Cell>,
    /// What was passed over when the file was read.
    pub notes: Vec<String>,
}

impl Layout {
    /// Is that cell a wall?
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.walls[usize::from(cell.y) * self.width + usize::from(cell.x)]
    }

    /// Every cell that is no wall, from the bottom row up, left to right.
    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| Cell::new(x as u8, y as u8)));
        cells.filter(|&cell| !self.is_wall(cell))
    }

    /// Keeps only the first `most` ghosts.
    pub fn keep_ghosts(&mut self, most: usize) {
        self.ghosts.truncate(most);
    }

    /// Reads the bytes of a layout file.
    pub fn from_bytes(bytes: &[u8], reading: Reading) -> Result<Layout, InputError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            InputError::new(format!("byte {} is not text", error.valid_up_to() + 1))
                .expected("a layout is a text file of %, ., o, P, G, 1-4 and blanks")
        })?;
        Layout::parse(text, reading)
    }

    /// Reads the text of a layout file.
    pub fn parse(text: &str, reading: Reading) -> Result<Layout, InputError> {
        let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        let Some(first) = lines.first() else {
            return Err(InputError::new("the layout is empty")
                .expected("draw a maze of % with one P and some food, its top row first"));
        };
        let (width, height) = (first.chars().count(), lines.len());
        let most = format!("use 3 to {MAX_SIDE}");
        if !(3..=MAX_SIDE).contains(&width) {
            return Err(InputError::new(format!("{width} columns")).expected(most).at("line 1"));
        }
        if !(3..=MAX_SIDE).contains(&height) {
            return Err(InputError::new(format!("{height} lines")).expected(most));
        }
        let mut draft = Draft { layout: Layout::blank(width, height), agents: Vec::new() };
        for (number, line) in lines.iter().enumerate() {
            draft.line(number, line, reading)?;
        }
        draft.finish()
    }

    fn blank(width: usize, height: usize) -> Layout {
        Layout {
            width,
            height,
            walls: vec![false; width * height],
            food: Vec::new(),
            capsules: Vec::new(),
            pacman: Cell::new(0, 0),
            ghosts: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Nobody can leave, nobody is walled in, and everything fits.
    fn check(&self) -> Result<(), InputError> {
        for cell in self.open_cells() {
            let (x, y) = (usize::from(cell.x), usize::from(cell.y));
            if x == 0 || y == 0 || x == self.width - 1 || y == self.height - 1 {
                return Err(InputError::new("the maze is not closed")
                    .expected("draw % all around it")
                    .at(self.place(cell)));
            }
        }
        for &ghost in &self.ghosts {
            let Cell { x, y } = ghost;
            let around = [Cell::new(x - 1, y), Cell::new(x + 1, y), Cell::new(x, y - 1), Cell::new(x, y + 1)];
            if around.iter().all(|&cell| self.is_wall(cell)) {
                return Err(InputError::new("the ghost is walled in")
                    .expected("ghosts must move, so leave an open cell beside it")
                    .at(self.place(ghost)));
            }
        }
        for (count, most, what) in [
            (self.ghosts.len(), MAX_GHOSTS, "ghosts"),
            (self.food.len(), MAX_FOOD, "food pellets"),
            (self.capsules.len(), MAX_CAPSULES, "capsules"),
        ] {
            if count > most {
                return Err(InputError::new(format!("{count} {what} are too many"))
                    .expected(format!("use at most {most}")));
            }
        }
        Ok(())
    }

    /// Where a cell is in the file.
    fn place(&self, cell: Cell) -> String {
        format!("line {}, column {}", self.height - usize::from(cell.y), cell.x + 1)
    }
}

/// A layout being read.
struct Draft {
    layout: Layout,
    /// Pac-Man has key 0, ghosts 1 to 4; agents are numbered by (key, x, y).
    agents: Vec<(u8, Cell)>,
}

impl Draft {
    fn line(&mut self, number: usize, line: &str, reading: Reading) -> Result<(), InputError> {
        let width = self.layout.width;
        let length = line.chars().count();
        let place = format!("line {}", number + 1);
        if length < width || (length > width && reading == Reading::Strict) {
            return Err(InputError::new(format!(
                "it has {length} characters and the first line has {width}"
            ))
            .expected("make all lines equally long")
            .at(place));
        }
        if length > width {
            self.layout.notes.push(format!("{place}: cut to the first line's {width} characters"));
        }
        let y = self.layout.height - 1 - number;
        for (x, letter) in line.chars().take(width).enumerate() {
            let cell = Cell::new(x as u8, y as u8);
            match letter {
                '%' => self.layout.walls[y * width + x] = true,
                '.' => self.layout.food.push(cell),
                'o' => self.layout.capsules.push(cell),
                'P' => self.agents.push((0, cell)),
                'G' => self.agents.push((1, cell)),
                '1'..='4' => self.agents.push((letter as u8 - b'0', cell)),
                ' ' => {}
                odd => {
                    let place = self.layout.place(cell);
                    if reading == Reading::Strict {
                        return Err(InputError::new(format!("{odd:?} means nothing"))
                            .expected("use %, ., o, P, G, 1-4 or a blank")
                            .at(place));
                    }
                    self.layout.notes.push(format!("{place}: {odd:?} is read as an empty cell"));
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Layout, InputError> {
        let Draft { mut layout, mut agents } = self;
        agents.sort_unstable();
        let pacmen = agents.iter().filter(|(key, _)| *key == 0).count();
        if pacmen != 1 {
            return Err(InputError::new(format!("there are {pacmen} Pac-Men")).expected("place one P"));
        }
        let cells: Vec<Cell> = agents.into_iter().map(|(_, cell)| cell).collect();
        layout.pacman = cells[0];
        layout.ghosts = cells[1..].to_vec();
        // Rows were read from the top; food and capsules are numbered from the bottom.
        layout.food.sort_unstable_by_key(|cell| (cell.y, cell.x));
        layout.capsules.sort_unstable_by_key(|cell| (cell.y, cell.x));
        layout.check()?;
        Ok(layout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Layout::parse(text, Reading::Strict).unwrap_err().to_string()
    }

    #[test]
    fn reads_a_layout() {
        let layout = Layout::parse("%%%%%%\n%.2oG%\n%P1..%\n%%%%%%\n\n", Reading::Strict).unwrap();
        assert_eq!((layout.width, layout.height), (6, 4));
        assert_eq!(layout.pacman, Cell::new(1, 1));
        // G counts as 1, and equal keys go by x, then y.
        assert_eq!(layout.ghosts, [Cell::new(2, 1), Cell::new(4, 2), Cell::new(2, 2)]);
        assert_eq!(layout.food, [Cell::new(3, 1), Cell::new(4, 1), Cell::new(1, 2)]);
        assert_eq!(layout.capsules, [Cell::new(3, 2)]);
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let wide = "%".repeat(300);
        for (text, sentence) in [
            ("", "the layout is empty; draw a maze of % with one P and some food, its top row first"),
            (" \n\n", "the layout is empty; draw a maze of % with one P and some food, its top row first"),
            (&wide, "line 1: 300 columns; use 3 to 64"),
            ("%%%", "1 lines; use 3 to 64"),
            ("%%%%\n%..%\n%%%%", "there are 0 Pac-Men; place one P"),
            ("%%%%\n%PP%\n%%%%", "there are 2 Pac-Men; place one P"),
            (
                "%%%%\n%P.%%\n%%%%",
                "line 2: it has 5 characters and the first line has 4; make all lines equally long",
            ),
            (
                "%%%%\n%P%\n%%%%",
                "line 2: it has 3 characters and the first line has 4; make all lines equally long",
            ),
            ("%%%%\n%Px%\n%%%%", "line 2, column 3: 'x' means nothing; use %, ., o, P, G, 1-4 or a blank"),
            ("%%%%\n%P..\n%%%%", "line 2, column 4: the maze is not closed; draw % all around it"),
            (
                "%%%%%\n%P%G%\n%%%%%",
                "line 2, column 4: the ghost is walled in; ghosts must move, so leave an open cell beside it",
            ),
            ("%%%%%%%%%%\n%PGGGGGGG%\n%G.......%\n%%%%%%%%%%", "8 ghosts are too many; use at most 7"),
        ] {
            assert_eq!(error(text), sentence);
        }
        let junk = Layout::from_bytes(b"%%\xff%", Reading::Strict).unwrap_err().to_string();
        assert_eq!(junk, "byte 3 is not text; a layout is a text file of %, ., o, P, G, 1-4 and blanks");
    }

    #[test]
    fn course_reading_cuts_and_notes() {
        let layout = Layout::parse("%%%%\n%Px%..\n%%%%", Reading::Course).unwrap();
        assert_eq!(
            layout.notes,
            [
                "line 2: cut to the first line's 4 characters",
                "line 2, column 3: 'x' is read as an empty cell"
            ]
        );
        assert!(Layout::parse("%%%%\n%P%\n%%%%", Reading::Course).is_err(), "too short a line is no cell");
    }
}
