//! Work that takes its time: who does it under which lease, how often it was tried, why it rests. Part of the
//! state of the stream that it is about, so that it is erased, exported and backed up with it. Knows no work.

mod facts;

use std::sync::Arc;

use imbl::OrdMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use kernel::error::{Error, Result};
use kernel::fact::Meta;
use kernel::ports::index::{Change, Facets, Item, Stamp, Text};
use kernel::stream::{StreamId, Version};
use kernel::time::{HOUR, MINUTE, SECOND, Time};

pub use facts::{JobFailed, JobRenewed, JobResumed, JobStopped, JobTaken};

/// How long a lease lasts unless it is renewed.
pub const LEASE: i64 = 60 * SECOND;
/// After so many attempts in a row a job is given up: after most of a day, as an endpoint may be away for a night.
pub const ATTEMPTS: u32 = 24;
/// The tag of a job in the index: its kind.
pub const TAG_KIND: &str = "job";
/// The tag that says how it is with a job.
pub const TAG_STATE: &str = "job_state";
/// The moment at which that last changed.
pub const CHANGED: &str = "job_changed";

/// What kinds of work there are.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// The oldest messages of a session are folded into its summary.
    Summary,
    /// Memories are taken from the messages of a session.
    Memories,
    /// The partitions of a summary view are written.
    View,
    /// The notes of a mind are taken into its document.
    Dream,
    /// The pointers of a mind's document are tried.
    Pointers,
    /// The messages of a webhook are sent.
    Webhook,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Summary,
        Self::Memories,
        Self::View,
        Self::Dream,
        Self::Pointers,
        Self::Webhook,
    ];

    /// What is done, in words.
    #[must_use]
    pub fn work(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Memories => "taking of memories",
            Self::View => "run",
            Self::Dream => "dream",
            Self::Pointers => "trying of pointers",
            Self::Webhook => "delivery",
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Summary => "summary",
            Self::Memories => "memories",
            Self::View => "view",
            Self::Dream => "dream",
            Self::Pointers => "pointers",
            Self::Webhook => "webhook",
        }
    }
}

/// What is to be done for a stream once what time alone brings to it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// The jobs to begin.
    pub jobs: Vec<JobKind>,
    /// Whether the time to restore it has passed: it is to be erased, and all that belongs to it.
    pub purge: bool,
}

/// How it is with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// Somebody does it.
    Running,
    /// It is tried again later.
    Waiting,
    /// It failed too often and was given up.
    Failed,
    /// A person stopped it.
    Stopped,
}

impl JobState {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
        }
    }
}

/// A job that was begun and is not done.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Job {
    /// How it is with it.
    pub state: JobState,
    /// The lease under which it was last taken: the version of the fact that says so.
    pub lease: Version,
    /// The process that took it.
    pub by: Arc<str>,
    /// When the lease ends.
    pub until: Time,
    /// How often it was taken since it last succeeded.
    pub attempt: u32,
    /// When its state last changed.
    pub since: Time,
    /// Why it failed last.
    pub error: Option<Arc<str>>,
    /// When it is tried again.
    pub retry_at: Option<Time>,
}

/// A job as lists show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct JobRow {
    /// What it is about, such as `session:talk`.
    pub stream: StreamId,
    /// Which work it is.
    pub kind: JobKind,
    /// How it is with it.
    pub state: JobState,
    /// How often it was taken since it last succeeded.
    pub attempt: u32,
    /// When its state last changed.
    pub since: Time,
    /// Why it failed last.
    pub error: Option<Arc<str>>,
    /// When it is tried again.
    pub retry_at: Option<Time>,
}

/// The jobs of one stream that were begun and are not done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Jobs(
    #[schemars(with = "std::collections::BTreeMap<JobKind, Job>")] OrdMap<JobKind, Arc<Job>>,
);

impl Jobs {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One of them.
    #[must_use]
    pub fn get(&self, job: JobKind) -> Option<&Job> {
        self.0.get(&job).map(|job| &**job)
    }

    /// Whether that lease is the one under which the job is being done.
    #[must_use]
    pub fn holds(&self, job: JobKind, lease: Version) -> bool {
        let is_current = |job: &Job| job.state == JobState::Running && job.lease == lease;
        self.get(job).is_some_and(is_current)
    }

    /// Refuses what was done under a lease that is not the current one; work without a lease is not refused.
    ///
    /// # Errors
    /// `conflict` with the reason `lease_lost`.
    pub fn check(&self, job: JobKind, lease: Option<Version>) -> Result<()> {
        if lease.is_none_or(|lease| self.holds(job, lease)) {
            return Ok(());
        }
        let detail = "Somebody else does this work now, or it was stopped.";
        Err(Error::conflict("lease_lost", detail))
    }

    /// When Loci has to look at a job that is wanted at `at`; `None` while it is stopped or given up.
    #[must_use]
    pub fn when(&self, job: JobKind, at: Option<Time>) -> Option<Time> {
        let Some(known) = self.get(job) else {
            return at;
        };
        match known.state {
            JobState::Running => at.map(|at| at.max(known.until)),
            JobState::Waiting => at.map(|at| known.retry_at.map_or(at, |retry| retry.max(at))),
            JobState::Failed | JobState::Stopped => None,
        }
    }

