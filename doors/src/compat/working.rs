//! `/v1/working-memory/{id}`: reads, replaces and deletes one session.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderName, HeaderValue, Response};
use engine::conversation::ops::session_delete::SessionDelete;
use engine::conversation::ops::session_get::{SessionGet, SessionView};
use engine::conversation::ops::session_list::SessionList;
use engine::conversation::ops::session_put::SessionPut;
use engine::session::Strategy;
use engine::session::message::{NewMessage, Speech};
use engine::session::record::MemoryRecord;
use kernel::Code;
use kernel::answer::Answer;

use super::Server;
use super::apart::{set_apart, warn_of_repeated_ids};
use super::asker::{Asker, Reply, respond_as_of, status};
use super::intake;
use super::refusal::Refusal;
use super::wire::record::RecordIn;
use super::wire::working::{Window, WorkingMemoryIn, WorkingMemoryOut, blank};

/// Header with a deprecation notice for callers.
const DEPRECATION: HeaderName = HeaderName::from_static("x-deprecation-warning");
const UNDATED: &str = "messages[].created_at will become required in the next major version. Send \
    when each message was said.";

/// Session that a request is about, and the context window that it is measured against.
pub struct Which {
    pub id: String,
    pub namespace: Option<String>,
    pub user_id: Option<String>,
    pub model: Option<String>,
    pub window: Option<u32>,
}

impl Which {
    fn new(asker: &Asker, id: &str) -> Result<Self, Refusal> {
        let text = |name| asker.query.text(name).map(str::to_owned);
        Ok(Self {
            id: id.to_owned(),
            namespace: text("namespace"),
            user_id: text("user_id"),
            model: text("model_name"),
            window: asker.query.number("context_window_max", 1..=u32::MAX)?,
        })
    }

    /// Returns the session's id for the engine. Without a namespace and a user the engine also accepts a whole key,
    /// whose parts `/` and `%` would end, so they are encoded.
    fn session(&self) -> String {
        let is_given = |part: &Option<String>| part.as_ref().is_some_and(|part| !part.is_empty());
        if is_given(&self.namespace) || is_given(&self.user_id) {
            return self.id.clone();
        }
        self.id.replace('%', "%25").replace('/', "%2F")
    }

    /// Resolves the session. If the namespace or the user is left out, it is the only session with the rest; if several
    /// match, the one without them.
    pub async fn resolve(mut self, asker: &Asker) -> Result<Self, Refusal> {
        let given = |part: &Option<String>| part.clone().filter(|part| !part.is_empty());
        let (namespace, user_id) = (given(&self.namespace), given(&self.user_id));
        if namespace.is_some() && user_id.is_some() {
            return Ok(self);
        }
        let list = SessionList {
            id: Some(self.id.clone()),
            namespace,
            user_id,
            limit: Some(2),
            ..SessionList::default()
        };
        if let [only] = asker.run(list).await?.items.as_slice() {
            self.namespace = only.namespace.as_deref().map(str::to_owned);
            self.user_id = only.user_id.as_deref().map(str::to_owned);
        }
        Ok(self)
    }

    /// Maps the engine's field errors to their locations in the request.
    fn place_faults(asker: &Asker, refusal: Refusal) -> Refusal {
        let in_query = |name: &str| asker.query.text(name).is_some();
        let side = |name: &str| if in_query(name) { "query" } else { "body" };
        let sides = ["namespace", "user_id", "ttl_seconds"].map(|name| [side(name), name]);
        refusal.with_places(&[
            ("/session", &["path", "session_id"]),
            ("/namespace", &sides[0]),
            ("/user_id", &sides[1]),
            ("/ttl_seconds", &sides[2]),
            ("/model", &["query", "model_name"]),
            ("/context_window", &["query", "context_window_max"]),
            ("/strategy", &["body", "long_term_memory_strategy"]),
        ])
    }

    /// Returns whether the caller named the context window.
    pub fn window_source(&self) -> Window {
        if self.model.is_some() || self.window.is_some() {
            Window::Named
        } else {
            Window::Unknown
        }
    }

    /// Reads the session.
    pub async fn read(
        &self,
        asker: &Asker,
        recent: Option<u32>,
        media: bool,
    ) -> Result<Answer<SessionView>, Refusal> {
        let get = SessionGet {
            session: self.session(),
            namespace: self.namespace.clone(),
            user_id: self.user_id.clone(),
            model: self.model.clone(),
            context_window: self.window,
            recent,
            media: Some(media),
        };
        asker.answer(get).await
    }
}

/// Converts "not found" to this API's error about a missing session.
fn missing(refusal: Refusal, id: &str) -> Refusal {
    match refusal {
        Refusal::Engine(error) if matches!(error.code, Code::NotFound | Code::Gone) => {
            Refusal::not_found(format!("Session {id} not found"))
        }
        other => other,
    }
}

