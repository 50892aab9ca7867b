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
    Actions, AgentId, DepthUnit, Game, GameInfo, Hashed, InputError, Message, ResultKind, Seed, Symmetric,
    Turn, message, mix,
};

/// The first player.
pub(super) const X: AgentId = AgentId(0);
/// The second player.
pub(super) const O: AgentId = AgentId(1);

/// The other player.
#[inline]
pub(super) fn other(agent: AgentId) -> AgentId {
    if agent == X { O } else { X }
}

/// A cell of the board, by its bit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell as a set of one.
    #[inline]
    pub(super) fn mask(self) -> u32 {
        // Wrapping, because nothing worse than nonsense may come of a cell that does not exist.
        1u32.wrapping_shl(u32::from(self.0))
    }
}

/// The cells of a set, in reading order.
#[inline]
pub(super) fn cells(mut mask: u32) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| Cell(mask.trailing_zeros() as u8));
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

/// A position: the stones of X and of O.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    pub(super) x: u32,
    pub(super) o: u32,
}

impl State {
    /// All stones.
    #[inline]
    pub(super) fn stones(&self) -> u32 {
        self.x | self.o
    }

    /// How many stones lie on the board.
    #[inline]
    pub fn played(&self) -> u32 {
        self.stones().count_ones()
    }

    /// The side to move; at the end, the one that would be.
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
    all: u32,
    /// Every group of `line` cells in a row, a column or a diagonal.
    windows: Box<[u32]>,
}

impl Default for TicTacToe {
    /// Three by three, three in a line.
    fn default() -> Self {
        TicTacToe::with_size(3, 3)
    }
}

impl TicTacToe {
    /// A board of `size` by `size` on which `line` in a line win.
    pub fn new(size: u8, line: u8) -> Result<Self, InputError> {
        if !(3..=5).contains(&size) {
            return Err(InputError::new(message!(
                "square-misfit",
                "a board of {size} by {size} cells does not fit",
                size
            ))
            .expected(message!(
                "size-range",
                "use a size from {least} to {most}",
                least = 3,
                most = 5
            )));
        }
        if !(3..=size).contains(&line) {
            return Err(InputError::new(message!(
                "line-misfit",
                "{line} in a line cannot win on a board of {size} by {size} cells",
                line,
                size
            ))
            .expected(if size == 3 {
                message!("use-setting", "use {setting}", setting = size)
            } else {
                Message::range(3, size)
            }));
        }
        Ok(TicTacToe::with_size(size, line))
    }

    /// The same for sizes that are known to fit.
    fn with_size(size: u8, line: u8) -> Self {
        let info = GameInfo {
            name: "tictactoe".into(),
            title: "Tic-tac-toe".into(),
            agents: vec!["X".to_owned(), "O".to_owned()],
            depth_unit: DepthUnit::Ply,
            result: ResultKind::Outcome,
            seats_alike: true,
            notes: Vec::new(),
        };
        let stride = u32::from(size) + 1;
        let row = (1 << size) - 1;
        let all = (0..u32::from(size)).map(|place| row << (place * stride)).sum();
        TicTacToe { info, size, line, all, windows: windows(size, line) }
    }

    /// Cells in a row, and rows.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Stones in a line that win.
    pub fn line(&self) -> u8 {
        self.line
    }

    /// Every group of cells that would win.
    pub(super) fn windows(&self) -> &[u32] {
        &self.windows
    }

    /// Every cell, as a mask.
    #[inline]
    pub(super) fn all(&self) -> u32 {
        self.all
    }

    /// The cells that hold no stone.
    #[inline]
    fn free(&self, state: &State) -> u32 {
        self.all & !state.stones()
    }

    /// The cell in that column, from the left, and that row, from the top, both counted from 0.
    #[inline]
    pub(super) fn cell(&self, column: u8, row: u8) -> Cell {
        // Wrapping, as in `Cell::mask`.
        Cell(row.wrapping_mul(self.size + 1).wrapping_add(column))
    }

    /// The column and the row of a cell.
    #[inline]
    pub(super) fn place(&self, cell: Cell) -> (u8, u8) {
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
    pub(super) fn is_won(&self, state: &State) -> bool {
        self.has_line(state.stones_of(other(state.side())))
    }

    /// Where a cell goes by symmetry number `which`: its bits mirror columns, mirror rows, and swap both.
    fn image(&self, which: usize, cell: Cell) -> Cell {
        let mirror =
            |place: u8, wanted: bool| if wanted { (self.size - 1).wrapping_sub(place) } else { place };
        let (column, row) = self.place(cell);
        let (column, row) = (mirror(column, which & 1 != 0), mirror(row, which & 2 != 0));
        if which & 4 != 0 { self.cell(row, column) } else { self.cell(column, row) }
    }
}

/// Every group of `line` cells in a row, a column or a diagonal.
fn windows(size: u8, line: u8) -> Box<[u32]> {
    let (size, line) = (i32::from(size), i32::from(line));
    let mut windows = Vec::new();
    for (right, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        for row in 0..size {
            for column in 0..size {
                let (last_column, last_row) = (column + right * (line - 1), row + down * (line - 1));
                if (0..size).contains(&last_column) && (0..size).contains(&last_row) {
                    let cell = |step: i32| 1u32 << ((row + down * step) * (size + 1) + column + right * step);
                    windows.push((0..line).map(cell).sum());
                }
            }
        }
    }
    windows.into()
}

impl Game for TicTacToe {
    type State = State;
    type Action = Cell;

