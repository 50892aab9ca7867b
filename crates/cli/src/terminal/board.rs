//! Boards of square cells: pieces in a frame, or a maze.
//!
//! A cell is two characters wide, which makes it about square and leaves room for pieces halfway between two
//! cells. A maze in plain ASCII has one character per cell instead, like layout files, and at the start of a game it
//! is one. Below the board stand the pieces that have a name, each with its sign.

use plylab_core::scene::{Board, Facing, Grid, Piece, Shape, Tone, Walls};

use super::canvas::Canvas;
use super::{Style, badge, tone};
use crate::language::language;

/// The board, line by line.
pub fn render(grid: &Grid, board: &Board, style: Style) -> Vec<String> {
    let maze = MazeWalls::of(grid);
    let longest = grid.column_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let pitch = if maze.any() && !style.unicode { 1 } else { 2.max(longest + 1) };
    let mut canvas = Canvas::new((maze.width - 1) * pitch + 1, maze.height);
    let pitch = i32::try_from(pitch).unwrap_or(1);
    let bottom = i32::from(grid.height) - 1;
    for (x, y, form) in grid.walls() {
        maze.draw(&mut canvas, (i32::from(x), bottom - i32::from(y)), form, pitch, style);
    }
    if grid.holes {
        let hole = if style.unicode { '·' } else { '.' };
        for (x, y) in grid.free() {
            // Empty cells help to count; they should not draw the eye.
            canvas.put(i32::from(x) * pitch, bottom - i32::from(y), hole, tone(Tone::Grey));
        }
    }
    for piece in grid.pieces(board) {
        let column = (piece.x * pitch as f32).floor() as i32;
        // Text has no half rows: what is between two is drawn in the lower one.
        canvas.put(column, bottom - piece.y.floor() as i32, sign(&piece, maze.blocks, style), look(&piece));
    }
    let rows = canvas.rows(style);
    let framed = !maze.enclose();
    let mut lines = if framed { framed_rows(&rows, maze.width, pitch, style) } else { rows };
    if !grid.column_labels.is_empty() {
        lines.push(column_labels(grid, usize::from(framed), pitch, style));
    }
    if !grid.row_labels.is_empty() {
        row_labels(&mut lines, grid, usize::from(framed), style);
    }
    lines.extend(legend(grid, board, maze.blocks, style));
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

fn framed_rows(rows: &[String], width: usize, pitch: i32, style: Style) -> Vec<String> {
    let (corners, side, line) =
        if style.unicode { (["╭", "╮", "╰", "╯"], "│", "─") } else { (["+"; 4], "|", "-") };
    let length = (width - 1) * pitch.unsigned_abs() as usize + 3;
    let edge = |from: &str, to: &str| style.quiet(format!("{from}{}{to}", line.repeat(length)));
    let side = style.quiet(side);
    let mut lines = vec![edge(corners[0], corners[1])];
    lines.extend(rows.iter().map(|row| format!("{side} {row} {side}")));
    lines.push(edge(corners[2], corners[3]));
    lines
}

fn column_labels(grid: &Grid, frame: usize, pitch: i32, style: Style) -> String {
    let pitch = pitch.unsigned_abs() as usize;
    // The frame is one character and a blank.
    let mut text = " ".repeat(2 * frame);
    for label in &grid.column_labels {
        text.push_str(&format!("{label:<pitch$}"));
    }
    style.quiet(text.trim_end())
}

/// Puts a label before each row, and blanks before the lines around them.
fn row_labels(lines: &mut [String], grid: &Grid, frame: usize, style: Style) {
    let width = grid.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    for (index, line) in lines.iter_mut().enumerate() {
        let row = index.checked_sub(frame).and_then(|row| grid.row_labels.iter().rev().nth(row));
        let label = row.map_or("", String::as_str);
        *line = format!("{} {line}", style.quiet(format!("{label:>width$}")));
    }
}

/// What the named pieces are; nothing if none has a name.
fn legend(grid: &Grid, board: &Board, blocks: bool, style: Style) -> Vec<String> {
    let line = |piece: &Piece| {
        let words = grid.words(piece)?.render(language());
        Some(format!("{} {words}", style.paint(sign(piece, blocks, style), look(piece))))
    };
    let mut lines: Vec<String> = board.pieces.iter().filter_map(line).collect();
    if !lines.is_empty() {
        lines.insert(0, String::new());
    }
    lines
}

fn look(piece: &Piece) -> anstyle::Style {
    match &piece.shape {
        // A fleeing ghost is less prominent.
        Shape::Sprite(name) if name == "scared-ghost" => tone(piece.tone).bold().underline(),
        // Filled, so that the eye finds them among what lies around.
        Shape::Sprite(_) => badge(piece.tone),
        Shape::Disc | Shape::Ring | Shape::Cross if piece.marked => badge(piece.tone),
        Shape::BigDot => tone(piece.tone).bold(),
        Shape::Disc | Shape::Ring | Shape::Cross | Shape::Dot | Shape::Crumb => tone(piece.tone),
    }
}

/// The sign of a piece; among `blocks`, which fill their cells, dots do so too.
fn sign(piece: &Piece, blocks: bool, style: Style) -> char {
    let (unicode, ascii) = match (&piece.shape, piece.marked) {
        (Shape::Disc, false) => ('●', 'x'),
        (Shape::Disc, true) => ('◉', 'X'),
        (Shape::Ring, false) => ('○', 'o'),
        (Shape::Ring, true) => ('◎', 'O'),
        (Shape::Cross, false) => ('×', 'x'),
        (Shape::Cross, true) => ('×', 'X'),
        (Shape::Dot, _) => (if blocks { '●' } else { '•' }, '.'),
        (Shape::BigDot, _) => ('●', 'o'),
        (Shape::Crumb, _) => ('•', ' '),
        (Shape::Sprite(name), _) => sprite(name, piece),
    };
    if style.unicode { unicode } else { ascii }
}

/// The figures that have signs of their own; others are shown by their label, or the first letter of their name.
fn sprite(name: &str, piece: &Piece) -> (char, char) {
    let label = piece.label.chars().next();
    match (name, label) {
        // The sign is the mouth, which is open to where he looks.
        ("pacman", _) => match piece.facing {
            None => ('<', 'P'),
            Some(Facing::East) => ('<', '<'),
            Some(Facing::West) => ('>', '>'),
            Some(Facing::North) => ('v', 'v'),
            Some(Facing::South) => ('^', '^'),
        },
        (_, Some(label)) => (label, label),
        ("ghost", None) => ('Ω', 'G'),
        ("scared-ghost", None) => ('ω', 'S'),
        (_, None) => {
            let letter = name.chars().next().unwrap_or('?').to_ascii_uppercase();
            (letter, letter)
        }
    }
}

/// The signs of walls: the four bits of the index say whether a line goes north, south, east and west.
const LINES: [char; 16] = ['▪', '╴', '╶', '─', '╷', '╮', '╭', '┬', '╵', '╯', '╰', '┴', '│', '┤', '├', '┼'];

/// The walls of a board, row 0 at the top.
struct MazeWalls {
    width: usize,
    height: usize,
    /// Are there squares among them, and not lines alone?
    blocks: bool,
    walls: Vec<bool>,
    look: anstyle::Style,
}

impl MazeWalls {
    fn of(grid: &Grid) -> MazeWalls {
        let (width, height) = (usize::from(grid.width.max(1)), usize::from(grid.height.max(1)));
        let mut maze = MazeWalls {
            width,
            height,
            blocks: grid.walls().any(|(_, _, form)| form == Walls::BLOCK),
            walls: vec![false; width * height],
            look: grid.walls.as_ref().map_or_else(anstyle::Style::new, |walls| tone(walls.tone)),
        };
        for (x, y, _) in grid.walls() {
            let row = height - 1 - usize::from(y);
            maze.walls[row * width + usize::from(x)] = true;
        }
        maze
    }

    fn at(&self, column: i32, row: i32) -> bool {
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else { return false };
        column < self.width && row < self.height && self.walls[row * self.width + column]
    }

    fn any(&self) -> bool {
        self.walls.contains(&true)
    }

    /// Do walls stand all around? Then they are the frame.
    fn enclose(&self) -> bool {
        let (right, bottom) = (self.width as i32 - 1, self.height as i32 - 1);
        (0..=right).all(|column| self.at(column, 0) && self.at(column, bottom))
            && (0..=bottom).all(|row| self.at(0, row) && self.at(right, row))
    }

    /// Is there a line from this wall to that neighbour? Not in the middle of a thick wall, of which
    /// only the outline is drawn.
    fn joined(&self, column: i32, row: i32, (right, down): (i32, i32)) -> bool {
        let both = |side: i32| {
            let (column, row) = (column + down * side, row + right * side);
            self.at(column, row) && self.at(column + right, row + down)
        };
        both(0) && !(both(-1) && both(1))
    }

    fn draw(&self, canvas: &mut Canvas, (cell, row): (i32, i32), form: char, pitch: i32, style: Style) {
        let column = cell * pitch;
        if !style.unicode || form == Walls::BLOCK {
            canvas.put(column, row, if style.unicode { '■' } else { '%' }, self.look);
            return;
        }
        let [north, south, east, west] =
            [(0, -1), (0, 1), (1, 0), (-1, 0)].map(|way| self.joined(cell, row, way));
        let sign = match [north, south, east, west].map(usize::from) {
            [0, 0, 0, 0] if self.at(cell - 1, row) && self.at(cell + 1, row) => ' ',
            [north, south, east, west] => LINES[8 * north + 4 * south + 2 * east + west],
        };
        canvas.put(column, row, sign, self.look);
        for step in (1..pitch).filter(|_| east) {
            canvas.put(column + step, row, '─', self.look);
        }
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Message;
    use plylab_core::scene::{Ground, Picture, Sign};

    use super::*;

    const UNICODE: Style = Style { colour: false, unicode: true };

    /// A board from a picture: `%` walls, `#` blocks, `.` dots, `,` crumbs, `o` big dots, `x` discs, and more.
    fn board(rows: &[&str]) -> (Grid, Board) {
        let form = |char: char| match char {
            '%' => Walls::WALL,
            '#' => Walls::BLOCK,
            _ => ' ',
        };
        let walls: Vec<String> = rows.iter().map(|row| row.chars().map(form).collect()).collect();
        let tone = if rows[0].starts_with('#') { Tone::Brown } else { Tone::Blue };
        let grid = Grid {
            walls: walls.iter().any(|row| !row.trim().is_empty()).then_some(Walls { tone, rows: walls }),
            legend: vec![
                Sign::new('.', Shape::Dot, Tone::White),
                Sign::new(',', Shape::Crumb, Tone::White),
                Sign::new('o', Shape::BigDot, Tone::White),
                Sign::new('x', Shape::Disc, Tone::Yellow),
                Sign::new('G', Shape::sprite("ghost"), Tone::Red),
                Sign::new('P', Shape::sprite("pacman"), Tone::Yellow),
            ],
            ..Grid::new(rows[0].len() as u16, rows.len() as u16)
        };
        let cells = rows.concat().replace(['%', '#'], "");
        (grid, Board { cells, pieces: Vec::new() })
    }

    fn rendered(rows: &[&str], style: Style) -> Vec<String> {
        let (grid, board) = board(rows);
        render(&grid, &board, style)
    }

    #[test]
    fn a_maze_in_ascii_is_its_layout() {
        let rows = ["%%%%%%%%", "%   P G%", "%G%%%%%%", "%.o..  %", "%%%%%%%%"];
        assert_eq!(rendered(&rows, Style::PLAIN), rows);
    }

    #[test]
    fn walls_are_joined_and_thick_ones_are_outlined() {
        let maze = ["%%%%%%%%%%%", "%P..%.....%", "%.%.%%.%%%%", "%...%%.%%%%", "%%%%%%%%%%%"];
        assert_eq!(
            rendered(&maze, UNICODE),
            [
                "╭───────┬───────────╮",
                "│ < • • │ • • • • • │",
                "│ • ▪ • ├─╮ • ╭─────┤",
                "│ • • • │ │ • │     │",
                "╰───────┴─┴───┴─────╯",
            ]
        );
    }

    #[test]
    fn pieces_between_cells_stand_between_them() {
        let (grid, mut maze) = board(&["%%%%%", "%   %", "% % %", "%   %", "%%%%%"]);
        let ghost = |x: f32, y: f32| Piece::new(Shape::sprite("scared-ghost"), Tone::Blue, x, y);
        maze.pieces.extend([ghost(1.5, 3.0), ghost(3.0, 1.5)]);
        assert_eq!(
            render(&grid, &maze, UNICODE),
            ["╭───────╮", "│  ω    │", "│   ▪   │", "│     ω │", "╰───────╯"]
        );
        assert_eq!(render(&grid, &maze, Style::PLAIN), ["%%%%%", "%S  %", "% % %", "%  S%", "%%%%%"]);
    }

    #[test]
    fn pacman_opens_his_mouth_to_where_he_looks() {
        let ways = [None, Some(Facing::East), Some(Facing::West), Some(Facing::North), Some(Facing::South)];
        let signs = ways.map(|facing| {
            let pacman = Piece { facing, ..Piece::new(Shape::sprite("pacman"), Tone::Yellow, 0u16, 0u16) };
            [Style::PLAIN, UNICODE].map(|style| sign(&pacman, false, style))
        });
        assert_eq!(signs, [['P', '<'], ['<', '<'], ['>', '>'], ['v', 'v'], ['^', '^']]);
    }

    #[test]
    fn unknown_sprites_are_shown_by_label_or_letter() {
        let robot = Piece::new(Shape::sprite("robot"), Tone::Green, 0u16, 0u16);
        let seventh = Piece { label: "7".to_owned(), ..robot.clone() };
        assert_eq!([robot, seventh].map(|piece| sign(&piece, false, UNICODE)), ['R', '7']);
    }

    #[test]
    fn walls_have_their_tone_and_sprites_are_filled() {
        assert_eq!(
            rendered(&["%%%%", "%.G%", "%%%%"], Style::RICH)[1],
            "\u{1b}[38;5;33m│\u{1b}[0m • \u{1b}[1m\u{1b}[38;5;231m\u{1b}[48;5;160mΩ\u{1b}[0m \u{1b}[38;5;33m│\u{1b}[0m"
        );
    }

    #[test]
    fn squares_stand_alone_and_food_among_them_is_large() {
        let rows = ["###", "#.#", "#,#", "###"];
        assert_eq!(rendered(&rows, Style::PLAIN), ["%%%", "%.%", "% %", "%%%"]);
        assert_eq!(rendered(&rows, UNICODE), ["■ ■ ■", "■ ● ■", "■ • ■", "■ ■ ■"]);
        let (grid, mut maze) = board(&rows);
        maze.pieces.push(Piece::new(Shape::sprite("ghost"), Tone::Blue, 1u16, 1u16));
        assert_eq!(
            render(&grid, &maze, Style::RICH)[1..3],
            [
                "\u{1b}[38;5;94m■\u{1b}[0m ● \u{1b}[38;5;94m■\u{1b}[0m",
                "\u{1b}[38;5;94m■\u{1b}[0m \u{1b}[1m\u{1b}[38;5;231m\u{1b}[48;5;33mΩ\u{1b}[0m \u{1b}[38;5;94m■\u{1b}[0m",
            ]
        );
    }

    #[test]
    fn named_pieces_are_listed_with_their_signs() {
        let (mut grid, mut maze) = board(&["%%%%", "%P %", "%%%%"]);
        grid.count_words = Some(Message::new("scared-for", "scared for {n} {n|move|moves}"));
        let ghost = Piece::new(Shape::sprite("scared-ghost"), Tone::Cyan, 2u16, 1u16);
        maze.pieces.push(Piece {
            label: "2".to_owned(),
            name: "ghost 2".to_owned(),
            count: Some(9),
            ..ghost
        });
        let picture = ["%%%%", "%P2%", "%%%%", "", "2 ghost 2, scared for 9 moves"];
        assert_eq!(render(&grid, &maze, Style::PLAIN), picture);
        assert_eq!(
            render(&grid, &maze, Style::RICH)[4],
            "\u{1b}[1m\u{1b}[4m\u{1b}[38;5;30m2\u{1b}[0m ghost 2, scared for 9 moves"
        );
    }

    #[test]
    fn stones_stand_in_a_frame_and_later_pieces_on_top() {
        let (mut grid, mut stones) = board(&["  ", "xx"]);
        grid.holes = true;
        stones.pieces.push(Piece { marked: true, ..Piece::new(Shape::Ring, Tone::Red, 1u16, 0u16) });
        assert_eq!(render(&grid, &stones, Style::PLAIN), ["+-----+", "| . . |", "| x O |", "+-----+"]);
        grid.column_labels = vec!["9".to_owned(), "10".to_owned()];
        assert_eq!(
            render(&grid, &stones, UNICODE),
            ["╭──────╮", "│ ·  · │", "│ ●  ◎ │", "╰──────╯", "  9  10"]
        );
    }

    #[test]
    fn crosses_stand_in_labelled_rows() {
        let (grid, mut crosses) = board(&["  ", "  "]);
        crosses.pieces.push(Piece::new(Shape::Cross, Tone::Blue, 0u16, 1u16));
        let labels = ["a", "b"].map(str::to_owned).to_vec();
        let grid = Grid { column_labels: labels, row_labels: ["1", "2"].map(str::to_owned).to_vec(), ..grid };
        assert_eq!(
            render(&grid, &crosses, Style::PLAIN),
            ["  +-----+", "2 | x   |", "1 |     |", "  +-----+", "    a b"]
        );
    }

    #[test]
    fn connect_four_in_ascii_is_read_back_by_the_game() {
        let spec = plylab_core::Spec::new("connect4");
        let game = plylab_standard::registry().open(&spec, &plylab_core::NoFiles).unwrap();
        let Ground::Board(grid) = game.backdrop().ground else { panic!() };
        for moves in ["", "4453", "1212121"] {
            let position = game.position(moves).unwrap();
            let Picture::Board(board) = position.scene().picture else { panic!() };
            let diagram = render(&grid, &board, Style::PLAIN).join("\n");
            assert_eq!(game.position(&diagram).unwrap().text(), position.text());
        }
    }
}
