//! `session_restore`: restores an earlier version.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::versions::{restore_document, to_go_on_from};
use crate::conversation::ops::{Written, key, open};
use crate::session::change::Changes;
use crate::session::facts::SessionRewound;
use crate::session::state::Session;
use crate::workspace::settings::Settings;

/// Restores the content of a session at one of its versions. This adds a new version: the history in between is kept.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionRestore {
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
    /// The version to restore.
    pub version: Version,
    /// The session at that version.
    #[serde(skip)]
    #[schemars(skip)]
    pub then: Option<Arc<Session>>,
}

impl Operation for SessionRestore {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_restore" Access::VOICES)
        .refuses(&["busy", "exists", "full"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
            op.then = Some(to_go_on_from(&view, &key, Some(op.version)).await?);
            Ok(op)
        })
    });

    crate::confine::of_session!();
}

fn decide(op: &SessionRestore, tx: &mut Tx) -> Result<Written> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let Some(then) = &op.then else {
        return Err(Error::internal("the earlier version was not looked up"));
    };
    let settings = Settings::of(tx)?;
    let draft = open(tx, &key)?;
    let changes = Changes::between(
        &draft.document,
        &restore_document(&then.document, &draft.document),
    );
    let written = changes
        .messages
        .iter()
        .map(|message| message.id.clone())
        .collect();
    let removed = u32::try_from(changes.count_removed()).unwrap_or(u32::MAX);
    if !changes.is_empty() {
        draft.record(SessionRewound {
            to: op.version,
            changes,
        });
    }
    Ok(Written {
        written,
        removed,
        ..Written::of(draft.state(), &settings)
    })
}
