//! `session_share`: grants agents access to a session.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::{key, open, promote};
use crate::crystal::messages;
use crate::session::facts::SessionShared;
use crate::session::key::SessionKey;
use crate::workflow::ops::{ENTRIES, TextLine, check_entries, check_line};
use crate::workspace::settings::Settings;

/// Grants agents read and write access to a session. Agents that wrote in it, orchestrators and people have it already.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionShare {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Names of the agents.
    #[schemars(with = "Vec<TextLine>", length(max = ENTRIES))]
    pub agents: Vec<Arc<str>>,
}

/// Access to a session.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Shared {
    /// Key of the session.
    pub session: SessionKey,
    /// Agents that wrote in it or were granted access.
    pub agents: Vec<Arc<str>>,
}

impl Operation for SessionShare {
    type Output = Shared;
    const SPEC: Spec = spec!(Write "session_share" Access::VOICES)
        .refuses(&["busy", "exists", "full"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);

    crate::confine::of_session!();
}

fn decide(op: &SessionShare, tx: &mut Tx) -> Result<Shared> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    check_entries("/agents", &op.agents)?;
    for (at, agent) in op.agents.iter().enumerate() {
        check_line(&format!("/agents/{at}"), agent)?;
    }
    let draft = open(tx, &key)?;
    let new = op
        .agents
        .iter()
        .filter(|agent| !draft.writers.contains(*agent));
    let agents: Vec<Arc<str>> = new.cloned().collect();
    let is_new = !agents.is_empty();
    if is_new {
        draft.record(SessionShared { agents });
    }
    let agents = draft.writers.iter().cloned().collect();
    if is_new {
        promote::share_private(tx, &key)?;
        if Settings::of(tx)?.index_messages {
            promote::share(tx, &key, &messages(&key.to_string()))?;
        }
    }
    Ok(Shared {
        session: key,
        agents,
    })
}
