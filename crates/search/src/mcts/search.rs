//! Simulations until the budget is spent, by one thread or several.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};

use plylab_core::{AgentId, Eval, Game, Meter, Seed};

use super::arena::{Arena, NodeId};
use super::dice::Dice;
use super::judge::{Judge, Lesson, Lessons, Ranges};
use super::settings::MctsSettings;
use super::simulation::{Ran, Simulator};
use super::ucb::Tables;

/// Simulations between two looks at the clock and at the other threads.
const BLOCK: u64 = 32;

/// Random games that are played to learn about a game.
const PROBES: u32 = 100;

/// The most moves of a playout that can be hoped to end: no board game of ours lasts longer.
const LONG_MOVES: u32 = 64;

/// The rounds of a playout that cannot. Long aimless walks say less about a position than an evaluation soon.
const SHORT_ROUNDS: u32 = 3;

/// What is to be searched, and how.
pub(super) struct Search<'a, G: Game, E> {
    pub game: &'a G,
    pub settings: &'a MctsSettings,
    pub eval: Option<&'a E>,
    pub root: &'a G::State,
    pub me: AgentId,
    pub seed: Seed,
    /// The most simulations.
    pub simulations: u64,
    pub meter: &'a Meter<'a>,
}

/// What a search cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Effort {
    pub simulations: u64,
    pub playouts: u64,
    pub deepest: usize,
}

/// Simulations before the tree is told for the first time.
const FIRST_TOLD: u64 = 128;

/// Whoever is told what is in the tree now and then, while it grows.
pub(super) struct Listener<'a, A> {
    hear: &'a mut dyn FnMut(&Arena<A>, Effort),
    /// After so many simulations.
    next: u64,
}

impl<'a, A> Listener<'a, A> {
    pub fn new(hear: &'a mut dyn FnMut(&Arena<A>, Effort)) -> Self {
        Listener { hear, next: FIRST_TOLD }
    }

    /// Tells, if it is time to: whenever a quarter more simulations have been made. Counted in simulations and not in
    /// time, what is told is the same on every machine.
    fn tell(&mut self, tree: &Arena<A>, effort: Effort) {
        if effort.simulations >= self.next {
            self.next = effort.simulations + effort.simulations / 4;
            (self.hear)(tree, effort);
        }
    }
}

/// Why a round of simulations ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// There is nothing left to do.
    Done,
    /// The tree needs room.
    Full,
    /// The tree is worth nothing.
    Learnt,
}

/// What the threads of a round share.
struct Round {
    /// Simulations begun.
    begun: AtomicU64,
    /// Playouts of finished blocks.
    playouts: AtomicU64,
    over: AtomicBool,
    end: Mutex<End>,
}

impl Round {
    fn finish(&self, end: End) {
        if let Ok(mut current) = self.end.lock()
            && (end == End::Learnt || *current == End::Done)
        {
            *current = end;
        }
        self.over.store(true, Relaxed);
    }
}

