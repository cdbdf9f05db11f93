//! Describes facts of a workflow: one fragment of an English sentence per kind of fact, in the past tense and without
//! the actor's name. Uses only the fact's body, not the resulting state.

use crate::numbers::TaskNo;
use crate::words::{group_digits, short, with};
use crate::workflow::edge::When;
use crate::workflow::facts::{self, Event};
use crate::workflow::people::Subject;
use crate::workflow::shared::DiscoveryKind;
use crate::workflow::state::Status;
use crate::workflow::task::{ReviewStatus, TaskStatus};
use kernel::event::Event as _;
use kernel::fact::Fact;

mod import;

/// Describes a fact, such as `completed T5`; `None` if it was redacted or is unreadable.
pub(crate) fn describe(fact: &Fact) -> Option<String> {
    match Event::read(&fact.kind, fact.schema, &fact.body) {
        Event::Unreadable(_) => None,
        event => Some(event_in_words(&event)),
    }
}

fn event_in_words(event: &Event) -> String {
    match event {
        Event::WorkflowCreated(body) => format!("created the workflow “{}”", short(&body.name)),
        Event::WorkflowEdited(body) => workflow_edited(body),
        Event::WorkflowPaused(body) => with("paused the workflow", body.reason.as_ref()),
        Event::WorkflowResumed(body) => with("resumed the workflow", body.reason.as_ref()),
        Event::WorkflowEnded(body) => {
            let learned = match body.learned.map_or(0, |learned| learned.found) {
                0 => String::new(),
                1 => ", with one learning".into(),
                found => format!(", with {found} learnings"),
            };
            let words = format!("{}{learned}", describe_status(body.status));
            with(words, body.reason.as_ref())
        }
        Event::WorkflowDeleted(body) => with("deleted the workflow", body.reason.as_ref()),
        Event::WorkflowRestored(_) => "restored the workflow".into(),
        Event::LeadTaken(body) => format!("took the lead (epoch {})", body.epoch),
        Event::LeadRenewed(_) => "renewed the lead".into(),
        Event::LeadEnded(body) if body.expired => {
            "found the lead expired: no orchestrator leads".into()
        }
        Event::LeadEnded(body) => with("released the lead", body.handoff_note.as_ref()),
        Event::WorkflowImported(body) => import::plan(body),
        Event::ItemSnoozed(body) => {
            format!("snoozed {} until {}", body.item, body.until.to_minute())
        }
        Event::UsageReported(body) => usage(body),
        Event::WarningRaised(body) => with(
            format!("raised the warning {}", body.id),
            Some(&body.text.trim_end_matches('.').to_owned()),
        ),
        Event::WarningSettled(body) => with(
            format!("settled the warning {}", body.id),
            body.note.as_ref(),
        ),
        Event::LearningNoted(_)
        | Event::LearningEdited(_)
        | Event::LearningPromoted(_)
        | Event::LearningDismissed(_)
        | Event::LearningReopened(_) => learning(event),
        Event::DecisionPlanned(_)
        | Event::DecisionRecorded(_)
        | Event::DecisionRuled(_)
        | Event::DiscoveryRecorded(_)
        | Event::ArtifactRecorded(_) => describe_shared(event),
        Event::NudgeSent(_)
        | Event::NoticesDelivered(_)
        | Event::NudgeAcknowledged(_)
        | Event::QuestionAsked(_)
        | Event::QuestionAnswered(_)
        | Event::QuestionWithdrawn(_)
        | Event::ApprovalWithdrawn(_)
        | Event::ApprovalRequested(_)
        | Event::ApprovalGiven(_) => people(event),
        _ => task(event),
    }
}

fn describe_status(status: Status) -> &'static str {
    match status {
        Status::Active => "reopened the workflow",
        Status::Completed => "completed the workflow",
        Status::CompletedWithFailures => "completed the workflow with failures",
        Status::Cancelled => "cancelled the workflow",
        Status::Archived => "archived the workflow",
    }
}

