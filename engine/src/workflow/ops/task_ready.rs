//! `task_ready`: tasks that can be claimed now, in the order in which claims return them.

use crate::numbers::TaskNo;
use crate::workflow::ops::read;
use crate::workflow::ready::Asker;
use crate::workflow::state::{Rank, Workflow};
use crate::workflow::task::Task;
use crate::workflow::waiting::{TaskRow, Wait};
use crate::workspace::Workspace;
use kernel::answer::is_zero;
use kernel::page;
use kernel::prelude::*;

/// Lists the tasks that can be claimed now: most urgent first, then those with the longest chain of dependent work,
/// then the oldest.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskReady {
    /// Id of the workflow.
    pub workflow: Id,
    /// My capabilities: only tasks that need no others. Absent: all tasks.
    pub capabilities: Option<Vec<String>>,
    /// Also returns tasks that are not ready, with the reasons why they wait.
    #[serde(default)]
    pub explain: bool,
    /// Page size (1 to 200); default 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// Task that can be claimed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadyTask {
    /// The task.
    #[serde(flatten)]
    pub task: TaskRow,
    /// Tasks that could start if it were completed.
    pub unblocks: Vec<TaskNo>,
    /// Duration of the longest chain of work that begins with it, in minutes.
    pub chain_minutes: i64,
}

/// Task that cannot be claimed, with the reasons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Waiting {
    /// Name of the task.
    pub id: TaskNo,
    /// Title of the task.
    pub title: String,
    /// First reasons why it waits, at most 5.
    pub waits_for: Vec<Wait>,
    /// Number of further reasons; `task_explain` returns all.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: u32,
}

/// Page of tasks that can be claimed now.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadyTasks {
    /// Tasks, in the order in which claims return them.
    pub items: Vec<ReadyTask>,
    /// Cursor of the next page.
    pub next_cursor: Option<String>,
    /// Total number of ready tasks.
    pub total: Option<u64>,
    /// With `explain`: the first tasks that are not ready, at most `limit`; includes failed ones whose failure is not
    /// accepted. `task_list` returns all of them, page by page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// With `explain`: total number of such tasks.
    pub waiting_total: Option<u64>,
    /// Reason why no task of the workflow can be claimed: it has ended or is paused.
    pub stopped: Option<String>,
}

impl Operation for TaskReady {
    type Output = ReadyTasks;
    const SPEC: Spec = spec!(Read "task_ready" Access::ALL, &["items.id", "items.title", "items.priority", "items.capabilities", "items.unblocks", "waiting.id", "waiting.waits_for.text", "waiting.more", "waiting_total", "stopped"]).everyday(&["workflow"]);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: TaskReady, view: View) -> Fut<'static, Result<ReadyTasks>> {
    Box::pin(async move {
        let limit = page::limit(op.limit)?;
        let after = op.cursor.as_deref().map(parse).transpose()?;
        let state = read(&view, op.workflow).await?;
        let (workspace, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
        let asker = Asker {
            capabilities: op.capabilities.as_deref(),
            ..Asker::new(view.caller.actor.as_ref(), &workspace)
        };
        let ready: Vec<(Rank, &Task)> = state.ready(view.now, asker).collect();
        let total = ready.len() as u64;
        let mut rest = ready
            .into_iter()
            .filter(|(rank, _)| after.is_none_or(|after| *rank > after))
            .peekable();
        let (mut items, mut last) = (Vec::new(), None);
        while let Some((rank, task)) = rest.next_if(|_| items.len() < limit) {
            last = Some(format!("{}.{}.{}", rank.0, rank.1, rank.2));
            items.push(ReadyTask {
                task: state.row(task, view.now, asker),
                unblocks: state.unblocks(task.id),
                chain_minutes: -rank.1,
            });
        }
        let (mut waiting, mut waiting_total) = (Vec::new(), None);
        if op.explain {
            waiting = all_waiting(&state, view.now, asker);
            waiting_total = Some(waiting.len() as u64);
            waiting.truncate(limit);
        }
        Ok(ReadyTasks {
            items,
            next_cursor: rest.peek().and(last),
            total: Some(total),
            waiting,
            waiting_total,
            stopped: stop_reason(&state),
        })
    })
}

/// Maximum number of reasons that are named for a task.
const MAX_WAITS: usize = 5;

/// Returns the tasks that are not ready, with the reasons why each waits.
fn all_waiting(state: &Workflow, now: Time, asker: Asker) -> Vec<Waiting> {
    let tasks = state.tasks.iter();
    let tasks = tasks.map(|task| (task, state.waits(task, now, asker)));
    let waiting = tasks.filter(|(_, waits_for)| !waits_for.is_empty());
    let waiting = waiting.map(|(task, mut waits_for)| {
        let more = waits_for.len().saturating_sub(MAX_WAITS);
        waits_for.truncate(MAX_WAITS);
        Waiting {
            id: task.id,
            title: task.title.clone(),
            waits_for,
            more: u32::try_from(more).unwrap_or(u32::MAX),
        }
    });
    waiting.collect()
}

/// Parses the rank at which the previous page ended.
fn parse(cursor: &str) -> Result<Rank> {
    let mut parts = cursor.splitn(3, '.');
    let mut rank = || {
        Some((
            parts.next()?.parse().ok()?,
            parts.next()?.parse().ok()?,
            parts.next()?.parse().ok()?,
        ))
    };
    rank().ok_or_else(|| {
        Error::field(
            "/cursor",
            "not a cursor of this list: give the `next_cursor` of the page before, or none",
        )
    })
}

fn stop_reason(state: &Workflow) -> Option<String> {
    use crate::workflow::state::Status;
    if state.status != Status::Active {
        return Some(format!("The workflow is {}.", state.status.name()));
    }
    let pause = state.paused.as_ref()?;
    let reason = pause.reason.as_ref().map(|reason| format!(": {reason}"));
    Some(format!(
        "Paused by {}{}.",
        pause.by.id,
        reason.unwrap_or_default()
    ))
}
