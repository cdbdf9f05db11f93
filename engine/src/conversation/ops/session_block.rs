//! `session_block`.

use kernel::prelude::*;

use crate::conversation::ops::{key, open};
use crate::session::blocks::{BlockName, Shown};
use crate::session::facts::BlockSet;
use crate::session::key::SessionKey;

/// Pins or drops a block in the contexts of a session. A pinned one gets what it asks for, up to its maximum and half of
/// the budget, before others get more than their minimum; a dropped one is left out, and contexts say so. Nudges and answers cannot be
/// dropped.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionBlock {
    /// The session's id, or its whole key as answers give it.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// The namespace it belongs to.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// The user whose session it is.
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// The block.
    pub block: BlockName,
    /// How it is to stand.
    pub shown: Shown,
}

/// How the block stands now.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BlockStands {
    /// Which session.
    pub session: SessionKey,
    /// The block.
    pub block: BlockName,
    /// How it stands.
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
