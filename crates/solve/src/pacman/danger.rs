//! The probability that a fleeing Pac-Man is caught, for all positions of him and of two ghosts that move at random.
//!
//! A step that is safe now may lead into a corridor with a ghost at either end. There are only as many states as triples
//! of cells, so the probabilities are computed once, backwards from being caught, and then looked up.

/// The probabilities of being caught within a number of moves.
#[derive(Debug)]
pub(super) struct Danger {
    cells: usize,
    /// By Pac-Man's cell after his move, and those of both ghosts before theirs.
    chances: Vec<f32>,
}

impl Danger {
    /// By cell, `nexts` are the cells after a move; ghosts choose each of them equally likely.
    pub fn within(moves: usize, nexts: &[Vec<usize>]) -> Danger {
        let cells = nexts.len();
        let table = cells * cells;
        // The probability when Pac-Man is to move; and for one of his cells, when only one of the ghosts has moved.
        let mut caught = vec![0.0; table * cells];
        let mut half = vec![0.0; table];
        let mut chances = vec![0.0; table * cells];
        for (me, caught) in caught.chunks_exact_mut(table).enumerate() {
            for (ghosts, chance) in caught.iter_mut().enumerate() {
                *chance = f32::from(u8::from(ghosts / cells == me || ghosts % cells == me));
            }
        }
        for round in 0..moves {
            for (caught, chances) in caught.chunks_exact(table).zip(chances.chunks_exact_mut(table)) {
                for (row, nexts) in half.chunks_exact_mut(cells).zip(nexts) {
                    mean_of_rows(row, caught, nexts);
                }
                for (row, half) in chances.chunks_exact_mut(cells).zip(half.chunks_exact(cells)) {
                    for (chance, nexts) in row.iter_mut().zip(nexts) {
                        *chance = nexts.iter().map(|&next| half[next]).sum::<f32>() / nexts.len() as f32;
                    }
                }
            }
            if round + 1 < moves {
                for (me, caught) in caught.chunks_exact_mut(table).enumerate() {
                    for (ghosts, chance) in caught.iter_mut().enumerate() {
                        if ghosts / cells != me && ghosts % cells != me {
                            let options = nexts[me].iter().map(|&next| chances[next * table + ghosts]);
                            *chance = options.fold(1.0, f32::min);
                        }
                    }
                }
            }
        }
        Danger { cells, chances }
    }

    /// The probability for a Pac-Man that has moved to `me`, with two ghosts about to move from these cells; 0 for any other
    /// number of ghosts, which report A's map does not have.
    #[inline]
    pub fn of(&self, me: usize, ghosts: &[usize]) -> f32 {
        let &[one, other] = ghosts else { return 0.0 };
        self.chances[(me * self.cells + one) * self.cells + other]
    }
}

/// Fills a row with the mean of the given rows of `table`.
fn mean_of_rows(row: &mut [f32], table: &[f32], rows: &[usize]) {
    let width = row.len();
    row.fill(0.0);
    for &index in rows {
        for (sum, value) in row.iter_mut().zip(&table[index * width..]) {
            *sum += value;
        }
    }
    row.iter_mut().for_each(|sum| *sum /= rows.len() as f32);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a ring of six, with a dead end of two more at the first of them; staying is a move, too.
    fn ring_with_a_tail() -> Vec<Vec<usize>> {
        let ways =
            [vec![1, 5, 6], vec![0, 2], vec![1, 3], vec![2, 4], vec![3, 5], vec![4, 0], vec![0, 7], vec![6]];
        ways.into_iter().enumerate().map(|(cell, ways)| [vec![cell], ways].concat()).collect()
    }

    /// The same by full search, which is too slow for more than a few moves.
    fn slow(moves: usize, nexts: &[Vec<usize>], me: usize, [one, other]: [usize; 2]) -> f64 {
        let mut sum = 0.0;
        for &one in &nexts[one] {
            for &other in &nexts[other] {
                sum += if one == me || other == me {
                    1.0
                } else if moves > 1 {
                    let ways = nexts[me].iter().map(|&me| slow(moves - 1, nexts, me, [one, other]));
                    ways.fold(1.0, f64::min)
                } else {
                    0.0
                };
            }
        }
        sum / (nexts[one].len() * nexts[other].len()) as f64
    }

    #[test]
    fn chances_are_those_of_a_full_search() {
        let nexts = ring_with_a_tail();
        for moves in 1..=3 {
            let danger = Danger::within(moves, &nexts);
            for index in 0..512 {
                let (me, ghosts) = (index % 8, [index / 8 % 8, index / 64]);
                let (found, wanted) = (danger.of(me, &ghosts), slow(moves, &nexts, me, ghosts));
                assert!(
                    (f64::from(found) - wanted).abs() < 1e-6,
                    "{moves} {me} {ghosts:?}: {found} {wanted}"
                );
            }
        }
    }

    #[test]
    fn a_dead_end_is_safe_for_a_move_and_dangerous_for_many() {
        let nexts = ring_with_a_tail();
        let within = |moves: usize, me: usize| Danger::within(moves, &nexts).of(me, &[0, 0]);
        assert_eq!(within(1, 7), 0.0);
        // At the far end of the ring there is a way out on either side.
        assert!(within(8, 7) > 2.0 * within(8, 3), "{} {}", within(8, 7), within(8, 3));
        assert!(within(8, 7) < within(9, 7), "the longer it takes, the likelier he is caught");
    }
}
