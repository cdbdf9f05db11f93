//! `POST /v1/memory/prompt`: the messages of a prompt, from a question, its session and matching long-term memories.

use std::borrow::Cow;

use axum::body::Body;
use axum::extract::Request;
use axum::http::Response;
use engine::conversation::ops::session_get::SessionView;
use engine::crystal::dated::{Dates, Precision};
use engine::crystal::filter::Tag;
use engine::crystal::scope::MemoryScope;
use kernel::Code;
use kernel::unseen::{is_unseen, joins, quote};
use schemars::JsonSchema;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::asker::{Asker, Reply, respond};
use super::intake;
use super::refusal::Refusal;
use super::search::{find, memories};
use super::wire::record::FoundOut;
use super::wire::search::SearchRequest;
use super::working::{Which, fitting};

/// Question and its sources.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "MemoryPromptRequest")]
pub struct Ask {
    query: String,
    #[serde(default)]
    session: Option<SessionIn>,
    #[serde(default)]
    long_term_search: Option<LongTerm>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "PromptSession")]
struct SessionIn {
    session_id: String,
    #[serde(default)]
    namespace: Option<String>,
    #[serde(default)]
    user_id: Option<String>,
    #[serde(default)]
    model_name: Option<String>,
    #[serde(default, deserialize_with = "size")]
    context_window_max: Option<u32>,
}

/// A search, or only whether to search.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "LongTermSearch")]
enum LongTerm {
    Whether(bool),
    How(#[schemars(with = "SearchRequest")] Value),
}

/// Deserializes a number, also from a string: the client sends one.
fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let size = match Option::<Value>::deserialize(deserializer)? {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) => text.trim().parse().ok(),
        Some(value) => value.as_u64().and_then(|size| u32::try_from(size).ok()),
    };
    let size = size.filter(|size| *size > 0);
    size.map(Some)
        .ok_or_else(|| D::Error::custom("Input should be a valid integer of at least 1"))
}

/// Message of the prompt.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PromptMessage")]
struct Message {
    role: &'static str,
    content: Content,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PromptContent")]
struct Content {
    #[serde(rename = "type")]
    kind: &'static str,
    text: String,
    annotations: Option<()>,
    #[serde(rename = "_meta")]
    meta: Option<()>,
}

impl Message {
    fn new(role: &'static str, text: impl Into<String>) -> Self {
        Self {
            role,
            content: Content {
                kind: "text",
                text: text.into(),
                annotations: None,
                meta: None,
            },
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "MemoryPrompt")]
pub struct Prompt<'a> {
    messages: Vec<Message>,
    long_term_memories: Option<Vec<FoundOut<'a>>>,
}

/// Creates the prompt.
pub async fn prompt(request: Request) -> Response<Body> {
    Asker::serve(request, async |asker, body| -> Reply {
        asker.must_be_known()?;
        let ask: Ask = intake::json(body).await?;
        let search: Option<SearchRequest> = match ask.long_term_search {
            None | Some(LongTerm::Whether(false)) => None,
            Some(LongTerm::Whether(true)) => Some(SearchRequest::default()),
            Some(LongTerm::How(search)) => Some(intake::within(search, "long_term_search")?),
        };
        if ask.session.is_none() && search.is_none() {
            let text = "Either session or long_term_search must be provided";
            return Err(Refusal::bad(text));
        }
        let session = match ask.session {
            Some(session) => Some(which(asker, session).await?),
            None => None,
        };
        let search = search.map(|search| SearchRequest {
            // The question is always the search text, even if the search has its own.
            text: Some(ask.query.clone()),
            scope: Some(scope(session.as_ref(), &search)),
            ..search
        });
        let mut messages = Vec::new();
        if let Some(which) = &session
            && let Some(session) = read(asker, which).await?
        {
            tell(&session, &mut messages);
        }
        let found = match search {
            Some(search) => {
                let found = find(asker, search).await;
                Some(found.map_err(|refusal| refusal.below("long_term_search"))?)
            }
            None => None,
        };
        if let Some(found) = found.as_ref().filter(|found| !found.items.is_empty()) {
            let known = found.items.iter().map(|hit| {
                let memory = &hit.memory;
                let says = Dates::from(memory).line(&in_a_line(&memory.text), Precision::Minute);
                format!("- {says} (ID: {})", memory.id)
            });
            let heading = "## Long term memories related to the user's query".to_owned();
            let lines: Vec<String> = std::iter::once(heading).chain(known).collect();
            messages.push(Message::new("system", lines.join("\n")));
        }
        messages.push(Message::new("user", ask.query));
        Ok(respond(&Prompt {
            messages,
            long_term_memories: found.as_ref().map(memories),
        }))
    })
    .await
}

/// Returns the scope of a prompt's memories: the session's user and namespace. Without a session, or if the session has
/// no user, the users that the search names.
fn scope(session: Option<&Which>, search: &SearchRequest) -> MemoryScope {
    let user = session.and_then(|session| session.user_id.clone());
    let named = || search.user_id.as_ref().and_then(Tag::only);
    MemoryScope {
        users: user.map_or_else(|| named().unwrap_or_default(), |user| vec![user]),
        namespace: session.and_then(|session| session.namespace.clone()),
    }
}

/// Formats a text as part of a line. A text with line breaks is quoted, so that none of its lines looks like another
/// entry.
fn in_a_line(text: &str) -> Cow<'_, str> {
    let is_hidden = |c: char| c.is_control() || (is_unseen(c) && !joins(c));
    if text.trim_end().contains(is_hidden) {
        quote(text).into()
    } else {
        text.into()
    }
}

/// Resolves the session that a prompt is for.
async fn which(asker: &Asker, session: SessionIn) -> Result<Which, Refusal> {
    let text = |text: Option<String>| text.filter(|text| !text.is_empty());
    let which = Which {
        id: session.session_id,
        namespace: text(session.namespace),
        user_id: text(session.user_id),
        model: text(session.model_name),
        window: session.context_window_max,
    };
    which.resolve(asker).await
}

/// Reads the session; `None` if it does not exist yet.
async fn read(asker: &Asker, which: &Which) -> Result<Option<SessionView>, Refusal> {
    match which.read(asker, None, false).await {
        Ok(session) => Ok(Some(session.output)),
        Err(Refusal::Engine(error)) if matches!(error.code, Code::NotFound | Code::Gone) => {
            Ok(None)
        }
        Err(refusal) => Err(refusal.with_places(&[
            ("/session", &["body", "session", "session_id"]),
            ("/namespace", &["body", "session", "namespace"]),
            ("/user_id", &["body", "session", "user_id"]),
            ("/model", &["body", "session", "model_name"]),
            (
                "/context_window",
                &["body", "session", "context_window_max"],
            ),
        ])),
    }
}

/// Adds the summary of the conversation, and the newest messages that fit the context window.
fn tell(session: &SessionView, messages: &mut Vec<Message>) {
    if let Some(context) = &session.context {
        let text = format!("## A summary of the conversation so far:\n{context}");
        messages.push(Message::new("system", text));
    }
    let first = session.messages.len() - fitting(session);
    messages.extend(session.messages[first..].iter().map(|message| {
        let role = match &*message.role {
            "user" => "user",
            "system" => "system",
            _ => "assistant",
        };
        Message::new(role, message.text())
    }));
}
