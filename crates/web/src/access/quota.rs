//! What one person may use: games and runs, analyses at a time, seconds of the processors (counted by `scheduling`), and disk. Admins
//! own the lab and may use all processors and the whole disk.

use plylab_core::{InputError, Message, message};

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
}
