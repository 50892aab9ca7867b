//! How the games of a plan are ordered, and shared among machines.

use super::{GameId, Plan, Shard};
use crate::experiment::Start;

impl Plan {
    /// Every game, or those of a shard, in the order in which they are played: all cells advance together, so that the
    /// tables are useful long before the end.
    ///
    /// Every shard gets the same share of every cell, so that all of them take about as long, however much longer a game of
    /// one cell takes than one of another. That follows from the plan alone: machines need not agree on anything else.
    pub fn order(&self, shard: Option<Shard>) -> Vec<GameId> {
        let mut all = Vec::new();
        // Counts what is left of cells that cannot be shared equally.
        let mut rest = 0;
        for (cell, about) in self.cells.iter().enumerate() {
            let games = (0..about.games).map(|number| GameId { cell, number });
            match shard {
                None => all.extend(games),
                Some(shard) => {
                    let (start, count) = (self.sections[about.section].start, about.games);
                    all.extend(games.filter(|id| shard.takes(id.number, count, start, &mut rest)));
                }
            }
        }
        let share = |id: &GameId| (id.number as f64 + 0.5) / self.cells[id.cell].games as f64;
        all.sort_by(|one, other| share(one).total_cmp(&share(other)).then(one.cmp(other)));
        all
    }
}

impl Shard {
    /// Does it take that game of a cell of `games` games? The shards take turns. What is left over is dealt back and forth, so
    /// that the last shard does not get the most expensive game each time the values of an axis rise.
    fn takes(self, number: u64, games: u64, start: Start, rest: &mut u64) -> bool {
        // Games with swapped seats stay together: one seating may take longer than the other.
        let together = if start == Start::Alternate { 2 } else { 1 };
        let round = self.count.saturating_mul(together);
        if number < games - games % round {
            return number / together % self.count == self.index;
        }
        let (turn, place) = (*rest / self.count, *rest % self.count);
        *rest += 1;
        place == if turn.is_multiple_of(2) { self.index } else { self.count - 1 - self.index }
    }
}
