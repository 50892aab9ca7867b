//! Counts unfinished lines, for the evaluations.

use super::rules::ConnectFour;

/// The lines that one side can still complete. On boards where a number other than four wins, "three" means one less
/// than that, and "two" two less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lines {
    /// Windows full of own stones.
    pub fours: u32,
    /// Windows with one empty cell and own stones otherwise.
    pub threes: u32,
    /// Windows with two empty cells and own stones otherwise.
    pub twos: u32,
    /// The stones in windows without opposing stones, each counted once per window.
    pub stones: u32,
    /// The empty cells that complete a row.
    pub threats: u64,
}

impl Lines {
    /// The lines of the side with the stones `own`.
    pub fn of(game: &ConnectFour, own: u64, other: u64) -> Lines {
        let at_once = game.connect() == 4 && game.is_spaced();
        if at_once { fours_at_once(game, own, other) } else { one_by_one(game, own, other) }
    }
}

/// Window by window.
fn one_by_one(game: &ConnectFour, own: u64, other: u64) -> Lines {
    let connect = u32::from(game.connect());
    let mut lines = Lines::default();
    for &window in &game.windows {
        if other & window != 0 {
            continue;
        }
        let mine = (own & window).count_ones();
        lines.stones += mine;
        match connect - mine {
            0 => lines.fours += 1,
            1 => {
                lines.threes += 1;
                lines.threats |= window & !own;
            }
            2 => lines.twos += 1,
            _ => {}
        }
    }
    lines
}

/// All windows of four in one direction at once: bit `p` of every mask stands for the window that begins in cell `p`. A
/// window that would leave the board contains a bit that is neither a stone nor an empty cell, so it never counts.
fn fours_at_once(game: &ConnectFour, own: u64, other: u64) -> Lines {
    let empty = game.cells & !(own | other);
    let mut lines = Lines::default();
    for shift in game.directions() {
        let [a0, a1, a2, a3] = [own, own >> shift, own >> (2 * shift), own >> (3 * shift)];
        let [e0, e1, e2, e3] = [empty, empty >> shift, empty >> (2 * shift), empty >> (3 * shift)];
        // Per half of the window: both cells own, or one own and one empty.
        let (both_first, both_second) = (a0 & a1, a2 & a3);
        let (one_first, one_second) = ((a0 & e1) | (e0 & a1), (a2 & e3) | (e2 & a3));
        let threes = (both_first & one_second) | (one_first & both_second);
        let twos = (both_first & e2 & e3) | (e0 & e1 & both_second) | (one_first & one_second);
        let free = (a0 | e0) & (a1 | e1) & (a2 | e2) & (a3 | e3);
        lines.fours += (both_first & both_second).count_ones();
        lines.threes += threes.count_ones();
        lines.twos += twos.count_ones();
        lines.stones += [a0, a1, a2, a3].iter().map(|stones| (stones & free).count_ones()).sum::<u32>();
        lines.threats |= (threes & e0)
            | ((threes & e1) << shift)
            | ((threes & e2) << (2 * shift))
            | ((threes & e3) << (3 * shift));
    }
    lines
}

#[cfg(test)]
mod tests {
    use plylab_core::{Game, Seed};

    use super::*;

    #[test]
    fn all_windows_at_once_are_the_windows_one_by_one() {
        for (columns, rows) in [(7, 6), (8, 7), (9, 6), (4, 4), (5, 9), (4, 15), (3, 20), (2, 31), (1, 62)] {
            let game = ConnectFour::new(columns, rows, 4).unwrap();
            for number in 0..100 {
                let mut rng = Seed(8).nth(number).rng();
                let mut state = game.initial(Seed(0));
                loop {
                    let (one, other) = (state.mover, state.mover ^ state.stones);
                    for (own, other) in [(one, other), (other, one)] {
                        assert_eq!(fours_at_once(&game, own, other), one_by_one(&game, own, other));
                    }
                    let actions = game.list_actions(&state);
                    let Some(&action) = rng.pick(&actions) else { break };
                    game.apply(&mut state, action);
                }
            }
        }
    }
}
