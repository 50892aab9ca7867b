//! Chance nodes: the weighted mean of their children, with Star1 and Star2 pruning.

use plylab_core::{AgentId, Cut, Eval, Game, Model, Observer, Role, Visit, Weights, Window};

use super::search::{Search, Via};
use super::settings::{CutRule, Star};
use super::table::Transpositions;

/// How many outcomes there are that can happen, if all of them have the same weight to the last bit.
fn equally_likely(weights: &[f64]) -> Option<usize> {
    let mut possible = weights.iter().filter(|&&weight| weight > 0.0);
    let first = possible.next()?;
    let others = possible.try_fold(0, |count, weight| (weight == first).then_some(count + 1))?;
    Some(others + 1)
}

impl<G: Game, M: Model<G>, E: Eval<G>, O: Observer<G::Action>, T: Transpositions<G>>
    Search<'_, G, M, E, O, T>
{
    /// A chance node: the weighted mean of its children.
    pub fn mean(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        actor: Option<AgentId>,
        left: u32,
        ply: usize,
        window: Window,
    ) -> f64 {
        let mut weights = Weights::new();
        match actor {
            Some(actor) => self.model.weights(self.game, state, actor, actions, &mut weights),
            None => self.game.odds(state, actions, &mut weights),
        }
        let pruned = self.bounds.filter(|_| self.settings.cut != CutRule::Never && window != Window::FULL);
        if let (Some(bounds), Star::Two) = (pruned, self.settings.star)
            && let Some(bound) =
                self.probe(state, actions, &weights, actor.is_some(), left, ply, window, bounds)
        {
            return bound;
        }
        let (mut sum, mut plain_sum) = (0.0, 0.0);
        // The total probability of the outcomes after this one.
        let mut later: f64 = weights.iter().sum();
        let mut likeliest = 0.0;
        for (index, (&action, &weight)) in actions.iter().zip(&weights).enumerate() {
            later -= weight;
            if weight <= 0.0 {
                continue;
            }
            // The node's value lies in its window only if the child's lies in here.
            let open = match pruned {
                None => Window::FULL,
                Some((low, high)) => Window {
                    alpha: (window.alpha - sum - high * later) / weight,
                    beta: (window.beta - sum - low * later) / weight,
                },
            };
            let (next, next_left) = self.successor(state, action, actor.is_some(), left);
            let via = Via { action: Some(action), weight: Some(weight) };
            let value = self.value(&next, next_left, ply + 1, open, via);
            if self.limit_reached.is_some() {
                return sum;
            }
            if weight > likeliest {
                likeliest = weight;
                self.prepend(ply, action);
                if ply == 1 {
                    self.reply = Some(action);
                }
            }
            sum += weight * value;
            plain_sum += value;
            if let Some((low, high)) = pruned
                && index + 1 < actions.len()
            {
                // Rounding must not move a bound back into the window.
                let (bound, limit) = if value <= open.alpha {
                    ((sum + high * later).min(window.alpha), window.alpha)
                } else if value >= open.beta {
                    ((sum + low * later).max(window.beta), window.beta)
                } else {
                    continue;
                };
                self.stats.cuts += 1;
                self.observer.cut(Cut::Chance { bound, limit }, &actions[index + 1..]);
                return bound;
            }
        }
        // Equally likely outcomes are added and divided, as textbooks and the reports do: rounding decides ties.
        match equally_likely(&weights) {
            Some(count) => plain_sum / count as f64,
            None => sum,
        }
    }

    /// One reply to each outcome bounds its value: from below at a maximising node, from above at a minimising one. The
    /// bounds may already put the node outside the window.
    #[expect(clippy::too_many_arguments, reason = "a part of `mean` that is long enough to stand alone")]
    fn probe(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        weights: &Weights,
        by_agent: bool,
        left: u32,
        ply: usize,
        window: Window,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let (mut lower, mut upper) = (0.0, 0.0);
        let mut later: f64 = weights.iter().sum();
        for (&action, &weight) in actions.iter().zip(weights) {
            later -= weight;
            if weight <= 0.0 {
                continue;
            }
            let (next, next_left) = self.successor(state, action, by_agent, left);
            let via = Via { action: Some(action), weight: Some(weight) };
            let (at_least, at_most) = self.probe_child(&next, next_left, ply + 1, via).unwrap_or((low, high));
            if self.limit_reached.is_some() {
                return None;
            }
            lower += weight * at_least.max(low);
            upper += weight * at_most.min(high);
            let (bound, limit) = if lower + low * later >= window.beta {
                (lower + low * later, window.beta)
            } else if upper + high * later <= window.alpha {
                (upper + high * later, window.alpha)
            } else {
                continue;
            };
            self.stats.cuts += 1;
            self.observer.cut(Cut::Chance { bound, limit }, actions);
            return Some(bound);
        }
        None
    }

    /// The lower and upper bound that the first reply gives for the value of a state.
    fn probe_child(
        &mut self,
        state: &G::State,
        left: u32,
        ply: usize,
        via: Via<G::Action>,
    ) -> Option<(f64, f64)> {
        let actor = self.game.turn(state).agent().filter(|_| left > 0)?;
        let role = self.model.role(self.me, actor);
        let mut actions = self.game.list_actions(state);
        match role {
            Role::Max => self.order::<true>(state, &mut actions, actor, ply, None),
            Role::Min => self.order::<false>(state, &mut actions, actor, ply, None),
            Role::Mean => return None,
        }
        let &action = actions.first()?;
        self.observer.enter(&Visit {
            action: via.action,
            weight: via.weight,
            actor: Some(actor),
            role: Some(role),
            window: Window::FULL,
            left,
        });
        let (next, next_left) = self.successor(state, action, true, left);
        let value =
            self.value(&next, next_left, ply + 1, Window::FULL, Via { action: Some(action), weight: None });
        if self.limit_reached.is_none() {
            self.observer.leave(value);
        }
        match role {
            Role::Max => Some((value, f64::INFINITY)),
            Role::Min | Role::Mean => Some((f64::NEG_INFINITY, value)),
        }
    }
}
