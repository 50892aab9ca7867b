//! Stack space for the recursion.
//!
//! The settings do not limit the recursion: dice rolls count as no ply, and a round lasts as long as the other agents
//! keep moving. So the stack grows with the search. Where it cannot, as in a browser, the search ends at a fixed ply.

use plylab_core::{AgentFailure, Game, Weights, message};

/// The plies between two checks of the stack.
pub(super) const INTERVAL: usize = 16;

/// Stack for the game and the evaluation.
const SPARE: usize = 512 << 10;

/// An upper bound for the stack space of one ply, in bytes. A frame holds states, lists of actions and their weights, and
/// little else; twice what an optimised build needs leaves room for an unoptimised one.
const fn frame<G: Game>() -> usize {
    1536 + 4 * size_of::<G::State>() + 4 * size_of::<G::Actions>() + 4 * size_of::<Weights>()
}

/// The first ply that is not searched.
pub(super) const fn max_ply<G: Game>() -> usize {
    if cfg!(target_arch = "wasm32") { SPARE / frame::<G>() } else { usize::MAX }
}

/// Calls `search` with stack for [`INTERVAL`] plies.
pub(super) fn ensure<G: Game, R>(search: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "wasm32")]
    {
        search()
    }
    // New stacks are virtual memory for thousands of plies, and take up real memory only where they are used. A probe
    // goes two plies down at once.
    #[cfg(not(target_arch = "wasm32"))]
    {
        stacker::maybe_grow(SPARE + 2 * INTERVAL * frame::<G>(), SPARE + 4096 * frame::<G>(), search)
    }
}

/// The failure of a search below `max_ply`.
pub(super) fn too_deep(max_ply: usize) -> AgentFailure {
    AgentFailure::new(message!(
        "search-too-deep",
        "the search goes deeper than {plies} plies, which is too deep for the stack; use a smaller depth",
        plies = max_ply
    ))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use plylab_core::{
        Adversarial, AgentId, Averaging, Budget, Depth, Eval, Hashed, Model, Seed, Term, Turn,
    };
    use plylab_games::connect4::ConnectFour;
    use plylab_games::pacman::{Classic, Grid, shipped};
    use plylab_games::sim::Sim;
    use plylab_games::tree::TreeGame;

    use super::*;
    use crate::lookahead::{CutRule, Lookahead, LookaheadSettings, Order, Star, TranspositionTable};

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
        let plain = |plies| LookaheadSettings::plain(Depth::plies(plies), CutRule::Strict);
        let variants: [&dyn Fn(u32) -> LookaheadSettings; 4] = [
            &|plies| plain(plies),
            &|plies| LookaheadSettings {
                order: Order::Dynamic,
                killers: true,
                history: true,
                table: 1,
                ..plain(plies)
            },
            &|plies| LookaheadSettings { order: Order::Eval, prefer_short_wins: true, ..plain(plies) },
            &|plies| LookaheadSettings { star: Star::Two, ..plain(plies) },
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
        let dice = TreeGame::parse(&text).unwrap();
        assert!(2 * measured(&dice, &Adversarial) < frame::<TreeGame>());
    }

    #[test]
    fn without_more_stack_the_last_finished_iteration_counts() {
        let game = TreeGame::parse(&format!("{}5{}", "max [ ".repeat(30), " ]".repeat(30))).unwrap();
        let eval = Sounding::default();
        let search = |iterative_deepening| {
            let plain = LookaheadSettings::plain(Depth::plies(30), CutRule::Strict);
            let settings = LookaheadSettings { iterative_deepening, ..plain };
            let lookahead =
                Lookahead { game: &game, model: &Adversarial, eval: &eval, settings, table: &None };
            let budget = Budget::unlimited();
            let mut search = lookahead.start(AgentId::FIRST, &budget, ());
            search.max_ply = 17;
            search.iterative_deepening(&game.initial(Seed(1)), 0, &mut |_| ())
        };
        let (iteration, stats) = search(true).unwrap();
        assert_eq!((iteration.is_some(), stats.depth, stats.exhaustive), (true, 17, false));
        assert_eq!(
            search(false).err().unwrap().to_string(),
            "the search goes deeper than 17 plies, which is too deep for the stack; use a smaller depth"
        );
    }
}
