//! `dream_remember`. Internal: requires `Role::System`, so no API exposes it.

use kernel::Code;
use kernel::prelude::*;

use crate::crystal::NewCrystal;
use crate::crystal::of_mind;
use crate::crystal::one::{Current, current};
use crate::crystal::rules::{Duplicates, is_full, mind_core, put};
use crate::crystal::supersede::supersede;
use crate::jobs::JobKind;
use crate::mind::rules::open;

/// Stores memories for a dream. Memories that exist or were forgotten are skipped. A memory that a new one replaces is
/// no longer valid.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamRemember {
    /// Name of the agent.
    pub agent: String,
    /// Lease of the dream.
    pub lease: Option<Version>,
    /// Memories to store.
    pub memories: Vec<NewCrystal>,
    /// Memories that are replaced, loaded before the decision.
    #[serde(skip)]
    pub old: Vec<Current>,
}

/// Result of storing memories.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamRemembered")]
pub struct Remembered {
    /// Number of memories that were stored.
    pub written: u32,
}

impl Operation for DreamRemember {
    type Output = Remembered;
    const SPEC: Spec = spec!(Write "dream_remember" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

async fn prepare(op: DreamRemember, view: View) -> Result<DreamRemember> {
    let core = of_mind(&op.agent);
    let mut old = Vec::new();
    for id in op.memories.iter().flat_map(|memory| &memory.supersedes) {
        match current(&view, id, Some(core.id())).await {
            Ok(known) => old.push(known),
            // It was never stored, or it was forgotten.
            Err(error) if error.code == Code::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(DreamRemember { old, ..op })
}

fn decide(op: &DreamRemember, tx: &mut Tx) -> Result<Remembered> {
    let mind = open(tx, &op.agent)?;
    mind.jobs.check(JobKind::Dream, op.lease)?;
    let stream = of_mind(&op.agent);
    let mut written = 0;
    for memory in &op.memories {
        let core = mind_core(tx, &op.agent)?;
        let id = memory.id.as_deref().unwrap_or_default();
        if is_full(core.state()) {
            break;
        }
        if core.crystals.contains_key(id) || core.forgotten.contains_key(id) {
            continue;
        }
        let mut memory = memory.clone();
        memory.agent = Some(op.agent.clone());
        let takes = std::mem::take(&mut memory.supersedes);
        put(core, memory, Duplicates::Keep)?;
        written += 1;
        let is_meant = |one: &&Current| takes.contains(&one.record.id);
        let old: Vec<Current> = op.old.iter().filter(is_meant).cloned().collect();
        match supersede(tx, &stream, id, None, &old) {
            // A memory that a person holds or that was replaced already stays as it is.
            Err(error) if !tx.is_outdated() && is_refusal(error.code) => {}
            done => done?,
        }
    }
    Ok(Remembered { written })
}

fn is_refusal(code: Code) -> bool {
    matches!(code, Code::Conflict | Code::Forbidden | Code::Invalid)
}
