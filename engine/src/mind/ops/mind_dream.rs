//! `mind_dream`.

use kernel::prelude::*;

use crate::jobs::{JobKind, JobResumed, JobState};
use crate::mind::facts::{AskedBy, DreamAsked};
use crate::mind::ops::WRITERS;
use crate::mind::rules::{begin, whose};

/// Starts a dream now: the mind's notes and its agent's recent work go into its document. Runs in the background;
/// `dream_list` shows progress and result. Returns the pending dream if there is one. Runs even if nothing is new, and
/// says so. If a person stopped the dreams, only a person can start them again.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MindDream {
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
}

/// The requested dream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DreamWanted")]
pub struct Wanted {
    /// Name of the agent.
    pub agent: String,
    /// Time of the request.
    pub at: Time,
    /// True if the dream is running.
    pub is_running: bool,
    /// Number of notes that wait for it.
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
    // A job that waits after a failure, was stopped or failed runs now.
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
