//! How many analyses a person has at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

use crate::lock;
use crate::protocol::{Fault, RequestField};
use plylab_core::message;

/// The place of an analysis, until the last clone is dropped.
pub(crate) type Place = Arc<()>;

/// The analyses of each person.
pub(crate) struct Analysing {
    most: usize,
    places: Mutex<HashMap<Arc<str>, Vec<Weak<()>>>>,
}

impl Analysing {
    pub fn new(most: usize) -> Analysing {
        Analysing { most, places: Mutex::default() }
    }

    /// The place of an analysis, given back when its last search has ended.
    pub fn begin(&self, person: &Arc<str>) -> Result<Place, Fault> {
        if self.of(person) >= self.most {
            let wrong =
                message!("analyses-full", "{most} analyses of yours are going on already", most = self.most);
            return Err(Fault::too_large(wrong).at_field(
                RequestField::Agents,
                message!("stop-analyses", "stop some, or close pages that analyse"),
            ));
        }
        let place = Place::default();
        lock(&self.places).entry(Arc::clone(person)).or_default().push(Arc::downgrade(&place));
        Ok(place)
    }

    /// How many a person has.
    pub fn of(&self, person: &str) -> usize {
        let mut places = lock(&self.places);
        places.retain(|_, theirs| {
            theirs.retain(|place| place.strong_count() > 0);
            !theirs.is_empty()
        });
        places.get(person).map_or(0, Vec::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Code;

    #[test]
    fn analyses_have_places() {
        let analysing = Analysing::new(1);
        let ann: Arc<str> = "ann".into();
        let first = analysing.begin(&ann).unwrap();
        let second = Arc::clone(&first);
        drop(first);
        assert_eq!(analysing.begin(&ann).err().map(|fault| fault.code), Some(Code::TooLarge));
        assert!(analysing.begin(&"bob".into()).is_ok());
        drop(second);
        assert!(analysing.begin(&ann).is_ok());
    }
}
