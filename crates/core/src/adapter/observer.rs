//! A search over a game's own actions, reported to an observer of texts.

use crate::observer::{Cut, Observer, SampledNode, Simulation, Visit};
use crate::playable::Playable;

/// Reports a search over a game's own actions to an observer of texts.
pub(super) struct TextObserver<'a, G: Playable> {
    game: &'a G,
    root: &'a G::State,
    /// The states from the root to the node entered last and not left yet.
    path: Vec<G::State>,
    observer: &'a mut dyn Observer<String>,
}

impl<'a, G: Playable> TextObserver<'a, G> {
    pub fn new(game: &'a G, root: &'a G::State, observer: &'a mut dyn Observer<String>) -> Self {
        TextObserver { game, root, path: Vec::new(), observer }
    }
}

impl<G: Playable> Observer<G::Action> for TextObserver<'_, G> {
    fn restart(&mut self) {
        self.path.clear();
        self.observer.restart();
    }

    fn wins_at(&mut self, win: f64) {
        self.observer.wins_at(win);
    }

    fn enter(&mut self, visit: &Visit<G::Action>) {
        let parent = self.path.last().unwrap_or(self.root);
        let mut state = parent.clone();
        let action = visit.action.map(|action| {
            self.game.apply(&mut state, action);
            self.game.action_text(parent, action)
        });
        self.path.push(state);
        let Visit { weight, actor, role, window, left, .. } = *visit;
        self.observer.enter(&Visit { action, weight, actor, role, window, left });
    }

    fn cut(&mut self, cut: Cut, skipped: &[G::Action]) {
        let at = self.path.last().unwrap_or(self.root);
        let skipped: Vec<String> = skipped.iter().map(|&action| self.game.action_text(at, action)).collect();
        self.observer.cut(cut, &skipped);
    }

    fn leave(&mut self, value: f64) {
        self.path.pop();
        self.observer.leave(value);
    }
    fn simulate(&mut self, simulation: &Simulation<G::Action>) {
        let mut state = self.root.clone();
        let mut play = |action: G::Action| {
            let text = self.game.action_text(&state, action);
            self.game.apply(&mut state, action);
            text
        };
        let path = simulation.path.iter().map(|node| {
            let action = node.action.map(&mut play);
            let SampledNode { weight, actor, role, owner, reward, proven, exploration, .. } = *node;
            SampledNode { action, weight, actor, role, owner, reward, proven, exploration }
        });
        let path = path.collect();
        let Simulation { expands, end, ref rewards, head_start, .. } = *simulation;
        self.observer.simulate(&Simulation {
            path,
            expands,
            end,
            playout: simulation.playout.iter().copied().map(play).collect(),
            rewards: rewards.clone(),
            head_start,
        });
    }
}
