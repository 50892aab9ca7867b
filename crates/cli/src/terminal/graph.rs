//! Points and edges: a drawing in dots of braille, and a triangular table that says the same without colour.

use plylab_core::scene::{Edge, Graph, GraphPoint, LineStyle, Network, Tone};
use plylab_core::{Words as _, message};

use super::canvas::Canvas;
use super::{Style, tone};
use crate::language::{language, named, say};

/// An edge between two points, taken by a side or free.
#[derive(Clone, Copy)]
struct Way<'a> {
    from: usize,
    to: usize,
    taken: Option<&'a Edge>,
}

/// The graph, line by line: in plain ASCII the table alone.
pub fn render(network: &Network, graph: &Graph, style: Style) -> Vec<String> {
    let taken = |from: usize, to: usize| {
        graph.edges.iter().find(|edge| [(from, to), (to, from)].contains(&(edge.from, edge.to)))
    };
    let ways = network.edges.iter().map(|&(from, to)| Way { from, to, taken: taken(from, to) });
    let ways: Vec<Way> = ways.collect();
    let table = edge_table(network, &ways, style);
    if !style.unicode {
        return table;
    }
    let picture = drawing(network, &ways, style);
    // The table stands beside the drawing, at half its height.
    let above = picture.len().saturating_sub(table.len()) / 2;
    let beside =
        |row: usize| row.checked_sub(above).and_then(|row| table.get(row)).map_or("", String::as_str);
    let height = picture.len().max(table.len());
    let blank = " ".repeat(COLUMNS);
    (0..height)
        .map(|row| format!("{}   {}", picture.get(row).unwrap_or(&blank), beside(row)).trim_end().to_owned())
        .collect()
}

/// The sign of an edge in the table: the same signs as for the stones of the two players.
fn sign(taken: Option<&Edge>, style: Style) -> char {
    let (unicode, ascii) = match taken.map(|edge| (edge.line, edge.marked)) {
        Some((LineStyle::Solid, false)) => ('●', 'x'),
        Some((LineStyle::Solid, true)) => ('◉', 'X'),
        Some((LineStyle::Dashed, false)) => ('○', 'o'),
        Some((LineStyle::Dashed, true)) => ('◎', 'O'),
        None => ('·', '.'),
    };
    if style.unicode { unicode } else { ascii }
}

fn look(taken: Option<&Edge>) -> anstyle::Style {
    match taken {
        None => tone(Tone::Grey),
        Some(edge) if edge.marked => tone(edge.tone).bold(),
        Some(edge) => tone(edge.tone),
    }
}

fn edge_table(network: &Network, ways: &[Way], style: Style) -> Vec<String> {
    let labels: Vec<&str> = network.points.iter().map(|point| point.label.as_str()).collect();
    let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let between = |one: usize, other: usize| {
        ways.iter().find(|way| (way.from.min(way.to), way.from.max(way.to)) == (one, other))
    };
    let cell = |one: usize, other: usize| {
        let way = between(one, other);
        let sign = way.map(|way| style.paint(sign(way.taken, style), look(way.taken)));
        format!("{}{}", " ".repeat(width), sign.unwrap_or_else(|| " ".to_owned()))
    };
    let last = labels.len().saturating_sub(1);
    let heads: String = labels[..last].iter().map(|label| format!(" {label:>width$}")).collect();
    let mut lines = vec![style.quiet(format!("{:width$}{heads}", ""))];
    for (row, label) in labels.iter().enumerate().skip(1) {
        let cells: String = (0..row).map(|column| cell(column, row)).collect();
        lines.push(format!("{}{cells}", style.quiet(format!("{label:>width$}"))).trim_end().to_owned());
    }
    lines.push(String::new());
    lines.extend(legend(ways, style));
    lines
}

/// One line for each kind of edge in the graph.
fn legend(ways: &[Way], style: Style) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (kind, dashes) in
        [(Some(LineStyle::Solid), " ───"), (Some(LineStyle::Dashed), " ╌╌╌"), (None, " ···")]
    {
        let mut of_kind = ways.iter().filter(|way| way.taken.map(|edge| edge.line) == kind).peekable();
        let Some(first) = of_kind.peek().map(|way| way.taken) else { continue };
        let plain = first.map(|edge| Edge { marked: false, ..edge.clone() });
        let dashes = if style.unicode { dashes } else { "" };
        let signs = style.paint(format!("{}{dashes}", sign(plain.as_ref(), style)), look(plain.as_ref()));
        let name = named(first.map_or("free", |edge| edge.tone.name()));
        let marked = of_kind.find(|way| way.taken.is_some_and(|edge| edge.marked)).map(|way| {
            let sign = style.paint(sign(way.taken, style), look(way.taken));
            format!("{}{sign} {}", language().comma(), say(&message!("marked", "marked")))
        });
        lines.push(format!("{signs} {name}{}", marked.unwrap_or_default()));
    }
    lines
}

