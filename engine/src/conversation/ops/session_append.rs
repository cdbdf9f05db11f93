//! `session_append`: adds messages to a session.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::after::follow;
use crate::conversation::ops::already_folded::{AlreadyFolded, already_folded};
use crate::conversation::ops::arrival::{identify, place_results};
use crate::conversation::ops::checks::{check_room, count, take};
use crate::conversation::ops::contents::contents;
use crate::conversation::ops::{Beginning, Remains, Written, begin, fold_above, key, remains};
use crate::session::aside;
use crate::session::facts::MessagesAppended;
use crate::session::message::{Message, NewMessage, Speech};
use crate::session::state::Session;
use crate::workspace::settings::Settings;
use kernel::ports::blobs;

/// Maximum number of messages in one call.
const MAX_MESSAGES: usize = 1_000;

/// Adds messages to a session, and creates it if it does not exist. The cost does not depend on the length of the
/// conversation. A message with an existing id replaces that message. Messages without an id are the same if role,
/// content, tool calls and `created_at` are the same. Existing and already folded messages are skipped, so calls can be
/// retried; only messages with neither `id` nor `created_at` would be added again.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionAppend {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// The messages. They are ordered by time, then by arrival.
    #[schemars(length(min = 1, max = MAX_MESSAGES))]
    pub messages: Vec<NewMessage>,
    /// The messages that are already folded.
    #[serde(skip)]
    #[schemars(skip)]
    pub folded: AlreadyFolded,
    /// Token count of each message.
    #[serde(skip)]
    #[schemars(skip)]
    pub counted: Vec<u32>,
    /// Remains of the expired session, looked up before the decision.
    #[serde(skip)]
    #[schemars(skip)]
    pub remains: Option<Arc<Remains>>,
}

/// Default members of a response. `session_get` also has the gauges.
const LEAN: &[&str] = &[
    "session",
    "written",
    "messages",
    "promoted",
    "promoted_to",
    "scratchpads",
    "warnings",
];

impl Operation for SessionAppend {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_append" Access::VOICES, LEAN)
        .with(&[Trait::Confined, Trait::TakesFiles])
        .refuses(&["busy", "exists", "full"]);
    const HOW: How<Self> = How::Decide(decide);
    const INLINE_BYTES: usize = aside::INLINE_BYTES;
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
            op.remains = remains(&view, &key).await?;
            let known = view.state::<Session>(&key.stream()).await.ok();
            let known = match &op.remains {
                Some(remains) => Some(&remains.session),
                None => known.as_ref().map(|(known, _)| &**known),
            };
            identify(&mut op.messages);
            op.folded = already_folded(&view, known, &op.messages).await?;
            op.counted = count(&op.messages, Speech::Whole, known, view.services.tokens());
            Ok(op)
        })
    });

    fn contents(&mut self) -> Vec<&mut blobs::Content> {
        contents(&mut self.messages)
    }

    crate::confine::of_session!();
}

fn decide(op: &SessionAppend, tx: &mut Tx) -> Result<Written> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    if !(1..=MAX_MESSAGES).contains(&op.messages.len()) {
        return Err(Error::field(
            "/messages",
            format!("expected 1 to {MAX_MESSAGES} messages"),
        ));
    }
    let settings = Settings::of(tx)?;
    let draft = begin(tx, &key, Beginning::from(op.remains.as_ref()))?;
    if !op.folded.holds(draft.state(), &op.messages) {
        let detail = "The session's summary is being written. Try again.";
        return tx.reject_outdated(Error::conflict("busy", detail));
    }
    let mut taken = take(
        &draft.cx,
        draft.state(),
        &op.messages,
        Speech::Whole,
        &op.counted,
    )?;
    op.folded.pass_over(&mut taken);
    place_results(Some(&draft.messages), &mut taken);
    let is_new = |message: &Arc<Message>| {
        let known = draft.messages.get(&message.id);
        known.is_none_or(|known| !known.is_same(message))
    };
    let new = taken.messages.into_iter().filter(is_new);
    let messages: Vec<Message> = new.map(Arc::unwrap_or_clone).collect();
    // A replaced message counts twice here; the limit leaves room for that.
    let bytes: usize = messages.iter().map(Message::bytes).sum();
    check_room(
        draft.messages.len() + messages.len(),
        draft.messages.bytes() + bytes,
    )?;
    let written: Vec<_> = messages.iter().map(|message| message.id.clone()).collect();
    if !messages.is_empty() {
        let fold_above = fold_above(draft.state(), &settings);
        draft.record(MessagesAppended {
            messages,
            fold_above,
        });
    }
    let mut answer = follow(tx, &key, written, &settings)?;
    answer.warnings.extend(taken.warnings);
    Ok(answer)
}
