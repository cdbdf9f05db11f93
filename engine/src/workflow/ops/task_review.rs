//! `task_review`.

use kernel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserializer;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, SeqAccess, Visitor};

use crate::numbers::{ArtifactNo, Ref, TaskNo};
use crate::workflow::facts::TaskReviewed;
use crate::workflow::ops::artifact_get::content;
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{on_task, read, settle, settle_at, tell, warn, wrong_status};
use crate::workflow::people::{Priority, Target};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Comment, ReviewStatus, Task, TaskStatus};

/// Comments of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Remarks {
    /// One text about the whole work.
    Text(String),
    /// Several comments, each about the whole work or about lines of an artifact version.
    List(Vec<Comment>),
}

// Implemented by hand: the derived code of an untagged enum buffers the input before it knows the type, so a line
// number in a form field would stay a text.
impl<'de> Deserialize<'de> for Remarks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Remarks;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of comments")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Remarks, E> {
                Ok(Remarks::Text(text.into()))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Remarks, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(Remarks::List)
            }
        }
        deserializer.deserialize_any(Visit)
    }
}

impl Remarks {
    /// Returns the comments one by one. Skips blank texts without a line: a form sends its empty fields, too.
    #[must_use]
    pub fn comments(&self) -> Vec<Comment> {
        match self {
            Self::Text(text) if text.trim().is_empty() => Vec::new(),
            Self::Text(text) => vec![Comment {
                text: text.clone(),
                artifact: None,
                line: None,
                to_line: None,
            }],
            Self::List(comments) => comments
                .iter()
                .filter(|comment| !comment.text.trim().is_empty() || comment.line.is_some())
                .cloned()
                .collect(),
        }
    }
}

/// Reviews work that was handed in: `approved` completes the task, `needs_rework` makes it claimable again with the
/// comments, `rejected` fails it. The author of the work cannot review it. Send the task's `changed` as `if_version` to
/// review exactly the work that you saw.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskReview {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Verdict of the review.
    pub status: ReviewStatus,
    /// Comments: one text, or a list in which each may refer to lines of an artifact version. Required for
    /// `needs_rework` and `rejected`.
    pub comments: Option<Remarks>,
    /// Approves it in spite of unmet dependencies; people only. The task records these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub force: bool,
    /// Number of lines of the artifacts that comments refer to; counted before the decision. Absent for contents that
    /// Loci does not store.
    #[serde(skip)]
    pub lines: BTreeMap<ArtifactNo, u32>,
}

impl Operation for TaskReview {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_review" Access::JUDGES, LEAN)
        .everyday(&[
            "workflow",
            "task",
            "status",
            "comments.text",
            "comments.artifact",
            "comments.line",
        ])
        .refuses(&["ended", "kept", "unmet_needs", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|op, view| Box::pin(count(op, view)));
}

/// Counts the lines of the artifacts that comments refer to. A version never changes, so the counts stay valid.
async fn count(mut op: TaskReview, view: View) -> Result<TaskReview> {
    let comments = op.comments.as_ref().map(Remarks::comments);
    let pointing = comments
        .into_iter()
        .flatten()
        .filter(|of| of.line.is_some());
    let artifacts: BTreeSet<ArtifactNo> = pointing.filter_map(|of| of.artifact).collect();
    if artifacts.is_empty() {
        return Ok(op);
    }
    let workflow = op.task.workflow(op.workflow)?;
    let state = read(&view, workflow).await?;
    for no in artifacts {
        let Some(artifact) = state.artifacts.get(no) else {
            continue;
        };
        if let Some(bytes) = content(&view, workflow, artifact).await? {
            let lines = bytes.split_inclusive(|byte| *byte == b'\n').count();
            op.lines
                .insert(no, u32::try_from(lines).unwrap_or(u32::MAX));
        }
    }
    Ok(op)
}

fn decide(op: &TaskReview, tx: &mut Tx) -> Result<Tasked> {
    let comments = op
        .comments
        .as_ref()
        .map_or_else(Vec::new, Remarks::comments);
    if comments.is_empty() && op.status != ReviewStatus::Approved {
        return Err(Error::field("/comments", "say what is wrong with it"));
    }
    let (draft, no) = on_task(tx, op.workflow, op.task)?;
    let task = draft.tasks.find(no)?;
    if task.status != TaskStatus::Review {
        return Err(wrong_status(task, "reviewed"));
    }
    if let Some(why) = own_work(task, artifact_authors(draft, task), &draft.cx.actor) {
        return Err(Error::forbidden(why));
    }
    if let Some(reviewer) = &task.reviewer
        && draft.cx.actor.role.is_agent()
        && draft.cx.actor.id != *reviewer
    {
        return Err(Error::conflict(
            "kept",
            format!(
                "The review of {no} is kept for {reviewer}: whoever leads can give it to you with \
                 `task_assign`, and a person can review it at any time."
            ),
        ));
    }
    let task = task.clone();
    let unmet = if op.status == ReviewStatus::Approved {
        draft.unmet(&task)
    } else {
        Vec::new()
    };
    if !(unmet.is_empty() || op.force && draft.cx.actor.role.is_person()) {
        return Err(warn::unmet(draft, &task, "approved"));
    }
    for (at, comment) in comments.iter().enumerate() {
        check(draft, no, comment, at, &op.lines)?;
    }
    let author = task.result.and_then(|result| result.by);
    draft.record(TaskReviewed {
        id: no,
        status: op.status,
        comments,
        unmet,
    });
    if op.status == ReviewStatus::NeedsRework {
        warn::warn_rework(draft, no);
        let next = format!("{no} needs rework: `task_claim` with `task` {no} begins it again.");
        tell_author(draft, author, &next);
        settle_at(draft, vec![no]);
    } else {
        if op.status == ReviewStatus::Rejected {
            tell_author(draft, author, &format!("{no} was rejected."));
        }
        settle(draft, &[no]);
    }
    task_response(draft, no)
}

/// Notifies the agent that handed a task in, unless it leads: the lead gets news of every verdict.
fn tell_author(draft: &mut Draft<Workflow>, author: Option<Actor>, words: &str) {
    if let Some(author) = author.filter(|author| author.role.is_agent() && !draft.is_led_by(author))
    {
        tell(
            draft,
            Target::Agent(author.id),
            Priority::Normal,
            words,
            None,
        );
    }
}

/// Returns the authors of the artifacts that were made for a task.
pub fn artifact_authors<'a>(
    workflow: &'a Workflow,
    task: &Task,
) -> impl Iterator<Item = &'a Actor> {
    let made = workflow.derived().artifacts_of.get(&task.id.0);
    made.into_iter()
        .flatten()
        .filter_map(|no| workflow.artifacts.get(ArtifactNo(*no)))
        .map(|artifact| &artifact.created_by)
}

