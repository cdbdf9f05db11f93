//! HTTP API of operations: parses a request, runs the operation, and responds with its answer or problem details. The
//! caller was authenticated before, see [`RequestContext`].

mod arguments;
mod bulk;
mod check;
mod flashes;
mod intake;
pub mod reply;
#[cfg(test)]
mod tests;
pub mod upload;
mod words;

use std::sync::Arc;

use crate::fields::Fields;
use axum::body::{Body, Bytes};
use axum::http::{Request, Response};
use kernel::actor::{Actor, Caller, Door};
use kernel::hearing::Hearing;
use kernel::host::Hub;
use kernel::notice::Notice;
use kernel::operation::{Operation, Spec};
use kernel::registry::{self, Entry};
use kernel::{Code, Error, Id, Result};
use tracing::Span;

use crate::Conditions;
pub use arguments::{decode, is_text, local_address, query_pairs};
pub(crate) use bulk::{permit, run as run_in_bulk};
pub(crate) use check::{
    EmbeddedJson, MAX_CONTENT_BYTES, MAX_DEPTH, MAX_TEXT_BYTES, rounding_error, structure,
    too_long, without_mark,
};
pub use flashes::Flashes;
pub use intake::CONTENT_BYTES;
pub use intake::versions;
use intake::{Intake, Kind};
use reply::etag;
pub use words::plain;

/// Kernel and caller of a request. The authentication middleware puts it into the request's extensions.
#[derive(Clone)]
pub struct RequestContext {
    /// Running kernel.
    pub hub: Arc<Hub>,
    /// Authenticated caller, if any.
    pub actor: Option<Actor>,
    /// The only workflow that the caller may change; `None` means any.
    pub workflow: Option<Id>,
    /// Id of the request.
    pub request: Arc<str>,
    /// CSRF token that forms must send if the caller was authenticated by a cookie: another site can make a browser
    /// send the cookie, but not this token.
    pub csrf: Option<Arc<str>>,
    /// Session of an expired cookie that came with the request; `None` if the caller is authenticated.
    pub ended_session: Option<Arc<str>>,
    /// Responses to plain forms that wait for the page that shows them.
    pub flashes: Flashes,
    /// Delivery state of the response.
    pub hearing: Hearing,
    /// Span of the request, if traces are exported.
    pub span: Span,
}

impl RequestContext {
    /// Returns the caller as operations see it.
    #[must_use]
    pub fn caller(&self, door: Door, conditions: Conditions) -> Caller {
        Caller {
            if_version: conditions.if_version,
            if_match: conditions.if_match,
            lead_epoch: conditions.lead_epoch,
            idempotency_key: conditions.idempotency_key,
            bound: self.workflow.map(engine::workflow::stream),
            hearing: Some(self.hearing.clone()),
            span: self.span.clone(),
            ..Caller::new(self.actor.clone(), door, self.request.as_ref().into())
        }
    }

    /// Checks whether this caller may call an operation at all. The kernel checks again; this earlier check avoids
    /// reading the body of an unauthorized request.
    ///
    /// # Errors
    /// `unauthenticated` or `forbidden`.
    pub fn admit(&self, spec: &Spec) -> Result<()> {
        let admitted = self.hub.admit(spec, self.actor.as_ref(), &self.request);
        admitted.map_err(|mut error| {
            if error.code == Code::Unauthenticated {
                error.detail = "Send a token as `Authorization: Bearer …`, or sign in.".into();
            }
            error
        })
    }

    /// Checks the CSRF token of a form. Callers with a token of their own need none.
    ///
    /// # Errors
    /// `forbidden` if the caller was authenticated by a cookie and the token is not that of its session.
    pub fn check_csrf(&self, token: Option<&str>) -> Result<()> {
        match &self.csrf {
            Some(expected) if token != Some(&**expected) => Err(Error::forbidden(
                "This form is not from a page of this session. Go back, reload it and try again.",
            )),
            _ => Ok(()),
        }
    }
}

