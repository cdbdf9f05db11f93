//! Export of a workflow as a plan of another tool. Imported tasks keep their ids there and the rest of their records,
//! which the log stores.

use std::collections::BTreeMap;

use exchange::plan::{PlannedTask, State};
use serde_json::{Map, Value};

use crate::numbers::TaskNo;
use crate::workflow::edge::When;
use crate::workflow::facts::Event;
use crate::workflow::origin::{ImportedState, PlanFormat};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Task, TaskStatus};
use crate::workflow::{self};
use kernel::error::Result;
use kernel::event::Event as _;
use kernel::id::Id;
use kernel::time::Time;
use kernel::view::View;

/// Number of facts that are read at once.
const PAGE: usize = 1_000;

/// Import data that was kept for the export.
#[derive(Default)]
pub(super) struct Kept {
    /// Records of imported tasks.
    records: BTreeMap<TaskNo, Map<String, Value>>,
    /// Times at which tasks were cancelled or skipped.
    ended: BTreeMap<TaskNo, Time>,
    /// Time of the last fact.
    last: Option<Time>,
    /// Content of the source outside its tasks.
    pub rest: Map<String, Value>,
}

/// Kinds of facts that contain such data.
const KINDS: [&str; 4] = [
    "task_imported",
    "workflow_imported",
    "task_cancelled",
    "task_skipped",
];

/// Reads the kept import data, as far as the caller may read it.
pub(super) async fn read_kept(view: &View, id: Id, format: PlanFormat) -> Result<Kept> {
    let (stream, actor) = (workflow::stream(id), view.actor()?.clone());
    let mut kept = Kept::default();
    let mut after = 0;
    loop {
        let facts = view.services.log().read(&stream, after, PAGE).await?;
        let Some(last) = facts.last() else {
            return Ok(kept);
        };
        after = last.version;
        kept.last = Some(last.at);
        for fact in facts {
            if !KINDS.contains(&fact.kind.as_str()) {
                continue;
            }
            let Some(fact) = view.services.filter_fact(&actor, fact).await? else {
                continue;
            };
            match Event::read(&fact.kind, fact.schema, &fact.body) {
                Event::TaskImported(body) => {
                    if body.state == Some(ImportedState::Cancelled) {
                        kept.ended.insert(body.id, fact.at);
                    }
                    if body.format == format {
                        kept.records.insert(body.id, body.record);
                    }
                }
                Event::TaskCancelled(body) => {
                    kept.ended.insert(body.id, fact.at);
                }
                Event::TaskSkipped(body) => {
                    kept.ended.insert(body.id, fact.at);
                }
                Event::WorkflowImported(body) if body.format == format => kept.rest = body.rest,
                _ => {}
            }
        }
    }
}

/// Returns the tasks with their ids in the other tool; tasks without one keep their name here.
pub(super) fn tasks(workflow: &Workflow, format: PlanFormat, kept: &Kept) -> Vec<PlannedTask> {
    let names = names(workflow, format);
    let tasks = workflow.tasks.iter().map(|task| PlannedTask {
        id: names.get(&task.id).cloned().unwrap_or_default(),
        title: task.title.clone(),
        description: task.description.clone(),
        acceptance: task.acceptance.clone(),
        priority: Some(task.priority),
        group: None,
        state: state(task),
        ended: end_time(task, kept).map(|at| at.to_string()),
        outcome: (task.result.as_ref().map(|result| result.summary.clone()))
            .or_else(|| task.reason.clone()),
        needs: (task.depends_on.iter())
            .filter_map(|need| names.get(&need.task).cloned())
            .collect(),
        after_failure: (task.depends_on.iter())
            .filter(|need| need.when == When::Failure)
            .filter_map(|need| names.get(&need.task).cloned())
            .collect(),
        record: kept.records.get(&task.id).cloned().unwrap_or_default(),
        not_before: None,
        is_held_as_written: is_held_as_written(task, format),
    });
    tasks.collect()
}

/// Returns the time at which a task ended.
fn end_time(task: &Task, kept: &Kept) -> Option<Time> {
    match task.status {
        TaskStatus::Completed => task.completed_at.or(kept.last),
        TaskStatus::Cancelled | TaskStatus::Skipped => {
            kept.ended.get(&task.id).copied().or(kept.last)
        }
        _ => None,
    }
}

fn names(workflow: &Workflow, format: PlanFormat) -> BTreeMap<TaskNo, String> {
    let key = |task: &Task| {
        let origin = task
            .origin
            .as_deref()
            .filter(|origin| origin.format == format);
        origin.map(|origin| origin.key.clone())
    };
    let mut names: BTreeMap<TaskNo, String> = workflow
        .tasks
        .iter()
        .filter_map(|task| Some((task.id, key(task)?)))
        .collect();
    let taken: std::collections::BTreeSet<String> = names.values().cloned().collect();
    for task in workflow.tasks.iter() {
        names.entry(task.id).or_insert_with(|| {
            let mut name = task.id.to_string();
            while taken.contains(&name) {
                name.insert_str(0, "loci-");
            }
            name
        });
    }
    names
}

/// Returns true if a task is still on hold as it was imported, so that its original status applies.
fn is_held_as_written(task: &Task, format: PlanFormat) -> bool {
    let origin = task
        .origin
        .as_deref()
        .filter(|origin| origin.format == format);
    task.status == TaskStatus::Blocked
        && task.lease.is_none()
        && task.stalled.is_none()
        && origin.is_some_and(|origin| origin.state == ImportedState::Held)
}

fn state(task: &Task) -> State {
    match task.status {
        TaskStatus::Pending | TaskStatus::Assigned => State::Open,
        TaskStatus::InProgress => State::Begun,
        TaskStatus::Blocked => State::Held(task.blocked_reason.clone().unwrap_or_default()),
        TaskStatus::Review => State::Review,
        TaskStatus::Completed => State::Done,
        TaskStatus::Failed => State::Held("failed".into()),
        TaskStatus::Cancelled | TaskStatus::Skipped => State::Cancelled,
    }
}
