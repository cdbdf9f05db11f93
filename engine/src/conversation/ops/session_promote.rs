//! `session_promote`: promotes waiting memories to long-term memories.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::{Written, key, open, promote};
use crate::session::record::MemoryRecord;
use crate::workspace::settings::Settings;

/// Promotes memories of a session to long-term memories now: those that wait because long-term memory was off when they
/// were written, or because a person is to decide. A memory with the content of an existing long-term memory is not
/// duplicated.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionPromote {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Ids of the memories.
    pub memories: Vec<String>,
}

impl Operation for SessionPromote {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_promote" Access::VOICES)
        .refuses(&["busy", "exists", "full", "long_term_memory_off"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);

    crate::confine::of_session!();
}

/// Returns the reason why these settings prevent promotion, if they do.
#[must_use]
pub fn refusal(settings: &Settings) -> Option<&'static str> {
    let why = "Long-term memory is switched off for this workspace: an owner can switch it on.";
    (!settings.long_term_memory).then_some(why)
}

fn decide(op: &SessionPromote, tx: &mut Tx) -> Result<Written> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let settings = Settings::of(tx)?;
    if let Some(why) = refusal(&settings) {
        return Err(Error::conflict("long_term_memory_off", why));
    }
    let draft = open(tx, &key)?;
    let mut waiting: Vec<Arc<MemoryRecord>> = Vec::new();
    for (at, id) in op.memories.iter().enumerate() {
        let Some(memory) = draft.memory(id) else {
            let pointer = format!("/memories/{at}");
            return Err(Error::field(pointer, "is no memory of this session"));
        };
        if memory.persisted_at.is_none() {
            waiting.push(memory.clone());
        }
    }
    let promoted = promote::these(tx, &key, waiting)?;
    // An explicit request must fail rather than appear to succeed.
    if let Some(why) = promoted.warnings.into_iter().next() {
        return Err(Error::forbidden(why));
    }
    let draft = open(tx, &key)?;
    Ok(Written {
        promoted: promoted.memories,
        promoted_to: promoted.to,
        ..Written::of(draft.state(), &settings)
    })
}
