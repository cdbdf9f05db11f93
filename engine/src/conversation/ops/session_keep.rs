//! `session_keep`: sets the time to live of a session.

use crate::conversation::ops::checks::check_ttl;
use crate::conversation::ops::{Written, key, open};
use crate::session::change::Changes;
use crate::session::facts::SessionPut;
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Sets the time to live of a session, and leaves everything else unchanged. The time starts with this call.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionKeep {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Time to live after the last write, in seconds. Default: unlimited.
    #[schemars(range(min = 1, max = 315_360_000))]
    pub ttl_seconds: Option<u64>,
}

impl Operation for SessionKeep {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_keep" Access::VOICES)
        .refuses(&["busy", "exists", "full"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);

    crate::confine::of_session!();
}

fn decide(op: &SessionKeep, tx: &mut Tx) -> Result<Written> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    check_ttl(op.ttl_seconds)?;
    let settings = Settings::of(tx)?;
    let draft = open(tx, &key)?;
    if op.ttl_seconds.is_some() || draft.ttl_seconds.is_some() {
        draft.record(SessionPut {
            changes: Changes {
                ttl_seconds: Some(op.ttl_seconds),
                ..Changes::default()
            },
            fold_above: None,
        });
    }
    Ok(Written::of(draft.state(), &settings))
}
