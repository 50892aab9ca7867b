//! Captions: facts of a state beside its picture.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One line of a caption: `score` `12`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fact {
    /// What the fact is about.
    pub label: String,
    /// The value.
    pub value: Datum,
}

impl Fact {
    /// A fact.
    pub fn new(label: impl Into<String>, value: impl Into<Datum>) -> Fact {
        Fact { label: label.into(), value: value.into() }
    }
}

/// The value of a [`Fact`]: numbers stay numbers, so that no text has to be parsed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Datum {
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Real(f64),
    /// Words.
    Words(String),
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Datum::Whole(number) => write!(f, "{number}"),
            Datum::Real(number) => write!(f, "{number}"),
            Datum::Words(words) => f.write_str(words),
        }
    }
}

impl From<&str> for Datum {
    fn from(words: &str) -> Datum {
        Datum::Words(words.to_owned())
    }
}

impl From<String> for Datum {
    fn from(words: String) -> Datum {
        Datum::Words(words)
    }
}

impl From<f64> for Datum {
    fn from(number: f64) -> Datum {
        Datum::Real(number)
    }
}

impl From<usize> for Datum {
    fn from(number: usize) -> Datum {
        // Counts are far below the limit.
        Datum::Whole(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

macro_rules! whole {
    ($($type:ty)*) => {
        $(impl From<$type> for Datum {
            fn from(number: $type) -> Datum {
                Datum::Whole(i64::from(number))
            }
        })*
    };
}

whole!(u8 u16 u32 i8 i32 i64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_numbers() {
        let facts = [Fact::new("score", -3), Fact::new("value", 2.5), Fact::new("to move", "Red")];
        let json = serde_json::to_string(&facts).unwrap();
        assert_eq!(
            json,
            r#"[{"label":"score","value":-3},{"label":"value","value":2.5},{"label":"to move","value":"Red"}]"#
        );
        assert_eq!(serde_json::from_str::<Vec<Fact>>(&json).unwrap(), facts);
        assert_eq!(facts.map(|fact| fact.value.to_string()), ["-3", "2.5", "Red"]);
    }
}
