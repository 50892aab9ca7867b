//! Solves positions by a series of null-window searches.

use std::sync::OnceLock;

use plylab_core::{Game, InputError, message};
use plylab_games::connect4::{Column, ConnectFour, ConnectFourState};

use super::board::{BoardShape, BoardSize, LINE, Sized, Standard};
use super::book::Book;
use super::control::{Control, SolveProgress, Stopped};
use super::search::{ActiveNodes, Node, PlyMoves, Search, frames};
use super::table::TranspositionTable;
use crate::after;

/// Settings that affect a solver's speed, never its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverSettings {
    /// The maximum size of the transposition table in megabytes. It grows as needed.
    pub table_megabytes: usize,
    /// The number of search threads.
    pub threads: usize,
    /// Positions of at most this many stones are looked up in the opening book, if there is one for the board; 0 for no
    /// book.
    pub book_plies: u32,
}

impl Default for SolverSettings {
    /// 256 megabytes, one thread, and the whole book.
    fn default() -> Self {
        SolverSettings { table_megabytes: 256, threads: 1, book_plies: u32::MAX }
    }
}

/// What to compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The exact score: who wins, and how soon.
    #[default]
    Score,
    /// Only who wins: 1, 0 or -1 for the side to move. That takes less time.
    Outcome,
}

/// A legal move and what it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub column: Column,
    /// The score of the position after it, for the side that makes it.
    pub score: i32,
}

/// The size of the first table; longer searches use larger ones.
const FIRST_TABLE_MEGABYTES: usize = 1;
/// The growth factor of the table. Small, because touching new memory costs more than copying entries.
const GROWTH: usize = 4;

/// Solves positions of one board.
///
/// A score is 0 for a draw. Otherwise it is the number of stones that the winner has left at the end, plus one: positive
/// if the side to move wins, negative if it loses. Faster wins and slower losses have higher scores.
///
/// The solver keeps its transposition table, so that related positions take less time; results never depend on it.
pub struct Solver {
    game: ConnectFour,
    shape: BoardShape,
    settings: SolverSettings,
    /// Tables from small to large. A short search is faster with a small one, which fits the processor's caches.
    tables: Vec<TranspositionTable>,
    /// The one in use.
    level: usize,
    frames: Vec<PlyMoves>,
    nodes: u64,
    book: Option<&'static Book>,
}

impl Solver {
    /// A solver for the board of `game`.
    ///
    /// # Errors
    ///
    /// If another number than four wins, the board is too large, or there is not enough memory.
    pub fn new(game: &ConnectFour, settings: SolverSettings) -> Result<Solver, InputError> {
        if game.connect() != LINE {
            let wrong = message!(
                "connect-unsolvable",
                "{connect} in a row cannot be solved",
                connect = game.connect()
            );
            let right = message!("solve-four", "use a board where four in a row win");
            return Err(InputError::new(wrong).expected(right));
        }
        let shape = BoardShape::of(game)?;
        let first = settings.table_megabytes.min(FIRST_TABLE_MEGABYTES);
        let mut solver = Solver {
            game: game.clone(),
            shape,
            settings,
            tables: Vec::new(),
            level: 0,
            frames: frames(&shape),
            nodes: 0,
            book: (settings.book_plies > 0).then(|| Book::embedded(game)).flatten(),
        };
        solver.tables.push(solver.table(first)?);
        Ok(solver)
    }

    fn table(&self, megabytes: usize) -> Result<TranspositionTable, InputError> {
        TranspositionTable::new(megabytes, self.shape.key_bits()).ok_or_else(|| {
            let wrong = message!(
                "no-table-memory",
                "there is not enough memory for a transposition table of {megabytes} megabytes"
            );
            let right = message!("use-smaller-one", "use a smaller table");
            InputError::new(wrong).expected(right)
        })
    }

    /// Nodes searched since the solver was created.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The size of the table in use, in megabytes, rounded up.
    pub fn table_megabytes(&self) -> usize {
        self.tables[self.level].megabytes()
    }

    /// Clears the table, as if the solver were new.
    pub fn clear_table(&mut self) {
        for table in &mut self.tables[..=self.level] {
            table.clear();
        }
        self.level = 0;
    }

