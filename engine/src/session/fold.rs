//! Applies facts to a session's state. Pure and infallible.

use std::sync::Arc;

use crate::jobs::{JobKind, Jobs};
use crate::patch;
use crate::session::blocks::Shown;
use crate::session::change;
use crate::session::facts::{
    Event, MemoriesExtracted, MemoriesPromoted, MessagesIndexed, SessionCreated, SessionSummarized,
};
use crate::session::key::SessionKey;
use crate::session::message::Message;
use crate::session::record::MemoryRecord;
use crate::session::state::{Document, EndedLife, Ending, Rest, Session, Summary};
use kernel::access::Readers;
use kernel::fact::{Fact, Meta};
use kernel::memory::Memory;
use kernel::ports::index::{Change, Entry, Text};
use kernel::stream::StreamId;
use kernel::tenant::{Tenancy, Tenant};
use kernel::time::{SECOND, Time};

impl Memory for Session {
    const KIND: &'static str = "session";
    const SCHEMA: u16 = 4;
    const KEEPS_READERS: bool = true;
    const HIDES_FACTS: bool = true;
    type Event = Event;

    fn tenancy(stream: &StreamId, tenant: &Tenant) -> Tenancy {
        match SessionKey::of(stream) {
            Some(key) if tenant.owns(key.user_id.as_deref(), key.namespace.as_deref()) => {
                Tenancy::Own
            }
            _ => Tenancy::Foreign,
        }
    }

    fn apply(&mut self, meta: &Meta, event: &Event) {
        self.version = meta.version;
        match event {
            Event::SessionCreated(body) => self.apply_created(meta, body),
            Event::SessionDeleted(body) => self.end(meta, Ending::Deleted, body.purge_at),
            Event::SessionRecovered(_) => {
                if self.ended == Some(Ending::Deleted) {
                    self.ended = None;
                    self.ended_lives.pop_back();
                    self.touch(meta);
                }
            }
            Event::SessionExpired(body) => {
                self.end(meta, Ending::Expired, meta.at);
                self.document = Document {
                    ttl_seconds: body.ttl_seconds,
                    ..Document::default()
                };
            }
            Event::Unreadable(_) => {}
            _ if self.begun == 0 || self.ended.is_some() => {}
            event => self.apply_event(meta, event),
        }
    }

    fn entry(&self, stream: &StreamId) -> Option<Entry> {
        self.list_entry(stream)
    }

    fn texts(&self, _: &StreamId, _: &Meta, event: &Event) -> Vec<Text> {
        self.search_texts(event)
    }

    fn items(&self, stream: &StreamId, meta: &Meta, event: &Event) -> Vec<Change> {
        let texts = self.texts(stream, meta, event);
        let over: &[JobKind] = match event {
            Event::SessionSummarized(_) | Event::SummaryFailed(_) => &[JobKind::Summary],
            Event::MemoriesExtracted(_) => &[JobKind::Memories],
            Event::SessionCreated(_) | Event::SessionDeleted(_) | Event::SessionExpired(_) => {
                &[JobKind::Summary, JobKind::Memories]
            }
            _ => &[],
        };
        let jobs = self.jobs.items(stream, over);
        texts.into_iter().map(Change::from).chain(jobs).collect()
    }

    fn readers(&self, _: &StreamId) -> Readers {
        self.agents()
    }

    fn blobs(&self) -> Vec<String> {
        self.blobs.iter().map(ToString::to_string).collect()
    }

    /// Hides facts of past lives and of an ended session, except `session_expired`.
    fn hides(&self, fact: &Fact, now: Time) -> bool {
        let is_past = fact.version < self.begun || !self.lives(now);
        is_past && fact.kind != "session_expired"
    }
}

impl Session {
    fn apply_created(&mut self, meta: &Meta, body: &SessionCreated) {
        // Writers, lives to erase and blobs of earlier lives under this id are kept.
        *self = Self {
            key: body.session.clone(),
            forked_from: body.forked_from.as_ref().map(|from| from.session.clone()),
            parent: body.parent.clone(),
            begun: meta.version,
            created_at: meta.at,
            version: meta.version,
            writers: std::mem::take(&mut self.writers),
            ended_lives: std::mem::take(&mut self.ended_lives),
            blobs: std::mem::take(&mut self.blobs),
            ..Self::default()
        };
        self.touch(meta);
    }

