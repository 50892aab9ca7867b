//! Layout files: a maze drawn with characters, the top row first.

use plylab_core::{InputError, Message, message};

/// The maximum number of columns, and of rows.
pub const MAX_SIDE: usize = 64;
/// The maximum number of ghosts.
pub const MAX_GHOSTS: usize = 7;
/// The ghosts' names, written out because translations find names as literals.
pub(super) const GHOST_NAMES: [&str; MAX_GHOSTS] =
    ["Ghost 1", "Ghost 2", "Ghost 3", "Ghost 4", "Ghost 5", "Ghost 6", "Ghost 7"];
/// The maximum number of food pellets.
pub const MAX_FOOD: usize = 512;
/// The maximum number of capsules.
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

    /// The four cells beside it, which must not lie on the border.
    fn around(self) -> [Cell; 4] {
        let Cell { x, y } = self;
        [Cell::new(x - 1, y), Cell::new(x + 1, y), Cell::new(x, y - 1), Cell::new(x, y + 1)]
    }
}

/// How strictly a layout file is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Every line as long as the first, and no character without a meaning.
    #[default]
    Strict,
    /// Like the course's own engine: longer lines are cut, unknown characters are empty cells. Each such case
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
    /// What was ignored when the file was read, and what may be a mistake in it.
    pub notes: Vec<Message>,
}

