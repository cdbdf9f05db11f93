//! Parses the conditions of a call from headers or from its arguments.

use axum::http::{HeaderMap, header};
use kernel::{Error, Result};
use serde_json::{Map, Value};

use super::remove;
use crate::http::check::{EmbeddedJson, MAX_STRUCTURE};
use crate::{Conditions, FIELDS, IDEMPOTENCY_KEY, IF_VERSION, LEAD_EPOCH, MAX_KEY_BYTES};

pub fn from_headers(headers: &HeaderMap) -> Result<Conditions> {
    let key = text(headers, &header::HeaderName::from_static("idempotency-key"))?;
    Ok(Conditions {
        if_version: None,
        if_match: versions(headers)?,
        idempotency_key: key
            .map(|key| check_key(key.trim().trim_matches('"')))
            .transpose()?,
        lead_epoch: None,
        fields: None,
    })
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Result<Option<&'a str>> {
    let value = headers.get(name).map(header::HeaderValue::to_str);
    value
        .transpose()
        .map_err(|_| Error::invalid(format!("The header {name} is not plain text.")))
}

/// Returns the versions in `If-Match`, of which the changed resource has to be at one; empty without a condition.
///
/// # Errors
/// `invalid` if `If-Match` is not an `ETag` of an earlier answer.
pub fn versions(headers: &HeaderMap) -> Result<Vec<u64>> {
    text(headers, &header::IF_MATCH)?.map_or(Ok(Vec::new()), if_match)
}

/// Parses `If-Match`: `"v12"` as an earlier answer's `ETag`, also weak (a proxy that compresses makes it so), without
/// quotes, or the bare number; `*` is no condition.
pub fn if_match(text: &str) -> Result<Vec<u64>> {
    if text.trim() == "*" {
        return Ok(Vec::new());
    }
    let one = |tag: &str| {
        let tag = tag.trim();
        let bare = tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"');
        bare.strip_prefix('v').unwrap_or(bare).parse().ok()
    };
    let versions: Option<Vec<u64>> = text.split(',').map(one).collect();
    versions.ok_or_else(|| {
        Error::field(
            "/if_version",
            "If-Match is not the ETag of an earlier answer, such as \"v12\", or several of them",
        )
    })
}

fn check_key(key: &str) -> Result<String> {
    if key.is_empty() || key.len() > MAX_KEY_BYTES {
        return Err(Error::field(
            format!("/{IDEMPOTENCY_KEY}"),
            format!("expected 1 to {MAX_KEY_BYTES} bytes"),
        ));
    }
    Ok(key.into())
}

pub fn from_json(arguments: &mut Map<String, Value>, conditions: &mut Conditions) -> Result<()> {
    match arguments.remove(IF_VERSION) {
        None | Some(Value::Null) => {}
        Some(value) => {
            let version = whole(&value).ok_or_else(|| {
                Error::field(format!("/{IF_VERSION}"), "expected a version, such as 12")
            })?;
            expect(conditions, version)?;
        }
    }
    match arguments.remove(LEAD_EPOCH) {
        None | Some(Value::Null) => {}
        Some(value) => {
            let epoch = whole(&value).and_then(|epoch| epoch.try_into().ok());
            conditions.lead_epoch = Some(epoch.ok_or_else(odd_epoch)?);
        }
    }
    match arguments.remove(FIELDS) {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => {
            conditions.fields = Some(match EmbeddedJson::new(MAX_STRUCTURE).read(&text) {
                Some(names @ Value::Array(_)) => texts(names)?,
                _ => split(&text).collect(),
            });
        }
        Some(names) => conditions.fields = Some(texts(names)?),
    }
    match arguments.remove(IDEMPOTENCY_KEY) {
        None | Some(Value::Null) => {}
        Some(Value::String(key)) => {
            let key = check_key(&key)?;
            know(conditions, key)?;
        }
        Some(_) => {
            return Err(Error::field(
                format!("/{IDEMPOTENCY_KEY}"),
                "expected a text",
            ));
        }
    }
    Ok(())
}

pub fn from_fields(fields: &mut Vec<(String, String)>, conditions: &mut Conditions) -> Result<()> {
    if let Some(text) = remove(fields, IF_VERSION).filter(|text| !text.is_empty()) {
        let version = text.parse().map_err(|_| {
            Error::field(format!("/{IF_VERSION}"), "expected a version, such as 12")
        })?;
        expect(conditions, version)?;
    }
    for (_, text) in fields.extract_if(.., |(name, _)| name == FIELDS) {
        let names = split(&text);
        conditions.fields.get_or_insert_default().extend(names);
    }
    if let Some(text) = remove(fields, LEAD_EPOCH).filter(|text| !text.is_empty()) {
        conditions.lead_epoch = Some(text.parse().map_err(|_| odd_epoch())?);
    }
    if let Some(key) = remove(fields, IDEMPOTENCY_KEY).filter(|text| !text.is_empty()) {
        let key = check_key(&key)?;
        know(conditions, key)?;
    }
    Ok(())
}

/// Parses an integer, also from the string that some clients send.
fn whole(value: &Value) -> Option<u64> {
    value
        .as_u64()
        .or_else(|| value.as_str()?.trim().parse().ok())
}

/// Splits comma-separated field names.
fn split(names: &str) -> impl Iterator<Item = String> {
    names.split(',').map(|name| name.trim().to_owned())
}

/// Parses a JSON list of field names.
fn texts(names: Value) -> Result<Vec<String>> {
    let odd = |place: String| Error::field(place, "expected a list of names, such as [\"id\"]");
    let Value::Array(names) = names else {
        return Err(odd(format!("/{FIELDS}")));
    };
    let names = names.into_iter().enumerate();
    let names = names.map(|(nth, name)| match name {
        Value::String(name) => Ok(name),
        _ => Err(odd(format!("/{FIELDS}/{nth}"))),
    });
    names.collect()
}

fn odd_epoch() -> Error {
    let detail = "expected the epoch of a lead, such as 1";
    Error::field(format!("/{LEAD_EPOCH}"), detail)
}

/// Sets the version that the body names.
fn expect(conditions: &mut Conditions, version: u64) -> Result<()> {
    let named = &conditions.if_match;
    if !named.is_empty() && !named.contains(&version) {
        return Err(contradiction_error(IF_VERSION));
    }
    conditions.if_version = Some(version);
    Ok(())
}

/// Sets the idempotency key that the body names.
fn know(conditions: &mut Conditions, key: String) -> Result<()> {
    if let Some(named) = &conditions.idempotency_key
        && *named != key
    {
        return Err(contradiction_error(IDEMPOTENCY_KEY));
    }
    conditions.idempotency_key = Some(key);
    Ok(())
}

/// Creates the error about a header that contradicts the body: following either would violate the other.
fn contradiction_error(field: &str) -> Error {
    let detail = "the header says something else: send one of the two";
    Error::field(format!("/{field}"), detail)
}
