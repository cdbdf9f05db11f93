//! What a task can wait for, what finishing it frees, and how lists show it. `ready` decides whether it waits.

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

/// What a task waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitKind {
    /// Another task has to come to its end first.
    Task,
    /// A task before it failed or was called off: without somebody's help it will never start.
    UpstreamFailed,
    /// A decision has to be made, or made otherwise.
    Decision,
    /// It rests after a failure.
    Cooldown,
    /// It is deferred until a time.
    Deferred,
    /// It is kept for another agent.
    Assigned,
    /// Somebody holds it.
    Held,
    /// Its holder cannot go on; or it is on hold until a person or an orchestrator releases it.
    Blocked,
    /// Its holder waits for a person's answer.
    Question,
    /// Its holder waits for a person to agree.
    Approval,
    /// It was handed in and waits for a review.
    Review,
    /// It failed, and somebody has to say what happens now.
    Failed,
    /// It asks for what the caller cannot do.
    Capabilities,
    /// Claims are stopped in the whole workflow, or the caller is paused.
    Paused,
    /// The workflow has ended.
    Ended,
}

/// One thing that a task waits for.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wait {
    /// What kind of thing it is.
    pub kind: WaitKind,
    /// The task before.
    pub task: Option<TaskNo>,
    /// The decision.
    pub decision: Option<DecisionNo>,
    /// The question.
    pub question: Option<QuestionNo>,
    /// The agent that holds it or for whom it is kept.
    pub agent: Option<String>,
    /// Until when, where that is known.
    pub until: Option<Time>,
    /// All of it in a sentence.
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

    /// That it is kept for an agent which is paused.
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
    /// Whether it is held under a lease that is live at `now`.
    #[must_use]
    pub fn is_leased(&self, now: Time) -> bool {
        self.lease.as_ref().is_some_and(|lease| lease.is_live(now))
    }

    /// Whether its holder waits for a person: the lease's clock stands still.
    #[must_use]
    pub const fn waits_for_person(&self) -> bool {
        self.waits_for.is_some() || self.waits_for_approval.is_some()
    }

    /// Whether a person should hear why it does not go on: its holder reported it as blocked. A task that was on hold
    /// when it was imported is as it was planned.
    #[must_use]
    pub const fn is_stuck(&self) -> bool {
        matches!(self.status, TaskStatus::Blocked)
            && (self.lease.is_some() || self.stalled.is_some())
            && !self.waits_for_person()
    }

    /// Its holder, if there still is one, waits for nobody.
    pub(super) const fn wait_no_more(&mut self) {
        self.waits_for = None;
        self.waits_for_approval = None;
    }
}

/// A task as lists show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TaskRow {
    /// Its name in the workflow.
    pub id: TaskNo,
    /// What is to be done, in a line.
    pub title: String,
    /// The group ("room") it belongs to.
    pub group: Option<String>,
    /// 0 (most urgent) to 4.
    pub priority: u8,
    /// Where it is in its life; `blocked` also when a failure cut it off.
    pub status: TaskStatus,
    /// Why it is blocked; `upstream_failed` when a failure cut it off.
    pub blocked_reason: Option<String>,
    /// Who works on it, shall, or last did.
    pub assigned_to: Option<String>,
    /// What it needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<Need>,
    /// Which tasks need it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<TaskNo>,
    /// What a worker must be able to do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capabilities: Vec<String>,
    /// Whether it must be reviewed.
    #[serde(default)]
    pub needs_review: bool,
    /// The last verdict that counts.
    pub review_status: Option<ReviewStatus>,
    /// How long it should take, in minutes.
    pub estimate_minutes: Option<u32>,
    /// How many attempts there were, the running one included.
    pub attempts: u32,
    /// How often it failed since it was last put back.
    pub failures: u32,
    /// Who holds it until when.
    pub lease: Option<Lease>,
    /// Since when it has its status.
    pub since: Time,
    /// The version of the workflow at which it last changed: what `if_version` compares.
    pub changed: Version,
    /// Whether the caller can claim it now; the same answer that `task_claim` gives.
    pub ready: bool,
    /// What it waits for; nothing when it is ready or has ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waits_for: Vec<Wait>,
}

impl Workflow {
    /// What `task` needs and has not got, as a sentence without its full stop; empty when nothing is missing.
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
            (before.title.as_str(), self.shown_standing(before))
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

    /// The waiting tasks that could start if `no` were completed now.
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

    /// The unfinished tasks on which `no` rests in the end: those before it that wait for no other
    /// task, in order of their numbers.
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
