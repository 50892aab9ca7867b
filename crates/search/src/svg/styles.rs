//! Style sheets, written out as presentation attributes.
//!
//! A picture must keep its look in programs that know neither custom properties nor media queries, and in those that read
//! no style sheet at all. So the style sheet is applied here, as it looks on white paper, and every element carries the
//! result; the style sheet itself stays in the file for browsers only, which refine the look for dark pages.
//!
//! Only what our style sheets use is understood: selectors of an element's name and classes, descendants (`.a .b`) and
//! later siblings (`.a ~ .b`), custom properties of the whole picture, and no rule inside an at-rule.

use std::collections::HashMap;

use super::paper::escape;

/// The properties that are written out, with their initial values. All of them are inherited.
const PROPERTIES: [(&str, &str); 12] = [
    ("fill", "#000000"),
    ("fill-opacity", "1"),
    ("stroke", "none"),
    ("stroke-opacity", "1"),
    ("stroke-width", "1"),
    ("stroke-linecap", "butt"),
    ("stroke-linejoin", "miter"),
    ("stroke-dasharray", "none"),
    ("font-family", ""),
    ("font-size", "16"),
    ("font-weight", "400"),
    ("text-anchor", "start"),
];

/// The class of the copies that are halos.
const HALO: &str = "plylab-halo";

/// A style sheet that can be applied to elements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Styles<'a> {
    text: &'a str,
    rules: Vec<Rule<'a>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Rule<'a> {
    /// The element itself comes last.
    selector: Vec<(Relation, Compound<'a>)>,
    /// Classes, then names of elements.
    weight: (usize, usize),
    declarations: Vec<(&'a str, String)>,
}

/// How a part of a selector is related to the part after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Ancestor,
    Sibling,
}

/// `text.value`: a name, which may be empty, and classes.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Compound<'a> {
    name: &'a str,
    classes: Vec<&'a str>,
}

impl Compound<'_> {
    fn matches(&self, element: &Element<'_>) -> bool {
        (self.name.is_empty() || self.name == element.name)
            && self.classes.iter().all(|class| element.classes.contains(class))
    }
}

impl<'a> Styles<'a> {
    /// Reads a style sheet of ours.
    pub fn new(text: &'a str) -> Styles<'a> {
        let plain = rules(text);
        let custom: HashMap<&str, &str> = plain
            .iter()
            .flat_map(|(_, body)| declarations(body))
            .filter(|(name, _)| name.starts_with("--"))
            .collect();
        let mut rules = Vec::new();
        for (selectors, body) in plain {
            let declarations: Vec<(&str, String)> = declarations(body)
                .filter(|(name, _)| !name.starts_with("--"))
                .map(|(name, value)| (name, resolved(value, &custom, 0)))
                .collect();
            for selector in selectors.split(',') {
                let selector = selector_parts(selector);
                let weight = selector.iter().fold((0, 0), |(classes, names), (_, part)| {
                    (classes + part.classes.len(), names + usize::from(!part.name.is_empty()))
                });
                rules.push(Rule { selector, weight, declarations: declarations.clone() });
            }
        }
        // Of equal weight, the later rule wins: the sort is stable.
        rules.sort_by_key(|rule| rule.weight);
        Styles { text, rules }
    }

    /// The style sheet for browsers. Programs that do not know custom properties must not read it: they would take a
    /// colour they cannot resolve for black.
    pub(super) fn refined(&self) -> String {
        format!("@supports (color: var(--any)) {{\n{}.{HALO} {{ display: none; }}\n}}\n", self.text)
    }

    /// Elements with their look in attributes of their own.
    pub(super) fn written_out(&self, markup: &str) -> String {
        let mut out = String::with_capacity(markup.len() * 2);
        let mut open: Vec<Element<'_>> = vec![Element::root()];
        let mut rest = markup;
        while let Some(start) = rest.find('<') {
            let length = rest[start..].find('>').map_or(rest.len() - start, |end| end + 1);
            let (before, tag) = (&rest[..start], &rest[start..start + length]);
            rest = &rest[start + length..];
            out.push_str(before);
            if tag.starts_with("</") {
                out.push_str(tag);
                if open.len() > 1 {
                    open.pop();
                }
                continue;
            }
            let mut element = Element::read(tag);
            if self.compute(&mut element, &open)
                && let Some((text, _)) = rest.split_once("</text>").filter(|(text, _)| !text.contains('<'))
            {
                let parent = open.last().map_or(&[][..], |parent| parent.look.as_slice());
                out.push_str(&element.halo(parent, tag, text));
            }
            let empty = tag.ends_with("/>");
            out.push_str(tag.trim_end_matches('>').trim_end_matches('/'));
            if let Some(parent) = open.last() {
                element.write(&parent.look, tag, &mut out);
            }
            out.push_str(if empty { "/>" } else { ">" });
            if let Some(parent) = open.last_mut() {
                parent.children.push((element.name, element.classes.clone()));
            }
            if !empty {
                open.push(element);
            }
        }
        out.push_str(rest);
        out
    }

    /// What the rules say of an element within those that are open. Is it a text with a halo?
    fn compute(&self, element: &mut Element<'_>, open: &[Element<'_>]) -> bool {
        if let Some(parent) = open.last() {
            element.look.clone_from(&parent.look);
            element.color.clone_from(&parent.color);
        }
        let mut halo = false;
        let mut said: HashMap<&str, &str> = HashMap::new();
        for rule in self.rules.iter().filter(|rule| rule.applies(element, open)) {
            for (name, value) in &rule.declarations {
                said.insert(name, value);
                halo |= *name == "paint-order";
            }
        }
        if let Some(color) = said.get("color") {
            element.color = (*color).to_owned();
        }
        for (slot, (name, _)) in element.look.iter_mut().zip(PROPERTIES) {
            let Some(value) = said.get(name) else { continue };
            let value = if *value == "currentColor" { element.color.as_str() } else { value };
            let value = value.strip_suffix("px").unwrap_or(value).to_owned();
            // Programs that do not know the order of painting would hide a text behind its halo.
            if halo && name.starts_with("stroke") {
                element.halo.push((name, value));
            } else {
                *slot = value;
            }
        }
        halo && element.name == "text"
    }
}

