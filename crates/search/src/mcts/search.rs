//! Runs simulations until a limit is reached, on one thread or several.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};

use plylab_core::{AgentId, Eval, Game, Meter, Observer, Seed};

use super::arena::{Arena, NodeId};
use super::evaluator::{Evaluator, GameProperties, GameProperty, Ranges};
use super::settings::MctsSettings;
use super::simulation::{Dice, Notes, SimulationResult, Simulator};
use super::ucb::Tables;

/// Simulations between two checks of the clock and the other threads.
const BLOCK: u64 = 32;

/// Random playouts that probe a game for its properties.
const PROBES: u32 = 100;

/// The maximum number of moves of a playout that should reach the end: none of our board games lasts longer.
const LONG_MOVES: u32 = 64;

/// The rounds of a playout that is truncated. An early evaluation says more about a position than a long random walk.
const SHORT_ROUNDS: u32 = 3;

/// One search: its root, settings and limits.
pub(super) struct Search<'a, G: Game, E> {
    pub game: &'a G,
    pub settings: &'a MctsSettings,
    pub eval: Option<&'a E>,
    /// What is known of the game, to which the search adds.
    pub properties: &'a GameProperties,
    pub ranges: &'a Ranges,
    pub root: &'a G::State,
    pub me: AgentId,
    pub seed: Seed,
    /// The maximum number of simulations.
    pub simulations: u64,
    /// The maximum number of states, if those are limited. A simulation that has begun is finished.
    pub states: Option<u64>,
    pub meter: &'a Meter<'a>,
}

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SearchCost {
    pub simulations: u64,
    pub playouts: u64,
    /// Moves in the tree and in playouts.
    pub states: u64,
    pub deepest: usize,
}

/// Called while the tree grows.
type OnProgress<'a, A> = &'a mut dyn FnMut(&Arena<A>, SearchCost);

/// Simulations before the first progress report.
const FIRST_REPORT: u64 = 128;

/// Why a round of simulations ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RoundEnd {
    /// The search is finished.
    Done,
    /// The tree has to grow.
    Full,
    /// A new property of the game was found: the tree is useless.
    Restart,
}

/// What the threads of a round share.
struct Round {
    /// Simulations started.
    begun: AtomicU64,
    /// Playouts of finished blocks.
    playouts: AtomicU64,
    /// States of finished blocks.
    states: AtomicU64,
    over: AtomicBool,
    end: Mutex<RoundEnd>,
}

impl Round {
    fn finish(&self, end: RoundEnd) {
        if let Ok(mut current) = self.end.lock()
            && (end == RoundEnd::Restart || *current == RoundEnd::Done)
        {
            *current = end;
        }
        self.over.store(true, Relaxed);
    }
}

