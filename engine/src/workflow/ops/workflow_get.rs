//! `workflow_get`.

use std::collections::{BTreeMap, BTreeSet};

use crate::numbers::TaskNo;
use crate::workflow::edge::When;
use crate::workflow::ops::read;
use crate::workflow::ready::Asker;
use crate::workflow::shown;
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::{Task, TaskStatus};
use crate::workspace::{TakenIn, Workspace};
use kernel::actor::Caller;
use kernel::prelude::*;

mod short;

/// Returns a workflow: its state and first open tasks in short, with counts of all. `task_list` returns all tasks. With
/// `fields` more of it: `decisions`, `discoveries`, `artifacts`, `nudges`, `questions`, `approvals`,
/// `agent_contributions`, `tasks.description`, the `task_graph`, all `views`; `*` is everything.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowGet {
    /// Id of the workflow.
    pub workflow: Id,
}

/// Workflow with derived information.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowView {
    /// Workflow; a task that a failure cut off is shown as `blocked` with the reason `upstream_failed`.
    #[serde(with = "shown::whole")]
    #[schemars(with = "Workflow")]
    pub workflow: Workflow,
    /// Tasks and their dependencies.
    pub task_graph: TaskGraph,
    /// Derived lists and counts.
    pub views: Views,
    /// Person and time of the import, if it was imported with its history.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_in: Option<TakenIn>,
    /// Parts that a response without `fields` leaves out, and the calls that return them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
}

impl WorkflowView {
    /// Default fields of the response: enough to see the state and to know what to ask for.
    pub const LEAN: &'static [&'static str] = &[
        "workflow.id",
        "workflow.name",
        "workflow.goal",
        "workflow.constraints",
        "workflow.status",
        "workflow.paused",
        "workflow.lead.agent",
        "workflow.tasks.id",
        "workflow.tasks.title",
        "workflow.tasks.status",
        "workflow.tasks.assigned_to",
        "workflow.tasks.depends_on",
        "workflow.tasks.waits_for",
        "workflow.tasks.waits_for_approval",
        "views.counts",
        "views.ready",
        "views.needs_review",
        "views.waits_for_person",
        "views.upstream_failed",
        "views.attention",
        "views.stale",
        "taken_in",
    ];

    /// Returns the view for `caller`, in short form if the caller gets no more.
    pub(super) fn for_caller(caller: &Caller, workflow: Workflow, now: Time, asker: Asker) -> Self {
        if caller.in_short {
            Self::short(workflow, now, asker)
        } else {
            Self::of(workflow, now, asker)
        }
    }

    /// Returns the whole workflow as shown to `asker` at `now`.
    #[must_use]
    pub fn of(workflow: Workflow, now: Time, asker: Asker) -> Self {
        Self {
            task_graph: graph(&workflow),
            views: views(&workflow, now, asker),
            taken_in: None,
            more: None,
            workflow,
        }
    }
}

/// Graph of a workflow's tasks. The tasks themselves are in `workflow`; ready, blocked and other lists are in `views`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskGraph {
    /// Tasks, in the order in which they were added.
    pub nodes: Vec<TaskNo>,
    /// Dependencies between the tasks.
    pub edges: Vec<GraphEdge>,
}

/// Edge of the graph: `from` blocks `to`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GraphEdge {
    /// Task that is required.
    pub from: TaskNo,
    /// Task that waits.
    pub to: TaskNo,
    /// Relation of the first task to the second.
    #[serde(rename = "type")]
    pub kind: EdgeKind,
    /// Condition on the required task.
    pub when: When,
}

/// Relation of a required task to the one that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// It blocks the other task.
    Blocks,
}

