//! Reasons why a task waits, the tasks that it unblocks, and its row in lists. `ready` decides whether it waits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::{DecisionNo, QuestionNo, TaskNo};
use crate::workflow::edge::{Need, When};
use crate::workflow::graph::{EdgeState, Gate};
use crate::workflow::state::Workflow;
use crate::workflow::task::{Lease, ReviewStatus, Task, TaskStatus};
use kernel::stream::Version;
use kernel::time::Time;

/// Reason why a task waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitKind {
    /// Another task has to end first.
    Task,
    /// A dependency failed or was cancelled: without intervention the task will never start.
    UpstreamFailed,
    /// A decision has to be made, or changed.
    Decision,
    /// It is in a cooldown after a failure.
    Cooldown,
    /// It is deferred until a time.
    Deferred,
    /// It is assigned to another agent.
    Assigned,
    /// It is held.
    Held,
    /// Its holder is blocked; or it is on hold until a person or an orchestrator releases it.
    Blocked,
    /// Its holder waits for a person's answer.
    Question,
    /// Its holder waits for a person's approval.
    Approval,
    /// It was handed in and waits for a review.
    Review,
    /// It failed, and somebody has to decide how to proceed.
    Failed,
    /// It needs capabilities that the caller lacks.
    Capabilities,
    /// The workflow or the caller is paused.
    Paused,
    /// The workflow has ended.
    Ended,
}

/// One reason why a task waits.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wait {
    /// Kind of the reason.
    pub kind: WaitKind,
    /// Task that it waits for.
    pub task: Option<TaskNo>,
    /// Decision that it waits for.
    pub decision: Option<DecisionNo>,
    /// Question that it waits for.
    pub question: Option<QuestionNo>,
    /// Agent that holds it or to which it is assigned.
    pub agent: Option<String>,
    /// End of the wait, if known.
    pub until: Option<Time>,
    /// The reason as a sentence.
    pub text: String,
}

impl Wait {
    pub(crate) fn new(kind: WaitKind, text: String) -> Self {
        Self {
            kind,
            task: None,
            decision: None,
            question: None,
            agent: None,
            until: None,
            text,
        }
    }

    /// Creates the wait of a task that is assigned to a paused agent.
    pub(crate) fn for_paused(agent: &str) -> Self {
        let text = format!(
            "It is kept for {agent}, who is paused: let {agent} go on with `agent_resume`, or give it to \
             somebody else with `task_assign`."
        );
        Self {
            agent: Some(agent.to_owned()),
            ..Self::new(WaitKind::Assigned, text)
        }
    }
}

impl Task {
    /// Returns true if it is held under a lease that is live at `now`.
    #[must_use]
    pub fn is_leased(&self, now: Time) -> bool {
        self.lease.as_ref().is_some_and(|lease| lease.is_live(now))
    }

    /// Returns true if its holder waits for a person: the lease is parked.
    #[must_use]
    pub const fn waits_for_person(&self) -> bool {
        self.waits_for.is_some() || self.waits_for_approval.is_some()
    }

    /// Returns true if a person should know why it is blocked: its holder reported it. A task that was imported on hold
    /// is as planned.
    #[must_use]
    pub const fn is_stuck(&self) -> bool {
        matches!(self.status, TaskStatus::Blocked)
            && (self.lease.is_some() || self.stalled.is_some())
            && !self.waits_for_person()
    }

    /// Clears the question and the request that its holder waited for.
    pub(super) const fn wait_no_more(&mut self) {
        self.waits_for = None;
        self.waits_for_approval = None;
    }
}

/// Task as lists show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskRow {
    /// Name in the workflow.
    pub id: TaskNo,
    /// Title: the work in one line.
    pub title: String,
    /// Group ("room") that it belongs to.
    pub group: Option<String>,
    /// Priority from 0 (most urgent) to 4.
    pub priority: u8,
    /// Status of the task; `blocked` also if a failure cut it off.
    pub status: TaskStatus,
    /// Reason why it is blocked; `upstream_failed` if a failure cut it off.
    pub blocked_reason: Option<String>,
    /// Current, assigned or last agent.
    pub assigned_to: Option<String>,
    /// Dependencies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<Need>,
    /// Tasks that depend on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<TaskNo>,
    /// Capabilities that a worker needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// True if it must be reviewed.
    #[serde(default)]
    pub needs_review: bool,
    /// Last verdict, unless it was dismissed.
    pub review_status: Option<ReviewStatus>,
    /// Estimated duration, in minutes.
    pub estimate_minutes: Option<u32>,
    /// Number of attempts, including the running one.
    pub attempts: u32,
    /// Number of failures since the last retry by an agent or a person.
    pub failures: u32,
    /// Current lease.
    pub lease: Option<Lease>,
    /// Time since which it has its status.
    pub since: Time,
    /// Version of the workflow at which it last changed; `if_version` compares it.
    pub changed: Version,
    /// True if the caller can claim it now; the same rule as in `task_claim`.
    pub ready: bool,
    /// Reasons why it waits; empty if it is ready or has ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits_for: Vec<Wait>,
}

