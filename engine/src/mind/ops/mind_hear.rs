//! `mind_hear`. Internal: requires `Role::System`, so no API exposes it.

use kernel::prelude::*;
use kernel::time::DAY;

use crate::mind::facts::{MindStirred, MoodSignalled};
use crate::mind::mood::Felt;
use crate::mind::rules::keep_time;
use crate::mind::state::Mind;
use crate::mind::stream;
use crate::workspace::Workspace;

/// Maximum age of a signal, in milliseconds. Less than the period for which minds remember their positions in streams,
/// so that repeated delivery has no effect.
const PAST: i64 = DAY;

/// Delivers events from elsewhere to a mind. Each signal counts once, however often it is delivered.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindHear {
    /// Name of the agent.
    pub agent: String,
    /// Signals, in their order within each stream.
    pub signals: Vec<Felt>,
    /// True if the agent has new memories.
    pub has_memories: bool,
}

/// Result of a delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindHeard")]
pub struct Told {
    /// Number of new signals.
    pub felt: u32,
}

impl Operation for MindHear {
    type Output = Told;
    const SPEC: Spec = spec!(Write "mind_hear" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &MindHear, tx: &mut Tx) -> Result<Told> {
    let workspace = tx.read::<Workspace>(&StreamId::workspace())?;
    let draft = tx.draft::<Mind>(&stream(&op.agent))?;
    let is_begun = draft.created_at.is_some();
    let nobody = !is_begun && !workspace.agents.contains_key(&op.agent);
    if nobody || draft.purge_at.is_some() {
        return Ok(Told { felt: 0 });
    }
    if is_begun || !op.signals.is_empty() || op.has_memories {
        keep_time(tx, &op.agent)?;
    }
    let draft = tx.draft::<Mind>(&stream(&op.agent))?;
    let long_ago = draft.cx.now.plus(-PAST);
    let is_new = |felt: &&Felt| {
        let source = felt.source.as_ref();
        felt.at > long_ago
            && source.is_some_and(|source| {
                let heard = draft.heard.get(&source.stream);
                heard.is_none_or(|heard| source.version > heard.version)
            })
    };
    let signals: Vec<Felt> = op.signals.iter().filter(is_new).cloned().collect();
    let felt = u32::try_from(signals.len()).unwrap_or(u32::MAX);
    if felt > 0 {
        draft.record(MoodSignalled { signals });
    } else if op.has_memories && draft.look_at.is_none() {
        draft.record(MindStirred {});
    }
    Ok(Told { felt })
}
