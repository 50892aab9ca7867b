//! The reference of the answers in JSON.

use std::fmt::Write as _;

use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::schema::{Types, described, name_of, never_null, reach};

/// The section of types that are parts of answers.
const TYPES: &str = "Types";

/// The page. What follows the examples of a section, and the section of types, is written anew. Types that the protocol has,
/// too, are described there.
pub fn page(old: &str, protocol: &Types) -> String {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let answers = plylab_cli::answers(&mut generator);
    let mut definitions = generator.take_definitions(true);
    definitions.values_mut().for_each(never_null);
    let answers: Vec<(&str, Value)> =
        answers.into_iter().map(|(section, schema)| (section, schema.into())).collect();
    let mut types = Types::new();
    answers.iter().for_each(|(_, schema)| reach(schema, &definitions, &mut types));
    let (elsewhere, mut here): (Types, Types) =
        types.into_iter().partition(|(name, schema)| protocol.get(name) == Some(schema));
    let link = |name: &String| {
        let page = if elsewhere.contains_key(name) { "protocol.md" } else { "" };
        format!("[{name}]({page}#{})", name.to_lowercase())
    };
    let references = format!("{answers:?}{here:?}");
    let is_part = |name: &&String| references.contains(&format!("/{name}\""));
    let links: Vec<String> = elsewhere.keys().filter(is_part).map(link).collect();

    let mut sections = old.split("\n## ");
    let mut text = sections.next().unwrap().to_owned();
    let mut written = 0;
    for section in sections.take_while(|section| !section.starts_with(TYPES)) {
        let (by_hand, _) = section.split_once("\n```\n").unwrap();
        let (mut named, mut tables) = (Vec::new(), String::new());
        for (_, schema) in answers.iter().filter(|(name, _)| section.starts_with(&format!("{name}\n"))) {
            let (list, item) = schema.get("items").map_or(("", schema), |item| ("a list of ", item));
            let name = name_of(&item["$ref"]);
            named.push(format!("{list}{}", link(&name)));
            tables.extend(here.remove(&name).map(|schema| described("###", &name, &schema)));
        }
        assert!(!named.is_empty(), "no command answers what docs/json.md says: {by_hand}");
        written += named.len();
        let _ = write!(text, "\n## {by_hand}\n```\n\nThe answer is {}.\n{tables}", named.join(" or "));
    }
    assert_eq!(written, answers.len(), "docs/json.md needs a section for each command");

    let _ = writeln!(text, "\n## {TYPES}");
    here.iter().for_each(|(name, schema)| text.push_str(&described("###", name, schema)));
    format!("{text}\nOther types are described in [protocol.md](protocol.md#types): {}.\n", links.join(", "))
}
