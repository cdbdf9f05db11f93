//! `inbox_get`: one inbox item with the information that a person needs to settle it.

use crate::numbers::{ApprovalNo, ArtifactNo, Number, QuestionNo, TaskNo, WarningNo};
use crate::workflow::attention::{Item, ItemKind};
use crate::workflow::ops::artifact_diff::compare_versions;
use crate::workflow::ops::read;
use crate::workflow::people::{Approval, Question, Subject};
use crate::workflow::shared::{Artifact, Decision};
use crate::workflow::state::{Lead, Workflow};
use crate::workflow::task::Task;
use kernel::prelude::*;

/// Maximum number of files whose changed lines are counted.
const COMPARED: usize = 24;
/// Maximum size of a content whose changed lines are counted, in bytes.
const COMPARED_BYTES: u64 = 256 * 1024;

/// Returns an inbox item with everything about it: the task, question, request, decision and files, and the tasks that
/// it unblocks. A settled item has its outcome.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InboxGet {
    /// Id of the workflow.
    pub workflow: Id,
    /// The item, such as `review:T7`.
    pub item: String,
}

/// Inbox item with its details.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InboxThing {
    /// The item.
    pub item: Item,
    /// Task that it is about.
    pub task: Option<Task>,
    /// Question, if it is one.
    pub question: Option<Question>,
    /// Request for approval, if it is one.
    pub approval: Option<Approval>,
    /// Decision that needs approval.
    pub decision: Option<Decision>,
    /// Files to review: the newest version of each that was made for the task, or the one that needs approval.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<File>,
    /// Tasks that could start if the task were completed now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unblocks: Vec<Freed>,
    /// Unmet dependencies of the task, in words; if there are some, approving needs `force`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub missing: String,
    /// True if the task is on the critical path.
    #[serde(default)]
    pub critical: bool,
    /// Current or last lead of the workflow.
    pub lead: Lead,
    /// Outcome in sentences, with the actor, if the item no longer needs a person. `item.since` is then the time of the
    /// outcome.
    pub outcome: Option<String>,
}

/// File to review.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct File {
    /// Version to review.
    pub artifact: Artifact,
    /// Version to compare it with: the newest one that a review of the task has seen, otherwise the one from before the
    /// task. Absent if all of it is new.
    pub before: Option<ArtifactNo>,
    /// Version number of `before` on its path.
    pub before_version: Option<u32>,
    /// Number of lines added since that version. Absent if the content is no text, is not stored here or is too large
    /// to compare.
    pub added: Option<u32>,
    /// Number of lines removed since that version.
    pub removed: Option<u32>,
}

/// Task that could start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Freed {
    /// Name of the task in the workflow.
    pub id: TaskNo,
    /// Title of the task.
    pub title: String,
}

impl Operation for InboxGet {
    type Output = InboxThing;
    const SPEC: Spec = spec!(Read "inbox_get" Access::ALL);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: InboxGet, view: View) -> Fut<'static, Result<InboxThing>> {
    Box::pin(async move {
        let state = read(&view, op.workflow).await?;
        let (item, outcome) = match state.find_item(&op.item) {
            Some(item) => (item, None),
            None => match state.find_settled_item(&op.item) {
                Some((item, outcome)) => (item, Some(outcome)),
                None => return Err(no_item(&op.item)),
            },
        };
        let mut thing = InboxThing {
            outcome,
            ..thing(&state, item)
        };
        for file in thing.files.iter_mut().take(COMPARED) {
            compare(&view, &state, op.workflow, file).await;
        }
        Ok(thing)
    })
}

fn no_item(item: &str) -> Error {
    Error::not_found(format!(
        "Nothing waits for a person as {item}. `inbox_list` lists what does."
    ))
}

/// Counts the changed lines if both contents are small.
async fn compare(view: &View, state: &Workflow, workflow: Id, file: &mut File) {
    let before = file.before.and_then(|no| state.artifacts.get(no));
    let is_small =
        |artifact: &Artifact| artifact.bytes.is_some_and(|bytes| bytes <= COMPARED_BYTES);
    if !is_small(&file.artifact) || before.is_some_and(|before| !is_small(before)) {
        return;
    }
    if let Ok(lines) = compare_versions(view, workflow, before, &file.artifact).await {
        (file.added, file.removed) = (Some(lines.added), Some(lines.removed));
    }
}

