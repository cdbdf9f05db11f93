//! Inbox items: the parts of a workflow that need a person, and the times at which a workflow is due.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::numbers::{ApprovalNo, Number, QuestionNo, TaskNo, WarningNo};
use crate::workflow::people::Subject;
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::{ReviewStatus, Task, TaskStatus};
use crate::workflow::warning::{Warning, WarningKind};
use kernel::id::Id;
use kernel::time::{DAY, HOUR, SECOND, Time};

/// Reason why something needs a person.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ItemKind {
    /// A task waits for a review.
    Review,
    /// A task failed for good.
    Escalation,
    /// An agent asked a question.
    Question,
    /// An agent asks for an approval.
    Approval,
    /// The lease of a task expired: its holder stopped reporting.
    LeaseExpired,
    /// The holder of a task is blocked, or was blocked when its lease expired.
    Blocked,
    /// The lead is vacant while work waits.
    LeadVacant,
    /// An open warning, such as a task that its agent does not claim.
    Warning,
}

impl ItemKind {
    /// Name of the kind in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Escalation => "escalation",
            Self::Question => "question",
            Self::Approval => "approval",
            Self::LeaseExpired => "lease_expired",
            Self::Blocked => "blocked",
            Self::LeadVacant => "lead_vacant",
            Self::Warning => "warning",
        }
    }
}

/// Inbox item: one thing that needs a person.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Item {
    /// Name of the item in the workflow: kind and thing, such as `review:T7`.
    pub item: String,
    /// Reason why it needs a person.
    pub kind: ItemKind,
    /// Id of the workflow.
    pub workflow: Id,
    /// Name of the workflow.
    pub workflow_name: String,
    /// Thing that the item is about, such as `T7` or `Q2`; empty for the workflow itself.
    pub thing: String,
    /// Title in one line.
    pub title: String,
    /// Details in one line; may be empty.
    pub detail: String,
    /// Agent or person that the item comes from.
    pub from: Option<String>,
    /// Time since which it waits.
    pub since: Time,
    /// Number of tasks that depend on it, at most 200.
    pub holds_up: u32,
    /// End of the snooze, if the item is snoozed.
    pub snoozed_until: Option<Time>,
}

/// Explains the last failure: the error of the last attempt, otherwise the comments of a review that rejected the work.
fn why_failed(task: &Task) -> String {
    let attempt = task.attempt();
    if let Some(error) = attempt.and_then(|attempt| attempt.error.as_ref()) {
        return format!("Last error: {error}");
    }
    let review = task.reviews.last();
    let Some(review) = review.filter(|last| last.status == ReviewStatus::Rejected) else {
        return String::new();
    };
    let texts = review.comments.iter().map(|comment| comment.text.as_str());
    let said: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    match said.as_slice() {
        [] => format!("{} rejected it.", review.by.id),
        said => format!("{} rejected it: {}", review.by.id, said.join(" ")),
    }
}

impl Workflow {
    /// Returns the number of things that need a person, including snoozed ones.
    #[must_use]
    pub fn attention(&self) -> u32 {
        if self.body.status != Status::Active || !self.exists() {
            return 0;
        }
        let derived = &self.derived;
        let things = derived.wanting.len()
            + derived.open_questions.len()
            + derived.open_approvals.len()
            + derived.open_warnings.len();
        u32::try_from(things).unwrap_or(u32::MAX) + u32::from(self.is_lead_vacant())
    }

    /// Returns true if a lead expired or was given back while work waits. Work that only waits for a review needs a
    /// reviewer, not a lead.
    #[must_use]
    pub fn is_lead_vacant(&self) -> bool {
        let lead = &self.body.lead;
        let unfinished: u32 = TaskStatus::ALL
            .into_iter()
            .filter(|status| !status.is_terminal() && *status != TaskStatus::Review)
            .map(|status| self.derived.counts[status as usize])
            .sum();
        lead.agent.is_none() && lead.epoch > 0 && unfinished > 0
    }

