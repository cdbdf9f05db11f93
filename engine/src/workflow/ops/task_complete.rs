//! `task_complete`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskCompleted;
use crate::workflow::ops::artifact_record::{NewArtifact, record_artifact};
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{
    check_entries, find_held, on_task, settle, tell_holder, warn, wrong_status,
};
use crate::workflow::task::TaskStatus;
use kernel::ports::blobs::Content;
use kernel::prelude::*;

/// Hands in the work on a task. If the task needs a review, it waits for it; otherwise it is completed, and its
/// dependents can start.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskComplete {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Summary of the work.
    #[schemars(regex(pattern = r"\S"))]
    pub summary: String,
    /// Suggested next steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub next_steps: Vec<String>,
    /// Artifacts to record with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 100))]
    pub artifacts: Vec<NewArtifact>,
    /// Id of my lease; people need none.
    pub lease: Option<String>,
    /// Completes it in spite of unmet dependencies; people only. The task records these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub force: bool,
}

impl Operation for TaskComplete {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_complete" Access::VOICES, LEAN)
        .with(&[Trait::TakesFiles])
        .everyday(&[
            "workflow",
            "task",
            "lease",
            "summary",
            "next_steps",
            "artifacts.type",
            "artifacts.path",
            "artifacts.content",
        ])
        .refuses(&["ended", "lease_lost", "unmet_needs", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);

    fn text_to_count(&self) -> Option<String> {
        Some(format!("{}\n{}", self.summary, self.next_steps.join("\n")))
    }

    fn contents(&mut self) -> Vec<&mut Content> {
        self.artifacts
            .iter_mut()
            .filter_map(|artifact| artifact.content.as_mut())
            .collect()
    }
}

fn decide(op: &TaskComplete, tx: &mut Tx) -> Result<Tasked> {
    if op.summary.trim().is_empty() {
        return Err(Error::field("/summary", "say what was done"));
    }
    check_entries("/artifacts", &op.artifacts)?;
    check_entries("/next_steps", &op.next_steps)?;
    let (draft, no) = on_task(tx, op.workflow, op.task)?;
    let task = find_held(draft, no, op.lease.as_deref())?;
    if !task.status.is_held() && !task.status.is_waiting() {
        return Err(wrong_status(&task, "completed"));
    }
    let is_forced = op.force && draft.cx.actor.role.is_person();
    let unmet = draft.unmet(&task);
    if !unmet.is_empty() && !is_forced {
        return Err(warn::unmet(draft, &task, "completed"));
    }
    let mut warnings = Vec::new();
    for (at, artifact) in op.artifacts.iter().enumerate() {
        let made = record_artifact(draft, artifact, Some(no))
            .map_err(|error| error.within(&format!("/artifacts/{at}")))?;
        warnings.extend(made.warning);
    }
    warnings.extend(warn::warn_unapproved(draft, no));
    if draft.cx.actor.role.is_person() {
        tell_holder(draft, no, "was completed by a person", None);
    }
    let tokens = draft.cx.tokens;
    draft.record(TaskCompleted {
        id: no,
        summary: op.summary.clone(),
        next_steps: op.next_steps.clone(),
        tokens,
        for_review: task.needs_review,
        unmet,
    });
    if draft.tasks.find(no)?.status == TaskStatus::Completed {
        settle(draft, &[no]);
    }
    Ok(Tasked {
        warnings,
        ..task_response(draft, no)?
    })
}
