//! The whole game, solved by retrograde analysis.

use std::collections::HashMap;

use plylab_core::{AgentId, Game as _, InputError, Outcome, Seed, Turn, message};
use plylab_games::sim::{Sim, SimEdge, SimState, Start};

use super::chance::Probability;
use super::renamings::Renamings;
use crate::after;

/// The value of a position to the side to move; if the game is over, to the side that would be next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimValue {
    /// The outcome under perfect play.
    pub outcome: Outcome,
    /// The number of moves, if the winner hurries and the loser delays.
    pub moves_left: u32,
    /// The best chance to win against an opponent that takes every edge equally likely.
    pub against_random: Probability,
    /// The chance to win if both sides play at random.
    pub by_chance: Probability,
    /// The best chance of the other side to win, if the side to move plays at random.
    pub other_against_random: Probability,
    /// The chance of the other side to win if both sides play at random.
    pub other_by_chance: Probability,
}

impl SimValue {
    /// The verdict on a finished game.
    fn at_end(outcome: Outcome) -> SimValue {
        let certain = |wins: bool| if wins { Probability::ALWAYS } else { Probability::NEVER };
        let (own, other) = (certain(outcome == Outcome::Win), certain(outcome == Outcome::Loss));
        SimValue {
            outcome,
            moves_left: 0,
            against_random: own,
            by_chance: own,
            other_against_random: other,
            other_by_chance: other,
        }
    }

    /// The same for the side that made the last move.
    fn negated(self) -> SimValue {
        let outcome = match self.outcome {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        };
        SimValue {
            outcome,
            moves_left: self.moves_left,
            against_random: self.other_against_random,
            by_chance: self.other_by_chance,
            other_against_random: self.against_random,
            other_by_chance: self.by_chance,
        }
    }

    /// The better of two moves has the higher rank: fast wins and slow losses are better.
    fn rank(&self) -> i64 {
        let moves = i64::from(self.moves_left);
        match self.outcome {
            Outcome::Win => 1000 - moves,
            Outcome::Draw => 0,
            Outcome::Loss => moves - 1000,
        }
    }
}

/// A legal move and what it leads to, for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedMove {
    /// The move.
    pub edge: SimEdge,
    /// The outcome under perfect play from then on.
    pub outcome: Outcome,
    /// The number of moves, this one included.
    pub moves_left: u32,
    /// The chance to win against an opponent that takes every edge equally likely.
    pub against_random: Probability,
    /// Is it a best move: wins as soon as possible, or lasts as long as possible?
    pub best: bool,
    /// Is no move better against that opponent?
    pub exploits: bool,
}

/// How many positions there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionCounts {
    /// Reachable positions.
    pub positions: u64,
    /// Those in which the game is not over.
    pub unfinished: u64,
    /// The same up to renaming the points.
    pub classes: u64,
    /// Those in which the game is not over.
    pub unfinished_classes: u64,
}

/// Every position of the game, solved.
#[derive(Debug)]
pub struct SimTable {
    points: u8,
    renamings: Renamings,
    /// By the key of a class of positions.
    verdicts: HashMap<u64, SimValue>,
    counts: PositionCounts,
}

/// The maximum number of points that can be solved.
const MAX_POINTS: u8 = 7;

impl SimTable {
    /// Can the game be solved on the points of `game`?
    ///
    /// # Errors
    ///
    /// If there are more than seven.
    pub fn check(game: &Sim) -> Result<(), InputError> {
        let points = game.points();
        if points > MAX_POINTS {
            let wrong = message!("sim-too-large", "SIM on {points} points is too large to be solved");
            let right = message!("points-at-most", "use at most {most} points", most = MAX_POINTS);
            return Err(InputError::new(wrong).expected(right));
        }
        Ok(())
    }

    /// Solves the game on the points of `game`. Takes a few milliseconds for six points, and a second or two for
    /// seven.
    ///
    /// # Errors
    ///
    /// If there are more than seven.
    pub fn new(game: &Sim) -> Result<SimTable, InputError> {
        SimTable::check(game)?;
        let points = game.points();
        // The player that begins makes no difference to the value for the side to move.
        let game = Sim::new(points, Start::Red)?;
        let renamings = Renamings::new(&game);
        let counts = PositionCounts { positions: 0, unfinished: 0, classes: 0, unfinished_classes: 0 };
        let mut table = SimTable { points, renamings, verdicts: HashMap::new(), counts };
        let levels = table.explore(&game);
        for states in levels.iter().rev() {
            for state in states {
                if let Some(verdict) = table.solve(&game, state) {
                    table.verdicts.insert(table.class(state).0, verdict);
                }
            }
        }
        Ok(table)
    }