/// Converts the engine's error about an empty message to this API's. `ids` are the ids of the messages.
fn empty(refusal: Refusal, ids: &[Option<Arc<str>>]) -> Refusal {
    let at = match &refusal {
        Refusal::Engine(error) if error.code == Code::Invalid => error.extra.fields.first(),
        _ => None,
    };
    let at = at.and_then(|field| {
        let at = field.pointer.strip_prefix("/messages/")?;
        at.strip_suffix("/content")?.parse::<usize>().ok()
    });
    match at {
        Some(at) => blank(ids.get(at).and_then(|id| id.as_deref())),
        None => refusal,
    }
}

/// Returns the number of newest messages that fit the window together with the summary. The newest message always
/// counts.
pub fn fitting(session: &SessionView) -> usize {
    let window = u64::from(session.gauges.context_window);
    let mut room = window.saturating_sub(session.gauges.context_tokens);
    let mut fitting = 0;
    for message in session.messages.iter().rev() {
        let tokens = u64::from(message.tokens);
        if tokens > room && fitting > 0 {
            break;
        }
        room = room.saturating_sub(tokens);
        fitting += 1;
    }
    fitting
}

/// Responds with the document.
fn session_response(session: &Answer<SessionView>, which: &Which) -> Response<Body> {
    let document = WorkingMemoryOut::new(&session.output, which.window_source());
    respond_as_of(session.version, &document)
}

/// `GET`: returns the document.
pub async fn get(Path(id): Path<String>, request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| {
        asker.must_be_known()?;
        let which = Which::new(asker, &id)?.resolve(asker).await?;
        let recent = asker.query.number("recent_messages_limit", 1..=u32::MAX)?;
        let session = which.read(asker, recent, true).await;
        let mut session =
            session.map_err(|refusal| Which::place_faults(asker, missing(refusal, &id)))?;
        if which.window_source() == Window::Named {
            let first = session.output.messages.len() - fitting(&session.output);
            session.output.messages.drain(..first);
        }
        Ok(session_response(&session, &which))
    })
    .await
}

/// `PUT`: replaces the document.
pub async fn put(
    State(server): State<Arc<dyn Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Response<Body> {
    Asker::serve(request, async |asker, body| {
        asker.must_be_known()?;
        let mut which = Which::new(asker, &id)?;
        let ttl = asker.query.number("ttl_seconds", 1..=u64::MAX)?;
        let memory: WorkingMemoryIn = intake::large_json(body).await?;
        memory.check(server.now())?;
        let is_undated = memory.lacks_times();
        let text = |text: Option<String>| text.filter(|text| !text.is_empty());
        which.namespace = which.namespace.or(text(memory.namespace));
        which.user_id = which.user_id.or(text(memory.user_id));
        let mut messages: Vec<NewMessage> = memory.messages.into_iter().map(Into::into).collect();
        let mut memories: Vec<MemoryRecord> = memory
            .memories
            .into_iter()
            .map(RecordIn::into_memory)
            .collect();
        // Both are renamed.
        let is_repeated = set_apart(&mut messages) | set_apart(&mut memories);
        let put = SessionPut {
            session: which.session(),
            namespace: which.namespace.clone(),
            user_id: which.user_id.clone(),
            messages,
            context: memory.context,
            memories,
            data: memory.data.unwrap_or_default(),
            model: which.model.as_deref().map(Into::into),
            context_window: which.window,
            // This API's own default, if a model can apply it.
            strategy: memory
                .long_term_memory_strategy
                .map(Into::into)
                .or_else(|| server.has_model().then(Strategy::default)),
            ttl_seconds: ttl.or(memory.ttl_seconds),
            speech: Speech::Text,
            ..SessionPut::default()
        };
        let ids: Vec<_> = put.messages.iter().map(|one| one.id.clone()).collect();
        let done = asker.run(put).await;
        done.map_err(|refusal| Which::place_faults(asker, empty(refusal, &ids)))?;
        let read = || async {
            let session = which.read(asker, None, true).await;
            session.map_err(|refusal| missing(refusal, &id))
        };
        let mut session = read().await?;
        let gauges = &session.output.gauges;
        if gauges.tokens > gauges.threshold_tokens
            && server.summarise_now(&session.output.session).await
        {
            session = read().await?;
        }
        let mut response = session_response(&session, &which);
        if is_undated {
            let warning = HeaderValue::from_static(UNDATED);
            response.headers_mut().insert(DEPRECATION, warning);
        }
        if is_repeated {
            warn_of_repeated_ids(&mut response);
        }
        Ok(response)
    })
    .await
}

/// `DELETE`: deletes the session. Succeeds if there was none.
pub async fn delete(Path(id): Path<String>, request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, _| -> Reply {
        asker.must_be_known()?;
        let which = Which::new(asker, &id)?.resolve(asker).await?;
        let delete = SessionDelete {
            session: which.session(),
            namespace: which.namespace.clone(),
            user_id: which.user_id.clone(),
            ..SessionDelete::default()
        };
        match asker.run(delete).await {
            Ok(_) => Ok(status("ok")),
            Err(Refusal::Engine(error)) if matches!(error.code, Code::NotFound | Code::Gone) => {
                Ok(status("ok"))
            }
            Err(refusal) => Err(Which::place_faults(asker, refusal)),
        }
    })
    .await
}
