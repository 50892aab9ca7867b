//! Sentences with gaps: `{name}` is a field, `{n|move|moves}` the first word if the field is 1 and otherwise the second,
//! `{{` and `}}` are braces. The pages fill templates by the same rules, in `js/template.js`.

/// A gap: where it begins and ends, braces included, and where the name in it ends.
struct Gap {
    start: usize,
    name_end: usize,
    end: usize,
}

/// The first gap at or after `from`.
fn next_gap(template: &str, from: usize) -> Option<Gap> {
    let mut start = from + template[from..].find('{')?;
    while template[start + 1..].starts_with('{') {
        start += 2 + template[start + 2..].find('{')?;
    }
    let end = start + template[start..].find('}')?;
    let name_end = template[start..end].find('|').map_or(end, |bar| start + bar);
    Some(Gap { start, name_end, end: end + 1 })
}

/// A gap of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot<'a> {
    /// The name of the field.
    pub name: &'a str,
    /// The words to choose between by its number: for one, and for any other.
    pub forms: Option<(&'a str, &'a str)>,
}

/// The gaps of a template, in order.
pub fn slots(template: &str) -> Vec<Slot<'_>> {
    let mut slots = Vec::new();
    let mut from = 0;
    while let Some(gap) = next_gap(template, from) {
        slots.push(slot(template, &gap));
        from = gap.end;
    }
    slots
}

/// The template with its gaps filled; a gap that `fill` has nothing for stays as it is written.
pub fn filled(template: &str, fill: impl Fn(Slot<'_>) -> Option<String>) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut from = 0;
    while let Some(gap) = next_gap(template, from) {
        text.push_str(&plain(&template[from..gap.start]));
        match fill(slot(template, &gap)) {
            Some(value) => text.push_str(&value),
            None => text.push_str(&template[gap.start..gap.end]),
        }
        from = gap.end;
    }
    text.push_str(&plain(&template[from..]));
    text
}

fn plain(text: &str) -> String {
    text.replace("{{", "{").replace("}}", "}")
}

fn slot<'a>(template: &'a str, gap: &Gap) -> Slot<'a> {
    let name = &template[gap.start + 1..gap.name_end];
    let forms = template.get(gap.name_end + 1..gap.end - 1);
    Slot { name, forms: forms.map(|forms| forms.split_once('|').unwrap_or((forms, forms))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled_and_braces_stay() {
        let fill = |slot: Slot<'_>| match (slot.name, slot.forms) {
            ("n", None) => Some("3".to_owned()),
            ("n", Some((_, many))) => Some(many.to_owned()),
            _ => None,
        };
        assert_eq!(filled("{n} {n|move|moves} {{n}} {other}", fill), "3 moves {n} {other}");
        assert_eq!(filled("open {n", fill), "open {n");
    }
}
