//! The agent that never errs.

use plylab_core::{
    Actions, Agent, AgentFailure, AgentId, AgentKind, Budget, Decision, Game as _, Key, Rng, RootMove,
    SearchStats, Seed, StopFlag,
};
use plylab_games::connect4::{Column, ConnectFour, State};

use super::solver::{Control, Settings, Solver, from_centre};

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
        let no_move = || AgentFailure("asked for a move where there is none".to_owned());
        let meter = budget.start();
        let before = self.solver.nodes();
        let spent = StopFlag::default();
        let raised = spent.clone();
        let mut control = Control::new(spent).on_progress(|progress| {
            meter.tell(progress.nodes - before);
            let too_many = budget.nodes.is_some_and(|most| progress.nodes - before >= most);
            if too_many || meter.look().is_some() {
                raised.stop();
            }
        });
        let solved = self.solver.best_moves(state, &mut control);
        drop(control);
        let stats = SearchStats {
            nodes: self.solver.nodes() - before,
            time: meter.elapsed(),
            ..SearchStats::default()
        };
        let Ok((score, best)) = solved else {
            let action = Perfect::hasty(game, state).ok_or_else(no_move)?;
            return Ok(Decision { stats, ..Decision::plain(action) });
        };
        let action = self.choose(game, &best).ok_or_else(no_move)?;
        let mut columns = Actions::new();
        game.actions(state, &mut columns);
        let weigh = |&column: &Column| {
            let exact = best.contains(&column);
            // Of the others it is only known that they are worse.
            let value = f64::from(if exact { score } else { score - 1 });
            RootMove { action: column, value, exact, reply: None }
        };
        Ok(Decision {
            action,
            value: Some(f64::from(score)),
            moves: columns.iter().map(weigh).collect(),
            line: vec![action],
            stats,
        })
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
