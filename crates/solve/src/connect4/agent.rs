//! The perfect agent.

use std::cell::Cell;

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Certainty, Context, Decision, Game as _, Key, Outcome, Rng,
    RootMove, SearchStats, Seed, StopFlag, Unit, Value, Watch,
};
use plylab_games::connect4::{Column, ConnectFour, ConnectFourState};

use super::control::{Control, Stopped};
use super::solver::{Goal, Solver, SolverSettings, centre_first, from_centre};
use crate::after;

/// The most nodes for replies and the line, some tenths of a second.
const FOLLOWING: u64 = 1_000_000;

/// Plays a move with the best score.
pub(super) struct Perfect {
    pub solver: Solver,
    /// Is a random one of several best moves taken, instead of the nearest to the centre?
    pub random: bool,
    /// Are the exact values of moves found that are not the best?
    pub exact: bool,
    pub rng: Rng,
}

impl Perfect {
    /// The move to play when there is no time for a search: the nearest to the centre that neither misses an immediate win
    /// nor allows one.
    fn fallback_move(game: &ConnectFour, state: &ConnectFourState) -> Option<Column> {
        let columns = centre_first(game, state);
        let wins = |state: &ConnectFourState, column: Column| {
            game.utility(&after(game, state, column), state.side()) > 0.0
        };
        let allows_win = |column: Column| {
            let after = after(game, state, column);
            game.list_actions(&after).iter().any(|&reply| wins(&after, reply))
        };
        let win = columns.iter().find(|&&column| wins(state, column));
        win.or_else(|| columns.iter().find(|&&column| !allows_win(column))).or(columns.first()).copied()
    }

    /// Finds the score, then the moves that keep it, and then the scores of the others if they are wanted; calls `found`
    /// with the score, each move and the value known of it. Returns the moves whose scores are exact.
    fn solve(
        &mut self,
        game: &ConnectFour,
        state: &ConnectFourState,
        control: &mut Control<'_>,
        mut found: impl FnMut(i32, Column, Value),
    ) -> Result<Vec<(Column, i32)>, Stopped> {
        let score = self.solver.score(state, Goal::Score, control)?;
        let (mut known, mut others) = (Vec::new(), Vec::new());
        for column in game.list_actions(state) {
            if self.solver.keeps(state, column, score, control)? {
                known.push((column, score));
                found(score, column, value(game, state, score));
            } else {
                others.push(column);
                found(score, column, value(game, state, score - 1).with(Certainty::AtMost));
            }
        }
        for column in others.into_iter().filter(|_| self.exact) {
            let worse =
                -self.solver.score_from(&after(game, state, column), 1 - score, Goal::Score, control)?;
            known.push((column, worse));
            found(score, column, value(game, state, worse));
        }
        Ok(known)
    }

    /// Finds the best reply to each move, and how the game goes on after the chosen one, as far as it gets.
    fn follow(
        &mut self,
        (game, state): (&ConnectFour, &ConnectFourState),
        known: &[(Column, i32)],
        moves: &mut [RootMove<Column>],
        line: &mut Vec<Column>,
        control: &mut Control<'_>,
    ) -> Result<(), Stopped> {
        for &(column, score) in known {
            let reply = self.solver.best_move(&after(game, state, column), -score, control)?;
            if let Some(known) = moves.iter_mut().find(|known| known.action == column) {
                known.reply = reply;
            }
        }
        match known.iter().find(|(column, _)| line.first() == Some(column)) {
            Some(&(chosen, score)) => {
                self.solver.extend_line(line, after(game, state, chosen), -score, control)
            }
            None => Ok(()),
        }
    }
}

