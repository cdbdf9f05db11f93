//! Reads a text the way HTML does, as far as tags need it: a reader may decode character references.

/// The named references that can be part of a tag.
const NAMED: [(&str, char); 5] = [
    ("lt", '<'),
    ("gt", '>'),
    ("sol", '/'),
    ("bsol", '\\'),
    ("lowbar", '_'),
];

/// Returns the reference that replaces the first character of a tag, or of a reference to it.
pub(crate) fn escape(c: char) -> String {
    if c == '&' { "&amp;" } else { "&lt;" }.into()
}

/// Returns the first character of a text and the rest. A character reference counts as its character.
pub(super) fn read(text: &str) -> Option<(char, &str)> {
    let mut chars = text.chars();
    let c = chars.next()?;
    let rest = chars.as_str();
    let reference = (c == '&').then(|| reference(rest)).flatten();
    Some(reference.unwrap_or((c, rest)))
}

/// Returns the character of a reference without its `&`, and the rest of the text.
fn reference(text: &str) -> Option<(char, &str)> {
    let (c, rest) = match text.strip_prefix('#') {
        Some(number) => parse_numeric(number)?,
        None => parse_named(text)?,
    };
    Some((c, rest.strip_prefix(';').unwrap_or(rest)))
}

fn parse_named(text: &str) -> Option<(char, &str)> {
    NAMED.iter().find_map(|(name, c)| {
        let (begin, rest) = text.split_at_checked(name.len())?;
        begin.eq_ignore_ascii_case(name).then_some((*c, rest))
    })
}

fn parse_numeric(text: &str) -> Option<(char, &str)> {
    let (radix, digits) = match text.strip_prefix(['x', 'X']) {
        Some(digits) => (16, digits),
        None => (10, text),
    };
    let end = digits.find(|c: char| !c.is_digit(radix));
    let (number, rest) = digits.split_at(end.unwrap_or(digits.len()));
    let number = u32::from_str_radix(number.trim_start_matches('0'), radix).ok()?;
    Some((char::from_u32(number)?, rest))
}
