//! Responses of operations: JSON, problem details, or a redirect to a page.

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use kernel::actor::Door;
use kernel::answer::Answer;
use kernel::operation::{Spec, Trait};
use kernel::ports::form_results::Sender;
use kernel::problem::Problem;
use kernel::registry::Output;
use kernel::{Code, Error};
use serde_json::Value;

use super::RequestContext;
use super::arguments::local_address;
use super::flashes;
use super::intake::multipart;
use crate::{Flash, base_path, encoding};

/// Reason of a 415: unsupported content type.
pub const UNSUPPORTED: &str = "unsupported_media_type";
/// Reason of a 405.
pub const METHOD: &str = "method_not_allowed";
/// Reason of a 408: the request did not arrive in time.
pub const TIMEOUT: &str = "request_timeout";
/// Reason of the error about a disk that is nearly full.
pub const DISK_FULL: &str = "free_disk";
/// Reason of the error about a host name that is not Loci's.
pub const UNKNOWN_HOST: &str = "unknown_host";
/// Reason of the error about an idempotency key that came with another body before.
pub const KEY_REUSED: &str = "idempotency_key_reused";

/// Response format that a request asks for.
pub enum Back {
    /// JSON.
    Json,
    /// Redirect to a page: the request is a form of a browser without JavaScript.
    Page,
}

/// Builds the response to one request.
pub struct Responder {
    back: Back,
    /// Redirect target that the form asks for.
    pub redirect: Option<String>,
    /// Id of the form on its page.
    pub form: String,
    /// Submitted values, which a rejected form shows again.
    pub typed: Vec<(String, String)>,
    /// `If-None-Match` of a GET.
    known: Option<String>,
    referer: Option<String>,
}

/// Content types of forms.
const FORMS: [&str; 2] = ["application/x-www-form-urlencoded", multipart::TYPE];

impl Responder {
    /// Creates the responder of a request: a page's if it sends a form and accepts HTML, else JSON.
    #[must_use]
    pub fn of(parts: &Parts) -> Self {
        let text = |name| {
            parts
                .headers
                .get(name)
                .and_then(|value: &HeaderValue| value.to_str().ok())
                .unwrap_or_default()
        };
        let kind = text(header::CONTENT_TYPE);
        let form = FORMS.iter().any(|form| kind.starts_with(form));
        let back = if form && text(header::ACCEPT).contains("text/html") {
            Back::Page
        } else {
            Back::Json
        };
        Self {
            back,
            redirect: None,
            form: String::new(),
            typed: Vec::new(),
            known: matches!(parts.method, Method::GET | Method::HEAD)
                .then(|| text(header::IF_NONE_MATCH).to_owned()),
            referer: path_of(text(header::REFERER)).map(Into::into),
        }
    }

    /// Returns the API that the request used.
    #[must_use]
    pub fn door(&self) -> Door {
        match self.back {
            Back::Json => Door::Http,
            Back::Page => Door::Page,
        }
    }

    /// Responds with the answer of an operation.
    pub async fn answer(
        &self,
        json: Vec<u8>,
        etag: Option<&str>,
        context: &RequestContext,
        spec: &Spec,
    ) -> Response<Body> {
        if matches!(self.back, Back::Json) {
            return json_response(json, etag);
        }
        let answer: Value = serde_json::from_slice(&json).unwrap_or_default();
        let to = self.target(&answer);
        // After a dry run the form keeps its values.
        let only_looked = self
            .typed
            .iter()
            .any(|(name, value)| name == "dry_run" && value == "true");
        let sent = if only_looked {
            self.typed.clone()
        } else {
            Vec::new()
        };
        let flash = Flash {
            operation: spec.name.into(),
            form: self.form.clone(),
            sent,
            answer,
            ..Flash::default()
        };
        back_to(&to, context, &flash)
            .await
            .unwrap_or_else(|| json_response(json, etag))
    }

    /// Responds 304 if the client already has this answer: of an operation that reads one resource, or an answer with a
    /// tag.
    #[must_use]
    pub fn not_modified(&self, answer: &Answer<Output>, spec: &Spec) -> Option<Response<Body>> {
        let tag = etag(answer)?;
        let is_sent = || {
            let mut tags = self.known.as_deref()?.split(',').map(str::trim);
            let is_tag = |known: &str| known.strip_prefix("W/").unwrap_or(known) == tag;
            Some(tags.any(|known| known == "*" || is_tag(known)))
        };
        let can_be = spec.has(Trait::OfOneThing) || answer.tag.is_some();
        let is_said = answer.tag.as_ref().is_some_and(|tag| tag.is_known);
        if matches!(self.back, Back::Page) || !can_be || !is_said && is_sent() != Some(true) {
            return None;
        }
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        let tag = HeaderValue::from_str(&tag).ok()?;
        response.headers_mut().insert(header::ETAG, tag);
        Some(response)
    }

