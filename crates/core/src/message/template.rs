//! Sentences with gaps: `{name}` is a field, `{n|move|moves}` the first word if the field is 1 and otherwise the second,
//! `{{` and `}}` are braces. The pages fill templates by the same rules, in `js/template.js`.

/// A gap: where it begins and ends, braces included, and where the name in it ends.
struct Gap {
    start: usize,
    name_end: usize,
    end: usize,
}

/// The first gap at or after `from`.
const fn next_gap(template: &[u8], from: usize) -> Option<Gap> {
    let mut start = from;
    while start < template.len() {
        if template[start] != b'{' {
            start += 1;
            continue;
        }
        if start + 1 < template.len() && template[start + 1] == b'{' {
            start += 2;
            continue;
        }
        let mut end = start + 1;
        let mut name_end = 0;
        while end < template.len() && template[end] != b'}' {
            if template[end] == b'|' && name_end == 0 {
                name_end = end;
            }
            end += 1;
        }
        if end == template.len() {
            return None;
        }
        return Some(Gap { start, name_end: if name_end == 0 { end } else { name_end }, end: end + 1 });
    }
    None
}

/// Does the gap hold this name?
const fn holds(template: &[u8], gap: &Gap, name: &[u8]) -> bool {
    if gap.name_end - gap.start - 1 != name.len() {
        return false;
    }
    let mut index = 0;
    while index < name.len() {
        if template[gap.start + 1 + index] != name[index] {
            return false;
        }
        index += 1;
    }
    true
}

/// Does `template` have a gap for each of `names`, and no other?
pub const fn agrees(template: &str, names: &[&str]) -> bool {
    let template = template.as_bytes();
    let mut used = 0;
    while used < names.len() {
        let mut from = 0;
        let mut found = false;
        while let Some(gap) = next_gap(template, from) {
            found = found || holds(template, &gap, names[used].as_bytes());
            from = gap.end;
        }
        if !found {
            return false;
        }
        used += 1;
    }
    let mut from = 0;
    while let Some(gap) = next_gap(template, from) {
        let mut known = false;
        let mut index = 0;
        while index < names.len() {
            known = known || holds(template, &gap, names[index].as_bytes());
            index += 1;
        }
        if !known {
            return false;
        }
        from = gap.end;
    }
    true
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
    while let Some(gap) = next_gap(template.as_bytes(), from) {
        slots.push(slot(template, &gap));
        from = gap.end;
    }
    slots
}

/// The template with its gaps filled; a gap that `fill` has nothing for stays as it is written.
pub fn filled(template: &str, fill: impl Fn(Slot<'_>) -> Option<String>) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut from = 0;
    while let Some(gap) = next_gap(template.as_bytes(), from) {
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

    #[test]
    fn fields_and_gaps_are_the_same() {
        assert!(agrees("{n} {n|move|moves} of {who}", &["n", "who"]));
        assert!(agrees("nothing, {{n}}", &[]));
        assert!(!agrees("{n} moves", &[]));
        assert!(!agrees("moves", &["n"]));
        assert!(!agrees("{nn}", &["n"]));
    }
}
