//! `mind_delete`.

use kernel::prelude::*;
use kernel::time::DAY;

use crate::mind::facts::MindDeleted;
use crate::mind::rules::{open, whose};
use crate::workspace::settings::Settings;

/// Deletes an agent's mind: its document with all versions, waiting notes, and mood. A person can restore it with
/// `mind_restore` for the number of days in the settings; then it is erased. The agent's memories stay: delete them
/// with `memory_forget`.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindDelete {
    /// Name of the agent (required).
    pub agent: Option<String>,
}

/// A mind that was deleted or restored.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindGone")]
pub struct Gone {
    /// Name of the agent.
    pub agent: String,
    /// Time at which it is erased unless restored. Absent once restored.
    pub purge_at: Option<Time>,
}

impl Operation for MindDelete {
    type Output = Gone;
    const SPEC: Spec = spec!(Write "mind_delete" Access::PEOPLE)
        .with(&[Trait::MakesRoom, Trait::Destroys])
        .refuses(&["deleted", "full"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &MindDelete, tx: &mut Tx) -> Result<Gone> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    let days = i64::from(Settings::of(tx)?.restore_days);
    let draft = open(tx, &agent)?;
    let purge_at = draft.cx.now.plus(days * DAY);
    draft.record(MindDeleted { purge_at });
    let purge_at = Some(purge_at);
    Ok(Gone { agent, purge_at })
}
