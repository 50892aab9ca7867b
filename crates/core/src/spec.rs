//! Games and agents by name: one grammar, `name` or `name:key=value,key=value`, in commands, files and pages. A leading
//! number or quoted value without a key is the value of the first key: `level:3` is `level:level=3`. A value with a comma is
//! quoted: `exec:"mine --moves 1,2"`; within quotes, a backslash goes before a quote or a backslash.

mod quotes;

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::str::FromStr;

use self::quotes::{is_number, needs_quotes, quoted, split_settings, unquoted};
use crate::input::InputError;
use crate::key::{ChoiceSource, Key, KeyKind, Unit, When};
use crate::message;
use crate::message::Message;

/// The key of a value without one.
const ALONE: &str = "";

/// A name with settings, as typed. The game or agent of that name defines what they mean.
///
/// ```
/// use plylab_core::{Key, Spec};
///
/// let keys = [Key::integer("depth", 1..=9, "how far to look ahead").default("2"), Key::switch("fast", "")];
/// let spec: Spec = "alphabeta:depth=6".parse()?;
/// let params = spec.params(&keys)?;
/// assert_eq!((params.number::<u32>("depth")?, params.is_on("fast")), (6, false));
/// let error = Spec::new("alphabeta").with("depth", "12").params(&keys).unwrap_err();
/// assert_eq!(error.to_string(), "'alphabeta:depth=12': depth cannot be '12'; use a number from 1 to 9");
/// # Ok::<(), plylab_core::InputError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// The name.
    pub name: String,
    /// Keys and values; the key is empty for a value without one.
    settings: Vec<(String, String)>,
}

impl Spec {
    /// A name without settings.
    pub fn new(name: impl Into<String>) -> Spec {
        Spec { name: name.into(), settings: Vec::new() }
    }

    /// The same with one more setting.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: impl Into<String>) -> Spec {
        self.settings.push((key.into(), value.into()));
        self
    }

    /// The text of a setting, if it is set; not checked.
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The preset, with this spec's settings overriding its own.
    #[must_use]
    pub fn over(&self, preset: &Spec) -> Spec {
        let mut spec = Spec { name: preset.name.clone(), settings: self.settings.clone() };
        for (key, value) in &preset.settings {
            if !self.settings.iter().any(|(own, _)| own == key) {
                spec.settings.push((key.clone(), value.clone()));
            }
        }
        spec
    }

    /// The same with the name of the first key for a value without a key, if there is one.
    #[must_use]
    pub fn named(&self, keys: &[Key]) -> Spec {
        let mut spec = self.clone();
        if let (Some((name, _)), Some(first)) = (spec.settings.first_mut(), keys.first())
            && name.is_empty()
        {
            *name = first.name.clone().into_owned();
        }
        spec
    }

    /// The settings, after a check that each is one of `keys`, set once, and has an accepted value.
    pub fn params<'a>(&'a self, keys: &'a [Key]) -> Result<Params<'a>, InputError> {
        let first = keys.first();
        for (index, (name, value)) in self.settings.iter().enumerate() {
            let key = match name.as_str() {
                ALONE => first,
                name => keys.iter().find(|key| key.name == name),
            };
            let Some(key) = key else {
                if let Some(key) = keys.iter().find(|key| key.formerly.as_deref() == Some(name)) {
                    return Err(self.renamed_setting(name, &key.name));
                }
                let key = if name == ALONE { value } else { name };
                let owner = &self.name;
                return Err(InputError::new(message!(
                    "no-such-setting",
                    "'{key}' is not a setting of {owner}"
                ))
                .expected(Message::it_has(keys.iter().map(|key| key.name.as_ref()).collect()))
                .at(self.quoted()));
            };
            let names = |other: &str| other == key.name || (other == ALONE && first == Some(key));
            if self.settings[..index].iter().any(|(other, _)| names(other)) {
                let wrong = message!("set-twice", "'{key}' is set twice", key = key.name.as_ref());
                return Err(InputError::new(wrong)
                    .expected(message!("set-once", "set it once"))
                    .at(self.quoted()));
            }
            if !key.kind.accepts(value) {
                if let Some((_, new)) = key.values_formerly.iter().find(|(old, _)| old == value) {
                    return Err(self.renamed_setting(&format!("{name}={value}"), &format!("{name}={new}")));
                }
                return Err(self.refused(&key.name, value, expected(&key.kind)));
            }
        }
        Ok(Params { spec: self, keys })
    }

    fn renamed_setting(&self, old: &str, new: &str) -> InputError {
        let wrong = message!("setting-renamed", "the setting '{old}' is now called '{new}'");
        InputError::new(wrong).at(self.quoted())
    }

    fn refused(&self, key: &str, value: &str, right: Message) -> InputError {
        InputError::new(message!("value-refused", "{key} cannot be '{value}'"))
            .expected(right)
            .at(self.quoted())
    }

    fn quoted(&self) -> Message {
        Message::quoted(self.to_string())
    }

    /// The same with the key `old` renamed to `new`, where a game has its own name for a setting.
    #[must_use]
    pub fn renamed(mut self, old: &str, new: &str) -> Spec {
        for (name, _) in &mut self.settings {
            if name == old {
                new.clone_into(name);
            }
        }
        self
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.settings.iter().enumerate() {
            let separator = if index == 0 { ':' } else { ',' };
            let equals = if key == ALONE { "" } else { "=" };
            write!(f, "{separator}{key}{equals}")?;
            let bare = if key == ALONE { is_number(value) } else { !needs_quotes(value) };
            f.write_str(&if bare { Cow::Borrowed(value.as_str()) } else { Cow::Owned(quoted(value)) })?;
        }
        Ok(())
    }
}

