//! What one person may use: games and runs, analyses at a time, seconds of the processors (counted by `scheduling`), and disk. Admins
//! own the lab and may use all processors and the whole disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

use plylab_core::{InputError, Message, message};
use plylab_service::protocol::RequestField;

use crate::fault::{Code, Fault};
use crate::lab::lock;

/// What each person may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quotas {
    /// Games.
    pub games: u64,
    /// Runs of experiments.
    pub runs: u64,
    /// Analyses at a time.
    pub analyses: u64,
    /// Seconds of the processors in a day.
    pub seconds: u64,
    /// Megabytes of games, replays and results.
    pub megabytes: u64,
}

impl Default for Quotas {
    fn default() -> Quotas {
        Quotas { games: 64, runs: 50, analyses: 16, seconds: 14_400, megabytes: 1000 }
    }
}

impl Quotas {
    const NAMES: [&'static str; 5] = ["games", "runs", "analyses", "seconds", "megabytes"];

    /// Changes one, from text like `games=100`.
    ///
    /// # Errors
    ///
    /// If there is no such quota, or it is not a number from 1 on.
    pub fn set(&mut self, text: &str) -> Result<(), InputError> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let place = match name.trim() {
            "games" => &mut self.games,
            "runs" => &mut self.runs,
            "analyses" => &mut self.analyses,
            "seconds" => &mut self.seconds,
            "megabytes" => &mut self.megabytes,
            _ => {
                return Err(InputError::new(message!("no-such-quota", "there is no such quota"))
                    .expected(message!("use-one-of", "use {choices}", choices = Quotas::NAMES.to_vec()))
                    .at(Message::quoted(text)));
            }
        };
        match value.trim().parse() {
            Ok(most @ 1..=1_000_000_000) => *place = most,
            _ => {
                return Err(InputError::new(message!("bad-quota", "this is not a quota"))
                    .expected(message!("quota-form", "write a whole number from 1 on, like games=100"))
                    .at(Message::quoted(text)));
            }
        }
        Ok(())
    }
}

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

/// The largest of what somebody keeps: what to delete first.
pub(crate) enum Largest {
    /// A run, and its bytes.
    Run(String, u64),
    /// Replays and games.
    Games,
}

/// The error of somebody who keeps too much.
pub(crate) fn disk_full(bytes: u64, most: u64, largest: &Largest) -> Fault {
    let wrong = message!(
        "disk-yours",
        "your games, replays and runs take {megabytes} MB, and everybody has {most} MB",
        megabytes = bytes >> 20,
        most
    );
    let right = match largest {
        Largest::Run(run, bytes) => message!(
            "delete-largest-run",
            "delete some; the run '{run}' takes {megabytes} MB",
            run,
            megabytes = *bytes >> 20
        ),
        Largest::Games => message!("delete-replays", "delete some replays and games"),
    };
    Fault::of(Code::TooLarge, &InputError::new(wrong).expected(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotas_are_read() {
        let mut quotas = Quotas::default();
        for text in ["games=3", "runs = 4", "analyses=5", "seconds=6", "megabytes=7"] {
            quotas.set(text).unwrap();
        }
        assert_eq!(quotas, Quotas { games: 3, runs: 4, analyses: 5, seconds: 6, megabytes: 7 });
        for (text, code) in [
            ("moves=3", "no-such-quota"),
            ("", "no-such-quota"),
            ("games", "bad-quota"),
            ("games=0", "bad-quota"),
            ("games=-1", "bad-quota"),
            ("games=many", "bad-quota"),
            ("games=99999999999", "bad-quota"),
        ] {
            assert_eq!(quotas.set(text).unwrap_err().wrong().code(), code, "{text}");
        }
    }

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
