//! What a score is measured by: the most that a game can be worth.

use serde::Serialize;

use crate::message::Message;

/// The most that a game can be worth to agent 0, as far as it is proven.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Yardstick {
    /// No game is worth more.
    pub most: f64,
    /// Why.
    pub why: Message,
}

impl Yardstick {
    /// How much of the most a score is: 1 is all of it. None if the most is nothing to measure by.
    pub fn share(&self, score: f64) -> Option<f64> {
        (self.most > 0.0).then(|| score / self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;

    #[test]
    fn a_share_is_of_the_most_there_is() {
        let yardstick = |most| Yardstick { most, why: message!("proven", "it is proven") };
        assert_eq!(yardstick(989.0).share(494.5), Some(0.5));
        assert_eq!(yardstick(989.0).share(-989.0), Some(-1.0));
        assert_eq!(yardstick(0.0).share(5.0), None);
    }
}
