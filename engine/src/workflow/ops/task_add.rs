//! `task_add`: one task, or several at once that refer to each other.

use kernel::prelude::*;
use std::collections::BTreeMap;

use crate::numbers::{DecisionNo, Number, Ref, TaskNo};
use crate::workflow::edge::{Join, Need};
use crate::workflow::facts::TaskAdded;
use crate::workflow::ops::reserved::overlaps;
use crate::workflow::ops::{ENTRIES, LINE, check_entries, check_line, plan};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Link, Task};

pub(in crate::workflow::ops) mod choices;
pub(in crate::workflow::ops) mod needs;

use choices::foresee;
pub use choices::{NewDecision, NewWhen};
pub use needs::{NewNeed, cycle_error};
use needs::{in_order, resolve};

/// Maximum number of tasks of a workflow.
pub const MAX_TASKS: usize = 10_000;
/// Maximum number of edges of a workflow.
pub const MAX_EDGES: usize = 20_000;
/// Maximum number of dependencies of one task.
pub const MAX_NEEDS: usize = 1_000;
/// Maximum length of a chain of dependent tasks.
pub const MAX_DEPTH: u32 = 300;
/// Maximum length of a reserved path, in bytes.
pub(super) const PATH: usize = 1_024;

/// Adds one task to a workflow, or several with `tasks`: all or none. Entries of `tasks` may refer to each other by
/// `key`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskAdd {
    /// Id of the workflow.
    pub workflow: Id,
    /// The task, if `tasks` is not given.
    #[serde(flatten)]
    pub task: NewTask,
    /// Several tasks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<NewTask>,
    /// Decisions that are to be made later: the edges of `tasks` may refer to them by `key`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = ENTRIES))]
    pub decisions: Vec<NewDecision>,
}

/// Task to add.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewTask {
    /// Word (not `T1`) by which tasks of the same call may refer to it.
    pub key: Option<String>,
    /// Title: the work in one line of at most 300 characters.
    #[schemars(length(max = LINE), regex(pattern = crate::patterns::PRINTABLE))]
    pub title: String,
    /// Full description of the work.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Acceptance criteria, one per entry.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = ENTRIES))]
    pub acceptance: Vec<String>,
    /// Dependencies: names of tasks (or keys of this call), or `{"task": …, "when": …}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = MAX_NEEDS))]
    pub depends_on: Vec<NewNeed>,
    /// Rule by which it joins its dependencies: `all` (default), `any` or `none_failed`.
    pub join: Join,
    /// Group ("room") that it belongs to.
    pub group: Option<String>,
    /// Priority from 0 (most urgent) to 4; default 2.
    #[schemars(range(min = 0, max = 4))]
    pub priority: Option<u8>,
    /// True if it must be reviewed before it counts as done.
    pub needs_review: bool,
    /// Capabilities that a worker needs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = ENTRIES))]
    pub capabilities: Vec<String>,
    /// Maximum number of retries after a failure (0 to 100); default: the workflow's policy.
    #[schemars(range(min = 0, max = 100))]
    pub retries: Option<u32>,
    /// Cooldown after a failure, in seconds.
    pub cooldown_seconds: u32,
    /// Estimated duration, in minutes.
    pub estimate_minutes: Option<u32>,
    /// Branch of the work.
    pub branch: Option<String>,
    /// Links to further information.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = ENTRIES))]
    pub links: Vec<Link>,
    /// Paths that it will change; overlaps with unfinished tasks are reported, not rejected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = ENTRIES), inner(length(max = PATH)))]
    pub paths: Vec<String>,
}

