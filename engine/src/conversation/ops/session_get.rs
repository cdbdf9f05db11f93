//! `session_get`.

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

/// A session: its messages, its summary, its memories, data and entities, and how full it is.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionGet {
    /// The session's id, or its whole key as answers give it.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// The namespace it belongs to.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// The user whose session it is.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Measure against the window of this model instead of the session's own.
    #[schemars(length(min = 1, max = PART_BYTES), regex(pattern = r"\S"))]
    pub model: Option<String>,
    /// Measure against a window of so many tokens.
    #[schemars(range(min = 1))]
    pub context_window: Option<u32>,
    /// Only so many messages, the newest; all unless given.
    pub recent: Option<u32>,
    /// Whether pictures and files are given whole, as they were sent; they are unless this is `false`. A
    /// placeholder such as `[image, image/png, 45 KB]` takes the place of their data otherwise.
    pub media: Option<bool>,
}

/// A session as callers see it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionView {
    /// Which session: what other calls take as `session`.
    pub session: SessionKey,
    /// Its id.
    pub id: Arc<str>,
    /// Its namespace.
    pub namespace: Option<Arc<str>>,
    /// Whose it is.
    pub user_id: Option<Arc<str>>,
    /// The model that the conversation is with.
    pub model: Option<Arc<str>>,
    /// The model's context window in tokens, where the session says so.
    pub context_window: Option<u32>,
    /// How it begins: the first words of its summary, or of its oldest message that is no tool's.
    pub topic: Option<String>,
    /// The messages that are not folded, oldest first.
    pub messages: Vec<Arc<Message>>,
    /// How many there are; more than `messages` when only recent ones were asked for.
    pub messages_total: u32,
    /// How many are folded into the summary.
    pub folded: u32,
    /// The summary of what was said before the messages.
    pub context: Option<Arc<str>>,
    /// Which writer made the summaries, and of what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summaries: Vec<Arc<Summary>>,
    /// Memories to be kept beyond the session; those with `persisted_at` are long-term memories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<Arc<MemoryRecord>>,
    /// Where its memories go when they become long-term memories, and who reads them there; nothing while
    /// long-term memory is switched off.
    pub promotes_to: Option<Destination>,
    /// The caller's own data.
    #[schemars(with = "Map<String, Value>")]
    pub data: Arc<Map<String, Value>>,
    /// What "it" and "that page" refer to, most recent first.
    #[serde(default)]
    pub entities: Entities,
    /// How memories are taken from messages.
    #[schemars(with = "Option<Strategy>")]
    pub strategy: Option<Arc<Strategy>>,
    /// How long it lasts after its last write, in seconds.
    pub ttl_seconds: Option<u64>,
    /// When it ends unless written to.
    pub expires_at: Option<Time>,
    /// The session it was spawned by.
    pub parent: Option<SessionKey>,
    /// The agents that wrote in it or were let in.
    pub agents: Vec<Arc<str>>,
    /// When it began.
    pub created_at: Time,
    /// When something last happened.
    pub updated_at: Time,
    /// How full it is.
    pub gauges: Gauges,
    /// Why it is left as it is although it is full.
    #[schemars(with = "Option<Rest>")]
    pub rest: Option<Arc<Rest>>,
    /// Why no memories are taken from its messages, although it has a strategy for it.
    #[schemars(with = "Option<Rest>")]
    pub extraction: Option<Arc<Rest>>,
    /// Whether its time ran out and it was made again from long-term memory.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reconstructed: bool,
    /// How many more messages, older ones, long-term memory has of it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub messages_left_out: u32,
    /// The number of messages, older ones, whose pictures and files had no room in this answer. `recent` gives the
    /// newer ones alone.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub media_left_out: u32,
}

impl SessionView {
    /// A session as callers see it, measured against a window.
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
            folded: session.folded(),
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

    /// Gives the messages their data back, unless the caller wants placeholders.
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
        let settings = Settings::seen_by(&view).await?;
        let (session, left_out) = match read(&view, &key).await {
            Ok(session) => (session, None),
            Err(error) => {
                let remains = reconstruct(&view, &key).await?;
                let remains = remains.filter(|remains| !remains.session.messages.is_empty());
                let remains = remains.ok_or(error)?;
                (Arc::new(remains.session), Some(remains.left_out))
            }
        };
        let window = window::asked(&session, op.model.as_deref(), op.context_window, &settings);
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
