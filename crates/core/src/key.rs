//! Typed settings: the values of a setting, its default, and the games that it applies to.
//!
//! Controls in pages, limits on memory and threads, help and completions are made from these types. The sentence in
//! [`Key::about`] is for users only.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;

use crate::{Message, message};

/// A text that is fixed in the program or made at run time.
pub type Text = Cow<'static, str>;

/// A setting of a game or an agent.
///
/// ```
/// use plylab_core::{Key, Unit};
///
/// let table = Key::integer("table", 0..=1024, "size of the transposition table")
///     .unit(Unit::Megabytes)
///     .default("0")
///     .default_when("engine", "on", "64");
/// assert_eq!(table.kind.to_string(), "0 to 1024 megabytes");
/// assert!(table.kind.accepts("16") && !table.kind.accepts("many"));
/// ```
#[must_use]
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Key {
    /// Its name in specs.
    pub name: Text,
    /// What it does, in one line.
    pub about: Text,
    /// The values it accepts.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: KeyKind,
    /// The value; none if the agent chooses one by more than its settings.
    pub default: Option<Text>,
    /// Other defaults that depend on other settings. The first that applies is used.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub default_when: Vec<When>,
    /// How its value is said in the name of an agent, where it belongs there: `depth {value}`. The value is not filled in.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub said: Option<Message>,
    /// The games that it applies to; all if none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub only_for: Option<Feature>,
    /// Its old name, which is refused with the new one.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub formerly: Option<Text>,
    /// The old names of its values, each with the new one, which are refused likewise.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub values_formerly: Vec<(Text, Text)>,
}

/// The values that a setting accepts.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "kind", rename_all = "kebab-case"))]
pub enum KeyKind {
    /// A whole number.
    Integer {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
        /// What it counts.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        unit: Option<Unit>,
    },
    /// A number.
    Real {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// One of several names.
    Choice {
        /// The names.
        choices: Vec<Choice>,
        /// Where they come from.
        source: ChoiceSource,
    },
    /// Any text, such as a command.
    Text,
}

/// What an integer counts. Servers limit some of these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Unit {
    /// Megabytes of memory that an agent uses during a game.
    Megabytes,
    /// Threads that search in parallel.
    Threads,
    /// Simulations per move.
    Simulations,
}

/// Something that a game may have. Settings that need it are not offered for games without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Feature {
    /// Policies: named ways in which agents draw their moves.
    Policies,
    /// Evaluations whose values have known bounds.
    BoundedEvaluations,
    /// A report's program that saw the game differently from how it is played.
    ReportRules,
}

impl Feature {
    /// The games that have it.
    pub fn message(self) -> Message {
        match self {
            Feature::Policies => message!("games-with-policies", "games with policies"),
            Feature::BoundedEvaluations => message!("games-with-bounds", "games with bounded evaluations"),
            Feature::ReportRules => {
                message!("games-with-report-rules", "games that a report searched by other rules")
            }
        }
    }
}

/// A name that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Choice {
    /// The name in specs.
    pub name: Text,
    /// What it means, where the name is not enough.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "str::is_empty"))]
    pub about: Text,
}

/// Something with a name and a sentence about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named<T> {
    /// The name in specs.
    pub name: Text,
    /// The name for people.
    pub title: Text,
    /// What it is.
    pub about: Text,
    /// The thing.
    pub item: T,
}

impl<T> Named<T> {
    /// A thing of that name.
    pub fn new(name: impl Into<Text>, about: impl Into<Text>, item: T) -> Named<T> {
        let name = name.into();
        Named { title: name.clone(), name, about: about.into(), item }
    }

    /// The same, with another name for people.
    pub fn titled(self, title: impl Into<Text>) -> Named<T> {
        Named { title: title.into(), ..self }
    }

    /// Another thing of the same name.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Named<U> {
        Named { name: self.name, title: self.title, about: self.about, item: make(self.item) }
    }

    /// Its name as one of several to choose from.
    pub fn choice(&self) -> Choice {
        Choice { name: self.name.clone(), about: self.about.clone() }
    }
}

/// Where the names of a choice come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ChoiceSource {
    /// The same names everywhere, and nothing else.
    Fixed,
    /// Names that the game declares, such as its evaluations.
    Game,
    /// Built-in names; any other text is the name of a file.
    File,
}

