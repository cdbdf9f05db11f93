//! `memory_approve`.

use crate::crystal::facts::{CrystalAdded, CrystalApproved, CrystalEdited};
use crate::crystal::one::Current;
use crate::crystal::ops::existing;
use crate::crystal::record::Crystal;
use crate::crystal::rules::{check_room, preserve_holds};
use crate::crystal::state::Core;
use crate::crystal::supersede::{conflict_error, find_superseded, supersede};
use crate::crystal::waiting::proposal_record;
use kernel::prelude::*;

/// Approves a memory that waits for a person (`memory_waiting`): searches find it, and its author is notified.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryApprove {
    /// Core it is for.
    #[schemars(with = "crate::crystal::ops::AnyCoreName")]
    pub core: String,
    /// Id of the memory.
    pub id: String,
    /// Proposal found before the decision.
    #[serde(skip)]
    pub found: Option<Box<Waiting>>,
}

/// A proposal with the memories that it replaces.
#[derive(Clone, Debug)]
pub struct Waiting {
    stream: StreamId,
    version: Version,
    record: Crystal,
    old: Vec<Current>,
}

/// The approved memory.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Approved {
    /// The memory.
    pub memory: Crystal,
}

impl Operation for MemoryApprove {
    type Output = Approved;
    const SPEC: Spec = spec!(Write "memory_approve" Access::PEOPLE).refuses(&[
        "ambiguous",
        "changed",
        "frozen",
        "full",
        "merged",
        "message",
        "superseded",
        "switched_off",
    ]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

/// Returns the error for an id without a pending proposal.
pub(super) fn missing(core: &StreamId, id: &str) -> Error {
    let core = core.id();
    Error::not_found(format!(
        "No memory {id} waits for a person in the core {core}."
    ))
}

async fn prepare(op: MemoryApprove, view: View) -> Result<MemoryApprove> {
    let stream = existing("/core", &op.core)?;
    let (state, _) = view.state::<Core>(&stream).await?;
    let one = state.proposals.get(op.id.as_str());
    let one = one.ok_or_else(|| missing(&stream, &op.id))?;
    let record = proposal_record(&view, &stream, one).await?;
    let record = record.ok_or_else(|| missing(&stream, &op.id))?;
    // Memories forgotten since the proposal need no replacement.
    let mut there = record.supersedes.clone();
    there.retain(|id| state.crystals.contains_key(id.as_str()));
    let waiting = Waiting {
        version: one.version(),
        old: find_superseded(&view, &stream, &there).await?,
        record,
        stream,
    };
    let found = Some(Box::new(waiting));
    Ok(MemoryApprove { found, ..op })
}

fn decide(op: &MemoryApprove, tx: &mut Tx) -> Result<Approved> {
    let Some(found) = &op.found else {
        return Err(Error::internal("what to approve was not prepared"));
    };
    let draft = tx.draft::<Core>(&found.stream)?;
    let (now, person) = (draft.cx.now, draft.cx.actor.clone());
    let one = draft.proposals.get(op.id.as_str()).cloned();
    let Some(one) = one.filter(|one| one.version() == found.version) else {
        return tx.reject_outdated(conflict_error());
    };
    let known = draft.crystals.get(op.id.as_str()).cloned();
    // The given version covers the proposal and the current memory, so that no unseen text is approved or replaced.
    let seen = known.as_ref().map_or(0, |known| known.version());
    draft.expect(one.version().max(seen))?;
    let record = Crystal {
        approved_by: Some(person.id),
        updated_at: now,
        persisted_at: now,
        ..found.record.clone()
    };
    let record = match &known {
        Some(known) => preserve_holds(known, &one.by, record),
        None => record,
    };
    if known.is_some() {
        draft.record(CrystalEdited {
            record: record.clone(),
        });
    } else {
        check_room(draft.crystals.len() + draft.forgotten.len())?;
        draft.record(CrystalAdded {
            record: record.clone(),
        });
    }
    draft.record(CrystalApproved { id: op.id.clone() });
    supersede(tx, &found.stream, &op.id, record.valid_from, &found.old)?;
    let memory = record.standing(now);
    Ok(Approved { memory })
}
