//! All kinds of facts of a workflow. Their bodies hold decisions, not their consequences.

use kernel::events;

/// Defines a struct for each body.
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

/// Upcasts a body whose newer schema only adds optional members.
fn identity(body: serde_json::Value) -> serde_json::Value {
    body
}

events! {
    /// Facts of a workflow.
    pub enum Event {
        /// The workflow was created.
        WorkflowCreated = "workflow_created" 2 { 1 => identity },
        /// The workflow's name, goal, constraints, cores or policy were changed.
        WorkflowEdited = "workflow_edited" 2 { 1 => identity },
        /// The workflow was paused: claims are refused.
        WorkflowPaused = "workflow_paused" 1,
        /// The workflow was resumed: claims are allowed again.
        WorkflowResumed = "workflow_resumed" 1,
        /// The workflow ended or was archived.
        WorkflowEnded = "workflow_ended" 1,
        /// The workflow was deleted; it can still be restored.
        WorkflowDeleted = "workflow_deleted" 1,
        /// The workflow was restored.
        WorkflowRestored = "workflow_restored" 1,
        /// An orchestrator took the lead.
        LeadTaken = "lead_taken" 1,
        /// The lead was renewed.
        LeadRenewed = "lead_renewed" 1,
        /// The lead was given back or expired.
        LeadEnded = "lead_ended" 1,
        /// A task was added.
        TaskAdded = "task_added" 1,
        /// A task was changed.
        TaskEdited = "task_edited" 1,
        /// A dependency was added.
        TaskLinked = "task_linked" 1,
        /// A dependency was removed.
        TaskUnlinked = "task_unlinked" 1,
        /// A task or its review was assigned to an agent, or opened to all.
        TaskAssigned = "task_assigned" 1,
        /// An agent claimed a task.
        TaskClaimed = "task_claimed" 1,
        /// A lease was renewed.
        LeaseRenewed = "lease_renewed" 1,
        /// A lease expired.
        LeaseExpired = "lease_expired" 2 { 1 => identity },
        /// The holder gave a task back.
        TaskReleased = "task_released" 1,
        /// The holder of a task reported.
        TaskUpdated = "task_updated" 1,
        /// Work was handed in.
        TaskCompleted = "task_completed" 1,
        /// An attempt failed.
        TaskFailed = "task_failed" 1,
        /// A task was made claimable again.
        TaskRetried = "task_retried" 1,
        /// A task was skipped.
        TaskSkipped = "task_skipped" 1,
        /// A task was cancelled.
        TaskCancelled = "task_cancelled" 1,
        /// A person accepted a failure.
        FailureAccepted = "failure_accepted" 1,
        /// A task was reviewed.
        TaskReviewed = "task_reviewed" 1,
        /// A review was dismissed.
        ReviewDismissed = "review_dismissed" 1,
        /// A decision was planned.
        DecisionPlanned = "decision_planned" 1,
        /// A decision was recorded.
        DecisionRecorded = "decision_recorded" 1,
        /// A person approved or rejected a decision.
        DecisionRuled = "decision_ruled" 1,
        /// A discovery was recorded.
        DiscoveryRecorded = "discovery_recorded" 1,
        /// An artifact was recorded.
        ArtifactRecorded = "artifact_recorded" 1,
        /// A nudge was sent.
        NudgeSent = "nudge_sent" 1,
        /// Nudges, answers or approvals were delivered to an agent.
        NoticesDelivered = "notices_delivered" 1,
        /// An agent acknowledged a nudge or acted on it.
        NudgeAcknowledged = "nudge_acknowledged" 1,
        /// A question was asked.
        QuestionAsked = "question_asked" 1,
        /// A question was answered.
        QuestionAnswered = "question_answered" 1,
        /// A question was withdrawn.
        QuestionWithdrawn = "question_withdrawn" 1,
        /// A request for approval was withdrawn.
        ApprovalWithdrawn = "approval_withdrawn" 1,
        /// An approval was requested.
        ApprovalRequested = "approval_requested" 1,
        /// An approval was given or refused.
        ApprovalGiven = "approval_given" 1,
        /// An agent reported its token usage.
        UsageReported = "usage_reported" 1,
        /// A warning for a person was raised.
        WarningRaised = "warning_raised" 1,
        /// A warning was settled.
        WarningSettled = "warning_settled" 1,
        /// An inbox item was snoozed.
        ItemSnoozed = "item_snoozed" 1,
        /// A learning was detected: attempts failed in a row for the same reason.
        LearningNoted = "learning_noted" 1,
        /// A learning was edited.
        LearningEdited = "learning_edited" 1,
        /// A learning was promoted to a long-term memory.
        LearningPromoted = "learning_promoted" 1,
        /// A learning was dismissed.
        LearningDismissed = "learning_dismissed" 1,
        /// A learning was reopened.
        LearningReopened = "learning_reopened" 1,
        /// The origin of a task was recorded.
        TaskImported = "task_imported" 2 { 1 => identity },
        /// A plan was imported.
        WorkflowImported = "workflow_imported" 1,
    }
}
