//! When a search ends: stopped, out of nodes, time or memory, or with nothing to decide.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use plylab_core::{Agent, AgentId, Budget, Clock, Context, Game, Notation as _, Seed};
use plylab_games::connect4::ConnectFour;
use plylab_games::tree::TreeGame;
use plylab_search::mcts::{Mcts, MctsSettings};

use crate::{decide, points, with_simulations};

/// A clock that advances by a millisecond on every reading.
#[derive(Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let game = ConnectFour::default();
    let start = game.initial(Seed(0));
    for threads in [1, 2] {
        let budget = Budget::unlimited();
        budget.stop.stop();
        let mut agent = Mcts::new(&game, MctsSettings { threads, ..MctsSettings::tuned() });
        agent.begin(&game, AgentId::FIRST, Seed(1));
        let decision = agent.act(Context::new(&game, &start, &budget)).unwrap();
        assert_eq!((decision.value, decision.stats.nodes), (None, 0));
        assert!(game.list_actions(&start).contains(&decision.action));
    }
}

#[test]
fn nodes_are_simulations() {
    let game = ConnectFour::default();
    let start = game.initial(Seed(0));
    for threads in [1, 3] {
        for (nodes, own, expected) in
            [(1, None, 1), (777, None, 777), (777, Some(50), 50), (50, Some(777), 50), (20_000, None, 20_000)]
        {
            let mut agent =
                Mcts::new(&game, MctsSettings { simulations: own, threads, ..MctsSettings::tuned() });
            let budget = Budget { nodes: Some(nodes), ..Budget::unlimited() };
            let decision = agent.act(Context::new(&game, &start, &budget)).unwrap();
            assert_eq!(decision.stats.nodes, expected);
            assert!(decision.value.is_some() && decision.stats.leaves <= expected);
        }
    }
    let default = decide(&game, &start, MctsSettings::tuned(), 1);
    assert_eq!(default.stats.nodes, MctsSettings::SIMULATIONS);
}

#[test]
fn time_ends_a_search() {
    let game = ConnectFour::default();
    let start = game.initial(Seed(0));
    for threads in [1, 2] {
        let budget = Budget {
            time: Some(Duration::from_millis(500)),
            clock: Arc::new(Ticking::default()),
            ..Budget::unlimited()
        };
        let mut agent = Mcts::new(&game, MctsSettings { threads, ..MctsSettings::tuned() });
        let decision = agent.act(Context::new(&game, &start, &budget)).unwrap();
        assert!(decision.stats.nodes > 5_000 && decision.stats.nodes < 20_000, "{:?}", decision.stats);
        assert!(decision.stats.time >= Duration::from_millis(500));
    }
}

#[test]
fn a_node_limit_can_count_every_move_of_the_playouts() {
    let game = ConnectFour::default();
    let budget = Budget { nodes: Some(5_000), ..Budget::unlimited() };
    let settings = MctsSettings { count_states: true, ..MctsSettings::report() };
    let mut agent = Mcts::new(&game, settings);
    let stats = agent.act(Context::new(&game, &game.initial(Seed(0)), &budget)).unwrap().stats;
    // A game lasts at most 42 moves, and the last simulation is finished.
    assert!((5_000..5_042).contains(&stats.nodes), "{stats:?}");
    assert!(stats.leaves < 1_000, "{stats:?}");
}

#[test]
fn a_forced_move_is_made_at_once_and_has_a_value() {
    let game = TreeGame::parse("max [ only: min [ 1 max [ -1 1 ] ] ]").unwrap();
    let decision = decide(&game, &game.initial(Seed(0)), with_simulations(1_000_000), 1);
    assert!(decision.stats.nodes <= 64);
    assert_eq!((decision.value.map(points), decision.line.len()), (Some(1.0), 3));
    let game = ConnectFour::new(1, 8, 4).unwrap();
    let decision = decide(&game, &game.initial(Seed(0)), with_simulations(1_000_000), 1);
    assert!(decision.stats.nodes <= 64 && decision.value.map(points) == Some(0.0));
}

#[test]
fn there_is_no_move_when_the_game_is_over() {
    let game = TreeGame::parse("3").unwrap();
    let mut agent = Mcts::new(&game, MctsSettings::tuned());
    assert!(agent.act(Context::new(&game, &game.initial(Seed(0)), &Budget::unlimited())).is_err());
}

#[test]
fn a_tree_without_room_still_decides() {
    let game = ConnectFour::default();
    let state = game.parse_position("444").unwrap();
    let settings = MctsSettings { nodes: 60, ..with_simulations(3_000) };
    let decision = decide(&game, &state, settings, 1);
    assert_eq!((decision.stats.nodes, decision.moves.len()), (3_000, 7));
    assert!(decision.stats.depth < 6);
}
