//! `note_write`.

use kernel::prelude::*;
use std::sync::Arc;

use crate::mind::note::{IMPORTANCE, NOTE_BYTES, NoteKind, Origin};
use crate::mind::ops::WRITERS;
use crate::mind::rules::{self, NewNote};
use crate::mind::{Mind, stream};
use crate::numbers::TaskNo;
use crate::session::SessionKey;
use crate::workflow::{self, Workflow};

/// Saves a note in an agent's mind: a preference, a decision, a deadline, a friction to avoid. It is also a long-term
/// memory, so `memory_search` finds it at once, and it is shown at the start of every session until a dream puts it
/// into the document. Agents write in their own mind; orchestrators and people can write in any.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteWrite {
    /// Text of the note, a sentence or a few.
    #[schemars(length(min = 1, max = NOTE_BYTES), regex(pattern = r"\S"))]
    pub note: String,
    /// Importance, 0 to 1. Default: 0.7.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub importance: Option<f64>,
    /// Kind of the note: `fact`, `preference`, `decision`, `friction`, `breakthrough`, `question`, `task`,
    /// `relationship`, `skill` or `identity`. Determines its section of the document.
    pub kind: Option<NoteKind>,
    /// Name of the agent. Default: yourself.
    pub agent: Option<String>,
    /// Session that it is from: its id, or its full key as in responses.
    #[schemars(with = "Option<crate::session::SessionName>")]
    pub session: Option<String>,
    /// Workflow that it is from.
    pub workflow: Option<Id>,
    /// Task of that workflow, such as `T12`.
    pub task: Option<TaskNo>,
    /// Validated origin.
    #[serde(skip)]
    pub origin: Origin,
}

/// A saved note.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NoteKept")]
pub struct Noted {
    /// Name of the agent.
    pub agent: String,
    /// Name of the note within the mind.
    pub note: Version,
    /// Time of writing.
    pub at: Time,
    /// Id of the long-term memory that it also is. Absent if these are off or the mind's core is full.
    pub memory: Option<Arc<str>>,
    /// Number of notes that wait for the next dream.
    pub waiting: u32,
}

impl Operation for NoteWrite {
    type Output = Noted;
    const SPEC: Spec = spec!(Write "note_write" WRITERS)
        .everyday(&["note", "kind", "importance"])
        .refuses(&["deleted", "full"]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(prepare(op, view)) as Fut<_>);
}

/// Validates the origin: it must exist, and the caller must be able to read the session.
async fn prepare(op: NoteWrite, view: View) -> Result<NoteWrite> {
    let mut origin = Origin::default();
    if let Some(session) = &op.session {
        let key = SessionKey::parse(session)?;
        let missing = |_| Error::field("/session", "is no session that you know of");
        view.must_read(&key.stream()).await.map_err(missing)?;
        origin.session = Some(key);
    }
    if let Some(id) = op.workflow {
        let missing = || Error::field("/workflow", "is no workflow that there is");
        let loaded = view.services.state(&workflow::stream(id)).await;
        let state = loaded.map_err(|_| missing())?.state.downcast::<Workflow>();
        let state = state.map_err(|_| missing())?;
        if !state.exists() {
            return Err(missing());
        }
        if let Some(task) = op.task
            && state.tasks.get(task).is_none()
        {
            return Err(Error::field("/task", "is no task of that workflow"));
        }
        origin.workflow = Some(id);
        origin.task = op.task;
    } else if op.task.is_some() {
        return Err(Error::field("/task", "name the workflow that it is of"));
    }
    Ok(NoteWrite { origin, ..op })
}

fn decide(op: &NoteWrite, tx: &mut Tx) -> Result<Noted> {
    let agent = rules::whose(&tx.cx.actor, op.agent.as_deref())?;
    let note = NewNote {
        text: op.note.clone(),
        importance: op.importance.unwrap_or(IMPORTANCE),
        kind: op.kind,
        origin: op.origin.clone(),
        auto: false,
    };
    let kept = rules::write(tx, &agent, note)?;
    let draft = tx.draft::<Mind>(&stream(&agent))?;
    Ok(Noted {
        note: kept.version,
        at: draft.cx.now,
        memory: kept.id,
        waiting: u32::try_from(draft.notes.len()).unwrap_or(u32::MAX),
        agent,
    })
}
