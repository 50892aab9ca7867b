//! The TypeScript types of the pages and the reference of the protocol, written from its types.
//!
//! Both files must be what the types say. `PLYLAB_WRITE=1 cargo test -p plylab-service --test generated` writes them.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use plylab_service::protocol::{Event, Request, RequestField};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The named types of the protocol, its requests and its events, as JSON schemas.
struct Protocol {
    types: BTreeMap<String, Value>,
    requests: Vec<Named>,
    events: Vec<Named>,
}

struct Named {
    name: String,
    about: String,
    schema: Value,
}

fn protocol() -> Protocol {
    let mut taken = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let mut sent = SchemaSettings::draft2020_12().for_serialize().into_generator();
    taken.subschema_for::<Request>();
    sent.subschema_for::<Request>();
    sent.subschema_for::<Event>();
    let (taken, mut sent) = (taken.take_definitions(true), sent.take_definitions(true));
    sent.values_mut().for_each(never_null);
    let variants =
        |definitions: &Map<String, Value>, name: &str| definitions[name]["oneOf"].as_array().unwrap().clone();
    let request = |(asked, answered): (Value, Value)| {
        let (name, with) = asked["properties"].as_object().unwrap().iter().next().unwrap();
        let ok = &answered["properties"][name]["properties"]["ok"];
        let schema = json!({ "with": with["properties"]["with"], "ok": ok });
        Named { name: name.clone(), about: about(&asked), schema }
    };
    let event = |event: Value| {
        let name = event["properties"]["event"]["const"].as_str().unwrap().to_owned();
        Named { name, about: about(&event), schema: event }
    };
    let asked = variants(&taken, "Request").into_iter().zip(variants(&sent, "Request"));
    let requests: Vec<Named> = asked.map(request).collect();
    let events: Vec<Named> = variants(&sent, "Event").into_iter().map(event).collect();
    // What travels both ways is described as it is taken.
    let mut types = BTreeMap::new();
    for request in &requests {
        reach(&request.schema["with"], &taken, &mut types);
    }
    let answers = requests.iter().map(|request| &request.schema["ok"]);
    for schema in answers.chain(events.iter().map(|event| &event.schema)) {
        reach(schema, &sent, &mut types);
    }
    Protocol { types, requests, events }
}

