//! English texts and their translations. A text may have gaps: `{player} to move` matches any text with that ending;
//! `{#n}` matches a number. The pages find names by the same rules, in `js/names.js`.

use std::collections::HashMap;

/// Texts and their translations.
#[derive(Debug, Default)]
pub struct Names {
    whole: HashMap<String, String>,
    /// Those with gaps, the most specific first.
    patterns: Vec<(Pattern, String)>,
}

impl Names {
    /// Of texts and translations.
    pub fn new(names: impl Iterator<Item = (String, String)>) -> Names {
        let mut made = Names::default();
        for (text, translation) in names {
            if text.contains('{') {
                made.patterns.push((Pattern::read(&text), translation));
            } else {
                made.whole.insert(text, translation);
            }
        }
        made.patterns.sort_by_key(|(pattern, _)| std::cmp::Reverse(pattern.weight()));
        made
    }

    /// The translation of a text; `say` translates what is in its gaps.
    pub fn find(&self, text: &str, say: &dyn Fn(&str) -> String) -> Option<String> {
        if let Some(whole) = self.whole.get(text) {
            return Some(whole.clone());
        }
        self.patterns.iter().find_map(|(pattern, translation)| {
            let mut said = translation.clone();
            for (gap, part) in pattern.read_text(text)? {
                said = said.replace(&format!("{{{gap}}}"), &say(part));
            }
            Some(said)
        })
    }
}

/// A text with gaps: what precedes the first, then each gap with what follows it.
#[derive(Debug)]
struct Pattern {
    start: String,
    gaps: Vec<(String, String)>,
}

impl Pattern {
    fn read(text: &str) -> Pattern {
        let mut pieces = text.split('{');
        let start = pieces.next().unwrap_or_default().to_owned();
        let gaps = pieces.filter_map(|piece| piece.split_once('}'));
        Pattern { start, gaps: gaps.map(|(gap, after)| (gap.to_owned(), after.to_owned())).collect() }
    }

    /// How many letters are not in gaps.
    fn weight(&self) -> usize {
        let after = self.gaps.iter().map(|(_, after)| after.chars().count());
        self.start.chars().count() + after.sum::<usize>()
    }

    /// The parts of `text` in the gaps, if it matches. Each gap is as short as possible.
    fn read_text<'a>(&'a self, text: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
        let mut rest = text.strip_prefix(self.start.as_str())?;
        let mut found = Vec::with_capacity(self.gaps.len());
        for (index, (gap, after)) in self.gaps.iter().enumerate() {
            let part = if index + 1 == self.gaps.len() {
                rest.strip_suffix(after.as_str())?
            } else {
                &rest[..rest.find(after.as_str())?]
            };
            if part.is_empty() || (gap.starts_with('#') && !super::is_number(part)) {
                return None;
            }
            found.push((gap.as_str(), part));
            rest = &rest[(part.len() + after.len()).min(rest.len())..];
        }
        Some(found)
    }
}