/// Is it the name of a file, as in `py:mine.py#Mine`? A setting without a value never looks like one.
fn is_file_name(text: &str) -> bool {
    text.contains('.') && !text.contains('=')
}

impl FromStr for Spec {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Spec, InputError> {
        let wrong = |what: Message| {
            InputError::new(what)
                .expected(message!("spec-form", "write name or name:key=value,key=value"))
                .at(Message::quoted(text))
        };
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name.trim(), Some(settings)),
            None => (text.trim(), None),
        };
        if name.is_empty() {
            return Err(wrong(message!("name-missing", "a name is missing")));
        }
        if let Some(odd) = name.chars().find(|c| !(c.is_ascii_alphanumeric() || *c == '-' || *c == '_')) {
            let sign = format!("{odd:?}");
            // A colon goes between the name and its settings; other signs of settings are often written for it.
            let likely = name.replacen([odd], ":", 1);
            if "=,".contains(odd) && settings.is_none() && likely.parse::<Spec>().is_ok() {
                return Err(InputError::new(message!("not-in-name", "{sign} cannot be part of a name"))
                    .expected(message!("did-you-mean", "did you mean {likely}?"))
                    .at(Message::quoted(text)));
            }
            return Err(wrong(message!("not-in-name", "{sign} cannot be part of a name")));
        }
        let mut spec = Spec::new(name);
        let settings = settings.map(split_settings).unwrap_or_default();
        for (index, setting) in settings.into_iter().map(str::trim).enumerate() {
            let alone =
                index == 0 && (setting.starts_with('"') || is_number(setting) || is_file_name(setting));
            let pair = if alone { Some((ALONE, setting)) } else { setting.split_once('=') };
            let Some((key, value)) = pair.filter(|(key, _)| alone || key.trim() != ALONE) else {
                return Err(wrong(message!("value-missing", "'{key}' has no value", key = setting)));
            };
            if let Some(odd) = key.chars().find(|&sign| sign == '"') {
                let sign = format!("{odd:?}");
                return Err(wrong(message!("not-in-name", "{sign} cannot be part of a name")));
            }
            let Some(value) = unquoted(value.trim()) else {
                return Err(wrong(message!("quotes-open", "the quotes of {value} do not match")));
            };
            spec = spec.with(key.trim(), value);
        }
        Ok(spec)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Spec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Settings with checked keys and values.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    spec: &'a Spec,
    keys: &'a [Key],
}