    /// Responds with the error of an operation.
    pub async fn refuse(
        &self,
        error: Error,
        context: &RequestContext,
        spec: &Spec,
    ) -> Response<Body> {
        let has_ended = context.actor.is_none() && error.code == Code::Unauthenticated;
        if matches!(self.back, Back::Json) || context.actor.is_none() && !has_ended {
            return problem(error, &context.request);
        }
        log_internal(&error, &context.request);
        let error = if has_ended {
            Error::conflict("session_ended", ENDED)
        } else {
            error
        };
        let flash = Flash {
            operation: spec.name.into(),
            form: self.form.clone(),
            sent: self.typed.clone(),
            problem: Some(Problem::new(error.clone(), &context.request)),
            ..Flash::default()
        };
        let to = self.referer.as_deref().unwrap_or(base_path::home());
        let to = with_fragment(to, &self.form);
        if !has_ended {
            let back = back_to(&to, context, &flash).await;
            return back.unwrap_or_else(|| problem(error, &context.request));
        }
        let id = match flashes::sender_of_ended_session(context) {
            Some(sender) => hold(&sender, context, &flash).await,
            None => None,
        };
        let mut page = base_path::at("/sign-in?next=");
        encoding::encode(&with_flash(&to, id.as_deref()), &mut page);
        redirect(&page)
    }

    /// Returns the redirect target of a form: the one that it asks for, in which `{id}` is replaced with that member of
    /// the answer; else the page that it came from.
    fn target(&self, answer: &Value) -> String {
        let wish = self
            .redirect
            .as_deref()
            .map(|wish| encoding::fill(wish, answer));
        wish.as_deref()
            .and_then(local_address)
            .or(self.referer.as_deref())
            .unwrap_or(base_path::home())
            .into()
    }
}

/// Returns the path and query of an address, ignoring its host: the guard has checked the origin.
fn path_of(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    local_address(&rest[rest.find('/')?..])
}

/// Message to a person who sent a form after their session had ended.
const ENDED: &str =
    "Your session had ended, so nothing was done. What you wrote is here: send it again.";

/// Redirects a browser to a page that will show the flash. Returns `None` if the flash cannot be stored, as on a full
/// disk: the caller then responds with its content, so that nothing is lost.
pub async fn back_to(to: &str, context: &RequestContext, flash: &Flash) -> Option<Response<Body>> {
    let id = hold(&flashes::sender(context), context, flash).await?;
    Some(redirect(&with_flash(to, Some(&id))))
}

/// Stores a flash and returns its id, or logs why it cannot be stored.
async fn hold(sender: &Sender, context: &RequestContext, flash: &Flash) -> Option<String> {
    let held = context.flashes.hold(sender, flash).await;
    held.inspect_err(|error| {
        let request = &*context.request;
        tracing::warn!(
            request,
            detail = error.detail,
            "the result of a form cannot be stored"
        );
    })
    .ok()
}

/// Sets the form's id as the fragment of `to`, so that the browser scrolls to the form.
fn with_fragment(to: &str, form: &str) -> String {
    let address = to.split('#').next().unwrap_or_default();
    if form.is_empty() {
        return address.to_owned();
    }
    let mut out = format!("{address}#");
    encoding::encode(form, &mut out);
    out
}

/// Sets the id of a flash in the query of `to`, replacing an earlier one.
fn with_flash(to: &str, id: Option<&str>) -> String {
    let (address, fragment) = to.split_once('#').map_or((to, None), |(a, f)| (a, Some(f)));
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let pairs = query
        .split('&')
        .filter(|pair| !pair.is_empty() && !pair.starts_with("flash="))
        .map(str::to_owned)
        .chain(id.map(|id| format!("flash={id}")))
        .collect::<Vec<_>>()
        .join("&");
    let mut out = path.to_owned();
    if !pairs.is_empty() {
        out.push('?');
        out.push_str(&pairs);
    }
    if let Some(fragment) = fragment {
        out.push('#');
        out.push_str(fragment);
    }
    out
}

/// Redirects after a form: the browser requests the new address with GET.
#[must_use]
pub fn redirect(to: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::FOUND;
    let to = HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static(base_path::home()));
    response.headers_mut().insert(header::LOCATION, to);
    response
}

