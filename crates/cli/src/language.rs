//! The language that the environment asks for.

use plylab_core::Message;
use plylab_lab::messages::Language;

/// A message in that language; in English if it asks for none, or for one that there is not.
pub fn said(message: &Message) -> String {
    let asked = std::env::var("PLYLAB_LANGUAGE").ok();
    match asked.as_deref().and_then(Language::by_code) {
        Some(language) => language.say(message),
        None => message.to_string(),
    }
}
