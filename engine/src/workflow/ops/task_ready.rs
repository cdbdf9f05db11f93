//! `task_ready`: what can be claimed now, in the order in which claims give it out.

use crate::numbers::TaskNo;
use crate::workflow::ops::read;
use crate::workflow::state::{Rank, Workflow};
use crate::workflow::task::Task;
use crate::workflow::waiting::{TaskRow, Wait, WaitKind};
use kernel::page;
use kernel::prelude::*;

/// The tasks that can be claimed now: most urgent first, then those with the longest chain of work
/// behind them, then the oldest.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskReady {
    /// The workflow.
    pub workflow: Id,
    /// What I can do: only tasks that ask for no more. Left out, all are given.
    pub capabilities: Option<Vec<String>>,
    /// Also say of every task that is not ready what it waits for.
    #[serde(default)]
    pub explain: bool,
    /// How many to give (1 to 200); 50 unless given.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// The `next_cursor` of the page before.
    pub cursor: Option<String>,
}

/// A task that can be claimed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadyTask {
    /// The task.
    #[serde(flatten)]
    pub task: TaskRow,
    /// The tasks that could start if it were completed.
    pub unblocks: Vec<TaskNo>,
    /// The length of the longest chain of work that begins with it, in minutes.
    pub chain_minutes: i64,
}

/// A task that cannot be claimed, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Waiting {
    /// The task.
    pub id: TaskNo,
    /// What is to be done, in a line.
    pub title: String,
    /// What it waits for.
    pub waits_for: Vec<Wait>,
}

/// What can be claimed now.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReadyTasks {
    /// The tasks, in the order in which claims give them out.
    pub items: Vec<ReadyTask>,
    /// What to send as `cursor` to get the next ones.
    pub next_cursor: Option<String>,
    /// How many there are in all.
    pub total: Option<u64>,
    /// With `explain`: every task that is not ready and has not ended well or for good, at most 200.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// Why nothing can be claimed at all, when that is so.
    pub stopped: Option<String>,
}

impl Operation for TaskReady {
    type Output = ReadyTasks;
    const SPEC: Spec = spec!(Read "task_ready" Access::ALL, &["items.id", "items.title", "items.priority", "items.capabilities", "items.unblocks", "waiting.id", "waiting.waits_for.text", "stopped"]).everyday(&["workflow"]);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: TaskReady, view: View) -> Fut<'static, Result<ReadyTasks>> {
    Box::pin(async move {
        let limit = page::limit(op.limit)?;
        let after = op.cursor.as_deref().map(parse).transpose()?;
        let state = read(&view, op.workflow).await?;
        let waits = |task: &Task| {
            let mut waits = state.waits(task, view.now, view.caller.actor.as_ref());
            if !task.status.is_terminal() {
                waits.extend(missing(task, op.capabilities.as_deref()));
            }
            waits
        };
        let (mut ready, mut waiting) = (Vec::new(), Vec::new());
        for task in state.tasks.iter() {
            let waits_for = waits(task);
            if waits_for.is_empty() && !task.status.is_terminal() {
                ready.push((rank(&state, task), task));
            } else if op.explain
                && !waits_for.is_empty()
                && waiting.len() < page::MAX_ITEMS as usize
            {
                waiting.push(Waiting {
                    id: task.id,
                    title: task.title.clone(),
                    waits_for,
                });
            }
        }
        ready.sort_unstable_by_key(|(rank, _)| *rank);
        let total = ready.len() as u64;
        let mut rest = ready
            .into_iter()
            .filter(|(rank, _)| after.is_none_or(|after| *rank > after))
            .peekable();
        let (mut items, mut last) = (Vec::new(), None);
        while let Some((rank, task)) = rest.next_if(|_| items.len() < limit) {
            last = Some(format!("{}.{}.{}", rank.0, rank.1, rank.2));
            items.push(ReadyTask {
                task: state.row(task, view.now, view.caller.actor.as_ref()),
                unblocks: state.unblocks(task.id),
                chain_minutes: -rank.1,
            });
        }
        Ok(ReadyTasks {
            items,
            next_cursor: rest.peek().and(last),
            total: Some(total),
            waiting,
            stopped: stopped(&state),
        })
    })
}

fn rank(state: &Workflow, task: &Task) -> Rank {
    let height = state.derived().heights.get(&task.id.0).copied();
    (task.priority, -height.unwrap_or(0), task.id.0)
}

/// Reads the rank that an earlier page ended with.
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

fn missing(task: &Task, capabilities: Option<&[String]>) -> Option<Wait> {
    let lacks: Vec<&str> = task
        .capabilities
        .iter()
        .filter(|needed| capabilities.is_some_and(|mine| !mine.contains(needed)))
        .map(String::as_str)
        .collect();
    (!lacks.is_empty()).then(|| {
        Wait::new(
            WaitKind::Capabilities,
            format!("It asks for: {}.", lacks.join(", ")),
        )
    })
}

fn stopped(state: &Workflow) -> Option<String> {
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