impl Workflow {
    /// Returns the unmet dependencies of `task` as sentences without the last full stop; empty if there are none.
    #[must_use]
    pub fn unmet_in_words(&self, task: &Task) -> String {
        if self.gate(task) == Gate::Open {
            return String::new();
        }
        let needs = task.depends_on.iter();
        let said: Vec<String> = needs
            .map(|need| (need, self.edge_state(need)))
            .filter(|(_, state)| *state != EdgeState::Holds)
            .map(|(need, state)| self.edge_wait(need, state).text)
            .collect();
        said.join(" ").trim_end_matches('.').to_owned()
    }

    pub(super) fn edge_wait(&self, need: &Need, state: EdgeState) -> Wait {
        let no = need.task;
        let (title, standing) = self.tasks.get(no).map_or(("?", "is missing"), |before| {
            (before.title.as_str(), self.visible_standing(before))
        });
        let wanted = match &need.when {
            When::Success => "be completed".to_owned(),
            When::Failure => "fail".to_owned(),
            When::Done => "end".to_owned(),
            When::Choice { decision, option } => {
                format!("be completed and {decision} choose “{option}”")
            }
        };
        let ended = self
            .tasks
            .get(no)
            .is_some_and(|before| before.status.is_terminal());
        let way_out = match standing {
            "is failed" => "retry or skip it",
            _ => "put it back, or let this task wait for something else",
        };
        match (&need.when, state) {
            (_, EdgeState::Dead) if self.derived.cut.contains(&no.0) => self.far_wait(no, title),
            (_, EdgeState::Dead) => Wait {
                task: Some(no),
                ..Wait::new(
                    WaitKind::UpstreamFailed,
                    format!("{no} ({title}) {standing}, but had to {wanted}: {way_out}."),
                )
            },
            (When::Choice { decision, .. }, EdgeState::Waits) if ended => Wait {
                task: Some(no),
                decision: Some(*decision),
                ..Wait::new(
                    WaitKind::Decision,
                    format!(
                        "{} has to be decided with `decision_record`, because {no} ({title}) must {wanted}.",
                        self.decision_in_words(*decision)
                    ),
                )
            },
            _ => Wait {
                task: Some(no),
                ..Wait::new(
                    WaitKind::Task,
                    format!("{no} ({title}) must {wanted}; it {standing}."),
                )
            },
        }
    }

    /// Returns the waiting dependents that could start if `no` were completed now.
    #[must_use]
    pub fn unblocks(&self, no: TaskNo) -> Vec<TaskNo> {
        let Some(task) = self.tasks.get(no).filter(|task| !task.status.is_terminal()) else {
            return Vec::new();
        };
        task.blocks
            .iter()
            .filter_map(|behind| self.tasks.get(*behind))
            .filter(|behind| {
                behind.status.is_waiting()
                    && self.gate(behind) != Gate::Open
                    && self.gate_with(behind, Some((no, TaskStatus::Completed))) == Gate::Open
            })
            .map(|behind| behind.id)
            .collect()
    }

    /// Returns the unfinished tasks that cause the wait of `no`: its direct or indirect dependencies that wait for no
    /// other task, ordered by number.
    #[must_use]
    pub fn roots(&self, no: TaskNo) -> Vec<TaskNo> {
        let mut roots: Vec<TaskNo> = self
            .ancestors(no, self.tasks.len())
            .into_iter()
            .filter_map(|before| self.tasks.get(before))
            .filter(|before| match before.status {
                TaskStatus::Completed | TaskStatus::Skipped => false,
                TaskStatus::Pending | TaskStatus::Assigned => self.gate(before) == Gate::Open,
                _ => true,
            })
            .map(|before| before.id)
            .collect();
        roots.sort_unstable();
        roots
    }
}
