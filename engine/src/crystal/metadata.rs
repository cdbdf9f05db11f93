//! Index values of a memory's metadata: one per key and scalar.

use serde_json::{Map, Value};

/// Name of the index field.
pub(super) const METADATA: &str = "metadata";
/// Maximum number of indexed values per memory.
const MAX_VALUES: usize = 64;
/// Maximum nesting of objects.
const MAX_DEPTH: usize = 4;
/// Maximum length of a key with its value, in bytes.
const MAX_BYTES: usize = 512;

/// Joins a key and a value into an index value.
pub(super) fn index_value(key: &str, value: &str) -> String {
    format!("{key}\u{1f}{value}")
}

/// Flattens metadata into index values.
pub(super) fn values(metadata: &Map<String, Value>) -> Vec<String> {
    let mut values = Vec::new();
    collect(metadata, "", MAX_DEPTH, &mut values);
    values
}

fn collect(object: &Map<String, Value>, path: &str, depth: usize, values: &mut Vec<String>) {
    for (key, value) in object {
        let key = if path.is_empty() {
            key.clone()
        } else {
            format!("{path}.{key}")
        };
        match value {
            Value::Object(inner) if depth > 1 => collect(inner, &key, depth - 1, values),
            Value::Array(list) => list.iter().for_each(|one| put(&key, one, values)),
            one => put(&key, one, values),
        }
    }
}

fn put(key: &str, value: &Value, values: &mut Vec<String>) {
    if let Some(text) = scalar(value)
        && key.len() + text.len() <= MAX_BYTES
        && values.len() < MAX_VALUES
    {
        values.push(index_value(key, &text));
    }
}

/// Magnitude up to which a float stores every whole number.
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// Formats a string, a number or a boolean. Equal numbers have the same text: `3.0` is `3`.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(match number.as_f64() {
            // The addition turns -0 into 0.
            Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() <= WHOLE => {
                format!("{:.0}", float + 0.0)
            }
            _ => number.to_string(),
        }),
        Value::Bool(is) => Some(is.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::scalar;

    #[test]
    fn equal_numbers_have_the_same_text() {
        for (value, expected) in [
            (json!(3), "3"),
            (json!(3.0), "3"),
            (json!(1e3), "1000"),
            (json!(-0.0), "0"),
            (json!(-2.0), "-2"),
            (json!(3.5), "3.5"),
            (json!(u64::MAX), "18446744073709551615"),
            (json!("3.0"), "3.0"),
        ] {
            assert_eq!(scalar(&value).as_deref(), Some(expected), "{value}");
        }
    }
}
