//! Stack space for the recursion, however deep it goes.
//!
//! The settings do not limit the recursion: dice rolls count as no ply, and a round lasts as long as the other agents
//! keep moving. So the stack grows with the search. The calling thread searches the first plies, as many as fit into
//! part of the smallest stack that threads usually have; below them the search continues on a thread of its own, with
//! a stack for thousands of plies, and below those on another one. These stacks are virtual memory, and take up real
//! memory only where they are used.
//!
//! A search that needs a second thread soon needs it again, for the next sibling. Therefore each thread hands over at half
//! the depth at which it did before, until every root move is one task: however many nodes there are, few threads are
//! started.

use std::io;
use std::panic::resume_unwind;
use std::thread::{Builder, scope};

use plylab_core::{Eval, Game, LimitReached, Model, Observer, Weights, Window};

use super::search::{Search, Via};
use super::table::Transpositions;

/// How much of the calling thread's stack the recursion uses. Threads have two megabytes by default; this leaves most of
/// it to the game, the evaluation and the caller.
const BORROWED: usize = 512 << 10;

/// The number of plies that fit the stack of a thread started by the search.
const PLIES: usize = 4096;

/// Additional stack of such a thread, for the game and the evaluation.
const SPARE: usize = 1 << 20;

/// An upper bound for the stack space of one ply, in bytes. A frame holds states, lists of actions and their weights, and
/// little else; twice what an optimised build needs leaves room for an unoptimised one.
const fn frame<G: Game>() -> usize {
    1536 + 4 * size_of::<G::State>() + 4 * size_of::<G::Actions>() + 4 * size_of::<Weights>()
}

/// The plies that are searched on one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plies {
    first: usize,
    /// The first one that is not.
    end: usize,
    /// The stack of the next thread, in bytes.
    next_stack: usize,
}

impl Plies {
    /// Those of the calling thread.
    pub fn of_caller<G: Game>() -> Plies {
        let end = (BORROWED / frame::<G>()).max(1);
        Plies { first: 0, end, next_stack: SPARE + PLIES * frame::<G>() }
    }

    /// Is `ply` searched on another thread?
    #[inline]
    pub fn end_before(self, ply: usize) -> bool {
        ply >= self.end
    }

    /// Those of the next thread, which starts with `ply`.
    fn next(self, ply: usize) -> Plies {
        Plies { first: ply, end: ply + PLIES, ..self }
    }

    /// The same thread, after it has handed over at `ply`.
    fn halved(self, ply: usize) -> Plies {
        Plies { end: self.first + ((ply - self.first) / 2).max(1), ..self }
    }
}

