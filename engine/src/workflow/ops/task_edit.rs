//! `task_edit`.

use kernel::prelude::*;
use std::collections::BTreeMap;

use crate::numbers::{Ref, TaskNo};
use crate::workflow::edge::Join;
use crate::workflow::facts::{TaskEdited, TaskUnlinked};
use crate::workflow::ops::reserved::overlaps;
use crate::workflow::ops::task_add::needs::resolve;
use crate::workflow::ops::task_add::{MAX_NEEDS, NewNeed, PATH, check_lists, estimate};
use crate::workflow::ops::task_link::{check_limits, check_open, link};
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{ENTRIES, TextLine, check_line, plan_task, settle_at, wrong_status};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Link, Task};

/// Edits a task; absent fields stay unchanged.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskEdit {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Title: the work in one line of at most 300 characters.
    #[schemars(with = "Option<TextLine>")]
    pub title: Option<String>,
    /// Full description of the work.
    pub description: Option<String>,
    /// Acceptance criteria, one per entry; replaces all of them.
    #[schemars(length(max = ENTRIES))]
    pub acceptance: Option<Vec<String>>,
    /// Dependencies: names of tasks, or `{"task": …, "when": …}`; replaces all its edges.
    #[schemars(length(max = MAX_NEEDS))]
    pub depends_on: Option<Vec<NewNeed>>,
    /// Rule by which it joins its dependencies: `all`, `any` or `none_failed`.
    pub join: Option<Join>,
    /// Group ("room") that it belongs to; empty removes it from its group.
    pub group: Option<String>,
    /// Priority from 0 (most urgent) to 4.
    #[schemars(range(min = 0, max = 4))]
    pub priority: Option<u8>,
    /// True if it must be reviewed before it counts as done.
    pub needs_review: Option<bool>,
    /// Capabilities that a worker needs.
    #[schemars(length(max = ENTRIES))]
    pub capabilities: Option<Vec<String>>,
    /// Maximum number of retries after a failure (0 to 100).
    #[schemars(range(min = 0, max = 100))]
    pub retries: Option<u32>,
    /// Cooldown after a failure, in seconds.
    pub cooldown_seconds: Option<u32>,
    /// Estimated duration, in minutes.
    pub estimate_minutes: Option<u32>,
    /// Branch of the work; empty for none.
    pub branch: Option<String>,
    /// Links to further information; replaces all links.
    #[schemars(length(max = ENTRIES))]
    pub links: Option<Vec<Link>>,
    /// Paths that it will change; overlaps with unfinished tasks are reported, not rejected.
    #[schemars(length(max = ENTRIES), inner(length(max = PATH)))]
    pub paths: Option<Vec<String>>,
}

impl TaskEdit {
    /// Creates an edit of `task` without changes.
    #[must_use]
    pub const fn of(workflow: Option<Id>, task: Ref<TaskNo>) -> Self {
        Self {
            workflow,
            task,
            title: None,
            description: None,
            acceptance: None,
            depends_on: None,
            join: None,
            group: None,
            priority: None,
            needs_review: None,
            capabilities: None,
            retries: None,
            cooldown_seconds: None,
            estimate_minutes: None,
            branch: None,
            links: None,
            paths: None,
        }
    }
}

