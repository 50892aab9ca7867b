//! What one person may use: games and runs, analyses at a time, seconds of the processors, and disk. Admins own the lab and may use
//! all processors and the whole disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plylab_core::{InputError, Message, message};
use plylab_service::protocol::{Person, RequestField, Role};

use crate::fault::{Code, Fault};
use crate::lab::lock;
use crate::tally::Tally;

/// The time in which used seconds of the processors are free again.
const DAY: f64 = 86_400.0;

/// People whose seconds are remembered before those who have all of theirs are forgotten.
const REMEMBERED: usize = 1000;

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

/// Places of people, taken and given back.
#[derive(Default)]
struct Places(Mutex<Tally<Arc<str>>>);

/// One of them, until it is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    person: Arc<str>,
}

impl Places {
    /// One more for a person, unless they have `most`.
    fn take(self: &Arc<Places>, person: &Arc<str>, most: usize) -> Option<Place> {
        let fits = lock(&self.0).join(Arc::clone(person), most);
        fits.then(|| Place { places: Arc::clone(self), person: Arc::clone(person) })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.places.0).leave(&self.person);
    }
}

/// The analyses of each person.
pub(crate) struct Analysing {
    most: usize,
    places: Arc<Places>,
}

impl Analysing {
    pub fn new(most: usize) -> Analysing {
        Analysing { most, places: Arc::default() }
    }

    /// The place of an analysis, given back when its last search has ended.
    pub fn begin(&self, person: &Arc<str>) -> Result<Arc<Place>, Fault> {
        let place = self.places.take(person, self.most);
        place.map(Arc::new).ok_or_else(|| {
            let wrong =
                message!("analyses-full", "{most} analyses of yours are going on already", most = self.most);
            Fault::too_large(wrong).at_field(
                RequestField::Agents,
                message!("stop-analyses", "stop some, or close pages that analyse"),
            )
        })
    }

    /// How many a person has.
    pub fn of(&self, person: &str) -> usize {
        lock(&self.places.0).of(person)
    }
}

/// Seconds that somebody has used, as of a moment; they become free again evenly.
#[derive(Clone, Copy)]
struct Account {
    used: f64,
    at: Instant,
}

/// The seconds of the processors that each person has used.
pub(crate) struct Spending {
    /// Seconds in a day.
    most: f64,
    accounts: Mutex<HashMap<Arc<str>, Account>>,
}

impl Spending {
    pub fn new(seconds: u64) -> Arc<Spending> {
        Arc::new(Spending { most: seconds as f64, accounts: Mutex::default() })
    }

    /// What everybody has used and that is not free again yet, by person.
    pub fn accounts(&self) -> HashMap<Arc<str>, f64> {
        let now = Instant::now();
        let accounts = lock(&self.accounts);
        let used = accounts.iter().map(|(person, account)| (Arc::clone(person), self.used_at(account, now)));
        used.filter(|(_, used)| *used > 0.0).collect()
    }

    /// Goes on with what they had used when the lab ran last. Nothing becomes free while it does not run.
    pub fn restore(&self, accounts: HashMap<Arc<str>, f64>) {
        let at = Instant::now();
        let valid = accounts.into_iter().filter(|(_, used)| used.is_finite() && *used > 0.0);
        lock(&self.accounts).extend(valid.map(|(person, used)| (person, Account { used, at })));
    }

    fn used_at(&self, account: &Account, now: Instant) -> f64 {
        let freed = now.saturating_duration_since(account.at).as_secs_f64() * self.most / DAY;
        (account.used - freed).max(0.0)
    }

    /// Notes that work of a person took so long.
    pub fn charge(&self, person: &Arc<str>, time: Duration) {
        self.charge_at(person, time, Instant::now());
    }

    fn charge_at(&self, person: &Arc<str>, time: Duration, now: Instant) {
        let mut accounts = lock(&self.accounts);
        if accounts.len() >= REMEMBERED && !accounts.contains_key(person) {
            accounts.retain(|_, account| self.used_at(account, now) > 0.0);
        }
        let account = accounts.entry(Arc::clone(person)).or_insert(Account { used: 0.0, at: now });
        *account = Account { used: self.used_at(account, now) + time.as_secs_f64(), at: now };
    }

    /// Seconds that a person has used and that are not free again yet.
    pub fn of(&self, person: &str) -> f64 {
        lock(&self.accounts).get(person).map_or(0.0, |account| self.used_at(account, Instant::now()))
    }

    /// Refuses more work of a person who has used everything, and says when there is some again.
    pub fn check(&self, person: &Person) -> Result<(), Fault> {
        let over = self.of(&person.id) - self.most;
        if over < 0.0 || person.role == Role::Admin {
            return Ok(());
        }
        let minutes = (over / self.most * DAY / 60.0).ceil().max(1.0) as u64;
        let wrong = message!(
            "seconds-used",
            "you have used the {most} processor seconds that everybody has in a day",
            most = self.most as u64
        );
        let right = message!(
            "seconds-free-in",
            "there are some again in {minutes} {minutes|minute|minutes}",
            minutes
        );
        Err(Fault::of(Code::TooLarge, &InputError::new(wrong).expected(right)))
    }
}

/// The processor time of this thread so far, where the system tells it.
#[cfg(unix)]
pub(crate) fn thread_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
}

#[cfg(not(unix))]
pub(crate) fn thread_time() -> Option<Duration> {
    None
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
    fn used_seconds_are_free_again_in_a_day() {
        let spending = Spending::new(1000);
        let person = |role| Person { id: "ann".into(), name: "Ann".to_owned(), role };
        let (member, admin) = (person(Role::Member), person(Role::Admin));
        let ann = &member.id;
        spending.charge(ann, Duration::from_secs(900));
        assert!(spending.check(&member).is_ok());
        spending.charge(ann, Duration::from_secs(200));
        let fault = spending.check(&member).unwrap_err();
        assert_eq!(fault.code, Code::TooLarge);
        // A hundred seconds too many are a tenth of a day, less the moment that has passed.
        assert!(fault.message().ends_with("there are some again in 144 minutes"), "{}", fault.message());
        assert!(spending.check(&admin).is_ok());
        let later = Instant::now() + Duration::from_secs(43_200);
        spending.charge_at(ann, Duration::ZERO, later);
        let used = lock(&spending.accounts)[ann].used;
        assert!((599.0..=600.0).contains(&used), "{used}");
        // Whoever has all of theirs is forgotten.
        for number in 0..2 * REMEMBERED {
            spending.charge(&number.to_string().into(), Duration::ZERO);
        }
        assert!(lock(&spending.accounts).len() <= REMEMBERED);
        assert!(spending.of("ann") > 0.0);
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
