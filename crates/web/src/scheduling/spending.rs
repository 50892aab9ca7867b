//! The processor seconds that each person has used in a day.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plylab_core::{InputError, message};
use plylab_service::lock;
use plylab_service::protocol::{Code, Fault, Person, PersonRole};

/// The time in which used seconds of the processors are free again.
const DAY: f64 = 86_400.0;

/// Accounts kept before fully replenished ones are pruned.
const REMEMBERED: usize = 1000;

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
    pub fn accounts(&self) -> HashMap<String, f64> {
        let now = Instant::now();
        let accounts = lock(&self.accounts);
        let used = accounts.iter().map(|(person, account)| (person.to_string(), self.used_at(account, now)));
        used.filter(|(_, used)| *used > 0.0).collect()
    }

    /// Goes on with what they had used when the lab ran last. Nothing becomes free while it does not run.
    pub fn restore(&self, accounts: HashMap<String, f64>) {
        let at = Instant::now();
        let valid = accounts.into_iter().filter(|(_, used)| used.is_finite() && *used > 0.0);
        lock(&self.accounts).extend(valid.map(|(person, used)| (person.into(), Account { used, at })));
    }

    fn used_at(&self, account: &Account, now: Instant) -> f64 {
        let freed = now.saturating_duration_since(account.at).as_secs_f64() * self.most / DAY;
        (account.used - freed).max(0.0)
    }

    /// Charges a person for work that took that long.
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
        if over < 0.0 || person.role == PersonRole::Admin {
            return Ok(());
        }
        let minutes = (over / self.most * DAY / 60.0).ceil().max(1.0) as u64;
        let wrong = message!(
            "seconds-used",
            "you have used the {most} processor seconds that everybody has in a day",
            most = self.most as u64
        );
        let right = message!("seconds-free-in", "there are some again in {minutes} {minutes|minute|minutes}");
        Err(Fault::of(Code::TooLarge, InputError::new(wrong).expected(right)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_seconds_are_free_again_in_a_day() {
        let spending = Spending::new(1000);
        let person = |role| Person { id: "ann".into(), name: "Ann".to_owned(), role };
        let (member, admin) = (person(PersonRole::Member), person(PersonRole::Admin));
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
        // Accounts that are fully replenished are dropped.
        for number in 0..2 * REMEMBERED {
            spending.charge(&number.to_string().into(), Duration::ZERO);
        }
        assert!(lock(&spending.accounts).len() <= REMEMBERED);
        assert!(spending.of("ann") > 0.0);
    }
}
