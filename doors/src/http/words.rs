//! Translates serde's messages about invalid JSON into JSON terms.

/// Rust's names for found values, and their JSON names. Each begins a word of the message.
const FOUND: [(&str, &str); 16] = [
    ("boolean `", "`"),
    ("integer `", "`"),
    ("floating point `", "`"),
    ("string ", ""),
    ("null", "null"),
    ("unit value", "null"),
    ("Option value", "null"),
    ("sequence", "a list"),
    ("map", "an object"),
    ("newtype struct", "an object"),
    ("unit variant", "a name alone"),
    ("newtype variant", "a value"),
    ("tuple variant", "a list"),
    ("struct variant", "an object"),
    ("byte array", "bytes"),
    ("character `", "`"),
];

/// Rust's names for expected values, and their JSON names.
const EXPECTED: [(&str, &str); 23] = [
    ("struct variant", "an object with its value"),
    ("struct ", "an object"),
    ("newtype variant", "an object with its value"),
    ("map", "an object"),
    ("a map", "an object"),
    ("internally tagged enum", "an object"),
    ("adjacently tagged enum", "an object"),
    ("a sequence", "a list"),
    ("sequence", "a list"),
    ("tuple ", "a list"),
    ("a tuple", "a list"),
    ("a string", "a text"),
    ("a borrowed string", "a text"),
    ("string or map", "a text or an object"),
    ("enum", "one of its names"),
    ("variant", "one of its names"),
    ("unit variant", "a name alone"),
    ("unit", "null"),
    ("newtype", "a value"),
    ("option", "a value or null"),
    ("f32", "a number"),
    ("f64", "a number"),
    ("a boolean", "true or false"),
];

/// Phrases in which the query parser describes its own internals.
const OF_QUERIES: [&str; 9] = [
    "Expected: ",
    "UnitVariant",
    "could not convert",
    "does not appear to be",
    "expected unit",
    "no value to deserialize",
    "No more values",
    "unitialised",
    "Somehow",
];

/// Replaces the names of Rust types in a serde message, which mean nothing to callers. Other messages are unchanged.
#[must_use]
pub fn plain(text: &str) -> String {
    if text.starts_with("data did not match any variant of untagged enum") {
        return "is none of the forms that it can have".into();
    }
    if let Some(rest) = text.strip_prefix("unknown variant ") {
        let (found, expected) = rest.split_once(", ").unwrap_or((rest, ""));
        return format!("{expected}, found {found}");
    }
    let starts = ["invalid type: ", "invalid value: ", "invalid length "];
    let Some((start, rest)) = starts
        .iter()
        .find_map(|start| Some((*start, text.strip_prefix(start)?)))
    else {
        return text.into();
    };
    let Some((found, expected)) = rest.rsplit_once(", expected ") else {
        return text.into();
    };
    let found = match start {
        "invalid length " => format!("{found} entries"),
        _ => self::describe_found(found),
    };
    format!(
        "expected {}, found {found}",
        self::describe_expected(expected)
    )
}

/// Translates a message of the query and form parser, whose values are all strings, about `value`.
#[must_use]
pub fn plain_word(text: &str, value: Option<&str>) -> String {
    let is_whole = ["invalid digit", "cannot parse integer"];
    let expected = if is_whole.iter().any(|start| text.starts_with(start)) {
        if value.is_some_and(|value| value.trim().starts_with('-')) {
            "a whole number, 0 or more"
        } else {
            "a whole number"
        }
    } else if text.starts_with("number too large") {
        "a smaller whole number"
    } else if text.starts_with("number too small") {
        "a larger whole number"
    } else if text.starts_with("invalid float") || text.starts_with("cannot parse float") {
        "a number"
    } else if text.starts_with("provided string was not") {
        "true or false"
    } else if OF_QUERIES.iter().any(|words| text.contains(words)) {
        return "is not written as such an argument is in a query: send JSON instead".into();
    } else {
        return plain(text);
    };
    match value {
        Some(value) => format!("expected {expected}, found {value:?}"),
        None => format!("expected {expected}"),
    }
}

fn describe_found(text: &str) -> String {
    let word = FOUND
        .iter()
        .find_map(|(rust, json)| Some((json, text.strip_prefix(rust)?)));
    match word {
        Some((&"`", rest)) => rest.trim_end_matches('`').to_owned(),
        Some((&"", rest)) => rest.to_owned(),
        Some((json, _)) => (*json).to_owned(),
        None => text.to_owned(),
    }
}

fn describe_expected(text: &str) -> String {
    match text {
        "u8" => return format!("a whole number from 0 to {}", u8::MAX),
        "u16" => return format!("a whole number from 0 to {}", u16::MAX),
        "u32" => return format!("a whole number from 0 to {}", u32::MAX),
        "u64" | "usize" => return "a whole number, 0 or more".into(),
        "i32" | "i64" | "isize" => return "a whole number".into(),
        _ => {}
    }
    let word = EXPECTED.iter().find(|(rust, _)| text.starts_with(rust));
    word.map_or_else(|| text.to_owned(), |(_, json)| (*json).to_owned())
}

#[cfg(test)]
mod tests {
    use super::{plain, plain_word};

    #[test]
    fn what_does_not_fit_is_said_in_the_words_of_json() {
        for (rust, json) in [
            (
                "invalid type: integer `7`, expected struct NewTask",
                "expected an object, found 7",
            ),
            (
                "invalid type: sequence, expected a string",
                "expected a text, found a list",
            ),
            (
                "invalid type: map, expected tuple variant Content::Parts",
                "expected a list, found an object",
            ),
            (
                "invalid type: string \"a, expected b\", expected u64",
                "expected a whole number, 0 or more, found \"a, expected b\"",
            ),
            (
                "invalid value: integer `-1`, expected u32",
                "expected a whole number from 0 to 4294967295, found -1",
            ),
            (
                "invalid length 0, expected struct Edge with 2 elements",
                "expected an object, found 0 entries",
            ),
            (
                "unknown variant `x`, expected one of `a`, `b`",
                "expected one of `a`, `b`, found `x`",
            ),
            (
                "data did not match any variant of untagged enum Needs",
                "is none of the forms that it can have",
            ),
            (
                "invalid type: unit variant, expected newtype variant",
                "expected an object with its value, found a name alone",
            ),
            (
                "invalid type: null, expected T12",
                "expected T12, found null",
            ),
            (
                "expected a text, or a list of parts",
                "expected a text, or a list of parts",
            ),
        ] {
            assert_eq!(plain(rust), json);
        }
    }

    #[test]
    fn words_of_queries_are_told_what_they_should_be() {
        for (rust, value, said) in [
            (
                "invalid digit found in string",
                "x",
                "expected a whole number, found \"x\"",
            ),
            (
                "invalid digit found in string",
                "-1",
                "expected a whole number, 0 or more, found \"-1\"",
            ),
            (
                "number too large to fit in target type",
                "300",
                "expected a smaller whole number, found \"300\"",
            ),
            (
                "invalid float literal",
                "x",
                "expected a number, found \"x\"",
            ),
            (
                "provided string was not `true` or `false`",
                "perhaps",
                "expected true or false, found \"perhaps\"",
            ),
            (
                "unknown variant `x`, expected `a` or `b`",
                "x",
                "expected `a` or `b`, found `x`",
            ),
            (
                "Expected: \"u32\", got a Map",
                "",
                "is not written as such an argument is in a query: send JSON instead",
            ),
        ] {
            assert_eq!(plain_word(rust, Some(value)), said);
        }
    }
}