/// A default that applies if another setting has a certain value.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct When {
    /// The other setting.
    pub key: Text,
    /// Its value.
    pub is: Text,
    /// The default in that case.
    pub value: Text,
}

impl Key {
    fn new(name: impl Into<Text>, about: impl Into<Text>, kind: KeyKind) -> Key {
        Key {
            name: name.into(),
            about: about.into(),
            kind,
            default: None,
            default_when: Vec::new(),
            said: None,
            only_for: None,
            formerly: None,
            values_formerly: Vec::new(),
        }
    }

    /// A whole number.
    pub fn integer(name: impl Into<Text>, range: RangeInclusive<i64>, about: impl Into<Text>) -> Key {
        Key::new(name, about, KeyKind::Integer { min: *range.start(), max: *range.end(), unit: None })
    }

    /// A number.
    pub fn real(name: impl Into<Text>, range: RangeInclusive<f64>, about: impl Into<Text>) -> Key {
        Key::new(name, about, KeyKind::Real { min: *range.start(), max: *range.end() })
    }

    /// One of several names; the first is the default.
    pub fn choice<T: Into<Text>>(
        name: impl Into<Text>,
        choices: impl IntoIterator<Item = T>,
        about: impl Into<Text>,
    ) -> Key {
        let choices = choices.into_iter().map(|name| Choice { name: name.into(), about: Text::default() });
        Key::choice_of(name, choices, ChoiceSource::Fixed, about)
    }

    /// One of several names with descriptions; the first is the default.
    pub fn choice_of(
        name: impl Into<Text>,
        choices: impl IntoIterator<Item = Choice>,
        source: ChoiceSource,
        about: impl Into<Text>,
    ) -> Key {
        let choices: Vec<Choice> = choices.into_iter().collect();
        let default = choices.first().map(|choice| choice.name.clone());
        Key { default, ..Key::new(name, about, KeyKind::Choice { choices, source }) }
    }

    /// A setting that accepts any text.
    pub fn text(name: impl Into<Text>, about: impl Into<Text>) -> Key {
        Key::new(name, about, KeyKind::Text)
    }

    /// On or off; off is the default.
    pub fn switch(name: impl Into<Text>, about: impl Into<Text>) -> Key {
        Key::choice(name, ["off", "on"], about)
    }

    /// The same with this default.
    pub fn default(mut self, value: impl Into<Text>) -> Key {
        self.default = Some(value.into());
        self
    }

    /// The same with another default where `key` is set to `is`.
    pub fn default_when(mut self, key: impl Into<Text>, is: impl Into<Text>, value: impl Into<Text>) -> Key {
        self.default_when.push(When { key: key.into(), is: is.into(), value: value.into() });
        self
    }

    /// The same, said in the name of an agent by a message with the gap `{value}`.
    pub fn said(mut self, message: Message) -> Key {
        self.said = Some(message);
        self
    }

    /// The same choice, said in the name of an agent by its title.
    pub fn said_by_title(self) -> Key {
        self.said(Message::new("choice-title", "{value}"))
    }

    /// The same, counted in `unit`.
    pub fn unit(mut self, counted_in: Unit) -> Key {
        if let KeyKind::Integer { unit, .. } = &mut self.kind {
            *unit = Some(counted_in);
        }
        self
    }

    /// The same, only for games that have this feature.
    pub fn only_for(mut self, feature: Feature) -> Key {
        self.only_for = Some(feature);
        self
    }

    /// The same, which was once called `name`.
    pub fn formerly(mut self, name: impl Into<Text>) -> Key {
        self.formerly = Some(name.into());
        self
    }

    /// The same, whose value `new` was once called `old`.
    pub fn value_formerly(mut self, old: impl Into<Text>, new: impl Into<Text>) -> Key {
        self.values_formerly.push((old.into(), new.into()));
        self
    }

    /// Is it counted in this unit?
    pub fn counts(&self, in_unit: Unit) -> bool {
        matches!(self.kind, KeyKind::Integer { unit, .. } if unit == Some(in_unit))
    }

    /// The default, in short: `0; 64 with engine=on`.
    pub fn default_message(&self) -> Message {
        let value = match &self.default {
            Some(value) => Message::verbatim(value.clone()),
            None => message!("automatic", "automatic"),
        };
        self.default_when.iter().fold(value, |value, When { key, is, value: other }| {
            let (other, setting) = (other.as_ref(), format!("{key}={is}"));
            message!("default-with", "{value}; {other} with {setting}")
        })
    }
}

