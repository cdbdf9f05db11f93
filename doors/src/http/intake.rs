//! Parses a request up to the arguments of its operation: content type, size, conditions, and the fields that are not
//! the operation's.

mod conditions;
pub mod multipart;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Request, Response, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use kernel::operation::{Spec, Trait};
use kernel::{Code, Error, Result};
use serde_json::{Map, Value};

pub use self::conditions::versions;
use self::conditions::{from_fields, from_headers, from_json};
use super::check::MAX_STRUCTURE;
use super::reply::{self, Responder};
use super::{RequestContext, arguments, bulk, check};
use crate::Conditions;
use crate::FORM;

/// Maximum size of a body, in bytes.
const BODY_BYTES: usize = 1024 * 1024;
/// Maximum size of a body of an operation that takes files, in bytes.
pub const CONTENT_BYTES: usize = 32 * 1024 * 1024;
/// Maximum size of a rejected form that is stored for the page that shows it again, in bytes.
const TYPED_BYTES: usize = 64 * 1024;
/// Content type of a form without files.
const URL_ENCODED: &str = "application/x-www-form-urlencoded";

/// Request whose arguments are not deserialized yet.
pub struct Intake {
    /// Kernel and caller.
    pub context: RequestContext,
    /// Arguments of the operation.
    pub body: Kind,
    /// Conditions of the call.
    pub conditions: Conditions,
    /// Response format.
    pub responder: Responder,
}

/// Checked JSON object.
pub struct Json {
    /// Members, without the conditions.
    pub fields: Map<String, Value>,
    /// JSON text that it was parsed from.
    pub text: Bytes,
    /// Permit that is held until the members are deserialized.
    pub permit: bulk::Permit,
}

/// Checked arguments that are not deserialized yet.
pub enum Kind {
    /// JSON object.
    Json(Json),
    /// Decoded fields of a query.
    Query(Vec<(String, String)>),
    /// Decoded fields of a form; a field left empty counts as absent.
    Fields(Vec<(String, String)>),
}

impl Kind {
    /// Returns the approximate size of the arguments, in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Json(json) => json.text.len(),
            Self::Query(fields) | Self::Fields(fields) => length(fields),
        }
    }
}

/// Parses a request, or returns the response that rejects it.
///
/// The error is boxed because it is much larger than the usual result.
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
            return Err(Box::new(responder.refuse(error, &context, spec).await));
        }
    };
    match read(&parts, body, spec, conditions, &context, &mut responder).await {
        Ok((body, conditions)) => Ok(Intake {
            context,
            body,
            conditions,
            responder,
        }),
        Err(error) => Err(Box::new(responder.refuse(error, &context, spec).await)),
    }
}

/// Keeps the values of a form whose sender's session has ended meanwhile, if they are short. The gate has checked that
/// the form is from a page of Loci.
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
    responder.typed = restorable_fields(&fields);
}

/// Parses the JSON object with the arguments of an operation, and merges its conditions into those given.
///
/// # Errors
/// `too_large` before anything is parsed; `invalid` if the text is not a JSON object, or a condition is invalid.
pub async fn json(
    text: Bytes,
    spec: &Spec,
    mut conditions: Conditions,
) -> Result<(Kind, Conditions)> {
    if text.len() > most_bytes(spec) {
        return Err(too_large(most_bytes(spec)));
    }
    let permit = bulk::permit(text.len()).await;
    let parsed = bulk::run(text.len(), move || {
        check::structure(&text, MAX_STRUCTURE)?;
        let mut fields = check::json(&text)?;
        from_json(&mut fields, &mut conditions)?;
        let json = Json {
            fields,
            text,
            permit,
        };
        Ok((Kind::Json(json), conditions))
    });
    parsed.await?
}

