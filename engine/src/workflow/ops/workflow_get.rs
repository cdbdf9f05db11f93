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

/// A workflow: where it stands and its first open tasks in short, with counts of all. `task_list` gives all tasks. With `fields` more of it: `decisions`,
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
    /// The parts that an answer without `fields` leaves out, and how to get them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more: Option<String>,
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
        "views.counts",
        "views.ready",
        "views.needs_review",
        "views.waits_for_person",
        "views.upstream_failed",
        "views.attention",
        "views.stale",
        "taken_in",
    ];

    /// The workflow as it is shown to `caller`, in short where that is all that it gets.
    pub(super) fn for_caller(caller: &Caller, workflow: Workflow, now: Time, asker: Asker) -> Self {
        if caller.in_short {
            Self::short(workflow, now, asker)
        } else {
            Self::of(workflow, now, asker)
        }
    }

    /// The whole workflow as it is shown to `asker` at `now`.
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
    /// How many tasks it has of each status; those with none are left out.
    #[schemars(with = "BTreeMap<String, u32>")]
    pub counts: BTreeMap<TaskStatus, u32>,
    /// Tasks that the caller can claim now, in the order in which they are given out.
    pub ready: Vec<TaskNo>,
    /// Tasks that wait for others or for a time, are on hold, or whose holder cannot go on.
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

/// What follows from a workflow's tasks for `asker` at `now`.
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

/// What is known of a workflow's tasks without looking at all of them.
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
