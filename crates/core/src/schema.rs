//! Schemas of what is written by hand as JSON; all others are derived.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::game::{AgentId, Turn};
use crate::message::{Field, Message};
use crate::spec::Spec;

/// The schema of a number that may be infinite.
#[derive(Clone, Copy, Debug)]
pub struct InfiniteNumber;

impl JsonSchema for InfiniteNumber {
    fn schema_name() -> Cow<'static, str> {
        "Num".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, or an infinity, which JSON cannot write.",
            "anyOf": [{ "type": "number" }, { "enum": ["inf", "-inf"] }]
        })
    }
}

impl JsonSchema for Spec {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Spec".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

impl JsonSchema for Turn {
    fn schema_name() -> Cow<'static, str> {
        "Turn".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let player = generator.subschema_for::<AgentId>();
        json_schema!({
            "description": "Who is to move: a player, `\"chance\"` where chance decides, `null` when the game is over.",
            "anyOf": [player, { "const": "chance" }, { "type": "null" }]
        })
    }
}

impl JsonSchema for Message {
    fn schema_name() -> Cow<'static, str> {
        "Message".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let field = generator.subschema_for::<Field>();
        json_schema!({
            "description": "A sentence for people.",
            "type": "object",
            "properties": {
                "code": { "type": "string", "description": "A stable name for the sentence." },
                "english": { "type": "string", "description": "Its template, with a gap for each field." },
                "fields": {
                    "type": "object",
                    "additionalProperties": field,
                    "description": "What fills the gaps."
                }
            },
            "required": ["code", "english", "fields"]
        })
    }
}

impl JsonSchema for Field {
    fn schema_name() -> Cow<'static, str> {
        "Field".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (field, message) = (generator.subschema_for::<Field>(), generator.subschema_for::<Message>());
        let only = |name: &str, value: Schema| json_schema!({ "type": "object", "properties": { name: value }, "required": [name] });
        let (text, texts) = (String::json_schema(generator), Vec::<String>::json_schema(generator));
        json_schema!({
            "description": "What fills a gap of a sentence: text that was typed, a number, several fields, pieces of notation, an \
                            English name that may be translated, or a part of the sentence.",
            "anyOf": [
                { "type": "string" }, { "type": "number" }, { "type": "array", "items": field },
                only("row", texts), only("name", text), message
            ]
        })
    }
}
