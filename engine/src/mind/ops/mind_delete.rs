//! `mind_delete`.

use kernel::prelude::*;
use kernel::time::DAY;

use crate::mind::facts::MindDeleted;
use crate::mind::rules::{open, whose};
use crate::workspace::settings::Settings;

/// Deletes an agent's mind: the document with its versions, the notes that wait, the mood. It is gone at once, a
/// person can bring it back for as many days as the settings say, and it is then erased. What the agent remembers
/// stays: `memory_forget` forgets that.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindDelete {
    /// The agent whose mind it is.
    pub agent: Option<String>,
}

/// A mind that was deleted or brought back.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindGone")]
pub struct Gone {
    /// Whose mind.
    pub agent: String,
    /// When it is erased unless it is brought back; none once it is.
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
