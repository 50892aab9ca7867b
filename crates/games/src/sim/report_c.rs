//! Report C's program, with its fault.
//!
//! Its search walks the list of free edges by place while every edge it tries is taken out and put back at the end. So it
//! skips about every second move, at every level, and finds the list in another order the next time. Only with that
//! fault are the report's win rates met.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Budget, Decision, Eval as _, Game, Key, Meter, RootMove,
    SearchStats, Seed, Turn,
};

use super::evals::{REPORT_END, SimEval};
use super::rules::{Edge, Sim, State, edges};

/// The program of report C.
#[derive(Clone, Debug)]
pub struct ReportC {
    depth: u32,
    me: AgentId,
    /// The free edges in the order that the walks so far have left them in.
    free: Vec<Edge>,
}

impl ReportC {
    /// The program, looking so many plies ahead.
    pub fn new(depth: u32) -> ReportC {
        ReportC { depth, me: AgentId::FIRST, free: Vec::new() }
    }
}

/// One search of the faulty walk.
struct Walk<'a> {
    game: &'a Sim,
    me: AgentId,
    meter: Meter<'a>,
    spent: bool,
    stats: SearchStats,
}

impl Walk<'_> {
    fn value(&mut self, state: &State, free: &mut Vec<Edge>, left: u32, window: (f64, f64)) -> f64 {
        let turn = self.game.turn(state);
        if turn == Turn::Over || left == 0 {
            self.stats.leaves += 1;
        }
        if turn == Turn::Over {
            // Really infinite: the program cuts where nothing can be worse, which no finite value gives.
            return self.game.utility(state, self.me) * f64::INFINITY;
        }
        if left == 0 {
            return SimEval::Report.eval(self.game, state, self.me);
        }
        self.best(state, free, left, window, turn == Turn::Agent(self.me), |_, _| ()).0
    }

    /// The best value and the last move that reaches it; `weighed` hears of every move that is tried.
    fn best(
        &mut self,
        state: &State,
        free: &mut Vec<Edge>,
        left: u32,
        (mut alpha, mut beta): (f64, f64),
        mine: bool,
        mut weighed: impl FnMut(Edge, f64),
    ) -> (f64, Option<Edge>) {
        let mut best = (if mine { f64::NEG_INFINITY } else { f64::INFINITY }, None);
        for place in 0..free.len() {
            let edge = free.remove(place);
            let mut next = *state;
            self.game.apply(&mut next, edge);
            self.stats.nodes += 1;
            self.spent |= self.meter.node().is_some();
            let value = if self.spent { best.0 } else { self.value(&next, free, left - 1, (alpha, beta)) };
            free.push(edge);
            if self.spent {
                break;
            }
            weighed(edge, value);
            if (mine && value >= best.0) || (!mine && value <= best.0) {
                best = (value, Some(edge));
            }
            if mine {
                alpha = alpha.max(best.0);
            } else {
                beta = beta.min(best.0);
            }
            if alpha >= beta {
                self.stats.cuts += 1;
                break;
            }
        }
        best
    }
}

/// The program's infinities as people and files can read them.
fn finite(value: f64) -> f64 {
    value.clamp(-REPORT_END, REPORT_END)
}

impl Agent<Sim> for ReportC {
    fn begin(&mut self, game: &Sim, me: AgentId, _: Seed) {
        self.me = me;
        self.free = edges(game.all()).collect();
    }

    fn act(&mut self, game: &Sim, state: &State, budget: &Budget) -> Result<Decision<Edge>, AgentFailure> {
        let still_free = game.free(state);
        self.free.retain(|edge| still_free & edge.mask() != 0);
        let mut walk =
            Walk { game, me: self.me, meter: budget.start(), spent: false, stats: SearchStats::default() };
        let mut moves = Vec::new();
        let window = (f64::NEG_INFINITY, f64::INFINITY);
        let (value, edge) = walk.best(state, &mut self.free, self.depth, window, true, |action, value| {
            moves.push(RootMove { action, value: finite(value), exact: moves.is_empty(), reply: None });
        });
        walk.stats.depth = self.depth;
        walk.stats.time = walk.meter.elapsed();
        let action = edge
            .or_else(|| self.free.first().copied())
            .ok_or_else(|| AgentFailure("asked for a move where there is none".to_owned()))?;
        Ok(Decision { action, value: Some(finite(value)), moves, line: vec![action], stats: walk.stats })
    }

    fn eval_name(&self) -> Option<&'static str> {
        Some("report")
    }
}

pub(super) fn kind() -> AgentKind<Sim> {
    const KEYS: &[Key] =
        &[Key { name: "depth", about: "how far it looks ahead, in plies", default: "3", limits: "1 to 15" }];
    AgentKind::new(
        "report-c",
        "report C's program with its fault: its search skips about every second move",
        KEYS,
        |_, _, params| Ok(Box::new(ReportC::new(params.number("depth", 1..=15, 3)?))),
    )
}
