//! Decisions: the search from the root by one or several threads, and what is reported of it.

use std::thread;

use plylab_core::{
    AgentFailure, AgentId, Branch, Budget, Certainty, Decision, Eval, Game, LimitReached, Model, Observer,
    Outcome, Rng, RootMove, SearchStats, StopFlag, Value, Visit, message,
};

use super::order::MoveOrdering;
use super::search::Search;
use super::settings::{LookaheadSettings, Order, Star, Ties, WIN};
use super::stack;
use super::table::Transpositions;

/// More plies than any forced win takes. Numbers further from [`WIN`] are scores, or means of wins and losses.
const LONGEST_WIN: f64 = 1e6;

/// A depth-limited search in one game: the parts that every decision shares.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead<'a, G, M, E, T> {
    /// The rules.
    pub game: &'a G,
    /// The roles of the agents.
    pub model: &'a M,
    /// The evaluation of leaves.
    pub eval: &'a E,
    /// How to search.
    pub settings: LookaheadSettings,
    /// A [`TranspositionTable`](super::TranspositionTable) if [`LookaheadSettings::table`] or [`LookaheadSettings::threads`] ask for one,
    /// [`NoTable`](super::NoTable) in a game whose states have no keys.
    pub table: &'a T,
}

/// The result of one search from the root to one depth.
#[derive(Clone)]
pub(super) struct Iteration<A> {
    pub moves: Vec<ValuedMove<A>>,
    pub best: A,
    pub value: f64,
    pub line: Vec<A>,
}

/// A root move and the value that the search found.
#[derive(Clone, Copy)]
pub(super) struct ValuedMove<A> {
    pub action: A,
    pub value: f64,
    /// Is `value` exact, or else a bound from above?
    pub exact: bool,
    pub reply: Option<A>,
}

impl<A: Copy + Eq> Iteration<A> {
    /// Sorts the root moves into the game's order, whatever the order of search.
    pub fn sort<G: Game<Action = A>>(&mut self, game: &G, state: &G::State) {
        let natural = game.list_actions(state);
        self.moves.sort_by_key(|scored| natural.iter().position(|&action| action == scored.action));
    }

    /// The decision: with [`LookaheadSettings::prefer_short_wins`], numbers near [`WIN`] are wins and losses.
    pub fn decision(self, me: AgentId, prefer_short_wins: bool, stats: SearchStats) -> Decision<A> {
        let value = |number: f64| match WIN - number.abs() {
            plies if prefer_short_wins && plies < LONGEST_WIN => {
                let outcome = if number > 0.0 { Outcome::Win } else { Outcome::Loss };
                Value::proven(me, outcome, Some(plies as u32))
            }
            _ => Value::score(me, number),
        };
        let root_move = |scored: ValuedMove<A>| {
            let certainty = if scored.exact { Certainty::Exact } else { Certainty::AtMost };
            RootMove {
                action: scored.action,
                value: value(scored.value).with(certainty),
                reply: scored.reply,
            }
        };
        Decision {
            action: self.best,
            value: Some(value(self.value)),
            moves: self.moves.into_iter().map(root_move).collect(),
            line: self.line,
            wheel: None,
            stats,
        }
    }
}

