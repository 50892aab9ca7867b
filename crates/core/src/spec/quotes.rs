//! Values in quotes.

/// Is it a number?
pub fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Would the value be read as something else without quotes?
pub fn needs_quotes(value: &str) -> bool {
    value.contains(',') || value.starts_with('"') || value.trim() != value
}

/// The value in quotes.
pub fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The settings of a spec: the text between commas that are not within quotes. Quotes begin with a value, which begins after the
/// first equals sign.
pub fn split_settings(text: &str) -> Vec<&str> {
    let (mut inside, mut escaped, mut before, mut equals) = (false, false, ',', 0);
    let separator = |sign: char| {
        let ends = sign == ',' && !inside;
        let begins = before == ',' || before == '=' && equals == 1;
        if sign == '"' && !escaped && (inside || begins) {
            inside = !inside;
        }
        if ends {
            equals = 0;
        } else if sign == '=' && !inside {
            equals += 1;
        }
        escaped = inside && sign == '\\' && !escaped;
        if !sign.is_whitespace() {
            before = sign;
        }
        ends
    };
    text.split(separator).collect()
}

/// The value of a setting without its quotes. None if they do not match.
pub fn unquoted(text: &str) -> Option<String> {
    let Some(inner) = text.strip_prefix('"') else { return Some(text.to_owned()) };
    let mut value = String::with_capacity(inner.len());
    let mut signs = inner.chars();
    loop {
        match signs.next()? {
            '"' => return signs.as_str().is_empty().then_some(value),
            '\\' => value.push(signs.next()?),
            sign => value.push(sign),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Spec;

    #[test]
    fn quotes_protect_what_separates() {
        let spec: Spec = r#"x:"a, \"b\"=c" , text = "1,2" "#.parse().unwrap();
        assert_eq!((spec.setting(""), spec.setting("text")), (Some("a, \"b\"=c"), Some("1,2")));
        // A quote within a value is just a character.
        let spec: Spec = r#"x:file=a"b,text=c"d"#.parse().unwrap();
        assert_eq!((spec.setting("file"), spec.setting("text")), (Some("a\"b"), Some("c\"d")));
        assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
        // Also after an equals sign.
        let spec: Spec = r#"x:file=a="b,text=c==" d"#.parse().unwrap();
        assert_eq!((spec.setting("file"), spec.setting("text")), (Some("a=\"b"), Some("c==\" d")));
        assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
        for text in [r#"x:"a"#, r#"x:"a" b"#, r#"x:text="a\""#] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains("quotes"), "{error}");
        }
        // A quote in the name of a setting would begin a value when it is read again.
        for text in [r#"x:a=1,"b=2"#, r#"x:a=1,b"=2"#, r#"x:a=1,"b=2,"c=3"#] {
            let error = text.parse::<Spec>().unwrap_err().to_string();
            assert!(error.contains("'\"' cannot be part of a name"), "{error}");
        }
    }
}