fn thing(state: &Workflow, item: Item) -> InboxThing {
    let (mut question, mut approval, mut decision) = (None, None, None);
    let (mut task, mut files) = (None, Vec::new());
    match item.kind {
        ItemKind::Review | ItemKind::Escalation | ItemKind::LeaseExpired | ItemKind::Blocked => {
            task = TaskNo::parse(&item.thing);
        }
        ItemKind::Question => {
            question = QuestionNo::parse(&item.thing).and_then(|no| state.questions.get(no));
            task = question.and_then(|question| question.task);
        }
        ItemKind::Approval => {
            approval = ApprovalNo::parse(&item.thing).and_then(|no| state.approvals.get(no));
            match approval.map(|approval| &approval.subject) {
                Some(Subject::Decision(no)) => decision = state.decisions.get(*no),
                Some(Subject::Artifact(no)) => files.extend(state.artifacts.get(*no).map(|of| {
                    let earlier = of.version.checked_sub(1);
                    file(state, of, |other| Some(other.version) == earlier)
                })),
                Some(Subject::Task(no)) => task = Some(*no),
                Some(Subject::Plan(_)) | None => {}
            }
        }
        ItemKind::Warning => {
            let warning = WarningNo::parse(&item.thing).and_then(|no| state.warnings.get(no));
            task = warning.map(|warning| warning.task);
            let made = warning.and_then(|warning| state.artifacts.get(warning.artifact?));
            files.extend(made.map(|of| {
                let counts = newest_of(state, warning.map(|warning| warning.task), &of.path);
                file(state, of, |other| Some(other.id) == counts)
            }));
        }
        ItemKind::LeadVacant => {}
    }
    let task = task.and_then(|no| state.tasks.get(no));
    if !matches!(item.kind, ItemKind::Approval | ItemKind::Warning) {
        files.extend(task.into_iter().flat_map(|task| files_of(state, task)));
    }
    let unblocks = task.map_or_else(Vec::new, |task| state.unblocks(task.id));
    InboxThing {
        critical: task.is_some_and(|task| state.critical_path().0.contains(&task.id)),
        unblocks: unblocks
            .into_iter()
            .filter_map(|no| state.tasks.get(no))
            .map(|task| Freed {
                id: task.id,
                title: task.title.clone(),
            })
            .collect(),
        missing: task.map_or_else(String::new, |task| state.unmet_in_words(task)),
        lead: Lead::clone(&state.lead),
        outcome: None,
        item,
        task: task.cloned(),
        question: question.cloned(),
        approval: approval.cloned(),
        decision: decision.cloned(),
        files,
    }
}

/// Returns the newest version of a path that was made for the task and handed in with it.
fn newest_of(state: &Workflow, task: Option<TaskNo>, path: &str) -> Option<ArtifactNo> {
    let list = state.derived().artifacts_of.get(&task?.get())?;
    let mut made = list
        .iter()
        .filter_map(|no| state.artifacts.get(ArtifactNo(*no)));
    made.find(|of| of.path == path).map(|of| of.id)
}

/// Returns the newest version of every file that was made for the task, sorted by path.
fn files_of(state: &Workflow, task: &Task) -> Vec<File> {
    let mut artifacts: Vec<&Artifact> = state
        .derived()
        .artifacts_of
        .get(&task.id.get())
        .into_iter()
        .flatten()
        .filter_map(|no| state.artifacts.get(ArtifactNo(*no)))
        .collect();
    artifacts.sort_by(|a, b| a.path.cmp(&b.path));
    let seen = task.reviews.last().map(|review| review.at);
    let compared = |of| {
        file(state, of, |other| match seen {
            Some(seen) => other.created_at <= seen,
            None => other.associated_task != Some(task.id),
        })
    };
    artifacts.into_iter().map(compared).collect()
}

fn file(state: &Workflow, of: &Artifact, is_before: impl Fn(&Artifact) -> bool) -> File {
    let mut earlier = state.artifacts.iter().rev();
    let before = earlier
        .find(|other| other.path == of.path && other.version < of.version && is_before(other));
    File {
        before: before.map(|before| before.id),
        before_version: before.map(|before| before.version),
        added: None,
        removed: None,
        artifact: of.clone(),
    }
}