    const DICE: bool = false;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, _: Seed) -> State {
        State::default()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if self.free(state) == 0 || self.is_won(state) { Turn::Over } else { Turn::Agent(state.side()) }
    }

    /// In reading order: the top row from left to right, then the row below it.
    #[inline]
    fn actions(&self, state: &State, out: &mut Actions<Cell>) {
        out.clear();
        if !self.is_won(state) {
            out.extend(cells(self.free(state)));
        }
    }

    #[inline]
    fn pick_action(&self, state: &State, pick: impl FnOnce(usize) -> usize) -> Option<Cell> {
        let free = self.free(state);
        if free == 0 || self.is_won(state) {
            return None;
        }
        let count = free.count_ones() as usize;
        cells(free).nth(pick(count).min(count - 1))
    }

    #[inline]
    fn apply(&self, state: &mut State, cell: Cell) {
        let own = if state.side() == X { &mut state.x } else { &mut state.o };
        *own |= cell.mask();
    }

    fn utility(&self, state: &State, agent: AgentId) -> f64 {
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
    fn key(&self, state: &State) -> u64 {
        mix(u64::from(state.x) | u64::from(state.o) << 32)
    }
}

/// The turns and mirror images of the square.
impl Symmetric for TicTacToe {
    fn symmetries(&self) -> usize {
        8
    }

    fn map_state(&self, which: usize, state: &State) -> State {
        let image = |own| cells(own).fold(0, |all, cell| all | self.image(which, cell).mask());
        State { x: image(state.x), o: image(state.o) }
    }

