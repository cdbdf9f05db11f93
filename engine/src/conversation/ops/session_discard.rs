//! `session_discard`: removes memories from a session.

use crate::conversation::ops::{Written, key, open};
use crate::session::change::Changes;
use crate::session::facts::SessionPut;
use crate::workspace::settings::Settings;
use kernel::prelude::*;

/// Removes memories from a session so that they are not kept beyond it. Existing long-term memories stay: forget them
/// with `memory_forget`.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionDiscard {
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

impl Operation for SessionDiscard {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_discard" Access::VOICES)
        .with(&[Trait::Confined, Trait::MakesRoom, Trait::Destroys])
        .refuses(&["busy", "exists", "full"]);
    const HOW: How<Self> = How::Decide(decide);

    crate::confine::of_session!();
}

fn decide(op: &SessionDiscard, tx: &mut Tx) -> Result<Written> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let settings = Settings::of(tx)?;
    let draft = open(tx, &key)?;
    let mut gone = Vec::new();
    for (at, id) in op.memories.iter().enumerate() {
        let Some(memory) = draft.memory(id) else {
            let pointer = format!("/memories/{at}");
            return Err(Error::field(pointer, "is no memory of this session"));
        };
        gone.push(memory.id.clone());
    }
    if !gone.is_empty() {
        draft.record(SessionPut {
            changes: Changes {
                memories_removed: gone,
                ..Changes::default()
            },
            fold_above: None,
        });
    }
    Ok(Written::of(draft.state(), &settings))
}
