//! Report C's program, with its fault and without.
//!
//! Its search walks the list of free edges by index while every edge it tries is removed and put back at the end. So it
//! skips about every second move, at every level, and finds the list in a different order the next time. Only this
//! fault reproduces the report's win rates. The report does not say in which order the list begins: the game's is ours.
//!
//! Even repaired, it differs from the alpha-beta of the other games: its terminal values are infinite. A win closes the
//! window, so the first win found is taken; with a finite value the search would go on, and mistake a later move for a
//! win although its value is only the bound of a cutoff.

use plylab_core::{
    Agent, AgentFailure, AgentId, AgentKind, Certainty, Context, Cut, Decision, Eval as _, Game, Key,
    Message, Meter, Observer, Role, RootMove, SearchStats, Seed, Turn, Value, Visit, Watch, Window,
};

use super::evals::{REPORT_END, SimEval};
use super::rules::{Sim, SimEdge, SimState, edges};

/// The program of report C.
#[derive(Clone, Debug)]
pub struct ReportC {
    depth: u32,
    /// Does an edge that was tried go back to the end of the list, which is the fault? Otherwise it goes back where it was.
    to_the_end: bool,
    /// The free edges, in the order left by the searches so far.
    free: Vec<SimEdge>,
}

impl ReportC {
    /// The program with its fault, searching `depth` plies.
    pub fn new(depth: u32) -> ReportC {
        ReportC { depth, to_the_end: true, free: Vec::new() }
    }

    /// The program without its fault.
    pub fn repaired(depth: u32) -> ReportC {
        ReportC { to_the_end: false, ..ReportC::new(depth) }
    }
}

/// One search.
struct Walk<'a> {
    game: &'a Sim,
    observer: &'a mut dyn Observer<SimEdge>,
    me: AgentId,
    to_the_end: bool,
    meter: Meter<'a>,
    spent: bool,
    stats: SearchStats,
}

impl Walk<'_> {
    fn value(
        &mut self,
        state: &SimState,
        free: &mut Vec<SimEdge>,
        left: u32,
        window: Window,
        via: SimEdge,
    ) -> f64 {
        let turn = self.game.turn(state);
        let is_leaf = turn == Turn::Over || left == 0;
        let role = match turn {
            _ if is_leaf => None,
            Turn::Agent(actor) if actor == self.me => Some(Role::Max),
            _ => Some(Role::Min),
        };
        let actor = turn.agent().filter(|_| !is_leaf);
        self.observer.enter(&Visit { action: Some(via), weight: None, actor, role, window, left });
        let value = if turn == Turn::Over {
            // Infinite, because the program cuts off where nothing can be worse, which no finite value causes.
            self.game.utility(state, self.me) * f64::INFINITY
        } else if left == 0 {
            SimEval::Report.eval(self.game, state, self.me)
        } else {
            self.best(state, free, left, window, turn == Turn::Agent(self.me), |_, _, _| ()).0
        };
        self.stats.leaves += u64::from(is_leaf);
        if !self.spent {
            self.observer.leave(value);
        }
        value
    }

    /// The best value and the last move that reaches it; `searched` is called for every move that is tried, with its
    /// value and how certain that is to the side that moves.
    fn best(
        &mut self,
        state: &SimState,
        free: &mut Vec<SimEdge>,
        left: u32,
        window: Window,
        mine: bool,
        mut searched: impl FnMut(SimEdge, f64, Certainty),
    ) -> (f64, Option<SimEdge>) {
        let Window { mut alpha, mut beta } = window;
        let mut best = (if mine { f64::NEG_INFINITY } else { f64::INFINITY }, None);
        for index in 0..free.len() {
            let edge = free.remove(index);
            let mut next = *state;
            self.game.apply(&mut next, edge);
            self.stats.nodes += 1;
            self.spent |= self.meter.node().is_some();
            let open = Window { alpha, beta };
            let cuts = self.stats.cuts;
            let value = if self.spent { best.0 } else { self.value(&next, free, left - 1, open, edge) };
            free.insert(if self.to_the_end { free.len() } else { index }, edge);
            if self.spent {
                break;
            }
            // A move that is no better than the best so far has its value only as far as nothing below it was cut off.
            let within = if mine { value > alpha || alpha == f64::NEG_INFINITY } else { value < beta };
            let certainty =
                if within || cuts == self.stats.cuts { Certainty::Exact } else { Certainty::AtMost };
            searched(edge, value, certainty);
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
                let cut = if mine {
                    Cut::Beta { value: best.0, beta }
                } else {
                    Cut::Alpha { value: best.0, alpha }
                };
                // With the fault, the one that was tried is at the end again, and the next one is in its place.
                let end = free.len() - usize::from(self.to_the_end);
                if let Some(rest) = free.get(index + 1..end).filter(|rest| !rest.is_empty()) {
                    self.observer.cut(cut, rest);
                }
                break;
            }
        }
        best
    }
}

