//! `task_list`.

use crate::numbers::Number;
use crate::workflow::ops::read;
use crate::workflow::ready::Asker;
use crate::workflow::state::Workflow;
use crate::workflow::task::{Task, TaskStatus};
use crate::workflow::waiting::TaskRow;
use crate::workspace::Workspace;
use kernel::page::{self, Page};
use kernel::prelude::*;
use kernel::unicode::fold;

/// Lists the tasks of a workflow in the order in which they were added, with the reasons why each waits.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskList {
    /// Id of the workflow.
    pub workflow: Id,
    /// Only tasks of this view.
    pub view: Option<Shelf>,
    /// Only tasks with this text in title or description; ignores case.
    pub text: Option<String>,
    /// Only tasks of this group; empty for tasks without a group.
    pub group: Option<String>,
    /// Only tasks with this status; `blocked` includes tasks that a failure cut off.
    pub status: Option<TaskStatus>,
    /// Only tasks whose current or last assignee is this agent.
    pub agent: Option<String>,
    /// Page size (1 to 200); default 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// View of a task list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shelf {
    /// Tasks that can be claimed now.
    Ready,
    /// Tasks that wait for others or for a time, were cut off by a failure, are on hold, or whose holder is blocked.
    Blocked,
    /// Tasks in progress whose holder waits for no person.
    InProgress,
    /// Held tasks whose holder waits for a person.
    WaitsForPerson,
    /// Tasks that were handed in and wait for a review.
    NeedsReview,
}

impl Operation for TaskList {
    type Output = Page<TaskRow>;
    const SPEC: Spec = spec!(Read "task_list" Access::ALL, &["items.id", "items.title", "items.status", "items.blocked_reason", "items.assigned_to", "items.lease.parked_at", "items.ready"]);
    const HOW: How<Self> = How::Run(run);
}

fn run(op: TaskList, view: View) -> Fut<'static, Result<Page<TaskRow>>> {
    Box::pin(async move {
        let state = read(&view, op.workflow).await?;
        let (workspace, _) = view.state::<Workspace>(&StreamId::workspace()).await?;
        let asker = Asker::new(view.caller.actor.as_ref(), &workspace);
        op.page(&state, view.now, asker)
    })
}

impl TaskList {
    /// Returns the page of a workflow's tasks for `asker` at `now`.
    ///
    /// # Errors
    /// Returns `invalid` if the limit is out of range or the cursor does not belong to this list.
    pub fn page(&self, state: &Workflow, now: Time, asker: Asker) -> Result<Page<TaskRow>> {
        let limit = page::limit(self.limit)?;
        let after = page::cursor(self.cursor.as_deref())?.unwrap_or(0);
        let text = self.text.as_ref().map(|text| fold(text));
        let is_asked = |task: &&Task| matches(self, text.as_deref(), state, task, now, asker);
        let total = if self.asks_for_all() {
            state.tasks.len()
        } else {
            state.tasks.iter().filter(is_asked).count()
        };
        let mut rest = state.tasks.after(after).filter(is_asked).peekable();
        let mut items = Vec::new();
        while let Some(task) = rest.next_if(|_| items.len() < limit) {
            items.push(state.row(task, now, asker));
        }
        let last = items.last().map(|row| row.id.get().to_string());
        Ok(Page {
            items,
            next_cursor: rest.peek().and(last),
            total: Some(total as u64),
        })
    }

    /// Returns true if there is no filter: then the total needs no scan.
    const fn asks_for_all(&self) -> bool {
        self.view.is_none()
            && self.text.is_none()
            && self.group.is_none()
            && self.status.is_none()
            && self.agent.is_none()
    }
}

fn matches(
    op: &TaskList,
    text: Option<&str>,
    state: &Workflow,
    task: &Task,
    now: Time,
    asker: Asker,
) -> bool {
    let is_parked = task.status.is_held() && task.waits_for_person();
    let on_shelf = op.view.is_none_or(|shelf| match shelf {
        Shelf::Ready => state.is_ready(task, now, asker),
        Shelf::Blocked => state.is_blocked(task, now),
        Shelf::InProgress => task.status == TaskStatus::InProgress && !is_parked,
        Shelf::WaitsForPerson => is_parked,
        Shelf::NeedsReview => task.status == TaskStatus::Review,
    });
    on_shelf
        && text.is_none_or(|text| {
            fold(&task.title).contains(text) || fold(&task.description).contains(text)
        })
        && op
            .group
            .as_ref()
            .is_none_or(|group| task.group.as_deref().unwrap_or_default() == group)
        && op
            .status
            .is_none_or(|status| state.visible_status_and_reason(task).0 == status)
        && op
            .agent
            .as_ref()
            .is_none_or(|agent| task.assigned_to.as_ref() == Some(agent))
}