impl Operation for TaskEdit {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_edit" Access::LEADERS, LEAN)
        .everyday(&[
            "workflow",
            "task",
            "title",
            "description",
            "depends_on",
            "priority",
            "needs_review",
        ])
        .refuses(&["cycle", "ended", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskEdit, tx: &mut Tx) -> Result<Tasked> {
    check(op)?;
    let (draft, no) = plan_task(tx, op.workflow, op.task)?;
    let task = draft.tasks.find(no)?.clone();
    if !task.can_be_ended() {
        return Err(wrong_status(&task, "edited"));
    }
    if op.depends_on.is_some() || op.join.is_some_and(|join| join != task.join) {
        check_open(&task)?;
    }
    if let Some(edited) = edit_fact(op, &task) {
        draft.record(edited);
    }
    if let Some(needs) = &op.depends_on {
        relink(draft, &task, needs)?;
    }
    settle_at(draft, vec![no]);
    // A task with other edges may run at the same time as tasks that it overlaps.
    let is_moved = op.paths.is_some() || op.depends_on.is_some();
    Ok(Tasked {
        warnings: if is_moved {
            overlaps(draft, &[no])
        } else {
            Vec::new()
        },
        ..task_response(draft, no)?
    })
}

fn check(op: &TaskEdit) -> Result<()> {
    if let Some(title) = &op.title {
        check_line("/title", title)?;
    }
    if op.priority.is_some_and(|priority| priority > 4) {
        return Err(Error::field("/priority", "expected 0 (most urgent) to 4"));
    }
    if op.retries.is_some_and(|retries| retries > 100) {
        return Err(Error::field("/retries", "expected 0 to 100"));
    }
    check_lists(
        op.acceptance.as_deref().unwrap_or_default(),
        op.links.as_deref().unwrap_or_default(),
        op.paths.as_deref().unwrap_or_default(),
        op.capabilities.as_deref().unwrap_or_default(),
        |field| format!("/{field}"),
    )
}

/// Returns the fact with the changed fields, if there are some.
fn edit_fact(op: &TaskEdit, task: &Task) -> Option<TaskEdited> {
    fn new<T: Clone + PartialEq>(asked: Option<&T>, now: &T) -> Option<T> {
        asked.filter(|asked| *asked != now).cloned()
    }
    let (group, branch) = (
        task.group.clone().unwrap_or_default(),
        task.branch.clone().unwrap_or_default(),
    );
    let mut fact = TaskEdited {
        id: task.id,
        title: new(op.title.as_ref(), &task.title),
        description: new(op.description.as_ref(), &task.description),
        acceptance: new(op.acceptance.as_ref(), &task.acceptance),
        join: new(op.join.as_ref(), &task.join),
        group: new(op.group.as_ref(), &group),
        priority: new(op.priority.as_ref(), &task.priority),
        needs_review: new(op.needs_review.as_ref(), &task.needs_review),
        capabilities: new(op.capabilities.as_ref(), &task.capabilities),
        retries: new(op.retries.as_ref(), &task.retries),
        cooldown_seconds: new(op.cooldown_seconds.as_ref(), &task.cooldown_seconds),
        estimate_minutes: op
            .estimate_minutes
            .filter(|minutes| Some(*minutes) != task.estimate_minutes),
        branch: new(op.branch.as_ref(), &branch),
        links: new(op.links.as_ref(), &task.links),
        paths: new(op.paths.as_ref(), &task.paths),
        tokens: None,
    };
    if fact.title.is_some() || fact.description.is_some() || fact.acceptance.is_some() {
        fact.tokens = Some(estimate(
            fact.title.as_ref().unwrap_or(&task.title),
            fact.description.as_ref().unwrap_or(&task.description),
            fact.acceptance.as_ref().unwrap_or(&task.acceptance),
        ));
    }
    let is_new = fact.title.is_some()
        || fact.description.is_some()
        || fact.acceptance.is_some()
        || fact.join.is_some()
        || fact.group.is_some()
        || fact.priority.is_some()
        || fact.needs_review.is_some()
        || fact.capabilities.is_some()
        || fact.retries.is_some()
        || fact.cooldown_seconds.is_some()
        || fact.estimate_minutes.is_some()
        || fact.branch.is_some()
        || fact.links.is_some()
        || fact.paths.is_some();
    is_new.then_some(fact)
}

fn relink(draft: &mut Draft<Workflow>, task: &Task, named: &[NewNeed]) -> Result<()> {
    let needs = resolve(draft, named, &BTreeMap::new(), |nth| {
        format!("/depends_on/{nth}")
    })?;
    let gone = task
        .depends_on
        .iter()
        .filter(|old| needs.iter().all(|need| need.task != old.task));
    for old in gone {
        draft.record(TaskUnlinked {
            from: old.task,
            to: task.id,
        });
    }
    for need in needs {
        link(draft, need.task, task.id, &need.when)?;
    }
    check_limits(draft, task.id)
}