/// The program's infinities as finite values, which every format can express.
fn finite(value: f64) -> f64 {
    value.clamp(-REPORT_END, REPORT_END)
}

impl Agent<Sim> for ReportC {
    fn begin(&mut self, game: &Sim, _: AgentId, _: Seed) {
        self.free = edges(game.all).collect();
    }

    fn act(&mut self, context: Context<'_, Sim>) -> Result<Decision<SimEdge>, AgentFailure> {
        let Context { game, state, me, budget, watch } = context;
        let mut nobody = ();
        let observer: &mut dyn Observer<SimEdge> = match watch {
            Watch::Search(observer) => observer,
            Watch::Off | Watch::Progress(_) => &mut nobody,
        };
        observer.restart();
        let window = Window::FULL;
        let (role, left) = (Some(Role::Max), self.depth);
        observer.enter(&Visit { action: None, weight: None, actor: Some(me), role, window, left });
        let still_free = game.free(state);
        self.free.retain(|edge| still_free & edge.mask() != 0);
        let mut walk = Walk {
            game,
            observer,
            me,
            to_the_end: self.to_the_end,
            meter: budget.start(),
            spent: false,
            stats: SearchStats::default(),
        };
        let mut moves: Vec<RootMove<SimEdge>> = Vec::new();
        let (value, edge) =
            walk.best(state, &mut self.free, self.depth, window, true, |action, value, certainty| {
                let value = Value::score(me, finite(value)).with(certainty);
                // The fault puts some moves before the search again: the best value that one was found to have counts.
                match moves.iter_mut().find(|known| known.action == action) {
                    Some(known) if known.value.rank() > value.rank() => {}
                    Some(known) if known.value.rank() == value.rank() && known.value.is_exact() => {}
                    Some(known) => known.value = value,
                    None => moves.push(RootMove { action, value, reply: None }),
                }
            });
        let order = game.list_actions(state);
        moves.sort_by_key(|known| order.iter().position(|&edge| edge == known.action));
        if !walk.spent {
            walk.observer.leave(value);
        }
        walk.stats.depth = self.depth;
        walk.stats.time = walk.meter.elapsed();
        let action = edge.or_else(|| self.free.first().copied()).ok_or_else(AgentFailure::no_move)?;
        let value = Some(Value::score(me, finite(value)));
        Ok(Decision { action, value, moves, line: vec![action], wheel: None, stats: walk.stats })
    }

    fn eval_name(&self) -> Option<&str> {
        Some("report")
    }
}

pub(super) fn kinds() -> Vec<AgentKind<Sim>> {
    let depth = Key::integer("depth", 1..=15, "search depth, in plies")
        .default("3")
        .said(Message::new("depth-of", "depth {value}"));
    vec![
        AgentKind::new(
            "report-c",
            "report C's program with its fault: its search skips about every second move; the order of edges is ours",
            vec![depth.clone()],
            |_, _, params| Ok(Box::new(ReportC::new(params.number("depth")?))),
        )
        .titled("report C's program"),
        AgentKind::new(
            "report-c-repaired",
            "report C's program without its fault: it searches every move",
            vec![depth],
            |_, _, params| Ok(Box::new(ReportC::repaired(params.number("depth")?))),
        )
        .titled("report C's program, repaired"),
    ]
}
