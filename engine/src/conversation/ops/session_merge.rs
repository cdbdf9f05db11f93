//! `session_merge`: merges a child's scratchpad changes into its parent.

use crate::confine;
use crate::conversation::ops::open;
use crate::conversation::ops::session_spawn::{must_be_readable, owner};
use crate::scratchpad::{Inherited, merge_back};
use crate::session::key::SessionKey;
use kernel::prelude::*;

/// Merges the changes of a child session to its copies of its parent's scratchpads into the originals, as an ordinary
/// update of each. Changes are merged only once.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionMerge {
    /// The child: its id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub child: String,
}

/// Result of the merge.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MergedBack {
    /// Key of the child.
    pub session: SessionKey,
    /// Key of its parent.
    pub parent: SessionKey,
    /// Result for each scratchpad that the child changed.
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
    must_be_readable(tx, &parent)?;
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
