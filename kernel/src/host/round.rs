//! Decisions of one commit: tentative states, facts to append and waiting callers.

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

/// State of a stream as of a commit that is not durable yet.
pub(super) struct Tentative {
    pub loaded: Loaded,
    json_bytes: usize,
    facts: Version,
}

/// Decisions of one commit.
pub(super) struct Round {
    /// Number that the commit will have.
    pub number: u64,
    /// Number of the last erasure reflected in the states that the decisions are based on.
    pub erased: u64,
    pub appends: Vec<Append>,
    pub answers: Vec<Answered>,
    pub items: Vec<(StreamId, Change)>,
    /// Jobs with their outcomes. Positions count from the commit's first fact until the log has assigned its position.
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

    /// Returns the number of facts.
    pub fn facts(&self) -> u64 {
        self.facts
    }

    /// Returns true if no state differs from the committed one.
    pub fn is_plain(&self) -> bool {
        self.overlay.is_empty()
    }

    /// Returns true if the log has nothing to store.
    pub fn stores_nothing(&self) -> bool {
        self.appends.is_empty() && self.answers.is_empty()
    }

    /// Takes the batch for the log out of the round.
    pub fn batch(&mut self, id: Id) -> Batch {
        Batch {
            id,
            appends: take(&mut self.appends),
            answers: take(&mut self.answers),
        }
    }

    /// Adds a decision, completely or not at all, and returns the key of the answer that is stored with it.
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
        let answered = match answers::job_answer(&*job, &done, shared.head(), cx.now) {
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

    /// Takes the states for the cache and the rows for the index out of a committed round: one row per stream,
    /// regardless of the number of its facts.
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

/// States that a decision sees: those of its own commit, then of the commit that is being written, then the committed
/// ones.
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

/// Returns the error for a log that cannot be written.
pub(super) fn not_written(reason: &str) -> Error {
    Error::unavailable(format!(
        "The log cannot be written ({reason}); nothing was stored. Try again once that is fixed."
    ))
}

/// Sets the positions of a committed batch's facts, starting with `first`.
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

/// Returns the number of streams that begin with these appends.
pub(super) fn count_new_streams(appends: &[Append]) -> u64 {
    let appends = appends.iter();
    appends.filter(|append| append.expected == 0).count() as u64
}

/// Result of one append: the position of the first fact.
pub(super) type Appended = Result<u64, crate::ports::log::AppendError>;