    /// Returns everything that needs a person, sorted by the number of dependent tasks (most first), then by waiting
    /// time (longest first).
    #[must_use]
    pub fn items(&self) -> Vec<Item> {
        if self.attention() == 0 {
            return Vec::new();
        }
        let derived = &self.derived;
        let tasks = derived.wanting.iter().map(|no| TaskNo(*no));
        let questions = derived.open_questions.iter().map(|no| QuestionNo(*no));
        let approvals = derived.open_approvals.iter().map(|no| ApprovalNo(*no));
        let mut items: Vec<Item> = tasks
            .filter_map(|no| self.task_item(no))
            .chain(questions.filter_map(|no| self.question_item(no)))
            .chain(approvals.filter_map(|no| self.approval_item(no)))
            .chain(
                self.open_warnings()
                    .map(|warning| self.warning_item(warning)),
            )
            .chain(self.lead_item())
            .collect();
        items.sort_by_key(|item| (std::cmp::Reverse(item.holds_up), item.since));
        items
    }

    /// Returns the item of that name, such as `review:T7`, if it still needs a person.
    #[must_use]
    pub fn find_item(&self, name: &str) -> Option<Item> {
        if self.attention() == 0 {
            return None;
        }
        let thing = name.split_once(':').map_or("", |(_, thing)| thing);
        let item = if let Some(no) = TaskNo::parse(thing) {
            self.task_item(no)
        } else if let Some(no) = QuestionNo::parse(thing) {
            self.question_item(no)
        } else if let Some(no) = ApprovalNo::parse(thing) {
            self.approval_item(no)
        } else if let Some(no) = WarningNo::parse(thing) {
            let mut open = self.open_warnings();
            open.find(|warning| warning.id == no)
                .map(|warning| self.warning_item(warning))
        } else {
            self.lead_item()
        };
        item.filter(|item| item.item == name)
    }

    fn question_item(&self, no: QuestionNo) -> Option<Item> {
        let question = self.questions.get(no)?;
        if !self.derived.open_questions.contains(&no.0) {
            return None;
        }
        let detail = if question.options.is_empty() {
            String::new()
        } else {
            format!("Options: {}.", question.options.join(", "))
        };
        Some(Item {
            title: question.question.clone(),
            detail,
            from: Some(question.asked_by.id.clone()),
            ..self.item(ItemKind::Question, no, question.asked_at, question.task)
        })
    }

    fn approval_item(&self, no: ApprovalNo) -> Option<Item> {
        let approval = self.approvals.get(no)?;
        if !self.derived.open_approvals.contains(&no.0) {
            return None;
        }
        let (title, task) = self.subject(&approval.subject);
        Some(Item {
            title,
            detail: approval.reason.clone(),
            from: Some(approval.requested_by.id.clone()),
            ..self.item(ItemKind::Approval, no, approval.requested_at, task)
        })
    }

    fn warning_item(&self, warning: &Warning) -> Item {
        let title = match warning.kind {
            WarningKind::Beside => "A change beside somebody's work",
            WarningKind::Unmet => "Done, and what it needed is not",
            WarningKind::Unapproved => "Handed in without the approval",
            WarningKind::Untaken => "Nobody takes it",
            WarningKind::SentBack => "Sent back again and again",
        };
        let (no, task) = (warning.id, warning.task);
        Item {
            title: format!("{title}: {task}"),
            detail: warning.text.clone(),
            from: Some(warning.raised_by.id.clone()),
            ..self.item(ItemKind::Warning, no, warning.raised_at, Some(task))
        }
    }

    fn lead_item(&self) -> Option<Item> {
        if !self.is_lead_vacant() {
            return None;
        }
        let lead = &self.body.lead;
        // Older snapshots have no end of the lead.
        let since = lead.ended_at.unwrap_or(self.updated_at);
        let how = if lead.expired {
            "The orchestrator stopped reporting."
        } else {
            "The orchestrator released the lead."
        };
        Some(Item {
            title: "No orchestrator leads, and work waits".into(),
            detail: format!("{how} Workers continue with ready tasks."),
            ..self.item(ItemKind::LeadVacant, "", since, None)
        })
    }

    pub(super) fn item(
        &self,
        kind: ItemKind,
        thing: impl std::fmt::Display + Copy,
        since: Time,
        task: Option<TaskNo>,
    ) -> Item {
        let thing = thing.to_string();
        let item = if thing.is_empty() {
            kind.name().to_owned()
        } else {
            format!("{}:{thing}", kind.name())
        };
        let holds_up = task.map_or(0, |task| self.descendants(task, 200).len());
        Item {
            kind,
            workflow: self.id,
            workflow_name: self.name.to_string(),
            thing,
            title: String::new(),
            detail: String::new(),
            from: None,
            since,
            holds_up: u32::try_from(holds_up).unwrap_or(u32::MAX),
            snoozed_until: self.snoozed.get(&item).copied(),
            item,
        }
    }

