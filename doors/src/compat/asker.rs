//! Who asks, and the two ways an answer leaves: JSON with 200, or `detail` with another status. Knows no
//! route.

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

/// What a handler gives.
pub type Reply = Result<Response<Body>, Refusal>;

/// One request's caller and query.
pub struct Asker {
    context: Option<RequestContext>,
    /// Of one of which what is changed must still be.
    versions: kernel::Result<Vec<u64>>,
    /// The query.
    pub query: Query,
}

impl Asker {
    /// The asker of a request, and its body.
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

    /// Answers a request by `handler`, in the words of this wire also when it refuses.
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

    /// Refuses somebody unknown before anything of the request is read.
    pub fn known(&self) -> Result<(), Refusal> {
        if self.context()?.actor.is_some() {
            return Ok(());
        }
        let text = "Send a token as `Authorization: Bearer …`.";
        Err(Error::new(Code::Unauthenticated, text).into())
    }

    /// Does an operation.
    pub async fn run<O: Operation>(&self, op: O) -> Result<O::Output, Refusal> {
        Ok(self.answer(op).await?.output)
    }

    /// Does an operation; gives its answer with what is around it.
    pub async fn answer<O: Operation>(&self, op: O) -> Result<Answer<O::Output>, Refusal> {
        let doing = self.context()?.hub.run(op, self.caller()?);
        // The futures of operations are large; on the heap they do not add up in each handler.
        Ok(Box::pin(doing).await?)
    }

    /// Who asks, as the engine knows it.
    pub fn caller(&self) -> Result<Caller, Refusal> {
        let conditions = Conditions {
            if_match: self.versions.clone()?,
            ..Conditions::default()
        };
        Ok(self.context()?.caller(Door::Http, conditions))
    }

    /// The refusal as an answer.
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

/// A value as JSON.
pub fn respond(value: &impl Serialize) -> Response<Body> {
    respond_as_of(None, value)
}

/// A value as JSON, with the version that it is of as the `ETag`.
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

/// The answer of what has nothing to say.
pub fn status(text: impl Into<String>) -> Response<Body> {
    respond(&json!({ "status": text.into() }))
}
