//! Numbers in messages.

use std::fmt;

/// A number in a message: an integer, or a real number that is finite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number(Kind);

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    /// Wide enough for every `u64` and every `i64`.
    Integer(i128),
    Real(f64),
}

/// Every number equals itself, because none is NaN.
impl Eq for Number {}

impl Number {
    /// A real number; none if it is infinite or NaN, which JSON cannot write.
    pub fn real(real: f64) -> Option<Number> {
        real.is_finite().then_some(Number(Kind::Real(real)))
    }

    /// Does it take the singular?
    pub(super) fn is_one(self) -> bool {
        matches!(self.0, Kind::Integer(1) | Kind::Real(1.0))
    }
}

/// Written in digits and a full stop, without an empty fraction.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Integer(integer) => integer.fmt(f),
            Kind::Real(real) => real.fmt(f),
        }
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {
        $(impl From<$integer> for Number {
            fn from(integer: $integer) -> Number {
                Number(Kind::Integer(integer as i128))
            }
        })*
    };
}

integers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

#[cfg(feature = "serde")]
mod json {
    use serde::ser::Error as _;
    use serde::{Serialize, Serializer};

    use super::{Kind, Number};

    impl Serialize for Number {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                Kind::Integer(integer) => match (i64::try_from(integer), u64::try_from(integer)) {
                    (Ok(integer), _) => serializer.serialize_i64(integer),
                    (_, Ok(integer)) => serializer.serialize_u64(integer),
                    _ => Err(S::Error::custom("the integer has more than 64 bits")),
                },
                Kind::Real(real) => serializer.serialize_f64(real),
            }
        }
    }

    impl TryFrom<&serde_json::Number> for Number {
        type Error = String;

        fn try_from(number: &serde_json::Number) -> Result<Number, String> {
            let integer = number.as_i64().map(Number::from).or_else(|| number.as_u64().map(Number::from));
            let real = || number.as_f64().and_then(Number::real);
            integer.or_else(real).ok_or_else(|| format!("{number} is out of range"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_plain_digits() {
        let numbers = [Number::from(u64::MAX), Number::from(i64::MIN), Number::from(0u8)];
        assert_eq!(
            numbers.map(|number| number.to_string()),
            ["18446744073709551615", "-9223372036854775808", "0"]
        );
        assert_eq!(
            [1.0, 0.1, 1e21].map(|real| Number::real(real).unwrap().to_string()),
            ["1", "0.1", "1000000000000000000000"]
        );
        assert_eq!((Number::real(f64::NAN), Number::real(f64::INFINITY)), (None, None));
    }

    #[test]
    fn numbers_survive_json() {
        for number in [u64::MAX.into(), i64::MIN.into(), 7u8.into(), Number::real(0.1).unwrap()] {
            let json = serde_json::to_value(number).unwrap();
            assert_eq!(Number::try_from(json.as_number().unwrap()), Ok(number));
        }
    }
}