    /// One position of every unfinished class, by the number of moves made; counts all positions.
    fn explore(&mut self, game: &Sim) -> Vec<Vec<SimState>> {
        let mut levels = Vec::new();
        let start = game.initial(Seed::default());
        let (key, size) = self.class(&start);
        let mut level = HashMap::from([(key, (start, size))]);
        while !level.is_empty() {
            let mut next = HashMap::new();
            for (state, size) in level.values() {
                self.counts.positions += u64::from(*size);
                self.counts.classes += 1;
                if game.turn(state) == Turn::Over {
                    continue;
                }
                self.counts.unfinished += u64::from(*size);
                self.counts.unfinished_classes += 1;
                for (_, after) in successors(game, state) {
                    let (key, size) = self.class(&after);
                    next.insert(key, (after, size));
                }
            }
            let unfinished = level.into_values().map(|(state, _)| state);
            levels.push(unfinished.filter(|state| game.turn(state) != Turn::Over).collect());
            level = next;
        }
        levels
    }

    /// The key of a position's class, and its size.
    fn class(&self, state: &SimState) -> (u64, u32) {
        let (mover, other) = (state.side(), AgentId(1 - state.side().0));
        self.renamings.class(state.edges_of(mover), state.edges_of(other))
    }

    /// The verdict on a position, if the game is over or it has been solved.
    fn known(&self, game: &Sim, state: &SimState) -> Option<SimValue> {
        match game.turn(state) {
            Turn::Over => {
                let utility = game.utility(state, state.side());
                Some(SimValue::at_end(if utility > 0.0 { Outcome::Win } else { Outcome::Draw }))
            }
            _ => self.verdicts.get(&self.class(state).0).copied(),
        }
    }

    /// Every move with the verdict on the position after it, for the side that makes it.
    fn verdicts_after(&self, game: &Sim, state: &SimState) -> Vec<(SimEdge, SimValue)> {
        successors(game, state)
            .filter_map(|(edge, after)| Some((edge, self.known(game, &after)?.negated())))
            .collect()
    }

    /// The verdict on an unfinished position, from those on its successors.
    fn solve(&self, game: &Sim, state: &SimState) -> Option<SimValue> {
        let moves = self.verdicts_after(game, state);
        let (_, best) = moves.iter().max_by_key(|(_, verdict)| verdict.rank())?;
        let all =
            |chance: fn(&SimValue) -> Probability| moves.iter().map(move |(_, verdict)| chance(verdict));
        let mean = |chance| Probability::mean(&all(chance).collect::<Vec<_>>());
        Some(SimValue {
            outcome: best.outcome,
            moves_left: best.moves_left + 1,
            against_random: all(|verdict| verdict.against_random).max()?,
            by_chance: mean(|verdict| verdict.by_chance),
            other_against_random: mean(|verdict| verdict.other_against_random),
            other_by_chance: mean(|verdict| verdict.other_by_chance),
        })
    }

    /// How many positions there are.
    pub fn counts(&self) -> PositionCounts {
        self.counts
    }

    /// The verdict on a position of a game with as many points; none if it cannot be reached.
    pub fn verdict(&self, game: &Sim, state: &SimState) -> Option<SimValue> {
        if game.points() == self.points { self.known(game, state) } else { None }
    }

    /// Every legal move with its verdict, in the game's order.
    pub fn moves(&self, game: &Sim, state: &SimState) -> Vec<SolvedMove> {
        if game.points() != self.points {
            return Vec::new();
        }
        let moves = self.verdicts_after(game, state);
        let best = moves.iter().map(|(_, verdict)| verdict.rank()).max();
        let chance = moves.iter().map(|(_, verdict)| verdict.against_random).max();
        moves
            .iter()
            .map(|&(edge, verdict)| SolvedMove {
                edge,
                outcome: verdict.outcome,
                moves_left: verdict.moves_left + 1,
                against_random: verdict.against_random,
                best: Some(verdict.rank()) == best,
                exploits: Some(verdict.against_random) == chance,
            })
            .collect()
    }

    /// The principal variation to the end of the game: of several best moves the first in the game's order.
    pub fn line(&self, game: &Sim, state: &SimState) -> Vec<SimEdge> {
        let mut state = *state;
        let mut line = Vec::new();
        while let Some(judged) = self.moves(game, &state).iter().find(|judged| judged.best) {
            line.push(judged.edge);
            game.apply(&mut state, judged.edge);
        }
        line
    }
}

/// Every legal move with the position after it.
fn successors(game: &Sim, state: &SimState) -> impl Iterator<Item = (SimEdge, SimState)> {
    game.list_actions(state).into_iter().map(move |edge| (edge, after(game, state, edge)))
}
