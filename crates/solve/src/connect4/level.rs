//! Players of ten strengths that make human-like mistakes.
//!
//! Before each move a player misses some of the lines of four on the board: diagonal ones most often, vertical ones
//! least. It searches a few plies, sees wins and losses only on the lines that it has not missed, and evaluates leaves by
//! the open lines of both sides. Then it picks a move at random, favouring better ones by the level's temperature. Strong
//! levels use exact scores wherever the solver finds them with few nodes. All limits are counted in nodes, so that a seed
//! always gives the same game.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Budget, Certainty, Context, Decision, Game as _, Key, Message,
    Meter, Rng, RootMove, SearchStats, Seed, StopFlag, Value,
};
use plylab_games::connect4::{Column, ConnectFour, ConnectFourState};

use super::agent::{self, Perfect};
use super::board::{BoardShape, LINE};
use super::control::Control;
use super::solver::{Goal, Solver, SolverSettings};

/// The parameters of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Strength {
    /// The search depth in plies.
    depth: u32,
    /// The difference in value, in points, at which a move is chosen e times less often.
    temperature: f64,
    /// The probabilities of missing a line: vertical, horizontal, diagonal.
    miss_chances: [f64; 3],
    /// The maximum number of nodes for exact scores; beyond it, the level searches as above.
    nodes: u64,
}

/// Levels 1 to 9; the tenth is perfect.
const STRENGTHS: [Strength; 9] = [
    Strength { depth: 1, temperature: 8.0, miss_chances: [0.60, 0.70, 0.85], nodes: 0 },
    Strength { depth: 2, temperature: 6.0, miss_chances: [0.35, 0.45, 0.65], nodes: 0 },
    Strength { depth: 2, temperature: 4.0, miss_chances: [0.20, 0.28, 0.45], nodes: 0 },
    Strength { depth: 2, temperature: 2.5, miss_chances: [0.08, 0.14, 0.28], nodes: 0 },
    Strength { depth: 3, temperature: 1.6, miss_chances: [0.03, 0.06, 0.15], nodes: 0 },
    Strength { depth: 4, temperature: 1.0, miss_chances: [0.01, 0.02, 0.06], nodes: 0 },
    Strength { depth: 6, temperature: 0.7, miss_chances: [0.0, 0.005, 0.015], nodes: 0 },
    Strength { depth: 8, temperature: 0.8, miss_chances: [0.0, 0.0, 0.0], nodes: 30_000 },
    Strength { depth: 10, temperature: 0.35, miss_chances: [0.0, 0.0, 0.0], nodes: 300_000 },
];

/// Every line of that many cells on a board, and whether it is vertical (0), horizontal (1) or diagonal (2).
fn lines(shape: &BoardShape, cells: u8) -> Vec<(u64, usize)> {
    let (columns, rows) = (shape.columns as i32, shape.rows as i32);
    let last = i32::from(cells) - 1;
    let mut lines = Vec::new();
    for (right, up, direction) in [(0, 1, 0), (1, 0, 1), (1, 1, 2), (1, -1, 2)] {
        for column in 0..columns - last * right {
            for row in 0..rows {
                if (0..rows).contains(&(row + last * up)) {
                    let cell = |step: i32| 1u64 << ((column + right * step) * (rows + 1) + row + up * step);
                    lines.push(((0..=last).map(cell).sum(), direction));
                }
            }
        }
    }
    lines
}

/// The board as a player sees it that misses some lines.
struct LimitedView<'a, 'b> {
    shape: &'a BoardShape,
    /// The lines that the player sees.
    lines: Vec<u64>,
    meter: &'a mut Meter<'b>,
    /// Has a limit been reached? Then values are meaningless.
    limit_reached: bool,
}

/// The value of lines with one, two and three stones of one side and none of the other, in points.
const OPEN: [f64; 4] = [0.0, 0.02, 0.08, 0.3];

impl LimitedView<'_, '_> {
    fn wins(&self, stones: u64, cell: u64) -> bool {
        self.lines.iter().any(|line| line & cell != 0 && line & !(stones | cell) == 0)
    }

    /// The cells a stone can be dropped into, the centre first.
    fn moves(&self, taken: u64) -> impl Iterator<Item = u64> + use<> {
        let playable = self.shape.playable(taken);
        let (columns, middle) = (self.shape.columns, self.shape.columns / 2);
        let columns: Vec<u64> = (0..columns)
            .map(|step| {
                let away = step.div_ceil(2);
                if step % 2 == 1 { middle.wrapping_sub(away) } else { middle + away }
            })
            .filter(|&column| column < columns)
            .map(|column| playable & self.shape.column(column))
            .collect();
        columns.into_iter().filter(|&cell| cell != 0)
    }