impl<G: Game, E: Eval<G>> Search<'_, G, E> {
    /// Searches on in `tree`, with what is known of the game; both are changed.
    pub fn run(
        &self,
        tree: &mut Arena<G::Action>,
        lessons: &Lessons,
        ranges: &Ranges,
        mut listener: Option<Listener<'_, G::Action>>,
    ) -> Effort {
        let mut effort = Effort::default();
        if self.settings.prove && !lessons.are_probed() && self.meter.look().is_none() {
            self.probe(tree, lessons, ranges);
        }
        for number in 0.. {
            let round = Round {
                begun: AtomicU64::new(effort.simulations),
                playouts: AtomicU64::new(effort.playouts),
                over: AtomicBool::new(false),
                end: Mutex::new(End::Done),
            };
            let seed = self.seed.nth(number);
            let before = effort.deepest;
            let mut tell = |simulations: u64, deepest: usize| {
                if let Some(listener) = &mut listener {
                    let playouts = round.playouts.load(Relaxed);
                    listener.tell(tree, Effort { simulations, playouts, deepest: before.max(deepest) });
                }
            };
            let deepest = if self.settings.threads <= 1 {
                self.simulate::<false>(tree, lessons, ranges, &round, seed, &mut tell)
            } else {
                self.simulate_together(tree, lessons, ranges, &round, seed, &mut tell)
            };
            effort.simulations = round.begun.load(Relaxed);
            effort.playouts = round.playouts.load(Relaxed);
            effort.deepest = before.max(deepest);
            match round.end.into_inner().unwrap_or(End::Done) {
                End::Done => break,
                End::Full => _ = tree.grow(),
                End::Learnt => {
                    tree.clear();
                    effort = Effort::default();
                }
            }
        }
        effort
    }

    fn simulate_together(
        &self,
        tree: &Arena<G::Action>,
        lessons: &Lessons,
        ranges: &Ranges,
        round: &Round,
        seed: Seed,
        tell: &mut dyn FnMut(u64, usize),
    ) -> usize {
        thread::scope(|scope| {
            // Where the system has no thread left, there are fewer.
            let threads: Vec<_> = (1..self.settings.threads as u64)
                .map_while(|number| {
                    let seed = seed.nth(number);
                    let help =
                        move || self.simulate::<true>(tree, lessons, ranges, round, seed, &mut |_, _| ());
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            // The first is this one: only it can tell how far they are.
            let deepest = self.simulate::<true>(tree, lessons, ranges, round, seed.nth(0), tell);
            // A game that panics does so for the caller, as it would with one thread.
            let join = |thread: ScopedJoinHandle<'_, usize>| {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            threads.into_iter().map(join).fold(deepest, usize::max)
        })
    }

    /// Learns what random games teach, before the tree rests on anything else. A proof needs it most: a
    /// reward of 1 is only the best of all if there are no larger ones.
    fn probe(&self, tree: &Arena<G::Action>, lessons: &Lessons, ranges: &Ranges) {
        let mut simulator = self.simulator::<false>(tree, lessons, ranges, self.seed.child("probe"));
        for _ in 0..PROBES {
            if let Err(lesson) = simulator.probe() {
                lessons.learn(lesson);
                simulator.judge = self.judge(lessons, ranges);
                simulator.longest = self.longest_playout(lessons);
            }
        }
        lessons.set_probed();
    }

    fn longest_playout(&self, lessons: &Lessons) -> u32 {
        match self.settings.playout {
            Some(moves) => moves,
            None if lessons.know(Lesson::Cut) => SHORT_ROUNDS * self.game.info().agents.len() as u32,
            None => LONG_MOVES,
        }
    }

    fn judge<'a>(&'a self, lessons: &Lessons, ranges: &'a Ranges) -> Judge<'a, G, E> {
        Judge::new(self.game, self.eval, self.settings.reward, ranges, lessons)
    }

    fn simulator<'a, const SHARED: bool>(
        &'a self,
        tree: &'a Arena<G::Action>,
        lessons: &Lessons,
        ranges: &'a Ranges,
        seed: Seed,
    ) -> Simulator<'a, G, E, SHARED> {
        Simulator {
            game: self.game,
            tree,
            judge: self.judge(lessons, ranges),
            settings: self.settings,
            longest: self.longest_playout(lessons),
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
        }
    }

    /// One thread's part of a round: says how deep it came.
    fn simulate<const SHARED: bool>(
        &self,
        tree: &Arena<G::Action>,
        lessons: &Lessons,
        ranges: &Ranges,
        round: &Round,
        seed: Seed,
        tell: &mut dyn FnMut(u64, usize),
    ) -> usize {
        let mut simulator = self.simulator::<SHARED>(tree, lessons, ranges, seed);
        while !round.over.load(Relaxed) {
            if self.meter.look().is_some() || tree.node(NodeId::ROOT).exact().is_some() {
                round.finish(End::Done);
                break;
            }
            let begun = round.begun.fetch_add(BLOCK, Relaxed);
            self.meter.tell(begun);
            tell(begun, simulator.deepest);
            let before = simulator.playouts;
            let mine = self.simulations.saturating_sub(begun).min(BLOCK);
            let done = self.block(&mut simulator, mine, lessons, round);
            round.begun.fetch_sub(BLOCK - done, Relaxed);
            round.playouts.fetch_add(simulator.playouts - before, Relaxed);
            if mine < BLOCK {
                round.finish(End::Done);
            }
        }
        simulator.deepest
    }

    /// At most so many simulations; says how many there were.
    fn block<const SHARED: bool>(
        &self,
        simulator: &mut Simulator<'_, G, E, SHARED>,
        simulations: u64,
        lessons: &Lessons,
        round: &Round,
    ) -> u64 {
        for done in 0..simulations {
            match simulator.run() {
                Ran::Well => {}
                Ran::Cramped if simulator.tree.can_grow() => {
                    round.finish(End::Full);
                    return done + 1;
                }
                Ran::Cramped => {}
                Ran::Learnt(lesson) => {
                    lessons.learn(lesson);
                    round.finish(End::Learnt);
                    return done + 1;
                }
            }
            if simulator.tree.node(NodeId::ROOT).exact().is_some() {
                return done + 1;
            }
        }
        simulations
    }
}
