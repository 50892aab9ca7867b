//! What the textbooks say about the trees, reproduced by slow and obvious searches.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use plylab_core::{
    Adversarial, AgentId, Averaging, Depth, Eval, Game, Model, Notation, Role, Seed, Turn, Weights,
};
use plylab_games::tree::{
    BranchIndex, CourseAlgorithm, CourseSolution, CourseTest, TREES, TreeEval, TreeGame, TreeState,
};

fn built_in(name: &str) -> TreeGame {
    TreeGame::parse(TREES.iter().find(|tree| tree.name == name).unwrap().text).unwrap()
}

/// A search for agent 0 that records the positions it generates.
struct Search<'a, M> {
    game: &'a TreeGame,
    model: M,
    generated: Vec<TreeState>,
}

impl<'a, M: Model<TreeGame>> Search<'a, M> {
    fn new(game: &'a TreeGame, model: M) -> Self {
        Search { game, model, generated: Vec::new() }
    }

    /// The role of the mover; none where the search ends.
    fn role(&self, state: &TreeState, plies: u32) -> Option<Role> {
        match self.game.turn(state) {
            Turn::Over => None,
            _ if plies == 0 => None,
            Turn::Chance => Some(Role::Mean),
            Turn::Agent(agent) => Some(self.model.role(AgentId::FIRST, agent)),
        }
    }

    fn weights(&self, state: &TreeState, actions: &[BranchIndex]) -> Weights {
        let mut weights = Weights::new();
        match self.game.turn(state) {
            Turn::Agent(actor) => self.model.weights(self.game, state, actor, actions, &mut weights),
            Turn::Chance | Turn::Over => self.game.odds(state, actions, &mut weights),
        }
        weights
    }

    fn leaf(&self, state: &TreeState) -> f64 {
        TreeEval::Value.eval(self.game, state, AgentId::FIRST)
    }

    fn actions(&self, state: &TreeState) -> <TreeGame as Game>::Actions {
        self.game.list_actions(state)
    }

    fn after(&self, state: &TreeState, action: BranchIndex) -> TreeState {
        let mut next = *state;
        self.game.apply(&mut next, action);
        next
    }

    /// Searches everything.
    fn full(&mut self, state: &TreeState, plies: u32) -> f64 {
        self.generated.push(*state);
        let Some(role) = self.role(state, plies) else { return self.leaf(state) };
        let actions = self.actions(state);
        let values: Vec<f64> =
            actions.iter().map(|&action| self.full(&self.after(state, action), plies - 1)).collect();
        match role {
            Role::Max => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            Role::Min => values.iter().copied().fold(f64::INFINITY, f64::min),
            Role::Mean => {
                values.iter().zip(self.weights(state, &actions)).map(|(value, weight)| value * weight).sum()
            }
        }
    }

    /// Cuts off a node only when its value is above beta or below alpha, never when it is equal.
    fn strict(&mut self, state: &TreeState, plies: u32, mut alpha: f64, mut beta: f64) -> f64 {
        self.generated.push(*state);
        let Some(role) = self.role(state, plies) else { return self.leaf(state) };
        let mut best = if role == Role::Max { f64::NEG_INFINITY } else { f64::INFINITY };
        for action in self.actions(state) {
            let value = self.strict(&self.after(state, action), plies - 1, alpha, beta);
            if role == Role::Max {
                best = best.max(value);
                if best > beta {
                    break;
                }
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                if best < alpha {
                    break;
                }
                beta = beta.min(best);
            }
        }
        best
    }

    /// The generated positions, as text.
    fn texts(&self) -> BTreeSet<String> {
        self.generated.iter().map(|state| self.game.position_text(state)).collect()
    }
}

/// The value of the tree and the first best move.
fn solve<M: Model<TreeGame> + Copy>(game: &TreeGame, model: M, plies: u32) -> (f64, String) {
    let root = game.initial(Seed(0));
    let mut search = Search::new(game, model);
    let value = search.full(&root, plies);
    let best = search
        .actions(&root)
        .into_iter()
        .find(|&action| search.full(&search.after(&root, action), plies - 1) == value)
        .unwrap();
    (value, game.action_text(&root, best))
}

/// The value by strict alpha-beta, and the positions that it prunes.
fn strict(game: &TreeGame, plies: u32) -> (f64, BTreeSet<String>) {
    let root = game.initial(Seed(0));
    let mut pruned = Search::new(game, Adversarial);
    let value = pruned.strict(&root, plies, f64::NEG_INFINITY, f64::INFINITY);
    let mut full = Search::new(game, Adversarial);
    assert_eq!(full.full(&root, plies), value, "alpha-beta finds what minimax finds");
    (value, &full.texts() - &pruned.texts())
}