    /// The score of a position for the side to move.
    ///
    /// # Errors
    ///
    /// If it is stopped.
    pub fn score(
        &mut self,
        state: &ConnectFourState,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Result<i32, Stopped> {
        self.score_from(state, i32::MIN, goal, control)
    }

    /// The score of a position that is known to be at least `least`.
    ///
    /// # Errors
    ///
    /// If it is stopped.
    pub(super) fn score_from(
        &mut self,
        state: &ConnectFourState,
        least: i32,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Result<i32, Stopped> {
        let node = Node::new(&self.shape, state);
        if let Some(score) = self.without_search(state, &node) {
            return Ok(if goal == Goal::Outcome { score.signum() } else { score });
        }
        // The other side can win with the next stone at the earliest, and this one with the stone after that.
        let (earliest_loss, mut upper) = match goal {
            Goal::Score => (-(node.left / 2), (node.left - 1) / 2),
            Goal::Outcome => (-1, 1),
        };
        let mut lower = least.clamp(earliest_loss, upper);
        while lower < upper {
            let alpha = match goal {
                Goal::Score => middle(lower, upper),
                Goal::Outcome => upper - 1,
            };
            let found = self.search(node, alpha, SolveProgress { nodes: 0, lower, upper }, control)?;
            if found > alpha {
                lower = found.min(upper);
            } else {
                upper = found.max(lower);
            }
        }
        Ok(lower)
    }

    /// Every legal move with its score, from left to right.
    ///
    /// # Errors
    ///
    /// If it is stopped.
    pub fn moves(
        &mut self,
        state: &ConnectFourState,
        goal: Goal,
        control: &mut Control<'_>,
    ) -> Result<Vec<ScoredMove>, Stopped> {
        let columns = self.game.list_actions(state);
        // No move is worth more than the position.
        let most = self.without_search(state, &Node::new(&self.shape, state)).unwrap_or(i32::MAX);
        columns
            .iter()
            .map(|&column| {
                let after = after(&self.game, state, column);
                Ok(ScoredMove { column, score: -self.score_from(&after, -most, goal, control)? })
            })
            .collect()
    }

    /// The score of a position, and every move that keeps it, from left to right. Faster than [`Solver::moves`].
    ///
    /// # Errors
    ///
    /// If it is stopped.
    pub fn best_moves(
        &mut self,
        state: &ConnectFourState,
        control: &mut Control<'_>,
    ) -> Result<(i32, Vec<Column>), Stopped> {
        let score = self.score(state, Goal::Score, control)?;
        let mut best = Vec::new();
        for column in self.game.list_actions(state) {
            if self.keeps(state, column, score, control)? {
                best.push(column);
            }
        }
        Ok((score, best))
    }

    /// Does a legal move keep the score of the position?
    pub(super) fn keeps(
        &mut self,
        state: &ConnectFourState,
        column: Column,
        score: i32,
        control: &mut Control<'_>,
    ) -> Result<bool, Stopped> {
        let after = after(&self.game, state, column);
        let (node, alpha) = (Node::new(&self.shape, &after), -score);
        let found = match self.without_search(&after, &node) {
            Some(exact) => exact,
            None => {
                self.search(node, alpha, SolveProgress { nodes: 0, lower: alpha, upper: alpha }, control)?
            }
        };
        Ok(found <= alpha)
    }

    /// The principal variation to the end of the game: of several best moves the one nearest to the centre.
    ///
    /// # Errors
    ///
    /// If it is stopped.
    pub fn line(
        &mut self,
        state: &ConnectFourState,
        control: &mut Control<'_>,
    ) -> Result<Vec<Column>, Stopped> {
        let score = self.score(state, Goal::Score, control)?;
        let mut line = Vec::new();
        self.extend_line(&mut line, *state, score, control)?;
        Ok(line)
    }

    /// Adds the best moves of both sides from a position with this score to a line, to the end of the game or as far as it gets.
    pub(super) fn extend_line(
        &mut self,
        line: &mut Vec<Column>,
        mut state: ConnectFourState,
        mut score: i32,
        control: &mut Control<'_>,
    ) -> Result<(), Stopped> {
        while let Some(column) = self.best_move(&state, score, control)? {
            line.push(column);
            self.game.apply(&mut state, column);
            score = -score;
        }
        Ok(())
    }

    /// The move nearest to the centre that keeps the score of the position; none at the end of the game.
    pub(super) fn best_move(
        &mut self,
        state: &ConnectFourState,
        score: i32,
        control: &mut Control<'_>,
    ) -> Result<Option<Column>, Stopped> {
        for column in centre_first(&self.game, state) {
            if self.keeps(state, column, score, control)? {
                return Ok(Some(column));
            }
        }
        Ok(None)
    }

    /// The score, if the game is over, won with the next stone, or in the book.
    fn without_search(&self, state: &ConnectFourState, node: &Node) -> Option<i32> {
        if self.shape.has_line(node.other) {
            return Some(-(node.left / 2 + 1));
        }
        if node.wins & self.shape.playable(node.taken()) != 0 {
            return Some((node.left + 1) / 2);
        }
        if node.left == 0 {
            return Some(0);
        }
        self.book.filter(|_| state.played() <= self.settings.book_plies)?.score(state)
    }

    /// Uses the largest table from now on, however short the searches are. That pays if many related positions follow,
    /// which need more entries than a single one.
    pub fn use_whole_table(&mut self) {
        while self.can_grow() {
            self.grow();
        }
    }

    /// Can the table grow?
    fn can_grow(&self) -> bool {
        self.tables.len() > self.level + 1
            || self.tables[self.level].megabytes() < self.settings.table_megabytes
    }

    /// Switches to a larger table and copies the entries. If there is no memory for one, or a larger one would be useless,
    /// keeps this one.
    fn grow(&mut self) {
        if self.level + 1 == self.tables.len() {
            let all = self.settings.table_megabytes;
            // Threads pay only for searches that need the largest table.
            let more = self.tables[self.level].megabytes().saturating_mul(GROWTH);
            let larger = self.table(if self.settings.threads > 1 { all } else { more.min(all) });
            match larger.ok().filter(|table| table.entries() > self.tables[self.level].entries()) {
                Some(table) => self.tables.push(table),
                None => {
                    self.settings.table_megabytes = self.tables[self.level].megabytes();
                    return;
                }
            }
        }
        self.tables[self.level].copy_into(&self.tables[self.level + 1]);
        self.level += 1;
    }

    /// A null-window search of an undecided position.
    fn search(
        &mut self,
        node: Node,
        alpha: i32,
        bounds: SolveProgress,
        control: &mut Control<'_>,
    ) -> Result<i32, Stopped> {
        if (self.shape.columns, self.shape.rows) == (7, 6) {
            self.search_on(Standard, node, alpha, bounds, control)
        } else {
            self.search_on(Sized(self.shape), node, alpha, bounds, control)
        }
    }

    /// The same, compiled for the board.
    fn search_on<B: BoardSize>(
        &mut self,
        board: B,
        node: Node,
        alpha: i32,
        bounds: SolveProgress,
        control: &mut Control<'_>,
    ) -> Result<i32, Stopped> {
        loop {
            let last = !self.can_grow();
            let nodes_before = self.nodes;
            let table = &self.tables[self.level];
            let limit = if last { u64::MAX } else { table.entries() };
            let mut check_stop = |nodes: u64| {
                (control.progress)(&SolveProgress { nodes: nodes_before + nodes, ..bounds });
                control.stop.is_stopped()
            };
            if !last || self.settings.threads < 2 {
                let mut search = Search::new(board, table, limit, &mut check_stop);
                let found = search.root(node, alpha, &mut self.frames);
                self.nodes += search.nodes();
                if let Some(found) = found {
                    return Ok(found);
                }
            } else {
                return self.search_in_parallel(board, node, alpha, &mut check_stop);
            }
            if control.stop.is_stopped() {
                return Err(Stopped);
            }
            self.grow();
        }
    }

    /// The same by all threads: the first that finishes ends the search of the others.
    fn search_in_parallel<B: BoardSize>(
        &mut self,
        board: B,
        node: Node,
        alpha: i32,
        check_stop: &mut dyn FnMut(u64) -> bool,
    ) -> Result<i32, Stopped> {
        let answer = OnceLock::new();
        let active = ActiveNodes::default();
        let (table, shape) = (&self.tables[self.level], self.shape);
        let work = |check_stop: &mut dyn FnMut(u64) -> bool, frames: &mut [PlyMoves]| {
            let mut search = Search::new(board, table, u64::MAX, check_stop).in_parallel(&active);
            if let Some(found) = search.root(node, alpha, frames) {
                let _ = answer.set(found);
            }
            search.nodes()
        };
        let nodes: u64 = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.settings.threads)
                .map(|_| {
                    let work = &work;
                    let answer = &answer;
                    scope.spawn(move || work(&mut |_| answer.get().is_some(), &mut frames(&shape)))
                })
                .collect();
            let mut check_stop = |nodes| answer.get().is_some() || check_stop(nodes);
            let nodes = work(&mut check_stop, &mut self.frames);
            // Helpers end when there is an answer; if there is none, the search was stopped.
            let _ = answer.set(i32::MIN);
            nodes + helpers.into_iter().filter_map(|helper| helper.join().ok()).sum::<u64>()
        });
        self.nodes += nodes;
        answer.into_inner().filter(|&found| found != i32::MIN).ok_or(Stopped)
    }
}

