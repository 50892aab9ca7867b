//! The settings of a depth-limited search.

use plylab_core::Depth;

/// Which of several equally good moves is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// The first in the order of search.
    #[default]
    First,
    /// The last in the order of search.
    Last,
    /// A random one, by the seed.
    Random,
}

/// When the remaining children of a node are pruned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CutRule {
    /// Never: minimax.
    Never,
    /// Only when the value is outside the window: `v > beta` or `v < alpha`. What course graders check.
    #[default]
    Strict,
    /// Also when it reaches the window's edge: `alpha >= beta`.
    Inclusive,
}

/// Move ordering.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The game's own.
    #[default]
    Natural,
    /// The game's own, reversed.
    Reversed,
    /// By the evaluation of the states they lead to, the mover's best first.
    Eval,
    /// The transposition table's move, killer moves, then the history heuristic. At the root the best move of the
    /// previous depth goes first.
    Dynamic,
}

/// The values of root moves that are not the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RootValues {
    /// Upper bounds: textbook alpha-beta, which takes the fewest nodes.
    #[default]
    Bounds,
    /// Exact values.
    Exact,
}

/// How chance nodes are pruned. Needs an evaluation with known bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Star {
    /// No pruning.
    #[default]
    Off,
    /// Star1: stop when the outcomes not yet searched cannot bring the node back into the window.
    One,
    /// Star2: before that, probe one reply to each outcome.
    Two,
}

/// The value of a forced win with [`LookaheadSettings::prefer_short_wins`], less the number of moves it takes.
pub const WIN: f64 = 1e9;

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LookaheadSettings {
    /// The depth limit.
    pub depth: Depth,
    /// Which of several best moves is taken.
    pub ties: Ties,
    /// When to prune.
    pub cut: CutRule,
    /// Move ordering.
    pub order: Order,
    /// Values of root moves that are not the best.
    pub root: RootValues,
    /// Pruning of chance nodes. It sums the weighted values in another order, so values agree with those of a full
    /// search to one part in a billion, not to the last bit.
    pub star: Star,
    /// Iterative deepening: search to depth 1, 2, 3 and so on. When the budget runs out, the last complete depth
    /// counts.
    pub iterative_deepening: bool,
    /// The size of the transposition table in megabytes; no table if zero.
    pub table: usize,
    /// With [`Order::Dynamic`]: try killer moves first, which have caused cutoffs at the same ply.
    pub killers: bool,
    /// With [`Order::Dynamic`]: history heuristic, try moves first that have often caused cutoffs at any ply.
    pub history: bool,
    /// Aspiration window around the value of the previous depth; search again with a wider one if the value falls
    /// outside.
    pub aspiration: bool,
    /// Prefer the shortest win and the longest loss, whatever the evaluation says.
    pub prefer_short_wins: bool,
    /// The number of threads that share the table. The value is the same; the number of nodes is not.
    pub threads: usize,
}

impl LookaheadSettings {
    /// A textbook search to that depth: everything else off.
    pub fn plain(depth: Depth, cut: CutRule) -> LookaheadSettings {
        LookaheadSettings {
            depth,
            ties: Ties::First,
            cut,
            order: Order::Natural,
            root: RootValues::Bounds,
            star: Star::Off,
            iterative_deepening: false,
            table: 0,
            killers: false,
            history: false,
            aspiration: false,
            prefer_short_wins: false,
            threads: 1,
        }
    }

    /// A search with everything on that makes alpha-beta fast.
    pub fn engine(depth: Depth) -> LookaheadSettings {
        LookaheadSettings {
            order: Order::Dynamic,
            iterative_deepening: true,
            table: 64,
            killers: true,
            history: true,
            aspiration: true,
            prefer_short_wins: true,
            ..LookaheadSettings::plain(depth, CutRule::Inclusive)
        }
    }
}
