//! The state of a webhook: its kinds of messages, its progress in the log, and its failed messages.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::jobs::{JobKind, JobState, Jobs};
use crate::webhook::facts::{Event, WebhookAnswer, WebhookDelivered, WebhookEdited};
use crate::webhook::format::Format;
use crate::webhook::letter::Letter;
use kernel::access::Readers;
use kernel::actor::Actor;
use kernel::error::{Error, Result};
use kernel::fact::{Fact, Meta};
use kernel::memory::{DELETED, Guard, Memory};
use kernel::ports::index::{Change, Entry};
use kernel::stream::{Position, StreamId, Version};
use kernel::time::{MINUTE, Time};

/// Status of an existing webhook.
pub const ACTIVE: &str = "active";
/// Maximum number of messages waiting for a retry. At this limit, no new messages are sent.
pub const WAITING: usize = 100;
/// Interval of probes while the limit is reached, and minimum time between early retries of a message, in milliseconds.
const PROBE: i64 = 5 * MINUTE;
/// Maximum number of pending changes of its kinds.
const CHANGES: usize = 20;
/// Maximum number of stored messages that were given up.
pub const DEAD: usize = 200;

/// Kinds that apply up to a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Before {
    /// The kinds.
    pub kinds: Vec<Arc<str>>,
    /// Position up to which they apply.
    pub until: Position,
}

/// A webhook.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Webhook {
    /// Display name.
    pub name: Arc<str>,
    /// Target: scheme, host and port of its URL.
    pub origin: Arc<str>,
    /// Kinds of messages it sends.
    pub kinds: Vec<Arc<str>>,
    /// Format of its messages.
    pub format: Format,
    /// Its creator; `None` if there is no such webhook.
    pub created_by: Option<Actor>,
    /// Time of its creation.
    pub created_at: Time,
    /// True if it was deleted.
    pub is_deleted: bool,
    /// Reason why it is paused.
    pub paused: Option<Arc<str>>,
    /// Position in the log up to which everything was sent or waits for a retry.
    pub through: Position,
    /// Previous kinds that still apply to unsent facts, earliest first.
    pub before: Vec<Before>,
    /// Time since when there may be unsent facts, after a pause.
    pub woken_at: Option<Time>,
    /// End of the backoff that the receiver requested.
    #[serde(default)]
    pub rests_until: Option<Time>,
    /// Messages waiting for a retry.
    pub waiting: Arc<Vec<Letter>>,
    /// Messages that were given up.
    pub dead: Arc<Vec<Letter>>,
    /// Number of messages that were given up and are no longer stored.
    pub dropped: u32,
    /// Number of delivered messages.
    pub sent: u64,
    /// Last response of the receiver.
    pub answer: Option<WebhookAnswer>,
    /// Time at which a test message was requested, until its result is known.
    pub test_asked: Option<Time>,
    /// Result of the last test message.
    pub test: Option<WebhookAnswer>,
    /// Time of the last change.
    pub updated_at: Time,
    /// Number of facts in this state.
    pub version: Version,
    /// The delivery job that is not done.
    #[serde(default, skip_serializing_if = "Jobs::is_empty")]
    pub jobs: Jobs,
}

