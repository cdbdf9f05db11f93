//! `session_block`: pins or drops a context block.

use kernel::prelude::*;

use crate::conversation::ops::{key, open};
use crate::session::blocks::{BlockName, Shown};
use crate::session::facts::BlockSet;
use crate::session::key::SessionKey;

/// Pins or drops a block in the contexts of a session. A pinned block gets what it asks for, up to its maximum and half
/// of the budget, before others get more than their minimum. A dropped block is left out, and contexts say so. Nudges
/// and answers cannot be dropped.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionBlock {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Name of the block.
    pub block: BlockName,
    /// New display mode.
    pub shown: Shown,
}

/// Display mode of a block.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BlockStands {
    /// Key of the session.
    pub session: SessionKey,
    /// Name of the block.
    pub block: BlockName,
    /// Current display mode.
    pub shown: Shown,
}

impl Operation for SessionBlock {
    type Output = BlockStands;
    const SPEC: Spec = spec!(Write "session_block" Access::VOICES)
        .refuses(&["busy", "exists", "full"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);

    crate::confine::of_session!();
}

fn decide(op: &SessionBlock, tx: &mut Tx) -> Result<BlockStands> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let draft = open(tx, &key)?;
    let &SessionBlock { block, shown, .. } = op;
    let before = draft.blocks.get(&block).copied().unwrap_or_default();
    if before != shown {
        draft.record(BlockSet { block, shown });
    }
    Ok(BlockStands {
        session: key,
        block,
        shown,
    })
}
