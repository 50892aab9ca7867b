//! Agents that look up their moves in the table of the whole game.

use std::sync::{Arc, OnceLock};

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Context, Decision, InputError, Key, Params, Rng, RootMove,
    SearchStats, Seed, Value,
};
use plylab_games::sim::{Sim, SimEdge};

use super::table::{SimTable, SolvedMove};
use crate::after;

/// The table for as many points as `game` has, computed once and shared.
fn shared(game: &Sim) -> Result<Arc<SimTable>, InputError> {
    static TABLES: [OnceLock<Arc<SimTable>>; 9] = [const { OnceLock::new() }; 9];
    let Some(slot) = TABLES.get(usize::from(game.points())) else {
        return SimTable::new(game).map(Arc::new);
    };
    if let Some(table) = slot.get() {
        return Ok(Arc::clone(table));
    }
    let table = Arc::new(SimTable::new(game)?);
    Ok(Arc::clone(slot.get_or_init(|| table)))
}

/// The opponent that an agent plays its best against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// A perfect player.
    Perfection,
    /// A player that takes every edge equally likely.
    Chance,
}

impl Aim {
    fn is_met(self, judged: &SolvedMove) -> bool {
        match self {
            Aim::Perfection => judged.best,
            Aim::Chance => judged.exploits,
        }
    }

    /// The value of a move: the outcome against perfect play, or the chance to win against a random player.
    fn value(self, me: AgentId, judged: &SolvedMove) -> Value {
        match self {
            Aim::Chance => Value::score(me, judged.against_random.as_f64()),
            Aim::Perfection => Value::proven(me, judged.outcome, Some(judged.moves_left)),
        }
    }
}

/// Looks up its moves in the table.
struct TableAgent {
    /// None before the first move: solving the game takes a while, and not every agent that is created plays.
    table: Option<Arc<SimTable>>,
    aim: Aim,
    /// Is a random one of several best moves taken, instead of the first?
    random: bool,
    rng: Rng,
}

impl Agent<Sim> for TableAgent {
    fn begin(&mut self, _: &Sim, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, context: Context<'_, Sim>) -> Result<Decision<SimEdge>, AgentFailure> {
        let Context { game, state, me, budget, .. } = context;
        let meter = budget.start();
        let table = match &self.table {
            Some(table) => Arc::clone(table),
            None => shared(game).map_err(AgentFailure::from)?,
        };
        self.table = Some(Arc::clone(&table));
        let judged = table.moves(game, state);
        let best: Vec<&SolvedMove> = judged.iter().filter(|judged| self.aim.is_met(judged)).collect();
        let chosen = if self.random { self.rng.pick(&best) } else { best.first() };
        let chosen = chosen.ok_or_else(AgentFailure::no_move)?;
        let on = |edge: SimEdge| match self.aim {
            Aim::Perfection => table.line(game, &after(game, state, edge)),
            Aim::Chance => Vec::new(),
        };
        let root_move = |judged: &SolvedMove| RootMove {
            action: judged.edge,
            value: self.aim.value(me, judged),
            reply: on(judged.edge).first().copied(),
        };
        let line = std::iter::once(chosen.edge).chain(on(chosen.edge)).collect();
        Ok(Decision {
            action: chosen.edge,
            value: Some(self.aim.value(me, chosen)),
            moves: judged.iter().map(root_move).collect(),
            line,
            wheel: None,
            stats: SearchStats {
                nodes: judged.len() as u64,
                time: meter.elapsed(),
                ..SearchStats::default()
            },
        })
    }
}

/// The setting that chooses among equals.
pub(crate) fn ties() -> Vec<Key> {
    vec![Key::choice("ties", ["first", "random"], "which of several best moves to take")]
}

fn table_agent(game: &Sim, params: &Params<'_>, aim: Aim) -> Result<Box<dyn Agent<Sim>>, InputError> {
    let random = params.choice("ties", &[("first", false), ("random", true)])?;
    SimTable::check(game)?;
    Ok(Box::new(TableAgent { table: None, aim, random, rng: Seed::default().rng() }))
}

/// The perfect agent.
pub(crate) fn perfect() -> AgentKind<Sim> {
    AgentKind::new(
        "perfect",
        "plays perfectly: the fastest win or the slowest loss; up to seven points",
        ties(),
        |game, _, params| table_agent(game, params, Aim::Perfection),
    )
    .titled("perfect play")
}

/// The agent with the best winning chances against a random opponent.
pub(crate) fn exploit() -> AgentKind<Sim> {
    AgentKind::new(
        "exploit",
        "has the best winning chances against an opponent that moves at random; up to seven points",
        ties(),
        |game, _, params| table_agent(game, params, Aim::Chance),
    )
    .titled("exploiter")
}