/// The size of the drawing in characters: about square, and not as high as a small terminal.
const COLUMNS: usize = 37;
const ROWS: usize = 18;

fn drawing(network: &Network, ways: &[Way], style: Style) -> Vec<String> {
    let mut dots = Dots::new();
    // Free edges first: an edge that was taken is drawn over them.
    for kind in [None, Some(LineStyle::Dashed), Some(LineStyle::Solid)] {
        for way in ways.iter().filter(|way| way.taken.map(|edge| edge.line) == kind) {
            if let (Some(from), Some(to)) = (network.points.get(way.from), network.points.get(way.to)) {
                dots.line(middle(cell_of(from)), middle(cell_of(to)), way.taken);
            }
        }
    }
    let mut canvas = Canvas::new(COLUMNS, ROWS);
    dots.onto(&mut canvas);
    for point in &network.points {
        let (column, row) = cell_of(point);
        let left = column - point.label.chars().count() as i32 / 2;
        // A blank on each side keeps the label apart from the edges that end there.
        for (step, char) in (-1..).zip(format!(" {} ", point.label).chars()) {
            let look = anstyle::Style::new();
            canvas.put(left + step, row, char, if char == ' ' { look } else { look.bold() });
        }
    }
    canvas.rows(style)
}

/// The character at which a point lies, between room for its label on both sides.
fn cell_of(point: &GraphPoint) -> (i32, i32) {
    let (width, height) = ((COLUMNS - 5) as f64, (ROWS - 1) as f64);
    ((2.0 + (point.x + 1.0) / 2.0 * width).round() as i32, ((1.0 - point.y) / 2.0 * height).round() as i32)
}

/// The dot in the middle of a character.
fn middle((column, row): (i32, i32)) -> (f64, f64) {
    ((2 * column) as f64, (4 * row + 1) as f64)
}

/// Braille characters as a fine grid, two dots wide and four high each.
struct Dots {
    cells: Vec<Option<Dot>>,
}

#[derive(Clone, Copy)]
struct Dot {
    pattern: u32,
    free: bool,
    look: anstyle::Style,
}