/// Returns the reason why `actor` may not review the work on a task: it attempted the task, handed the work in, or is
/// among the authors `made` of its artifacts. The page also calls it before it offers a review.
#[must_use]
pub fn own_work<'a>(
    task: &Task,
    mut made: impl Iterator<Item = &'a Actor>,
    actor: &Actor,
) -> Option<String> {
    let tried = || {
        let mut attempts = task.attempts.iter();
        attempts.any(|attempt| actor.is_agent_named(&attempt.agent))
    };
    let handed_in = || {
        let by = task.result.as_ref().and_then(|result| result.by.as_ref());
        by.is_some_and(|by| by.is_same(actor))
    };
    let is_own = tried() || handed_in() || made.any(|by| by.is_same(actor));
    is_own.then(|| {
        format!(
            "You worked on {} yourself: somebody else has to review it. `task_assign` keeps the review for \
             another agent.",
            task.id
        )
    })
}

fn check(
    workflow: &Workflow,
    no: TaskNo,
    comment: &Comment,
    at: usize,
    lines: &BTreeMap<ArtifactNo, u32>,
) -> Result<()> {
    let wrong =
        |field: &str, detail: String| Err(Error::field(format!("/comments/{at}/{field}"), detail));
    if comment.text.trim().is_empty() {
        return wrong("text", "must not be empty".into());
    }
    if let Some(artifact) = comment.artifact {
        let is_its_own = workflow
            .artifacts
            .get(artifact)
            .is_some_and(|artifact| artifact.associated_task == Some(no));
        if !is_its_own {
            return wrong(
                "artifact",
                format!("{no} has no artifact {artifact}: `artifact_list` lists those it has"),
            );
        }
    }
    match (comment.artifact, comment.line, comment.to_line) {
        (None, Some(_), _) => wrong("artifact", "say which artifact the line is in".into()),
        (_, None, Some(_)) => wrong("line", "say where the lines begin".into()),
        (_, Some(0), _) => wrong(
            "line",
            "lines are counted from 1: expected at least that".into(),
        ),
        (_, Some(line), Some(to)) if to < line => {
            wrong("to_line", format!("must not be before line {line}"))
        }
        (Some(artifact), Some(line), to) => match lines.get(&artifact) {
            Some(lines) if line > *lines => {
                wrong("line", format!("{artifact} ends at line {lines}"))
            }
            Some(lines) if to.is_some_and(|to| to > *lines) => {
                wrong("to_line", format!("{artifact} ends at line {lines}"))
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}
