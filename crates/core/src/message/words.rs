//! A language, as messages need it.

/// How a language says things. What it does not know is said in English.
pub trait Words {
    /// Its sentence for a code.
    fn template(&self, code: &str) -> Option<&str>;

    /// Its word for a name that a game or an agent gives in English.
    fn name(&self, text: &str) -> Option<String>;

    /// A text as it was typed, amid its words.
    fn text(&self, text: &str) -> String;

    /// A number that is written in digits and a full stop.
    fn number(&self, digits: &str) -> String;

    /// What stands between the items of a list.
    fn comma(&self) -> &str;
}

/// The language of the code itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct English;

impl Words for English {
    fn template(&self, _: &str) -> Option<&str> {
        None
    }

    fn name(&self, _: &str) -> Option<String> {
        None
    }

    fn text(&self, text: &str) -> String {
        text.to_owned()
    }

    fn number(&self, digits: &str) -> String {
        digits.to_owned()
    }

    fn comma(&self) -> &'static str {
        ", "
    }
}
