//! Takes a request in, up to the point where the arguments of one operation are left: content
//! type, size, conditions, the fields that are not the operation's. Knows no operation.

pub mod multipart;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Request, Response, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use kernel::operation::{Spec, Trait};
use kernel::{Code, Error, Result};
use serde_json::{Map, Value};

use super::reply::{self, Responder};
use super::{RequestContext, arguments, check};
use crate::Conditions;
use crate::FORM;
use crate::{FIELDS, IDEMPOTENCY_KEY, IF_VERSION, LEAD_EPOCH};

/// The most bytes a body has.
const BODY_BYTES: usize = 1024 * 1024;
/// The most bytes a body has when it takes whole files.
pub const CONTENT_BYTES: usize = 32 * 1024 * 1024;
/// The most bytes of a refused form that are kept for the page that shows it again.
const TYPED_BYTES: usize = 64 * 1024;
/// The content type of a form without files.
const URL_ENCODED: &str = "application/x-www-form-urlencoded";
/// The longest idempotency key, in bytes.
const KEY_BYTES: usize = 200;

/// A request whose arguments are still to be read.
pub struct Intake {
    /// Whom to ask, for whom.
    pub context: RequestContext,
    /// The operation's arguments.
    pub body: Kind,
    /// What the caller asks for besides.
    pub conditions: Conditions,
    /// How to answer.
    pub responder: Responder,
}

/// Arguments, checked but not typed yet.
pub enum Kind {
    /// A JSON object, and the text it was read from.
    Json(Map<String, Value>, Bytes),
    /// Fields of a query, decoded.
    Query(Vec<(String, String)>),
    /// Fields of a form, decoded: one that a person left empty is none.
    Fields(Vec<(String, String)>),
}

/// Takes a request in, or answers it.
///
/// The refusal is boxed because it is much larger than what is usual.
pub async fn take(request: Request<Body>, spec: &Spec) -> Result<Intake, Box<Response<Body>>> {
    let (mut parts, body) = request.into_parts();
    let Some(context) = parts.extensions.remove::<RequestContext>() else {
        let error = Error::internal("the request came without its context");
        return Err(Box::new(reply::problem(error, "")));
    };
    let mut responder = Responder::of(&parts);
    let early = context
        .admit(spec)
        .and_then(|()| from_headers(&parts.headers));
    let conditions = match early {
        Ok(conditions) => conditions,
        Err(error) => {
            if error.code == Code::Unauthenticated && context.ended_session.is_some() {
                keep(&parts.headers, body, &mut responder).await;
            }
            return Err(Box::new(responder.refuse(error, &context, spec)));
        }
    };
    match read(&parts, body, spec, conditions, &context, &mut responder).await {
        Ok((body, conditions)) => Ok(Intake {
            context,
            body,
            conditions,
            responder,
        }),
        Err(error) => Err(Box::new(responder.refuse(error, &context, spec))),
    }
}

/// Keeps what was typed into a form of a person whose session has ended meanwhile, as far as it is short. The gate
/// has checked that the form is of a page of Loci's own.
async fn keep(headers: &HeaderMap, body: Body, responder: &mut Responder) {
    if content_type(headers) != URL_ENCODED {
        return;
    }
    let Ok(bytes) = collect(body, TYPED_BYTES).await else {
        return;
    };
    let Ok(text) = std::str::from_utf8(&bytes) else {
        return;
    };
    let mut fields = arguments::query_pairs(text);
    for name in ["redirect", "csrf"] {
        remove(&mut fields, name);
    }
    responder.form = remove(&mut fields, FORM).unwrap_or_default();
    responder.typed = typed(&fields);
}

/// Takes arguments in that came in a message of another door.
///
/// # Errors
/// What a body with these arguments would be refused with.
pub fn given(mut arguments: Map<String, Value>, spec: &Spec) -> Result<(Kind, Conditions)> {
    check::object(&arguments)?;
    let text = serde_json::to_vec(&arguments)
        .map_err(|error| Error::internal(format!("arguments have no JSON form: {error}")))?;
    if text.len() > most_bytes(spec) {
        return Err(too_large(most_bytes(spec)));
    }
    let mut conditions = Conditions::default();
    from_json(&mut arguments, &mut conditions)?;
    Ok((Kind::Json(arguments, text.into()), conditions))
}

