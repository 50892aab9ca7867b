//! Small trees, whose values are known.

use std::fmt::Write as _;

use plylab_core::{AgentId, Game, Notation as _, Rng, Seed, Turn, Weights};
use plylab_games::tree::{self, TreeGame};
use plylab_search::mcts::{MctsSettings, OpponentModel};

use crate::{after, decide, points, with_simulations};

/// A random tree of that many levels as text.
fn random_tree(rng: &mut Rng, levels: u32, leaf: &mut dyn FnMut(&mut Rng) -> i32, dice: bool) -> String {
    if levels == 0 || rng.below(6) == 0 {
        return leaf(rng).to_string();
    }
    let mover = match rng.below(5) {
        0 if dice => "chance",
        0..=2 => "max",
        _ => "min",
    };
    let mut text = format!("{mover} [");
    for _ in 0..=1 + rng.below(3) {
        write!(text, " {}", random_tree(rng, levels - 1, leaf, dice)).unwrap();
    }
    text + " ]"
}

/// A tree whose root is a choice of max among trees of that many levels.
fn random_choice(rng: &mut Rng, levels: u32, leaf: &mut dyn FnMut(&mut Rng) -> i32, dice: bool) -> TreeGame {
    let branches: Vec<String> = (0..3).map(|_| random_tree(rng, levels, leaf, dice)).collect();
    TreeGame::parse(&format!("max [ {} ]", branches.join(" "))).unwrap()
}

/// The value to agent 0 under best play.
fn minimax(game: &TreeGame, state: &tree::TreeState) -> f64 {
    let actions = game.list_actions(state);
    let values = actions.iter().map(|&action| minimax(game, &after(game, state, action)));
    match game.turn(state) {
        Turn::Over => game.utility(state, AgentId::FIRST),
        Turn::Agent(AgentId::FIRST) => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Agent(_) => values.fold(f64::INFINITY, f64::min),
        Turn::Chance => {
            let mut odds = Weights::new();
            game.odds(state, &actions, &mut odds);
            values.zip(odds).map(|(value, odds)| value * odds).sum()
        }
    }
}

#[test]
fn wins_draws_and_losses_of_small_trees_are_proven() {
    let mut rng = Seed(5).rng();
    for _ in 0..300 {
        let game = random_choice(&mut rng, 4, &mut |rng| rng.below(3) as i32 - 1, false);
        let root = game.initial(Seed(0));
        let decision = decide(&game, &root, with_simulations(20_000), 3);
        assert_eq!(decision.value.map(points), Some(minimax(&game, &root)));
        assert!(decision.stats.nodes < 20_000, "it goes on although it knows");
        for weighed in &decision.moves {
            let value = minimax(&game, &after(&game, &root, weighed.action));
            assert!(!weighed.value.is_exact() || points(weighed.value) == value, "{weighed:?} is {value}");
        }
        assert!(
            decision
                .moves
                .iter()
                .any(|weighed| weighed.action == decision.action && weighed.value.is_exact())
        );
    }
}

#[test]
fn scores_and_dice_of_small_trees_are_proven() {
    let mut rng = Seed(6).rng();
    for _ in 0..300 {
        let game = random_choice(&mut rng, 4, &mut |rng| rng.below(19) as i32 - 9, true);
        let root = game.initial(Seed(0));
        let decision = decide(&game, &root, with_simulations(50_000), 4);
        let found = minimax(&game, &after(&game, &root, decision.action));
        assert!((found - minimax(&game, &root)).abs() < 1e-9, "{decision:?}");
        assert!(
            decision
                .moves
                .iter()
                .all(|weighed| weighed.value.is_exact() && points(weighed.value).abs() <= 1.0)
        );
    }
}

#[test]
fn without_proofs_values_approach_those_of_best_play() {
    let mut rng = Seed(7).rng();
    for _ in 0..40 {
        let game = random_choice(&mut rng, 2, &mut |rng| rng.below(3) as i32 - 1, true);
        let root = game.initial(Seed(0));
        // What looks bad at first must be tried again soon: more exploration than for play.
        let settings = MctsSettings { prove: false, exploration: 2.0, ..with_simulations(40_000) };
        let decision = decide(&game, &root, settings, 5);
        let value = minimax(&game, &root);
        assert!((points(decision.value.unwrap()) - value).abs() < 0.1, "{value}, {decision:?}");
        assert!(decision.moves.iter().all(|weighed| !weighed.value.is_exact()));
        assert_eq!(decision.stats.nodes, 40_000);
    }
}

#[test]
fn the_textbook_trees_are_played_as_in_the_textbook() {
    let play = |text: &str, others: OpponentModel| {
        let game = TreeGame::parse(text).unwrap();
        let root = game.initial(Seed(0));
        let decision = decide(&game, &root, MctsSettings { others, ..with_simulations(5_000) }, 6);
        game.action_text(&root, decision.action)
    };
    let textbook = "max [ left: min [ 3 12 8 ] middle: min [ 2 4 6 ] right: min [ 14 5 2 ] ]";
    assert_eq!(play(textbook, OpponentModel::Rational), "left");
    assert_eq!(play(textbook, OpponentModel::Random), "left");
    // The same for other agents that play at random: 10 is worth less than the mean of 0 and 30, and more than 0.
    let trap = "max [ safe: min [ 10 10 ] risky: min [ 0 30 ] ]";
    assert_eq!(play(trap, OpponentModel::Rational), "safe");
    assert_eq!(play(trap, OpponentModel::Random), "risky");
    let dice = "max [ safe: 10 roll: chance [ 25% 44 75% 0 ] ]";
    assert_eq!(play(dice, OpponentModel::Rational), "roll");
    assert_eq!(play("max [ safe: 10 roll: chance [ 25% 36 75% 0 ] ]", OpponentModel::Rational), "safe");
}
