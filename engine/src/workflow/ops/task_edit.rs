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
use crate::workflow::ops::tasked::{LEAN, Tasked, tasked};
use crate::workflow::ops::{ENTRIES, TextLine, check_line, plan_task, settle_at, wrong_status};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Link, Task};

/// Changes what a task is: what is left out stays as it is.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskEdit {
    /// The workflow; may be left out when `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// What is to be done, in a line of at most 300 characters.
    #[schemars(with = "Option<TextLine>")]
    pub title: Option<String>,
    /// What is to be done, in full.
    pub description: Option<String>,
    /// What must hold for it to be done, point by point; replaces all points.
    #[schemars(length(max = ENTRIES))]
    pub acceptance: Option<Vec<String>>,
    /// What it needs: names of tasks, or `{"task": …, "when": …}`; replaces all its edges.
    #[schemars(length(max = MAX_NEEDS))]
    pub depends_on: Option<Vec<NewNeed>>,
    /// How it joins its needs: all, any, or `none_failed`.
    pub join: Option<Join>,
    /// The group ("room") it belongs to; empty takes it out of its group.
    pub group: Option<String>,
    /// 0 (most urgent) to 4.
    #[schemars(range(min = 0, max = 4))]
    pub priority: Option<u8>,
    /// Whether it must be reviewed before it counts as done.
    pub needs_review: Option<bool>,
    /// What a worker must be able to do.
    #[schemars(length(max = ENTRIES))]
    pub capabilities: Option<Vec<String>>,
    /// How many times it may fail and be tried again (0 to 100).
    #[schemars(range(min = 0, max = 100))]
    pub retries: Option<u32>,
    /// How long it rests after a failure, in seconds.
    pub cooldown_seconds: Option<u32>,
    /// How long it should take, in minutes.
    pub estimate_minutes: Option<u32>,
    /// The branch the work is on; empty for none.
    pub branch: Option<String>,
    /// Where more can be found; replaces all links.
    #[schemars(length(max = ENTRIES))]
    pub links: Option<Vec<Link>>,
    /// Paths it will change; overlaps with live tasks are flagged, not refused.
    #[schemars(length(max = ENTRIES), inner(length(max = PATH)))]
    pub paths: Option<Vec<String>>,
}

impl TaskEdit {
    /// An edit of `task` that changes nothing yet.
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
    if let Some(edited) = edited(op, &task) {
        draft.record(edited);
    }
    if let Some(needs) = &op.depends_on {
        relink(draft, &task, needs)?;
    }
    settle_at(draft, vec![no]);
    // What is put beside others by its edges may overlap them as well.
    let is_moved = op.paths.is_some() || op.depends_on.is_some();
    Ok(Tasked {
        warnings: if is_moved {
            overlaps(draft, &[no])
        } else {
            Vec::new()
        },
        ..tasked(draft, no)?
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

/// The fact with what is new, if anything is.
fn edited(op: &TaskEdit, task: &Task) -> Option<TaskEdited> {
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
