//! Values of positions and moves: of which agent, how much, and how certain.

use crate::game::{AgentId, Outcome};

/// The value of a position or a move for an agent.
///
/// ```
/// use plylab_core::{AgentId, Certainty, Outcome, Value};
///
/// let me = AgentId(0);
/// let win = Value::proven(me, Outcome::Win, Some(3));
/// let bound = Value::score(me, 12.5).with(Certainty::AtLeast);
/// assert!(win.rank() > bound.rank());
/// assert_eq!((win.as_score(), bound.as_score()), (None, Some(12.5)));
/// ```
#[must_use]
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Value {
    /// The agent it is a value of.
    pub of: AgentId,
    /// How much.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub worth: Worth,
    /// How certain.
    pub certainty: Certainty,
    /// The score of a solver that counts more than wins: a sooner win and a later loss have more points. None where only
    /// the outcome counts.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub points: Option<i32>,
}

/// How much something is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
pub enum Worth {
    /// The number of an evaluation, or the points of a finished game.
    Score {
        /// The number.
        #[cfg_attr(feature = "serde", serde(with = "number"))]
        #[cfg_attr(feature = "schema", schemars(with = "crate::schema::InfiniteNumber"))]
        score: f64,
    },
    /// The agent wins, whatever the others do.
    Win {
        /// The number of plies until then, where it is known.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        plies: Option<u32>,
    },
    /// A draw under perfect play.
    Draw,
    /// The agent loses, whatever it does.
    Loss {
        /// The number of plies until then, where it is known.
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
        plies: Option<u32>,
    },
}

/// How certain a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Certainty {
    /// Exactly that: by proof, or by a full search to its depth.
    Exact,
    /// A lower bound.
    AtLeast,
    /// An upper bound.
    AtMost,
    /// An estimate from samples.
    Estimate,
}

/// The rank of a win: beyond all scores.
const DECIDED: f64 = 1e9;

impl Value {
    /// A score that is exact.
    pub fn score(of: AgentId, score: f64) -> Value {
        Value { of, worth: Worth::Score { score }, certainty: Certainty::Exact, points: None }
    }

    /// A proven result, with the number of plies until then if known.
    pub fn proven(of: AgentId, outcome: Outcome, plies: Option<u32>) -> Value {
        let worth = match outcome {
            Outcome::Win => Worth::Win { plies },
            Outcome::Draw => Worth::Draw,
            Outcome::Loss => Worth::Loss { plies },
        };
        Value { of, worth, certainty: Certainty::Exact, points: None }
    }

    /// The same with another certainty.
    pub fn with(self, certainty: Certainty) -> Value {
        Value { certainty, ..self }
    }

    /// The same with a solver's points.
    pub fn with_points(self, points: i32) -> Value {
        Value { points: Some(points), ..self }
    }

    /// Is it exact?
    pub fn is_exact(&self) -> bool {
        self.certainty == Certainty::Exact
    }

    /// The score, unless the result is proven.
    pub fn as_score(&self) -> Option<f64> {
        match self.worth {
            Worth::Score { score } => Some(score),
            Worth::Win { .. } | Worth::Draw | Worth::Loss { .. } => None,
        }
    }

    /// The result, if it is proven.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.worth {
            Worth::Score { .. } => None,
            Worth::Win { .. } => Some(Outcome::Win),
            Worth::Draw => Some(Outcome::Draw),
            Worth::Loss { .. } => Some(Outcome::Loss),
        }
    }

    /// A number to order values of one agent by: scores as they are, sooner wins above later ones and all of them above
    /// every score, losses the other way round. For comparing only; it does not show the kind of value.
    pub fn rank(&self) -> f64 {
        let decided = |plies: Option<u32>| DECIDED - plies.map_or(0.0, f64::from);
        match self.worth {
            Worth::Score { score } => score,
            Worth::Win { plies } => decided(plies),
            Worth::Draw => 0.0,
            Worth::Loss { plies } => -decided(plies),
        }
    }
}

/// Numbers in JSON, which knows no infinities: those are texts.
#[cfg(feature = "serde")]
pub mod number {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes a number.
    pub fn serialize<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        match *number {
            f64::INFINITY => serializer.serialize_str("inf"),
            f64::NEG_INFINITY => serializer.serialize_str("-inf"),
            number if number.is_nan() => serializer.serialize_str("nan"),
            // Whole numbers are written without a fraction, and -0 as 0.
            number if number.fract() == 0.0 && number.abs() < 9e15 => serializer.serialize_i64(number as i64),
            number => serializer.serialize_f64(number),
        }
    }

    /// Reads a number.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum JsonNumber {
            Finite(f64),
            Other(String),
        }
        match JsonNumber::deserialize(deserializer)? {
            JsonNumber::Finite(number) => Ok(number),
            JsonNumber::Other(text) => match text.as_str() {
                "inf" => Ok(f64::INFINITY),
                "-inf" => Ok(f64::NEG_INFINITY),
                "nan" => Ok(f64::NAN),
                _ => Err(D::Error::custom(format!("'{text}' is not a number"))),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ME: AgentId = AgentId(1);

    #[test]
    fn values_are_facts_in_json() {
        let win = Value::proven(ME, Outcome::Win, Some(9));
        assert_eq!(json!(win), json!({ "of": 1, "kind": "win", "plies": 9, "certainty": "exact" }));
        assert_eq!(json!(win.with_points(4))["points"], 4);
        let bound = Value::score(ME, -2.5).with(Certainty::AtMost);
        assert_eq!(json!(bound), json!({ "of": 1, "kind": "score", "score": -2.5, "certainty": "at-most" }));
        assert_eq!(
            json!(Value::proven(ME, Outcome::Draw, None)),
            json!({ "of": 1, "kind": "draw", "certainty": "exact" })
        );
        assert_eq!(json!(Value::score(ME, f64::NEG_INFINITY))["score"], "-inf");
        assert_eq!(json!(Value::score(ME, -0.0))["score"].to_string(), "0");
    }

    #[test]
    fn what_is_written_can_be_read() {
        for value in [
            Value::proven(ME, Outcome::Loss, Some(4)),
            Value::proven(ME, Outcome::Win, None),
            Value::proven(ME, Outcome::Win, Some(3)).with_points(7),
            Value::score(ME, f64::INFINITY).with(Certainty::Estimate),
            Value::score(ME, 0.1).with(Certainty::AtLeast),
        ] {
            assert_eq!(serde_json::from_value::<Value>(json!(value)).unwrap(), value);
        }
    }

    #[test]
    fn sooner_wins_rank_above_later_ones_and_above_every_score() {
        let values = [
            Value::proven(ME, Outcome::Loss, Some(1)),
            Value::proven(ME, Outcome::Loss, Some(7)),
            Value::score(ME, -998_000.0),
            Value::proven(ME, Outcome::Draw, None),
            Value::score(ME, 0.5),
            Value::proven(ME, Outcome::Win, Some(7)),
            Value::proven(ME, Outcome::Win, Some(1)),
        ];
        assert!(values.windows(2).all(|pair| pair[0].rank() < pair[1].rank()));
    }
}