fn describe_changes(names: &[(&'static str, bool)]) -> String {
    let names: Vec<&str> = names
        .iter()
        .filter(|(_, is_changed)| *is_changed)
        .map(|(name, _)| *name)
        .collect();
    match names.as_slice() {
        [] => "nothing".into(),
        [one] => (*one).into(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn workflow_edited(body: &facts::WorkflowEdited) -> String {
    let what = describe_changes(&[
        ("name", body.name.is_some()),
        ("goal", body.goal.is_some()),
        ("constraints", body.constraints.is_some()),
        ("memory cores", body.memory_core_refs.is_some()),
        ("policy", body.policy.is_some()),
    ]);
    format!("changed the workflow's {what}")
}

fn usage(body: &facts::UsageReported) -> String {
    let of = body.task.map(|task| format!(" on {task}"));
    format!(
        "reported {} tokens read and {} written{}",
        group_digits(body.tokens_in),
        group_digits(body.tokens_out),
        of.unwrap_or_default()
    )
}

fn task(event: &Event) -> String {
    match event {
        Event::TaskAdded(body) => format!("added {}: {}", body.id, short(&body.title)),
        Event::TaskImported(body) => import::task(body),
        Event::TaskEdited(body) => format!("changed {} of {}", task_changes(body), body.id),
        Event::TaskLinked(body) => match &body.when {
            When::Success => format!("made {} depend on {}", body.to, body.from),
            When::Failure => format!("made {} depend on the failure of {}", body.to, body.from),
            When::Done => format!("made {} depend on the end of {}", body.to, body.from),
            When::Choice { decision, option } => format!(
                "made {} depend on {} and on {decision} choosing “{}”",
                body.to,
                body.from,
                short(option)
            ),
        },
        Event::TaskUnlinked(body) => {
            format!("removed the dependency of {} on {}", body.to, body.from)
        }
        Event::TaskAssigned(body) if body.for_review => match &body.agent {
            Some(agent) => format!("assigned the review of {} to {agent}", body.id),
            None => format!("unassigned the review of {}", body.id),
        },
        Event::TaskAssigned(body) => match &body.agent {
            Some(agent) => format!("assigned {} to {agent}", body.id),
            None => format!("unassigned {}", body.id),
        },
        Event::TaskClaimed(body) if body.fence > 1 => {
            format!("claimed {} (attempt {})", body.id, body.fence)
        }
        Event::TaskClaimed(body) => format!("claimed {}", body.id),
        Event::LeaseRenewed(body) => format!("renewed the lease on {}", body.id),
        Event::LeaseExpired(body) => {
            let now = match body.blocked {
                Some(_) => "it stays blocked",
                None => "it is ready again",
            };
            let words = format!("found the lease on {} expired; {now}", body.id);
            with(words, body.blocked.as_ref())
        }
        Event::TaskReleased(body) => {
            with(format!("released {}", body.id), body.handoff_note.as_ref())
        }
        Event::TaskUpdated(body) => task_updated(body),
        Event::TaskCompleted(body) => {
            let verb = if body.for_review {
                "submitted"
            } else {
                "completed"
            };
            let words = format!("{verb} {}{}", body.id, in_spite_of(&body.unmet));
            with(words, Some(&body.summary))
        }
        Event::TaskFailed(body) => {
            let words = match body.retry_at {
                Some(_) => format!("failed {}, which will be retried", body.id),
                None => format!("failed {} permanently", body.id),
            };
            with(words, Some(&body.error))
        }
        Event::TaskRetried(body) => with(
            format!("allowed a retry of {}", body.id),
            body.reason.as_ref(),
        ),
        Event::TaskSkipped(body) => with(format!("skipped {}", body.id), body.reason.as_ref()),
        Event::TaskCancelled(body) => with(format!("cancelled {}", body.id), body.reason.as_ref()),
        Event::FailureAccepted(body) => with(
            format!("accepted that {} failed", body.id),
            body.reason.as_ref(),
        ),
        Event::TaskReviewed(body) => {
            let words = match body.status {
                ReviewStatus::Approved => format!("approved {}", body.id),
                ReviewStatus::NeedsRework => format!("asked for rework on {}", body.id),
                ReviewStatus::Rejected => format!("rejected {}", body.id),
            };
            let words = format!("{words}{}", in_spite_of(&body.unmet));
            with(words, body.comments.first().map(|comment| &comment.text))
        }
        Event::ReviewDismissed(body) => format!(
            "changed what was reviewed in {} ({}), so it needs another review",
            body.id, body.artifact
        ),
        other => format!("did something ({})", other.kind().replace('_', " ")),
    }
}

/// Says that a person proceeded although dependencies of the task are not done.
fn in_spite_of(unmet: &[TaskNo]) -> String {
    let names: Vec<String> = unmet.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => String::new(),
        names => format!(" although {} not done", is_or_are(names)),
    }
}

fn is_or_are(names: &[String]) -> String {
    match names {
        [one] => format!("{one} is"),
        many => format!("{} are", many.join(", ")),
    }
}

fn task_changes(body: &facts::TaskEdited) -> String {
    describe_changes(&[
        ("the title", body.title.is_some()),
        ("the description", body.description.is_some()),
        ("the acceptance criteria", body.acceptance.is_some()),
        ("the join", body.join.is_some()),
        ("the group", body.group.is_some()),
        ("the priority", body.priority.is_some()),
        ("whether it needs a review", body.needs_review.is_some()),
        ("the capabilities", body.capabilities.is_some()),
        ("the retries", body.retries.is_some()),
        ("the cooldown", body.cooldown_seconds.is_some()),
        ("the estimate", body.estimate_minutes.is_some()),
        ("the branch", body.branch.is_some()),
        ("the links", body.links.is_some()),
        ("the paths", body.paths.is_some()),
    ])
}

fn task_updated(body: &facts::TaskUpdated) -> String {
    let id = body.id;
    match body.status {
        TaskStatus::Blocked => with(format!("reported {id} as blocked"), body.reason.as_ref()),
        TaskStatus::Pending => with(
            format!("released {id}"),
            body.reason.as_ref().or(body.note.as_ref()),
        ),
        _ => with(
            format!("reported on {id}"),
            body.note.as_ref().or(body.reason.as_ref()),
        ),
    }
}

fn describe_shared(event: &Event) -> String {
    match event {
        Event::DecisionPlanned(body) if body.options.is_empty() => with(
            format!("planned the decision {}", body.id),
            Some(&body.question),
        ),
        Event::DecisionPlanned(body) => with(
            format!("planned the decision {}", body.id),
            Some(&format!(
                "{} ({})",
                body.question,
                body.options.join(" or ")
            )),
        ),
        Event::DecisionRecorded(body) => {
            let words = match body.supersedes {
                Some(earlier) => format!("replaced the decision {earlier}"),
                None => "decided".into(),
            };
            let mut choice = body.choice.clone();
            if !body.alternatives.is_empty() {
                choice.push_str(", not ");
                choice.push_str(&body.alternatives.join(" or "));
            }
            with(words, Some(&choice))
        }
        Event::DecisionRuled(body) => {
            let verb = if body.approved {
                "approved"
            } else {
                "rejected"
            };
            with(
                format!("{verb} the decision {}", body.id),
                body.comments.as_ref(),
            )
        }
        Event::DiscoveryRecorded(body) => {
            let what = match body.kind {
                DiscoveryKind::Constraint => "a constraint",
                DiscoveryKind::Opportunity => "an opportunity",
                DiscoveryKind::Risk => "a risk",
                DiscoveryKind::Insight => "an insight",
            };
            with(format!("found {what}"), Some(&body.content))
        }
        Event::ArtifactRecorded(facts::ArtifactRecorded {
            path,
            version,
            beside: Some(task),
            ..
        }) => format!(
            "recorded {} (version {version}), not as part of {task}",
            short(path)
        ),
        Event::ArtifactRecorded(body) => match (body.version, body.associated_task) {
            (1, Some(task)) => format!("created {} for {task}", short(&body.path)),
            (1, None) => format!("created {}", short(&body.path)),
            (version, Some(task)) => {
                format!(
                    "changed {} for {task} (version {version})",
                    short(&body.path)
                )
            }
            (version, None) => format!("changed {} (version {version})", short(&body.path)),
        },
        other => format!("did something ({})", other.kind().replace('_', " ")),
    }
}

fn learning(event: &Event) -> String {
    match event {
        Event::LearningNoted(body) => with(
            format!(
                "added {}, after {} similar failures in a row",
                body.id, body.tries
            ),
            Some(&body.error),
        ),
        Event::LearningEdited(body) => with(
            format!("edited the learning {}", body.id),
            body.edit.text.as_ref(),
        ),
        Event::LearningPromoted(body) if body.was_known => {
            format!(
                "found the learning {} in the core {} already",
                body.id,
                short(&body.core)
            )
        }
        Event::LearningPromoted(body) => {
            format!(
                "kept the learning {} in the core {}",
                body.id,
                short(&body.core)
            )
        }
        Event::LearningDismissed(body) => with(
            format!("dismissed the learning {}", body.id),
            body.reason.as_ref(),
        ),
        Event::LearningReopened(body) => with(
            format!("opened the learning {} again", body.id),
            body.reason.as_ref(),
        ),
        other => format!("did something ({})", other.kind().replace('_', " ")),
    }
}

fn people(event: &Event) -> String {
    match event {
        Event::NudgeSent(body) => with(
            format!("nudged {}", body.target.name()),
            Some(&body.message),
        ),
        Event::NoticesDelivered(body) => {
            let notices = match body.notices.len() {
                1 => "one notice".into(),
                many => format!("{many} notices"),
            };
            format!("delivered {notices} to {}", body.agent)
        }
        Event::NudgeAcknowledged(body) => {
            let words = if body.acted {
                "acted on"
            } else {
                "acknowledged"
            };
            with(format!("{words} {}", body.id), body.note.as_ref())
        }
        Event::QuestionAsked(body) => with("asked", Some(&body.question)),
        Event::QuestionAnswered(body) => with(format!("answered {}", body.id), Some(&body.answer)),
        Event::QuestionWithdrawn(body) => withdrew(body.id, body.reason.as_ref()),
        Event::ApprovalWithdrawn(body) => withdrew(body.id, body.reason.as_ref()),
        Event::ApprovalRequested(body) => {
            let what = match &body.subject {
                Subject::Decision(no) => format!("the decision {no}"),
                Subject::Artifact(no) => format!("the artifact {no}"),
                Subject::Task(no) => format!("continuing {no}"),
                Subject::Plan(plan) => format!("“{}”", short(plan)),
            };
            with(format!("asked for approval of {what}"), Some(&body.reason))
        }
        Event::ApprovalGiven(body) => {
            let verb = if body.approved { "approved" } else { "refused" };
            with(format!("{verb} {}", body.id), body.comments.as_ref())
        }
        other => format!("did something ({})", other.kind().replace('_', " ")),
    }
}

fn withdrew(id: impl std::fmt::Display, reason: Option<&String>) -> String {
    with(format!("withdrew {id} unanswered"), reason)
}