    fn end(&mut self, meta: &Meta, how: Ending, purge_at: Time) {
        if self.begun == 0 || self.ended.is_some() {
            return;
        }
        self.ended = Some(how);
        self.jobs = Jobs::default();
        self.updated_at = self.updated_at.max(meta.at);
        // The fact of the expiry reveals no content, so it is not erased.
        let until = match how {
            Ending::Deleted => meta.version,
            Ending::Expired => meta.version - 1,
        };
        self.ended_lives.push_back(EndedLife { until, purge_at });
    }

    /// Records that the content changed.
    fn touch(&mut self, meta: &Meta) {
        self.changed = meta.version;
        self.updated_at = self.updated_at.max(meta.at);
        self.rest = self.rest.take().filter(|rest| rest.until.is_some());
        self.jobs.retry_failed(meta);
        if meta.actor.role.is_agent() && !self.writers.contains(meta.actor.id.as_str()) {
            self.writers.insert(meta.actor.id.as_str().into());
        }
        self.renew(meta);
    }

    /// Restarts the time to live, if the session has one.
    fn renew(&mut self, meta: &Meta) {
        let seconds = self
            .ttl_seconds
            .map(|seconds| i64::try_from(seconds).unwrap_or(i64::MAX));
        self.expires_at = seconds.map(|seconds| meta.at.plus(seconds.saturating_mul(SECOND)));
    }

    /// Records the blobs that messages refer to.
    fn refer(&mut self, messages: &[Message]) {
        let data = messages.iter().flat_map(|message| &message.data);
        self.blobs.extend(data.map(|data| data.sha256.clone()));
    }

    fn apply_event(&mut self, meta: &Meta, event: &Event) {
        match event {
            Event::SessionPut(body) => self.refer(&body.changes.messages),
            Event::SessionRewound(body) => self.refer(&body.changes.messages),
            Event::MessagesAppended(body) => self.refer(&body.messages),
            _ => {}
        }
        let document = &mut self.document;
        match event {
            Event::SessionPut(body) => {
                if !body.changes.messages.is_empty() {
                    self.said = meta.version;
                }
                body.changes.apply(document, meta.version);
                self.fold_above = body.fold_above.unwrap_or(self.fold_above);
                self.touch(meta);
            }
            Event::SessionRewound(body) => {
                body.changes.apply(document, meta.version);
                self.touch(meta);
            }
            Event::MessagesAppended(body) => {
                change::write(document, &body.messages, meta.version);
                self.said = meta.version;
                self.fold_above = body.fold_above.unwrap_or(self.fold_above);
                self.touch(meta);
            }
            Event::DataMerged(body) => {
                patch::merge_into(Arc::make_mut(&mut document.data), &body.patch);
                self.touch(meta);
            }
            Event::SummaryAsked(_) => {
                self.fold_asked = true;
                self.rest = None;
                self.jobs.retry_failed(meta);
                self.updated_at = self.updated_at.max(meta.at);
            }
            Event::SessionSummarized(body) => self.apply_summarized(meta, body),
            Event::SummaryFailed(body) => {
                let times = self.rest.as_ref().map_or(0, |rest| rest.times);
                self.fold_asked = self.fold_asked && body.retry_at.is_some();
                match body.retry_at {
                    Some(_) => {
                        self.jobs
                            .apply_failed(meta, JobKind::Summary, &body.reason, body.retry_at);
                    }
                    None => self.jobs.finish(JobKind::Summary),
                }
                self.rest = Some(Arc::new(Rest {
                    reason: body.reason.clone(),
                    times: times.saturating_add(1),
                    until: body.retry_at,
                }));
            }
            Event::MemoriesExtracted(body) => self.memories_taken(meta, body),
            Event::ExtractionFailed(body) => {
                let retry_at = Some(body.retry_at);
                self.jobs
                    .apply_failed(meta, JobKind::Memories, &body.reason, retry_at);
                let times = self.extraction.as_ref().map_or(0, |rest| rest.times);
                self.extraction = Some(Arc::new(Rest {
                    reason: body.reason.clone(),
                    times: times.saturating_add(1),
                    until: Some(body.retry_at),
                }));
            }
            Event::MemoriesPromoted(body) => self.apply_promoted(body),
            Event::MessagesIndexed(body) => self.apply_indexed(body),
            Event::EntitiesObserved(body) => {
                let limit = usize::try_from(body.limit).unwrap_or(usize::MAX);
                document.entities.take(&body.deleted, &body.found, limit);
                self.touch(meta);
            }
            Event::EntitiesRestored(body) => {
                document.entities = body.entities.clone();
                self.touch(meta);
            }
            Event::JobTaken(body) => self.jobs.apply_taken(meta, body),
            Event::JobRenewed(body) => self.jobs.apply_renewed(body),
            Event::JobFailed(body) => {
                self.jobs
                    .apply_failed(meta, body.job, &body.error, body.retry_at);
            }
            Event::JobStopped(body) => self.jobs.apply_stopped(meta, body),
            Event::JobResumed(body) => {
                self.jobs.apply_resumed(meta, body);
                match body.job {
                    JobKind::Summary => self.rest = None,
                    JobKind::Memories => self.extraction = None,
                    JobKind::View | JobKind::Dream | JobKind::Pointers | JobKind::Webhook => {}
                }
            }
            Event::SessionShared(body) => self.writers.extend(body.agents.iter().cloned()),
            Event::BlockSet(body) => match body.shown {
                Shown::Usual => drop(self.blocks.remove(&body.block)),
                shown => drop(self.blocks.insert(body.block, shown)),
            },
            _ => {}
        }
    }

