//! Types as JSON schemas, in TypeScript and in tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

/// A field that is left out where there is nothing to say is never null.
pub fn never_null(schema: &mut Value) {
    let is_null = |schema: &Value| *schema == json!({ "type": "null" }) || *schema == "null";
    let required = schema["required"].clone();
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        let optional =
            !required.as_array().is_some_and(|required| required.iter().any(|field| field == name));
        for key in ["anyOf", "type"] {
            if let Some(several) = field.get_mut(key).and_then(Value::as_array_mut).filter(|_| optional) {
                several.retain(|one| !is_null(one));
            }
        }
    }
    match schema {
        Value::Object(fields) => fields.values_mut().for_each(never_null),
        Value::Array(items) => items.iter_mut().for_each(never_null),
        _ => {}
    }
}

/// Named types.
pub type Types = BTreeMap<String, Value>;

/// Adds the types that a schema refers to, and those that they refer to.
pub fn reach(schema: &Value, definitions: &Map<String, Value>, into: &mut Types) {
    match schema {
        Value::Object(fields) => {
            if let Some(name) = fields.get("$ref").map(name_of)
                && !into.contains_key(&name)
            {
                into.insert(name.clone(), definitions[&name].clone());
                reach(&definitions[&name], definitions, into);
            }
            fields.values().for_each(|value| reach(value, definitions, into));
        }
        Value::Array(items) => items.iter().for_each(|item| reach(item, definitions, into)),
        _ => {}
    }
}

pub fn name_of(reference: &Value) -> String {
    reference.as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

/// The doc comment, on one line and without links.
pub fn about(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    // Examples and what follows are for readers of the code.
    let text = text.split("\n\n```").next().unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    // Links to code mean nothing here: only their words stay.
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, link)) = rest.split_once('[') {
        plain.push_str(before);
        let link = link.split_once(']').map(|(name, after)| {
            let target = after.strip_prefix('(').and_then(|target| target.split_once(')'));
            (name, after, target)
        });
        rest = match link {
            Some((name, _, Some((_, after)))) => {
                plain.push_str(name);
                after
            }
            Some((name, after, None)) if name.starts_with('`') => {
                plain.push_str(name);
                after
            }
            _ => {
                plain.push('[');
                &rest[before.len() + 1..]
            }
        };
    }
    plain + rest
}

/// A type in TypeScript.
pub fn typescript(schema: &Value) -> String {
    let mut parts = Vec::new();
    let union = |schemas: &Value| {
        let mut types: Vec<String> = told_apart(schemas.as_array().unwrap()).iter().map(typescript).collect();
        types.dedup();
        let text = types.join(" | ");
        if types.len() > 1 { format!("({text})") } else { text }
    };
    if let Some(reference) = schema.get("$ref") {
        parts.push(name_of(reference));
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(schemas) = schema.get(key) {
            parts.push(union(schemas));
        }
    }
    if let Some(schemas) = schema.get("allOf") {
        parts.extend(schemas.as_array().unwrap().iter().map(typescript));
    }
    if let Some(value) = schema.get("const") {
        return value.to_string().replace('"', "'");
    }
    if let Some(values) = schema.get("enum") {
        let values: Vec<String> =
            values.as_array().unwrap().iter().map(|value| value.to_string().replace('"', "'")).collect();
        return values.join(" | ");
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let plain: Vec<String> = types
        .iter()
        .filter_map(|&name| match name {
            "integer" | "number" => Some("number".to_owned()),
            "string" | "boolean" | "null" | "undefined" => Some(name.to_owned()),
            "array" => Some(list(schema)),
            _ => object(schema),
        })
        .collect();
    match plain.len() {
        0 => {}
        1 => parts.extend(plain),
        _ => parts.push(format!("({})", plain.join(" | "))),
    }
    if parts.is_empty() { "unknown".to_owned() } else { parts.join(" & ") }
}

/// Alternatives by whose fields each can be told: a field that only others have is undefined.
fn told_apart(alternatives: &[Value]) -> Vec<Value> {
    let names =
        |one: &Value| one["properties"].as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
    let all: Vec<String> = alternatives.iter().filter_map(names).flatten().collect();
    let mut apart = alternatives.to_vec();
    for fields in apart.iter_mut().filter_map(|one| one["properties"].as_object_mut()) {
        for name in &all {
            fields.entry(name).or_insert_with(|| json!({ "type": "undefined" }));
        }
    }
    apart
}

fn list(schema: &Value) -> String {
    if let Some(items) = schema["prefixItems"].as_array() {
        let items: Vec<String> = items.iter().map(typescript).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = typescript(&schema["items"]);
    if item.contains(" & ") || (item.contains(" | ") && !item.starts_with('(')) {
        format!("({item})[]")
    } else {
        format!("{item}[]")
    }
}

/// An object, unless other parts of the schema say all of it.
fn object(schema: &Value) -> Option<String> {
    let Some(fields) = schema["properties"].as_object() else {
        if let Some(values @ (Value::Object(_) | Value::Bool(true))) = schema.get("additionalProperties") {
            return Some(format!("Record<string, {}>", typescript(values)));
        }
        let composed = ["oneOf", "anyOf", "allOf", "$ref"].iter().any(|key| schema.get(key).is_some());
        return (!composed).then(|| "Record<string, never>".to_owned());
    };
    let field = |(name, field): (&String, &Value)| {
        format!("{name}{}: {}", if is_required(schema, name) { "" } else { "?" }, typescript(field))
    };
    let fields: Vec<String> = fields.iter().map(field).collect();
    Some(format!("{{ {} }}", fields.join("; ")))
}

pub fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|required| required.iter().any(|field| field == name))
}

/// The name of a type, as a link to its table.
pub fn linked(schema: &Value) -> String {
    match schema.get("$ref").map(name_of) {
        Some(name) if name == "Nothing" => "`{}`".to_owned(),
        Some(name) => format!("[{name}](#{})", name.to_lowercase()),
        None => cell(schema),
    }
}

/// A type in a cell of a table.
pub fn cell(schema: &Value) -> String {
    let text = typescript(schema);
    let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&text);
    format!("`{}`", text.replace('|', "\\|"))
}

/// A type under its name: its fields, and its alternatives.
pub fn described(heading: &str, name: &str, schema: &Value) -> String {
    let mut text = format!("\n{heading} {name}\n\n{}\n", about(schema));
    if let Some(fields) = schema["properties"].as_object() {
        text.push_str("\n| field | type | what it is |\n|---|---|---|\n");
        for (name, field) in fields {
            let optional = if is_required(schema, name) { "" } else { "?" };
            let _ = writeln!(text, "| `{name}`{optional} | {} | {} |", cell(field), about(field));
        }
    }
    let variants = ["oneOf", "anyOf"].iter().filter_map(|key| schema[key].as_array()).flatten();
    let variants: Vec<String> = variants
        .map(|variant| {
            let fields = variant["properties"].as_object().into_iter().flatten();
            let fields = fields.filter(|(_, field)| field.get("description").is_some());
            let fields = fields.map(|(name, field)| format!("\n  - `{name}`: {}", about(field)));
            format!("- `{}` {}{}", typescript(variant), about(variant), fields.collect::<String>())
        })
        .collect();
    if !variants.is_empty() {
        let _ = write!(text, "\n{}\n", variants.join("\n").replace(" \n", "\n").trim_end());
    } else if schema.get("properties").is_none() {
        let _ = write!(text, "\nIn JSON: {}.\n", cell(schema));
    }
    text
}
