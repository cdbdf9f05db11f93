//! Bodies of facts about messages between people and agents, and about token usage.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::{ApprovalNo, ArtifactNo, NudgeNo, QuestionNo, TaskNo, WarningNo};
use crate::workflow::people::{Priority, Subject, Target};
use crate::workflow::warning::WarningKind;
use kernel::time::Time;

bodies! {
    /// Body of `nudge_sent`.
    NudgeSent {
        /// Name of the nudge in the workflow.
        id: NudgeNo,
        /// Recipient.
        target: Target,
        /// Text of the message.
        message: String,
        /// Priority.
        priority: Priority,
        /// Task that the nudge is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<TaskNo>,
        /// Time after which it is no longer delivered.
        expires_at: Time,
        /// Number of tokens of the message.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `notices_delivered`.
    NoticesDelivered {
        /// Agent that received the notices.
        agent: String,
        /// Names of nudges, questions (their answers) and approvals.
        notices: Vec<String>,
    }
    /// Body of `nudge_acknowledged`.
    NudgeAcknowledged {
        /// Nudge that was acknowledged.
        id: NudgeNo,
        /// True if the agent also acted on it.
        acted: bool,
        /// Effect of the nudge, or the reason why there was none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
    /// Body of `question_asked`.
    QuestionAsked {
        /// Name of the question in the workflow.
        id: QuestionNo,
        /// Task that waits for the answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<TaskNo>,
        /// The question.
        question: String,
        /// Answers to choose from.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
        /// Answer that applies when the deadline passes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<String>,
        /// Time until which an answer is awaited.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<Time>,
        /// Number of tokens of the question.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `question_answered`.
    QuestionAnswered {
        /// Question that was answered.
        id: QuestionNo,
        /// The answer.
        answer: String,
        /// Number of tokens of the answer.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `approval_requested`.
    ApprovalRequested {
        /// Name of the request in the workflow.
        id: ApprovalNo,
        /// Subject of the approval.
        subject: Subject,
        /// Reason for the request.
        reason: String,
    }
    /// Body of `question_withdrawn`.
    QuestionWithdrawn {
        /// Question that was withdrawn.
        id: QuestionNo,
        /// Reason why the workflow ended without an answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `approval_withdrawn`.
    ApprovalWithdrawn {
        /// Request that was withdrawn.
        id: ApprovalNo,
        /// Reason why the workflow ended without a ruling.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `approval_given`.
    ApprovalGiven {
        /// Request that was ruled on.
        id: ApprovalNo,
        /// True if the person approved.
        approved: bool,
        /// Comments of the person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comments: Option<String>,
    }
    /// Body of `usage_reported`.
    UsageReported {
        /// Task that the usage was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<TaskNo>,
        /// Size of the agent's context window, in tokens.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window: Option<u64>,
        /// Tokens in use in the context window.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window_used: Option<u64>,
        /// Use of the context window: tokens by the block's name.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        blocks: BTreeMap<String, u64>,
        /// Input tokens since the last report.
        #[serde(default)]
        tokens_in: u64,
        /// Output tokens since the last report.
        #[serde(default)]
        tokens_out: u64,
        /// Cost since the last report, in millionths of its currency.
        #[serde(default)]
        cost_micros: u64,
        /// Address or id of the agent's own log of its work.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        log_ref: Option<String>,
    }
    /// Body of `warning_raised`.
    WarningRaised {
        /// Name of the warning in the workflow.
        id: WarningNo,
        /// Reason for the warning.
        kind: WarningKind,
        /// Task that the warning is about.
        task: TaskNo,
        /// Artifact version that the warning is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        artifact: Option<ArtifactNo>,
        /// Request for approval that the warning is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approval: Option<ApprovalNo>,
        /// Description in one sentence.
        text: String,
    }
    /// Body of `warning_settled`.
    WarningSettled {
        /// Warning that was settled.
        id: WarningNo,
        /// Note of the person who settled it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
    /// Body of `item_snoozed`.
    ItemSnoozed {
        /// Inbox item, such as `review:T7`.
        item: String,
        /// End of the snooze.
        until: Time,
    }
}
