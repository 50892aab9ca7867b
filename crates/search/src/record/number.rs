//! Numbers as people read them, and as JSON can hold them.

/// A value with no more digits than a picture needs: `3`, `-0.25`, `0.3333`, `inf`.
pub fn short(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() { "nan".to_owned() } else { format!("{value}") };
    }
    // More digits would fill the picture and tell nothing.
    if value.abs() >= 1e12 {
        return format!("{value:.3e}");
    }
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A number that JSON can hold even if it is infinite, as `"inf"` or `"-inf"`.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(transparent)]
pub struct RecordedNumber(
    #[serde(with = "json")]
    #[cfg_attr(feature = "schema", schemars(with = "plylab_core::schema::InfiniteNumber"))]
    pub f64,
);

/// Two values that are compared: with all digits if they differ but would look the same.
pub(super) fn short_pair(one: f64, other: f64) -> (String, String) {
    let (left, right) = (short(one), short(other));
    if left == right && one != other { (one.to_string(), other.to_string()) } else { (left, right) }
}

/// Numbers in JSON, which has no infinities: those are the texts `"inf"` and `"-inf"` (and `"nan"`).
pub(super) mod json {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Finite(f64),
        Other(String),
    }

    pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if value.is_finite() {
            // Adding zero turns -0 into 0.
            serializer.serialize_f64(value + 0.0)
        } else {
            serializer.serialize_str(&super::short(*value))
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Finite(value) => Ok(value),
            Written::Other(text) => match text.as_str() {
                "inf" => Ok(f64::INFINITY),
                "-inf" => Ok(f64::NEG_INFINITY),
                "nan" => Ok(f64::NAN),
                _ => Err(D::Error::custom(format!("'{text}' is not a number, inf or -inf"))),
            },
        }
    }

    /// The same where there may be no number.
    pub mod option {
        use serde::{Deserialize, Deserializer, Serialize, Serializer};

        use crate::record::RecordedNumber;

        pub fn serialize<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
            value.map(RecordedNumber).serialize(serializer)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
            let number = Option::<RecordedNumber>::deserialize(deserializer)?;
            Ok(number.map(|RecordedNumber(value)| value))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [3.0, -0.25, 1.0 / 3.0, -0.0, 1e-9, f64::INFINITY, f64::NEG_INFINITY, 2e15].map(short);
        assert_eq!(texts, ["3", "-0.25", "0.3333", "0", "0", "inf", "-inf", "2.000e15"]);
    }

    #[test]
    fn what_differs_does_not_look_the_same() {
        assert_eq!(short_pair(2.0, 3.0), ("2".to_owned(), "3".to_owned()));
        assert_eq!(short_pair(2.000_001, 2.0), ("2.000001".to_owned(), "2".to_owned()));
    }
}
