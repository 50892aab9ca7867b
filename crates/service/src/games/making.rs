//! Games that are being made: they have their places before they are written.

use crate::lock;
use crate::protocol::Fault;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

/// Their names, by owner.
#[derive(Default)]
pub(crate) struct Making(Mutex<HashMap<Arc<str>, HashSet<String>>>);

/// The place of one of them, until it is dropped.
pub(crate) struct Made {
    making: Arc<Making>,
    owner: Arc<str>,
    /// Its name.
    pub game: String,
}

impl Making {
    /// A place for one more game of an owner who may have `most`. `written` gives the names of those that are written: one that
    /// is written while its place is still held counts once. Nobody takes or gives back a place meanwhile.
    pub fn begin(
        self: &Arc<Making>,
        owner: &Arc<str>,
        game: &str,
        most: usize,
        written: impl FnOnce() -> Result<Vec<String>, Fault>,
    ) -> Result<Option<Made>, Fault> {
        let mut making = lock(&self.0);
        let written = written()?;
        let own = making.get(owner).into_iter().flatten();
        let unwritten = own.filter(|game| !written.contains(game)).count();
        if written.len() + unwritten >= most {
            return Ok(None);
        }
        making.entry(Arc::clone(owner)).or_default().insert(game.to_owned());
        Ok(Some(Made { making: Arc::clone(self), owner: Arc::clone(owner), game: game.to_owned() }))
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let mut making = lock(&self.making.0);
        if let Some(own) = making.get_mut(&self.owner) {
            own.remove(&self.game);
            if own.is_empty() {
                making.remove(&self.owner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_counts_once_whether_it_is_written_or_not() {
        let (making, ann) = (Arc::<Making>::default(), Arc::from("ann"));
        let begin = |game: &str, written: &[&str]| {
            let written = written.iter().map(|&game| game.to_owned()).collect();
            making.begin(&ann, game, 2, || Ok(written)).unwrap()
        };
        let first = begin("1", &[]).unwrap();
        // Written, and its place not given back yet.
        let second = begin("2", &["1"]).unwrap();
        assert!(begin("3", &["1"]).is_none() && begin("3", &["1", "2"]).is_none());
        drop((first, second));
        assert!(begin("3", &["1", "2"]).is_none() && lock(&making.0).is_empty());
        assert!(begin("3", &["1"]).is_some());
    }
}
