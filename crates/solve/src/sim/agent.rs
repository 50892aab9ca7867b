//! Agents that know the whole game.

use std::sync::{Arc, OnceLock};

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Budget, Decision, Game as _, InputError, Key, Params, Rng,
    RootMove, SearchStats, Seed, Value,
};
use plylab_games::sim::{Edge, Sim, State};

use super::table::{JudgedMove, SimTable};

/// The table for as many points as `game` has, made once for all who ask.
fn shared(game: &Sim) -> Result<Arc<SimTable>, InputError> {
    static TABLES: [OnceLock<Arc<SimTable>>; 9] = [const { OnceLock::new() }; 9];
    let Some(place) = TABLES.get(usize::from(game.points())) else {
        return SimTable::new(game).map(Arc::new);
    };
    if let Some(table) = place.get() {
        return Ok(Arc::clone(table));
    }
    let table = Arc::new(SimTable::new(game)?);
    Ok(Arc::clone(place.get_or_init(|| table)))
}

/// Against whom an agent plays its best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// Somebody who never errs either.
    Perfection,
    /// Somebody who takes any edge, each equally likely.
    Chance,
}

impl Aim {
    fn is_met(self, judged: &JudgedMove) -> bool {
        match self {
            Aim::Perfection => judged.best,
            Aim::Chance => judged.exploits,
        }
    }

    /// What a move is worth: how the game ends against perfection, and the chance to win against chance.
    fn value(self, me: AgentId, judged: &JudgedMove) -> Value {
        match self {
            Aim::Chance => Value::score(me, judged.against_random.as_f64()),
            Aim::Perfection => Value::proven(me, judged.outcome, Some(judged.moves_left)),
        }
    }
}

/// Looks its moves up.
struct Knowing {
    /// None before the first move: to solve the game takes a while, and not everybody who is made plays.
    table: Option<Arc<SimTable>>,
    aim: Aim,
    /// Is any of several best moves taken, and not the first?
    random: bool,
    rng: Rng,
}

impl Agent<Sim> for Knowing {
    fn begin(&mut self, _: &Sim, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, game: &Sim, state: &State, budget: &Budget) -> Result<Decision<Edge>, AgentFailure> {
        let meter = budget.start();
        let me = game.turn(state).agent().unwrap_or(AgentId::FIRST);
        let table = match &self.table {
            Some(table) => Arc::clone(table),
            None => shared(game).map_err(|error| AgentFailure(error.into()))?,
        };
        self.table = Some(Arc::clone(&table));
        let judged = table.moves(game, state);
        let best: Vec<&JudgedMove> = judged.iter().filter(|judged| self.aim.is_met(judged)).collect();
        let chosen = if self.random { self.rng.pick(&best) } else { best.first() };
        let chosen = chosen.ok_or_else(AgentFailure::no_move)?;
        let weigh = |judged: &JudgedMove| RootMove {
            action: judged.edge,
            value: self.aim.value(me, judged),
            reply: None,
        };
        let line = match self.aim {
            Aim::Perfection if !self.random => table.line(game, state),
            _ => vec![chosen.edge],
        };
        Ok(Decision {
            action: chosen.edge,
            value: Some(self.aim.value(me, chosen)),
            moves: judged.iter().map(weigh).collect(),
            line,
            stats: SearchStats {
                nodes: judged.len() as u64,
                time: meter.elapsed(),
                ..SearchStats::default()
            },
        })
    }
}

fn ties() -> Vec<Key> {
    vec![Key::choice("ties", ["first", "random"], "which of several best moves to take")]
}

fn knowing(game: &Sim, params: &Params<'_>, aim: Aim) -> Result<Box<dyn Agent<Sim>>, InputError> {
    let random = params.choice("ties", &[("first", false), ("random", true)])?;
    SimTable::check(game)?;
    Ok(Box::new(Knowing { table: None, aim, random, rng: Seed::default().rng() }))
}

/// The agent that never errs.
pub(crate) fn perfect() -> AgentKind<Sim> {
    AgentKind::new(
        "perfect",
        "never errs: takes the soonest win or the latest loss; up to seven points",
        ties(),
        |game, _, params| knowing(game, params, Aim::Perfection),
    )
}

/// The agent that makes the most of an opponent who plays by chance.
pub(crate) fn exploit() -> AgentKind<Sim> {
    AgentKind::new(
        "exploit",
        "has the best chance to win against an opponent who takes any edge; up to seven points",
        ties(),
        |game, _, params| knowing(game, params, Aim::Chance),
    )
}
