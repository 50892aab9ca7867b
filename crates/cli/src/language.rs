//! The language of what people read: `--lang`, or what the environment asks for.

use std::sync::OnceLock;

use plylab_core::{Field, Message, Name, Words as _};
use plylab_lab::messages::Language;

use crate::terminal::Style;

/// The variables that name a language, the most important first.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

static CHOSEN: OnceLock<&'static Language> = OnceLock::new();

/// Sets the language for the rest of the program; without one, the environment decides.
pub fn choose(asked: Option<&'static Language>) {
    if let Some(asked) = asked {
        // The first choice stays.
        let _ = CHOSEN.set(asked);
    }
}

/// The language.
pub fn language() -> &'static Language {
    CHOSEN.get_or_init(|| of_environment(|name| std::env::var(name).ok()))
}

/// The first variable that is set decides; English if it names no known language.
fn of_environment(variable: impl Fn(&str) -> Option<String>) -> &'static Language {
    let asked = VARIABLES.into_iter().filter_map(variable).find(|value| !value.is_empty());
    // `fa_IR.UTF-8` is Persian.
    let code = asked.as_deref().and_then(|value| value.split(['_', '-', '.', '@']).next());
    code.and_then(known).unwrap_or(Language::english())
}

fn known(code: &str) -> Option<&'static Language> {
    // Plain enough for every terminal.
    if code == "en" { Some(Language::english()) } else { Language::by_code(code) }
}

/// Reads the value of `--lang`.
pub fn parse(code: &str) -> Result<&'static Language, String> {
    known(code).ok_or_else(|| {
        let codes: Vec<&str> = Language::all().iter().map(|language| language.info().language).collect();
        format!("use {}", codes.join(" or "))
    })
}

/// The sign between a mean and the reach of its interval; other languages than English need Unicode anyway.
pub fn plus_minus(style: Style) -> &'static str {
    if style.unicode || language().info().language != "en" { "\u{b1}" } else { "+-" }
}

/// A message in the language.
pub fn say(message: &Message) -> String {
    language().say(message)
}

/// What a game or an agent says in English, a move or a number, in the language.
pub fn named(text: &str) -> String {
    Field::from(Name::of(text)).render(language())
}

/// What people type: a spec, a position, a list of moves. It is the same in every language, and set apart from the words
/// around it where those are written from right to left.
pub fn as_typed(text: &str) -> String {
    language().text(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(set: &[(&str, &str)]) -> &'static str {
        let variable =
            |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        of_environment(variable).info().language
    }

    #[test]
    fn the_environment_names_a_language() {
        assert_eq!(code(&[]), "en");
        assert_eq!(code(&[("LANG", "fa_IR.UTF-8")]), "fa");
        assert_eq!(code(&[("LANG", "fa")]), "fa");
        assert_eq!(code(&[("LANG", "de_DE.UTF-8")]), "en");
        assert_eq!(code(&[("LANG", "fa_IR"), ("LC_ALL", "C")]), "en");
        assert_eq!(code(&[("LANG", "fa_IR"), ("LC_ALL", "")]), "fa");
        assert_eq!(code(&[("LANG", "C"), ("LC_MESSAGES", "fa_IR")]), "fa");
        assert_eq!(parse("fa").map(|language| language.info().language), Ok("fa"));
        assert_eq!(parse("xx").err().as_deref(), Some("use en or fa"));
    }
}
