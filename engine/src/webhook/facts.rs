//! The facts of a webhook. None holds its address, its secret or what was sent.

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
    /// What happens to a webhook.
    pub enum Event {
        /// It was made.
        WebhookCreated = "webhook_created" 1,
        /// It was changed, paused or let go on.
        WebhookEdited = "webhook_edited" 1,
        /// It was deleted; it is erased soon.
        WebhookDeleted = "webhook_deleted" 1,
        /// Somebody wants to see whether a message arrives.
        WebhookTestAsked = "webhook_test_asked" 1,
        /// Messages were sent; some may not have arrived.
        WebhookDelivered = "webhook_delivered" 1,
        /// Messages that did not arrive are sent again now.
        WebhookResent = "webhook_resent" 1,
        /// Loci took a job.
        JobTaken = "job_taken" 1,
        /// Loci goes on with a job.
        JobRenewed = "job_renewed" 1,
        /// A job failed: it is tried again later, or given up.
        JobFailed = "job_failed" 1,
        /// A person stopped a job.
        JobStopped = "job_stopped" 1,
        /// A person wants a job done now, or Loci stopped before it was done.
        JobResumed = "job_resumed" 1,
    }
}

/// Body of `webhook_created`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookCreated {
    /// What people call it.
    pub name: Arc<str>,
    /// Where it leads: the scheme, the host and the port of its address.
    pub origin: Arc<str>,
    /// What it tells.
    pub kinds: Vec<Arc<str>>,
    /// In which form.
    pub format: Format,
    /// The end of the log when it was made: it tells what comes after.
    pub from: Position,
}

/// Body of `webhook_edited`: what is another now.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookEdited {
    /// What people call it.
    pub name: Option<Arc<str>>,
    /// Where it leads.
    pub origin: Option<Arc<str>>,
    /// What it tells.
    pub kinds: Option<Vec<Arc<str>>>,
    /// The end of the log when it was given other kinds: it tells these of what comes after.
    pub from: Option<Position>,
    /// In which form.
    pub format: Option<Format>,
    /// Whether nothing is sent for now.
    pub paused: Option<bool>,
}

/// Body of `webhook_deleted`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookDeleted {}

/// Body of `webhook_test_asked`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookTestAsked {}

/// Body of `webhook_delivered`: what came of some messages, together.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookDelivered {
    /// Up to where in the log everything was told, or is in `failed`.
    pub through: Position,
    /// How many messages arrived.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub sent: u32,
    /// The earlier messages that arrived now, or of which there is nothing to tell any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled: Vec<Arc<str>>,
    /// The messages that did not arrive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<Letter>,
    /// The receiver's last answer.
    pub answer: Option<WebhookAnswer>,
    /// What came of the message that somebody wanted to see arrive.
    pub test: Option<WebhookAnswer>,
    /// Why nothing is sent for now: the receiver wants no more.
    pub paused: Option<Arc<str>>,
    /// Until when the receiver wants to be left alone.
    pub rests_until: Option<Time>,
    /// Whether there is nothing to send any more now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
}

/// What came of sending a message.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookAnswer {
    /// When it was sent.
    pub at: Time,
    /// The status that the receiver answered; none when there was no answer.
    pub status: Option<u16>,
    /// Why it did not arrive.
    pub error: Option<Arc<str>>,
}

/// Body of `webhook_resent`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookResent {
    /// The messages.
    pub letters: Vec<Arc<str>>,
}
