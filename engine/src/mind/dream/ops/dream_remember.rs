//! `dream_remember`: no door offers it, because nobody can be given the role that it asks for.

use kernel::Code;
use kernel::prelude::*;

use crate::crystal::NewCrystal;
use crate::crystal::of_mind;
use crate::crystal::one::{Current, current};
use crate::crystal::rules::{Duplicates, is_full, mind_core, put};
use crate::crystal::supersede::supersede;
use crate::jobs::JobKind;
use crate::mind::rules::open;

/// Makes memories of what a dream is to find again, each once: one that is there, or that somebody forgot, is left
/// alone. What a decision replaced is so no longer from then on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DreamRemember {
    /// Whose mind.
    pub agent: String,
    /// The lease of the dream.
    pub lease: Option<Version>,
    /// The memories.
    pub memories: Vec<NewCrystal>,
    /// Those whose place some take, once they are found.
    #[serde(skip)]
    pub old: Vec<Current>,
}

/// How many were written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamRemembered")]
pub struct Remembered {
    /// How many.
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
            // It was never remembered, or is forgotten.
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
            // What a person holds, or what another one took the place of, stays as it is.
            Err(error) if !tx.is_outdated() && is_refusal(error.code) => {}
            done => done?,
        }
    }
    Ok(Remembered { written })
}

fn is_refusal(code: Code) -> bool {
    matches!(code, Code::Conflict | Code::Forbidden | Code::Invalid)
}