impl<G: Game, E: Eval<G>> Search<'_, G, E> {
    /// Continues the search in `tree`. `on_progress` is called while the tree grows; `observer` sees the simulations of a
    /// search with one thread.
    pub fn run(
        &self,
        tree: &mut Arena<G::Action>,
        mut on_progress: Option<OnProgress<'_, G::Action>>,
        mut observer: Option<&mut dyn Observer<G::Action>>,
    ) -> SearchCost {
        let mut cost = SearchCost::default();
        let mut next_report = FIRST_REPORT;
        let is_probed = self.properties.has(GameProperty::Probed);
        if self.settings.prove && !is_probed && self.meter.check_limits().is_none() {
            self.probe(tree);
        }
        for number in 0.. {
            let round = Round {
                begun: AtomicU64::new(cost.simulations),
                playouts: AtomicU64::new(cost.playouts),
                states: AtomicU64::new(cost.states),
                over: AtomicBool::new(false),
                end: Mutex::new(RoundEnd::Done),
            };
            let seed = self.seed.nth(number);
            let before = cost.deepest;
            // Whenever the number of simulations has grown by a quarter. Simulations instead of time make the reports the
            // same on every machine.
            let mut report = |simulations: u64, deepest: usize| {
                if let Some(on_progress) = &mut on_progress
                    && simulations >= next_report
                {
                    next_report = simulations + simulations / 4;
                    let (playouts, states) = (round.playouts.load(Relaxed), round.states.load(Relaxed));
                    let deepest = before.max(deepest);
                    on_progress(tree, SearchCost { simulations, playouts, states, deepest });
                }
            };
            let deepest = match &mut observer {
                Some(observer) => {
                    let simulator = self.simulator::<false, true>(tree, seed, Some(&mut **observer));
                    self.simulate(simulator, &round, &mut report)
                }
                None if self.settings.threads <= 1 => {
                    self.simulate(self.simulator::<false, false>(tree, seed, None), &round, &mut report)
                }
                None => self.simulate_together(tree, &round, seed, &mut report),
            };
            cost.simulations = round.begun.load(Relaxed);
            cost.playouts = round.playouts.load(Relaxed);
            cost.states = round.states.load(Relaxed);
            cost.deepest = before.max(deepest);
            match round.end.into_inner().unwrap_or(RoundEnd::Done) {
                RoundEnd::Done => break,
                RoundEnd::Full => _ = tree.grow(),
                RoundEnd::Restart => {
                    tree.clear();
                    if let Some(observer) = &mut observer {
                        observer.restart();
                    }
                    cost = SearchCost::default();
                }
            }
        }
        cost
    }

    fn simulate_together(
        &self,
        tree: &Arena<G::Action>,
        round: &Round,
        seed: Seed,
        report: &mut dyn FnMut(u64, usize),
    ) -> usize {
        thread::scope(|scope| {
            // If the system has no thread left, there are fewer.
            let threads: Vec<_> = (1..self.settings.threads as u64)
                .map_while(|number| {
                    let seed = seed.nth(number);
                    let help = move || {
                        let simulator = self.simulator::<true, false>(tree, seed, None);
                        self.simulate(simulator, round, &mut |_, _| ())
                    };
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            // The first is this one: only it reports progress.
            let simulator = self.simulator::<true, false>(tree, seed.nth(0), None);
            let deepest = self.simulate(simulator, round, report);
            // A game that panics does so for the caller, as it would with one thread.
            let join = |thread: ScopedJoinHandle<'_, usize>| {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            threads.into_iter().map(join).fold(deepest, usize::max)
        })
    }

    /// Finds the properties of the game by random playouts, before the tree depends on them. Proofs need this most: a
    /// reward of 1 is the maximum only if there are no larger ones.
    fn probe(&self, tree: &Arena<G::Action>) {
        let mut simulator = self.simulator::<false, false>(tree, self.seed.child("probe"), None);
        for _ in 0..PROBES {
            if let Err(property) = simulator.probe() {
                self.properties.add(property);
                simulator.evaluator = self.evaluator();
                simulator.max_moves = self.max_playout();
            }
        }
        self.properties.add(GameProperty::Probed);
    }

    fn max_playout(&self) -> u32 {
        match self.settings.playout {
            Some(moves) => moves,
            None if self.properties.has(GameProperty::LongPlayouts) => {
                SHORT_ROUNDS * self.game.info().agents.len() as u32
            }
            None => LONG_MOVES,
        }
    }

    /// An evaluator for the properties found so far.
    fn evaluator(&self) -> Evaluator<'_, G, E> {
        Evaluator {
            game: self.game,
            eval: self.eval,
            reward: self.settings.reward,
            ranges: self.ranges,
            by_eval: self.properties.has(GameProperty::LongPlayouts),
            scored: self.properties.has(GameProperty::Scored),
            general_sum: self.properties.has(GameProperty::GeneralSum),
        }
    }

    fn simulator<'a, const SHARED: bool, const WATCHED: bool>(
        &'a self,
        tree: &'a Arena<G::Action>,
        seed: Seed,
        observer: Option<&'a mut dyn Observer<G::Action>>,
    ) -> Simulator<'a, G, E, SHARED, WATCHED> {
        Simulator {
            game: self.game,
            tree,
            evaluator: self.evaluator(),
            settings: self.settings,
            max_moves: self.max_playout(),
            root: self.root,
            me: self.me,
            dice: Dice::new(seed),
            tables: Tables::get(),
            path: Vec::new(),
            floors: Vec::new(),
            actions: G::Actions::default(),
            rewards: vec![0.0; self.game.info().agents.len()],
            losses: vec![0.0; self.game.info().agents.len()],
            deepest: 0,
            playouts: 0,
            states: 0,
            observer,
            notes: Notes::default(),
        }
    }

    /// One thread's part of a round; returns the maximum depth it reached.
    fn simulate<const SHARED: bool, const WATCHED: bool>(
        &self,
        mut simulator: Simulator<'_, G, E, SHARED, WATCHED>,
        round: &Round,
        report: &mut dyn FnMut(u64, usize),
    ) -> usize {
        let tree = simulator.tree;
        while !round.over.load(Relaxed) {
            if self.meter.check_limits().is_some() || tree.node(NodeId::ROOT).exact().is_some() {
                round.finish(RoundEnd::Done);
                break;
            }
            let begun = round.begun.fetch_add(BLOCK, Relaxed);
            self.meter.publish(begun);
            report(begun, simulator.deepest);
            let (playouts, states) = (simulator.playouts, simulator.states);
            let mine = self.simulations.saturating_sub(begun).min(BLOCK);
            let done = self.block(&mut simulator, mine, round);
            round.begun.fetch_sub(BLOCK - done, Relaxed);
            round.playouts.fetch_add(simulator.playouts - playouts, Relaxed);
            round.states.fetch_add(simulator.states - states, Relaxed);
            if mine < BLOCK || self.used_up(round, 0) {
                round.finish(RoundEnd::Done);
            }
        }
        simulator.deepest
    }

    /// Have all states been used that the search may visit? `mine` are those not counted in the round yet.
    fn used_up(&self, round: &Round, mine: u64) -> bool {
        self.states.is_some_and(|states| round.states.load(Relaxed) + mine >= states)
    }

    /// Runs at most that many simulations; returns how many there were.
    fn block<const SHARED: bool, const WATCHED: bool>(
        &self,
        simulator: &mut Simulator<'_, G, E, SHARED, WATCHED>,
        simulations: u64,
        round: &Round,
    ) -> u64 {
        let before = simulator.states;
        for done in 0..simulations {
            match simulator.run() {
                SimulationResult::Completed => {}
                SimulationResult::TreeFull if simulator.tree.can_grow() => {
                    round.finish(RoundEnd::Full);
                    return done + 1;
                }
                SimulationResult::TreeFull => {}
                SimulationResult::Discarded(property) => {
                    self.properties.add(property);
                    round.finish(RoundEnd::Restart);
                    return done + 1;
                }
            }
            let proven = simulator.tree.node(NodeId::ROOT).exact().is_some();
            if proven || self.used_up(round, simulator.states - before) {
                return done + 1;
            }
        }
        simulations
    }
}
