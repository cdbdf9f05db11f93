//! Deserializes the JSON body of a request, and reports the location of fields that are invalid.

use axum::body::{Body, HttpBody as _};
use axum::http::StatusCode;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use kernel::Error;
use kernel::shape::{Lenience, Shape};
use memchr::memchr2;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::http::{
    CONTENT_BYTES, EmbeddedJson, permit, plain, rounding_error, run_in_bulk, structure, too_long,
    without_mark,
};

use super::refusal::{Fault, Refusal};

/// Maximum size of a body, in bytes.
const BODY_BYTES: usize = 8 * 1024 * 1024;
/// Maximum bytes of a body outside its strings.
const MAX_STRUCTURE: usize = 1024 * 1024;
/// Maximum number of objects in a body. A parsed object takes up to 1 KB, even if it is empty.
const MAX_OBJECTS: usize = 64 * 1024;
/// Maximum nesting depth of JSON.
const DEPTH: usize = 32;

/// Type that a body can be deserialized into.
pub trait Wire: DeserializeOwned + JsonSchema + Send + 'static {}

impl<T: DeserializeOwned + JsonSchema + Send + 'static> Wire for T {}

/// Deserializes a JSON body as a `T`.
pub async fn json<T: Wire>(body: Body) -> Result<T, Refusal> {
    let bytes = collect(body, BODY_BYTES).await?;
    read_apart(bytes).await
}

/// Deserializes a JSON body that may contain pictures and files as a `T`.
pub async fn large_json<T: Wire>(body: Body) -> Result<T, Refusal> {
    let bytes = collect(body, CONTENT_BYTES).await?;
    read_apart(bytes).await
}

/// Deserializes a body; large bodies on a blocking thread, and only a few at the same time.
async fn read_apart<T: Wire>(bytes: Bytes) -> Result<T, Refusal> {
    let permit = permit(bytes.len()).await;
    let done = run_in_bulk(bytes.len(), move || {
        let fits = structure(&bytes, MAX_STRUCTURE);
        let fits = fits.map_err(too_structured);
        let read = fits.and_then(|()| read(&bytes));
        drop(permit);
        read
    });
    done.await
        .map_err(|error| Refusal::text(StatusCode::INTERNAL_SERVER_ERROR, error.detail))?
}

fn too_structured(error: Error) -> Refusal {
    Refusal::text(StatusCode::PAYLOAD_TOO_LARGE, error.detail)
}

/// Deserializes a part of a parsed body as a `T`; `name` is its field in the body.
pub fn within<T: Wire>(mut value: Value, name: &'static str) -> Result<T, Refusal> {
    if !value.is_object() {
        let msg = "Input should be a valid dictionary or object";
        return Err(Fault::body("model_attributes_type", vec![name.into()], msg).into());
    }
    parse_as(&mut value)?.map_err(|mut fault| {
        fault.loc.insert(1, name.into());
        fault.into()
    })
}

fn read<T: Wire>(bytes: &[u8]) -> Result<T, Refusal> {
    bounds(bytes)?;
    // Serde would accept a list for a struct, with its fields in order.
    let is_object = bytes.trim_ascii_start().first() == Some(&b'{');
    if is_object
        && Shape::of::<T>().takes(bytes)
        && let Ok(value) = serde_json::from_slice(bytes)
    {
        return Ok(value);
    }
    // Locating an invalid field costs more than parsing a valid body.
    slowly(bytes)
}

/// Rejects JSON that no operation accepts: too deeply nested, too many objects, the character NUL, or integers that
/// would be rounded.
fn bounds(bytes: &[u8]) -> Result<(), Refusal> {
    if let Some(number) = too_long(bytes) {
        let msg = rounding_error(number).detail;
        return Err(Fault::body("value_error", Vec::new(), msg).into());
    }
    let (mut depth, mut objects, mut at) = (0_usize, 0_usize, 0);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => at = text_end(bytes, at + 1)?,
            b'{' | b'[' => {
                depth += 1;
                objects += usize::from(byte == b'{');
                if depth > DEPTH {
                    let msg = format!("The JSON is nested deeper than {DEPTH} levels");
                    return Err(Fault::body("value_error", vec![at.into()], msg).into());
                }
                if objects > MAX_OBJECTS {
                    let text =
                        format!("The body has more than {MAX_OBJECTS} objects: send it in parts.");
                    return Err(Refusal::text(StatusCode::PAYLOAD_TOO_LARGE, text));
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// Returns the position of the string's closing quote, or the end of the bytes. `at` is the start of the string.
fn text_end(bytes: &[u8], mut at: usize) -> Result<usize, Fault> {
    while let Some(next) = memchr2(b'"', b'\\', &bytes[at..]) {
        at += next;
        if bytes[at] == b'"' {
            return Ok(at);
        }
        if bytes[at + 1..].starts_with(b"u0000") {
            return Err(Fault::body(
                "value_error",
                vec![at.into()],
                "A text contains the character NUL",
            ));
        }
        // An escaped character ends no string.
        at = (at + 2).min(bytes.len());
    }
    Ok(bytes.len())
}

async fn collect(body: Body, most: usize) -> Result<Bytes, Refusal> {
    let too_large = || {
        let text = format!("The body has more than {most} bytes.");
        Refusal::text(StatusCode::PAYLOAD_TOO_LARGE, text)
    };
    // A body that announces more than the limit is not read.
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    match Limited::new(body, most).collect().await {
        Ok(body) => Ok(without_mark(body.to_bytes())),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large()),
        Err(_) => Err(Refusal::bad("The body broke off before its end.")),
    }
}

/// Deserializes the bytes as a `T`, and reports the first invalid field.
fn slowly<T: Wire>(bytes: &[u8]) -> Result<T, Refusal> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Fault::body("missing", Vec::new(), "Field required").into());
    }
    if std::str::from_utf8(bytes).is_err() {
        return Err(Refusal::bad("There was an error parsing the body"));
    }
    let mut value: Value = serde_json::from_slice(bytes).map_err(|error| {
        let at = vec![error.column().into()];
        Fault::body("json_invalid", at, format!("JSON decode error: {error}"))
    })?;
    if !value.is_object() {
        let msg = "Input should be a valid dictionary or object to extract fields from";
        return Err(Fault::body("model_attributes_type", Vec::new(), msg).into());
    }
    Ok(parse_as(&mut value)??)
}