    /// The static evaluation: the difference in open lines.
    fn evaluate(&self, own: u64, other: u64) -> f64 {
        let mut sum = 0.0;
        for line in &self.lines {
            match ((line & own).count_ones(), (line & other).count_ones()) {
                (count, 0) => sum += OPEN[count.min(3) as usize],
                (0, count) => sum -= OPEN[count.min(3) as usize],
                _ => {}
            }
        }
        sum.clamp(-3.0, 3.0)
    }

    /// The value of a position to the side to move, by an alpha-beta search to `depth`.
    fn value(&mut self, own: u64, other: u64, depth: u32, mut alpha: f64, beta: f64) -> f64 {
        self.limit_reached |= self.meter.node().is_some();
        if self.limit_reached {
            return 0.0;
        }
        let taken = own | other;
        let left = self.shape.cells - taken.count_ones() as i32;
        if left == 0 {
            return 0.0;
        }
        if self.moves(taken).any(|cell| self.wins(own, cell)) {
            return f64::from((left + 1) / 2);
        }
        if depth == 0 {
            return self.evaluate(own, other);
        }
        let mut best = f64::NEG_INFINITY;
        for cell in self.moves(taken) {
            let value = -self.value(other, own | cell, depth - 1, -beta, -alpha);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Plays at one of the levels below the highest.
struct LevelAgent {
    strength: Strength,
    shape: BoardShape,
    /// With the direction of each.
    lines: Vec<(u64, usize)>,
    /// None for boards where another number than four wins.
    solver: Option<Solver>,
    rng: Rng,
}

impl LevelAgent {
    /// Nodes that the solver has searched so far.
    fn solver_nodes(&self) -> u64 {
        self.solver.as_ref().map_or(0, Solver::nodes)
    }

    /// Exact scores of all legal moves, if the level's node limit is enough.
    fn exact(&mut self, state: &ConnectFourState, budget: &Budget) -> Option<Vec<(Column, f64)>> {
        let solver = self.solver.as_mut().filter(|_| self.strength.nodes > 0)?;
        let max = budget.nodes.map_or(self.strength.nodes, |nodes| nodes.min(self.strength.nodes));
        let before = solver.nodes();
        let meter = budget.start();
        let stop = StopFlag::default();
        let raised = stop.clone();
        let mut control = Control::new(stop).on_progress(|progress| {
            if progress.nodes - before >= max || meter.check_limits().is_some() {
                raised.stop();
            }
        });
        let moves = solver.moves(state, Goal::Score, &mut control).ok()?;
        Some(moves.iter().map(|scored| (scored.column, f64::from(scored.score))).collect())
    }

    /// The values of the legal moves by a search that misses lines, and its depth.
    fn search(
        &mut self,
        game: &ConnectFour,
        state: &ConnectFourState,
        meter: &mut Meter<'_>,
    ) -> (Vec<(Column, f64)>, u32) {
        let LevelAgent { strength, lines, rng, .. } = self;
        let seen = lines.iter().filter(|&&(_, direction)| rng.unit() >= strength.miss_chances[direction]);
        let lines: Vec<u64> = seen.map(|&(cells, _)| cells).collect();
        let mut view = LimitedView { shape: &self.shape, lines, meter, limit_reached: false };
        let columns = game.list_actions(state);
        let own = state.stones_of_mover();
        let other = state.stones() ^ own;
        let left = self.shape.cells - state.played() as i32;
        let score = |view: &mut LimitedView<'_, '_>, column: Column, depth: u32| {
            let cell = self.shape.playable(own | other) & self.shape.column(u32::from(column.0));
            let value = if view.wins(own, cell) {
                f64::from((left + 1) / 2)
            } else if depth == 0 {
                -view.evaluate(other, own | cell)
            } else {
                -view.value(other, own | cell, depth - 1, f64::NEG_INFINITY, f64::INFINITY)
            };
            (column, value)
        };
        let depth = self.strength.depth;
        let values = columns.iter().map(|&column| score(&mut view, column, depth)).collect();
        if !view.limit_reached {
            return (values, depth);
        }
        // Without time for a search it uses the static evaluation.
        (columns.iter().map(|&column| score(&mut view, column, 0)).collect(), 0)
    }
}

impl Agent<ConnectFour> for LevelAgent {
    fn begin(&mut self, _: &ConnectFour, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
        // A table filled in an earlier game would change what a number of nodes is enough for.
        if let Some(solver) = &mut self.solver {
            solver.clear_table();
        }
    }

    fn act(&mut self, context: Context<'_, ConnectFour>) -> Result<Decision<Column>, AgentFailure> {
        let Context { game, state, budget, .. } = context;
        let mut meter = budget.start();
        let before = self.solver_nodes();
        let exact = self.exact(state, budget);
        let known = exact.is_some();
        let (moves, depth) = match exact {
            Some(moves) => (moves, 0),
            None => self.search(game, state, &mut meter),
        };
        let best = moves.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        // A player that sees an immediate win always takes it.
        let wins = best >= f64::from((self.shape.cells - state.played() as i32 + 1) / 2);
        let weight = |value: f64| match value < best {
            true if wins => 0.0,
            _ => libm::exp((value - best) / self.strength.temperature),
        };
        let weights: Vec<f64> = moves.iter().map(|(_, value)| weight(*value)).collect();
        let drawn = self.rng.weighted(&weights).and_then(|index| moves.get(index));
        let &(action, value) = drawn.ok_or_else(AgentFailure::no_move)?;
        // Exact scores are integers; other values are estimates.
        let to_value = |seen: f64| match known {
            true => agent::value(game, state, seen as i32),
            false => Value::score(state.side(), seen).with(Certainty::Estimate),
        };
        Ok(Decision {
            action,
            value: Some(to_value(value)),
            moves: moves
                .iter()
                .map(|&(action, value)| RootMove { action, value: to_value(value), reply: None })
                .collect(),
            line: vec![action],
            wheel: None,
            stats: SearchStats {
                nodes: self.solver_nodes() - before + meter.nodes(),
                depth,
                time: meter.elapsed(),
                ..SearchStats::default()
            },
        })
    }
}

/// The plies of the opening book that the levels below the highest know. A larger book would make levels 8 and 9 stronger
/// in the opening than docs/levels.md says.
const BOOK_PLIES: u32 = 4;

/// The size of a player's table: enough for the node limits of levels 8 and 9, and level 10 is no weaker with it.
const TABLE_MEGABYTES: usize = 64;

/// The agents by name.
pub(crate) fn level() -> AgentKind<ConnectFour> {
    AgentKind::new(
        "level",
        "makes human-like mistakes, fewer at higher levels; 10 is perfect (docs/levels.md has the strength of each)",
        vec![Key::integer("level", 1..=10, "playing strength; level:3 is short for level:level=3").default("5").said(Message::new("level-of", "level {value}"))],
        |game, _, params| {
            let level: usize = params.number("level")?;
            let rng = Seed::default().rng();
            let settings = SolverSettings { table_megabytes: TABLE_MEGABYTES, ..SolverSettings::default() };
            let Some(&strength) = STRENGTHS.get(level - 1) else {
                let solver = Solver::new(game, settings)?;
                return Ok(Box::new(Perfect { solver, random: true, exact: false, rng }));
            };
            let settings = SolverSettings { book_plies: BOOK_PLIES, ..settings };
            let solver = (game.connect() == LINE).then(|| Solver::new(game, settings)).transpose()?;
            let shape = BoardShape::of(game)?;
            Ok(Box::new(LevelAgent { strength, lines: lines(&shape, game.connect()), shape, solver, rng }))
        },
    )
    .titled("human-like player")
    // Only the strongest levels fill their tables.
    .with_memory(|params| match params.number::<usize>("level") {
        Ok(9..) => TABLE_MEGABYTES as u64,
        _ => 0,
    })
}

#[cfg(test)]
mod tests {
    use plylab_core::{Notation as _, Roster};

    use super::*;
    use crate::SolveAgents;

    fn player(strength: Strength, seed: u64) -> LevelAgent {
        let game = ConnectFour::default();
        let shape = BoardShape::new(7, 6);
        let solver =
            Solver::new(&game, SolverSettings { table_megabytes: 1, threads: 1, book_plies: 0 }).unwrap();
        LevelAgent {
            strength,
            lines: lines(&shape, LINE),
            shape,
            solver: Some(solver),
            rng: Seed(seed).rng(),
        }
    }

    /// A level without exact scores.
    fn without_solver(level: usize) -> Strength {
        Strength { nodes: 0, ..STRENGTHS[level - 1] }
    }

    /// How often each column is chosen in 400 tries.
    fn choices(strength: Strength, position: &str) -> [u32; 7] {
        let game = ConnectFour::default();
        let state = game.parse_position(position).unwrap();
        let mut counts = [0; 7];
        let mut player = player(strength, 1);
        for seed in 0..400 {
            player.begin(&game, AgentId(0), Seed(seed));
            let decision = player.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
            counts[usize::from(decision.action.0)] += 1;
        }
        counts
    }

    #[test]
    fn a_board_has_its_lines() {
        let count = |columns, rows, direction| {
            let all = lines(&BoardShape::new(columns, rows), LINE);
            all.iter().filter(|&&(_, found)| found == direction).count()
        };
        assert_eq!([count(7, 6, 0), count(7, 6, 1), count(7, 6, 2)], [21, 24, 24]);
        assert_eq!([count(3, 7, 0), count(3, 7, 1), count(3, 7, 2)], [12, 0, 0]);
        assert_eq!(lines(&BoardShape::new(7, 6), 5).len(), 7 * 2 + 6 * 3 + 2 * 3 * 2);
    }

    #[test]
    fn a_level_without_time_uses_the_static_evaluation() {
        let game = ConnectFour::default();
        // Four vertical in column 1 win.
        let state = game.parse_position("121212").unwrap();
        for strength in STRENGTHS {
            let deep = Strength { depth: 40, miss_chances: [0.0; 3], ..strength };
            let budget = Budget { nodes: Some(1000), ..Budget::unlimited() };
            let decision = player(deep, 1).act(Context::new(&game, &state, &budget)).unwrap();
            assert_eq!(decision.action, Column(0));
            assert!(decision.stats.nodes <= 60_000, "{:?}", decision.stats);
            budget.stop.stop();
            assert_eq!(player(deep, 1).act(Context::new(&game, &state, &budget)).unwrap().action, Column(0));
        }
    }

    #[test]
    fn levels_play_boards_on_which_another_number_wins() {
        let game = ConnectFour::new(7, 6, 5).unwrap();
        let roster = Roster::new(&game, &SolveAgents);
        for level in 1..=9 {
            let spec = format!("level:{level}").parse().unwrap();
            let mut player = roster.agent(&game, &spec, AgentId(0)).unwrap();
            let state = game.parse_position("12121212").unwrap();
            player.begin(&game, AgentId(0), Seed(1));
            let decision = player.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
            assert!(level < 5 || decision.action == Column(0), "{level}: {decision:?}");
        }
    }

    #[test]
    fn only_the_highest_level_knows_the_whole_opening_book() {
        let game = ConnectFour::default();
        let roster = Roster::new(&game, &SolveAgents);
        let searched = |level: usize, position: &str| {
            let spec = format!("level:{level}").parse().unwrap();
            let mut player = roster.agent(&game, &spec, AgentId(0)).unwrap();
            player.begin(&game, AgentId(0), Seed(1));
            let state = game.parse_position(position).unwrap();
            player.act(Context::new(&game, &state, &Budget::unlimited())).unwrap().stats.nodes
        };
        assert_eq!(searched(9, "444"), 0);
        assert!(searched(9, "4444") > 0);
        assert_eq!(searched(10, "4444441"), 0);
    }

    #[test]
    fn strong_levels_take_a_win_and_weak_ones_miss_it_more_often_the_harder_it_is_to_see() {
        // Four vertical in column 1, four in the bottom row, and a diagonal from column 1 to column 4.
        let wins = |strength: Strength| {
            [("121212", 0), ("112233", 3), ("1223433474", 3)]
                .map(|(position, column)| choices(strength, position)[column])
        };
        let [vertical, level, diagonal] = wins(without_solver(3));
        assert!(vertical > level && level > diagonal, "{vertical} {level} {diagonal}");
        assert!(diagonal > 100);
        assert!(wins(without_solver(7)).iter().all(|&wins| wins > 375));
        let [weak, ..] = wins(without_solver(1));
        assert!(weak < vertical && weak > 400 / 7, "even the weakest does not only guess: {weak}");
    }

    #[test]
    fn higher_levels_block_threats_more_reliably() {
        // Red must block in column 4.
        let blocks: Vec<u32> = (1..=7).map(|level| choices(without_solver(level), "11223")[3]).collect();
        assert!(blocks.is_sorted(), "{blocks:?}");
        assert!(blocks.last() > Some(&390), "{blocks:?}");
    }

    #[test]
    fn small_losses_are_likelier_than_large_ones() {
        // All moves here have exact scores, found with few nodes.
        let game = ConnectFour::default();
        let state = game.parse_position("123456776543").unwrap();
        let strength = Strength { temperature: 6.0, nodes: 50_000_000, ..STRENGTHS[8] };
        let mut player = player(strength, 1);
        let scores = player.exact(&state, &Budget::unlimited()).unwrap();
        let mut counts = [0; 7];
        for _ in 0..200 {
            let decision = player.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
            counts[usize::from(decision.action.0)] += 1;
        }
        let mut by_score: Vec<(i32, u32)> =
            scores.iter().map(|(column, score)| (*score as i32, counts[usize::from(column.0)])).collect();
        by_score.sort_unstable();
        let (worst, best) = (by_score[0], by_score[by_score.len() - 1]);
        assert!(worst.0 < best.0 && worst.1 < best.1, "{by_score:?}");
    }
}