/// Added tasks, in the order of the request.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Added {
    /// The task, if only one was sent.
    pub task: Option<Task>,
    /// Names of the added tasks.
    pub ids: Vec<TaskNo>,
    /// Names of the planned decisions, in the order of the request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<DecisionNo>,
    /// Things to check: overlapping paths, a very large workflow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Operation for TaskAdd {
    type Output = Added;
    const SPEC: Spec = spec!(Write "task_add" Access::HANDS, &["ids", "decisions", "warnings"])
        .everyday(&[
            "workflow",
            "tasks.key",
            "tasks.title",
            "tasks.description",
            "tasks.depends_on",
            "tasks.needs_review",
        ])
        .refuses(&["cycle", "ended", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskAdd, tx: &mut Tx) -> Result<Added> {
    let workflow = plan(tx, op.workflow)?;
    if workflow.cx.actor.role == Role::Worker && !workflow.policy.workers_add_tasks {
        let detail = "This workflow's policy does not let workers add tasks (`workers_add_tasks`). \
                      Say what is missing with `discovery_record`, or ask for it with `question_ask`.";
        return Err(Error::forbidden(detail));
    }
    let one = std::slice::from_ref(&op.task);
    let (tasks, pointer) = if op.tasks.is_empty() {
        let plans_alone = !op.decisions.is_empty() && op.task == NewTask::default();
        (if plans_alone { &[] } else { one }, "")
    } else if op.task.title.is_empty() {
        (op.tasks.as_slice(), "/tasks")
    } else {
        return Err(Error::field(
            "/title",
            "give either one task or `tasks`, not both",
        ));
    };
    let decisions = foresee(workflow, &op.decisions)?;
    let (ids, warnings) = add(workflow, tasks, pointer)?;
    let the_one = ids.first().filter(|_| op.tasks.is_empty());
    let task = the_one.and_then(|no| workflow.tasks.get(*no)).cloned();
    Ok(Added {
        task,
        ids,
        decisions,
        warnings,
    })
}

/// Adds tasks to a draft, all or none; returns their names and warnings. `pointer` is their position in the arguments.
///
/// # Errors
/// Returns `invalid` with the pointer of the invalid value, `conflict` (`cycle`) with the cycle's path, `too_large`
/// beyond the limits.
pub fn add(
    draft: &mut Draft<Workflow>,
    tasks: &[NewTask],
    pointer: &str,
) -> Result<(Vec<TaskNo>, Vec<String>)> {
    let first = draft.tasks.next().get();
    let number = |at: usize| TaskNo(first + u32::try_from(at).unwrap_or(u32::MAX));
    check_limits(draft, tasks)?;
    let keys = keys(draft, tasks, pointer, number)?;
    let mut needs = Vec::new();
    for (at, task) in tasks.iter().enumerate() {
        check(task, |field| at_pointer(pointer, at, field))?;
        needs.push(resolve(draft, &task.depends_on, &keys, |nth| {
            at_pointer(pointer, at, &format!("depends_on/{nth}"))
        })?);
    }
    let order = in_order(tasks, &needs, number)?;
    check_depth(draft, &needs, &order, number)?;
    let retries = draft.policy.retries;
    for at in order {
        let task = &tasks[at];
        draft.record(TaskAdded {
            id: number(at),
            title: task.title.clone(),
            description: task.description.clone(),
            acceptance: task.acceptance.clone(),
            depends_on: needs[at].clone(),
            join: task.join,
            group: task.group.clone().filter(|group| !group.trim().is_empty()),
            priority: task.priority.unwrap_or(2),
            needs_review: task.needs_review,
            capabilities: task.capabilities.clone(),
            retries: task.retries.unwrap_or(retries),
            cooldown_seconds: task.cooldown_seconds,
            estimate_minutes: task.estimate_minutes,
            branch: task.branch.clone(),
            links: task.links.clone(),
            paths: task.paths.clone(),
            tokens: estimate(&task.title, &task.description, &task.acceptance),
        });
    }
    let ids: Vec<TaskNo> = (0..tasks.len()).map(number).collect();
    // Dependents of a task that has already ended may be on a branch not taken.
    let before: Vec<TaskNo> = needs.iter().flatten().map(|need| need.task).collect();
    super::settle(draft, &before);
    let warnings = warnings(draft, &ids);
    Ok((ids, warnings))
}

pub(in crate::workflow::ops) fn too_many(detail: String) -> Error {
    Error::new(kernel::error::Code::TooLarge, detail)
}

fn at_pointer(pointer: &str, at: usize, field: &str) -> String {
    if pointer.is_empty() {
        format!("/{field}")
    } else {
        format!("{pointer}/{at}/{field}")
    }
}

fn check_limits(draft: &Draft<Workflow>, tasks: &[NewTask]) -> Result<()> {
    if draft.tasks.len() + tasks.len() > MAX_TASKS {
        return Err(too_many(format!(
            "A workflow has at most {MAX_TASKS} tasks: go on in another one (`workflow_create`)."
        )));
    }
    let new: usize = tasks.iter().map(|task| task.depends_on.len()).sum();
    if new > 0 && draft.derived().edges + new > MAX_EDGES {
        return Err(too_many(format!(
            "A workflow has at most {MAX_EDGES} edges: take some away with `task_unlink`."
        )));
    }
    Ok(())
}

/// Returns the task number of each key of a call.
fn keys<'a>(
    draft: &Workflow,
    tasks: &'a [NewTask],
    pointer: &str,
    number: impl Fn(usize) -> TaskNo,
) -> Result<BTreeMap<&'a str, TaskNo>> {
    let mut keys = BTreeMap::new();
    for (at, task) in tasks.iter().enumerate() {
        let Some(key) = &task.key else { continue };
        let pointer = || at_pointer(pointer, at, "key");
        // A reference to `T1` would otherwise mean another task than the one of that name.
        if key
            .parse::<Ref<TaskNo>>()
            .is_ok_and(|named| draft.tasks.get(named.number).is_some())
        {
            let detail = format!("`{key}` is the name of a task that is there: take a word");
            return Err(Error::field(pointer(), detail));
        }
        if keys.insert(key.as_str(), number(at)).is_some() {
            return Err(Error::field(
                pointer(),
                "this key is used twice: name each task of a call otherwise",
            ));
        }
    }
    Ok(keys)
}

