//! Games and agents by name: one grammar, `name` or `name:key=value,key=value`, in commands, files and pages. A number
//! alone, at the beginning, is the value of the first key that there is: `level:3` is `level:level=3`.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::Serialize;

use crate::input::InputError;

/// The key of a number that stands alone.
const ALONE: &str = "";

/// A name with settings, as typed; what they mean is up to whoever has that name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    /// The name.
    pub name: String,
    /// Keys and values; the key is empty where a number stands alone.
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

    /// The text of a setting, if it is set; whether it means anything is not checked.
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// This spec's settings before those of `preset`, under the preset's name.
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

    /// The same with a name for the number that stands alone, if one does: that of the first key.
    #[must_use]
    pub fn named(&self, keys: &[Key]) -> Spec {
        let mut spec = self.clone();
        if let (Some((name, _)), Some(first)) = (spec.settings.first_mut(), keys.first())
            && name.is_empty()
        {
            first.name.clone_into(name);
        }
        spec
    }

    /// The settings, after a check that each is one of `keys` and given once.
    pub fn params<'a>(&'a self, keys: &'a [Key]) -> Result<Params<'a>, InputError> {
        let first = keys.first().map_or(ALONE, |key| key.name);
        let names: Vec<&str> = self
            .settings
            .iter()
            .map(|(name, value)| match (name.as_str(), keys.is_empty()) {
                (ALONE, false) => first,
                (ALONE, true) => value,
                (name, _) => name,
            })
            .collect();
        for (place, &name) in names.iter().enumerate() {
            if !keys.iter().any(|key| key.name == name) {
                let right = if keys.is_empty() {
                    "it has none".to_owned()
                } else {
                    let names: Vec<&str> = keys.iter().map(|key| key.name).collect();
                    format!("it has {}", names.join(", "))
                };
                return Err(InputError::new(format!("'{name}' is not a setting of {}", self.name))
                    .expected(right)
                    .at(format!("'{self}'")));
            }
            if names[..place].contains(&name) {
                return Err(InputError::new(format!("'{name}' is set twice"))
                    .expected("set it once")
                    .at(format!("'{self}'")));
            }
        }
        Ok(Params { spec: self, first })
    }
}

impl Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (place, (key, value)) in self.settings.iter().enumerate() {
            let separator = if place == 0 { ':' } else { ',' };
            let equals = if key == ALONE { "" } else { "=" };
            write!(f, "{separator}{key}{equals}{value}")?;
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Spec, InputError> {
        let wrong = |what: String| {
            InputError::new(what).expected("write name or name:key=value,key=value").at(format!("'{text}'"))
        };
        let (name, settings) = match text.split_once(':') {
            Some((name, settings)) => (name.trim(), Some(settings)),
            None => (text.trim(), None),
        };
        if name.is_empty() {
            return Err(wrong("a name is missing".to_owned()));
        }
        if let Some(odd) = name.chars().find(|c| !(c.is_ascii_alphanumeric() || *c == '-' || *c == '_')) {
            return Err(wrong(format!("{odd:?} cannot be part of a name")));
        }
        let mut spec = Spec::new(name);
        for (place, setting) in settings.iter().flat_map(|settings| settings.split(',')).enumerate() {
            if place == 0 && setting.trim().parse::<f64>().is_ok_and(f64::is_finite) {
                spec = spec.with(ALONE, setting.trim());
                continue;
            }
            let Some((key, value)) = setting.split_once('=').filter(|(key, _)| key.trim() != ALONE) else {
                return Err(wrong(format!("'{}' has no value", setting.trim())));
            };
            spec = spec.with(key.trim(), value.trim());
        }
        Ok(spec)
    }
}

impl Serialize for Spec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A setting that a game or an agent has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What it is if nobody sets it.
    pub default: &'static str,
    /// What it may be.
    pub limits: &'static str,
}

/// What a setting may be, for whoever makes a control of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum KeyKind {
    /// A whole number.
    Whole {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// A number.
    Number {
        /// The least.
        min: f64,
        /// The most.
        max: f64,
    },
    /// One of several words.
    Choice {
        /// Those words.
        choices: Vec<&'static str>,
        /// May it be something else, too?
        open: bool,
    },
    /// Anything.
    Text,
}

