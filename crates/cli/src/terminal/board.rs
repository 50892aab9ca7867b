//! Boards of square cells: stones in a frame, or a maze.
//!
//! A cell is two characters wide, which makes it about square and leaves a place for pieces halfway between two
//! cells. A maze in plain ASCII is one character a cell instead, as layout files are, and at the start of a game it
//! is one. Below the board stand the pieces that have a name, each with its sign.

use plylab_core::scene::{Board, Facing, Piece, Shape, Tone};

use super::canvas::Canvas;
use super::{Style, badge, tone};

/// The board, line by line.
pub fn render(board: &Board, style: Style) -> Vec<String> {
    let walls = Walls::of(board);
    let longest = board.column_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let pitch = if walls.any() && !style.unicode { 1 } else { 2.max(longest + 1) };
    let mut canvas = Canvas::new((walls.width - 1) * pitch + 1, walls.height);
    let pitch = i32::try_from(pitch).unwrap_or(1);
    for piece in &board.pieces {
        let column = ((piece.x - walls.left as f32) * pitch as f32).floor() as i32;
        // Text has no half rows: what is between two is drawn in the lower one.
        let row = walls.top - piece.y.floor() as i32;
        if piece.shape == Shape::Wall && style.unicode {
            walls.draw(&mut canvas, piece, column, row, pitch);
        } else {
            canvas.put(column, row, sign(piece, walls.blocks, style), look(piece));
        }
    }
    let rows = canvas.rows(style);
    let mut lines = if walls.enclose() { rows } else { framed(&rows, walls.width, pitch, style) };
    if !board.column_labels.is_empty() {
        lines.push(labels(board, walls.left, usize::from(!walls.enclose()), pitch, style));
    }
    lines.extend(legend(board, &walls, style));
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

fn framed(rows: &[String], width: usize, pitch: i32, style: Style) -> Vec<String> {
    let [corners, side, line] = if style.unicode {
        [["╭", "╮", "╰", "╯"], ["│"; 4], ["─"; 4]]
    } else {
        [["+"; 4], ["|"; 4], ["-"; 4]]
    };
    let length = (width - 1) * pitch.unsigned_abs() as usize + 3;
    let edge = |from: &str, to: &str| style.quiet(format!("{from}{}{to}", line[0].repeat(length)));
    let side = style.quiet(side[0]);
    let mut lines = vec![edge(corners[0], corners[1])];
    lines.extend(rows.iter().map(|row| format!("{side} {row} {side}")));
    lines.push(edge(corners[2], corners[3]));
    lines
}

fn labels(board: &Board, left: i32, frame: usize, pitch: i32, style: Style) -> String {
    let pitch = pitch.unsigned_abs() as usize;
    // Walls may begin left of the first column; the frame is one character and a blank.
    let mut text = " ".repeat(left.unsigned_abs() as usize * pitch + 2 * frame);
    for label in &board.column_labels {
        text.push_str(&format!("{label:<pitch$}"));
    }
    style.quiet(text.trim_end())
}

/// What the named pieces are; nothing if none has a name.
fn legend(board: &Board, walls: &Walls, style: Style) -> Vec<String> {
    let named = board.pieces.iter().filter(|piece| !piece.name.is_empty());
    let line = |piece: &Piece| {
        format!("{} {}", style.paint(sign(piece, walls.blocks, style), look(piece)), piece.name)
    };
    let mut lines: Vec<String> = named.map(line).collect();
    if !lines.is_empty() {
        lines.insert(0, String::new());
    }
    lines
}

fn look(piece: &Piece) -> anstyle::Style {
    match piece.shape {
        // Filled, so that the eye finds them among the food; a ghost that flees has nothing to show off.
        Shape::Pacman | Shape::Ghost => badge(piece.tone),
        Shape::ScaredGhost => tone(piece.tone).bold().underline(),
        Shape::Disc | Shape::Ring if piece.marked => badge(piece.tone),
        Shape::Capsule => tone(piece.tone).bold(),
        // Empty places are there to be counted, not to be looked at.
        Shape::Hole => tone(Tone::Grey),
        Shape::Wall | Shape::Block | Shape::Disc | Shape::Ring | Shape::Pellet | Shape::Crumb => {
            tone(piece.tone)
        }
    }
}

/// The sign of a piece; among `blocks`, which fill their cells, food does so too.
fn sign(piece: &Piece, blocks: bool, style: Style) -> char {
    let label = piece.label.chars().next();
    let (unicode, ascii) = match (piece.shape, piece.marked) {
        (Shape::Wall, _) => ('█', '%'),
        (Shape::Block, _) => ('■', '%'),
        (Shape::Hole, _) => ('·', '.'),
        (Shape::Disc, false) => ('●', 'x'),
        (Shape::Disc, true) => ('◉', 'X'),
        (Shape::Ring, false) => ('○', 'o'),
        (Shape::Ring, true) => ('◎', 'O'),
        (Shape::Pellet, _) => (if blocks { '●' } else { '•' }, '.'),
        (Shape::Capsule, _) => ('●', 'o'),
        (Shape::Crumb, _) => ('•', ' '),
        (Shape::Ghost, _) => (label.unwrap_or('Ω'), label.unwrap_or('G')),
        (Shape::ScaredGhost, _) => (label.unwrap_or('ω'), label.unwrap_or('S')),
        // The sign is the mouth, which is open to where he looks.
        (Shape::Pacman, _) => match piece.facing {
            None => ('<', 'P'),
            Some(Facing::East) => ('<', '<'),
            Some(Facing::West) => ('>', '>'),
            Some(Facing::North) => ('v', 'v'),
            Some(Facing::South) => ('^', '^'),
        },
    };
    if style.unicode { unicode } else { ascii }
}

/// Where the walls are, on the rectangle that holds the board and every wall around it.
struct Walls {
    left: i32,
    top: i32,
    width: usize,
    height: usize,
    /// Are they squares, and not lines?
    blocks: bool,
    cells: Vec<bool>,
}

impl Walls {
    fn of(board: &Board) -> Walls {
        let walls = || board.pieces.iter().filter(|piece| matches!(piece.shape, Shape::Wall | Shape::Block));
        let (columns, rows) = (i32::from(board.width.max(1)), i32::from(board.height.max(1)));
        // Walls around the board stand right beside it; nothing else is drawn outside.
        let beside = |low: bool, high: bool, size: i32| (-i32::from(low), size - 1 + i32::from(high));
        let (left, right) =
            beside(walls().any(|wall| wall.x < 0.0), walls().any(|wall| wall.x as i32 >= columns), columns);
        let (bottom, top) =
            beside(walls().any(|wall| wall.y < 0.0), walls().any(|wall| wall.y as i32 >= rows), rows);
        let (width, height) = ((right - left + 1) as usize, (top - bottom + 1) as usize);
        let blocks = walls().any(|wall| wall.shape == Shape::Block);
        let mut found = Walls { left, top, width, height, blocks, cells: vec![false; width * height] };
        for wall in walls() {
            let place = found.place(wall.x.floor() as i32 - left, top - wall.y.floor() as i32);
            if let Some(cell) = place.and_then(|place| found.cells.get_mut(place)) {
                *cell = true;
            }
        }
        found
    }

    fn place(&self, column: i32, row: i32) -> Option<usize> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (column < self.width && row < self.height).then_some(row * self.width + column)
    }

    fn at(&self, column: i32, row: i32) -> bool {
        self.place(column, row).is_some_and(|place| self.cells[place])
    }

    fn any(&self) -> bool {
        self.cells.contains(&true)
    }

    /// Do walls stand all around? Then they are the frame.
    fn enclose(&self) -> bool {
        let (right, bottom) = (self.width as i32 - 1, self.height as i32 - 1);
        (0..=right).all(|column| self.at(column, 0) && self.at(column, bottom))
            && (0..=bottom).all(|row| self.at(0, row) && self.at(right, row))
    }

    /// Is there a line from this wall to its neighbour over there? Not in the middle of a thick wall, of which
    /// only the outline is drawn.
    fn joined(&self, column: i32, row: i32, (right, down): (i32, i32)) -> bool {
        let both = |side: i32| {
            let (column, row) = (column + down * side, row + right * side);
            self.at(column, row) && self.at(column + right, row + down)
        };
        both(0) && !(both(-1) && both(1))
    }

    fn draw(&self, canvas: &mut Canvas, wall: &Piece, column: i32, row: i32, pitch: i32) {
        let cell = column / pitch;
        let [north, south, east, west] =
            [(0, -1), (0, 1), (1, 0), (-1, 0)].map(|way| self.joined(cell, row, way));
        let sign = match (north, south, east, west) {
            (false, false, false, false) => {
                let inside = self.at(cell - 1, row) && self.at(cell + 1, row);
                if inside { ' ' } else { '▪' }
            }
            (true, true, false, false) => '│',
            (true, false, false, false) => '╵',
            (false, true, false, false) => '╷',
            (false, false, true, true) => '─',
            (false, false, true, false) => '╶',
            (false, false, false, true) => '╴',
            (false, true, true, false) => '╭',
            (false, true, false, true) => '╮',
            (true, false, true, false) => '╰',
            (true, false, false, true) => '╯',
            (true, true, true, false) => '├',
            (true, true, false, true) => '┤',
            (false, true, true, true) => '┬',
            (true, false, true, true) => '┴',
            (true, true, true, true) => '┼',
        };
        canvas.put(column, row, sign, look(wall));
        if east {
            for step in 1..pitch {
                canvas.put(column + step, row, '─', look(wall));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNICODE: Style = Style { colour: false, unicode: true };

    /// A board from a picture: `%` walls, `#` blocks, `.` pellets, `,` crumbs, `o` capsules, `x` discs, `_` holes, and more.
    fn board(rows: &[&str]) -> Board {
        let mut pieces = Vec::new();
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, char) in row.chars().enumerate() {
                let (shape, tone) = match char {
                    '%' => (Shape::Wall, Tone::Blue),
                    '#' => (Shape::Block, Tone::Brown),
                    '.' => (Shape::Pellet, Tone::White),
                    ',' => (Shape::Crumb, Tone::White),
                    'o' => (Shape::Capsule, Tone::White),
                    'x' => (Shape::Disc, Tone::Yellow),
                    '_' => (Shape::Hole, Tone::Grey),
                    'G' => (Shape::Ghost, Tone::Red),
                    'P' => (Shape::Pacman, Tone::Yellow),
                    _ => continue,
                };
                pieces.push(Piece::new(shape, tone, x as u16, y as u16));
            }
        }
        let (width, height) = (rows[0].len() as u16, rows.len() as u16);
        Board { width, height, column_labels: Vec::new(), pieces }
    }

    #[test]
    fn a_maze_in_ascii_is_its_layout() {
        let rows = ["%%%%%%%%", "%   P G%", "%G%%%%%%", "%.o..  %", "%%%%%%%%"];
        assert_eq!(render(&board(&rows), Style::PLAIN), rows);
    }

    #[test]
    fn walls_are_joined_and_thick_ones_are_outlined() {
        let maze = board(&["%%%%%%%%%%%", "%P..%.....%", "%.%.%%.%%%%", "%...%%.%%%%", "%%%%%%%%%%%"]);
        assert_eq!(
            render(&maze, UNICODE),
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
        let mut maze = board(&["%%%%%", "%   %", "% % %", "%   %", "%%%%%"]);
        let ghost = |x: f32, y: f32| Piece::new(Shape::ScaredGhost, Tone::Blue, x, y);
        maze.pieces.extend([ghost(1.5, 3.0), ghost(3.0, 1.5)]);
        assert_eq!(render(&maze, UNICODE), ["╭───────╮", "│  ω    │", "│   ▪   │", "│     ω │", "╰───────╯"]);
        assert_eq!(render(&maze, Style::PLAIN), ["%%%%%", "%S  %", "% % %", "%  S%", "%%%%%"]);
    }

    #[test]
    fn pacman_opens_his_mouth_to_where_he_looks() {
        let ways = [None, Some(Facing::East), Some(Facing::West), Some(Facing::North), Some(Facing::South)];
        let signs = ways.map(|facing| {
            let pacman = Piece { facing, ..Piece::new(Shape::Pacman, Tone::Yellow, 0u16, 0u16) };
            [Style::PLAIN, UNICODE].map(|style| sign(&pacman, false, style))
        });
        assert_eq!(signs, [['P', '<'], ['<', '<'], ['>', '>'], ['v', 'v'], ['^', '^']]);
    }

    #[test]
    fn walls_around_the_board_are_its_frame() {
        let mut maze = board(&["..", ",G"]);
        for (x, y) in (-1i8..3).flat_map(|x| (-1i8..3).map(move |y| (x, y))) {
            if !(0..2).contains(&x) || !(0..2).contains(&y) {
                maze.pieces.push(Piece::new(Shape::Wall, Tone::Brown, x, y));
            }
        }
        assert_eq!(render(&maze, Style::PLAIN), ["%%%%", "%..%", "% G%", "%%%%"]);
        assert_eq!(render(&maze, UNICODE), ["╭─────╮", "│ • • │", "│ • Ω │", "╰─────╯"]);
        assert_eq!(
            render(&maze, Style::RICH)[2],
            "\u{1b}[38;5;94m│\u{1b}[0m • \u{1b}[1m\u{1b}[38;5;231m\u{1b}[48;5;160mΩ\u{1b}[0m \u{1b}[38;5;94m│\u{1b}[0m"
        );
    }

    #[test]
    fn squares_stand_alone_and_food_among_them_is_large() {
        let mut maze = board(&["###", "#.#", "#,#", "###"]);
        assert_eq!(render(&maze, Style::PLAIN), ["%%%", "%.%", "% %", "%%%"]);
        assert_eq!(render(&maze, UNICODE), ["■ ■ ■", "■ ● ■", "■ • ■", "■ ■ ■"]);
        maze.pieces.push(Piece::new(Shape::Ghost, Tone::Blue, 1u16, 1u16));
        assert_eq!(
            render(&maze, Style::RICH)[1..3],
            [
                "\u{1b}[38;5;94m■\u{1b}[0m ● \u{1b}[38;5;94m■\u{1b}[0m",
                "\u{1b}[38;5;94m■\u{1b}[0m \u{1b}[1m\u{1b}[38;5;231m\u{1b}[48;5;33mΩ\u{1b}[0m \u{1b}[38;5;94m■\u{1b}[0m",
            ]
        );
    }

    #[test]
    fn named_pieces_are_listed_with_their_signs() {
        let mut maze = board(&["%%%%", "%P %", "%%%%"]);
        let name = "ghost 2, scared for 9 moves".to_owned();
        let ghost = Piece::new(Shape::ScaredGhost, Tone::Cyan, 2u16, 1u16);
        maze.pieces.push(Piece { label: "2".to_owned(), name, ..ghost });
        let picture = ["%%%%", "%P2%", "%%%%", "", "2 ghost 2, scared for 9 moves"];
        assert_eq!(render(&maze, Style::PLAIN), picture);
        assert_eq!(
            render(&maze, Style::RICH)[4],
            "\u{1b}[1m\u{1b}[4m\u{1b}[38;5;30m2\u{1b}[0m ghost 2, scared for 9 moves"
        );
    }

    #[test]
    fn stones_stand_in_a_frame_and_later_pieces_on_top() {
        let mut stones = board(&["__", "xx"]);
        stones.pieces.push(Piece { marked: true, ..Piece::new(Shape::Ring, Tone::Red, 1u16, 0u16) });
        assert_eq!(render(&stones, Style::PLAIN), ["+-----+", "| . . |", "| x O |", "+-----+"]);
        stones.column_labels = vec!["9".to_owned(), "10".to_owned()];
        assert_eq!(render(&stones, UNICODE), ["╭──────╮", "│ ·  · │", "│ ●  ◎ │", "╰──────╯", "  9  10"]);
    }

    #[test]
    fn connect_four_in_ascii_is_read_back_by_the_game() {
        let spec = plylab_core::Spec::new("connect4");
        let game =
            plylab_games::registry::open(&spec, &plylab_games::registry::NoFiles, &plylab_core::CoreAgents)
                .unwrap();
        for moves in ["", "4453", "1212121"] {
            let position = game.position(moves).unwrap();
            let plylab_core::scene::Picture::Board(board) = position.scene().picture else { panic!() };
            let diagram = render(&board, Style::PLAIN).join("\n");
            assert_eq!(game.position(&diagram).unwrap().text(), position.text());
        }
    }
}
