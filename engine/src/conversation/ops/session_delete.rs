//! `session_delete`: deletes a session.

use crate::conversation::ops::{key, open, promote, remains};
use crate::scratchpad::thread;
use crate::session::facts::SessionDeleted;
use crate::session::key::SessionKey;
use crate::workspace::settings::Settings;
use kernel::prelude::*;
use kernel::time::DAY;

/// Deletes a session. It disappears at once; people can recover it for the number of days set in the workspace, then it
/// is erased. Its long-term memories stay; its indexed messages and its thread's scratchpads go with it. Its id can be
/// reused at once. For an expired session, which would be rebuilt from its indexed messages, these are forgotten.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionDelete {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Reason for the deletion.
    pub reason: Option<String>,
}

/// A deleted session.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Deleted {
    /// Key of the session.
    pub session: SessionKey,
    /// Time of erasure unless recovered.
    pub purge_at: Time,
}

impl Operation for SessionDelete {
    type Output = Deleted;
    const SPEC: Spec = spec!(Write "session_delete" Access::VOICES)
        .with(&[Trait::Confined, Trait::MakesRoom, Trait::Destroys])
        .refuses(&["busy", "exists", "full"]);
    const HOW: How<Self> = How::Decide(decide);

    crate::confine::of_session!();
}

fn decide(op: &SessionDelete, tx: &mut Tx) -> Result<Deleted> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let settings = Settings::of(tx)?;
    let days = i64::from(settings.restore_days);
    let purge_at = tx.cx.now.plus(days * DAY);
    if remains::has_remains(tx, &key)? {
        promote::forget(tx, &key, &settings)?;
        return Ok(Deleted {
            session: key,
            purge_at,
        });
    }
    open(tx, &key)?.record(SessionDeleted {
        reason: op.reason.clone(),
        purge_at,
    });
    thread::end(tx, &key.to_string(), purge_at)?;
    promote::forget(tx, &key, &settings)?;
    Ok(Deleted {
        session: key,
        purge_at,
    })
}
