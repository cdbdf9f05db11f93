//! What can happen in a workflow: every kind of fact. Their bodies hold what was decided, not what
//! follows from it.

use kernel::events;

/// Makes a struct of each body.
macro_rules! bodies {
    ($( $(#[$doc:meta])* $name:ident { $( $(#[$attr:meta])* $field:ident : $type:ty ),* $(,)? } )+) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct $name {
            $( $(#[$attr])* pub $field: $type, )*
        }
    )+ };
}

mod exchange;
mod import;
mod knowledge;
mod learning;
mod lifetime;
mod task;

pub use exchange::*;
pub use import::*;
pub use knowledge::*;
pub use learning::*;
pub use lifetime::*;
pub use task::*;

/// Upcasts a body whose newer form only adds members that may be absent.
fn unchanged(body: serde_json::Value) -> serde_json::Value {
    body
}

events! {
    /// What happens in a workflow.
    pub enum Event {
        /// It began.
        WorkflowCreated = "workflow_created" 2 { 1 => unchanged },
        /// Its name, goal, constraints, cores or policy were changed.
        WorkflowEdited = "workflow_edited" 2 { 1 => unchanged },
        /// Claims were stopped.
        WorkflowPaused = "workflow_paused" 1,
        /// Claims were allowed again.
        WorkflowResumed = "workflow_resumed" 1,
        /// It ended, or was put away.
        WorkflowEnded = "workflow_ended" 1,
        /// It was deleted; it can still be restored.
        WorkflowDeleted = "workflow_deleted" 1,
        /// It was restored.
        WorkflowRestored = "workflow_restored" 1,
        /// Somebody leads.
        LeadTaken = "lead_taken" 1,
        /// The lead goes on.
        LeadRenewed = "lead_renewed" 1,
        /// The lead was given back, or ran out.
        LeadEnded = "lead_ended" 1,
        /// A task was added.
        TaskAdded = "task_added" 1,
        /// A task was changed.
        TaskEdited = "task_edited" 1,
        /// An edge was added.
        TaskLinked = "task_linked" 1,
        /// An edge was removed.
        TaskUnlinked = "task_unlinked" 1,
        /// A task was kept for an agent.
        TaskAssigned = "task_assigned" 1,
        /// An agent took a task.
        TaskClaimed = "task_claimed" 1,
        /// A lease was renewed.
        LeaseRenewed = "lease_renewed" 1,
        /// A lease ran out.
        LeaseExpired = "lease_expired" 2 { 1 => unchanged },
        /// A task was given back.
        TaskReleased = "task_released" 1,
        /// A holder reported.
        TaskUpdated = "task_updated" 1,
        /// Work was handed in.
        TaskCompleted = "task_completed" 1,
        /// An attempt failed.
        TaskFailed = "task_failed" 1,
        /// A task was put back.
        TaskRetried = "task_retried" 1,
        /// A task was skipped.
        TaskSkipped = "task_skipped" 1,
        /// A task was called off.
        TaskCancelled = "task_cancelled" 1,
        /// A person accepted a failure.
        FailureAccepted = "failure_accepted" 1,
        /// A task was reviewed.
        TaskReviewed = "task_reviewed" 1,
        /// A review does not count any more.
        ReviewDismissed = "review_dismissed" 1,
        /// A decision is to be made.
        DecisionPlanned = "decision_planned" 1,
        /// A decision was made.
        DecisionRecorded = "decision_recorded" 1,
        /// A person approved or rejected a decision.
        DecisionRuled = "decision_ruled" 1,
        /// Something was learned.
        DiscoveryRecorded = "discovery_recorded" 1,
        /// Something was made.
        ArtifactRecorded = "artifact_recorded" 1,
        /// Somebody was nudged.
        NudgeSent = "nudge_sent" 1,
        /// Nudges, answers or approvals reached an agent.
        NoticesDelivered = "notices_delivered" 1,
        /// An agent acknowledged a nudge or acted on it.
        NudgeAcknowledged = "nudge_acknowledged" 1,
        /// A person was asked.
        QuestionAsked = "question_asked" 1,
        /// A question was answered.
        QuestionAnswered = "question_answered" 1,
        /// A question is not asked any more.
        QuestionWithdrawn = "question_withdrawn" 1,
        /// An approval is not asked for any more.
        ApprovalWithdrawn = "approval_withdrawn" 1,
        /// An approval was asked for.
        ApprovalRequested = "approval_requested" 1,
        /// An approval was given or refused.
        ApprovalGiven = "approval_given" 1,
        /// An agent reported what it used.
        UsageReported = "usage_reported" 1,
        /// Something is to be looked at by a person.
        WarningRaised = "warning_raised" 1,
        /// It was looked at.
        WarningSettled = "warning_settled" 1,
        /// A person put an inbox item off.
        ItemSnoozed = "item_snoozed" 1,
        /// Something that was learned made itself known.
        LearningNoted = "learning_noted" 1,
        /// What was learned was worded otherwise.
        LearningEdited = "learning_edited" 1,
        /// What was learned became a long-term memory.
        LearningPromoted = "learning_promoted" 1,
        /// What was learned is not worth keeping.
        LearningDismissed = "learning_dismissed" 1,
        /// It is to be decided about again.
        LearningReopened = "learning_reopened" 1,
        /// Where a task is from.
        TaskImported = "task_imported" 2 { 1 => unchanged },
        /// A plan was taken in.
        WorkflowImported = "workflow_imported" 1,
    }
}
