//! `mind_dream`.

use kernel::prelude::*;

use crate::jobs::{JobKind, JobResumed, JobState};
use crate::mind::facts::{AskedBy, DreamAsked};
use crate::mind::ops::WRITERS;
use crate::mind::rules::{begin, whose};

/// Has a mind dream now: its notes, and what its agent did since, go into its document. Loci does it in the
/// background; `dream_list` shows how far it is and what came of it. While one waits or is dreamt, asking again
/// gives that one. It is dreamt also when nothing is new, and says so. One that a person stopped is dreamt again
/// when a person asks for it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindDream {
    /// The agent whose mind it is; your own unless given.
    pub agent: Option<String>,
}

/// The dream that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamWanted")]
pub struct Wanted {
    /// Whose mind.
    pub agent: String,
    /// Since when it is wanted.
    pub at: Time,
    /// Whether it is being dreamt already.
    pub is_running: bool,
    /// How many notes wait for it.
    pub notes: u32,
}

impl Operation for MindDream {
    type Output = Wanted;
    const SPEC: Spec = spec!(Write "mind_dream" WRITERS).refuses(&["deleted", "full", "stopped"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &MindDream, tx: &mut Tx) -> Result<Wanted> {
    let agent = whose(&tx.cx.actor, op.agent.as_deref())?;
    let is_person = tx.cx.actor.role.is_person();
    let draft = begin(tx, &agent)?;
    let now = draft.cx.now;
    let job = JobKind::Dream;
    if draft.jobs.get(job).map(|known| known.state) == Some(JobState::Stopped) && !is_person {
        let detail =
            format!("A person stopped the dreams of {agent}: a person has to run them again.");
        return Err(Error::conflict("stopped", detail));
    }
    if draft.asked.is_none() {
        draft.record(DreamAsked { by: AskedBy::Hand });
    }
    // One that rests after a failure, or was stopped, is dreamt now all the same.
    let state = draft.jobs.get(job).map(|known| known.state);
    if matches!(
        state,
        Some(JobState::Waiting | JobState::Stopped | JobState::Failed)
    ) {
        draft.record(JobResumed { job, attempts: 0 });
    }
    let asked = draft.asked.as_ref();
    Ok(Wanted {
        at: asked.map_or(now, |asked| asked.at),
        is_running: state == Some(JobState::Running),
        notes: u32::try_from(draft.notes.len()).unwrap_or(u32::MAX),
        agent,
    })
}