/// Returns the maximum size of an operation's arguments, in bytes.
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
        let query = parts.uri.query().unwrap_or_default();
        check::count(query)?;
        let mut fields = arguments::query_pairs(query);
        check::fields(&fields)?;
        from_fields(&mut fields, &mut conditions)?;
        return Ok((Kind::Query(fields), conditions));
    }
    if let Some(coding) = parts.headers.get(header::CONTENT_ENCODING)
        && !coding.as_bytes().eq_ignore_ascii_case(b"identity")
    {
        return Err(media_type_error("a content encoding"));
    }
    let limit = most_bytes(spec);
    match content_type(&parts.headers) {
        kind @ (URL_ENCODED | multipart::TYPE) => {
            let bytes = collect(body, limit).await?;
            let (mut fields, files) = if kind == multipart::TYPE {
                multipart::fields(&parts.headers, bytes).await?
            } else {
                let fields = bulk::run(bytes.len(), move || url_encoded(&bytes)).await??;
                (fields, Vec::new())
            };
            responder.redirect = remove(&mut fields, "redirect");
            let form = remove(&mut fields, FORM).unwrap_or_default();
            let csrf = remove(&mut fields, "csrf");
            context.check_csrf(csrf.as_deref())?;
            // Only after the CSRF check: values that another site made the browser send are not shown again.
            responder.form = form;
            responder.typed = restorable_fields(&fields);
            let total = length(&fields) + files.iter().map(|(_, file)| file.len()).sum::<usize>();
            let checked = bulk::run(total, move || {
                multipart::take_in(&mut fields, files)?;
                let mut fields = arguments::spread_lines(fields)?;
                check::fields(&fields)?;
                from_fields(&mut fields, &mut conditions)?;
                // Forms are sent by pages, which read whole answers.
                Ok((Kind::Fields(fields), conditions.whole()))
            });
            checked.await?
        }
        kind if kind == "application/json" || kind.ends_with("+json") || kind.is_empty() => {
            let bytes = collect(body, limit).await?;
            if kind.is_empty() && !bytes.is_empty() {
                return Err(media_type_error("no content type"));
            }
            json(check::without_mark(bytes), spec, conditions).await
        }
        other => Err(media_type_error(other)),
    }
}

/// Parses the fields of a url-encoded form.
fn url_encoded(bytes: &[u8]) -> Result<Vec<(String, String)>> {
    let text = std::str::from_utf8(bytes).map_err(|_| Error::invalid("The body is not UTF-8."))?;
    if text.trim_start().starts_with('{') {
        return Err(media_type_error("JSON under the content type of a form"));
    }
    check::count(text)?;
    Ok(arguments::query_pairs(text))
}

fn content_type(headers: &HeaderMap) -> &str {
    let text = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    text.split(';').next().unwrap_or_default().trim()
}

fn media_type_error(found: &str) -> Error {
    let mut error = Error::invalid(format!(
        "The body has {found}. Send JSON with `Content-Type: application/json`."
    ));
    error.extra.reason = Some(reply::UNSUPPORTED.into());
    error
}

async fn collect(body: Body, limit: usize) -> Result<Bytes> {
    // A body that announces more than the limit is not read.
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    match Limited::new(body, limit).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large(limit)),
        Err(_) => Err(Error::invalid("The body broke off before its end.")),
    }
}

/// Returns the fields that a rejected form shows again: all but secrets, up to `TYPED_BYTES`.
fn restorable_fields(fields: &[(String, String)]) -> Vec<(String, String)> {
    if length(fields) > TYPED_BYTES {
        return Vec::new();
    }
    let is_secret = |name: &str| name.contains("password") || name.contains("secret");
    let kept = fields.iter().filter(|(name, _)| !is_secret(name));
    kept.cloned().collect()
}

/// Returns the total bytes of the fields' names and values.
fn length(fields: &[(String, String)]) -> usize {
    let bytes = fields.iter().map(|(name, value)| name.len() + value.len());
    bytes.sum()
}

fn remove(fields: &mut Vec<(String, String)>, name: &str) -> Option<String> {
    let at = fields.iter().position(|(key, _)| key == name)?;
    Some(fields.remove(at).1)
}

#[cfg(test)]
mod tests;
