//! Messages in JSON: an object of code, English and fields.

use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Field, Message, Number};

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut message = serializer.serialize_struct("Message", 3)?;
        message.serialize_field("code", &self.code)?;
        message.serialize_field("english", &self.english)?;
        message.serialize_field("fields", &Fields(self))?;
        message.end()
    }
}

struct Fields<'a>(&'a Message);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.fields.iter().map(|(name, field)| (name, field)))
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            code: String,
            english: String,
            #[serde(default)]
            fields: Map<String, Value>,
        }
        let raw = Raw::deserialize(deserializer)?;
        let mut message = Message::new(raw.code, raw.english);
        for (name, value) in raw.fields {
            message = message.with(name, read_field(value).map_err(serde::de::Error::custom)?);
        }
        Ok(message)
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fn tagged<S: Serializer>(
            serializer: S,
            tag: &str,
            value: &impl Serialize,
        ) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_entry(tag, value)?;
            map.end()
        }
        match self {
            Field::Text(text) => serializer.serialize_str(text),
            Field::Name(name) => tagged(serializer, "name", name),
            Field::Number(number) => number.serialize(serializer),
            Field::List(items) => items.serialize(serializer),
            Field::Row(pieces) => tagged(serializer, "row", pieces),
            Field::Message(message) => message.serialize(serializer),
        }
    }
}

/// Reads what [`Field`] writes.
fn read_field(value: Value) -> Result<Field, String> {
    let texts = |value: Value| serde_json::from_value::<Vec<String>>(value).map_err(|e| e.to_string());
    match value {
        Value::String(text) => Ok(Field::Text(text)),
        Value::Number(number) => Number::try_from(&number).map(Field::Number),
        Value::Array(items) => Ok(Field::List(items.into_iter().map(read_field).collect::<Result<_, _>>()?)),
        Value::Object(mut object) => match (object.remove("name"), object.remove("row")) {
            (Some(Value::String(name)), None) => Ok(Field::Name(name)),
            (None, Some(row)) => texts(row).map(Field::Row),
            _ => serde_json::from_value(Value::Object(object))
                .map(|message| Field::Message(Box::new(message)))
                .map_err(|error| error.to_string()),
        },
        Value::Null | Value::Bool(_) => Err(format!("a field cannot be {value}")),
    }
}
