//! Proven values (MCTS-Solver): they follow from finished games and need no more simulations.
//!
//! A finished game has a proven value. A node whose children are all proven has the value of the best child for the
//! agent that chooses there, or their mean at a chance node. If one child has the maximum reward, the others need no
//! proof. Proofs are propagated up the tree with the result of the simulation.

use plylab_core::{AgentId, Eval, Game, Weights};

use super::arena::Node;
use super::evaluator::seen_by;
use super::simulation::{PathStep, Simulator, Transition};

/// A proven value and the number of moves to the end in the line that proves it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Proof {
    value: f64,
    plies: u32,
}

impl<G: Game, E: Eval<G>, const SHARED: bool, const WATCHED: bool> Simulator<'_, G, E, SHARED, WATCHED> {
    /// The last node of the path is a finished game with known rewards: proves it, and the nodes above that follow from
    /// it.
    pub fn prove(&self) {
        let Some((last, above)) = self.path.split_last() else { return };
        // The maximum reward, if it is known.
        let maximum = (!self.evaluator.scored).then_some(1.0);
        let reward = self.rewards.get(last.owner.index()).copied().unwrap_or(0.0);
        self.tree.node(last.node).prove(reward, 0);
        for (depth, step) in above.iter().enumerate().rev() {
            let children = self.tree.children(step.node);
            let (proof, of) = match step.transition {
                Transition::Chosen(agent) => (best_of(children, maximum), agent),
                Transition::Uniform => (mean_of(children, |_| 1.0), AgentId::FIRST),
                Transition::Rolled => {
                    // First without the odds, which cost a replay.
                    let proof = mean_of(children, |_| 1.0).and_then(|_| {
                        let odds = self.odds_at(depth);
                        mean_of(children, |index| odds.get(index).copied().unwrap_or(0.0))
                    });
                    (proof, AgentId::FIRST)
                }
                Transition::Unknown => return,
            };
            let Some(proof) = proof else { return };
            self.tree.node(step.node).prove(seen_by(proof.value, of, step.owner), proof.plies);
        }
    }

    /// The odds of the dice at that depth of the path.
    fn odds_at(&self, depth: usize) -> Weights {
        let mut state = self.root.clone();
        let mut actions = self.game.list_actions(&state);
        for pair in self.path.windows(2).take(depth) {
            let [PathStep { node, .. }, next] = pair else { break };
            let index = self.tree.first_child(*node).map_or(0, |first| next.node.offset_from(first));
            let Some(&action) = actions.get(index) else { break };
            self.game.apply(&mut state, action);
            self.game.actions(&state, &mut actions);
        }
        let mut odds = Weights::new();
        self.game.odds(&state, &actions, &mut odds);
        odds
    }
}

/// The value where an agent chooses among `children`, if it is proven: the fastest win or the slowest loss.
fn best_of(children: &[Node], best_of_all: Option<f64>) -> Option<Proof> {
    let mut best: Option<Proof> = None;
    let mut complete = true;
    for child in children {
        let Some(value) = child.exact() else {
            complete = false;
            continue;
        };
        let proof = Proof { value, plies: child.plies_to_end() + 1 };
        let better = best.is_none_or(|best| {
            let sooner = if value > 0.0 { proof.plies < best.plies } else { proof.plies > best.plies };
            value > best.value || value == best.value && sooner
        });
        if better {
            best = Some(proof);
        }
    }
    best.filter(|proof| complete || best_of_all.is_some_and(|max| proof.value >= max))
}

/// The mean of `children` by their weights, if all are proven.
fn mean_of(children: &[Node], weight: impl Fn(usize) -> f64) -> Option<Proof> {
    let mut total = 0.0;
    let mut weights = 0.0;
    let mut plies = 0;
    for (index, child) in children.iter().enumerate() {
        total += child.exact()? * weight(index);
        weights += weight(index);
        plies = plies.max(child.plies_to_end() + 1);
    }
    (weights > 0.0).then(|| Proof { value: total / weights, plies })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(values: &[Option<(f64, u32)>]) -> Vec<Node> {
        let node = |proof: &Option<(f64, u32)>| {
            let node = Node::default();
            if let Some((value, plies)) = *proof {
                node.prove(value, plies);
            }
            node
        };
        values.iter().map(node).collect()
    }

    #[test]
    fn one_win_is_enough_where_nothing_is_better() {
        let children = nodes(&[None, Some((1.0, 4)), Some((1.0, 2)), Some((-1.0, 0))]);
        assert_eq!(best_of(&children, Some(1.0)), Some(Proof { value: 1.0, plies: 3 }));
        assert_eq!(best_of(&children, None), None);
    }

    #[test]
    fn all_must_be_known_for_less_than_a_win() {
        let lost = [Some((-1.0, 2)), Some((-1.0, 6)), Some((-1.0, 4))];
        assert_eq!(best_of(&nodes(&lost), Some(1.0)), Some(Proof { value: -1.0, plies: 7 }));
        assert_eq!(best_of(&nodes(&[lost[0], None]), Some(1.0)), None);
        assert_eq!(best_of(&nodes(&[lost[0], Some((0.0, 1))]), None), Some(Proof { value: 0.0, plies: 2 }));
    }

    #[test]
    fn means_are_weighted() {
        let children = nodes(&[Some((1.0, 1)), Some((-3.0, 5))]);
        assert_eq!(mean_of(&children, |_| 1.0), Some(Proof { value: -1.0, plies: 6 }));
        assert_eq!(mean_of(&children, |index| [0.75, 0.25][index]), Some(Proof { value: 0.0, plies: 6 }));
        assert_eq!(mean_of(&nodes(&[Some((1.0, 1)), None]), |_| 1.0), None);
    }
}
