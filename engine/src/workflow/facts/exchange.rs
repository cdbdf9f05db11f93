//! Bodies of facts about what people and agents say to each other and what agents used.

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
        /// Its name in the workflow.
        id: NudgeNo,
        /// For whom.
        target: Target,
        /// The words.
        message: String,
        /// How urgent.
        priority: Priority,
        /// The task it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<TaskNo>,
        /// When it need not be delivered any more.
        expires_at: Time,
        /// Its tokens.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `notices_delivered`.
    NoticesDelivered {
        /// To whom.
        agent: String,
        /// Names of nudges, questions (their answers) and approvals.
        notices: Vec<String>,
    }
    /// Body of `nudge_acknowledged`.
    NudgeAcknowledged {
        /// Which nudge.
        id: NudgeNo,
        /// Whether the agent also acted on it.
        acted: bool,
        /// What it changed, or why nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
    /// Body of `question_asked`.
    QuestionAsked {
        /// Its name in the workflow.
        id: QuestionNo,
        /// The task that waits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<TaskNo>,
        /// The question.
        question: String,
        /// Answers to choose from.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        options: Vec<String>,
        /// The answer when the deadline passes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        default: Option<String>,
        /// Until when an answer is awaited.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        deadline: Option<Time>,
        /// Its tokens.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `question_answered`.
    QuestionAnswered {
        /// Which question.
        id: QuestionNo,
        /// The answer.
        answer: String,
        /// Its tokens.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `approval_requested`.
    ApprovalRequested {
        /// Its name in the workflow.
        id: ApprovalNo,
        /// What it is about.
        subject: Subject,
        /// Why.
        reason: String,
    }
    /// Body of `question_withdrawn`.
    QuestionWithdrawn {
        /// Which question.
        id: QuestionNo,
        /// Why the workflow ended without an answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `approval_withdrawn`.
    ApprovalWithdrawn {
        /// Which request.
        id: ApprovalNo,
        /// Why the workflow ended without a word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `approval_given`.
    ApprovalGiven {
        /// Which request.
        id: ApprovalNo,
        /// Whether the person agreed.
        approved: bool,
        /// What they said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comments: Option<String>,
    }
    /// Body of `usage_reported`.
    UsageReported {
        /// The task it was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        task: Option<TaskNo>,
        /// The size of the agent's context window, in tokens.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window: Option<u64>,
        /// How much of it is in use, in tokens.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        window_used: Option<u64>,
        /// What fills it: tokens by the block's name.
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
        /// Where the agent's own log of its work is: an address, or an id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        log_ref: Option<String>,
    }
    /// Body of `warning_raised`.
    WarningRaised {
        /// Its name in the workflow.
        id: WarningNo,
        /// Why somebody should look.
        kind: WarningKind,
        /// The task it is about.
        task: TaskNo,
        /// The artifact's version it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        artifact: Option<ArtifactNo>,
        /// The request for approval it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        approval: Option<ApprovalNo>,
        /// What is so, in a sentence.
        text: String,
    }
    /// Body of `warning_settled`.
    WarningSettled {
        /// Which warning.
        id: WarningNo,
        /// What there is to say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    }
    /// Body of `item_snoozed`.
    ItemSnoozed {
        /// The inbox item, such as `review:T7`.
        item: String,
        /// Until when it stays out of sight.
        until: Time,
    }
}