/// The most bytes that the arguments of an operation have.
fn most_bytes(spec: &Spec) -> usize {
    if spec.has(Trait::TakesFiles) {
        CONTENT_BYTES
    } else {
        BODY_BYTES
    }
}

fn too_large(limit: usize) -> Error {
    Error::new(
        Code::TooLarge,
        format!("The body has more than {limit} bytes, which is the most this operation takes."),
    )
}

async fn read(
    parts: &Parts,
    body: Body,
    spec: &Spec,
    mut conditions: Conditions,
    context: &RequestContext,
    responder: &mut Responder,
) -> Result<(Kind, Conditions)> {
    if parts.method == Method::GET || parts.method == Method::HEAD {
        let mut fields = arguments::query_pairs(parts.uri.query().unwrap_or_default());
        check::fields(&fields)?;
        from_fields(&mut fields, &mut conditions)?;
        return Ok((Kind::Query(fields), conditions));
    }
    if let Some(coding) = parts.headers.get(header::CONTENT_ENCODING)
        && !coding.as_bytes().eq_ignore_ascii_case(b"identity")
    {
        return Err(unsupported("a content encoding"));
    }
    let limit = most_bytes(spec);
    match content_type(&parts.headers) {
        kind @ (URL_ENCODED | multipart::TYPE) => {
            let bytes = collect(body, limit).await?;
            let (mut fields, files) = if kind == multipart::TYPE {
                multipart::fields(&parts.headers, bytes).await?
            } else {
                let text = std::str::from_utf8(&bytes)
                    .map_err(|_| Error::invalid("The body is not UTF-8."))?;
                if text.trim_start().starts_with('{') {
                    return Err(unsupported("JSON under the content type of a form"));
                }
                (arguments::query_pairs(text), Vec::new())
            };
            responder.redirect = remove(&mut fields, "redirect");
            let form = remove(&mut fields, FORM).unwrap_or_default();
            let csrf = remove(&mut fields, "csrf");
            if let Some(expected) = &context.csrf
                && csrf.as_deref() != Some(expected)
            {
                return Err(Error::forbidden(
                    "This form is not from a page of this session. Go back, reload it and try again.",
                ));
            }
            // Only now: what others made the browser send is not brought back.
            responder.form = form;
            responder.typed = typed(&fields);
            multipart::take_in(&mut fields, files)?;
            let mut fields = arguments::spread_lines(fields);
            check::fields(&fields)?;
            from_fields(&mut fields, &mut conditions)?;
            // Forms are of pages, which read whole answers.
            Ok((Kind::Fields(fields), conditions.whole()))
        }
        kind if kind == "application/json" || kind.ends_with("+json") || kind.is_empty() => {
            let bytes = collect(body, limit).await?;
            if kind.is_empty() && !bytes.is_empty() {
                return Err(unsupported("no content type"));
            }
            let bytes = check::without_mark(bytes);
            let mut arguments = check::json(&bytes)?;
            from_json(&mut arguments, &mut conditions)?;
            Ok((Kind::Json(arguments, bytes), conditions))
        }
        other => Err(unsupported(other)),
    }
}

fn content_type(headers: &HeaderMap) -> &str {
    let text = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    text.split(';').next().unwrap_or_default().trim()
}

fn unsupported(found: &str) -> Error {
    let mut error = Error::invalid(format!(
        "The body has {found}. Send JSON with `Content-Type: application/json`."
    ));
    error.extra.reason = Some(reply::UNSUPPORTED.into());
    error
}

async fn collect(body: Body, limit: usize) -> Result<Bytes> {
    // What says that it is too large is not asked for.
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    match Limited::new(body, limit).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large(limit)),
        Err(_) => Err(Error::invalid("The body broke off before its end.")),
    }
}

