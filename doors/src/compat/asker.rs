//! Caller of a request to the compatibility API, and its two forms of response: JSON with 200, or `detail` with an
//! error status.

use crate::Conditions;
use crate::http::{RequestContext, reply, versions};
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Response, StatusCode, header};
use kernel::actor::{Caller, Door};
use kernel::answer::Answer;
use kernel::operation::Operation;
use kernel::{Code, Error};
use serde::Serialize;
use serde_json::json;

use super::query::Query;
use super::refusal::Refusal;

/// Result of a handler.
pub type Reply = Result<Response<Body>, Refusal>;

/// Caller and query of one request.
pub struct Asker {
    context: Option<RequestContext>,
    /// Versions in `If-Match`; the changed resource has to be at one of them.
    versions: kernel::Result<Vec<u64>>,
    /// Query parameters.
    pub query: Query,
}

impl Asker {
    /// Splits a request into its caller and its body.
    pub fn of(request: Request) -> (Self, Body) {
        let (mut parts, body) = request.into_parts();
        let query = Query::new(parts.uri.query().unwrap_or_default());
        let context = parts.extensions.remove::<RequestContext>();
        let asker = Self {
            context,
            versions: versions(&parts.headers),
            query,
        };
        (asker, body)
    }

    /// Answers a request with `handler`, and converts its errors to this API's format.
    pub async fn serve<F>(request: Request, handler: F) -> Response<Body>
    where
        F: AsyncFnOnce(&Self, Body) -> Reply,
    {
        let (asker, body) = Self::of(request);
        match handler(&asker, body).await {
            Ok(response) => response,
            Err(refusal) => asker.refuse(refusal),
        }
    }

    fn context(&self) -> Result<&RequestContext, Refusal> {
        let context = self.context.as_ref();
        context.ok_or_else(|| Error::internal("the request came without its context").into())
    }

    /// Rejects an unauthenticated caller before the body is read.
    pub fn must_be_known(&self) -> Result<(), Refusal> {
        if self.context()?.actor.is_some() {
            return Ok(());
        }
        let text = "Send a token as `Authorization: Bearer …`.";
        Err(Error::new(Code::Unauthenticated, text).into())
    }

    /// Runs an operation and returns its output.
    pub async fn run<O: Operation>(&self, op: O) -> Result<O::Output, Refusal> {
        Ok(self.answer(op).await?.output)
    }

    /// Runs an operation and returns its whole answer, including the version.
    pub async fn answer<O: Operation>(&self, op: O) -> Result<Answer<O::Output>, Refusal> {
        let doing = self.context()?.hub.run(op, self.caller()?);
        // The futures of operations are large; on the heap they do not add up in each handler.
        Ok(Box::pin(doing).await?)
    }

    /// Returns the caller as the engine needs it.
    pub fn caller(&self) -> Result<Caller, Refusal> {
        let conditions = Conditions {
            if_match: self.versions.clone()?,
            ..Conditions::default()
        };
        Ok(self.context()?.caller(Door::Http, conditions))
    }

    /// Converts a refusal to a response.
    pub fn refuse(&self, refusal: Refusal) -> Response<Body> {
        let request = self.context.as_ref().map_or("", |context| &context.request);
        let retry = match &refusal {
            Refusal::Engine(error) if error.code == Code::Unavailable => {
                Some(error.extra.retry_after_seconds.unwrap_or(1))
            }
            Refusal::Engine(error) => error.extra.retry_after_seconds,
            _ => None,
        };
        let (status, detail) = refusal.parts(request);
        let mut response = respond(&json!({ "detail": detail }));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        if status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static("Bearer realm=\"loci\"");
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        if let Some(seconds) = retry {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Responds with a value as JSON.
pub fn respond(value: &impl Serialize) -> Response<Body> {
    respond_as_of(None, value)
}

/// Responds with a value as JSON, and its version as the `ETag`.
pub fn respond_as_of(version: Option<u64>, value: &impl Serialize) -> Response<Body> {
    match serde_json::to_vec(value) {
        Ok(json) => {
            let etag = version.map(|version| format!("\"v{version}\""));
            reply::json_response(json, etag.as_deref())
        }
        Err(error) => {
            tracing::error!(%error, "an answer has no JSON form");
            let mut response = Response::new(Body::from("{\"detail\":\"Internal Server Error\"}"));
            *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
            response
        }
    }
}

/// Responds with a status text only.
pub fn status(text: impl Into<String>) -> Response<Body> {
    respond(&json!({ "status": text.into() }))
}
