//! A search over a game's own actions, reported to an observer of texts.

use crate::observer::{Cut, Observer, Visit};
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

    fn enter(&mut self, visit: &Visit<G::Action>) {
        let parent = self.path.last().unwrap_or(self.root);
        let mut state = parent.clone();
        let action = visit.action.map(|action| {
            self.game.apply(&mut state, action);
            self.game.action_text(parent, action)
        });
        self.path.push(state);
        let Visit { weight, actor, role, window, .. } = *visit;
        self.observer.enter(&Visit { action, weight, actor, role, window });
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
}
