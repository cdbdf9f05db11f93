//! Encodes values for addresses, forms and HTML.

use serde_json::Value;

/// Splits the name of a multi-line text area into its field and its line format: `lines` of `list[lines]`, `match=type`
/// of `rules[match=type]`. Returns `None` for every other name.
#[must_use]
pub fn lines_of(name: &str) -> Option<(&str, &str)> {
    let (field, last) = name.strip_suffix(']')?.rsplit_once('[')?;
    (last == "lines" || last.contains('=')).then_some((field, last))
}

/// Replaces each `{id}` in an address with that member of an answer.
#[must_use]
pub fn fill(wish: &str, answer: &Value) -> String {
    let mut out = String::new();
    let mut rest = wish;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        let pointer = format!("/{}", name.replace('.', "/"));
        match answer.pointer(&pointer) {
            Some(Value::String(text)) => encode(text, &mut out),
            Some(Value::Number(number)) => out.push_str(&number.to_string()),
            _ => {}
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Percent-encodes everything but RFC 3986's unreserved characters.
pub fn encode(text: &str, out: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                out.push('%');
                out.push(char::from(HEX[usize::from(byte >> 4)]));
                out.push(char::from(HEX[usize::from(byte & 15)]));
            }
        }
    }
}

/// Escapes a text for HTML.
#[must_use]
pub fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_an_attribute_or_a_text() {
        assert_eq!(
            html("<a href=\"x\">'&"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;"
        );
    }
}
