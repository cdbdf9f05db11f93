//! The decisions of one commit: tentative states, facts to append, callers who wait. Writes nothing.

use std::collections::HashMap;
use std::mem::take;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::host::answers;
use crate::host::cache::{Cache, Commit};
use crate::host::job::{Done, Job, Outcome, StateSource};
use crate::host::others;
use crate::host::shared::Shared;
use crate::id::Id;
use crate::ports::index::{Change, Entry};
use crate::ports::log::{Answered, Append, Batch};
use crate::stream::{StreamId, Version};
use crate::tx::{Cx, Loaded, Staged, Written};

/// A stream's state as it will be when the commit stands.
pub(super) struct Tentative {
    pub loaded: Loaded,
    json_bytes: usize,
    facts: Version,
}

/// The decisions of one commit.
pub(super) struct Round {
    /// The number the commit will have.
    pub number: u64,
    /// The last erasure that the states are made after on which it is decided.
    pub erased: u64,
    pub appends: Vec<Append>,
    pub answers: Vec<Answered>,
    pub items: Vec<(StreamId, Change)>,
    /// The jobs and what they will be told. A position counts from the commit's first fact until
    /// the log has given that one's.
    pub jobs: Vec<(Box<dyn Job>, Outcome)>,
    overlay: HashMap<StreamId, Tentative>,
    facts: u64,
}

impl Round {
    pub fn new(number: u64, erased: u64) -> Self {
        Self {
            number,
            erased,
            appends: Vec::new(),
            answers: Vec::new(),
            items: Vec::new(),
            jobs: Vec::new(),
            overlay: HashMap::new(),
            facts: 0,
        }
    }

    /// How many facts it has.
    pub fn facts(&self) -> u64 {
        self.facts
    }

    /// Whether no state differs from the committed one.
    pub fn is_plain(&self) -> bool {
        self.overlay.is_empty()
    }

    /// Whether there is nothing for the log to store.
    pub fn stores_nothing(&self) -> bool {
        self.appends.is_empty() && self.answers.is_empty()
    }

    /// What the log is to store.
    pub fn batch(&mut self, id: Id) -> Batch {
        Batch {
            id,
            appends: take(&mut self.appends),
            answers: take(&mut self.answers),
        }
    }

    /// Takes a decision in, whole or not at all; gives the key of the answer that is stored with it.
    pub fn take(
        &mut self,
        shared: &Shared,
        job: Box<dyn Job>,
        staged: Vec<Staged>,
        cx: &Cx,
    ) -> Option<String> {
        let mut done = Done::default();
        for (at, staged) in staged.iter().enumerate() {
            let version = staged.base + staged.facts.len() as Version;
            if at == 0 {
                done.first = Some((staged.stream.clone(), version));
            } else {
                done.others.push(staged.stream.clone());
            }
            if !staged.facts.is_empty() {
                done.last = Some((staged.stream.clone(), version));
            }
        }
        let answered = match answers::stored(&*job, &done, shared.head(), cx.now) {
            Ok(answered) => answered,
            Err(error) => {
                self.jobs.push((job, Outcome::Refused(error.into())));
                return None;
            }
        };
        for staged in staged {
            self.stage(&shared.workspace, staged, cx);
        }
        done.position = self.facts;
        self.jobs.push((job, Outcome::Done(done)));
        let answered = answered?;
        let key = answered.key.clone();
        self.answers.push(answered);
        Some(key)
    }

