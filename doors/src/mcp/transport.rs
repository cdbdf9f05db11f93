//! Streamable HTTP transport: authentication, early rejection of requests, and sessions.
//!
//! A message of the revisions up to 2025-11-25 may belong to a session, which begins with `initialize`: there the
//! server can notify and ask the client. Every other message is handled alone.

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use axum::routing::any;
use futures_util::StreamExt as _;
use kernel::{Code, Error, Role};
use rmcp::ServerHandler;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use super::body::{self, Brought, Refusal};
use super::lenient;
use super::message::{MAX_ENVELOPE, Message};
use super::sessions::{Again, Sessions};
use super::whole::whole;
use super::{PATH, Server};
use crate::http::{CONTENT_BYTES, RequestContext, reply};

/// Maximum size of a body, in bytes: the largest arguments of a tool, in a message.
const MAX_BODY: usize = CONTENT_BYTES + MAX_ENVELOPE;
/// First revision without sessions.
const WITHOUT_SESSIONS: &str = "2026-07-28";
/// Header of a message's revision.
pub(super) const VERSION: &str = "mcp-protocol-version";
/// Header of a message's session.
pub(super) const SESSION: &str = "mcp-session-id";

/// Content type of event streams.
const STREAM: &str = "text/event-stream";

/// Lifetime of a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// One message.
    Message,
    /// One session, in which the server can notify and ask the client.
    Session,
}

/// State of the transport: the services for single messages and for sessions.
struct Way<H> {
    server: Arc<dyn Server>,
    alone: StreamableHttpService<H, NeverSessionManager>,
    together: StreamableHttpService<H, LocalSessionManager>,
    sessions: Arc<Sessions>,
}

/// Returns a router that answers at [`PATH`] with handlers from `make`.
pub fn mount<H: ServerHandler>(
    server: Arc<dyn Server>,
    make: impl Fn(Kept) -> H + Clone + Send + Sync + 'static,
) -> Router {
    let sessions = Arc::new(Sessions::default());
    // The gate has checked hosts and origins; it knows the names that Loci was given.
    let config = StreamableHttpServerConfig::default()
        .disable_allowed_hosts()
        .with_sse_retry(None)
        .with_max_request_body_bytes(MAX_ENVELOPE);
    let mut of_sessions = config.clone().with_legacy_session_mode(true);
    of_sessions.session_store = Some(Arc::new(Again));
    let one_by_one = config
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let (alone, together) = (make.clone(), make);
    let way = Way {
        server,
        alone: StreamableHttpService::new(
            move || Ok::<_, io::Error>(alone(Kept::Message)),
            Arc::default(),
            one_by_one,
        ),
        together: StreamableHttpService::new(
            move || Ok::<_, io::Error>(together(Kept::Session)),
            sessions.manager.clone(),
            of_sessions,
        ),
        sessions,
    };
    Router::new()
        .route(PATH, any(serve::<H>))
        .with_state(Arc::new(way))
}

/// Handles a request of an agent; the body of an unauthenticated request is never read.
async fn serve<H: ServerHandler>(
    State(way): State<Arc<Way<H>>>,
    mut request: Request,
) -> Response<Body> {
    let method = request.method().clone();
    lenient::accept(&method, request.headers_mut());
    let Some(context) = request.extensions().get::<RequestContext>().cloned() else {
        let error = Error::internal("the request came without its context");
        return reply::problem(error, "");
    };
    let is_agent = |role: Role| role.is_agent();
    let Some(agent) = context.actor.filter(|actor| is_agent(actor.role)) else {
        let detail =
            "Send an agent's token as `Authorization: Bearer …`; `loci token create` makes one.";
        return reply::problem(Error::new(Code::Unauthenticated, detail), &context.request);
    };
    let answer = move |request: Request, begins: bool| {
        let (way, agent, id) = (way.clone(), agent.id.clone(), context.request.clone());
        async move {
            let answered = way.answer(agent, request, begins).await;
            answered.unwrap_or_else(|error| reply::problem(error, &id))
        }
    };
    let each = answer.clone();
    let answer_message = move |mut head: Parts, mut message: Message| {
        let answer = each.clone();
        async move {
            let begins = begins(&mut head.headers, &mut message);
            match body::request(head, message) {
                Ok(request) => convert_rejection(answer(request, begins).await, true).await,
                Err(refused) => refused,
            }
        }
    };
    match body::read(request, MAX_BODY).await {
        Ok(Brought::Other(request)) => convert_rejection(answer(request, false).await, false).await,
        Ok(Brought::One(head, message)) => answer_message(head, message).await,
        Ok(Brought::Several(head, messages)) => body::answer(head, messages, answer_message).await,
        Err(refused) => refused,
    }
}

