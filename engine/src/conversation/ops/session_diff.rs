//! `session_diff`: compares two versions of a session.

use kernel::prelude::*;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::conversation::ops::key;
use crate::conversation::ops::versions::at_version;
use crate::conversation::ops::whole::without_places;
use crate::session::key::SessionKey;
use crate::session::message::Message;
use crate::session::state::Document;

/// Compares two versions of a session.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionDiff {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// First version.
    pub from: Version,
    /// Second version. Default: the current one.
    pub to: Option<Version>,
}

/// A changed message: added if `before` is absent, removed if `after` is absent.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MessageDiff {
    /// Id of the message.
    pub id: Arc<str>,
    /// The message in the first version.
    pub before: Option<Arc<Message>>,
    /// The message in the second version.
    pub after: Option<Arc<Message>>,
}

/// Any other changed field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldDiff {
    /// Name of the field, such as `context`.
    pub field: String,
    /// Value in the first version; null if absent.
    pub before: Value,
    /// Value in the second version; null if absent.
    pub after: Value,
}

/// Differences between two versions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionDiffs {
    /// Key of the session.
    pub session: SessionKey,
    /// First version.
    pub from: Version,
    /// Second version.
    pub to: Version,
    /// Changed messages, in the order of the conversation.
    pub messages: Vec<MessageDiff>,
    /// All other changes.
    pub fields: Vec<FieldDiff>,
}

impl Operation for SessionDiff {
    type Output = SessionDiffs;
    const SPEC: Spec = spec!(Read "session_diff" Access::ALL).with(&[Trait::Confined]);
    const HOW: How<Self> = How::Run(run);

    crate::confine::of_session!();
}

fn run(op: SessionDiff, view: View) -> Fut<'static, Result<SessionDiffs>> {
    Box::pin(async move {
        let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
        let from = at_version(&view, &key, Some(op.from)).await?;
        let to = at_version(&view, &key, op.to).await?;
        Ok(SessionDiffs {
            messages: messages(&from.document, &to.document),
            fields: fields(&from.document, &to.document),
            session: key,
            from: from.version,
            to: to.version,
        })
    })
}

fn messages(from: &Document, to: &Document) -> Vec<MessageDiff> {
    let gone = from
        .messages
        .iter()
        .filter(|message| to.messages.get(&message.id).is_none());
    let gone = gone.map(|before| MessageDiff {
        id: before.id.clone(),
        before: Some(before.clone()),
        after: None,
    });
    let written = to.messages.iter().filter_map(|after| {
        let before = from.messages.get(&after.id);
        let is_same = before.is_some_and(|before| before.says_same(after));
        (!is_same).then(|| MessageDiff {
            id: after.id.clone(),
            before: before.cloned(),
            after: Some(after.clone()),
        })
    });
    let mut diffs: Vec<MessageDiff> = gone.chain(written).collect();
    for diff in &mut diffs {
        without_places(diff.before.as_mut_slice());
        without_places(diff.after.as_mut_slice());
    }
    diffs.sort_by_key(|diff| {
        let message = diff.after.as_ref().or(diff.before.as_ref());
        message.map(|message| message.created_at)
    });
    diffs
}

fn fields(from: &Document, to: &Document) -> Vec<FieldDiff> {
    let all = |document: &Document| {
        [
            ("context", json!(document.context)),
            ("memories", json!(document.memories)),
            ("data", json!(document.data)),
            ("entities", json!(document.entities)),
            ("model", json!(document.model)),
            ("context_window", json!(document.context_window)),
            ("strategy", json!(document.strategy)),
            ("ttl_seconds", json!(document.ttl_seconds)),
        ]
    };
    let pairs = all(from).into_iter().zip(all(to));
    pairs
        .filter(|((_, before), (_, after))| before != after)
        .map(|((field, before), (_, after))| FieldDiff {
            field: field.into(),
            before,
            after,
        })
        .collect()
}