impl Key {
    /// What it may be, as [`Key::limits`] says: `1 to 9` is a number, `a, b or c` a choice, and `a, b, or a file` a choice
    /// that is open; what follows a semicolon is for people.
    pub fn kind(&self) -> KeyKind {
        let limits = self.limits.split(';').next().unwrap_or_default().trim();
        if let Some((min, max)) = limits.split_once(" to ")
            && let (Ok(least), Ok(most)) = (min.parse::<f64>(), max.parse::<f64>())
        {
            // A default with a fraction shows that fractions are meant although the limits have none.
            let fraction = |text: &str| {
                text.split(|c: char| !c.is_ascii_digit() && c != '.')
                    .any(|number| number.parse::<f64>().is_ok_and(|number| number.fract() != 0.0))
            };
            return match (min.parse(), max.parse()) {
                (Ok(min), Ok(max)) if !fraction(self.default) => KeyKind::Whole { min, max },
                _ => KeyKind::Number { min: least, max: most },
            };
        }
        let parts =
            limits.split(", ").flat_map(|part| part.strip_prefix("or ").unwrap_or(part).split(" or "));
        let is_word = |part: &&str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        };
        let (choices, others): (Vec<&'static str>, Vec<&'static str>) = parts.partition(is_word);
        if choices.is_empty() { KeyKind::Text } else { KeyKind::Choice { choices, open: !others.is_empty() } }
    }

    /// The value it has if nobody sets it, where that does not depend on other settings.
    pub fn initial(&self) -> Option<&'static str> {
        let first = self.default.split([';', ',']).next().unwrap_or_default().trim();
        let fits = match self.kind() {
            KeyKind::Whole { min, max } => {
                first.parse::<i64>().is_ok_and(|number| (min..=max).contains(&number))
            }
            KeyKind::Number { min, max } => {
                first.parse::<f64>().is_ok_and(|number| (min..=max).contains(&number))
            }
            KeyKind::Choice { choices, .. } => choices.contains(&first),
            KeyKind::Text => !first.is_empty() && !first.contains(' '),
        };
        fits.then_some(first)
    }
}

/// Settings whose keys are known to be right. Values are checked as they are read.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    spec: &'a Spec,
    /// The key that a number alone is for.
    first: &'a str,
}

impl<'a> Params<'a> {
    /// The text of a setting, if it is set.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.spec.setting(key).or_else(|| self.spec.setting(ALONE).filter(|_| key == self.first))
    }

    /// A number within `range`, or `default` if it is not set.
    pub fn number<T>(&self, key: &str, range: RangeInclusive<T>, default: T) -> Result<T, InputError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(text) = self.text(key) else { return Ok(default) };
        match text.parse::<T>() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(self.bad(key, text, &format!("use a number from {} to {}", range.start(), range.end()))),
        }
    }

    /// One of the named `choices`, or `default` if it is not set.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)], default: T) -> Result<T, InputError> {
        let Some(text) = self.text(key) else { return Ok(default) };
        choices.iter().find(|(name, _)| *name == text).map(|&(_, choice)| choice).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.bad(key, text, &format!("use {}", alternatives(&names)))
        })
    }

    /// The error for a setting whose value is not what it should be.
    pub fn bad(&self, key: &str, value: &str, right: &str) -> InputError {
        InputError::new(format!("{key} cannot be '{value}'")).expected(right).at(format!("'{}'", self.spec))
    }
}

