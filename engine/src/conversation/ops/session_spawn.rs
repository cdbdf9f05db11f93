//! `session_spawn`: creates a child session.

use crate::confine;
use crate::conversation::ops::session_fork::fresh;
use crate::conversation::ops::{Beginning, begin, missing};
use crate::scratchpad::{Inherited, copy_resource_pads};
use crate::session::key::SessionKey;
use crate::session::state::Session;
use kernel::access::may_read;
use kernel::prelude::*;

/// Creates a session as the child of another one. It has none of the parent's messages. A child of another user gets
/// copies of the scratchpads that the parent's user shares among sessions; a child of the same user shares them.
/// `session_merge` merges the changes to the copies back.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionSpawn {
    /// The parent: its id, or its whole key as returned in responses.
    #[schemars(length(min = 1), regex(pattern = r"\S"))]
    pub parent: String,
    /// Id of the child, in the same namespace and for the same user unless they are given; a whole key names others
    /// too.
    #[schemars(with = "crate::session::SessionName")]
    pub child: String,
    /// Namespace of the child.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the child.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
}

/// A child and its copies of the parent's scratchpads.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Spawned {
    /// Key of the child.
    pub session: SessionKey,
    /// Key of its parent.
    pub parent: SessionKey,
    /// Result for each scratchpad of the parent; empty if both belong to one user.
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

/// Returns the owner of the scratchpads that a session shares with others: its user, or the session itself without one.
pub(super) fn owner(key: &SessionKey) -> String {
    match &key.user_id {
        Some(user) => user.to_string(),
        None => key.to_string(),
    }
}

/// Rejects a session that the caller may not access.
pub(super) fn must_be_readable(tx: &mut Tx, key: &SessionKey) -> Result<()> {
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
    must_be_readable(tx, &parent)?;
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
