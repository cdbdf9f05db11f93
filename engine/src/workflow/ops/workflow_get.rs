//! `workflow_get`.

use crate::numbers::TaskNo;
use crate::workflow::edge::When;
use crate::workflow::graph::Gate;
use crate::workflow::ops::read;
use crate::workflow::shown;
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::{Task, TaskStatus};
use crate::workspace::{TakenIn, Workspace};
use kernel::prelude::*;

/// A workflow: where it stands and its tasks in short. With `fields` more of it: `decisions`,
/// `discoveries`, `artifacts`, `nudges`, `questions`, `approvals`, `agent_contributions`,
/// `tasks.description`, the `task_graph`, all `views`; `*` is everything.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowGet {
    /// The workflow.
    pub workflow: Id,
}

/// A workflow and what follows from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowView {
    /// The workflow; a task that a failure cut off is shown as `blocked` with the reason
    /// `upstream_failed`.
    #[serde(with = "shown::whole")]
    #[schemars(with = "Workflow")]
    pub workflow: Workflow,
    /// Its tasks and what lies between them.
    pub task_graph: TaskGraph,
    /// What follows from it.
    pub views: Views,
    /// Who took it in with its history, where somebody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_in: Option<TakenIn>,
}

impl WorkflowView {
    /// What callers get of it who ask for nothing else: enough to see where it stands and what to ask for.
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
        "views.ready",
        "views.needs_review",
        "views.waits_for_person",
        "views.upstream_failed",
        "views.attention",
        "views.stale",
        "taken_in",
    ];

    /// The workflow as it is shown at `now`.
    #[must_use]
    pub fn of(workflow: Workflow, now: Time) -> Self {
        Self {
            task_graph: graph(&workflow),
            views: views(&workflow, now),
            taken_in: None,
            workflow,
        }
    }
}

/// The graph of a workflow's tasks. The tasks themselves are in the workflow, what is ready, blocked,
/// in progress or in need of a review is in the views.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskGraph {
    /// The tasks, in the order in which they were added.
    pub nodes: Vec<TaskNo>,
    /// What lies between them.
    pub edges: Vec<GraphEdge>,
}

/// An edge of the graph: `from` blocks `to`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GraphEdge {
    /// The task before.
    pub from: TaskNo,
    /// The task that waits.
    pub to: TaskNo,
    /// What the first is to the second.
    #[serde(rename = "type")]
    pub kind: EdgeKind,
    /// What is needed of the task before.
    pub when: When,
}

/// What the task before is to the one that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// It holds it up.
    Blocks,
}

/// What follows from a workflow's tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Views {
    /// Tasks that can be claimed now, in the order in which they are given out.
    pub ready: Vec<TaskNo>,
    /// Tasks that wait for others, rest, or whose holder cannot go on.
    pub blocked: Vec<TaskNo>,
    /// Of these, tasks that a failure cuts off.
    pub upstream_failed: Vec<TaskNo>,
    /// Tasks that somebody works on.
    pub in_progress: Vec<TaskNo>,
    /// Tasks whose holder waits for a person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits_for_person: Vec<TaskNo>,
    /// Tasks that wait for a review.
    pub needs_review: Vec<TaskNo>,
    /// The chain of tasks that takes longest, in order.
    pub critical_path: Vec<TaskNo>,
    /// The minutes that are left on it.
    pub critical_minutes: i64,
    /// How many things need a person.
    pub attention: u32,
    /// Whether nothing has happened for two weeks although it is active.
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
            ..WorkflowView::of(Workflow::clone(&workflow), view.now)
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

/// What follows from a workflow's tasks at `now`.
#[must_use]
pub fn views(workflow: &Workflow, now: Time) -> Views {
    let (critical_path, critical_minutes) = workflow.critical_path();
    let mut views = Views {
        critical_path,
        critical_minutes,
        attention: workflow.attention(),
        stale: workflow.status == Status::Active
            && now.since(workflow.updated_at) >= Workflow::STALE_AFTER,
        ..Views::default()
    };
    let rests = |task: &Task| task.not_before.is_some_and(|at| at > now);
    let goes_on = workflow.status == Status::Active && workflow.paused.is_none();
    let open = workflow.derived().open.iter().filter(|_| goes_on);
    views.ready = open
        .filter_map(|(_, _, no)| workflow.tasks.get(TaskNo(*no)))
        .filter(|task| !rests(task))
        .map(|task| task.id)
        .collect();
    for task in workflow.tasks.iter() {
        match task.status {
            status if status.is_held() && task.waits_for_person() => {
                views.waits_for_person.push(task.id);
            }
            TaskStatus::InProgress => views.in_progress.push(task.id),
            TaskStatus::Review => views.needs_review.push(task.id),
            TaskStatus::Blocked => views.blocked.push(task.id),
            status if status.is_waiting() => {
                let gate = workflow.gate(task);
                if gate != Gate::Open || rests(task) {
                    views.blocked.push(task.id);
                }
                if gate == Gate::Cut {
                    views.upstream_failed.push(task.id);
                }
            }
            _ => {}
        }
    }
    views
}