/// `a, b or c`.
fn alternatives(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: &[Key] = &[
        Key { name: "depth", about: "", default: "2", limits: "1 to 9" },
        Key { name: "ties", about: "", default: "first", limits: "first or last" },
    ];

    fn error(text: &str) -> String {
        let spec: Result<Spec, _> = text.parse();
        match spec {
            Err(error) => error.to_string(),
            Ok(spec) => match spec.params(KEYS) {
                Err(error) => error.to_string(),
                Ok(params) => params
                    .number("depth", 1..=9, 2)
                    .map(|_| ())
                    .and(params.choice("ties", &[("first", 1), ("last", 2)], 1).map(|_| ()))
                    .unwrap_err()
                    .to_string(),
            },
        }
    }

    #[test]
    fn reads_what_it_writes() {
        for text in [
            "first",
            "level:3",
            "level:3,ties=last",
            "alphabeta:depth=6",
            "alphabeta:depth=6,eval=report-b",
            "pacman:layout=a b.lay",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn values_and_defaults() {
        let spec: Spec = "x:depth=6".parse().unwrap();
        let params = spec.params(KEYS).unwrap();
        assert_eq!(params.number("depth", 1..=9, 2).unwrap(), 6);
        assert_eq!(params.choice("ties", &[("first", 1), ("last", 2)], 1).unwrap(), 1);
    }

    #[test]
    fn a_number_alone_is_the_first_setting() {
        for text in ["x:6", "x:depth=6", "x: 6 ,ties=last"] {
            let spec: Spec = text.parse().unwrap();
            let params = spec.params(KEYS).unwrap();
            assert_eq!(params.number("depth", 1..=9, 2).unwrap(), 6, "{text}");
            assert_eq!(spec.named(KEYS).setting("depth"), Some("6"));
        }
        assert_eq!("x:6".parse::<Spec>().unwrap().named(KEYS).to_string(), "x:depth=6");
        assert_eq!(error("x:10"), "'x:10': depth cannot be '10'; use a number from 1 to 9");
        assert_eq!(error("x:6,depth=4"), "'x:6,depth=4': 'depth' is set twice; set it once");
        assert_eq!(
            error("x:ties=last,6"),
            "'x:ties=last,6': '6' has no value; write name or name:key=value,key=value"
        );
        assert_eq!(error("x:=6"), "'x:=6': '=6' has no value; write name or name:key=value,key=value");
        let nothing: Spec = "x:6".parse().unwrap();
        assert_eq!(
            nothing.params(&[]).unwrap_err().to_string(),
            "'x:6': '6' is not a setting of x; it has none"
        );
    }

    #[test]
    fn own_settings_go_before_those_of_a_preset() {
        let preset: Spec = "minimax:depth=4,eval=report".parse().unwrap();
        let own: Spec = "report-a:depth=6".parse().unwrap();
        assert_eq!(own.over(&preset).to_string(), "minimax:depth=6,eval=report");
    }

    #[test]
    fn limits_can_be_made_controls_of() {
        let key = |default, limits| Key { name: "", about: "", default, limits };
        let whole = key("6", "1 to 62; columns x (rows + 1) at most 64");
        assert_eq!((whole.kind(), whole.initial()), (KeyKind::Whole { min: 1, max: 62 }, Some("6")));
        let number = key("1; report: 1.4142", "0 to 100");
        assert_eq!((number.kind(), number.initial()), (KeyKind::Number { min: 0.0, max: 100.0 }, Some("1")));
        let choice = key("strict; inclusive for the engine", "strict or inclusive");
        let words = |choices: &[&'static str], open| KeyKind::Choice { choices: choices.to_vec(), open };
        assert_eq!(
            (choice.kind(), choice.initial()),
            (words(&["strict", "inclusive"], false), Some("strict"))
        );
        assert_eq!(key("", "off, 1 or 2").kind(), words(&["off", "1", "2"], false));
        let open = key("textbook", "textbook, dice, or a file of at most 1 MiB");
        assert_eq!((open.kind(), open.initial()), (words(&["textbook", "dice"], true), Some("textbook")));
        let text = key("the game's first", "see `plylab games`");
        assert_eq!((text.kind(), text.initial()), (KeyKind::Text, None));
        assert_eq!(key("all", "0 to 7").initial(), None);
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(error(""), "'': a name is missing; write name or name:key=value,key=value");
        assert_eq!(
            error("a b"),
            "'a b': ' ' cannot be part of a name; write name or name:key=value,key=value"
        );
        assert_eq!(
            error("x:depth"),
            "'x:depth': 'depth' has no value; write name or name:key=value,key=value"
        );
        assert_eq!(error("x:dept=3"), "'x:dept=3': 'dept' is not a setting of x; it has depth, ties");
        assert_eq!(error("x:depth=3,depth=4"), "'x:depth=3,depth=4': 'depth' is set twice; set it once");
        assert_eq!(error("x:depth=10"), "'x:depth=10': depth cannot be '10'; use a number from 1 to 9");
        assert_eq!(error("x:depth=two"), "'x:depth=two': depth cannot be 'two'; use a number from 1 to 9");
        assert_eq!(error("x:ties=any"), "'x:ties=any': ties cannot be 'any'; use first or last");
    }
}
