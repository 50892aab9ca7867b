//! What can be set about a look-ahead.

use plylab_core::Depth;

/// Which of several equally good moves is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// The first in the order of search.
    #[default]
    First,
    /// The last in the order of search.
    Last,
    /// Any of them, by the seed.
    Random,
}

/// When the rest of a node is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CutRule {
    /// Never: minimax.
    Never,
    /// Only when the value is beyond the window: `v > beta` or `v < alpha`. What course graders check.
    #[default]
    Strict,
    /// Also when it reaches the window's edge: `alpha >= beta`.
    Inclusive,
}

/// In which order the moves of a node are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The game's own.
    #[default]
    Natural,
    /// The game's own, backwards.
    Reversed,
    /// By what the evaluation says of the states they lead to, the mover's best first.
    Eval,
    /// By experience: the table's move, killer moves, and what has cut elsewhere. At the root the best move of the
    /// shallower search goes first.
    Best,
}

/// What is found out of the moves that are not the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RootValues {
    /// Only that they are no better: the textbook's alpha-beta, which takes the fewest states.
    #[default]
    Bounds,
    /// What they are worth.
    Exact,
}

/// How chance nodes are pruned. Needs an evaluation with known bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Star {
    /// Not at all.
    #[default]
    Off,
    /// Star1: stop when the outcomes not yet looked at cannot bring the node back into the window.
    One,
    /// Star2: before that, look at one answer to each outcome.
    Two,
}

/// What a forced win is worth with [`Settings::hasten`], less the number of moves it takes.
pub const WIN: f64 = 1e9;

/// How to look ahead.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How far.
    pub depth: Depth,
    /// Which of several best moves.
    pub ties: Ties,
    /// When to cut.
    pub cut: CutRule,
    /// Which move first.
    pub order: Order,
    /// What to find out of the other moves.
    pub root: RootValues,
    /// Pruning of chance nodes. Weighted sums are then cut short or put together in another way, so values agree with
    /// those of a full search to one part in a billion, not to the last bit.
    pub star: Star,
    /// Search to depth 1, 2, 3 and so on, and use what is known from the shallower search; whenever the budget is
    /// spent, the last full search counts.
    pub deepen: bool,
    /// The size of the table of states already searched, in megabytes; none if zero.
    pub table: usize,
    /// With [`Order::Best`]: try moves first that have cut at the same distance from the root.
    pub killers: bool,
    /// With [`Order::Best`]: try moves first that have often cut anywhere.
    pub history: bool,
    /// Expect the value of the shallower search, and search again with a wider window if it is not met.
    pub aspiration: bool,
    /// A win counts more the sooner it comes and a loss the later, whatever the evaluation says of them.
    pub hasten: bool,
    /// How many threads share the table. The value is the same; how many states it takes is not.
    pub threads: usize,
}

impl Settings {
    /// The textbook's search to that depth: everything else off.
    pub fn plain(depth: Depth, cut: CutRule) -> Settings {
        Settings {
            depth,
            ties: Ties::First,
            cut,
            order: Order::Natural,
            root: RootValues::Bounds,
            star: Star::Off,
            deepen: false,
            table: 0,
            killers: false,
            history: false,
            aspiration: false,
            hasten: false,
            threads: 1,
        }
    }

    /// Everything on that makes alpha-beta fast.
    pub fn engine(depth: Depth) -> Settings {
        Settings {
            order: Order::Best,
            deepen: true,
            table: 64,
            killers: true,
            history: true,
            aspiration: true,
            hasten: true,
            ..Settings::plain(depth, CutRule::Inclusive)
        }
    }
}
