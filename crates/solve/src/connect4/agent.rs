//! The agent that never errs.

use std::cell::Cell;

use plylab_core::{
    Actions, Agent, AgentFailure, AgentId, AgentKind, Budget, Decision, Game as _, Key, Rng, RootMove,
    SearchStats, Seed, StopFlag,
};
use plylab_games::connect4::{Column, ConnectFour, State};

use super::solver::{Control, Goal, Settings, Solver, Stopped, from_centre};

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
        let mut columns = Actions::new();
        game.actions(state, &mut columns);
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
            let mut replies = Actions::new();
            game.actions(&after, &mut replies);
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
        let mut columns = Actions::new();
        game.actions(state, &mut columns);
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
        self.act_aloud(game, state, budget, &mut |_| ())
    }

    /// Tells which moves are best, one after the other.
    fn act_aloud(
        &mut self,
        game: &ConnectFour,
        state: &State,
        budget: &Budget,
        hear: &mut dyn FnMut(&Decision<Column>),
    ) -> Result<Decision<Column>, AgentFailure> {
        let no_move = || AgentFailure("asked for a move where there is none".to_owned());
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
            let value = f64::from(if best { score } else { score - 1 });
            moves.push(RootMove { action: column, value, exact: best, reply: None });
            let nearest = moves.iter().filter(|known| known.exact).map(|known| known.action);
            if let Some(action) = nearest.min_by_key(|&column| from_centre(game, column)) {
                hear(&Decision {
                    action,
                    value: Some(f64::from(score)),
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
        let best: Vec<Column> = moves.iter().filter(|known| known.exact).map(|known| known.action).collect();
        let Some(score) = moves.iter().find(|known| known.exact).map(|known| known.value) else {
            let action = Perfect::hasty(game, state).ok_or_else(no_move)?;
            return Ok(Decision { stats, ..Decision::plain(action) });
        };
        let action = self.choose(game, &best).ok_or_else(no_move)?;
        Ok(Decision { action, value: Some(score), moves, line: vec![action], stats })
    }
}

const TIES: Key = Key {
    name: "ties",
    about: "which of several best moves to take",
    default: "centre",
    limits: "centre or random",
};
const THREADS: Key =
    Key { name: "threads", about: "how many threads search at once", default: "1", limits: "1 to 64" };
const TABLE: Key = Key {
    name: "table",
    about: "megabytes for positions already searched",
    default: "256",
    limits: "1 to 1048576",
};

/// The agent by name.
pub(crate) fn perfect() -> AgentKind<ConnectFour> {
    AgentKind::new(
        "perfect",
        "never errs: takes the soonest win or the latest loss; some moves after the opening book need a while",
        &[TIES, THREADS, TABLE],
        |game, _, params| {
            let usual = Settings::default();
            let settings = Settings {
                threads: params.number("threads", 1..=64, usual.threads)?,
                table_megabytes: params.number("table", 1..=1 << 20, usual.table_megabytes)?,
                ..usual
            };
            let ties =
                params.choice("ties", &[("centre", Ties::Centre), ("random", Ties::Random)], Ties::Centre)?;
            Ok(Box::new(Perfect { solver: Solver::new(game, settings)?, ties, rng: Seed::default().rng() }))
        },
    )
}
