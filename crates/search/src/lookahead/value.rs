//! The recursion: evaluates a state by its kind of node.

use plylab_core::{Eval, Game, Model, Observer, Role, Turn, Visit, Window};

use super::search::{Search, Via};
use super::table::Transpositions;

impl<G: Game, M: Model<G>, E: Eval<G>, O: Observer<G::Action>, T: Transpositions<G>>
    Search<'_, G, M, E, O, T>
{
    /// The value of `state` to the root's agent: exact if it lies inside `window`, else a bound.
    pub fn value(
        &mut self,
        state: &G::State,
        left: u32,
        ply: usize,
        window: Window,
        via: Via<G::Action>,
    ) -> f64 {
        self.clear_line(ply);
        if left == 0 {
            return self.leaf(state, left, ply, window, via);
        }
        if self.limit_reached.is_some() {
            return 0.0;
        }
        if self.plies.end_before(ply) {
            return self.value_on_new_stack(state, left, ply, window, via);
        }
        let mut actions = G::Actions::default();
        self.game.actions(state, &mut actions);
        let actor = match self.game.turn(state) {
            Turn::Agent(actor) if !actions.is_empty() => Some(actor),
            Turn::Chance if !actions.is_empty() => None,
            Turn::Agent(_) | Turn::Chance | Turn::Over => return self.leaf(state, left, ply, window, via),
        };
        let role = actor.map_or(Role::Mean, |actor| self.model.role(self.me, actor));
        self.observer.enter(&Visit {
            action: via.action,
            weight: via.weight,
            actor,
            role: Some(role),
            window,
            left,
        });
        let value = match (role, actor) {
            (Role::Max, Some(actor)) => self.choose::<true>(state, &mut actions, actor, left, ply, window),
            (Role::Min, Some(actor)) => self.choose::<false>(state, &mut actions, actor, left, ply, window),
            (Role::Mean, _) | (_, None) => self.mean(state, &actions, actor, left, ply, window),
        };
        // Once a limit is reached, values mean nothing: the node stays open.
        if self.limit_reached.is_none() {
            self.observer.leave(value);
        }
        value
    }
}
