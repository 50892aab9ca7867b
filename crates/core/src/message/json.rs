//! The fields of a message in JSON: an object.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};
use serde_json::{Map, Value};

use super::Field;

pub(super) fn serialize<S: Serializer>(
    fields: &[(Cow<'static, str>, Field)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, field)| (name, field)))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(Cow<'static, str>, Field)>, D::Error> {
    let fields = Map::<String, Value>::deserialize(deserializer)?.into_iter();
    let read = |(name, value)| Ok((Cow::Owned(name), read_field(value).map_err(D::Error::custom)?));
    fields.map(read).collect()
}

/// Reads what [`Field`] writes.
fn read_field(value: Value) -> Result<Field, String> {
    fn read<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, String> {
        serde_json::from_value(value).map_err(|error| error.to_string())
    }
    match value {
        Value::String(text) => Ok(Field::Text(text)),
        Value::Number(_) => read(value).map(Field::Number),
        Value::Array(items) => Ok(Field::List(items.into_iter().map(read_field).collect::<Result<_, _>>()?)),
        Value::Object(mut object) => match (object.remove("name"), object.remove("row")) {
            (Some(Value::String(name)), None) => Ok(Field::Name(name)),
            (None, Some(row)) => read(row).map(Field::Row),
            _ => read(Value::Object(object)).map(Field::Message),
        },
        Value::Null | Value::Bool(_) => Err(format!("a field cannot be {value}")),
    }
}
