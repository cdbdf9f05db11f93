//! The facts of a webhook. They contain neither its URL and secret nor the sent messages.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::jobs::{JobFailed, JobRenewed, JobResumed, JobStopped, JobTaken};
use crate::webhook::format::Format;
use crate::webhook::letter::Letter;
use kernel::answer::is_zero;
use kernel::events;
use kernel::stream::Position;
use kernel::time::Time;

events! {
    /// Events of a webhook.
    pub enum Event {
        /// The webhook was created.
        WebhookCreated = "webhook_created" 1,
        /// The webhook was changed, paused or resumed.
        WebhookEdited = "webhook_edited" 1,
        /// The webhook was deleted; it is erased soon.
        WebhookDeleted = "webhook_deleted" 1,
        /// A test message was requested.
        WebhookTestAsked = "webhook_test_asked" 1,
        /// Messages were sent; some may have failed.
        WebhookDelivered = "webhook_delivered" 1,
        /// Failed messages are to be sent again now.
        WebhookResent = "webhook_resent" 1,
        /// A worker started a job.
        JobTaken = "job_taken" 1,
        /// A worker renewed its lease on a job.
        JobRenewed = "job_renewed" 1,
        /// A job failed: it is retried later, or given up.
        JobFailed = "job_failed" 1,
        /// A person stopped a job.
        JobStopped = "job_stopped" 1,
        /// A person requested a job now, or a shutdown interrupted it.
        JobResumed = "job_resumed" 1,
    }
}

/// Body of `webhook_created`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookCreated {
    /// Display name.
    pub name: Arc<str>,
    /// Target: scheme, host and port of its URL.
    pub origin: Arc<str>,
    /// Kinds of messages it sends.
    pub kinds: Vec<Arc<str>>,
    /// Format of its messages.
    pub format: Format,
    /// End of the log at its creation: later facts are sent.
    pub from: Position,
}

/// Body of `webhook_edited`: the changed values.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookEdited {
    /// Display name.
    pub name: Option<Arc<str>>,
    /// Target: scheme, host and port of its URL.
    pub origin: Option<Arc<str>>,
    /// Kinds of messages it sends.
    pub kinds: Option<Vec<Arc<str>>>,
    /// End of the log when the kinds changed: the new kinds apply to later facts.
    pub from: Option<Position>,
    /// Format of its messages.
    pub format: Option<Format>,
    /// True if it was paused, false if it was resumed.
    pub paused: Option<bool>,
}

/// Body of `webhook_deleted`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookDeleted {}

/// Body of `webhook_test_asked`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookTestAsked {}

/// Body of `webhook_delivered`: the results of several messages.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookDelivered {
    /// Position in the log up to which everything was sent, or is in `failed`.
    pub through: Position,
    /// Number of delivered messages.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sent: u32,
    /// Ids of earlier messages that were delivered now, or whose content no longer exists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<Arc<str>>,
    /// The messages that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<Letter>,
    /// Last response of the receiver.
    pub answer: Option<WebhookAnswer>,
    /// Result of the test message.
    pub test: Option<WebhookAnswer>,
    /// Reason for an automatic pause: the receiver rejects further messages.
    pub paused: Option<Arc<str>>,
    /// End of the backoff that the receiver requested.
    pub rests_until: Option<Time>,
    /// True if there is nothing more to send now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
}

/// Result of sending a message.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookAnswer {
    /// Time at which it was sent.
    pub at: Time,
    /// HTTP status of the response; absent if there was none.
    pub status: Option<u16>,
    /// Reason of the failure.
    pub error: Option<Arc<str>>,
}

/// Body of `webhook_resent`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookResent {
    /// Ids of the messages.
    pub letters: Vec<Arc<str>>,
}
