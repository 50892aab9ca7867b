//! Proven bounds on scores.

use serde::Serialize;

use crate::message::Message;

/// A proven upper bound on the score of agent 0.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreBound {
    /// The maximum: no game scores more.
    pub most: f64,
    /// Was the search for it finished? If not, a longer one might have proven a lower maximum.
    pub finished: bool,
    /// The proof in short.
    pub why: Message,
}

impl ScoreBound {
    /// A score as a share of the maximum: 1 is all of it. None unless the maximum is positive.
    pub fn share(&self, score: f64) -> Option<f64> {
        (self.most > 0.0).then(|| score / self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;

    #[test]
    fn a_share_is_of_the_maximum() {
        let score_bound = |most| ScoreBound { most, finished: true, why: message!("proven", "it is proven") };
        assert_eq!(score_bound(989.0).share(494.5), Some(0.5));
        assert_eq!(score_bound(989.0).share(-989.0), Some(-1.0));
        assert_eq!(score_bound(0.0).share(5.0), None);
    }
}