impl Webhook {
    /// Returns true if it exists.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.created_by.is_some() && !self.is_deleted
    }

    /// Validates that it exists.
    ///
    /// # Errors
    /// Returns `not_found`.
    pub fn must_exist(&self, id: &str) -> Result<()> {
        if self.exists() {
            return Ok(());
        }
        Err(Error::not_found(format!("There is no webhook {id}.")))
    }

    /// Returns true if the limit of waiting messages is reached, so that no new ones are sent.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= WAITING
    }

    /// Returns true if new facts are to be sent: it is not paused, not full, and neither its receiver nor its job is in
    /// backoff.
    #[must_use]
    pub fn listens(&self, now: Time) -> bool {
        let job = self.jobs.get(JobKind::Webhook);
        let rests = job.is_some_and(|job| job.state != JobState::Running);
        self.exists() && self.paused.is_none() && !self.is_full() && !rests && !self.rests(now)
    }

    /// Returns true if the receiver requested a backoff that is not over.
    #[must_use]
    pub fn rests(&self, now: Time) -> bool {
        self.rests_until.is_some_and(|until| until > now)
    }

    /// Returns true if there may be work. While it is paused, a running job is ended and a test is still sent.
    #[must_use]
    pub fn may_send(&self) -> bool {
        let is_begun = self.jobs.get(JobKind::Webhook).is_some();
        self.exists() && (self.paused.is_none() || self.test_asked.is_some() || is_begun)
    }

    /// Returns the kinds that apply after a position, and the position up to which they do, at most `head`.
    #[must_use]
    pub fn tells(&self, after: Position, head: Position) -> (&[Arc<str>], Position) {
        let mut before = self.before.iter();
        match before.find(|before| after < before.until) {
            Some(before) => (&before.kinds, before.until.min(head)),
            None => (&self.kinds, head),
        }
    }

    /// Returns the next time at which Loci has to act on it by itself.
    #[must_use]
    pub fn due(&self) -> Option<Time> {
        if self.is_deleted {
            return Some(self.updated_at);
        }
        let begun = self.jobs.get(JobKind::Webhook).map(|_| self.updated_at);
        let retries = self.waiting.iter().filter_map(|letter| letter.retry_at);
        let own = retries.chain(self.woken_at).chain(self.probe());
        let own = own.filter(|_| self.paused.is_none());
        let own = own.map(|at| self.rests_until.map_or(at, |until| until.max(at)));
        let wanted = own.chain(begun).chain(self.test_asked).min();
        self.jobs.when(JobKind::Webhook, wanted)
    }

    /// Returns the time of the next probe: while no new messages are sent, a waiting message is sent to see if the
    /// receiver is back.
    #[must_use]
    pub fn probe(&self) -> Option<Time> {
        self.is_full().then(|| self.updated_at.plus(PROBE))
    }

    fn apply_edited(&mut self, meta: &Meta, body: &WebhookEdited) {
        self.rests_until = None;
        self.jobs.retry_failed(meta);
        if let Some(name) = &body.name {
            self.name = name.clone();
        }
        if let Some(origin) = &body.origin {
            self.origin = origin.clone();
        }
        if let Some(kinds) = &body.kinds {
            let told = std::mem::replace(&mut self.kinds, kinds.clone());
            if let Some(until) = body.from.filter(|from| *from > self.through) {
                if self.before.len() >= CHANGES {
                    self.before.remove(0);
                }
                self.before.push(Before { kinds: told, until });
            }
        }
        if let Some(format) = body.format {
            self.format = format;
        }
        match body.paused {
            Some(true) => self.paused = Some(format!("Paused by {}.", meta.actor.id).into()),
            Some(false) => {
                self.paused = None;
                self.woken_at = Some(meta.at);
            }
            None => {}
        }
    }

    fn apply_delivered(&mut self, meta: &Meta, body: &WebhookDelivered) {
        let was_full = self.is_full();
        self.through = self.through.max(body.through);
        let through = self.through;
        self.before.retain(|before| before.until > through);
        self.sent += u64::from(body.sent);
        if let Some(answer) = &body.answer {
            self.answer = Some(answer.clone());
        }
        let is_over = |letter: &Letter| {
            let failed = &mut body.failed.iter();
            body.settled.contains(&letter.id) || failed.any(|failed| failed.id == letter.id)
        };
        if !body.settled.is_empty() || !body.failed.is_empty() {
            Arc::make_mut(&mut self.waiting).retain(|letter| !is_over(letter));
        }
        for letter in &body.failed {
            let kept = match letter.retry_at {
                Some(_) => &mut self.waiting,
                None => &mut self.dead,
            };
            Arc::make_mut(kept).push(letter.clone());
        }
        let over = self.dead.len().saturating_sub(DEAD);
        if over > 0 {
            Arc::make_mut(&mut self.dead).drain(..over);
            self.dropped = self
                .dropped
                .saturating_add(u32::try_from(over).unwrap_or(u32::MAX));
        }
        if let Some(test) = &body.test {
            self.test = Some(test.clone());
            self.test_asked = None;
        }
        let arrives = body.test.as_ref().is_some_and(|test| test.error.is_none());
        if arrives {
            self.rests_until = None;
        }
        if was_full && (arrives || body.sent > 0) {
            // The receiver is back: messages that block new ones are retried at once.
            let mut waiting = Arc::make_mut(&mut self.waiting).iter_mut();
            while let Some(letter) = waiting.find(|letter| meta.at.since(letter.tried_at) >= PROBE)
            {
                letter.retry_at = Some(meta.at);
                letter.is_early = true;
            }
        }
        if body.done || body.paused.is_some() || body.rests_until.is_some() {
            self.jobs.finish(JobKind::Webhook);
            self.woken_at = None;
        } else if body.sent > 0 {
            self.jobs.record_progress(JobKind::Webhook);
        }
        self.rests_until = body.rests_until.or(self.rests_until);
        if body.rests_until.is_some() {
            self.woken_at = body.rests_until;
        }
        if let Some(why) = &body.paused {
            self.paused = Some(why.clone());
        }
    }

    fn resent(&mut self, meta: &Meta, letters: &[Arc<str>]) {
        self.rests_until = None;
        self.jobs.retry_failed(meta);
        let is_meant = |letter: &Letter| letters.contains(&letter.id);
        let meant: Vec<Letter> = (self.dead.iter().filter(|letter| is_meant(letter)))
            .map(|letter| Letter {
                attempts: 0,
                retry_at: Some(meta.at),
                is_early: false,
                ..letter.clone()
            })
            .collect();
        for letter in Arc::make_mut(&mut self.waiting) {
            if is_meant(letter) {
                letter.retry_at = Some(meta.at);
                letter.is_early = false;
            }
        }
        Arc::make_mut(&mut self.dead).retain(|letter| !is_meant(letter));
        Arc::make_mut(&mut self.waiting).extend(meant);
    }
}

