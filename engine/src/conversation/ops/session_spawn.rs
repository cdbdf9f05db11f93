//! `session_spawn`: a session for a part of the work.

use crate::confine;
use crate::conversation::ops::session_fork::fresh;
use crate::conversation::ops::{Beginning, begin, missing};
use crate::scratchpad::{Inherited, copy_resource_pads};
use crate::session::key::SessionKey;
use crate::session::state::Session;
use kernel::access::may_read;
use kernel::prelude::*;

/// Begins a session as the child of another one. It has none of the parent's messages. A child of another
/// user gets copies of the scratchpads that the parent's user shares among sessions; one of the same user
/// shares them. `session_merge` brings back what the child changes in its copies.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionSpawn {
    /// The parent: its id, or its whole key as answers give it.
    #[schemars(length(min = 1), regex(pattern = r"\S"))]
    pub parent: String,
    /// The id of the child, in the same namespace and of the same user unless they are given; a whole
    /// key names others too.
    #[schemars(with = "crate::session::SessionName")]
    pub child: String,
    /// The child's namespace.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// The user whose session the child is.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
}

/// A child and what it has of its parent.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Spawned {
    /// The child.
    pub session: SessionKey,
    /// Its parent.
    pub parent: SessionKey,
    /// What became of the parent's scratchpads; none when both are of one user.
    pub scratchpads: Vec<Inherited>,
}

impl Operation for SessionSpawn {
    type Output = Spawned;
    const SPEC: Spec = spec!(Write "session_spawn" Access::VOICES)
        .refuses(&["busy", "exists", "full"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        confine::key(tenant, &mut self.parent)?;
        confine::session(
            tenant,
            &mut self.child,
            &mut self.namespace,
            &mut self.user_id,
        )
    }
}

/// Whose the scratchpads are that a session shares with others: its user's, or its own without one.
pub(super) fn owner(key: &SessionKey) -> String {
    match &key.user_id {
        Some(user) => user.to_string(),
        None => key.to_string(),
    }
}

/// Refuses a session that the caller may not know of.
pub(super) fn known(tx: &mut Tx, key: &SessionKey) -> Result<()> {
    let session = tx.read::<Session>(&key.stream())?;
    if session.lives(tx.cx.now) && may_read(&tx.cx.actor, &session.agents()) {
        return Ok(());
    }
    Err(missing(key))
}

fn decide(op: &SessionSpawn, tx: &mut Tx) -> Result<Spawned> {
    let parent = SessionKey::parse(&op.parent)?;
    let named = SessionKey::resolve(&op.child, op.namespace.as_deref(), op.user_id.as_deref())?;
    let child = if op.child.matches('/').count() == 2 {
        named
    } else {
        SessionKey {
            id: named.id,
            namespace: named.namespace.or_else(|| parent.namespace.clone()),
            user_id: named.user_id.or_else(|| parent.user_id.clone()),
        }
    };
    known(tx, &parent)?;
    fresh(tx, &child)?;
    let beginning = Beginning {
        parent: Some(parent.clone()),
        ..Beginning::default()
    };
    begin(tx, &child, beginning)?;
    let scratchpads = copy_resource_pads(tx, &owner(&parent), &owner(&child))?;
    Ok(Spawned {
        session: child,
        parent,
        scratchpads,
    })
}