    fn task_item(&self, no: TaskNo) -> Option<Item> {
        let task = self.tasks.get(no)?;
        if !self.derived.wanting.contains(&no.0) {
            return None;
        }
        let (kind, title, detail) = match task.status {
            TaskStatus::Review => (
                ItemKind::Review,
                task.title.clone(),
                task.result
                    .as_ref()
                    .map(|result| result.summary.clone())
                    .unwrap_or_default(),
            ),
            TaskStatus::Failed => (
                ItemKind::Escalation,
                match task.failures {
                    0 | 1 => format!("{} failed", task.title),
                    times => format!("{} failed {times} times", task.title),
                },
                why_failed(task),
            ),
            _ if task.is_stuck() => (
                ItemKind::Blocked,
                format!("{} is blocked", task.title),
                task.blocked_reason.clone().unwrap_or_default(),
            ),
            _ => (
                ItemKind::LeaseExpired,
                format!(
                    "{} stopped reporting while holding {}",
                    task.stalled.as_deref().unwrap_or("An agent"),
                    task.title
                ),
                "Its lease expired. Its notes are kept for the next attempt.".into(),
            ),
        };
        Some(Item {
            title,
            detail,
            from: task
                .stalled
                .clone()
                .or_else(|| task.attempt().map(|last| last.agent.clone())),
            ..self.item(kind, task.id, task.since, Some(task.id))
        })
    }

    pub(crate) fn subject(&self, subject: &Subject) -> (String, Option<TaskNo>) {
        match subject {
            Subject::Decision(no) => match self.decisions.get(*no) {
                Some(decision) => (
                    if decision.question.ends_with('?') {
                        format!("{} {}", decision.question, decision.choice)
                    } else {
                        format!("{}: {}", decision.question, decision.choice)
                    },
                    decision.affects_tasks.first().copied(),
                ),
                None => (no.to_string(), None),
            },
            Subject::Artifact(no) => match self.artifacts.get(*no) {
                Some(artifact) => (
                    format!("{} version {}", artifact.path, artifact.version),
                    artifact.associated_task,
                ),
                None => (no.to_string(), None),
            },
            Subject::Task(no) => {
                let title = self.tasks.get(*no).map(|task| task.title.clone());
                (title.unwrap_or_else(|| no.to_string()), Some(*no))
            }
            Subject::Plan(plan) => (plan.clone(), None),
        }
    }

    /// Returns the next time at which the sweep has to look at this workflow: the end of a lease, a lead, a question's
    /// deadline, the warning about an unclaimed task, the retention or the time to restore.
    #[must_use]
    pub fn due(&self) -> Option<Time> {
        if let Some(purge_at) = self.purge_at {
            return Some(purge_at);
        }
        if self.body.status != Status::Active {
            let kept = [self.archive_at(), self.delete_at()];
            return kept.into_iter().flatten().min();
        }
        let lease = self.derived.leases.get_min().map(|(until, _)| *until);
        let deadline = self.derived.deadlines.get_min().map(|(end, _)| *end);
        let kept = self.derived.kept.get_min();
        let untaken = kept.map(|(since, _)| self.untaken_at(*since));
        [lease, deadline, untaken, self.body.lead.until]
            .into_iter()
            .flatten()
            .min()
    }

    /// Returns the time at which a warning is raised for a task that its agent could have claimed since `since`.
    #[must_use]
    pub fn untaken_at(&self, since: Time) -> Time {
        since.plus(i64::from(self.policy.lease_seconds) * SECOND)
    }

    /// Returns the time at which the workflow is archived automatically.
    #[must_use]
    pub fn archive_at(&self) -> Option<Time> {
        let is_put_away = self.body.status == Status::Archived;
        self.after_end(self.policy.archive_days)
            .filter(|_| !is_put_away)
    }

    /// Returns the time at which the workflow is deleted automatically.
    #[must_use]
    pub fn delete_at(&self) -> Option<Time> {
        self.after_end(self.policy.delete_days)
    }

    fn after_end(&self, days: u32) -> Option<Time> {
        let ended_at = self.body.ended_at?;
        let is_due = days > 0 && !self.policy.pinned && self.body.status != Status::Active;
        is_due.then(|| ended_at.plus(i64::from(days) * DAY))
    }

    /// Milliseconds without a fact after which an active workflow is shown as stale.
    pub const STALE_AFTER: i64 = 14 * 24 * HOUR;
}