/// The legal moves, those nearest to the centre first; of two equally near the left one.
pub(super) fn centre_first(game: &ConnectFour, state: &ConnectFourState) -> <ConnectFour as Game>::Actions {
    let mut columns = game.list_actions(state);
    columns.sort_by_key(|&column| from_centre(game, column));
    columns
}

/// The distance of a column from the centre, in half columns.
pub(super) fn from_centre(game: &ConnectFour, Column(column): Column) -> u8 {
    (2 * column + 1).abs_diff(game.columns())
}

/// The next null window between the bounds. Quick wins and losses are cheap to find or to rule out, so the ends come
/// first; then the outcome. Most other scores are close to a draw, so the rest is divided near the draw.
fn middle(lower: i32, upper: i32) -> i32 {
    /// Scores beyond this are quick wins and losses.
    const SOON: i32 = 8;
    /// One in this many of the scores left is on the draw's side.
    const NEAR: i32 = 5;
    let middle = if upper > SOON {
        upper / 2
    } else if lower < -SOON {
        lower / 2
    } else if lower < 0 && upper > 0 {
        0
    } else if lower >= 0 {
        lower + (upper - lower) / NEAR
    } else {
        upper - 1 - (upper - lower) / NEAR
    };
    middle.clamp(lower, upper - 1)
}
