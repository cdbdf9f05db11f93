//! Short form of a workflow: counts and the first open tasks, with a size limit.

use std::collections::BTreeSet;

use crate::numbers::TaskNo;
use crate::table::Table;
use crate::workflow::ops::workflow_get::{TaskGraph, Views, WorkflowView, standing};
use crate::workflow::ready::Asker;
use crate::workflow::state::{Body, Workflow};
use crate::workflow::task::{Task, TaskStatus};
use kernel::time::Time;

/// Maximum number of tasks in a short response.
const MAX_TASKS: usize = 50;
/// Maximum size of these tasks, in bytes.
const MAX_BYTES: usize = 16 * 1024;
/// Estimated size of the member names of a task, in bytes.
const TASK_BYTES: usize = 100;
/// Maximum number of names in each list of the views, and of dependencies of each task.
const MAX_NAMES: usize = 50;

impl WorkflowView {
    /// Returns the workflow as shown to `asker` at `now`, reduced to the fields of [`Self::LEAN`]: lists are cut, and
    /// `more` says how to get the rest.
    #[must_use]
    pub fn short(workflow: Workflow, now: Time, asker: Asker) -> Self {
        let mut views = Views {
            ready: workflow
                .ready(now, asker)
                .map(|(_, task)| task.id)
                .collect(),
            ..standing(&workflow, now)
        };
        let (tasks, mut left_out) = first_tasks(&workflow, &views.ready);
        left_out.extend(cut_views(&mut views));
        Self {
            workflow: with_tasks(workflow, tasks),
            task_graph: TaskGraph::default(),
            views,
            taken_in: None,
            more: (!left_out.is_empty()).then(|| left_out.join(" ")),
        }
    }
}

/// Returns the workflow with these tasks and without decisions, artifacts and other records.
fn with_tasks(mut workflow: Workflow, tasks: Table<Task>) -> Workflow {
    let Body {
        id,
        name,
        goal,
        constraints,
        status,
        paused,
        lead,
        ..
    } = std::mem::take(&mut workflow.body);
    workflow.body = Body {
        id,
        name,
        goal,
        constraints,
        status,
        paused,
        lead,
        tasks,
        ..Body::default()
    };
    workflow
}

/// Cuts the lists of the views; returns notes of what was left out.
fn cut_views(views: &mut Views) -> Vec<String> {
    let lists = [
        ("ready", &mut views.ready),
        ("upstream_failed", &mut views.upstream_failed),
        ("waits_for_person", &mut views.waits_for_person),
        ("needs_review", &mut views.needs_review),
    ];
    let cut = lists.into_iter().filter_map(|(name, list)| {
        let all = cut(list)?;
        Some(format!(
            "{MAX_NAMES} of {all} are in `views.{name}`: name it in `fields` for all."
        ))
    });
    cut.collect()
}

/// Cuts a list to its first entries; returns the original length if it was cut.
fn cut<T>(list: &mut Vec<T>) -> Option<usize> {
    let all = list.len();
    list.truncate(MAX_NAMES);
    (all > MAX_NAMES).then_some(all)
}

/// Returns the most important tasks, and notes of what was left out.
fn first_tasks(workflow: &Workflow, ready: &[TaskNo]) -> (Table<Task>, Vec<String>) {
    let ready: BTreeSet<TaskNo> = ready.iter().copied().collect();
    let tasks = workflow.tasks.iter();
    let mut ranked: Vec<(u8, TaskNo)> = tasks
        .map(|task| (rank(workflow, task, &ready), task.id))
        .collect();
    let all = ranked.len();
    ranked.sort_unstable();
    ranked.truncate(MAX_TASKS);
    let (mut bytes, mut cut_needs) = (0, 0);
    let mut first = Vec::new();
    for task in ranked.iter().filter_map(|(_, no)| workflow.tasks.get(*no)) {
        let mut task = task.clone();
        let is_cut = cut(&mut task.depends_on).is_some();
        bytes += task.title.len() + TASK_BYTES * (1 + task.depends_on.len() / 2);
        if bytes > MAX_BYTES && !first.is_empty() {
            break;
        }
        cut_needs += usize::from(is_cut);
        first.push(task);
    }
    let mut left_out = Vec::new();
    if first.len() < all {
        left_out.push(format!(
            "{} of {all} tasks are here, open ones first: `task_list` gives all of them, page by page.",
            first.len()
        ));
    }
    if cut_needs > 0 {
        left_out.push(format!(
            "{cut_needs} tasks need more than the {MAX_NAMES} that are named: `task_get` names all."
        ));
    }
    (first.into_iter().collect(), left_out)
}

/// Returns the rank of a task in the short form; the lowest comes first.
fn rank(workflow: &Workflow, task: &Task, ready: &BTreeSet<TaskNo>) -> u8 {
    match workflow.visible_status(task) {
        TaskStatus::InProgress | TaskStatus::Review | TaskStatus::Failed => 0,
        _ if ready.contains(&task.id) => 1,
        TaskStatus::Blocked => 2,
        TaskStatus::Pending | TaskStatus::Assigned => 3,
        TaskStatus::Completed | TaskStatus::Cancelled | TaskStatus::Skipped => 4,
    }
}
