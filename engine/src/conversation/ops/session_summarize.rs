//! `session_summarize`: requests a summary, or submits one.

use kernel::prelude::*;
use std::sync::Arc;

use crate::conversation::ops::checks::estimate;
use crate::conversation::ops::{Written, key, open};
use crate::jobs::{JobFailed, JobKind};
use crate::session::facts::{SessionSummarized, SummaryAsked, SummaryFailed};
use crate::session::gauges::ENCODING;
use crate::session::key::PART_BYTES;
use crate::session::message::Message;
use crate::session::state::Session;
use crate::workspace::settings::Settings;
use kernel::time::{HOUR, MINUTE};

/// Requests that the oldest messages of a session are folded into its summary now, full or not; Loci does it
/// asynchronously within seconds. At least the newest turn stays, from the last message of a user on (in a full session
/// as much of it as fits), and a tool's result stays with its call. Alternatively submits the caller's own summary of
/// the oldest messages: with `summary`, `folded` and `read_version`. A summary by Loci has at most 15 % of the window
/// and 20,000 tokens (in small windows a quarter, up to 500 tokens), twice as many if a language model writes it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionSummarize {
    /// Session id, or its whole key as returned in responses.
    #[schemars(with = "crate::session::SessionName")]
    pub session: String,
    /// Namespace of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub namespace: Option<String>,
    /// User of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<crate::session::SessionPart>")]
    pub user_id: Option<String>,
    /// Summary of the current summary and the folded messages; it replaces both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"\S"))]
    pub summary: Option<Arc<str>>,
    /// Ids of the folded messages: the oldest ones, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folded: Vec<Arc<str>>,
    /// Version of the session at which they were read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_version: Option<Version>,
    /// Writer of the summary, such as a model's name. Default: the caller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub writer: Option<Arc<str>>,
    /// Error: with a summary, that of the preferred writer; without one, the reason why there is none (internal only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
    /// Token count of the summary.
    #[serde(skip)]
    #[schemars(skip)]
    pub counted: Option<u32>,
    /// Lease of the summary job.
    #[serde(skip)]
    #[schemars(skip)]
    pub lease: Option<Version>,
}

impl Operation for SessionSummarize {
    type Output = Written;
    const SPEC: Spec = spec!(Write "session_summarize" Access::VOICES.and(Access::SYSTEM))
        .refuses(&["busy", "exists", "full", "not_the_oldest", "too_long"])
        .with(&[Trait::Confined]);
    const HOW: How<Self> = How::Decide(decide);
    const PREPARE: Option<Prepare<Self>> = Some(|mut op, view| {
        Box::pin(async move {
            if let Some(summary) = &op.summary {
                op.counted = Some(view.services.tokens().count_in(ENCODING, summary));
            }
            Ok(op)
        })
    });

    crate::confine::of_session!();
}

fn decide(op: &SessionSummarize, tx: &mut Tx) -> Result<Written> {
    let key = key(&op.session, op.namespace.as_ref(), op.user_id.as_ref())?;
    let settings = Settings::of(tx)?;
    let draft = open(tx, &key)?;
    draft.jobs.check(JobKind::Summary, op.lease)?;
    match &op.summary {
        Some(summary) => hand_in(op, summary, draft)?,
        None if draft.cx.actor.role == Role::System => fail(op, draft),
        None if op.folded.is_empty() => {
            if !draft.fold_asked {
                draft.record(SummaryAsked {});
            }
        }
        None => {
            return Err(Error::field(
                "/summary",
                "send the summary of the folded messages",
            ));
        }
    }
    Ok(Written {
        removed: u32::try_from(op.folded.len()).unwrap_or(u32::MAX),
        ..Written::of(draft.state(), &settings)
    })
}

fn hand_in(op: &SessionSummarize, summary: &Arc<str>, draft: &mut Draft<Session>) -> Result<()> {
    if summary.trim().is_empty() {
        return Err(Error::field("/summary", "must not be empty"));
    }
    if op.folded.is_empty() {
        return Err(Error::field(
            "/folded",
            "name the messages that are in the summary",
        ));
    }
    if op
        .writer
        .as_ref()
        .is_some_and(|writer| writer.len() > PART_BYTES)
    {
        return Err(Error::field(
            "/writer",
            format!("at most {PART_BYTES} bytes"),
        ));
    }
    if op.folded.len() >= draft.messages.len() {
        let detail = "at least the newest message has to stay";
        return Err(Error::field("/folded", detail));
    }
    let read = op.read_version.unwrap_or(draft.version());
    let as_read =
        |(id, message): (&Arc<str>, &Arc<Message>)| message.id == *id && message.version <= read;
    let are_oldest = op.folded.iter().zip(draft.messages.iter()).all(as_read);
    if !are_oldest || draft.context_version > read {
        return Err(Error::conflict(
            "not_the_oldest",
            "The folded messages are not the oldest ones any more, or they or the summary so far were \
             changed meanwhile: read the session again and summarise what is there now.",
        ));
    }
    let folded = draft.messages.iter().take(op.folded.len());
    let folded_tokens = folded.map(|message| u64::from(message.tokens)).sum::<u64>()
        + u64::from(draft.context_tokens);
    let tokens = op.counted.unwrap_or_else(|| estimate(summary));
    if u64::from(tokens) >= folded_tokens {
        return Err(Error::conflict(
            "too_long",
            format!(
                "The summary has {tokens} tokens, and what it replaces has {folded_tokens}: it has to be \
                 shorter."
            ),
        ));
    }
    let writer = op
        .writer
        .clone()
        .unwrap_or_else(|| draft.cx.actor.id.as_str().into());
    draft.record(SessionSummarized {
        summary: summary.clone(),
        tokens,
        folded: op.folded.clone(),
        folded_tokens,
        writer,
        note: op.note.clone(),
    });
    Ok(())
}

/// Records a failed summary and schedules a retry after one minute, two, four, at most an hour. After too many attempts
/// the job is given up.
fn fail(op: &SessionSummarize, draft: &mut Draft<Session>) {
    let now: Time = draft.cx.now;
    let times = draft.rest.as_ref().map_or(0, |rest| rest.times).min(6);
    let wait = (MINUTE << times).min(HOUR);
    let reason = op
        .note
        .clone()
        .unwrap_or_else(|| "No writer could summarise it.".into());
    let is_over = draft.jobs.backoff(JobKind::Summary).is_none();
    draft.record(SummaryFailed {
        reason: reason.clone(),
        retry_at: Some(now.plus(wait)),
    });
    if is_over {
        let job = JobKind::Summary;
        draft.record(JobFailed {
            job,
            error: reason,
            retry_at: None,
        });
    }
}