impl Rule<'_> {
    fn applies(&self, element: &Element<'_>, open: &[Element<'_>]) -> bool {
        let Some(((_, own), others)) = self.selector.split_last() else { return false };
        own.matches(element) && related(others, open)
    }
}

/// Do the parts of a selector match, from the last to the first, what an element is inside of?
fn related(parts: &[(Relation, Compound<'_>)], open: &[Element<'_>]) -> bool {
    let Some(((relation, part), others)) = parts.split_last() else { return true };
    match relation {
        Relation::Ancestor => {
            (0..open.len()).rev().any(|index| part.matches(&open[index]) && related(others, &open[..index]))
        }
        Relation::Sibling => {
            let is = |(name, classes): &(_, Vec<&str>)| {
                (part.name.is_empty() || part.name == *name)
                    && part.classes.iter().all(|class| classes.contains(class))
            };
            open.last().is_some_and(|parent| parent.children.iter().any(is)) && related(others, open)
        }
    }
}

/// An element while it is open.
struct Element<'a> {
    name: &'a str,
    classes: Vec<&'a str>,
    /// One value for each of the properties.
    look: Vec<String>,
    /// What `currentColor` is.
    color: String,
    /// The stroke behind it.
    halo: Vec<(&'static str, String)>,
    /// The names and classes of its children so far.
    children: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> Element<'a> {
    /// What everything is in: no element, all initial values.
    fn root() -> Element<'static> {
        let look = PROPERTIES.iter().map(|(_, initial)| (*initial).to_owned()).collect();
        let color = "#000000".to_owned();
        Element { name: "", classes: Vec::new(), look, color, halo: Vec::new(), children: Vec::new() }
    }

    /// `<rect class="a b" ...`.
    fn read(tag: &'a str) -> Element<'a> {
        let name = tag.trim_start_matches('<').split([' ', '>', '/']).next().unwrap_or_default();
        let classes = tag.split_once(" class=\"").and_then(|(_, rest)| rest.split('"').next());
        let classes = classes.unwrap_or_default().split_whitespace().collect();
        let (look, color) = (Vec::new(), String::new());
        Element { name, classes, look, color, halo: Vec::new(), children: Vec::new() }
    }

    /// A copy of a text that lies behind it as its halo. Browsers have a better one, and do not show it.
    fn halo(&self, parent: &[String], tag: &str, text: &str) -> String {
        let mut copy = tag.trim_end_matches('>').to_owned();
        if let Some((before, rest)) = tag.trim_end_matches('>').split_once(" class=\"")
            && let Some((_, after)) = rest.split_once('"')
        {
            copy = format!("{before} class=\"{HALO}\" aria-hidden=\"true\"{after}");
        }
        self.write(parent, tag, &mut copy);
        for (name, value) in &self.halo {
            copy.push_str(&format!(" {name}=\"{}\"", escape(value)));
        }
        format!("{copy}>{text}</text>")
    }

    /// Writes what differs from the parent, unless the element says it itself.
    fn write(&self, parent: &[String], tag: &str, out: &mut String) {
        for (((name, _), value), inherited) in PROPERTIES.iter().zip(&self.look).zip(parent) {
            if value != inherited && !tag.contains(&format!(" {name}=\"")) {
                out.push_str(&format!(" {name}=\"{}\"", escape(value)));
            }
        }
    }
}

/// The rules outside at-rules: selectors and declarations.
fn rules(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
            continue;
        }
        let Some(open) = rest.find('{') else { return found };
        let end = closing(&rest[open..]).map_or(rest.len(), |end| open + end);
        if !rest.starts_with('@') {
            found.push((&rest[..open], rest[open + 1..end].trim()));
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
}

/// Where the block that begins the text ends.
fn closing(block: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, sign) in block.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(index),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn declarations(body: &str) -> impl Iterator<Item = (&str, &str)> {
    body.split(';').filter_map(|line| line.split_once(':')).map(|(name, value)| (name.trim(), value.trim()))
}

fn selector_parts(text: &str) -> Vec<(Relation, Compound<'_>)> {
    let mut parts: Vec<(Relation, Compound<'_>)> = Vec::new();
    for word in text.split_whitespace() {
        if word == "~" {
            if let Some((relation, _)) = parts.last_mut() {
                *relation = Relation::Sibling;
            }
            continue;
        }
        let mut pieces = word.split('.');
        let name = pieces.next().unwrap_or_default();
        parts.push((Relation::Ancestor, Compound { name, classes: pieces.collect() }));
    }
    parts
}

/// A value with every `var(--name, fallback)` replaced.
fn resolved(value: &str, custom: &HashMap<&str, &str>, depth: usize) -> String {
    let words = value.split_whitespace().collect::<Vec<&str>>().join(" ");
    let Some((before, rest)) = words.split_once("var(").filter(|_| depth < 8) else { return words };
    let mut open = 1;
    let end = rest.char_indices().find_map(|(index, sign)| {
        open += i32::from(sign == '(') - i32::from(sign == ')');
        (open == 0).then_some(index)
    });
    let (inner, after) = rest.split_at(end.unwrap_or(rest.len()));
    let (name, fallback) = inner.split_once(',').unwrap_or((inner, ""));
    let value = custom.get(name.trim()).copied().unwrap_or(fallback);
    format!("{before}{}{}", resolved(value, custom, depth + 1), after.strip_prefix(')').unwrap_or(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "/* a { */ .p { --ink: var(--page-ink, #123456); font-family: A, \"B C\"; }
        @media print { .p { --ink: #000000; } .p .x { fill: #ff0000; } }
        .p text { fill: var(--ink); font-size: 12px; } .p .end { text-anchor: end; }
        .p .c1 { color: #0000ff; } .p .line, .p .dot { fill: none; stroke: currentColor; }
        .p .dot.open { stroke: none; } .p .pale ~ .number { fill: #00ff00; }
        .p .halo { stroke: #ffffff; stroke-width: 4px; paint-order: stroke; }";

    fn written(body: &str) -> String {
        let all = Styles::new(SHEET).written_out(&format!("<svg class=\"p\">{body}</svg>"));
        let inner = all.strip_prefix("<svg class=\"p\" font-family=\"A, &quot;B C&quot;\">").unwrap();
        inner.strip_suffix("</svg>").unwrap().to_owned()
    }

    #[test]
    fn elements_carry_what_the_rules_say_of_them() {
        assert_eq!(
            written("<text class=\"end\">1 &gt; 0</text>"),
            "<text class=\"end\" fill=\"#123456\" font-size=\"12\" text-anchor=\"end\">1 &gt; 0</text>"
        );
        assert_eq!(
            written("<g class=\"c1\"><path class=\"line\"/></g><path class=\"line\"/>"),
            "<g class=\"c1\"><path class=\"line\" fill=\"none\" stroke=\"#0000ff\"/></g>\
             <path class=\"line\" fill=\"none\" stroke=\"#000000\"/>"
        );
    }

    #[test]
    fn more_classes_weigh_more_and_what_is_inherited_is_not_repeated() {
        assert_eq!(
            written("<path class=\"dot open\"/>"),
            "<path class=\"dot open\" fill=\"none\"/>",
            "a stroke of none is inherited"
        );
        assert_eq!(written("<path class=\"line\" fill=\"#fff\"/>").matches(" fill=").count(), 1);
    }

    #[test]
    fn only_later_siblings_count() {
        let pale = "<g><text class=\"number\">1</text><b class=\"pale\"/><text class=\"number\">2</text></g>";
        let fills: Vec<&str> = ["#123456", "#00ff00"].to_vec();
        let written = written(pale);
        let found: Vec<&str> = written.split("fill=\"").skip(1).filter_map(|rest| rest.get(..7)).collect();
        assert_eq!(found, fills, "{written}");
    }

    #[test]
    fn a_halo_is_a_copy_behind_its_text() {
        assert_eq!(
            written("<text class=\"halo\" x=\"1\">a</text>"),
            "<text class=\"plylab-halo\" aria-hidden=\"true\" x=\"1\" fill=\"#123456\" font-size=\"12\" \
             stroke=\"#ffffff\" stroke-width=\"4\">a</text>\
             <text class=\"halo\" x=\"1\" fill=\"#123456\" font-size=\"12\">a</text>"
        );
        assert!(Styles::new(SHEET).refined().contains(".plylab-halo { display: none; }"));
    }
}
