//! `session_merge`: what a child brings back.

use crate::confine;
use crate::conversation::ops::open;
use crate::conversation::ops::session_spawn::{known, owner};
use crate::scratchpad::{Inherited, merge_back};
use crate::session::key::SessionKey;
use kernel::prelude::*;

/// Brings what a child session changed in its copies of its parent's scratchpads back into them, as an
/// ordinary update of each. What was brought back does not come back again.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionMerge {
    /// The child: its id, or its whole key as answers give it.
    #[schemars(with = "crate::session::SessionName")]
    pub child: String,
}

/// What came back.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MergedBack {
    /// The child.
    pub session: SessionKey,
    /// Its parent.
    pub parent: SessionKey,
    /// What became of each scratchpad that the child changed.
    pub scratchpads: Vec<Inherited>,
}

impl Operation for SessionMerge {
    type Output = MergedBack;
    const SPEC: Spec = spec!(Write "session_merge" Access::VOICES)
        .refuses(&["busy", "exists", "full", "no_parent"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);

    fn confine(&mut self, tenant: &kernel::tenant::Tenant) -> Result<()> {
        confine::key(tenant, &mut self.child)
    }
}

fn decide(op: &SessionMerge, tx: &mut Tx) -> Result<MergedBack> {
    let child = SessionKey::parse(&op.child)?;
    let Some(parent) = open(tx, &child)?.parent.clone() else {
        let detail = format!("The session {child} was not spawned by another: nothing comes back.");
        return Err(Error::conflict("no_parent", detail));
    };
    known(tx, &parent)?;
    let (from, to) = (owner(&child), owner(&parent));
    let scratchpads = if from == to {
        Vec::new()
    } else {
        merge_back(tx, &from, &to)?
    };
    Ok(MergedBack {
        session: child,
        parent,
        scratchpads,
    })
}