    fn map_action(&self, which: usize, cell: Cell) -> Cell {
        self.image(which, cell)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use plylab_core::{Outcome, perft};

    use super::*;

    fn start(game: &TicTacToe) -> State {
        game.initial(Seed(0))
    }

    /// Every position that play can lead to.
    fn reachable(game: &TicTacToe) -> HashSet<State> {
        let mut seen = HashSet::from([start(game)]);
        let mut open = vec![start(game)];
        while let Some(state) = open.pop() {
            let mut actions = Actions::new();
            game.actions(&state, &mut actions);
            for &cell in &actions {
                let mut next = state;
                game.apply(&mut next, cell);
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// How the game ends for X if both play as well as they can.
    fn best_for_x(game: &TicTacToe, state: State, known: &mut HashMap<State, i32>) -> i32 {
        if let Some(&value) = known.get(&state) {
            return value;
        }
        let mut actions = Actions::new();
        game.actions(&state, &mut actions);
        let values = actions.iter().map(|&cell| {
            let mut next = state;
            game.apply(&mut next, cell);
            best_for_x(game, next, known)
        });
        let value = match game.turn(&state) {
            Turn::Agent(X) => values.max().unwrap(),
            Turn::Agent(_) => values.min().unwrap(),
            Turn::Chance | Turn::Over => game.utility(&state, X) as i32,
        };
        known.insert(state, value);
        value
    }

    /// How many whole games there are, by winner (X, O, neither), from `state` on.
    fn whole_games(game: &TicTacToe, state: State) -> [u64; 3] {
        let mut actions = Actions::new();
        game.actions(&state, &mut actions);
        if actions.is_empty() {
            return match game.outcome(&state, X) {
                Outcome::Win => [1, 0, 0],
                Outcome::Loss => [0, 1, 0],
                Outcome::Draw => [0, 0, 1],
            };
        }
        actions.iter().fold([0; 3], |sum, &cell| {
            let mut next = state;
            game.apply(&mut next, cell);
            let more = whole_games(game, next);
            [sum[0] + more[0], sum[1] + more[1], sum[2] + more[2]]
        })
    }

    /// The well-known numbers: 255,168 games in all, of which 131,184 are won by X, 77,904 by O, and 46,080 drawn.
    #[test]
    fn games_are_as_many_as_others_counted() {
        let game = TicTacToe::default();
        let perft: Vec<u64> = (1..=9).map(|depth| perft(&game, &start(&game), depth)).collect();
        assert_eq!(perft[..5], [9, 72, 504, 3024, 15_120]);
        // Those that end with move 5, 6, 7 or 8 have no moves after it.
        let ended = [1440, 5328, 47_952, 72_576];
        for (place, ended) in (4..).zip(ended) {
            assert_eq!(perft[place + 1], (perft[place] - ended) * (8 - place as u64), "move {}", place + 2);
        }
        assert_eq!(perft[8], 127_872);
        assert_eq!(ended.iter().sum::<u64>() + perft[8], 255_168);
        assert_eq!(whole_games(&game, start(&game)), [131_184, 77_904, 46_080]);
    }

    #[test]
    fn positions_are_as_many_as_others_counted_also_up_to_symmetry() {
        let game = TicTacToe::default();
        let positions = reachable(&game);
        assert_eq!(positions.len(), 5478);
        let ends = positions.iter().filter(|state| game.turn(state) == Turn::Over);
        let (won, drawn): (Vec<&State>, Vec<&State>) = ends.partition(|state| game.is_won(state));
        assert_eq!((won.len(), drawn.len()), (626 + 316, 16));
        let classes: HashSet<(u32, u32)> = positions
            .iter()
            .filter_map(|state| (0..8).map(|which| game.map_state(which, state)).map(|it| (it.x, it.o)).min())
            .collect();
        assert_eq!(classes.len(), 765);
    }

    #[test]
    fn perfect_play_is_a_draw_whatever_x_begins_with() {
        let game = TicTacToe::default();
        let mut known = HashMap::new();
        assert_eq!(best_for_x(&game, start(&game), &mut known), 0);
        for cell in cells(game.all()) {
            let mut state = start(&game);
            game.apply(&mut state, cell);
            assert_eq!(known[&state], 0, "{cell:?}");
        }
    }

    #[test]
    fn lines_of_every_board_are_found() {
        // Rows and columns hold size x (size - line + 1) windows each, diagonals of each kind (size - line + 1) squared.
        for (size, line, count) in [(3, 3, 8), (4, 3, 24), (4, 4, 10), (5, 3, 48), (5, 4, 28), (5, 5, 12)] {
            let game = TicTacToe::new(size, line).unwrap();
            assert_eq!(game.windows().len(), count);
            for &window in game.windows() {
                assert_eq!((window.count_ones(), window & !game.all()), (u32::from(line), 0));
                assert!(game.has_line(window), "{window:b}");
                // Any one stone less is no line.
                assert!(cells(window).all(|cell| !game.has_line(window ^ cell.mask())), "{window:b}");
            }
        }
    }

    #[test]
    fn a_line_is_found_exactly_where_a_window_is_full() {
        for (size, line) in [(3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (5, 5)] {
            let game = TicTacToe::new(size, line).unwrap();
            let mut rng = Seed(3).rng();
            let mut found = 0;
            for _ in 0..5000 {
                let thin = [u32::MAX, rng.word() as u32][rng.below(2)];
                let stones = rng.word() as u32 & thin & game.all();
                assert_eq!(game.has_line(stones), game.lines(stones).next().is_some(), "{stones:b}");
                found += u32::from(game.has_line(stones));
            }
            assert!((100..4900).contains(&found), "{found} of 5000 on {size} by {size}, {line}");
        }
    }

    #[test]
    fn symmetries_are_the_eight_of_the_square() {
        let game = TicTacToe::default();
        let images: HashSet<Vec<Cell>> = (0..8)
            .map(|which| cells(game.all()).map(|cell| game.map_action(which, cell)).collect())
            .collect();
        assert_eq!(images.len(), 8);
        let neighbours = |one: Cell, two: Cell| {
            let ((a, b), (c, d)) = (game.place(one), game.place(two));
            a.abs_diff(c) + b.abs_diff(d) == 1
        };
        for which in 0..8 {
            for one in cells(game.all()) {
                for two in cells(game.all()) {
                    let image = |cell| game.map_action(which, cell);
                    assert_eq!(neighbours(one, two), neighbours(image(one), image(two)));
                }
            }
        }
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        let error = |size, line| TicTacToe::new(size, line).unwrap_err().to_string();
        assert_eq!(error(2, 3), "a board of 2 by 2 cells does not fit; use a size from 3 to 5");
        assert_eq!(error(6, 3), "a board of 6 by 6 cells does not fit; use a size from 3 to 5");
        assert_eq!(error(4, 5), "5 in a line cannot win on a board of 4 by 4 cells; use 3 to 4");
        assert_eq!(error(3, 4), "4 in a line cannot win on a board of 3 by 3 cells; use 3");
        assert_eq!(error(5, 2), "2 in a line cannot win on a board of 5 by 5 cells; use 3 to 5");
    }

    #[test]
    fn a_meaningless_action_does_no_harm() {
        for size in 3..=5 {
            let game = TicTacToe::new(size, 3).unwrap();
            for cell in 0..=255 {
                let mut state = start(&game);
                game.apply(&mut state, Cell(cell));
                game.turn(&state);
                for which in 0..8 {
                    game.map_state(which, &state);
                    game.map_action(which, Cell(cell));
                }
            }
        }
    }
}
