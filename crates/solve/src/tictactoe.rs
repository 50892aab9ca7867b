//! The full tree of tic-tac-toe: every position, solved by search to the end.

use std::collections::HashMap;

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Context, Decision, Game as _, InputError, Outcome, Rng,
    RootMove, SearchStats, Seed, Turn, Value, message,
};
use plylab_games::tictactoe::{TicTacToe, TicTacToeCell, TicTacToeState};

use crate::after;
use crate::sim::ties;

/// The scores of the positions met so far, for the side to move. A win scores the number of empty cells at the end, plus
/// one.
#[derive(Debug, Default)]
pub(crate) struct FullTree {
    known: HashMap<TicTacToeState, i32>,
}

impl FullTree {
    /// Refuses boards that have too many positions for a full search.
    pub fn check(game: &TicTacToe) -> Result<(), InputError> {
        if game.size() > 3 {
            let wrong = message!(
                "tictactoe-too-large",
                "Tic-tac-toe on {size} by {size} cells is too large to be solved",
                size = game.size()
            );
            let right = message!("tictactoe-solved", "use a board of 3 by 3 cells");
            return Err(InputError::new(wrong).expected(right));
        }
        Ok(())
    }

    /// A move that keeps the score: the first in the game's order; none at the end.
    fn best_move(&mut self, game: &TicTacToe, state: &TicTacToeState) -> Option<TicTacToeCell> {
        let score = self.score(game, state);
        let keeps = |&action: &TicTacToeCell| -self.score(game, &after(game, state, action)) == score;
        game.list_actions(state).into_iter().find(keeps)
    }

    /// The best moves of both sides from a position to the end.
    fn line(&mut self, game: &TicTacToe, state: &TicTacToeState) -> Vec<TicTacToeCell> {
        let mut state = *state;
        let mut line = Vec::new();
        while let Some(action) = self.best_move(game, &state) {
            line.push(action);
            game.apply(&mut state, action);
        }
        line
    }

    /// The score of a position.
    pub fn score(&mut self, game: &TicTacToe, state: &TicTacToeState) -> i32 {
        if let Some(&score) = self.known.get(state) {
            return score;
        }
        let score = match game.turn(state) {
            Turn::Agent(_) => {
                let actions = game.list_actions(state).into_iter();
                actions.map(|action| -self.score(game, &after(game, state, action))).max().unwrap_or(0)
            }
            Turn::Chance | Turn::Over => {
                let left = cells(game) - state.played() as i32;
                match game.outcome(state, state.side()) {
                    Outcome::Win => left + 1,
                    Outcome::Draw => 0,
                    Outcome::Loss => -left - 1,
                }
            }
        };
        self.known.insert(*state, score);
        score
    }
}

fn cells(game: &TicTacToe) -> i32 {
    i32::from(game.size()) * i32::from(game.size())
}

/// A score at `state` as a value of the side to move: the outcome, and the number of plies.
fn value(game: &TicTacToe, state: &TicTacToeState, score: i32) -> Value {
    let plies = cells(game) + 1 - score.abs() - state.played() as i32;
    let plies = u32::try_from(plies).ok();
    match score {
        0 => Value::proven(state.side(), Outcome::Draw, None),
        1.. => Value::proven(state.side(), Outcome::Win, plies),
        _ => Value::proven(state.side(), Outcome::Loss, plies),
    }
}

/// Plays a move with the best score.
struct Perfect {
    tree: FullTree,
    /// Is a random one of several best moves taken, instead of the first?
    random: bool,
    rng: Rng,
}

impl Agent<TicTacToe> for Perfect {
    fn begin(&mut self, _: &TicTacToe, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, context: Context<'_, TicTacToe>) -> Result<Decision<TicTacToeCell>, AgentFailure> {
        let Context { game, state, budget, .. } = context;
        let meter = budget.start();
        let actions = game.list_actions(state).into_iter();
        let scored: Vec<(TicTacToeCell, i32)> =
            actions.map(|action| (action, -self.tree.score(game, &after(game, state, action)))).collect();
        let most = scored.iter().map(|&(_, score)| score).max().ok_or_else(AgentFailure::no_move)?;
        let best: Vec<&(TicTacToeCell, i32)> = scored.iter().filter(|&&(_, score)| score == most).collect();
        let chosen = if self.random { self.rng.pick(&best) } else { best.first() };
        let &&(action, _) = chosen.ok_or_else(AgentFailure::no_move)?;
        let root_move = |&(action, score)| {
            let reply = self.tree.best_move(game, &after(game, state, action));
            RootMove { action, value: value(game, state, score), reply }
        };
        let moves = scored.iter().map(root_move).collect();
        let rest = self.tree.line(game, &after(game, state, action));
        Ok(Decision {
            action,
            value: Some(value(game, state, most)),
            moves,
            line: std::iter::once(action).chain(rest).collect(),
            wheel: None,
            stats: SearchStats {
                nodes: self.tree.known.len() as u64,
                time: meter.elapsed(),
                exhaustive: true,
                ..SearchStats::default()
            },
        })
    }
}

/// The perfect agent.
pub(crate) fn perfect() -> AgentKind<TicTacToe> {
    AgentKind::new(
        "perfect",
        "plays perfectly: the fastest win or the slowest loss; on boards of 3 by 3 cells",
        ties(),
        |game, _, params| {
            FullTree::check(game)?;
            let random = params.choice("ties", &[("first", false), ("random", true)])?;
            Ok(Box::new(Perfect { tree: FullTree::default(), random, rng: Seed::default().rng() }))
        },
    )
}

#[cfg(test)]
mod tests {
    use plylab_core::{Budget, Notation as _, Worth};

    use super::*;

    /// The values of the legal moves, in reading order.
    fn values(moves: &str) -> Vec<Worth> {
        let game = TicTacToe::new(3, 3).unwrap();
        let state = game.parse_position(moves).unwrap();
        let mut agent = Perfect { tree: FullTree::default(), random: false, rng: Seed(1).rng() };
        let decision = agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
        decision.moves.iter().map(|known| known.value.worth).collect()
    }

    #[test]
    fn every_move_has_its_best_reply_and_the_line_ends_the_game() {
        let game = TicTacToe::new(3, 3).unwrap();
        let state = game.parse_position("a1 a2 b1").unwrap();
        let mut agent = Perfect { tree: FullTree::default(), random: false, rng: Seed(1).rng() };
        let decision = agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
        let text = |cell| game.action_text(&state, cell);
        // O stops the bottom row, or X completes it.
        for known in &decision.moves {
            let reply = known.reply.map(text);
            assert_eq!(reply.as_deref() == Some("c1"), text(known.action) != "c1", "{known:?}");
        }
        let end = decision.line.iter().fold(state, |at, &cell| after(&game, &at, cell));
        assert_eq!(game.turn(&end), Turn::Over);
    }

    #[test]
    fn every_first_move_draws() {
        assert_eq!(values(""), [Worth::Draw; 9]);
    }

    #[test]
    fn wins_and_losses_are_counted_in_plies() {
        // X threatens the bottom row, O the row above: X wins at once, or O does.
        let found = values("a1 a2 b1 b2");
        assert_eq!(found.iter().filter(|&&worth| worth == Worth::Win { plies: Some(1) }).count(), 1);
        assert!(found.contains(&Worth::Loss { plies: Some(2) }), "{found:?}");
    }
}
