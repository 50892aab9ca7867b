//! The TypeScript types of the pages, and the reference of the protocol.

use std::fmt::Write as _;

use plylab_service::protocol::{Event, Request};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::schema::{Types, about, described, is_required, linked, name_of, never_null, reach, typescript};

/// The named types of the protocol, its requests and its events, as JSON schemas.
pub struct Protocol {
    pub types: Types,
    pub requests: Vec<Named>,
    events: Vec<Named>,
}

pub struct Named {
    name: String,
    about: String,
    pub schema: Value,
}

pub fn protocol() -> Protocol {
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
    let mut types = Types::new();
    for request in &requests {
        reach(&request.schema["with"], &taken, &mut types);
    }
    let answers = requests.iter().map(|request| &request.schema["ok"]);
    for schema in answers.chain(events.iter().map(|event| &event.schema)) {
        reach(schema, &sent, &mut types);
    }
    Protocol { types, requests, events }
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

pub fn declarations(protocol: &Protocol) -> String {
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
pub const MARK: &str = "<!-- What follows is written from crates/service: do not edit it. -->\n";

/// The names of the fields of a type, `?` where they are optional.
fn fields(protocol: &Protocol, schema: &Value) -> String {
    let schema = schema.get("$ref").map_or(schema, |reference| &protocol.types[&name_of(reference)]);
    let Some(fields) = schema["properties"].as_object() else { return String::new() };
    let field = |name: &String| format!("`{name}`{}", if is_required(schema, name) { "" } else { "?" });
    fields.keys().filter(|name| *name != "event").map(field).collect::<Vec<_>>().join(", ")
}

/// A value of a type with nothing that may be left out.
fn example(protocol: &Protocol, schema: &Value) -> Value {
    if let Some(reference) = schema.get("$ref") {
        return example(protocol, &protocol.types[&name_of(reference)]);
    }
    if let Some(first) = ["oneOf", "anyOf"].iter().find_map(|key| schema.get(key)) {
        return example(protocol, &first[0]);
    }
    let fields = schema["properties"].as_object().into_iter().flatten();
    let fields = fields.filter(|(name, _)| is_required(schema, name));
    match schema["type"].as_str() {
        Some("object") => {
            fields.map(|(name, field)| (name.clone(), example(protocol, field))).collect::<Map<_, _>>().into()
        }
        Some("array") => json!([]),
        Some("string") => schema.get("const").or(schema["enum"].get(0)).unwrap_or(&json!("")).clone(),
        Some("boolean") => json!(false),
        _ => json!(1),
    }
}

pub fn reference(protocol: &Protocol) -> String {
    let mut text = format!("{MARK}\n## Reference\n\n### Requests\n\n");
    text.push_str("A field with a `?` may be left out. The types of parameters and answers are described [below](#types).\n\n");
    text.push_str("A request is open to the role that is named, and to higher ones, see [Who asks](#who-asks). Those marked with *socket* need a WebSocket.\n\n");
    text.push_str("| request | who | `with` | `ok` | what it does |\n|---|---|---|---|---|\n");
    for Named { name, about, schema } in &protocol.requests {
        let (with, ok) = (fields(protocol, &schema["with"]), linked(&schema["ok"]));
        let with = if with.is_empty() { with } else { format!("{}: {with}", linked(&schema["with"])) };
        let request = Request::read(name, example(protocol, &schema["with"])).unwrap();
        let who = format!("{:?}", request.permission()).to_lowercase();
        let socket = if request.needs_socket() { ", socket" } else { "" };
        let _ = writeln!(text, "| `{name}` | {who}{socket} | {with} | {ok} | {about} |");
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
        text.push_str(&described("####", name, schema));
    }
    text
}
