//! Line numbers of JSON pointers in a JSON text, for validation errors.

use serde::de::{DeserializeOwned, IgnoredAny};

/// Returns the line, counted from 1, at which a pointer's value begins, or that of its parent if the value is
/// missing. `None` if the text is not JSON up to there.
#[must_use]
pub fn line_of(text: &str, pointer: &str) -> Option<usize> {
    let path: Vec<String> = pointer
        .split('/')
        .skip(1)
        .map(|part| part.replace("~1", "/").replace("~0", "~"))
        .collect();
    let at = find(text, 0, &path)?;
    Some(1 + text[..at].matches('\n').count())
}

/// Returns the position of the first character from `at` that is not whitespace.
fn after_space(text: &str, at: usize) -> usize {
    at + text[at..].len() - text[at..].trim_start().len()
}

/// Parses the value at `at`, and returns it with its end.
fn value<T: DeserializeOwned>(text: &str, at: usize) -> Option<(T, usize)> {
    let mut stream = serde_json::Deserializer::from_str(&text[at..]).into_iter::<T>();
    let value = stream.next()?.ok()?;
    Some((value, at + stream.byte_offset()))
}

fn find(text: &str, at: usize, path: &[String]) -> Option<usize> {
    let start = after_space(text, at);
    let Some((wanted, rest)) = path.split_first() else {
        return (start < text.len()).then_some(start);
    };
    let is_object = match text[start..].chars().next()? {
        '{' => true,
        '[' => false,
        _ => return Some(start),
    };
    let mut at = start + 1;
    for nth in 0_usize.. {
        at = after_space(text, at);
        if text[at..].starts_with(['}', ']']) {
            break;
        }
        let name = if is_object {
            let (key, end) = value::<String>(text, at)?;
            let colon = after_space(text, end);
            at = colon + text[colon..].strip_prefix(':').map(|_| 1)?;
            key
        } else {
            nth.to_string()
        };
        if name == *wanted {
            return find(text, at, rest);
        }
        (_, at) = value::<IgnoredAny>(text, after_space(text, at))?;
        at = after_space(text, at);
        at += usize::from(text[at..].starts_with(','));
    }
    Some(start)
}

#[cfg(test)]
mod tests {
    use super::line_of;

    #[test]
    fn a_pointer_has_its_line() {
        let text = "{\n  \"goal\": \"x\",\n  \"steps\": [\n    {\"a/b\": 1},\n    2\n  ]\n}";
        for (pointer, line) in [
            ("", Some(1)),
            ("/goal", Some(2)),
            ("/steps", Some(3)),
            ("/steps/0/a~1b", Some(4)),
            ("/steps/1", Some(5)),
            ("/missing", Some(1)),
            ("/steps/7", Some(3)),
            ("/goal/deeper", Some(2)),
        ] {
            assert_eq!(line_of(text, pointer), line, "{pointer}");
        }
    }

    #[test]
    fn what_is_no_json_has_no_lines() {
        for text in ["", "   ", "{\"a\" 1}", "{\"a\": }", "{\"ü"] {
            assert_eq!(line_of(text, "/b"), None, "{text}");
        }
    }
}