impl Agent<ConnectFour> for Perfect {
    fn begin(&mut self, _: &ConnectFour, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    /// Reports each move as its value is found: the best first, the exact values of the others last.
    fn act(&mut self, context: Context<'_, ConnectFour>) -> Result<Decision<Column>, AgentFailure> {
        let Context { game, state, budget, mut watch, .. } = context;
        let meter = budget.start();
        let before = self.solver.nodes();
        let (nodes, most) = (Cell::new(0), Cell::new(budget.nodes));
        let stop = StopFlag::default();
        let raised = stop.clone();
        let mut control = Control::new(stop).on_progress(|progress| {
            nodes.set(progress.nodes - before);
            meter.publish(nodes.get());
            let too_many = most.get().is_some_and(|max| nodes.get() >= max);
            if too_many || meter.check_limits().is_some() {
                raised.stop();
            }
        });
        let mut moves: Vec<RootMove<Column>> = Vec::new();
        let mut best: Vec<Column> = Vec::new();
        let mut position = None;
        let known = self.solve(game, state, &mut control, |score, column, found| {
            let exact = value(game, state, score);
            position = Some(exact);
            if found == exact {
                best.push(column);
            }
            match moves.iter_mut().find(|known| known.action == column) {
                Some(known) => known.value = found,
                None => moves.push(RootMove { action: column, value: found, reply: None }),
            }
            if let Watch::Progress(on_progress) = &mut watch
                && let Some(action) = nearest(game, &best)
            {
                let (nodes, time) = (nodes.get(), meter.elapsed());
                on_progress(&Decision {
                    value: Some(exact),
                    moves: moves.clone(),
                    line: vec![action],
                    stats: SearchStats { nodes, time, ..SearchStats::default() },
                    ..Decision::plain(action)
                });
            }
        });
        let chosen = if self.random { self.rng.pick(&best).copied() } else { nearest(game, &best) };
        let mut line: Vec<Column> = chosen.into_iter().collect();
        if let (Ok(known), true) = (known, self.exact) {
            // Nobody waits long for what follows.
            let soon = self.solver.nodes() - before + FOLLOWING;
            most.set(Some(budget.nodes.map_or(soon, |max| max.min(soon))));
            let _ = self.follow((game, state), &known, &mut moves, &mut line, &mut control);
        }
        drop(control);
        let (nodes, time) = (self.solver.nodes() - before, meter.elapsed());
        let stats = SearchStats { nodes, time, ..SearchStats::default() };
        // Stopped before the first best move was found, it plays the fallback move.
        let Some(action) = chosen else {
            let action = Perfect::fallback_move(game, state).ok_or_else(AgentFailure::no_move)?;
            return Ok(Decision { stats, ..Decision::plain(action) });
        };
        Ok(Decision { action, value: position, moves, line, wheel: None, stats })
    }
}

/// The best move nearest to the centre, the left one if there are two.
fn nearest(game: &ConnectFour, best: &[Column]) -> Option<Column> {
    best.iter().copied().min_by_key(|&column| from_centre(game, column))
}

/// The value of a score at `state` to the side to move. A winner's score is the number of stones it has left after the
/// winning one, plus one.
pub(super) fn value(game: &ConnectFour, state: &ConnectFourState, score: i32) -> Value {
    let side = state.side();
    let (winner, outcome) = match score {
        0 => return Value::proven(side, Outcome::Draw, None).with_points(0),
        score if score > 0 => (side, Outcome::Win),
        _ => (AgentId(1 - side.0), Outcome::Loss),
    };
    let cells = u32::from(game.columns()) * u32::from(game.rows());
    let first = u32::from(winner == AgentId::FIRST);
    let stones = (cells + first) / 2;
    let placed = (stones + 1).saturating_sub(score.unsigned_abs());
    let plies = (2 * placed).saturating_sub(first).saturating_sub(state.played());
    Value::proven(side, outcome, Some(plies)).with_points(score)
}

/// The agent by name.
pub(crate) fn perfect() -> AgentKind<ConnectFour> {
    let defaults = SolverSettings::default();
    let keys = vec![
        Key::choice("ties", ["centre", "random"], "which of several best moves to take"),
        Key::choice("root", ["bounds", "exact"], "values of moves that are not the best: bounds, or exact"),
        Key::integer("threads", 1..=64, "number of search threads")
            .unit(Unit::Threads)
            .default(defaults.threads.to_string()),
        Key::integer("table", 1..=1 << 20, "size of the transposition table in megabytes")
            .unit(Unit::Megabytes)
            .default(defaults.table_megabytes.to_string()),
    ];
    AgentKind::new(
        "perfect",
        "plays perfectly: the fastest win or the slowest loss; some moves after the opening book take a while",
        keys,
        |game, _, params| {
            let settings = SolverSettings {
                threads: params.number("threads")?,
                table_megabytes: params.number("table")?,
                ..SolverSettings::default()
            };
            let random = params.choice("ties", &[("centre", false), ("random", true)])?;
            let exact = params.choice("root", &[("bounds", false), ("exact", true)])?;
            let solver = Solver::new(game, settings)?;
            Ok(Box::new(Perfect { solver, random, exact, rng: Seed::default().rng() }))
        },
    )
    .titled("perfect play")
}

#[cfg(test)]
mod tests {
    use plylab_core::{Budget, Notation as _, Turn, Worth};

