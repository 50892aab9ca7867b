//! The state of a running search, and the steps that every kind of node shares.

use plylab_core::{
    AgentId, Budget, DepthUnit, Eval, Game, LimitReached, Meter, Model, Observer, Outcome, SearchStats, Turn,
    Visit, Window,
};

use super::order::MoveOrdering;
use super::root::{Lookahead, depth_or_default};
use super::settings::{Settings, Star, WIN};
use super::stack::Plies;
use super::table::Transpositions;

/// The maximum length of a line. The lines of all plies together take memory quadratic in it.
const MAX_LINE: usize = 4096;

/// One search from one root.
pub(super) struct Search<'a, G: Game, M, E, O, T> {
    pub game: &'a G,
    pub model: &'a M,
    pub eval: &'a E,
    pub me: AgentId,
    pub settings: Settings,
    pub table: &'a T,
    pub observer: O,
    pub meter: Meter<'a>,
    /// Set once a limit is reached; every value after that is meaningless.
    pub limit_reached: Option<LimitReached>,
    pub stats: SearchStats,
    pub ordering: MoveOrdering<G::Action>,
    /// For each ply, the principal variation from there on.
    pub lines: Vec<Vec<G::Action>>,
    /// The best action of the node at ply 1 that was left last.
    pub reply: Option<G::Action>,
    /// Bounds on the values of leaves, if chance nodes are to be pruned.
    pub bounds: Option<(f64, f64)>,
    /// The plies that fit the current thread's stack.
    pub plies: Plies,
    /// Why a deeper search could not get another thread.
    pub no_thread: Option<std::io::Error>,
}

/// How a node was reached.
pub(super) struct Via<A> {
    pub action: Option<A>,
    /// Below a chance node: its probability.
    pub weight: Option<f64>,
}

impl<G: Game, M: Model<G>, E: Eval<G>, T: Transpositions<G>> Lookahead<'_, G, M, E, T> {
    /// A search for `me`, not started yet.
    pub(super) fn start<'b, O: Observer<G::Action>>(
        &'b self,
        me: AgentId,
        budget: &'b Budget,
        observer: O,
    ) -> Search<'b, G, M, E, O, T> {
        let settings = self.settings;
        let prunes_chance = settings.star != Star::Off && !settings.prefer_short_wins;
        Search {
            game: self.game,
            model: self.model,
            eval: self.eval,
            me,
            settings: Settings { depth: depth_or_default(settings.depth, budget), ..settings },
            table: self.table,
            observer,
            meter: budget.start(),
            limit_reached: None,
            stats: SearchStats::default(),
            ordering: MoveOrdering::new(settings.killers, settings.history),
            lines: Vec::new(),
            reply: None,
            bounds: if prunes_chance { self.eval.bounds(self.game) } else { None },
            plies: Plies::of_caller::<G>(),
            no_thread: None,
        }
    }
}

impl<G: Game, M: Model<G>, E: Eval<G>, O: Observer<G::Action>, T: Transpositions<G>>
    Search<'_, G, M, E, O, T>
{
    /// Clears the principal variation from this ply on.
    #[inline]
    pub fn clear_line(&mut self, ply: usize) {
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None if ply <= MAX_LINE => self.lines.resize_with(ply + 1, Vec::new),
            None => {}
        }
    }

    /// The deepest ply that was searched, as far as lines are kept.
    pub fn deepest(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX).saturating_sub(1)
    }

    #[inline(always)]
    pub fn leaf(
        &mut self,
        state: &G::State,
        left: u32,
        ply: usize,
        window: Window,
        via: Via<G::Action>,
    ) -> f64 {
        self.stats.leaves += 1;
        if self.stats.exhaustive && self.game.turn(state) != Turn::Over {
            self.stats.exhaustive = false;
        }
        let value = if self.settings.prefer_short_wins {
            self.with_distance(state, ply)
        } else {
            self.eval.eval(self.game, state, self.me)
        };
        self.observer.enter(&Visit {
            action: via.action,
            weight: via.weight,
            actor: None,
            role: None,
            window,
            left,
        });
        self.observer.leave(value);
        value
    }

    /// Values a finished game by its distance from the root, anything else by the evaluation.
    pub fn with_distance(&self, state: &G::State, ply: usize) -> f64 {
        let over = self.game.turn(state) == Turn::Over;
        match over.then(|| self.game.outcome(state, self.me)) {
            Some(Outcome::Win) => WIN - ply as f64,
            Some(Outcome::Loss) => ply as f64 - WIN,
            Some(Outcome::Draw) | None => self.eval.eval(self.game, state, self.me),
        }
    }

    /// The successor by `action`, and the depth left there.
    #[inline(always)]
    pub fn successor(
        &mut self,
        state: &G::State,
        action: G::Action,
        by_agent: bool,
        left: u32,
    ) -> (G::State, u32) {
        let mut next = state.clone();
        self.game.apply(&mut next, action);
        if let Some(limit) = self.meter.node() {
            self.limit_reached = Some(limit);
        }
        let left = match self.settings.depth.unit {
            // A ply is a move of an agent: dice do not count.
            DepthUnit::Ply => left - u32::from(by_agent),
            DepthUnit::Round => left - u32::from(self.game.turn(&next) == Turn::Agent(AgentId::FIRST)),
        };
        (next, left)
    }

    /// Sets the line of this ply to `action` followed by the line of the next ply.
    pub fn prepend(&mut self, ply: usize, action: G::Action) {
        if let Some([line, rest, ..]) = self.lines.get_mut(ply..) {
            line.clear();
            line.push(action);
            line.extend_from_slice(rest);
        }
    }
}
