//! Bounds without search, by follow-up (claimeven) strategies and zugzwang.
//!
//! A side that follows up every move in the same column gets the upper cell of every pair of cells, counted from the top
//! of the board: on six rows the even ones (claimeven). Only the next free cells of columns with an odd number of free
//! cells have no partner. They make up the *pool*: when the opponent takes one of them, the follow-up is another. So if
//! their number is even and the opponent is to move, there is a follow-up to every move, and the cells that the opponent
//! can get are known: the lower cells and every second one of the pool. If no line lies in these, the opponent cannot win.
//!
//! The parity of the free cells decides who can follow up. A threat in a row that follow-ups do not reach reverses it:
//! only its owner gains by playing below it, so the column above is as good as full, which removes an odd number of
//! cells. When all other cells are taken, the opponent is in zugzwang and has to play below the threat.

use super::board::BoardShape;
use super::search::Node;

/// The cells that each side gets when one side follows up the moves of the other.
struct FollowUp {
    /// Stones of the side that follows up, and cells it will get.
    answering: u64,
    /// Stones of the other side, and cells it may get, without the pool.
    moving: u64,
    pool: u64,
}

impl FollowUp {
    /// The side with the stones `answering` follows up in every column.
    #[inline(always)]
    fn in_every_column(shape: &BoardShape, answering: u64, moving: u64, playable: u64) -> FollowUp {
        let free = shape.full & !(answering | moving);
        let pool = shape.upper & playable;
        let answering = answering | (shape.upper & free & !pool);
        FollowUp { answering, moving: shape.full & !answering & !pool, pool }
    }

    /// The same, but `target` is a threat of the side that follows up, and the column stays free from the cell below it
    /// until zugzwang.
    #[inline(always)]
    fn but_below(shape: &BoardShape, answering: u64, moving: u64, playable: u64, target: u64) -> FollowUp {
        let column = shape.column(shape.column_of(target));
        let below = (target - 1) & column;
        // The highest cell of the column that counts is two below the target, so the pairs are counted from there.
        let uppers = (shape.upper & !column) | (below & !(target >> 1) & !shape.upper);
        let free = shape.full & !(answering | moving);
        let pool = uppers & playable;
        let answering = answering | (uppers & free & !pool);
        let moving = ((shape.full & !column) | below | moving) & !answering & !pool;
        FollowUp { answering, moving, pool }
    }

    /// Can the side that moves first make a line?
    #[inline(always)]
    fn can_win(&self, shape: &BoardShape) -> bool {
        shape.has_line(self.moving | self.pool) && wins_with_half(shape, self.moving, self.pool)
    }

    /// Can it, after the side that follows up has taken a cell of the pool? If the pool is empty, nothing is known.
    #[inline(always)]
    fn can_win_second(&self, shape: &BoardShape) -> bool {
        shape.has_line(self.moving)
            || cells(self.pool).all(|taken| {
                let pool = self.pool & !taken;
                shape.has_line(self.moving | pool) && wins_with_half(shape, self.moving, pool)
            })
    }
}

/// The single cells of a bitboard.
#[inline(always)]
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// Can a side that has `own` make a line if both sides take cells of `pool` in turn and it moves first? The caller has
/// checked that there is a line in `own | pool`.
fn wins_with_half(shape: &BoardShape, own: u64, pool: u64) -> bool {
    shape.has_line(own)
        || cells(pool).any(|first| {
            cells(pool & !first).all(|second| {
                let (own, pool) = (own | first, pool & !(first | second));
                shape.has_line(own | pool) && wins_with_half(shape, own, pool)
            })
        })
}

/// A lower bound for the score of a side that has `stones`, will get the cells of `shares` and cannot lose: the row of
/// the highest cell it needs tells how many cells are left above.
#[inline(always)]
fn score_of_lines(shape: &BoardShape, stones: u64, shares: u64) -> i32 {
    let mut score = 0;
    let mut rows = shape.rows;
    // Two rows less are one point more. There is no line of stones alone, so this ends.
    while shape.has_line(stones | (shares & (shape.bottom * ((1 << rows) - 1)))) {
        score += 1;
        rows = rows.saturating_sub(2);
    }
    score
}

/// The lowest threat in each column of `threats`, among those in rows that follow-ups do not reach; and the score of a win
/// when the opponent has to play below it.
#[inline(always)]
fn zugzwangs(shape: &BoardShape, threats: u64) -> impl Iterator<Item = (u64, i32)> {
    let mut targets = threats & !shape.upper;
    std::iter::from_fn(move || {
        let target = targets & targets.wrapping_neg();
        let column = (target != 0).then(|| shape.column(shape.column_of(target)))?;
        targets &= !column;
        let above = (column & !(target | (target - 1))).count_ones();
        Some((target, (above / 2 + 1) as i32))
    })
}

/// An upper bound for the score of the side to move; `i32::MAX` if none is known. Only the comparison with `alpha` needs
/// to be right. No threat of either side is playable.
#[inline(always)]
pub(super) fn upper_bound(shape: &BoardShape, node: &Node, playable: u64, alpha: i32) -> i32 {
    let &Node { own, other, danger, .. } = node;
    if node.left % 2 == 0 {
        let shares = FollowUp::in_every_column(shape, other, own, playable);
        if shares.can_win(shape) {
            return i32::MAX;
        }
        return if alpha >= 0 { 0 } else { -score_of_lines(shape, other, shares.answering) };
    }
    if alpha >= 0 && !shape.has_line(shape.full & !other) {
        return 0;
    }
    let mut bound = i32::MAX;
    for (target, score) in zugzwangs(shape, danger) {
        if !FollowUp::but_below(shape, other, own, playable, target).can_win(shape) {
            bound = bound.min(-score);
        }
    }
    bound
}

/// A lower bound for the score of the side to move, if it cannot lose; `i32::MIN` if none is known. It takes a cell of
/// the pool first, and then follows up. No threat of either side is playable.
#[inline(always)]
pub(super) fn lower_bound(shape: &BoardShape, node: &Node, playable: u64) -> i32 {
    let &Node { own, other, wins, .. } = node;
    if node.left % 2 != 0 {
        let shares = FollowUp::in_every_column(shape, own, other, playable);
        return if shares.can_win_second(shape) { i32::MIN } else { 0 };
    }
    let mut bound = i32::MIN;
    for (target, score) in zugzwangs(shape, wins) {
        if !FollowUp::but_below(shape, own, other, playable, target).can_win_second(shape) {
            bound = bound.max(score);
        }
    }
    bound
}