/// Rejects chains that are too long. Runs before anything is recorded: recording a task at the end of a chain updates
/// all tasks before it.
fn check_depth(
    draft: &Workflow,
    needs: &[Vec<Need>],
    order: &[usize],
    number: impl Fn(usize) -> TaskNo,
) -> Result<()> {
    let mut depths = BTreeMap::new();
    for at in order.iter().copied() {
        let before = needs[at].iter();
        let depth = |no: TaskNo| depths.get(&no).copied();
        let before = before.map(|need| depth(need.task).unwrap_or_else(|| draft.depth(need.task)));
        let depth = before.max().unwrap_or(0) + 1;
        if depth > MAX_DEPTH {
            return Err(too_many(format!(
                "A workflow has at most {MAX_DEPTH} tasks one behind the other: let some wait for fewer \
                 (`task_unlink`)."
            )));
        }
        depths.insert(number(at), depth);
    }
    Ok(())
}

fn check(task: &NewTask, pointer: impl Fn(&str) -> String) -> Result<()> {
    check_line(&pointer("title"), &task.title)?;
    if task.priority.is_some_and(|priority| priority > 4) {
        return Err(Error::field(
            pointer("priority"),
            "expected 0 (most urgent) to 4",
        ));
    }
    if task.retries.is_some_and(|retries| retries > 100) {
        return Err(Error::field(pointer("retries"), "expected 0 to 100"));
    }
    let (acceptance, links) = (&task.acceptance, &task.links);
    check_lists(acceptance, links, &task.paths, &task.capabilities, pointer)
}

fn warnings(draft: &Draft<Workflow>, new: &[TaskNo]) -> Vec<String> {
    let total = draft.tasks.len();
    let crowded = (total > 500)
        .then(|| format!("This workflow has {total} tasks; above 500 people lose the overview."));
    crowded.into_iter().chain(overlaps(draft, new)).collect()
}

/// Validates the number of acceptance criteria, links, paths and capabilities, and the length of the paths.
///
/// # Errors
/// Returns `invalid` with the field.
pub(super) fn check_lists(
    acceptance: &[String],
    links: &[Link],
    paths: &[String],
    capabilities: &[String],
    pointer: impl Fn(&str) -> String,
) -> Result<()> {
    check_entries(&pointer("acceptance"), acceptance)?;
    check_entries(&pointer("links"), links)?;
    check_entries(&pointer("paths"), paths)?;
    check_entries(&pointer("capabilities"), capabilities)?;
    match paths.iter().position(|path| path.len() > PATH) {
        None => Ok(()),
        Some(at) => Err(Error::field(
            pointer(&format!("paths/{at}")),
            format!("must have at most {PATH} bytes"),
        )),
    }
}

/// Estimates the tokens of a task as a context shows it, at four bytes a token: tasks come in batches, and one decision
/// has one measured text.
#[must_use]
pub fn estimate(title: &str, description: &str, acceptance: &[String]) -> u32 {
    let acceptance: usize = acceptance.iter().map(|line| line.len() + 3).sum();
    let bytes = title.len() + description.len() + acceptance;
    u32::try_from(bytes.div_ceil(4)).unwrap_or(u32::MAX)
}