fn from_headers(headers: &HeaderMap) -> Result<Conditions> {
    let key = text(headers, &header::HeaderName::from_static("idempotency-key"))?;
    Ok(Conditions {
        if_version: None,
        if_match: versions(headers)?,
        idempotency_key: key
            .map(|key| checked_key(key.trim().trim_matches('"')))
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

/// The versions of one of which what a request changes must still be; none when that is no condition.
///
/// # Errors
/// `invalid` when `If-Match` is no `ETag` of an earlier answer.
pub fn versions(headers: &HeaderMap) -> Result<Vec<u64>> {
    text(headers, &header::IF_MATCH)?.map_or(Ok(Vec::new()), if_match)
}

/// The versions that an `If-Match` names: `"v12"` as an earlier answer's `ETag`, also weak (a proxy that
/// compresses makes it so), without quotes, or the bare number; `*` is no condition.
fn if_match(text: &str) -> Result<Vec<u64>> {
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

fn checked_key(key: &str) -> Result<String> {
    if key.is_empty() || key.len() > KEY_BYTES {
        return Err(Error::field(
            format!("/{IDEMPOTENCY_KEY}"),
            format!("expected 1 to {KEY_BYTES} bytes"),
        ));
    }
    Ok(key.into())
}

fn from_json(arguments: &mut Map<String, Value>, conditions: &mut Conditions) -> Result<()> {
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
            conditions.fields = Some(match check::embedded(&text) {
                Some(names @ Value::Array(_)) => texts(names)?,
                _ => split(&text).collect(),
            });
        }
        Some(names) => conditions.fields = Some(texts(names)?),
    }
    match arguments.remove(IDEMPOTENCY_KEY) {
        None | Some(Value::Null) => {}
        Some(Value::String(key)) => {
            let key = checked_key(&key)?;
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

fn from_fields(fields: &mut Vec<(String, String)>, conditions: &mut Conditions) -> Result<()> {
    if let Some(text) = remove(fields, IF_VERSION).filter(|text| !text.is_empty()) {
        let version = text.parse().map_err(|_| {
            Error::field(format!("/{IF_VERSION}"), "expected a version, such as 12")
        })?;
        expect(conditions, version)?;
    }
    while let Some(text) = remove(fields, FIELDS) {
        let names = split(&text);
        conditions.fields.get_or_insert_default().extend(names);
    }
    if let Some(text) = remove(fields, LEAD_EPOCH).filter(|text| !text.is_empty()) {
        conditions.lead_epoch = Some(text.parse().map_err(|_| odd_epoch())?);
    }
    if let Some(key) = remove(fields, IDEMPOTENCY_KEY).filter(|text| !text.is_empty()) {
        let key = checked_key(&key)?;
        know(conditions, key)?;
    }
    Ok(())
}

/// A whole number, also as the text that some clients make of it.
fn whole(value: &Value) -> Option<u64> {
    value
        .as_u64()
        .or_else(|| value.as_str()?.trim().parse().ok())
}

/// The names of fields with commas between them.
fn split(names: &str) -> impl Iterator<Item = String> {
    names.split(',').map(|name| name.trim().to_owned())
}

/// The names of fields.
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

/// Takes the version that the body names.
fn expect(conditions: &mut Conditions, version: u64) -> Result<()> {
    let named = &conditions.if_match;
    if !named.is_empty() && !named.contains(&version) {
        return Err(contradicted(IF_VERSION));
    }
    conditions.if_version = Some(version);
    Ok(())
}

/// Takes the key that the body names.
fn know(conditions: &mut Conditions, key: String) -> Result<()> {
    if let Some(named) = &conditions.idempotency_key
        && *named != key
    {
        return Err(contradicted(IDEMPOTENCY_KEY));
    }
    conditions.idempotency_key = Some(key);
    Ok(())
}

/// That a header says something else than the body: to follow either would break the other's promise.
fn contradicted(field: &str) -> Error {
    let detail = "the header says something else: send one of the two";
    Error::field(format!("/{field}"), detail)
}

/// What a refused form brings back: everything but secrets, as long as it is no more than a person types.
fn typed(fields: &[(String, String)]) -> Vec<(String, String)> {
    let bytes: usize = fields
        .iter()
        .map(|(name, value)| name.len() + value.len())
        .sum();
    if bytes > TYPED_BYTES {
        return Vec::new();
    }
    let is_secret = |name: &str| name.contains("password") || name.contains("secret");
    let kept = fields.iter().filter(|(name, _)| !is_secret(name));
    kept.cloned().collect()
}

fn remove(fields: &mut Vec<(String, String)>, name: &str) -> Option<String> {
    let at = fields.iter().position(|(key, _)| key == name)?;
    Some(fields.remove(at).1)
}

#[cfg(test)]
mod tests;