impl KeyKind {
    /// Does a setting of this kind accept that value?
    pub fn accepts(&self, value: &str) -> bool {
        match self {
            KeyKind::Integer { min, max, .. } => {
                value.parse::<i64>().is_ok_and(|number| (*min..=*max).contains(&number))
            }
            KeyKind::Real { min, max } => {
                value.parse::<f64>().is_ok_and(|number| (*min..=*max).contains(&number))
            }
            KeyKind::Choice { source: ChoiceSource::File, .. } | KeyKind::Text => !value.is_empty(),
            KeyKind::Choice { choices, .. } => choices.iter().any(|choice| choice.name == value),
        }
    }

    /// An accepted value in its canonical form: `02` is `2`, `1.0` is `1`.
    pub fn normalised(&self, value: &str) -> String {
        let number = match self {
            KeyKind::Integer { .. } => value.parse::<i64>().ok().map(|number| number.to_string()),
            KeyKind::Real { .. } => value.parse::<f64>().ok().map(|number| number.to_string()),
            KeyKind::Choice { .. } | KeyKind::Text => None,
        };
        number.unwrap_or_else(|| value.to_owned())
    }

    /// The accepted values, in short and as they are typed: `1 to 9`, `first, last or random`.
    pub fn message(&self) -> Message {
        let range = |low: String, high: String| message!("from-to", "{low} to {high}");
        match self {
            KeyKind::Integer { min, max, unit } => {
                let range = range(min.to_string(), max.to_string());
                match unit {
                    None => range,
                    Some(Unit::Megabytes) => message!("in-megabytes", "{range} megabytes"),
                    Some(Unit::Threads) => message!("in-threads", "{range} threads"),
                    Some(Unit::Simulations) => message!("in-simulations", "{range} simulations"),
                }
            }
            KeyKind::Real { min, max } => range(min.to_string(), max.to_string()),
            KeyKind::Choice { choices, source } => {
                let mut names: Vec<&str> = choices.iter().map(|choice| choice.name.as_ref()).collect();
                if *source == ChoiceSource::File {
                    return message!("or-a-file", "{names}, or a file");
                }
                match names.pop() {
                    Some(last) if !names.is_empty() => {
                        message!("or", "{one} or {other}", one = names, other = last)
                    }
                    last => Message::verbatim(last.unwrap_or_default()),
                }
            }
            KeyKind::Text => message!("any-text", "any text"),
        }
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_defaults_read_as_short_texts() {
        let table = Key::integer("table", 0..=65_536, "").unit(Unit::Megabytes).default("0");
        let table = table.default_when("engine", "on", "64");
        assert_eq!(table.kind.to_string(), "0 to 65536 megabytes");
        assert_eq!(table.default_message().to_string(), "0; 64 with engine=on");
        let ties = Key::choice("ties", ["first", "last", "random"], "");
        assert_eq!(
            (ties.kind.to_string(), ties.default_message().to_string()),
            ("first, last or random".to_owned(), "first".to_owned())
        );
        let file = Key::choice_of(
            "file",
            [Choice { name: "dice".into(), about: "".into() }],
            ChoiceSource::File,
            "",
        );
        assert_eq!(file.kind.to_string(), "dice, or a file");
        assert_eq!(Key::integer("playout", 0..=9, "").default_message().to_string(), "automatic");
    }

    #[test]
    fn values_fit_their_kind() {
        let integer = Key::integer("depth", 1..=9, "").kind;
        assert!(integer.accepts("1") && integer.accepts("9"));
        assert!(!integer.accepts("0") && !integer.accepts("10") && !integer.accepts("1.5"));
        let real = Key::real("c", 0.0..=1.0, "").kind;
        assert!(real.accepts("0.5") && !real.accepts("nan") && !real.accepts("2"));
        let choice = Key::switch("engine", "").kind;
        assert!(choice.accepts("on") && !choice.accepts("yes"));
        let file = Key::choice_of("file", [], ChoiceSource::File, "").kind;
        assert!(file.accepts("my.tree") && !file.accepts(""));
    }

    #[test]
    fn names_may_be_made_at_run_time() {
        let name = format!("depth-{}", 7);
        let key =
            Key::choice(name.clone(), vec![format!("a{}", 1), format!("b{}", 2)], String::from("made now"));
        assert_eq!(key.name, name);
        assert_eq!(key.default.as_deref(), Some("a1"));
    }
}