/// Converts the library's error responses to protocol errors; other responses are unchanged. `is_json` is true if the
/// request's content type was JSON.
async fn convert_rejection(response: Response<Body>, is_json: bool) -> Response<Body> {
    let status = response.status();
    if !status.is_client_error() || response.headers().contains_key(CONTENT_TYPE) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, MAX_ENVELOPE).await.unwrap_or_default();
    let why = match status {
        StatusCode::UNSUPPORTED_MEDIA_TYPE if is_json => {
            parts.status = StatusCode::BAD_REQUEST;
            "The body is no JSON-RPC message, or several of them.".into()
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            "Send the message with `Content-Type: application/json`.".into()
        }
        StatusCode::NOT_ACCEPTABLE => "Send `Accept: application/json, text/event-stream`.".into(),
        _ => String::from_utf8_lossy(&bytes),
    };
    parts.headers.remove(CONTENT_LENGTH);
    let json = HeaderValue::from_static(body::JSON);
    parts.headers.insert(CONTENT_TYPE, json);
    Response::from_parts(parts, Body::from(Refusal::invalid(&why).text()))
}

/// Returns the value of a header.
pub(super) fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns true if a message begins a session, and completes it, unless it is too large.
fn begins(headers: &mut HeaderMap, message: &mut Message) -> bool {
    if !message.is("initialize") || message.text.len() > MAX_ENVELOPE {
        return false;
    }
    let completed = lenient::initialize(headers, &message.text);
    let begins = completed.is_some();
    message.text = completed.unwrap_or_else(|| message.text.clone());
    begins
}

impl<H: ServerHandler> Way<H> {
    /// Answers a request with one message, or none. `begins` is true if the message begins a session.
    async fn answer(
        self: Arc<Self>,
        agent: String,
        request: Request,
        begins: bool,
    ) -> kernel::Result<Response<Body>> {
        if begins {
            return self.begin(agent, request).await;
        }
        let headers = request.headers();
        if text(headers, VERSION).is_some_and(|version| version >= WITHOUT_SESSIONS) {
            return Ok(self.alone.handle(request).await.map(Body::new));
        }
        if let Some(session) = text(headers, SESSION).map(str::to_owned) {
            return self.within(&session, &agent, request).await;
        }
        Ok(self.alone.handle(request).await.map(Body::new))
    }

    /// Begins a session. Runs to its end even if the client disconnects, so that every session is counted.
    async fn begin(
        self: Arc<Self>,
        agent: String,
        request: Request,
    ) -> kernel::Result<Response<Body>> {
        let beginning = tokio::spawn(async move {
            let response = self.together.handle(request).await;
            if let Some(session) = text(response.headers(), SESSION) {
                self.sessions.register(session, &agent);
            }
            whole(response.map(Body::new)).await
        });
        let begun = beginning.await;
        begun.map_err(|error| Error::internal(format!("a session: {error}")))
    }

    /// Handles a request of a session.
    async fn within(
        &self,
        session: &str,
        agent: &str,
        request: Request,
    ) -> kernel::Result<Response<Body>> {
        let inside = self.sessions.enter(session, agent)?;
        let (mut parts, body) = request.into_parts();
        let method = parts.method.clone();
        parts.extensions.insert(inside.cancellation());
        // A listening client holds a live feed while its token is valid.
        let held = match method {
            Method::GET => Some((self.server.feed(&parts)?, self.server.access_end(&parts))),
            _ => None,
        };
        let request = Request::from_parts(parts, body);
        let mut response = self.together.handle(request).await.map(Body::new);
        match method {
            Method::POST => response = whole(response).await,
            Method::DELETE => {
                self.sessions.end(session);
                *response.status_mut() = StatusCode::NO_CONTENT;
            }
            _ => {}
        }
        let kind = response.headers().get(CONTENT_TYPE);
        if kind.is_none_or(|kind| kind != STREAM) {
            // A complete answer is sent, even if the session ends meanwhile.
            return Ok(response);
        }
        let (over, stopping) = (inside.over(), self.server.stopping());
        let (feed, ended) = held.unzip();
        let until = async move {
            let ended = async {
                match ended {
                    Some(ended) => ended.await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = over.cancelled() => {}
                () = stopping => {}
                () = ended => {}
            }
        };
        Ok(response.map(|body| {
            let parts = body.into_data_stream();
            let kept = (inside, feed);
            Body::from_stream(parts.take_until(Box::pin(until)).map(move |part| {
                let _ = &kept;
                part
            }))
        }))
    }
}