impl Memory for Webhook {
    const KIND: &'static str = "webhook";
    const SCHEMA: u16 = 2;
    const KEEPS_READERS: bool = true;
    type Event = Event;

    fn apply(&mut self, meta: &Meta, event: &Event) {
        self.version = meta.version;
        self.updated_at = meta.at;
        match event {
            Event::WebhookCreated(body) => {
                self.name = body.name.clone();
                self.origin = body.origin.clone();
                self.kinds.clone_from(&body.kinds);
                self.format = body.format;
                self.through = body.from;
                self.created_at = meta.at;
                self.created_by = Some(meta.actor.clone());
            }
            Event::WebhookEdited(body) => self.apply_edited(meta, body),
            Event::WebhookDeleted(_) => {
                self.is_deleted = true;
                self.jobs.finish(JobKind::Webhook);
            }
            Event::WebhookTestAsked(_) => {
                self.test_asked = Some(meta.at);
                self.jobs.retry_failed(meta);
            }
            Event::WebhookDelivered(body) => self.apply_delivered(meta, body),
            Event::WebhookResent(body) => self.resent(meta, &body.letters),
            Event::JobTaken(body) => self.jobs.apply_taken(meta, body),
            Event::JobRenewed(body) => self.jobs.apply_renewed(body),
            Event::JobFailed(body) => {
                self.jobs
                    .apply_failed(meta, body.job, &body.error, body.retry_at);
            }
            Event::JobStopped(body) => self.jobs.apply_stopped(meta, body),
            Event::JobResumed(body) => self.jobs.apply_resumed(meta, body),
            Event::Unreadable(_) => {}
        }
    }

    fn entry(&self, stream: &StreamId) -> Option<Entry> {
        self.created_by.as_ref()?;
        let status = if self.is_deleted { DELETED } else { ACTIVE };
        Some(Entry {
            stream: stream.clone(),
            status: status.into(),
            updated_at: self.created_at,
            attention: 0,
            readers: self.readers(stream),
            due: self.due(),
            doc: "{}".into(),
        })
    }

    fn items(&self, stream: &StreamId, _: &Meta, event: &Event) -> Vec<Change> {
        let over: &[JobKind] = match event {
            Event::WebhookDelivered(_) | Event::WebhookDeleted(_) => &[JobKind::Webhook],
            _ => &[],
        };
        self.jobs.items(stream, over)
    }

    /// People. Among agents, only those that may read everything see that it exists.
    fn readers(&self, _: &StreamId) -> Readers {
        Readers::Agents(BTreeSet::new())
    }

    fn guards(_: &str) -> bool {
        true
    }

    fn guard(_: &Fact) -> Guard {
        Guard::People
    }
}
