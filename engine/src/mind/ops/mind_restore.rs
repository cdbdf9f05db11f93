//! `mind_restore`.

use kernel::prelude::*;

use crate::mind::facts::MindRestored;
use crate::mind::ops::mind_delete::Gone;
use crate::mind::rules::{missing, whose};
use crate::mind::{Mind, stream};

/// Restores a deleted mind, until it is erased.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindRestore {
    /// Name of the agent (required).
    pub agent: Option<String>,
}

impl Operation for MindRestore {
    type Output = Gone;
    const SPEC: Spec =
        spec!(Write "mind_restore" Access::PEOPLE).refuses(&["not_deleted", "too_late"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &MindRestore, tx: &mut Tx) -> Result<Gone> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    let draft = tx.draft::<Mind>(&stream(&agent))?;
    match draft.purge_at {
        Some(purge_at) if purge_at <= draft.cx.now => {
            let detail = format!("It could be brought back until {purge_at} and is being erased.");
            Err(Error::conflict("too_late", detail))
        }
        Some(_) => {
            draft.record(MindRestored {});
            let purge_at = None;
            Ok(Gone { agent, purge_at })
        }
        None if draft.exists() => {
            let detail = "The mind is not deleted: there is nothing to bring back.";
            Err(Error::conflict("not_deleted", detail))
        }
        None => Err(missing(&agent)),
    }
}
