//! The language set in the environment.

use plylab_core::Message;
use plylab_lab::messages::Language;

/// A message in the language of `PLYLAB_LANGUAGE`; in English if that is unset or unknown.
pub fn said(message: &Message) -> String {
    let asked = std::env::var("PLYLAB_LANGUAGE").ok();
    match asked.as_deref().and_then(Language::by_code) {
        Some(language) => language.say(message),
        None => message.to_string(),
    }
}
