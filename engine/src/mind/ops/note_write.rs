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

/// Keeps a note in an agent's mind: what somebody prefers, a decision, a deadline, a friction to avoid. It is a
/// long-term memory at once, so `memory_search` finds it before the next dream takes it into the document, and
/// it is shown at the start of every session until then. An agent writes in its own mind; orchestrators and
/// people may write in another's.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteWrite {
    /// What is to be kept, in a sentence or a few.
    #[schemars(length(min = 1, max = NOTE_BYTES), regex(pattern = r"\S"))]
    pub note: String,
    /// How much it matters, 0 to 1; 0.7 unless given.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub importance: Option<f64>,
    /// What kind of thing it says: `fact`, `preference`, `decision`, `friction`, `breakthrough`, `question`,
    /// `task`, `relationship`, `skill` or `identity`. It says where in the document it belongs.
    pub kind: Option<NoteKind>,
    /// The agent whose mind it is; your own unless given.
    pub agent: Option<String>,
    /// The session in which it came up: its id, or its whole key as answers give it.
    #[schemars(with = "Option<crate::session::SessionName>")]
    pub session: Option<String>,
    /// The workflow in which it came up.
    pub workflow: Option<Id>,
    /// The task of that workflow, such as `T12`.
    pub task: Option<TaskNo>,
    /// Where the caller says it came up, once that is known to be there.
    #[serde(skip)]
    pub origin: Origin,
}

/// What became of the note.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "NoteKept")]
pub struct Noted {
    /// The agent whose mind it is in.
    pub agent: String,
    /// Its name within the mind.
    pub note: Version,
    /// When it was written.
    pub at: Time,
    /// The long-term memory that it is too; none where these are switched off.
    pub memory: Option<Arc<str>>,
    /// How many notes wait for the next dream now.
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

/// Where it came up must be there and the caller's to read: a note says later what it was from.
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