    fn apply_summarized(&mut self, meta: &Meta, body: &SessionSummarized) {
        let document = &mut self.document;
        let mut folded = 0;
        for id in &body.folded {
            folded += u32::from(document.messages.remove(id).is_some());
        }
        document.context = Some(body.summary.clone());
        document.context_tokens = body.tokens;
        document.context_version = meta.version;
        let end = |id: Option<&Arc<str>>| id.cloned().unwrap_or_default();
        document.summaries.push_back(Arc::new(Summary {
            version: meta.version,
            at: meta.at,
            writer: body.writer.clone(),
            note: body.note.clone(),
            messages: folded,
            folded_tokens: body.folded_tokens,
            tokens: body.tokens,
            first: end(body.folded.first()),
            last: end(body.folded.last()),
        }));
        self.changed = meta.version;
        self.updated_at = self.updated_at.max(meta.at);
        self.fold_asked = false;
        self.rest = None;
        self.jobs.finish(JobKind::Summary);
        // Loci's own summary does not extend a session's life; a summary that a caller submits does.
        if !matches!(meta.actor.role, kernel::Role::System) {
            self.touch(meta);
        }
    }

    fn memories_taken(&mut self, meta: &Meta, body: &MemoriesExtracted) {
        for id in &body.from {
            let Some(message) = self.messages.get(id) else {
                continue;
            };
            let message = Message {
                discrete_memory_extracted: true,
                ..Message::clone(message)
            };
            self.document.messages.put(Arc::new(message));
        }
        let memories = body.memories.iter().cloned().map(Arc::new);
        self.document.memories.extend(memories);
        self.extracted = body.until;
        self.extraction = None;
        self.jobs.finish(JobKind::Memories);
        self.changed = meta.version;
    }

    fn apply_promoted(&mut self, body: &MemoriesPromoted) {
        for promotion in &body.memories {
            let known = self
                .memories
                .iter()
                .position(|memory| memory.id == promotion.id);
            let Some(at) = known else { continue };
            let memory = MemoryRecord {
                persisted_at: Some(body.at),
                ..MemoryRecord::clone(&self.memories[at])
            };
            self.document.memories.set(at, Arc::new(memory));
        }
    }

    fn apply_indexed(&mut self, body: &MessagesIndexed) {
        for promotion in &body.messages {
            let Some(message) = self.messages.get(&promotion.id) else {
                continue;
            };
            let message = Message {
                persisted_at: Some(body.at),
                ..Message::clone(message)
            };
            self.document.messages.put(Arc::new(message));
        }
    }
}
