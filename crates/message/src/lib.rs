#![doc = include_str!("../README.md")]

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// Makes a message. `plylab_core::message!` calls it with the path of that crate, a semicolon, and what it was given itself:
/// a code, the English with gaps, and `name = value` for gaps that no variable fills.
#[proc_macro]
pub fn message_of(input: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = input.into_iter().collect();
    let [home, semicolon, code, comma, english, rest @ ..] = tokens.as_slice() else {
        return refusal(Span::call_site(), "a message has a code and English");
    };
    if !is_sign(semicolon, ';') || !is_sign(comma, ',') {
        return refusal(comma.span(), "a comma comes between the code and the English");
    }
    let values = match values(rest) {
        Ok(values) => values,
        Err(odd) => return refusal(odd, "a field is written `name = value`"),
    };
    let gaps = gaps(&english.to_string());
    if let Some((name, _)) = values.iter().find(|(name, _)| !gaps.contains(&name.to_string())) {
        return refusal(name.span(), "the English has no gap for this field");
    }
    let mut made = TokenStream::from(home.clone());
    made.extend(call("::Message::new", [code.clone().into(), english.clone().into()]));
    for gap in gaps {
        let given = values.iter().find(|(name, _)| name.to_string() == gap);
        let variable = || TokenTree::from(Ident::new(&gap, english.span())).into();
        let value = given.map_or_else(variable, |(_, value)| value.clone());
        made.extend(call(".with", [TokenTree::from(Literal::string(&gap)).into(), value]));
    }
    made
}

/// A function or method, called with two arguments.
fn call(name: &str, [first, second]: [TokenStream; 2]) -> TokenStream {
    let mut arguments = first;
    arguments.extend([TokenTree::from(Punct::new(',', Spacing::Alone))]);
    arguments.extend(second);
    let mut call: TokenStream = name.parse().unwrap_or_default();
    call.extend([TokenTree::from(Group::new(Delimiter::Parenthesis, arguments))]);
    call
}

/// Does not compile, and says why.
fn refusal(span: Span, why: &str) -> TokenStream {
    let refusal: TokenStream = format!("::core::compile_error!({why:?})").parse().unwrap_or_default();
    refusal
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign && punct.spacing() == Spacing::Alone)
}

/// The fields after the English, each with its value.
fn values(tokens: &[TokenTree]) -> Result<Vec<(Ident, TokenStream)>, Span> {
    let mut values: Vec<(Ident, TokenStream)> = Vec::new();
    let mut rest = tokens;
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (comma, []) if is_sign(comma, ',') => {}
            (comma, [TokenTree::Ident(name), equals, after @ ..])
                if is_sign(comma, ',') && is_sign(equals, '=') =>
            {
                values.push((name.clone(), TokenStream::new()));
                rest = after;
            }
            // A comma in the middle of a value, as in `Result<A, B>`, is a part of it.
            (part, _) => values.last_mut().ok_or(part.span())?.1.extend([part.clone()]),
        }
    }
    Ok(values)
}

/// The names in the gaps of a literal, each once, in order: `n` and `who` of `"{n} {n|move|moves} of {who}, {{so}}"`.
fn gaps(literal: &str) -> Vec<String> {
    let mut gaps: Vec<String> = Vec::new();
    let mut rest = literal;
    while let Some(start) = rest.find(['{', '\\']) {
        let (escapes, after) = (rest[start..].starts_with('\\'), &rest[start + 1..]);
        rest = match after.strip_prefix('{').or_else(|| after.strip_prefix("u{").filter(|_| escapes)) {
            Some(after) => after,
            None if escapes => after.get(1..).unwrap_or_default(),
            None => {
                let name = after.split(['|', '}']).next().unwrap_or_default();
                if !gaps.iter().any(|known| known == name) {
                    gaps.push(name.to_owned());
                }
                after.split_once('}').map_or("", |(_, after)| after)
            }
        };
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::gaps;

    #[test]
    fn each_name_comes_once_and_in_order() {
        assert_eq!(gaps(r#""{n} {n|move|moves} of {who}, {{so}} {a}""#), ["n", "who", "a"]);
        assert_eq!(gaps(r#""no gap, \u{b1}, \"{{\", \\{b}\n""#), ["b"]);
        assert!(gaps("\"\"").is_empty());
    }
}