impl<G: Game, M: Model<G>, E: Eval<G>, T: Transpositions<G>> Lookahead<'_, G, M, E, T> {
    /// The decision of the agent to move in `state`. `rng` breaks ties where that is asked for.
    ///
    /// At depth 0 nothing is searched: the first action is taken, with the value of the state itself.
    ///
    /// # Errors
    ///
    /// If no agent is to move, or if even the first iteration goes deeper than the stack can grow, as in a browser.
    pub fn decide<O: Observer<G::Action>>(
        &self,
        state: &G::State,
        budget: &Budget,
        rng: &mut Rng,
        observer: O,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.decide_with_progress(state, budget, rng, observer, &mut |_| ())
    }

    /// The same; calls `on_progress` with the current decision after each completed depth, before ties are broken.
    ///
    /// # Errors
    ///
    /// As for [`Lookahead::decide`].
    pub fn decide_with_progress<O: Observer<G::Action>>(
        &self,
        state: &G::State,
        budget: &Budget,
        rng: &mut Rng,
        observer: O,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let me = self.game.turn(state).agent().ok_or_else(AgentFailure::no_move)?;
        if self.settings.threads > 1 && self.table.table().is_some() {
            return self.decide_together(state, me, budget, rng, on_progress);
        }
        self.decide_alone(state, me, budget, rng, observer, on_progress)
    }

    /// Searches a branch of the search at `state` again, with its window and remaining depth: no killer moves, no
    /// history, and only what is in the table.
    ///
    /// # Errors
    ///
    /// As for [`Lookahead::decide`], and if a limit is reached.
    pub fn reopen<O: Observer<G::Action>>(
        &self,
        state: &G::State,
        branch: &Branch<G::Action>,
        budget: &Budget,
        observer: O,
    ) -> Result<f64, AgentFailure> {
        let me = self.game.turn(state).agent().ok_or_else(AgentFailure::no_move)?;
        let mut at = state.clone();
        for &action in &branch.path {
            self.game.apply(&mut at, action);
        }
        let mut search = self.start(me, budget, observer);
        search.observer.restart();
        let visit = Visit {
            action: branch.path.last().copied(),
            weight: None,
            actor: None,
            role: None,
            window: branch.window,
            left: branch.left,
        };
        let value = search.value(&at, branch.path.len(), visit);
        match search.limit_reached {
            None => Ok(value),
            Some(LimitReached::Stack) => Err(stack::too_deep(search.max_ply)),
            Some(_) => {
                Err(AgentFailure::new(message!("branch-stopped", "the search was stopped before its end")))
            }
        }
    }

    /// Helper threads search the same root with the same table, each starting with another move, until the decision is
    /// made.
    fn decide_together(
        &self,
        state: &G::State,
        me: AgentId,
        budget: &Budget,
        rng: &mut Rng,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let done = StopFlag::default();
        thread::scope(|scope| {
            // If the system has no thread left, there are fewer helpers.
            let helpers: Vec<_> = (1..self.settings.threads)
                .map_while(|number| {
                    let budget = Budget { stop: done.clone(), counter: None, ..budget.clone() };
                    let helper = Lookahead {
                        settings: LookaheadSettings {
                            order: Order::Dynamic,
                            iterative_deepening: true,
                            ..self.settings
                        },
                        ..*self
                    };
                    let help =
                        move || helper.start(me, &budget, ()).iterative_deepening(state, number, &mut |_| ());
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let decision = self.decide_alone(state, me, budget, rng, (), on_progress);
            done.stop();
            let helped = helpers.into_iter().filter_map(|helper| helper.join().ok()?.ok());
            let nodes: u64 = helped.map(|(_, stats)| stats.nodes).sum();
            let mut decision = decision?;
            decision.stats.nodes += nodes;
            Ok(decision)
        })
    }

    fn decide_alone<O: Observer<G::Action>>(
        &self,
        state: &G::State,
        me: AgentId,
        budget: &Budget,
        rng: &mut Rng,
        observer: O,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let (iteration, stats) =
            self.start(me, budget, observer).iterative_deepening(state, 0, on_progress)?;
        let Some(mut iteration) = iteration else {
            // Depth 0, or stopped before the first move was searched.
            let actions = self.game.list_actions(state);
            let &action = actions.first().ok_or_else(AgentFailure::no_move)?;
            let value = self.eval.eval(self.game, state, me);
            return Ok(Decision { value: Some(Value::score(me, value)), stats, ..Decision::plain(action) });
        };
        iteration.sort(self.game, state);
        if self.settings.ties == Ties::Random {
            let is_best = |scored: &&ValuedMove<G::Action>| scored.exact && scored.value == iteration.value;
            let equals: Vec<_> = iteration.moves.iter().filter(is_best).copied().collect();
            if let Some(&ValuedMove { action, reply, .. }) = rng.pick(&equals)
                && action != iteration.best
            {
                iteration.best = action;
                iteration.line = std::iter::once(action).chain(reply).collect();
            }
        }
        Ok(iteration.decision(me, self.settings.prefer_short_wins, stats))
    }

    /// A search for `me`, not started yet.
    pub(super) fn start<'b, O: Observer<G::Action>>(
        &'b self,
        me: AgentId,
        budget: &'b Budget,
        observer: O,
    ) -> Search<'b, G, M, E, O, T> {
        let settings = self.settings;
        // Its own depth, or the budget's if that is smaller or in another unit.
        let depth = match budget.depth {
            Some(max) if max.unit == settings.depth.unit && max.count > settings.depth.count => {
                settings.depth
            }
            Some(max) => max,
            None => settings.depth,
        };
        let prunes_chance = settings.star != Star::Off && !settings.prefer_short_wins;
        Search {
            game: self.game,
            model: self.model,
            eval: self.eval,
            me,
            settings: LookaheadSettings { depth, ..settings },
            table: self.table,
            observer,
            meter: budget.start(),
            limit_reached: None,
            stats: SearchStats::default(),
            ordering: MoveOrdering::new(settings.killers, settings.history),
            lines: Vec::new(),
            reply: None,
            bounds: if prunes_chance { self.eval.bounds(self.game) } else { None },
            unchecked_ply: 1,
            max_ply: stack::max_ply::<G>(),
        }
    }
}