    fn stage(&mut self, workspace: &str, staged: Staged, cx: &Cx) {
        let Staged {
            stream,
            base,
            facts: recorded,
            state,
        } = staged;
        if recorded.is_empty() {
            return;
        }
        let version = base + recorded.len() as Version;
        let mut bytes = 0;
        let mut facts = Vec::with_capacity(recorded.len());
        for (recorded, version) in recorded.into_iter().zip(base + 1..) {
            bytes += recorded.body.get().len();
            let items = recorded.items.into_iter();
            self.items.extend(items.map(|item| (stream.clone(), item)));
            let Written {
                at,
                actor,
                door,
                request,
            } = recorded.written.unwrap_or_else(|| Written {
                at: cx.now,
                actor: cx.actor.clone(),
                door: cx.door,
                request: cx.request.clone(),
            });
            facts.push(Fact {
                workspace: workspace.into(),
                stream: stream.clone(),
                version,
                position: 0,
                at,
                actor,
                door,
                request,
                kind: recorded.kind.into(),
                schema: recorded.schema,
                body: recorded.body,
            });
        }
        let more = facts.len() as u64;
        self.facts += more;
        self.appends.push(Append {
            stream: stream.clone(),
            expected: base,
            facts,
        });
        let loaded = Loaded { state, version };
        let tentative = self.overlay.entry(stream).or_insert_with(|| Tentative {
            loaded: loaded.clone(),
            json_bytes: 0,
            facts: 0,
        });
        tentative.loaded = loaded;
        tentative.json_bytes += bytes;
        tentative.facts += more;
    }

    /// What the cache and the index take of a commit that stands. However often a stream was written
    /// to, lists get one row for it.
    pub fn states(&mut self, shared: &Shared) -> (Vec<Commit>, Vec<(StreamId, Option<Entry>)>) {
        let mut entries = Vec::with_capacity(self.overlay.len());
        let mut commits = Vec::with_capacity(self.overlay.len());
        for (stream, tentative) in self.overlay.drain() {
            entries.extend(others::row(shared, &stream, &tentative.loaded.state));
            commits.push(Commit {
                stream,
                loaded: tentative.loaded,
                json_bytes: tentative.json_bytes,
                facts: tentative.facts,
            });
        }
        (commits, entries)
    }

    /// Ends every job with an error.
    pub fn refuse(&mut self, error: &Error) {
        for (job, _) in self.jobs.drain(..) {
            job.end(Outcome::Refused(error.clone().into()));
        }
    }
}

/// The states that a decision sees: its own commit's, those of the commit before it that is being
/// written, the committed ones.
pub(super) struct Layers<'a> {
    pub next: &'a Round,
    pub in_flight: Option<&'a Round>,
    pub shared: &'a Arc<Shared>,
}

impl Layers<'_> {
    fn cache(&self) -> &Cache {
        &self.shared.cache
    }
}

impl StateSource for Layers<'_> {
    fn find(&self, stream: &StreamId) -> Option<Loaded> {
        let tentative = self
            .next
            .overlay
            .get(stream)
            .or_else(|| self.in_flight?.overlay.get(stream));
        match tentative {
            Some(tentative) => Some(tentative.loaded.clone()),
            None => self.cache().find(stream),
        }
    }

    fn empty(&self, stream: &StreamId) -> Option<Loaded> {
        let kind = self.shared.kind(stream).ok()?;
        Some(Loaded {
            state: kind.empty(),
            version: 0,
        })
    }
}

/// The refusal when the log cannot be written.
pub(super) fn not_written(reason: &str) -> Error {
    Error::unavailable(format!(
        "The log cannot be written ({reason}); nothing was stored. Try again when that is mended."
    ))
}

/// Sets the positions of a committed batch's facts, the first of which has `first`.
pub(super) fn place(batch: Batch, first: u64) -> Vec<Fact> {
    let facts = batch.appends.into_iter().flat_map(|append| append.facts);
    facts
        .zip(first..)
        .map(|(mut fact, position)| {
            fact.position = position;
            fact
        })
        .collect()
}

/// How many streams begin with these.
pub(super) fn begun(appends: &[Append]) -> u64 {
    let appends = appends.iter();
    appends.filter(|append| append.expected == 0).count() as u64
}

/// The result of one append.
pub(super) type Appended = Result<u64, crate::ports::log::AppendError>;
