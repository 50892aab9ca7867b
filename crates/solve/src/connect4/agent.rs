//! The agent that never errs.

use std::cell::Cell;

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Budget, Certainty, Decision, Game as _, Key, Rng, RootMove,
    SearchStats, Seed, StopFlag, Unit, Value,
};
use plylab_games::connect4::{Column, ConnectFour, State};

use super::solver::{Control, Goal, Settings, Solver, Stopped, from_centre};
use super::value::value;

/// Which of several best moves is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ties {
    /// The nearest to the centre, the left one if there are two.
    Centre,
    /// Any of them, each equally likely.
    Random,
}

/// Plays a move with the best score.
pub(super) struct Perfect {
    pub solver: Solver,
    pub ties: Ties,
    pub rng: Rng,
}

impl Perfect {
    /// The move to fall back on when there is no time to be sure: the nearest to the centre that neither misses a win nor
    /// hands one over.
    fn hasty(game: &ConnectFour, state: &State) -> Option<Column> {
        let mut columns = game.list_actions(state);
        columns.sort_by_key(|&column| from_centre(game, column));
        let wins = |state: &State, column: Column| {
            let mut after = *state;
            let mover = AgentId((state.played() % 2) as u8);
            game.apply(&mut after, column);
            game.utility(&after, mover) > 0.0
        };
        let hands_over = |column: Column| {
            let mut after = *state;
            game.apply(&mut after, column);
            let replies = game.list_actions(&after);
            replies.iter().any(|&reply| wins(&after, reply))
        };
        let win = columns.iter().find(|&&column| wins(state, column));
        win.or_else(|| columns.iter().find(|&&column| !hands_over(column))).or(columns.first()).copied()
    }

    /// Finds the score, and then which moves keep it; `found` is told the score and every move that is decided.
    fn solve(
        &mut self,
        game: &ConnectFour,
        state: &State,
        control: &mut Control<'_>,
        mut found: impl FnMut(i32, Column, bool),
    ) -> Result<(), Stopped> {
        let score = self.solver.score(state, Goal::Score, control)?;
        let columns = game.list_actions(state);
        for column in columns {
            found(score, column, self.solver.keeps(state, column, score, control)?);
        }
        Ok(())
    }

    fn choose(&mut self, game: &ConnectFour, best: &[Column]) -> Option<Column> {
        match self.ties {
            Ties::Centre => best.iter().copied().min_by_key(|&column| from_centre(game, column)),
            Ties::Random => self.rng.pick(best).copied(),
        }
    }
}

impl Agent<ConnectFour> for Perfect {
    fn begin(&mut self, _: &ConnectFour, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(
        &mut self,
        game: &ConnectFour,
        state: &State,
        budget: &Budget,
    ) -> Result<Decision<Column>, AgentFailure> {
        self.act_with_progress(game, state, budget, &mut |_| ())
    }

    /// Tells which moves are best, one after the other.
    fn act_with_progress(
        &mut self,
        game: &ConnectFour,
        state: &State,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Decision<Column>),
    ) -> Result<Decision<Column>, AgentFailure> {
        let meter = budget.start();
        let before = self.solver.nodes();
        let nodes = Cell::new(0);
        let spent = StopFlag::default();
        let raised = spent.clone();
        let mut control = Control::new(spent).on_progress(|progress| {
            nodes.set(progress.nodes - before);
            meter.tell(nodes.get());
            let too_many = budget.nodes.is_some_and(|most| nodes.get() >= most);
            if too_many || meter.look().is_some() {
                raised.stop();
            }
        });
        let mut moves: Vec<RootMove<Column>> = Vec::new();
        let _ = self.solve(game, state, &mut control, |score, column, best| {
            // Of the others it is only known that they are worse.
            let value = match best {
                true => value(game, state, score),
                false => value(game, state, score - 1).with(Certainty::AtMost),
            };
            moves.push(RootMove { action: column, value, reply: None });
            let nearest = moves.iter().filter(|known| known.value.is_exact()).map(|known| known.action);
            if let Some(action) = nearest.min_by_key(|&column| from_centre(game, column)) {
                on_progress(&Decision {
                    action,
                    value: Some(self::value(game, state, score)),
                    moves: moves.clone(),
                    line: vec![action],
                    stats: SearchStats {
                        nodes: nodes.get(),
                        time: meter.elapsed(),
                        ..SearchStats::default()
                    },
                });
            }
        });
        drop(control);
        let stats = SearchStats {
            nodes: self.solver.nodes() - before,
            time: meter.elapsed(),
            ..SearchStats::default()
        };
        // Stopped before it knows any, it takes one that is not all too bad.
        let best: Vec<Column> =
            moves.iter().filter(|known| known.value.is_exact()).map(|known| known.action).collect();
        let Some(score) = moves.iter().map(|known| known.value).find(Value::is_exact) else {
            let action = Perfect::hasty(game, state).ok_or_else(AgentFailure::no_move)?;
            return Ok(Decision { stats, ..Decision::plain(action) });
        };
        let action = self.choose(game, &best).ok_or_else(AgentFailure::no_move)?;
        Ok(Decision { action, value: Some(score), moves, line: vec![action], stats })
    }
}

/// The agent by name.
pub(crate) fn perfect() -> AgentKind<ConnectFour> {
    let usual = Settings::default();
    let keys = vec![
        Key::choice("ties", ["centre", "random"], "which of several best moves to take"),
        Key::integer("threads", 1..=64, "how many threads search at once")
            .unit(Unit::Threads)
            .default(usual.threads.to_string()),
        Key::integer("table", 1..=1 << 20, "megabytes for positions already searched")
            .unit(Unit::Megabytes)
            .default(usual.table_megabytes.to_string()),
    ];
    AgentKind::new(
        "perfect",
        "never errs: takes the soonest win or the latest loss; some moves after the opening book need a while",
        keys,
        |game, _, params| {
            let settings = Settings {
                threads: params.number("threads")?,
                table_megabytes: params.number("table")?,
                ..Settings::default()
            };
            let ties = params.choice("ties", &[("centre", Ties::Centre), ("random", Ties::Random)])?;
            Ok(Box::new(Perfect { solver: Solver::new(game, settings)?, ties, rng: Seed::default().rng() }))
        },
    )
}
