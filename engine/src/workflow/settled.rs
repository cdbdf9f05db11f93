//! Inbox items that need no action now: snoozed items, and settled items with their outcome.

use crate::numbers::{ApprovalNo, Number, QuestionNo, TaskNo, WarningNo};
use crate::words::short;
use crate::workflow::attention::{Item, ItemKind};
use crate::workflow::people::{Approval, ApprovalStatus, Question};
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::{ReviewStatus, Task};
use crate::workflow::warning::Warning;
use kernel::actor::Role;
use kernel::time::Time;

const KINDS: [ItemKind; 8] = [
    ItemKind::Review,
    ItemKind::Escalation,
    ItemKind::Question,
    ItemKind::Approval,
    ItemKind::LeaseExpired,
    ItemKind::Blocked,
    ItemKind::LeadVacant,
    ItemKind::Warning,
];

impl Workflow {
    /// Returns the settled item with this name, such as `review:T7`, and its outcome in sentences: the action, its
    /// actor, and the current state of the thing. `None` if no such thing exists or it still needs a person.
    #[must_use]
    pub fn find_settled_item(&self, name: &str) -> Option<(Item, String)> {
        if self.find_item(name).is_some() {
            return None;
        }
        let (kind, thing) = name.split_once(':').unwrap_or((name, ""));
        let kind = KINDS.into_iter().find(|it| it.name() == kind)?;
        let (item, mut outcome) = match kind {
            ItemKind::Question => {
                let it = self.questions.get(QuestionNo::parse(thing)?)?;
                let at = it.answered_at.or(self.ended_at).unwrap_or(it.asked_at);
                let item = self.item(kind, it.id, at, it.task);
                (item.with_title(&it.question), answer(it))
            }
            ItemKind::Approval => {
                let it = self.approvals.get(ApprovalNo::parse(thing)?)?;
                let (title, task) = self.subject(&it.subject);
                let at = it.given_at.or(self.ended_at).unwrap_or(it.requested_at);
                let item = self.item(kind, it.id, at, task);
                (item.with_title(&title), consent(it))
            }
            ItemKind::Warning => {
                let it = self.warnings.get(WarningNo::parse(thing)?)?;
                let at = it.settled_at.or(self.ended_at).unwrap_or(it.raised_at);
                let item = self.item(kind, it.id, at, Some(it.task));
                (item.with_title(&short(&it.text)), settlement(it))
            }
            ItemKind::Review
            | ItemKind::Escalation
            | ItemKind::LeaseExpired
            | ItemKind::Blocked => {
                let it = self.tasks.get(TaskNo::parse(thing)?)?;
                let item = self.item(kind, it.id, it.since, Some(it.id));
                let outcome = match kind {
                    ItemKind::Review => verdict(it),
                    _ => state(it),
                };
                (item.with_title(&it.title), outcome)
            }
            ItemKind::LeadVacant => {
                let item = self.item(kind, "", self.updated_at, None);
                (item.with_title("Nobody led"), self.lead_outcome()?)
            }
        };
        if self.status != Status::Active {
            let status = self.status.name().replace('_', " ");
            outcome.extend([" The workflow is ", &status, "."]);
        }
        (item.item == name).then_some((item, outcome))
    }

    fn lead_outcome(&self) -> Option<String> {
        if self.lead.epoch == 0 {
            return None;
        }
        Some(match &self.lead.agent {
            Some(agent) => format!("{agent} leads the workflow."),
            None => "No task needs a lead.".into(),
        })
    }
}

impl Item {
    /// Returns true if the item is snoozed at `now`.
    #[must_use]
    pub fn is_snoozed(&self, now: Time) -> bool {
        self.snoozed_until.is_some_and(|until| until > now)
    }

    fn with_title(self, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            ..self
        }
    }
}

fn answer(question: &Question) -> String {
    let by = question.answered_by.as_ref();
    match (&question.answer, by, &question.withdrawn) {
        (Some(answer), Some(by), _) if by.role == Role::System => {
            let answer = quote(answer);
            format!("Nobody answered in time, so the default {answer} counts.")
        }
        (Some(answer), Some(by), _) => format!("{} answered {}.", by.id, quote(answer)),
        (Some(answer), None, _) => format!("The answer is {}.", quote(answer)),
        (None, _, Some(withdrawn)) => {
            format!("{} ended the workflow without an answer.", withdrawn.by.id)
        }
        (None, _, None) => "It has no answer.".into(),
    }
}

fn consent(approval: &Approval) -> String {
    let by = approval.given_by.as_ref();
    let by = by.map_or("Somebody", |by| by.id.as_str());
    let comments = comment(approval.comments.as_deref());
    match approval.status {
        ApprovalStatus::Approved => format!("{by} approved it{comments}."),
        ApprovalStatus::Refused => format!("{by} refused it{comments}."),
        ApprovalStatus::Withdrawn => match &approval.withdrawn {
            Some(withdrawn) => format!("{} ended the workflow without it.", withdrawn.by.id),
            None => "The request was withdrawn.".into(),
        },
        ApprovalStatus::Pending => "Nobody decided it.".into(),
    }
}

fn settlement(warning: &Warning) -> String {
    let comments = comment(warning.note.as_deref());
    match &warning.settled_by {
        Some(by) => format!("{} settled it{comments}.", by.id),
        None => "Nobody settled it.".into(),
    }
}

/// Returns the last verdict, and the state of the task, which may have changed since.
fn verdict(task: &Task) -> String {
    let Some(review) = task.reviews.last() else {
        return state(task);
    };
    let verdict = match review.status {
        ReviewStatus::Approved => "approved it",
        ReviewStatus::NeedsRework => "asked for rework",
        ReviewStatus::Rejected => "rejected it",
    };
    let mut texts = review.comments.iter().map(|comment| comment.text.as_str());
    let comments = comment(texts.find(|text| !text.is_empty()));
    format!("{} {verdict}{comments}. {}", review.by.id, state(task))
}

fn state(task: &Task) -> String {
    let status = task.status.name().replace('_', " ");
    let holder = task.assigned_to.as_deref();
    let holder = holder.filter(|_| !task.status.is_terminal());
    let by = holder.map_or_else(String::new, |agent| format!(" with {agent}"));
    format!("{} is {status}{by} now.", task.id)
}

fn comment(text: Option<&str>) -> String {
    let text = text.filter(|text| !text.trim().is_empty());
    text.map_or_else(String::new, |text| format!(": {}", quote(text)))
}

fn quote(text: &str) -> String {
    format!("“{}”", short(text))
}