/// Parses a request for the operation `O` like [`serve`], for an API with its own response format.
///
/// # Errors
/// Returns the error response if the arguments are invalid or the caller is not authorized.
pub async fn read_operation<O: Operation>(
    request: Request<Body>,
) -> Result<(O, Caller), Box<Response<Body>>> {
    let intake = intake::take(request, &O::SPEC).await?;
    let read = arguments::read(Entry::of::<O>(), intake.body).await;
    match read.and_then(registry::downcast) {
        Ok(operation) => {
            let caller = intake.context.caller(Door::Http, intake.conditions);
            Ok((operation, caller))
        }
        Err(error) => {
            let refused = intake.responder.refuse(error, &intake.context, &O::SPEC);
            Err(Box::new(refused.await))
        }
    }
}

/// Result of a call that came in a message of another protocol.
pub struct Called {
    /// Requested members of the answer, as JSON.
    pub json: Vec<u8>,
    /// Notices for the caller.
    pub inbox: Vec<Notice>,
    /// Number of further notices that wait.
    pub inbox_waiting: u32,
}

/// Runs an operation whose arguments came as JSON in a message of another protocol. They are limited, checked, typed
/// and answered like the body of a request, with the same conditions among them.
///
/// # Errors
/// Returns the error that the HTTP request would get.
pub async fn call(
    entry: &'static Entry,
    arguments: Bytes,
    context: &RequestContext,
    door: Door,
) -> Result<Called> {
    context.admit(&entry.spec)?;
    let bytes = arguments.len();
    let (body, conditions) = intake::json(arguments, &entry.spec, Conditions::default()).await?;
    let operation = arguments::read(entry, body).await?;
    let fields = Fields::choose(entry, conditions.fields.as_deref())?;
    let in_short = conditions.fields.is_none();
    let caller = Caller {
        in_short,
        ..context.caller(door, conditions)
    };
    let _turn = bulk::turn(&entry.spec, bytes).await;
    let answer = context.hub.call(operation, caller).await?;
    Ok(Called {
        json: fields.write(&answer)?,
        inbox: answer.inbox,
        inbox_waiting: answer.inbox_waiting,
    })
}

/// Handles a request for an operation.
pub async fn serve(entry: &'static Entry, request: Request<Body>) -> Response<Body> {
    let spec = &entry.spec;
    let intake = match intake::take(request, spec).await {
        Ok(intake) => intake,
        Err(response) => return *response,
    };
    let Intake {
        context,
        body,
        conditions,
        responder,
    } = intake;
    let door = match &body {
        Kind::Json(_) => Door::Http,
        Kind::Query(_) | Kind::Fields(_) => responder.door(),
    };
    let bytes = body.bytes();
    let operation = match arguments::read(entry, body).await {
        Ok(operation) => operation,
        Err(error) => return responder.refuse(error, &context, spec).await,
    };
    let fields = match Fields::choose(entry, conditions.fields.as_deref()) {
        Ok(fields) => fields,
        Err(error) => return responder.refuse(error, &context, spec).await,
    };
    let in_short = conditions.fields.is_none();
    let caller = Caller {
        in_short,
        ..context.caller(door, conditions)
    };
    let _turn = bulk::turn(spec, bytes).await;
    match context.hub.call(operation, caller).await {
        // Notices for the caller need a body, so 304 is only sent without them.
        Ok(answer)
            if answer.inbox.is_empty()
                && let Some(known) = responder.not_modified(&answer, spec) =>
        {
            known
        }
        Ok(answer) => match fields.write(&answer) {
            Ok(json) => {
                let tag = etag(&answer);
                responder.answer(json, tag.as_deref(), &context, spec).await
            }
            Err(error) => responder.refuse(error, &context, spec).await,
        },
        Err(error) => responder.refuse(error, &context, spec).await,
    }
}