/// A field that is left out where there is nothing to say is never null.
fn never_null(schema: &mut Value) {
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

/// Adds the types that a schema refers to, and those that they refer to.
fn reach(schema: &Value, definitions: &Map<String, Value>, into: &mut BTreeMap<String, Value>) {
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

fn name_of(reference: &Value) -> String {
    reference.as_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

/// The doc comment, on one line and without links.
fn about(schema: &Value) -> String {
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
fn typescript(schema: &Value) -> String {
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
        if let Some(values @ Value::Object(_)) = schema.get("additionalProperties") {
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

fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|required| required.iter().any(|field| field == name))
}

/// Names of parts that the pages use often.
const PARTS: &str = "
export type RequestName = keyof Requests;
/** Requests about one game, by what follows `game.`. */
export type GameVerb = RequestName extends infer N
  ? N extends `game.${infer Verb}`
    ? Requests[N & RequestName]['with'] extends { game: string }
      ? Verb
      : never
    : never
  : never;
/** Everything that comes over the connection. */
export type Incoming =
  | { id: number | string; ok: unknown; error?: undefined; event?: undefined }
  | { id: number | string; error: Fault; ok?: undefined; event?: undefined }
  | (Events[keyof Events] & { id?: undefined });
export type Hello = Events['hello'];
export type PhaseChanged = Events['phase'];
export type MatchEvent = Events['match'];
export type AnalysisEvent = Events['analysis'];
export type RunEvent = Events['run'];
/** What a page knows of a lane: at first only who it is. */
export type Lane = Pick<LaneProgress, 'agent' | 'state' | 'moves' | 'line'> &
  Omit<Partial<LaneProgress>, 'fault'> & { fault?: (Pick<Fault, 'code' | 'message'> & Partial<Fault>) | null };
export type NumberKey = Extract<Key, { kind: 'integer' | 'real' }>;
export type PieceStyle = Pick<Piece, 'shape' | 'tone' | 'marked'>;
export type BoardBackdrop = Extract<Backdrop, { kind: 'board' }>;
export type GraphBackdrop = Extract<Backdrop, { kind: 'graph' }>;
export type TreeBackdrop = Extract<Backdrop, { kind: 'tree' }>;
export type BoardScene = Extract<Scene, { kind: 'board' }>;
export type GraphScene = Extract<Scene, { kind: 'graph' }>;
export type TreeScene = Extract<Scene, { kind: 'tree' }>;
";

fn declarations(protocol: &Protocol) -> String {
    let mut text = String::from(
        "// The messages between the lab and its pages, written from crates/service: do not edit. Nothing here exists at run time.\n",
    );
    for (name, schema) in &protocol.types {
        // The pages have an error of their own: the connection broke.
        let lost = if name == "FaultCode" { " | 'lost'" } else { "" };
        let declared = typescript(schema);
        let _ = write!(text, "\n/** {} */\nexport type {name} = {declared}{lost};\n", about(schema));
    }
    text.push_str("\n/** Every request: its parameters, and its answer. */\nexport type Requests = {\n");
    for Named { name, about, schema } in &protocol.requests {
        let (with, ok) = (typescript(&schema["with"]), typescript(&schema["ok"]));
        let _ = writeln!(text, "  /** {about} */\n  '{name}': {{ with: {with}; ok: {ok} }};");
    }
    text.push_str(
        "};\n\n/** Events that the lab sends without a request, by name. */\nexport type Events = {\n",
    );
    for Named { name, about, schema } in &protocol.events {
        let _ = writeln!(text, "  /** {about} */\n  {name}: {};", typescript(schema));
    }
    text.push_str("};\n");
    text.push_str(PARTS);
    text
}

/// Where the written part of the page begins.
const MARK: &str = "<!-- What follows is written from crates/service: do not edit it. -->\n";

/// The names of the fields of a type, `?` where they are optional.
fn fields(protocol: &Protocol, schema: &Value) -> String {
    let schema = schema.get("$ref").map_or(schema, |reference| &protocol.types[&name_of(reference)]);
    let Some(fields) = schema["properties"].as_object() else { return String::new() };
    let field = |name: &String| format!("`{name}`{}", if is_required(schema, name) { "" } else { "?" });
    fields.keys().filter(|name| *name != "event").map(field).collect::<Vec<_>>().join(", ")
}

/// The name of a type, as a link to its table.
fn linked(schema: &Value) -> String {
    match schema.get("$ref").map(name_of) {
        Some(name) if name == "Nothing" => "`{}`".to_owned(),
        Some(name) => format!("[{name}](#{})", name.to_lowercase()),
        None => cell(schema),
    }
}

/// A type in a cell of a table.
fn cell(schema: &Value) -> String {
    let text = typescript(schema);
    let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(&text);
    format!("`{}`", text.replace('|', "\\|"))
}

fn reference(protocol: &Protocol) -> String {
    let mut text = format!("{MARK}\n## Reference\n\n### Requests\n\n");
    text.push_str("A field with a `?` may be left out. The types of parameters and answers are described [below](#types).\n\n");
    text.push_str("| request | `with` | `ok` | what it does |\n|---|---|---|---|\n");
    for Named { name, about, schema } in &protocol.requests {
        let (with, ok) = (fields(protocol, &schema["with"]), linked(&schema["ok"]));
        let with = if with.is_empty() { with } else { format!("{}: {with}", linked(&schema["with"])) };
        let _ = writeln!(text, "| `{name}` | {with} | {ok} | {about} |");
    }
    text.push_str("\n### Events\n\n| event | fields | when |\n|---|---|---|\n");
    for Named { name, about, schema } in &protocol.events {
        let own =
            fields(protocol, &json!({ "properties": schema["properties"], "required": schema["required"] }));
        let whole = if schema.get("$ref").is_some() { linked(schema) } else { own };
        let _ = writeln!(text, "| `{name}` | {whole} | {about} |");
    }
    text.push_str("\n### Types\n");
    for (name, schema) in protocol.types.iter().filter(|(name, _)| *name != "Nothing") {
        let _ = write!(text, "\n#### {name}\n\n{}\n", about(schema));
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
    }
    text
}

/// Compares a file with what it should be, or writes it.
fn check(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("PLYLAB_WRITE").is_some() {
        fs::write(&path, text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let differs = found.lines().zip(text.lines()).find(|(found, right)| found != right);
    assert!(
        found == text,
        "{} is stale: {differs:?}. Write it with PLYLAB_WRITE=1 cargo test -p plylab-service --test generated",
        path.display()
    );
}

#[test]
fn the_types_of_the_pages_are_those_of_the_protocol() {
    check("crates/web/types/protocol.d.ts", &declarations(&protocol()));
}

#[test]
fn the_reference_is_that_of_the_protocol() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let page = fs::read_to_string(path).unwrap();
    let (written_by_hand, _) = page.split_once(MARK).unwrap();
    check("docs/protocol.md", &format!("{written_by_hand}{}", reference(&protocol())));
}

#[test]
fn an_error_names_fields_that_requests_have() {
    let Protocol { types, requests, .. } = protocol();
    let mut known: Vec<String> = vec!["id".to_owned(), "do".to_owned(), "with".to_owned()];
    for request in &requests {
        let parameters = &types[&name_of(&request.schema["with"]["$ref"])];
        let names = parameters["properties"].as_object().into_iter().flat_map(Map::keys);
        known.extend(names.map(|name| format!("with.{name}")));
    }
    for field in RequestField::ALL {
        let path = json!(field);
        assert!(known.iter().any(|known| path == *known.as_str()), "no request has the field {path}");
    }
}