    use super::super::tests::slow::{Slow, late_position};
    use super::*;

    #[test]
    fn exact_values_come_with_the_best_reply_and_a_whole_line() {
        let game = ConnectFour::new(7, 6, 4).unwrap();
        let mut slow = Slow::new(&game);
        let mut rng = Seed(21).rng();
        for _ in 0..20 {
            let state = late_position(&game, 12, &mut rng);
            let solver =
                Solver::new(&game, SolverSettings { table_megabytes: 1, ..SolverSettings::default() })
                    .unwrap();
            let mut agent = Perfect { solver, random: false, exact: true, rng: Seed(1).rng() };
            let decision = agent.act(Context::new(&game, &state, &Budget::unlimited())).unwrap();
            for known in &decision.moves {
                let next = after(&game, &state, known.action);
                let over = game.turn(&next) == Turn::Over;
                assert_eq!(known.reply.is_none(), over);
                if let Some(reply) = known.reply {
                    let score = slow.score(&next);
                    assert_eq!(-slow.score(&after(&game, &next, reply)), score, "the reply keeps it");
                    assert_eq!(known.value, value(&game, &state, -score));
                }
            }
            let end = decision.line.iter().fold(state, |at, &column| after(&game, &at, column));
            assert_eq!(game.turn(&end), Turn::Over);
            assert_eq!(decision.line.first(), Some(&decision.action));
        }
    }

    /// Plays best moves by the slow solver until the game is over, and counts them.
    fn plies_by_playing(game: &ConnectFour, slow: &mut Slow, state: &ConnectFourState) -> u32 {
        let mut at = *state;
        let mut plies = 0;
        while game.turn(&at) != Turn::Over {
            let score = slow.score(&at);
            let best = game
                .list_actions(&at)
                .into_iter()
                .find(|&column| -slow.score(&after(game, &at, column)) == score);
            at = after(game, &at, best.unwrap());
            plies += 1;
        }
        plies
    }

    #[test]
    fn plies_are_those_that_best_play_takes() {
        for (columns, rows, positions) in
            [(4, 5, ["", "1", "12", "1122", "233"]), (5, 4, ["", "3", "32", "3344", "12345"])]
        {
            let game = ConnectFour::new(columns, rows, 4).unwrap();
            let mut slow = Slow::new(&game);
            for position in positions {
                let state = game.parse_position(position).unwrap();
                let score = slow.score(&state);
                match value(&game, &state, score).worth {
                    Worth::Win { plies } | Worth::Loss { plies } => {
                        assert_eq!(plies, Some(plies_by_playing(&game, &mut slow, &state)), "{position}");
                    }
                    worth => assert_eq!((worth, score), (Worth::Draw, 0), "{position}"),
                }
            }
        }
        let game = ConnectFour::default();
        assert_eq!(
            value(&game, &game.parse_position("121212").unwrap(), 18).worth,
            Worth::Win { plies: Some(1) }
        );
        assert_eq!(value(&game, &game.parse_position("").unwrap(), 1).worth, Worth::Win { plies: Some(41) });
    }
}
