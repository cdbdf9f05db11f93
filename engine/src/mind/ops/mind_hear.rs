//! `mind_hear`: no door offers it, because nobody can be given the role that it asks for.

use kernel::prelude::*;
use kernel::time::DAY;

use crate::mind::facts::{MindStirred, MoodSignalled};
use crate::mind::mood::Felt;
use crate::mind::rules::keep_time;
use crate::mind::state::Mind;
use crate::mind::stream;
use crate::workspace::Workspace;

/// What is older than this is not felt any more. It is less than minds remember up to where they heard a stream, so
/// that nothing is felt twice however often it is told.
const PAST: i64 = DAY;

/// Tells a mind what happened elsewhere: it feels each thing once, however often it is told.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindHear {
    /// Whose mind.
    pub agent: String,
    /// What happened, in the order in which it did in each stream.
    pub signals: Vec<Felt>,
    /// Whether memories of the agent came to be.
    pub has_memories: bool,
}

/// What was new to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MindHeard")]
pub struct Told {
    /// How many signals were felt.
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
