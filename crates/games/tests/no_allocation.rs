//! Moves and evaluations do not touch the heap: a search makes millions of both per second.
#![expect(
    unsafe_code,
    reason = "a global allocator is unsafe to write, and only one can see every allocation"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

use plylab_core::{
    ActionEval as _, AgentId, Eval as _, Game as _, Named, Playable, Policy, Seed, Turn, Uniform, Weights,
    perft,
};
use plylab_games::connect4::ConnectFour;
use plylab_games::pacman::{Classic, Directional, Grid, LeftTurn, shipped};
use plylab_games::sim::Sim;
use plylab_games::tictactoe::TicTacToe;
use plylab_games::tree::{TREES, TreeGame};

thread_local! {
    /// The number of allocations by this thread. Per thread, because the test harness has threads of its own.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with a count of allocations.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn count() {
    // After the thread's end there is nothing left to count.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every method hands its arguments unchanged to the same method of `System`, whose contract is the
// caller's, and returns what that returns, so what holds for `System` holds here. Counting comes before and changes
// nothing: it neither unwinds, as `try_with` reports instead of panicking and the count cannot overflow in any time a
// test may take, nor allocates, as the cell is made at compile time and has no destructor to be registered.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`, and the block is the system's, as all of ours are.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`, and the block is the system's, as all of ours are.
        unsafe { System.dealloc(block, layout) }
    }
}

/// The number of allocations by `work`.
fn allocations_by(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Fails if `work`, done a second time, allocates.
fn assert_none(name: &str, work: impl Fn()) {
    work();
    assert_eq!(allocations_by(work), 0, "allocations: {name}");
}

/// Plays at random, one game after the other, and calls `visit` at every state.
fn play<G: Playable>(game: &G, moves: u32, visit: impl Fn(&G::State, &[G::Action])) {
    let mut rng = Seed(1).rng();
    let mut actions = G::Actions::default();
    let mut games = 0;
    let mut state = game.initial(Seed(games));
    for _ in 0..moves {
        game.actions(&state, &mut actions);
        visit(&state, &actions);
        match rng.pick(&actions) {
            Some(&action) => game.apply(&mut state, action),
            None => {
                games += 1;
                state = game.initial(Seed(games));
            }
        }
    }
    assert!(games > 0, "no game was played to its end");
}

/// Asks a game everything that a search asks about a state.
fn evaluate<G: Playable>(
    game: &G,
    evals: &[Named<G::Eval>],
    action_evals: &[Named<G::ActionEval>],
    state: &G::State,
    actions: &[G::Action],
) {
    black_box(game.key(state));
    let turn = game.turn(state);
    let agents = (0..game.info().agents.len()).map(|agent| AgentId(agent as u8));
    for agent in agents {
        for eval in evals {
            black_box(eval.item.eval(game, state, agent));
        }
        if turn == Turn::Over {
            black_box((game.utility(state, agent), game.outcome(state, agent)));
        }
    }
    let mut weights = Weights::new();
    match turn {
        Turn::Agent(agent) => {
            Uniform.weights(game, state, agent, actions, &mut weights);
            for &action in actions {
                let mut after = state.clone();
                game.apply(&mut after, action);
                for eval in action_evals {
                    black_box(eval.item.eval(game, state, action, &after, agent));
                }
            }
        }
        Turn::Chance => game.odds(state, actions, &mut weights),
        Turn::Over => {}
    }
    black_box(&weights);
}

fn check<G: Playable>(game: &G, name: &str) {
    assert_none(&format!("random play of {name}"), || play(game, 10_000, |_, _| {}));
    let (evals, action_evals) = (game.evals(), game.action_evals());
    assert_none(&format!("evaluations of {name}"), || {
        play(game, 10_000, |state, actions| evaluate(game, &evals, &action_evals, state, actions));
    });
}

// One test, so that nothing else runs on its thread.
#[test]
fn moves_and_evaluations_do_not_allocate() {
    let counted = allocations_by(|| {
        let mut list = black_box(vec![0u8; 10]);
        list.extend(black_box([1; 100]));
        drop(black_box(Box::new(list)));
    });
    assert_eq!(counted, 3, "the allocator counts what is zeroed, what grows and what is boxed");

    let connect4 = ConnectFour::default();
    let start = connect4.initial(Seed::default());
    assert_none("perft of Connect Four", || {
        black_box(perft(&connect4, &start, 6));
    });
    check(&connect4, "Connect Four");

    let sim = Sim::default();
    let start = sim.initial(Seed::default());
    assert_none("perft of SIM", || {
        black_box(perft(&sim, &start, 4));
    });
    check(&sim, "SIM");

    check(&TicTacToe::default(), "tic-tac-toe");

    let pacman = Classic::new(&shipped("medium").unwrap().layout().unwrap());
    check(&pacman, "Pac-Man");
    assert_none("Pac-Man's own agents", || {
        play(&pacman, 10_000, |state, actions| match pacman.turn(state) {
            Turn::Agent(AgentId::FIRST) => {
                black_box(LeftTurn::step(&pacman, state));
            }
            Turn::Agent(ghost) => {
                let mut weights = Weights::new();
                Directional::default().weights(&pacman, state, ghost, actions, &mut weights);
                black_box(&weights);
            }
            Turn::Chance | Turn::Over => {}
        });
    });

    check(&Grid::new().unwrap(), "grid Pac-Man");
    check(&Grid::searched().unwrap(), "grid Pac-Man as searched");
    for tree in TREES {
        check(&TreeGame::parse(tree.text).unwrap(), tree.name);
    }
}
