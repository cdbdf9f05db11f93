//! `session_get`: returns a session.

use kernel::prelude::*;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::conversation::ops::checks::check_model;
use crate::conversation::ops::remains::reconstruct;
use crate::conversation::ops::whole::{whole, without_places};
use crate::conversation::ops::{key, read};
use crate::crystal::{self, Core, Destination};
use crate::entity::Entities;
use crate::session::gauges::Gauges;
use crate::session::key::{PART_BYTES, SessionKey};
use crate::session::message::{Message, is_false};
use crate::session::record::{MemoryRecord, Strategy};
use crate::session::state::{Rest, Session, Summary};
use crate::session::window::{self, Window};
use crate::workspace::settings::Settings;
use kernel::answer::is_zero;

/// Returns a session: its messages, summary, memories, data and entities, and its fill level.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionGet {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Measure against the context window of this model instead of the session's own.
    #[schemars(length(min = 1, max = PART_BYTES), regex(pattern = r"\S"))]
    pub model: Option<String>,
    /// Measure against a context window of this many tokens.
    #[schemars(range(min = 1))]
    pub context_window: Option<u32>,
    /// Return only this many of the newest messages. Default: all.
    pub recent: Option<u32>,
    /// Include images and files as they were sent. Default: true; otherwise placeholders such as `[image, image/png, 45
    /// KB]` replace their data.
    pub media: Option<bool>,
}

/// A session as callers see it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionView {
    /// Key of the session; pass it as `session` in other calls.
    pub session: SessionKey,
    /// Its id.
    pub id: Arc<str>,
    /// Its namespace.
    pub namespace: Option<Arc<str>>,
    /// The user it belongs to.
    pub user_id: Option<Arc<str>>,
    /// The model of the conversation.
    pub model: Option<Arc<str>>,
    /// The model's context window in tokens, if the session sets it.
    pub context_window: Option<u32>,
    /// Topic: `topic` of its data, otherwise the opening words of its summary or of its oldest message that is no tool's.
    pub topic: Option<String>,
    /// Unfolded messages, oldest first.
    pub messages: Vec<Arc<Message>>,
    /// Total number of unfolded messages; more than `messages` if `recent` was given.
    pub messages_total: u32,
    /// Number of messages folded into the summary.
    pub folded: u32,
    /// Summary of the folded messages.
    pub context: Option<Arc<str>>,
    /// The summaries that made the context, with their writers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summaries: Vec<Arc<Summary>>,
    /// Memories to keep beyond the session; those with `persisted_at` are long-term memories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<Arc<MemoryRecord>>,
    /// Destination of its memories in long-term memory, with their readers there; absent while long-term memory is
    /// switched off.
    pub promotes_to: Option<Destination>,
    /// The caller's own data.
    #[schemars(with = "Map<String, Value>")]
    pub data: Arc<Map<String, Value>>,
    /// Entities that "it" and "that page" refer to, most recent first.
    #[serde(default)]
    pub entities: Entities,
    /// Strategy for extracting memories from messages.
    #[schemars(with = "Option<Strategy>")]
    pub strategy: Option<Arc<Strategy>>,
    /// Time to live after its last write, in seconds.
    pub ttl_seconds: Option<u64>,
    /// Time of expiry unless written to.
    pub expires_at: Option<Time>,
    /// The session that spawned it.
    pub parent: Option<SessionKey>,
    /// Agents that wrote in it or were granted access.
    pub agents: Vec<Arc<str>>,
    /// Time of its beginning.
    pub created_at: Time,
    /// Time of the last change.
    pub updated_at: Time,
    /// Fill level of the session.
    pub gauges: Gauges,
    /// Reason why it is not summarised although it is full.
    #[schemars(with = "Option<Rest>")]
    pub rest: Option<Arc<Rest>>,
    /// Reason why no memories are extracted although it has a strategy.
    #[schemars(with = "Option<Rest>")]
    pub extraction: Option<Arc<Rest>>,
    /// True if it expired and was rebuilt from long-term memory.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reconstructed: bool,
    /// Number of older messages in long-term memory that are left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub messages_left_out: u32,
    /// Number of older messages whose images and files exceed the response's limit. Use `recent` to get only the newer
    /// ones.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub media_left_out: u32,
}

impl SessionView {
    /// Builds the view of a session, measured against a window.
    #[must_use]
    pub fn of(session: &Session, recent: Option<u32>, window: Window, settings: &Settings) -> Self {
        let all = session.messages.len();
        let wanted = recent.map_or(all, |recent| usize::try_from(recent).unwrap_or(all));
        Self {
            session: session.key.clone(),
            id: session.key.id.clone(),
            namespace: session.key.namespace.clone(),
            user_id: session.key.user_id.clone(),
            model: session.model.clone(),
            context_window: session.context_window,
            topic: session.topic(),
            messages: session.messages.newest(wanted),
            messages_total: u32::try_from(all).unwrap_or(u32::MAX),
            folded: session.count_folded(),
            context: session.context.clone(),
            summaries: session.summaries.iter().cloned().collect(),
            memories: session.memories.iter().cloned().collect(),
            promotes_to: None,
            data: session.data.clone(),
            entities: session.entities.clone(),
            strategy: session.strategy.clone(),
            ttl_seconds: session.ttl_seconds,
            expires_at: session.expires_at,
            parent: session.parent.clone(),
            agents: session.writers.iter().cloned().collect(),
            created_at: session.created_at,
            updated_at: session.updated_at,
            gauges: Gauges::of(session, window, settings),
            rest: session.rest.clone(),
            extraction: session.extraction.clone(),
            reconstructed: false,
            messages_left_out: 0,
            media_left_out: 0,
        }
    }

    /// Restores the data of the messages, unless the caller wants placeholders.
    pub(super) async fn with_media(mut self, view: &View, media: Option<bool>) -> Result<Self> {
        if media == Some(false) {
            without_places(&mut self.messages);
        } else {
            self.media_left_out = whole(view, &mut self.messages).await?;
        }
        Ok(self)
    }
}

impl Operation for SessionGet {
    type Output = SessionView;
    const SPEC: Spec = spec!(Read "session_get" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(run);

    crate::confine::of_session!();
}

fn run(op: SessionGet, view: View) -> Fut<'static, Result<SessionView>> {
    Box::pin(async move {
        let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
        check_model(op.model.as_deref(), op.context_window)?;
        let settings = Settings::for_view(&view).await?;
        let (session, left_out) = match read(&view, &key).await {
            Ok(session) => (session, None),
            Err(error) => {
                let remains = reconstruct(&view, &key).await?;
                let remains = remains.filter(|remains| !remains.session.messages.is_empty());
                let remains = remains.ok_or(error)?;
                (Arc::new(remains.session), Some(remains.left_out))
            }
        };
        let window = window::for_call(&session, op.model.as_deref(), op.context_window, &settings);
        let promotes_to = if settings.long_term_memory {
            let home = crystal::stream(&crystal::core_of(key.namespace.as_deref()));
            let core = view.services.state(&home).await?.state.downcast::<Core>();
            let core = core.map_err(|_| Error::internal("a core is of another memory"))?;
            Some(Destination::of(&home, &core, &session, &settings))
        } else {
            None
        };
        let found = SessionView {
            promotes_to,
            reconstructed: left_out.is_some(),
            messages_left_out: left_out.unwrap_or(0),
            ..SessionView::of(&session, op.recent, window, &settings)
        };
        found.with_media(&view, op.media).await
    })
}