    /// Whether the process `by` may take it now. Where several processes share a log, each is named by its
    /// place and its start, as `place/start`. Of a place only the last start lives: the lease of another one
    /// is of a process that has ended, and so is every other lease of a process without a place, which had
    /// the log for itself.
    #[must_use]
    pub fn is_free(&self, job: JobKind, by: &str, now: Time) -> bool {
        let place = |name: &str| name.rsplit_once('/').map(|(place, _)| place.to_owned());
        let has_ended = |known: &str| {
            let of = place(known);
            known != by && (of.is_none() || of == place(by))
        };
        self.get(job).is_none_or(|known| match known.state {
            JobState::Running => known.until <= now || has_ended(&known.by),
            JobState::Waiting => known.retry_at.is_none_or(|at| at <= now),
            JobState::Failed | JobState::Stopped => false,
        })
    }

    /// How long a job rests after its attempt failed: a minute, two, four, at most an hour; `None` when it is
    /// given up.
    #[must_use]
    pub fn backoff(&self, job: JobKind) -> Option<i64> {
        let attempt = self.get(job).map_or(1, |known| known.attempt.max(1));
        (attempt < ATTEMPTS).then(|| (MINUTE << (attempt - 1).min(6)).min(HOUR))
    }

    /// Somebody took it.
    pub fn taken(&mut self, meta: &Meta, body: &JobTaken) {
        let error = self.get(body.job).and_then(|known| known.error.clone());
        let job = Job {
            state: JobState::Running,
            lease: meta.version,
            by: body.by.clone(),
            until: body.until,
            attempt: body.attempt,
            since: meta.at,
            error,
            retry_at: None,
        };
        self.0.insert(body.job, Arc::new(job));
    }

    /// Its lease was renewed.
    pub fn renewed(&mut self, body: &JobRenewed) {
        if let Some(job) = self.0.get_mut(&body.job) {
            Arc::make_mut(job).until = body.until;
        }
    }

    /// It failed: it is tried again at `retry_at`, or given up.
    pub fn failed(&mut self, meta: &Meta, job: JobKind, error: &Arc<str>, retry_at: Option<Time>) {
        self.set(meta, job, |known| {
            known.error = Some(error.clone());
            known.retry_at = retry_at;
            known.state = match retry_at {
                Some(_) => JobState::Waiting,
                None => JobState::Failed,
            };
        });
    }

    /// A person stopped it.
    pub fn stopped(&mut self, meta: &Meta, body: &JobStopped) {
        self.set(meta, body.job, |known| known.state = JobState::Stopped);
    }

    /// A person wants it done now, or Loci stopped meanwhile.
    pub fn resumed(&mut self, meta: &Meta, body: &JobResumed) {
        self.set(meta, body.job, |known| {
            known.state = JobState::Waiting;
            known.attempt = body.attempts;
            known.retry_at = None;
        });
    }

    /// It has done a part of the work: what it was tried before counts no more.
    pub fn progressed(&mut self, job: JobKind) {
        if let Some(known) = self.0.get_mut(&job) {
            Arc::make_mut(known).attempt = 1;
        }
    }

    /// It is done, or not wanted any more.
    pub fn ended(&mut self, job: JobKind) {
        self.0.remove(&job);
    }

    /// What it works on is another: what was given up is tried once more.
    pub fn stirred(&mut self, meta: &Meta) {
        for job in JobKind::ALL {
            if self
                .get(job)
                .is_some_and(|known| known.state == JobState::Failed)
            {
                self.set(meta, job, |known| known.state = JobState::Waiting);
            }
        }
    }

    fn set(&mut self, meta: &Meta, job: JobKind, change: impl FnOnce(&mut Job)) {
        if let Some(known) = self.0.get_mut(&job) {
            let known = Arc::make_mut(known);
            change(known);
            known.since = meta.at;
        }
    }

    /// How the index finds the jobs of a stream; `over` are those that may have ended.
    #[must_use]
    pub fn items(&self, stream: &StreamId, over: &[JobKind]) -> Vec<Change> {
        let known = self
            .0
            .iter()
            .filter_map(|(kind, job)| put(stream, *kind, job));
        let ended = over.iter().filter(|kind| self.get(**kind).is_none());
        known
            .chain(ended.map(|kind| Change::Forget(item(*kind))))
            .collect()
    }
}

fn item(kind: JobKind) -> String {
    format!("job:{}", kind.name())
}

fn put(stream: &StreamId, kind: JobKind, job: &Job) -> Option<Change> {
    let row = JobRow {
        stream: stream.clone(),
        kind,
        state: job.state,
        attempt: job.attempt,
        since: job.since,
        error: job.error.clone(),
        retry_at: job.retry_at,
    };
    let facets = Facets {
        doc: serde_json::to_string(&row).ok()?,
        tags: vec![
            (TAG_KIND, kind.name().into()),
            (TAG_STATE, job.state.name().into()),
        ],
        times: vec![Stamp {
            field: CHANGED,
            at: job.since,
            count: 1,
        }],
        ..Facets::default()
    };
    // It has no words: only lists of jobs find it.
    let text = Text {
        item: item(kind),
        kind: "job",
        ..Text::default()
    };
    let facets = Some(facets);
    Some(Change::Put(Item { text, facets }))
}
