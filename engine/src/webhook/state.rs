//! A webhook's state: what it tells, up to where it told everything, what did not arrive.

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

/// The status of one that is there.
pub const ACTIVE: &str = "active";
/// How many messages wait to be sent again; with so many, nothing new is sent.
pub const WAITING: usize = 100;
/// How often a receiver that so many wait for is looked at, and at most one of them is sent before its time, in
/// milliseconds.
const PROBE: i64 = 5 * MINUTE;
/// How often its kinds can change before all up to the first change was told.
const CHANGES: usize = 20;
/// How many messages that were given up are kept.
pub const DEAD: usize = 200;

/// The kinds that a webhook told up to some position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Before {
    /// The kinds.
    pub kinds: Vec<Arc<str>>,
    /// The position.
    pub until: Position,
}

/// A webhook.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Webhook {
    /// What people call it.
    pub name: Arc<str>,
    /// Where it leads: the scheme, the host and the port of its address.
    pub origin: Arc<str>,
    /// What it tells.
    pub kinds: Vec<Arc<str>>,
    /// In which form.
    pub format: Format,
    /// Who made it; nobody when there is no such webhook.
    pub created_by: Option<Actor>,
    /// When it was made.
    pub created_at: Time,
    /// Whether it was deleted.
    pub is_deleted: bool,
    /// Why nothing is sent for now.
    pub paused: Option<Arc<str>>,
    /// Up to where in the log everything was told, or waits to be sent again.
    pub through: Position,
    /// What it told before it was given other kinds, until it has told all up to there; the earliest first.
    pub before: Vec<Before>,
    /// Since when it may have something to tell that nobody looked for: it was paused.
    pub woken_at: Option<Time>,
    /// Until when the receiver wants to be left alone.
    #[serde(default)]
    pub rests_until: Option<Time>,
    /// What is sent again.
    pub waiting: Arc<Vec<Letter>>,
    /// What was given up.
    pub dead: Arc<Vec<Letter>>,
    /// How many messages that were given up are not kept any more.
    pub dropped: u32,
    /// How many messages arrived.
    pub sent: u64,
    /// The receiver's last answer.
    pub answer: Option<WebhookAnswer>,
    /// When somebody wanted to see whether a message arrives, until that is known.
    pub test_asked: Option<Time>,
    /// What came of the last message that somebody wanted to see arrive.
    pub test: Option<WebhookAnswer>,
    /// When something last happened.
    pub updated_at: Time,
    /// Number of facts in this state.
    pub version: Version,
    /// The delivery that Loci began and has not done.
    #[serde(default, skip_serializing_if = "Jobs::is_empty")]
    pub jobs: Jobs,
}

impl Webhook {
    /// Whether it is there.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.created_by.is_some() && !self.is_deleted
    }

    /// Refuses one that is not there.
    ///
    /// # Errors
    /// `not_found`.
    pub fn must_exist(&self, id: &str) -> Result<()> {
        if self.exists() {
            return Ok(());
        }
        Err(Error::not_found(format!("There is no webhook {id}.")))
    }

    /// Whether so many messages wait to be sent again that nothing new is sent.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= WAITING
    }

    /// Whether what happens now is to be told: it is not paused, not full, and neither its receiver nor its job rests.
    #[must_use]
    pub fn listens(&self, now: Time) -> bool {
        let job = self.jobs.get(JobKind::Webhook);
        let rests = job.is_some_and(|job| job.state != JobState::Running);
        self.exists() && self.paused.is_none() && !self.is_full() && !rests && !self.rests(now)
    }

    /// Whether the receiver wants to be left alone now.
    #[must_use]
    pub fn rests(&self, now: Time) -> bool {
        self.rests_until.is_some_and(|until| until > now)
    }

    /// Whether there can be something to do: while it is paused, what was begun is ended, and a test is sent.
    #[must_use]
    pub fn may_send(&self) -> bool {
        let is_begun = self.jobs.get(JobKind::Webhook).is_some();
        self.exists() && (self.paused.is_none() || self.test_asked.is_some() || is_begun)
    }

    /// What it tells of what comes after a position, and up to where it does: at most `head`.
    #[must_use]
    pub fn tells(&self, after: Position, head: Position) -> (&[Arc<str>], Position) {
        let mut before = self.before.iter();
        match before.find(|before| after < before.until) {
            Some(before) => (&before.kinds, before.until.min(head)),
            None => (&self.kinds, head),
        }
    }

    /// When Loci has to look at it by itself, whatever else happens.
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

    /// When one of the messages that wait is sent to see whether the receiver is back: while so many wait that nothing
    /// new is sent.
    #[must_use]
    pub fn probe(&self) -> Option<Time> {
        self.is_full().then(|| self.updated_at.plus(PROBE))
    }

    fn edited(&mut self, meta: &Meta, body: &WebhookEdited) {
        self.rests_until = None;
        self.jobs.stirred(meta);
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

    fn delivered(&mut self, meta: &Meta, body: &WebhookDelivered) {
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
            // The receiver is back: what keeps new messages from being sent does not rest any longer.
            let mut waiting = Arc::make_mut(&mut self.waiting).iter_mut();
            while let Some(letter) = waiting.find(|letter| meta.at.since(letter.tried_at) >= PROBE)
            {
                letter.retry_at = Some(meta.at);
                letter.is_early = true;
            }
        }
        if body.done || body.paused.is_some() || body.rests_until.is_some() {
            self.jobs.ended(JobKind::Webhook);
            self.woken_at = None;
        } else if body.sent > 0 {
            self.jobs.progressed(JobKind::Webhook);
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
        self.jobs.stirred(meta);
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
            Event::WebhookEdited(body) => self.edited(meta, body),
            Event::WebhookDeleted(_) => {
                self.is_deleted = true;
                self.jobs.ended(JobKind::Webhook);
            }
            Event::WebhookTestAsked(_) => {
                self.test_asked = Some(meta.at);
                self.jobs.stirred(meta);
            }
            Event::WebhookDelivered(body) => self.delivered(meta, body),
            Event::WebhookResent(body) => self.resent(meta, &body.letters),
            Event::JobTaken(body) => self.jobs.taken(meta, body),
            Event::JobRenewed(body) => self.jobs.renewed(body),
            Event::JobFailed(body) => {
                self.jobs.failed(meta, body.job, &body.error, body.retry_at);
            }
            Event::JobStopped(body) => self.jobs.stopped(meta, body),
            Event::JobResumed(body) => self.jobs.resumed(meta, body),
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

    /// People; of agents only those who may read everything learn that there is one.
    fn readers(&self, _: &StreamId) -> Readers {
        Readers::Agents(BTreeSet::new())
    }

    fn guards(_: &str) -> bool {
        true
    }

    fn guarded(_: &Fact) -> Guard {
        Guard::People
    }
}