impl<'a> Params<'a> {
    /// The text of a setting, if it is set.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        let first = || self.keys.first().is_some_and(|first| first.name == key);
        self.spec.setting(key).or_else(|| self.spec.setting(ALONE).filter(|_| first()))
    }

    /// The value of a setting, or its default. None if it has neither.
    pub fn value(&self, key: &str) -> Option<&'a str> {
        self.text(key).or_else(|| {
            let key = self.key(key)?;
            // The other setting counts as set, or by its plain default, so that defaults cannot form a cycle.
            let plain = |other: &str| self.text(other).or(self.key(other)?.default.as_deref());
            let fits = |when: &&When| plain(&when.key) == Some(when.is.as_ref());
            key.default_when.iter().find(fits).map(|when| &*when.value).or(key.default.as_deref())
        })
    }

    fn key(&self, name: &str) -> Option<&'a Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// A number that is set or has a default.
    pub fn number<T: FromStr>(&self, key: &str) -> Result<T, InputError> {
        self.optional(key)?.ok_or_else(|| {
            InputError::new(message!("setting-unset", "{key} is missing"))
                .expected(message!("set-it", "set it"))
                .at(self.spec.quoted())
        })
    }

    /// A number, if it is set or has a default.
    pub fn optional<T: FromStr>(&self, key: &str) -> Result<Option<T>, InputError> {
        let Some(text) = self.value(key) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| self.bad(key, text))
    }

    /// One of the named `choices`.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<T, InputError> {
        let value = self.value(key).unwrap_or_default();
        let found = choices.iter().find(|(name, _)| *name == value);
        found.map(|&(_, choice)| choice).ok_or_else(|| self.bad(key, value))
    }

    /// Is a switch on?
    pub fn is_on(&self, key: &str) -> bool {
        self.value(key) == Some("on")
    }

    /// Every setting that has a value, defaults written out: specs with the same meaning have one canonical spec.
    pub fn canonical(&self) -> Spec {
        let with = |spec: Spec, key: &Key| match self.value(&key.name) {
            Some(value) => spec.with(key.name.clone(), key.kind.normalised(value)),
            None => spec,
        };
        self.keys.iter().fold(Spec::new(self.spec.name.clone()), with)
    }

    /// The sum of what is set in `unit`, defaults included.
    pub fn total(&self, unit: Unit) -> u64 {
        let counted = self.keys.iter().filter(|key| key.counts(unit));
        counted.filter_map(|key| self.value(&key.name)?.parse::<u64>().ok()).sum()
    }

    /// The error for a value that a setting does not accept.
    pub fn bad(&self, key: &str, value: &str) -> InputError {
        let right = self.key(key).map(|known| expected(&known.kind));
        self.spec.refused(key, value, right.unwrap_or_else(|| message!("leave-out", "leave it out")))
    }
}

/// What would be right, for errors.
fn expected(kind: &KeyKind) -> Message {
    match kind {
        KeyKind::Integer { min, max, .. } => {
            message!("setting-range", "use a number from {min} to {max}")
        }
        KeyKind::Real { min, max } => {
            message!("setting-range", "use a number from {min} to {max}", min = *min, max = *max)
        }
        KeyKind::Choice { source: ChoiceSource::Game, choices } => {
            let names: Vec<&str> = choices.iter().map(|choice| choice.name.as_ref()).collect();
            match names.as_slice() {
                [] => message!("game-has-none", "the game has none"),
                _ => message!("game-has", "the game has {names}"),
            }
        }
        KeyKind::Choice { .. } => message!("use-one-of", "use {choices}", choices = kind.to_string()),
        KeyKind::Text => message!("use-some-text", "use some text"),
    }
}

#[cfg(test)]
mod tests;
