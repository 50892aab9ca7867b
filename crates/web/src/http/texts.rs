//! The texts of the pages in two files per language: `fa.json` is what the first page shows, `fa.rest.json` the rest, which
//! comes with the first page that needs it: the messages of the lab, most of which only the terminal and reports say, the
//! texts of other pages, and names that other pages show.

use std::collections::BTreeSet;
use std::sync::{LazyLock, OnceLock};

use plylab_core::{NoFiles, Registry, Spec};
use plylab_lab::messages::Language;
use serde_json::{Map, Value, json};

/// The pages whose texts can wait.
const LATER: &[&str] = &["trees", "explorer", "experiments", "replays"];

/// The names that the first page shows.
static SHOWN: OnceLock<BTreeSet<String>> = OnceLock::new();

/// All files: their paths and texts.
pub(crate) static FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    Language::files().iter().flat_map(|(path, text)| split(path, text, SHOWN.get())).collect()
});

/// Learns which names the first page shows: the games, what they are about, and their players. Until then it gets all names.
/// The files are written once, so this comes first.
pub(crate) fn show(registry: &Registry) {
    SHOWN.get_or_init(|| {
        let mut texts = BTreeSet::new();
        for kind in registry.games() {
            texts.insert(kind.about.to_string());
            let game = kind.name.parse::<Spec>().ok().and_then(|spec| registry.open(&spec, &NoFiles).ok());
            if let Some(game) = game {
                let info = game.info();
                texts.insert(info.title.to_string());
                texts.extend(info.agents.iter().map(ToString::to_string));
            }
        }
        texts
    });
}

/// The two files of a language.
fn split(path: &str, text: &str, shown: Option<&BTreeSet<String>>) -> Vec<(String, String)> {
    // A test reads every file, so none is left out here.
    let Ok(Value::Object(mut first)) = serde_json::from_str(text) else { return Vec::new() };
    let mut rest = Map::new();
    rest.insert("messages".to_owned(), first.shift_remove("messages").unwrap_or_else(|| json!({})));
    for (part, stays) in [
        ("pages", &(|key: &str| !LATER.contains(&key)) as &dyn Fn(&str) -> bool),
        ("names", &|key: &str| shown.is_none_or(|shown| shown.contains(key))),
    ] {
        let Some(Value::Object(all)) = first.get_mut(part) else { continue };
        let (own, later): (Map<_, _>, Map<_, _>) =
            std::mem::take(all).into_iter().partition(|(key, _)| stays(key));
        *all = own;
        rest.insert(part.to_owned(), Value::Object(later));
    }
    let other = path.replace(".json", ".rest.json");
    vec![(path.to_owned(), Value::Object(first).to_string()), (other, Value::Object(rest).to_string())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_split_and_nothing_is_lost() {
        let whole = r#"{"language": "xx", "messages": {"a": "b"}, "names": {"Red": "R", "long": "L"},
            "pages": {"menu": {"x": "y"}, "trees": {"z": "w"}}}"#;
        let shown = BTreeSet::from(["Red".to_owned()]);
        let files = split("messages/xx.json", whole, Some(&shown));
        assert_eq!(files[0].0, "messages/xx.json");
        let [first, rest] = [0, 1].map(|at: usize| serde_json::from_str::<Value>(&files[at].1).unwrap());
        assert_eq!(
            first,
            json!({ "language": "xx", "names": { "Red": "R" }, "pages": { "menu": { "x": "y" } } })
        );
        assert_eq!(files[1].0, "messages/xx.rest.json");
        assert_eq!(
            rest,
            json!({ "messages": { "a": "b" }, "pages": { "trees": { "z": "w" } }, "names": { "long": "L" } })
        );
        let all = split("messages/xx.json", whole, None);
        assert!(all[0].1.contains("long"), "without games every name may be shown");
    }
}