/// Deserializes the value as a `T`, and reports the first invalid field. The field's own server accepts strings for
/// other types, but not `null`.
fn parse_as<T: Wire>(value: &mut Value) -> Result<Result<T, Fault>, Refusal> {
    let embedded = EmbeddedJson::new(MAX_STRUCTURE);
    let lenience = Lenience {
        read: &|text| embedded.read(text),
        null_is_absent: false,
    };
    let fits = Shape::of::<T>().fit(value, lenience);
    embedded.check().map_err(too_structured)?;
    Ok(deserialize_fit(fits, value))
}

fn deserialize_fit<T: Wire>(fits: kernel::Result<()>, value: &mut Value) -> Result<T, Fault> {
    if let Err(error) = fits {
        let pointer = error.extra.fields.first().map(|field| &*field.pointer);
        let msg = "Input should be a valid dictionary or object to extract fields from";
        return Err(Fault::body(
            "model_attributes_type",
            super::refusal::path(pointer.unwrap_or_default()).collect(),
            msg,
        ));
    }
    serde_path_to_error::deserialize(value.take()).map_err(|error| {
        let text = error.inner().to_string();
        fault(error.path(), &text)
    })
}

fn fault(path: &Path, text: &str) -> Fault {
    let mut loc = Vec::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => loc.push(Value::from(*index)),
            Segment::Map { key } => loc.push(Value::from(key.as_str())),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    // Serde names a missing field only in its message; the path ends at the object that lacks it.
    if let Some(name) = text
        .strip_prefix("missing field `")
        .and_then(|rest| rest.split('`').next())
    {
        if loc.last() != Some(&Value::from(name)) {
            loc.push(name.into());
        }
        return Fault::body("missing", loc, "Field required");
    }
    let kind = match text {
        text if text.starts_with("unknown variant") => "enum",
        text if text.starts_with("invalid type") => "type_error",
        _ => "value_error",
    };
    Fault::body(kind, loc, plain(text))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Outer {
        #[serde(default)]
        _inner: Vec<Inner>,
        #[serde(default, rename = "inner")]
        _list: Vec<Inner>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Inner {
        #[serde(rename = "text")]
        _text: String,
    }

    #[test]
    fn depth_and_nul_are_bounded() {
        let deep = format!("{{\"a\":{}1{}}}", "[".repeat(40), "]".repeat(40));
        assert!(bounds(deep.as_bytes()).is_err());
        let flat = format!("{{\"a\":\"{}\\\"{}\"}}", "[".repeat(40), "{".repeat(40));
        assert!(bounds(flat.as_bytes()).is_ok());
        assert!(bounds(br#"{"a":"x\u0000"}"#).is_err());
        assert!(bounds(br#"{"a":"x\\u0000"}"#).is_ok());
    }

    #[test]
    fn objects_are_bounded() {
        let list = |objects: usize| format!("[{}0]", "{},".repeat(objects));
        assert!(bounds(list(65_536).as_bytes()).is_ok());
        assert!(bounds(list(65_537).as_bytes()).is_err());
        let text = format!("[\"{}\"]", "{".repeat(65_537));
        assert!(bounds(text.as_bytes()).is_ok(), "a text has none");
    }

    #[test]
    fn what_does_not_fit_has_a_place() {
        for (body, kind, loc) in [
            ("", "missing", json!(["body"])),
            ("{", "json_invalid", json!(["body", 1])),
            (
                "{\"inner\":[{\"text\":\"a\"},{}]}",
                "missing",
                json!(["body", "inner", 1, "text"]),
            ),
            (
                "{\"inner\":[{\"text\":7}]}",
                "type_error",
                json!(["body", "inner", 0, "text"]),
            ),
            ("{\"inner\":7}", "type_error", json!(["body", "inner"])),
            ("[]", "model_attributes_type", json!(["body"])),
            ("{\"inner\":null}", "type_error", json!(["body", "inner"])),
            (
                "{\"inner\":[[\"a\"]]}",
                "model_attributes_type",
                json!(["body", "inner", 0]),
            ),
        ] {
            let Err(Refusal::Faults(faults)) = read::<Outer>(body.as_bytes()) else {
                panic!("{body} was read");
            };
            assert_eq!(
                (faults[0].kind, json!(faults[0].loc)),
                (kind, loc),
                "{body}"
            );
        }
    }
}