impl Layout {
    /// The index of a cell, by row from the bottom and column.
    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.y) * self.width + usize::from(cell.x)
    }

    /// Is the cell a wall?
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.walls[self.index(cell)]
    }

    /// Every cell that is not a wall, from the bottom row up, left to right.
    pub fn open_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| Cell::new(x as u8, y as u8)));
        cells.filter(|&cell| !self.is_wall(cell))
    }

    /// Keeps only the first `count` ghosts.
    pub fn keep_ghosts(&mut self, count: usize) {
        self.ghosts.truncate(count);
    }

    /// Reads the bytes of a layout file.
    pub fn from_bytes(bytes: &[u8], reading: Reading) -> Result<Layout, InputError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let wrong = message!("byte-not-text", "byte {byte} is not text", byte = error.valid_up_to() + 1);
            let right = message!("layout-file", "a layout is a text file of %, ., o, P, G, 1-4 and blanks");
            InputError::new(wrong).expected(right)
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
            let wrong = message!("layout-empty", "the layout is empty");
            let right =
                message!("layout-form", "draw a maze of % with one P and some food, its top row first");
            return Err(InputError::new(wrong).expected(right));
        };
        let (width, height) = (first.chars().count(), lines.len());
        let range = Message::range(3, MAX_SIDE);
        if !(3..=MAX_SIDE).contains(&width) {
            return Err(InputError::new(message!("layout-columns", "the maze has {width} columns"))
                .expected(range)
                .at(Message::line(1)));
        }
        if !(3..=MAX_SIDE).contains(&height) {
            let wrong = message!("layout-lines", "the maze has {height} {height|line|lines}");
            return Err(InputError::new(wrong).expected(range));
        }
        let mut layout = Layout {
            width,
            height,
            walls: vec![false; width * height],
            food: Vec::new(),
            capsules: Vec::new(),
            pacman: Cell::new(0, 0),
            ghosts: Vec::new(),
            notes: Vec::new(),
        };
        // Pac-Man has key 0, ghosts 1 to 4; agents are numbered by (key, x, y).
        let mut agents: Vec<(u8, Cell)> = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            layout.read_line(number, line, reading, &mut agents)?;
        }
        let pacmen = agents.iter().filter(|(key, _)| *key == 0).count();
        if pacmen != 1 {
            return Err(InputError::new(message!("pacmen", "there are {pacmen} Pac-Men"))
                .expected(message!("one-pacman", "place one P")));
        }
        agents.sort_unstable();
        layout.pacman = agents.remove(0).1;
        layout.ghosts = agents.into_iter().map(|(_, cell)| cell).collect();
        // Rows were read from the top; food and capsules are numbered from the bottom.
        layout.food.sort_unstable_by_key(|cell| (cell.y, cell.x));
        layout.capsules.sort_unstable_by_key(|cell| (cell.y, cell.x));
        layout.check()?;
        layout.note_out_of_reach();
        Ok(layout)
    }

    /// Reads a line of the file, and adds its agents to `agents`, each with its key.
    fn read_line(
        &mut self,
        number: usize,
        line: &str,
        reading: Reading,
        agents: &mut Vec<(u8, Cell)>,
    ) -> Result<(), InputError> {
        let width = self.width;
        let length = line.chars().count();
        let location = Message::line(number + 1);
        if length < width || (length > width && reading == Reading::Strict) {
            let wrong = message!("line-length", "it has {length} characters and the first line has {width}");
            let right = message!("lines-equal", "make all lines the same length");
            return Err(InputError::new(wrong).expected(right).at(location));
        }
        if length > width {
            self.notes.push(message!("line-cut", "{location}: cut to the first line's {width} characters"));
        }
        let y = (self.height - 1 - number) as u8;
        for (x, letter) in (0..).zip(line.chars().take(width)) {
            let cell = Cell::new(x, y);
            match letter {
                '%' => {
                    let index = self.index(cell);
                    self.walls[index] = true;
                }
                '.' => self.food.push(cell),
                'o' => self.capsules.push(cell),
                'P' => agents.push((0, cell)),
                'G' => agents.push((1, cell)),
                '1'..='4' => agents.push((letter as u8 - b'0', cell)),
                ' ' => {}
                odd => {
                    let (location, sign) = (self.location(cell), format!("{odd:?}"));
                    if reading == Reading::Strict {
                        let wrong = message!("sign-meaningless", "{sign} has no meaning");
                        let right = message!("layout-signs", "use %, ., o, P, G, 1-4 or a blank");
                        return Err(InputError::new(wrong).expected(right).at(location));
                    }
                    self.notes.push(message!("read-as-empty", "{location}: {sign} is read as an empty cell"));
                }
            }
        }
        Ok(())
    }

    /// Checks that the maze is closed, that no ghost is walled in, and that everything fits.
    fn check(&self) -> Result<(), InputError> {
        for cell in self.open_cells() {
            let (x, y) = (usize::from(cell.x), usize::from(cell.y));
            if x == 0 || y == 0 || x == self.width - 1 || y == self.height - 1 {
                return Err(InputError::new(message!("maze-open", "the maze is not closed"))
                    .expected(message!("maze-close", "draw % all around it"))
                    .at(self.location(cell)));
            }
        }
        for &ghost in &self.ghosts {
            if ghost.around().iter().all(|&cell| self.is_wall(cell)) {
                let wrong = message!("ghost-walled-in", "the ghost is walled in");
                let right = message!("ghost-must-move", "ghosts must move, so leave an open cell beside it");
                return Err(InputError::new(wrong).expected(right).at(self.location(ghost)));
            }
        }
        for (count, most, what) in [
            (self.ghosts.len(), MAX_GHOSTS, message!("ghosts", "ghosts")),
            (self.food.len(), MAX_FOOD, message!("pellets", "food pellets")),
            (self.capsules.len(), MAX_CAPSULES, message!("capsules", "capsules")),
        ] {
            if count > most {
                return Err(InputError::new(message!("too-many-things", "{count} {what} are too many"))
                    .expected(message!("use-at-most", "use at most {most}")));
            }
        }
        Ok(())
    }

    /// A note about food that Pac-Man cannot reach: he can never win.
    fn note_out_of_reach(&mut self) {
        let mut reached = vec![false; self.walls.len()];
        let mut open = vec![self.pacman];
        while let Some(cell) = open.pop() {
            let index = self.index(cell);
            if !self.walls[index] && !std::mem::replace(&mut reached[index], true) {
                // The border is closed, so no open cell is at the edge.
                open.extend(cell.around());
            }
        }
        let lost = self.food.iter().filter(|cell| !reached[self.index(**cell)]);
        let pellets = lost.clone().count();
        // The first in the file, which begins with the top row.
        if let Some(&first) = lost.max_by_key(|cell| (cell.y, u8::MAX - cell.x)) {
            self.notes.push(message!(
                "pellets-out-of-reach",
                "{location}: Pac-Man cannot reach {pellets} {pellets|food pellet|food pellets}, beginning with this one, and cannot win",
                location = self.location(first)
            ));
        }
    }

    /// The location of a cell in the file.
    fn location(&self, cell: Cell) -> Message {
        Message::spot(self.height - usize::from(cell.y), usize::from(cell.x) + 1)
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
    fn mistakes_are_reported_with_their_location() {
        let wide = "%".repeat(300);
        for (text, sentence) in [
            ("", "the layout is empty; draw a maze of % with one P and some food, its top row first"),
            (" \n\n", "the layout is empty; draw a maze of % with one P and some food, its top row first"),
            (&wide, "line 1: the maze has 300 columns; use 3 to 64"),
            ("%%%", "the maze has 1 line; use 3 to 64"),
            ("%%%%\n%..%\n%%%%", "there are 0 Pac-Men; place one P"),
            ("%%%%\n%PP%\n%%%%", "there are 2 Pac-Men; place one P"),
            (
                "%%%%\n%P.%%\n%%%%",
                "line 2: it has 5 characters and the first line has 4; make all lines the same length",
            ),
            (
                "%%%%\n%P%\n%%%%",
                "line 2: it has 3 characters and the first line has 4; make all lines the same length",
            ),
            ("%%%%\n%Px%\n%%%%", "line 2, column 3: 'x' has no meaning; use %, ., o, P, G, 1-4 or a blank"),
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
    fn food_out_of_reach_is_noted() {
        let layout = Layout::parse("%%%%%%\n%P.%.%\n%%%..%\n%%%%%%", Reading::Strict).unwrap();
        assert_eq!(
            layout.notes.iter().map(ToString::to_string).collect::<Vec<String>>(),
            [
                "line 2, column 5: Pac-Man cannot reach 3 food pellets, beginning with this one, and cannot win"
            ]
        );
        let around = "%%%%%\n%P..%\n%.%.%\n%...%\n%%%%%";
        assert!(Layout::parse(around, Reading::Strict).unwrap().notes.is_empty());
    }

    #[test]
    fn course_reading_cuts_and_notes() {
        let layout = Layout::parse("%%%%\n%Px%..\n%%%%", Reading::Course).unwrap();
        assert_eq!(
            layout.notes.iter().map(ToString::to_string).collect::<Vec<String>>(),
            [
                "line 2: cut to the first line's 4 characters",
                "line 2, column 3: 'x' is read as an empty cell"
            ]
        );
        assert!(Layout::parse("%%%%\n%P%\n%%%%", Reading::Course).is_err(), "a line must not be too short");
    }
}