fn set(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn the_textbook_tree_is_worth_3_and_two_leaves_are_pruned() {
    let game = built_in("textbook");
    assert_eq!(solve(&game, Adversarial, 9), (3.0, "left".to_owned()));
    // The leaves 4 and 6: after the 2 before them, the middle is worth less than the left.
    assert_eq!(strict(&game, 9), (3.0, set(&["middle/2", "middle/3"])));
    // (3 + 12 + 8) / 3 is the largest mean.
    let (mean, best) = solve(&game, Averaging::default(), 9);
    assert!((mean - 23.0 / 3.0).abs() < 1e-12 && best == "left", "{best} {mean}");
}

#[test]
fn dice_are_rolled_against_a_careless_opponent_only() {
    let game = built_in("dice");
    // A perfect opponent: safe min(4, 5) = 4; roll 6/6 + 3/3 + 0/2 = 2.
    assert_eq!(solve(&game, Adversarial, 9), (4.0, "safe".to_owned()));
    // A random one: safe (4 + 5) / 2 = 4.5; roll 15/6 + 7.5/3 + 3/2 = 6.5.
    assert_eq!(solve(&game, Averaging::default(), 9), (6.5, "roll".to_owned()));
}

#[test]
fn ghosts_that_hunt_and_ghosts_that_wander() {
    let game = built_in("ghosts");
    assert_eq!(solve(&game, Adversarial, 3), (4.0, "right".to_owned()));
    assert_eq!(solve(&game, Averaging::default(), 3), (7.0, "left".to_owned()));
    // One ply sees the estimates 6 and 5; two plies see 5 and 8, 4 and 6.
    assert_eq!(solve(&game, Adversarial, 1), (6.0, "left".to_owned()));
    assert_eq!(solve(&game, Adversarial, 2), (5.0, "left".to_owned()));
}

#[test]
fn deep_cutoffs() {
    let game = built_in("deep");
    assert_eq!(solve(&game, Adversarial, 4), (5.0, "a".to_owned()));
    let (_, unseen) = strict(&game, 4);
    let cut = ["a/b/b", "a/b/b/1", "a/b/b/2", "b/a/a/2", "b/a/b/2"];
    let below_b = ["b/b", "b/b/a", "b/b/a/1", "b/b/a/2", "b/b/b", "b/b/b/1", "b/b/b/2"];
    assert_eq!(unseen, &set(&cut) | &set(&below_b));
}

#[test]
fn the_course_example_is_searched_as_its_solution_says() {
    let text = TREES.iter().find(|tree| tree.name == "course").unwrap().text;
    let CourseTest { tree, algorithm, depth } = CourseTest::parse(text).unwrap();
    let solution = CourseSolution::parse(include_str!("../trees/course.solution")).unwrap();
    assert_eq!(algorithm, CourseAlgorithm::AlphaBeta);
    let plies = Depth::rounds(depth).in_plies(tree.info().agents.len());
    assert_eq!(solve(&tree, Adversarial, plies), (5.0, solution.action));
    let mut search = Search::new(&tree, Adversarial);
    search.strict(&tree.initial(Seed(0)), plies, f64::NEG_INFINITY, f64::INFINITY);
    let names: BTreeSet<String> = search.generated.iter().map(|state| tree.name(state).to_owned()).collect();
    assert_eq!(names, solution.generated);
    let ends = search.generated.iter().filter(|state| search.role(state, 1).is_none());
    assert!(ends.into_iter().all(|state| tree.is_listed(state)), "only listed nodes are evaluated");
}

#[test]
fn searches_of_a_cycle_end_with_their_depth() {
    let text = "class: \"GraphGameTreeTest\"\nalg: \"MinimaxAgent\"\ndepth: \"3\"\nnum_agents: \"2\"\n\
                start_state: \"a\"\nsuccessors: \"\"\"\na on b\nb on a\nb off c\n\"\"\"\nevaluation: \"a 2\"";
    let game = TreeGame::parse(text).unwrap();
    assert_eq!(solve(&game, Adversarial, 6), (0.0, "on".to_owned()));
    assert_eq!(solve(&game, Averaging::default(), 2), (1.0, "on".to_owned()));
}
