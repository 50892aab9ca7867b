//! Proofs: values that follow from finished games and need no more simulations.
//!
//! A finished game is worth what it is worth. A node whose children are all proven is worth the best of them to the
//! agent that chooses there, and their mean where nobody does. And where one child is as good as
//! anything can be, the others need no proof. That a node is proven by then goes up the tree with the result.

use plylab_core::{AgentId, Eval, Game, Weights};

use super::arena::Node;
use super::judge::seen_by;
use super::simulation::{Simulator, Step, Way};

/// A proven value and the moves to the end in the line that proves it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Proof {
    value: f64,
    plies: u32,
}

impl<G: Game, E: Eval<G>, const SHARED: bool> Simulator<'_, G, E, SHARED> {
    /// The last node of the path is over and its rewards are known: proves it, and what follows from it.
    pub fn settle(&self) {
        let Some((last, above)) = self.path.split_last() else { return };
        let reward = self.rewards.get(last.owner.index()).copied().unwrap_or(0.0);
        self.tree.node(last.node).settle(reward, 0);
        for (depth, step) in above.iter().enumerate().rev() {
            let children = self.tree.children(step.node);
            let (proof, of) = match step.way {
                Way::Chosen(agent) => (best_of(children, self.judge.best()), agent),
                Way::Any => (mean_of(children, |_| 1.0), AgentId::FIRST),
                Way::Rolled => {
                    // Asked first without the odds, which cost a replay.
                    let proof = mean_of(children, |_| 1.0).and_then(|_| {
                        let odds = self.odds_at(depth);
                        mean_of(children, |place| odds.get(place).copied().unwrap_or(0.0))
                    });
                    (proof, AgentId::FIRST)
                }
                Way::Unknown => return,
            };
            let Some(proof) = proof else { return };
            self.tree.node(step.node).settle(seen_by(proof.value, of, step.owner), proof.plies);
        }
    }

    /// The odds of the dice at that place of the path.
    fn odds_at(&self, depth: usize) -> Weights {
        let mut state = self.root.clone();
        let mut actions = self.game.list_actions(&state);
        for pair in self.path.windows(2).take(depth) {
            let [Step { node, .. }, next] = pair else { break };
            let place = self.tree.first_child(*node).map_or(0, |first| next.node.places_after(first));
            let Some(&action) = actions.get(place) else { break };
            self.game.apply(&mut state, action);
            self.game.actions(&state, &mut actions);
        }
        let mut odds = Weights::new();
        self.game.odds(&state, &actions, &mut odds);
        odds
    }
}

/// The value where an agent chooses among `children`, if it is proven. What is won is won as soon as possible,
/// what is lost as late as possible.
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
    best.filter(|proof| complete || best_of_all.is_some_and(|most| proof.value >= most))
}

/// The mean of `children` by their weights, if all are proven.
fn mean_of(children: &[Node], weight: impl Fn(usize) -> f64) -> Option<Proof> {
    let mut total = 0.0;
    let mut weights = 0.0;
    let mut plies = 0;
    for (place, child) in children.iter().enumerate() {
        total += child.exact()? * weight(place);
        weights += weight(place);
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
                node.settle(value, plies);
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
        assert_eq!(mean_of(&children, |place| [0.75, 0.25][place]), Some(Proof { value: 0.0, plies: 6 }));
        assert_eq!(mean_of(&nodes(&[Some((1.0, 1)), None]), |_| 1.0), None);
    }
}
