//! Bounds without search, from the fact that columns fill up.
//!
//! Whoever answers every move in the same column gets the upper cell of every pair of cells, counted from the top of the
//! board: on six rows the even ones. Only the cells that are next in columns with an odd number of free cells have no
//! partner of their own. They make up the *pool*: where one of them is taken, another is the answer. So if their number is
//! even and it is the opponent's turn, there is an answer to everything, and what the opponent can ever get is known:
//! the lower cells and every second one of the pool. Where no line lies in these, the opponent cannot win.
//!
//! The number of free cells decides who may answer. A winning cell in a row that answers do not reach turns it around:
//! nobody but the owner gains by playing below it, so the column above is as good as full, and that takes away an odd
//! number of cells. When all others are taken, the opponent has to play below the winning cell.

use super::board::Shape;

/// Cells by who gets them, when one side answers the moves of the other.
struct Shares {
    /// What the side that answers gets, and has.
    answering: u64,
    /// What the other may get, and has, without the pool.
    moving: u64,
    pool: u64,
}

impl Shares {
    /// The side with the stones `answering` answers in every column.
    #[inline(always)]
    fn everywhere(shape: &Shape, answering: u64, moving: u64, playable: u64) -> Shares {
        let free = shape.full & !(answering | moving);
        let pool = shape.upper & playable;
        let answering = answering | (shape.upper & free & !pool);
        Shares { answering, moving: shape.full & !answering & !pool, pool }
    }

    /// The same, but `target` wins for the side that answers, and the column from the cell below it on stays free to
    /// the end.
    #[inline(always)]
    fn but_below(shape: &Shape, answering: u64, moving: u64, playable: u64, target: u64) -> Shares {
        let column = shape.column(shape.column_of(target));
        let below = (target - 1) & column;
        // The highest cell of the column that counts is two below the target, so the pairs are counted from there.
        let uppers = (shape.upper & !column) | (below & !(target >> 1) & !shape.upper);
        let free = shape.full & !(answering | moving);
        let pool = uppers & playable;
        let answering = answering | (uppers & free & !pool);
        let moving = ((shape.full & !column) | below | moving) & !answering & !pool;
        Shares { answering, moving, pool }
    }

    /// Can the side that moves first make a line?
    #[inline(always)]
    fn can_win(&self, shape: &Shape) -> bool {
        shape.has_line(self.moving | self.pool) && wins_with_half(shape, self.moving, self.pool)
    }

    /// Can it, after the side that answers has taken a cell of the pool? If there is none to take, nothing is known.
    #[inline(always)]
    fn can_win_second(&self, shape: &Shape) -> bool {
        shape.has_line(self.moving)
            || cells(self.pool).all(|taken| {
                let pool = self.pool & !taken;
                shape.has_line(self.moving | pool) && wins_with_half(shape, self.moving, pool)
            })
    }
}

/// The single cells of a set.
#[inline(always)]
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// Can a side that has `own` make a line if both sides take cells of `pool` in turn and it begins? There is a line among
/// all of them together.
fn wins_with_half(shape: &Shape, own: u64, pool: u64) -> bool {
    shape.has_line(own)
        || cells(pool).any(|first| {
            cells(pool & !first).all(|second| {
                let (own, pool) = (own | first, pool & !(first | second));
                shape.has_line(own | pool) && wins_with_half(shape, own, pool)
            })
        })
}

/// The score of a win that comes when no more than `above` cells are left.
#[inline(always)]
fn score_of_win(above: u32) -> i32 {
    (above / 2 + 1) as i32
}

/// The least score of a side that gets `stones` and the cells of `shares` for certain, and cannot lose: the row of the
/// highest cell it still needs says how many cells are left above.
#[inline(always)]
fn score_of_lines(shape: &Shape, stones: u64, shares: u64) -> i32 {
    let mut score = 0;
    let mut rows = shape.rows;
    // Two rows less are one point more. There is no line of stones alone, so this ends.
    while shape.has_line(stones | (shares & (shape.bottom * ((1 << rows) - 1)))) {
        score += 1;
        rows = rows.saturating_sub(2);
    }
    score
}

/// The most the side to move can score; `i32::MAX` if that is not known. `wins` are its winning cells and `danger` those
/// of the other side. Only whether it is at most `alpha` needs to be right.
#[inline(always)]
pub(super) fn most(shape: &Shape, sides: Sides, playable: u64, alpha: i32) -> i32 {
    let Sides { own, other, danger, .. } = sides;
    if sides.even {
        let shares = Shares::everywhere(shape, other, own, playable);
        if shares.can_win(shape) {
            return i32::MAX;
        }
        return if alpha >= 0 { 0 } else { -score_of_lines(shape, other, shares.answering) };
    }
    if alpha >= 0 && !shape.has_line(shape.full & !other) {
        return 0;
    }
    let mut bound = i32::MAX;
    let mut targets = danger & !shape.upper;
    while targets != 0 {
        let target = targets & targets.wrapping_neg();
        let column = shape.column(shape.column_of(target));
        targets &= !column;
        if !Shares::but_below(shape, other, own, playable, target).can_win(shape) {
            let above = (column & !(target | (target - 1))).count_ones();
            bound = bound.min(-score_of_win(above));
        }
    }
    bound
}

/// A score that the side to move has at least, if it is known not to lose; `i32::MIN` if that is not known. It begins with a
/// cell of the pool, and then answers.
#[inline(always)]
pub(super) fn least(shape: &Shape, sides: Sides, playable: u64) -> i32 {
    let Sides { own, other, wins, .. } = sides;
    if !sides.even {
        let shares = Shares::everywhere(shape, own, other, playable);
        return if shares.can_win_second(shape) { i32::MIN } else { 0 };
    }
    let mut bound = i32::MIN;
    let mut targets = wins & !shape.upper;
    while targets != 0 {
        let target = targets & targets.wrapping_neg();
        let column = shape.column(shape.column_of(target));
        targets &= !column;
        if !Shares::but_below(shape, own, other, playable, target).can_win_second(shape) {
            let above = (column & !(target | (target - 1))).count_ones();
            bound = bound.max(score_of_win(above));
        }
    }
    bound
}

/// A position for the proofs: stones, and the free cells that complete a line. The side to move has none of those within
/// reach, nor has the other.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    pub own: u64,
    pub other: u64,
    pub wins: u64,
    pub danger: u64,
    /// Is the number of free cells even?
    pub even: bool,
}
