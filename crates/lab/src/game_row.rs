//! A finished game as it is stored: what is the same on every machine, and what is not.

use plylab_core::{Brief, Ending, Forfeit, GameRecord, Outcome, SearchStats};
use serde::{Deserialize, Serialize};

use crate::experiment::Record;
use crate::grade::{Grade, GradedGame};
use crate::plan::{GameId, hash_of};

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    /// Which one.
    pub id: GameId,
    /// Its seed.
    pub seed: u64,
    /// Had the players swapped seats?
    pub swapped: bool,
    /// How it ended. A game that was stopped is not kept.
    pub ending: Ending,
    /// How it ended for each seat by the rules; empty if it did not end by the rules.
    pub outcomes: Vec<Outcome>,
    /// The utility for each seat; empty if it did not end by the rules.
    pub utilities: Vec<f64>,
    /// The number of moves, dice included.
    pub plies: u64,
    /// The search effort of each seat.
    pub efforts: Vec<Effort>,
    /// A hash of the moves.
    pub digest: String,
    /// The last position.
    pub position: String,
    /// The moves, if kept.
    pub moves: Option<Vec<String>>,
    /// The nodes of each move, if kept.
    pub nodes: Option<Vec<u64>>,
    /// How long the moves of each seat took, in nanoseconds. Unlike all of the above it differs from run to run.
    pub times: Vec<u64>,
    /// How long each move took, if kept.
    pub move_times: Option<Vec<u64>>,
    /// What the agent at each seat wrote to its log; empty if none wrote anything. It may differ from run to run.
    pub logs: Vec<String>,
    /// What agents from outside told of their moves; empty if they told nothing. It may differ from run to run.
    pub thoughts: Vec<Option<Brief>>,
}

/// The search effort of one seat, added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// Moves, without a random opening.
    pub moves: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Of those, the ones that were evaluated.
    pub leaves: u64,
    /// Nodes whose remaining children were pruned.
    pub cuts: u64,
    /// Nodes answered by a transposition table.
    pub hits: u64,
    /// The depths reached, added up.
    pub depth: u64,
    /// How good they were, if they were graded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
}

impl Effort {
    fn add(&mut self, stats: &SearchStats) {
        self.moves += 1;
        self.nodes += stats.nodes;
        self.leaves += stats.leaves;
        self.cuts += stats.cuts;
        self.hits += stats.table_hits;
        self.depth += u64::from(stats.depth);
    }
}

impl GameRow {
    /// The row of `record`; `None` for a game that was stopped.
    pub fn of(
        id: GameId,
        swapped: bool,
        seats: usize,
        opening: u64,
        record: &GameRecord,
        keep: Record,
    ) -> Option<GameRow> {
        if record.ending == Ending::Stopped {
            return None;
        }
        let mut efforts = vec![Effort::default(); seats];
        let mut times = vec![0; seats];
        let mut drawn = 0;
        for (played, cost) in record.moves.iter().zip(&record.costs) {
            let Some(seat) =
                played.agent.agent().map(plylab_core::AgentId::index).filter(|&seat| seat < seats)
            else {
                continue;
            };
            if drawn < opening {
                drawn += 1;
                continue;
            }
            efforts[seat].add(cost);
            times[seat] += nanoseconds(cost);
        }
        let moves: Vec<&str> = record.moves.iter().map(|played| played.action.as_str()).collect();
        // A game that failed cannot be played again to see how far it got.
        let keeps_moves = keep.moves || matches!(record.ending, Ending::Broken { .. });
        Some(GameRow {
            id,
            seed: record.seed.0,
            swapped,
            ending: record.ending.clone(),
            outcomes: record.outcomes.clone(),
            utilities: record.utilities.clone(),
            plies: record.moves.len() as u64,
            efforts,
            digest: digest_of(&moves),
            position: record.end.clone(),
            moves: keeps_moves.then(|| moves.iter().map(|&word| word.to_owned()).collect()),
            nodes: keep.nodes.then(|| record.costs.iter().map(|cost| cost.nodes).collect()),
            times,
            move_times: keep.times.then(|| record.costs.iter().map(nanoseconds).collect()),
            logs: record.logs.clone(),
            thoughts: thoughts_of(record),
        })
    }

    /// Adds the grades.
    pub fn set_grades(&mut self, graded: &GradedGame) {
        for (seat, effort) in self.efforts.iter_mut().enumerate() {
            effort.grade = Some(graded.grade(seat));
        }
    }

    /// The same game without what differs from run to run.
    #[must_use]
    pub fn same_on_every_machine(&self) -> GameRow {
        let (times, logs, thoughts) = (Vec::new(), Vec::new(), Vec::new());
        GameRow { times, move_times: None, logs, thoughts, ..self.clone() }
    }

    /// The seat of player `player`, by the order of the experiment.
    pub fn seat(&self, player: usize) -> usize {
        if self.swapped { self.efforts.len().saturating_sub(1).saturating_sub(player) } else { player }
    }

    /// How it ended for that player; `None` if not by the rules.
    pub fn outcome(&self, player: usize) -> Option<Outcome> {
        self.outcomes.get(self.seat(player)).copied()
    }

    /// The utility for that player; `None` if it did not end by the rules.
    pub fn utility(&self, player: usize) -> Option<f64> {
        self.utilities.get(self.seat(player)).copied()
    }

    /// Why that player forfeited it, if it did.
    pub fn forfeit(&self, player: usize) -> Option<&Forfeit> {
        match &self.ending {
            Ending::Forfeit { agent, reason } if agent.index() == self.seat(player) => Some(reason),
            _ => None,
        }
    }

    /// The search effort of that player.
    pub fn effort(&self, player: usize) -> Effort {
        self.efforts.get(self.seat(player)).copied().unwrap_or_default()
    }

    /// How long the moves of that player took, in seconds.
    pub fn seconds(&self, player: usize) -> f64 {
        self.times.get(self.seat(player)).copied().unwrap_or_default() as f64 * 1e-9
    }
}

fn nanoseconds(stats: &SearchStats) -> u64 {
    u64::try_from(stats.time.as_nanos()).unwrap_or(u64::MAX)
}

/// What agents told of the moves of a game; empty if they told nothing.
pub fn thoughts_of(record: &GameRecord) -> Vec<Option<Brief>> {
    let told = record.moves.iter().any(|played| played.thought.is_some());
    let moves = record.moves.iter().filter(|_| told);
    moves.map(|played| played.thought.clone()).collect()
}

/// A hash of a list of moves, which are single lines.
pub fn digest_of(moves: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
    hash_of(&words.join("\n"))[..16].to_owned()
}