/// Lists and counts derived from a workflow's tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Views {
    /// Number of tasks by status; statuses without tasks are left out.
    #[schemars(with = "BTreeMap<String, u32>")]
    pub counts: BTreeMap<TaskStatus, u32>,
    /// Tasks that the caller can claim now, in the order in which claims return them.
    pub ready: Vec<TaskNo>,
    /// Tasks that wait for others or for a time, are on hold, or whose holder is blocked.
    pub blocked: Vec<TaskNo>,
    /// Blocked tasks that a failure cut off.
    pub upstream_failed: Vec<TaskNo>,
    /// Tasks in progress whose holder waits for no person.
    pub in_progress: Vec<TaskNo>,
    /// Held tasks whose holder waits for a person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits_for_person: Vec<TaskNo>,
    /// Tasks that wait for a review.
    pub needs_review: Vec<TaskNo>,
    /// Critical path: the chain of tasks with the most unfinished minutes, in order.
    pub critical_path: Vec<TaskNo>,
    /// Unfinished minutes on the critical path.
    pub critical_minutes: i64,
    /// Number of things that need a person.
    pub attention: u32,
    /// True if the workflow is active but had no fact for two weeks.
    pub stale: bool,
}

impl Operation for WorkflowGet {
    type Output = WorkflowView;
    const SPEC: Spec = spec!(Read "workflow_get" Access::ALL, WorkflowView::LEAN)
        .with(&[Trait::OfOneThing])
        .everyday(&["workflow"]);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: WorkflowGet, view: View) -> Fut<'static, Result<WorkflowView>> {
    Box::pin(async move {
        let workflow = read(&view, op.workflow).await?;
        let (workspace, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
        let taken_in = workspace
            .taken_in
            .get(&op.workflow)
            .map(|taken| TakenIn::clone(taken));
        Ok(WorkflowView {
            taken_in,
            ..WorkflowView::for_caller(
                &view.caller,
                Workflow::clone(&workflow),
                view.now,
                Asker::new(view.caller.actor.as_ref(), &workspace),
            )
        })
    })
}

fn graph(workflow: &Workflow) -> TaskGraph {
    let edges = workflow.tasks.iter().flat_map(|task| {
        task.depends_on.iter().map(|need| GraphEdge {
            from: need.task,
            to: task.id,
            kind: EdgeKind::Blocks,
            when: need.when.clone(),
        })
    });
    TaskGraph {
        nodes: workflow.tasks.iter().map(|task| task.id).collect(),
        edges: edges.collect(),
    }
}

/// Computes the views for `asker` at `now`.
#[must_use]
pub fn views(workflow: &Workflow, now: Time, asker: Asker) -> Views {
    let (critical_path, critical_minutes) = workflow.critical_path();
    let ready = workflow.ready(now, asker).map(|(_, task)| task.id);
    let mut views = Views {
        ready: ready.collect(),
        critical_path,
        critical_minutes,
        ..standing(workflow, now)
    };
    for task in workflow.tasks.iter() {
        let is_parked = task.status.is_held() && task.waits_for_person();
        if is_parked || task.status == TaskStatus::Review {
            continue;
        }
        if task.status == TaskStatus::InProgress {
            views.in_progress.push(task.id);
        } else if workflow.is_blocked(task, now) {
            views.blocked.push(task.id);
        }
    }
    views
}

/// Computes the views that do not need a scan of all tasks.
fn standing(workflow: &Workflow, now: Time) -> Views {
    let derived = workflow.derived();
    let held: BTreeSet<u32> = derived.held.values().flatten().copied().collect();
    let of = |numbers: &mut dyn Iterator<Item = u32>, is_so: fn(&Task) -> bool| -> Vec<TaskNo> {
        let tasks = numbers.filter_map(|no| workflow.tasks.get(TaskNo(no)));
        tasks
            .filter(|task| is_so(task))
            .map(|task| task.id)
            .collect()
    };
    let waits = |task: &Task| task.status.is_held() && task.waits_for_person();
    Views {
        counts: workflow.summary().counts,
        upstream_failed: derived.cut.iter().map(|no| TaskNo(*no)).collect(),
        waits_for_person: of(&mut held.into_iter(), waits),
        needs_review: of(&mut derived.wanting.iter().copied(), |task| {
            task.status == TaskStatus::Review
        }),
        attention: workflow.attention(),
        stale: workflow.status == Status::Active
            && now.since(workflow.updated_at) >= Workflow::STALE_AFTER,
        ..Views::default()
    }
}