impl<G: Game, M: Model<G>, E: Eval<G>, O: Observer<G::Action>, T: Transpositions<G>>
    Search<'_, G, M, E, O, T>
{
    /// [`Search::value`] on a new thread. If none can be started, the search ends as if a limit were reached, and
    /// [`Search::no_thread`] holds the error.
    #[cold]
    #[inline(never)]
    pub fn value_on_new_stack(
        &mut self,
        state: &G::State,
        left: u32,
        ply: usize,
        window: Window,
        via: Via<G::Action>,
    ) -> f64 {
        let here = self.plies;
        self.plies = here.next(ply);
        let value = scope(|scope| -> io::Result<f64> {
            let search = &mut *self;
            let thread = Builder::new()
                .stack_size(here.next_stack)
                .spawn_scoped(scope, move || search.value(state, left, ply, window, via))?;
            // A game that panics does so for the caller, as it would with one thread.
            Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
        });
        self.plies = here.halved(ply);
        value.unwrap_or_else(|error| {
            self.limit_reached = Some(LimitReached::Stopped);
            self.no_thread = Some(error);
            0.0
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use plylab_core::{Adversarial, AgentId, Averaging, Budget, Depth, Hashed, Seed, Term, Turn};
    use plylab_games::connect4::ConnectFour;
    use plylab_games::pacman::{Classic, Grid, shipped};
    use plylab_games::sim::Sim;
    use plylab_games::tree::Tree;

    use super::*;
    use crate::lookahead::{CutRule, Lookahead, Order, Settings, Star, TranspositionTable};

    /// An evaluation that records the stack address at which it is called.
    #[derive(Default)]
    struct Sounding(AtomicUsize);

    impl<G: Game> Eval<G> for Sounding {
        fn eval(&self, game: &G, state: &G::State, agent: AgentId) -> f64 {
            let here = 0u8;
            let at = std::hint::black_box(&raw const here).addr();
            // Keeps the deepest call.
            self.0.fetch_min(at, Relaxed);
            if game.turn(state) == Turn::Over { game.utility(state, agent) } else { 0.0 }
        }

        fn explain(&self, _: &G, _: &G::State, _: AgentId) -> Vec<Term> {
            Vec::new()
        }

        fn bounds(&self, _: &G) -> Option<(f64, f64)> {
            Some((-1e6, 1e6))
        }
    }

    /// The maximum stack space of one ply over all settings.
    fn measured<G: Hashed>(game: &G, model: &impl Model<G>) -> usize {
        let plain = |plies| Settings::plain(Depth::plies(plies), CutRule::Strict);
        let variants: [&dyn Fn(u32) -> Settings; 4] = [
            &|plies| plain(plies),
            &|plies| Settings {
                order: Order::Dynamic,
                killers: true,
                history: true,
                table: 1,
                ..plain(plies)
            },
            &|plies| Settings { order: Order::Eval, prefer_short_wins: true, ..plain(plies) },
            &|plies| Settings { star: Star::Two, ..plain(plies) },
        ];
        let per_ply = variants.map(|settings| {
            let address = |plies| {
                let eval = Sounding(AtomicUsize::new(usize::MAX));
                let settings = settings(plies);
                let table = (settings.table > 0).then(|| TranspositionTable::new(1).unwrap());
                let lookahead = Lookahead { game, model, eval: &eval, settings, table: &table };
                let budget = Budget { nodes: Some(3000), ..Budget::unlimited() };
                lookahead.decide(&game.initial(Seed(1)), &budget, &mut Seed(1).rng(), ()).unwrap();
                eval.0.into_inner()
            };
            (address(2) - address(12)).div_ceil(10)
        });
        per_ply.into_iter().max().unwrap()
    }

    #[test]
    fn a_ply_takes_less_stack_than_is_reserved_for_it() {
        let connect4 = ConnectFour::default();
        assert!(2 * measured(&connect4, &Adversarial) < frame::<ConnectFour>());
        assert!(2 * measured(&connect4, &Averaging::default()) < frame::<ConnectFour>());
        let sim = Sim::default();
        assert!(2 * measured(&sim, &Adversarial) < frame::<Sim>());
        assert!(2 * measured(&sim, &Averaging::default()) < frame::<Sim>());
        let pacman = Classic::new(&shipped("full").unwrap().layout().unwrap());
        assert!(2 * measured(&pacman, &Adversarial) < frame::<Classic>());
        assert!(2 * measured(&pacman, &Averaging::default()) < frame::<Classic>());
        let grid = Grid::new().unwrap();
        assert!(2 * measured(&grid, &Adversarial) < frame::<Grid>());
        let text = format!("{}{}{}", "max [ chance [ min [ 1 ".repeat(12), 5, " ] ] 7 ]".repeat(12));
        let dice = Tree::parse(&text).unwrap();
        assert!(2 * measured(&dice, &Adversarial) < frame::<Tree>());
    }

    #[test]
    fn threads_hand_over_sooner_and_sooner() {
        let first = Plies { first: 0, end: 100, next_stack: 0 };
        assert_eq!([0, 99, 100, 200].map(|ply| first.end_before(ply)), [false, false, true, true]);
        let second = first.next(100);
        assert_eq!([100, 4195, 4196].map(|ply| second.end_before(ply)), [false, false, true]);
        assert_eq!([first.halved(100), second.halved(4196)].map(|plies| plies.end), [50, 100 + 2048]);
        assert_eq!([first.halved(1), second.halved(101)].map(|plies| plies.end), [1, 101]);
    }

    #[test]
    fn a_thread_that_cannot_be_started_is_an_error() {
        let game = Classic::new(&shipped("small").unwrap().layout().unwrap());
        let settings = Settings::plain(Depth::plies(1000), CutRule::Strict);
        let eval = Sounding::default();
        let lookahead = Lookahead { game: &game, model: &Adversarial, eval: &eval, settings, table: &None };
        let budget = Budget { nodes: Some(10_000), ..Budget::unlimited() };
        let mut search = lookahead.start(AgentId::FIRST, &budget, ());
        // More than the address space.

        search.plies.next_stack = 1 << 60;
        let failure = search.iterative_deepening(&game.initial(Seed(1)), 0, &mut |_| ()).err().unwrap();
        assert!(
            failure.to_string().starts_with("cannot start another thread for a search this deep: "),
            "{failure}"
        );
    }
}