impl Dots {
    fn new() -> Dots {
        Dots { cells: vec![None; COLUMNS * ROWS] }
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), taken: Option<&Edge>) {
        let (across, down) = (to.0 - from.0, to.1 - from.1);
        let steps = across.abs().max(down.abs()).ceil().max(1.0) as u32;
        let shown = |step: u32| match taken.map(|edge| edge.line) {
            Some(LineStyle::Solid) => true,
            Some(LineStyle::Dashed) => step % 7 < 4,
            None => step.is_multiple_of(4),
        };
        for step in (0..=steps).filter(|&step| shown(step)) {
            let share = step as f64 / steps as f64;
            let (x, y) = (from.0 + across * share, from.1 + down * share);
            self.dot(x, y, taken);
            if taken.is_some_and(|edge| edge.marked) {
                // Twice as thick, across its own direction.
                let beside = if across.abs() > down.abs() { (x, y + 1.0) } else { (x + 1.0, y) };
                self.dot(beside.0, beside.1, taken);
            }
        }
    }

    fn dot(&mut self, x: f64, y: f64, taken: Option<&Edge>) {
        let (x, y) = (x.round() as usize, y.round() as usize);
        let (column, row) = (x / 2, y / 4);
        if column >= COLUMNS || row >= ROWS {
            return;
        }
        // The numbering of the dots within U+2800: three rows of two, and the fourth row added later.
        const BITS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let bit = BITS[y % 4][x % 2];
        let cell = &mut self.cells[row * COLUMNS + column];
        let below = match cell {
            // One character has one colour: a free edge gives way to a taken one.
            Some(dot) if !dot.free || taken.is_none() => dot.pattern,
            _ => 0,
        };
        *cell = Some(Dot { pattern: below | bit, free: taken.is_none(), look: look(taken) });
    }

    fn onto(&self, canvas: &mut Canvas) {
        for (index, dot) in self.cells.iter().enumerate() {
            if let Some(dot) = dot
                && let Some(sign) = char::from_u32(0x2800 + dot.pattern)
            {
                canvas.put((index % COLUMNS) as i32, (index / COLUMNS) as i32, sign, dot.look);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six points in a ring, all edges between them.
    fn six() -> (Network, Graph) {
        let point = |number: u8| {
            let angle = std::f64::consts::TAU * f64::from(number) / 6.0;
            GraphPoint { label: (number + 1).to_string(), x: angle.sin(), y: angle.cos() }
        };
        let pairs = (0..6).flat_map(|from| (from + 1..6).map(move |to| (from, to)));
        let edges = [
            (0, 1, LineStyle::Solid, Tone::Red, true),
            (0, 2, LineStyle::Dashed, Tone::Blue, false),
            (0, 3, LineStyle::Solid, Tone::Red, true),
            (1, 3, LineStyle::Solid, Tone::Red, true),
            (2, 4, LineStyle::Solid, Tone::Red, false),
            (4, 5, LineStyle::Dashed, Tone::Blue, false),
        ];
        let edges = edges.map(|(from, to, line, tone, marked)| Edge { from, to, line, tone, marked });
        (
            Network { points: (0..6).map(point).collect(), edges: pairs.collect() },
            Graph { edges: edges.to_vec() },
        )
    }

    fn rendered(style: Style) -> Vec<String> {
        let (network, graph) = six();
        render(&network, &graph, style)
    }

    #[test]
    fn the_table_says_it_without_colour() {
        assert_eq!(
            rendered(Style::PLAIN),
            [
                "  1 2 3 4 5",
                "2 X",
                "3 o .",
                "4 X X .",
                "5 . . x .",
                "6 . . . . o",
                "",
                "x red, X marked",
                "o blue",
                ". free",
            ]
        );
    }

    #[test]
    fn the_drawing_shows_lines_by_dots_and_dashes() {
        let style = Style { colour: false, unicode: true };
        assert_eq!(
            rendered(style),
            [
                "                ⡀ 1 ⡀",
                "              ⠄  ⠂⣿⠉⠙⠳⣤⣀",
                "          ⠄ ⠁   ⠂ ⣿ ⢣  ⠉⠛⢦⣄⡀",
                "      ⡀ ⠁      ⠂  ⣿   ⡀   ⠈⠙⠳⣤⣀",
                "    6 ⠂ ⠂ ⠂ ⠂⠐⠂ ⠂ ⣿ ⠂ ⠱ ⠂ ⠂ ⠂ ⠉ 2         1 2 3 4 5",
                "    ⡄⠂⠁ ⠄   ⠐     ⣿    ⠠⡀   ⠄ ⢠⡟⠂       2 ◉",
                "    ⠃ ⠂   ⠂⠐⡀     ⣿     ⠑ ⠂  ⢠⡟ ⠂       3 ○ ·",
                "    ⡆  ⠂  ⠐   ⠄   ⣿   ⠄  ⠐⡄ ⣠⠟  ⠂       4 ◉ ◉ ·",
                "    ⠁   ⠐⠐      ⠁ ⣿ ⠁     ⠈⣰⠏   ⠂       5 · · ● ·",
                "    ⡇   ⠐⠐      ⠄ ⣿ ⠄     ⣰⠟⡄   ⠂       6 · · · · ○",
                "    ⡀  ⠂  ⠐ ⡀ ⠁   ⣿   ⠁ ⡀⣰⠏  ⢀  ⠂",
                "    ⠇ ⠂   ⠂⠐      ⣿     ⣼⠃⠂  ⠈⠆ ⠂       ● ─── red, ◉ marked",
                "    ⡄⠂⠄ ⠁   ⠐     ⣿    ⣼⠃   ⠁ ⠄⢄⠂       ○ ╌╌╌ blue",
                "    5 ⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⣿⠒⠒⠒⣾⠓⠒⠒⠒⠒⠒⠒⠒ 3       · ··· free",
                "        ⠄      ⠂  ⣿ ⢀⡾⠁     ⠄",
                "          ⠁ ⠄   ⠂ ⣿⢀⡾⠁  ⠄ ⠁",
                "              ⠁ ⡀⠂⣿⡾⠁ ⠁",
                "                  4",
            ]
        );
        // Without its colours the coloured picture is the same.
        let coloured = rendered(Style::RICH).join("\n");
        let plain: String =
            coloured.split('\u{1b}').enumerate().fold(String::new(), |text, (index, part)| {
                text + if index == 0 { part } else { part.split_once('m').map_or("", |(_, rest)| rest) }
            });
        assert_eq!(plain, rendered(style).join("\n"));
        assert!(coloured.contains("\u{1b}[38;5;33m⠱\u{1b}[0m"), "dashes are blue");
        assert!(coloured.contains("\u{1b}[1m\u{1b}[38;5;160m⣿"), "marked edges are bold");
    }
}