/// Returns the `ETag` of an answer: its own, or its version.
#[must_use]
pub fn etag<T>(answer: &Answer<T>) -> Option<String> {
    match (&answer.tag, answer.version) {
        (Some(tag), _) => Some(format!("\"{}\"", tag.etag)),
        (None, version) => version.map(|version| format!("\"v{version}\"")),
    }
}

/// Responds with an answer as JSON and its `ETag`.
#[must_use]
pub fn json_response(json: Vec<u8>, etag: Option<&str>) -> Response<Body> {
    let mut response = Response::new(Body::from(json));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    let tag = etag.and_then(|etag| HeaderValue::from_str(etag).ok());
    if let Some(tag) = tag {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn log_internal(error: &Error, request: &str) {
    if error.code == Code::Internal {
        tracing::error!(request, detail = error.detail, "a fault of Loci");
    }
}

/// Returns the HTTP status of an error. Some reasons have a more specific status than their error code.
fn status(error: &Error) -> u16 {
    match error.extra.reason.as_deref() {
        Some(UNSUPPORTED) => 415,
        Some(METHOD) => 405,
        Some(TIMEOUT) => 408,
        Some(DISK_FULL) => 507,
        Some(UNKNOWN_HOST) => 421,
        Some(KEY_REUSED) => 422,
        _ => error.code.status(),
    }
}

/// Responds with an error as problem details.
#[must_use]
pub fn problem(error: Error, request: &str) -> Response<Body> {
    log_internal(&error, request);
    let status = status(&error);
    let mut problem = Problem::new(error, request);
    problem.status = status;
    if problem.code == Code::Unavailable {
        problem.retry_after_seconds.get_or_insert(1);
    }
    let body = serde_json::to_vec(&problem).unwrap_or_default();
    let mut response = Response::new(Body::from(body));
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/problem+json"),
    );
    if let Some(seconds) = problem.retry_after_seconds {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if status == 401 {
        headers.insert(
            header::WWW_AUTHENTICATE,
            HeaderValue::from_static("Bearer realm=\"loci\""),
        );
    }
    if let (Code::Conflict, Some(current)) = (problem.code, problem.current)
        && let Ok(tag) = HeaderValue::from_str(&format!("\"v{current}\""))
    {
        headers.insert(header::ETAG, tag);
    }
    response
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_form_goes_where_it_wishes_within_this_site() {
        let responder = |redirect: &str| Responder {
            back: Back::Page,
            redirect: Some(redirect.into()),
            form: String::new(),
            typed: Vec::new(),
            known: None,
            referer: Some("/from".into()),
        };
        let answer = json!({"workflow": {"id": "01J"}, "version": 3, "title": "a/b"});
        for (wish, to) in [
            ("/workflows/{workflow.id}", "/workflows/01J"),
            ("/x?v={version}#t", "/x?v=3#t"),
            ("/{title}", "/a%2Fb"),
            ("//evil.example", "/from"),
            ("https://evil.example", "/from"),
            ("/{missing}/evil.example", "/from"),
        ] {
            assert_eq!(responder(wish).target(&answer), to, "{wish}");
        }
    }

    #[test]
    fn a_flash_takes_the_place_of_an_earlier_one() {
        assert_eq!(
            with_flash("/a?flash=1&b=2#c", Some("9")),
            "/a?b=2&flash=9#c"
        );
        assert_eq!(with_flash("/a?flash=1", None), "/a");
    }

    #[test]
    fn a_refusal_leads_to_its_form() {
        assert_eq!(with_fragment("/a?b=1#old", "nudge"), "/a?b=1#nudge");
        assert_eq!(with_fragment("/a", "x y#"), "/a#x%20y%23");
        assert_eq!(with_fragment("/a", ""), "/a");
    }

    #[test]
    fn a_referer_gives_its_path_only() {
        assert_eq!(path_of("http://localhost:1/a?b=1"), Some("/a?b=1"));
        assert_eq!(path_of("http://localhost:1"), None);
        assert_eq!(path_of("http://h//evil.example"), None);
    }

    #[test]
    fn finer_statuses_and_headers() {
        let mut error = Error::invalid("x");
        error.extra.reason = Some(KEY_REUSED.into());
        assert_eq!(problem(error, "r").status(), 422);
        let response = problem(Error::new(Code::Unauthenticated, "x"), "r");
        assert!(response.headers().contains_key(header::WWW_AUTHENTICATE));
        let response = problem(Error::unavailable("x"), "r");
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
    }
}
